(** Kayles, 0.77: knock down one pin or two neighbouring pins. *)
From Sprague Require Import Sprague.

Definition kayles := options (code 0 [7; 7]).

(** The nim-sequence has preperiod 71 and period 12, both least. *)
Theorem kayles_period : decreasing kayles /\ least_regular (G kayles) 71 12 0.
Proof. apply check_periodic_sound. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions kayles_period.

(** The first 83 values; every other heap is equal to one of these heaps. *)
Definition values := [
  0;1;2;3;1;4;3;2;1;4;2;6; 4;1;2;7;1;4;3;2;1;4;6;7; 4;1;2;8;5;4;7;2;1;8;6;7;
  4;1;2;3;1;4;7;2;1;8;2;7; 4;1;2;8;1;4;7;2;1;4;2;7; 4;1;2;8;1;4;7;2;1;8;6;7;
  4;1;2;8;1;4;7;2;1;8;2].

Theorem kayles_values n : G kayles n = in_table values 71 12 n.
Proof.
  apply check_table_sound; [vm_cast_no_check (eq_refl true)|]. apply kayles_period.
Qed.
Print Assumptions kayles_values.

(** Who wins: a position of Kayles heaps is lost for the player to move exactly when the
    nim-sum of the table values is 0. *)
Theorem kayles_play (p : position) :
  lost kayles p <-> nim_sum (map (in_table values 71 12) p) = 0.
Proof.
  rewrite (sprague_grundy kayles (proj1 kayles_period)).
  rewrite (map_ext _ _ kayles_values). reflexivity.
Qed.
Print Assumptions kayles_play.
