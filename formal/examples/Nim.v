From Sprague Require Import Sprague.

(** 0.[3] *)
Definition game := recurring 0 [] [3].

Lemma law_computed : check_recurring_tetral 0 [] [3] 0 1 1 1 1 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** G(n + 1) = G(n) + 1 for all n >= 0; the preperiod and the period are the least. *)
Theorem law : decreasing game /\ least_regular (G game) 0 1 1.
Proof. exact (check_recurring_tetral_sound 0 [] [3] 0 1 1 1 1 law_computed). Qed.

(** Every move makes smaller heaps. *)
Theorem game_ends : decreasing game.
Proof. exact (proj1 law). Qed.

(** The values of the first heaps; a larger heap has that of one of the last 1, and 1 more for every 1. *)
Definition values :=
  [0].

Lemma table_computed : check_first_values game 0 1 values = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The table is right. *)
Theorem table : forall n, G game n = in_growing_table values 0 1 1 n.
Proof. exact (growing_table_sound game 0 1 1 values game_ends (proj1 (proj2 law)) table_computed). Qed.

(** Who wins: lost for the player to move exactly when the nim-sum of the table values is 0. *)
Theorem play : forall p : position, lost game p <-> nim_sum (map (in_growing_table values 0 1 1) p) = 0.
Proof. intros p. rewrite (sprague_grundy game game_ends), (map_ext _ _ table). reflexivity. Qed.

Definition theorems := (law, game_ends, table, play).
Print Assumptions theorems.
