(** S(1,2,4): take one, two or four. *)
From Sprague Require Import Sprague.

Definition game := options (subtraction [1; 2; 4]).

Theorem period : decreasing game /\ least_regular (G game) 0 3 0.
Proof. apply check_periodic_sound. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions period.
