From Sprague Require Import Sprague.

(** 0.156 *)
Definition game := options (code 0 [1; 5; 6]).

(** The probes of the sparse window. *)
Definition evidence :=
  Sparse 27 false false
    [1; 2; 3; 4; 5; 6; 7; 8; 9; 11; 12; 13; 15; 16; 17; 18; 20; 21; 22; 24; 26; 27; 28; 29; 30; 31; 32; 33; 34; 35; 36; 37; 38; 39; 40; 45; 46; 50; 53; 59; 64; 65; 67; 68; 70; 73; 76; 78; 81; 82; 90; 91; 92; 95; 99; 104; 105; 108; 110; 111; 115; 119; 128; 129; 134; 142; 148; 154; 164; 171; 172; 179; 204; 211; 221; 232; 243; 249; 300; 330; 344; 357; 423] 428 3479.

(** G(n + 349) = G(n) for all n >= 3479; the preperiod and the period are the least. *)
Theorem period : decreasing game /\ least_regular (G game) 3479 349 0.
Proof. apply check_sparse_sound with (e := evidence). vm_cast_no_check (eq_refl true). Qed.

(** Every move makes smaller heaps. *)
Theorem game_ends : decreasing game.
Proof. exact (proj1 period). Qed.

(** Who wins: lost for the player to move exactly when the nim-sum is 0. *)
Theorem play : forall p : position, lost game p <-> nim_sum (map (G game) p) = 0.
Proof. exact (sprague_grundy game game_ends). Qed.

Definition theorems := (period, game_ends, play).
Print Assumptions theorems.
