(** 0.156, by Austin's Theorem 4.1: about 8000 values by the definition. *)
From Sprague Require Import Sprague.

Theorem period_156 :
  decreasing (options (code 0 [1; 5; 6])) /\
  least_regular (G (options (code 0 [1; 5; 6]))) 3479 349 0.
Proof. apply check_periodic_sound. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions period_156.
