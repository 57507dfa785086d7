From Sprague Require Import Sprague.

(** Split(2, differ>=2) *)
Definition game := options (split_into 2 (Apart 2)).

(** G(n + 4) = G(n) for all n >= 5; the preperiod and the period are the least. *)
Theorem period : decreasing game /\ least_regular (G game) 5 4 0.
Proof. apply check_periodic_sound. vm_cast_no_check (eq_refl true). Qed.

(** Every move makes smaller heaps. *)
Theorem game_ends : decreasing game.
Proof. exact (proj1 period). Qed.

(** Who wins: lost for the player to move exactly when the nim-sum is 0. *)
Theorem play : forall p : position, lost game p <-> nim_sum (map (G game) p) = 0.
Proof. exact (sprague_grundy game game_ends). Qed.

Definition theorems := (period, game_ends, play).
Print Assumptions theorems.
