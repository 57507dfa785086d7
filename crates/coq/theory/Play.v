(** * Impartial heap games and how they are played

    Everything that a reader of the final theorems about play has to believe is in this file
    and in [Rules.v]: what a position is, what a move is, who has lost. *)
From Coq Require Import NArith List.
Import ListNotations.
Open Scope N_scope.

(** A game is given by the options of a heap: [In l (g n)] means that a player may replace a
    heap of [n] by the heaps of the list [l] (which may be empty). *)
Definition game := N -> list (list N).

(** A position is a list of heaps. A move replaces one of them by one of its options. *)
Definition position := list N.

Inductive move (g : game) : position -> position -> Prop :=
| replace_heap before n after l :
    In l (g n) -> move g (before ++ n :: after) (before ++ l ++ after).

(** Normal play: who cannot move has lost. A position is lost (for the player to move) if
    every move leads to a won one, and won if some move leads to a lost one. *)
Inductive lost (g : game) (p : position) : Prop :=
| all_moves_to_won : (forall q, move g p q -> won g q) -> lost g p
with won (g : game) (p : position) : Prop :=
| a_move_to_lost q : move g p q -> lost g q -> won g p.

(** All games here end, because a move makes smaller heaps. *)
Definition decreasing (g : game) : Prop :=
  forall n l x, In l (g n) -> In x l -> x < n.
