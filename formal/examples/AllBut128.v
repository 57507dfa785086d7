From Sprague Require Import Sprague.

(** AllBut(1,2,8) *)
Definition game := all_but [1; 2; 8].

(** G(n + 3) = G(n) + 1 for all n >= 0; preperiod and period are the least. *)
Theorem law : decreasing game /\ least_regular (G game) 0 3 1.
Proof. apply check_all_but_sound. vm_cast_no_check (eq_refl true). Qed.

(** Every move makes smaller heaps. *)
Theorem game_ends : decreasing game.
Proof. exact (proj1 law). Qed.

(** Who wins: lost for the player to move exactly when the nim-sum is 0. *)
Theorem play : forall p : position, lost game p <-> nim_sum (map (G game) p) = 0.
Proof. exact (sprague_grundy game game_ends). Qed.

Definition theorems := (law, game_ends, play).
Print Assumptions theorems.
