From Sprague Require Import Sprague.

(** 0.30[001] *)
Definition game := recurring 0 [3; 0] [0; 0; 1].

(** G(n + 3) = G(n) for all n >= 6; the preperiod and the period are the least. *)
Theorem period : decreasing game /\ least_regular (G game) 6 3 0.
Proof. apply check_recurring_sound with (m := 1). vm_cast_no_check (eq_refl true). Qed.

(** Every move makes smaller heaps. *)
Theorem game_ends : decreasing game.
Proof. exact (proj1 period). Qed.

(** Who wins: lost for the player to move exactly when the nim-sum is 0. *)
Theorem play : forall p : position, lost game p <-> nim_sum (map (G game) p) = 0.
Proof. exact (sprague_grundy game game_ends). Qed.

Definition theorems := (period, game_ends, play).
Print Assumptions theorems.
