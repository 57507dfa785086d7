(** * Sets of numbers, for computing a mex

    A binary trie: the digits of a number lead from the root to its place. *)
From Coq Require Import NArith Bool Lia.
Open Scope N_scope.

Inductive trie := Leaf | Node (here : bool) (even odd : trie).

Fixpoint trie_mem (p : positive) (t : trie) {struct t} : bool :=
  match t with
  | Leaf => false
  | Node here even odd =>
      match p with xH => here | xO p => trie_mem p even | xI p => trie_mem p odd end
  end.

Fixpoint trie_single (p : positive) : trie :=
  match p with
  | xH => Node true Leaf Leaf
  | xO p => Node false (trie_single p) Leaf
  | xI p => Node false Leaf (trie_single p)
  end.

Fixpoint trie_add (p : positive) (t : trie) {struct t} : trie :=
  match t with
  | Leaf => trie_single p
  | Node here even odd =>
      match p with
      | xH => Node true even odd
      | xO p => Node here (trie_add p even) odd
      | xI p => Node here even (trie_add p odd)
      end
  end.

Lemma trie_mem_single q : forall p, trie_mem p (trie_single q) = Pos.eqb p q.
Proof. induction q as [q IH|q IH|]; intros [p|p|]; cbn; auto; destruct p; auto. Qed.

Lemma trie_mem_add p : forall q t, trie_mem p (trie_add q t) = Pos.eqb p q || trie_mem p t.
Proof.
  induction p as [p IH|p IH|]; intros q [|b l r]; cbn [trie_add].
  all: try (rewrite trie_mem_single; cbn [trie_mem]; rewrite orb_false_r; reflexivity).
  all: destruct q; cbn [trie_mem]; rewrite ?IH; cbn [Pos.eqb orb]; auto using orb_true_r.
Qed.

(** 0 has no leading digit and is kept apart. *)
Record set := Set_ { has_zero : bool; positives : trie }.

Definition empty : set := Set_ false Leaf.

Definition mem (v : N) (s : set) : bool :=
  match v with N0 => has_zero s | Npos p => trie_mem p (positives s) end.

Definition add (v : N) (s : set) : set :=
  match v with
  | N0 => Set_ true (positives s)
  | Npos p => Set_ (has_zero s) (trie_add p (positives s))
  end.

Lemma mem_add v w s : mem v (add w s) = (v =? w) || mem v s.
Proof. destruct v, w; cbn; auto. apply trie_mem_add. Qed.

Lemma mem_empty v : mem v empty = false.
Proof. destruct v; auto. Qed.

(** The least number from [v] on that is not in the set, if [fuel] suffices. *)
Fixpoint first_missing (fuel : nat) (v : N) (s : set) : N :=
  match fuel with
  | O => v
  | S fuel => if mem v s then first_missing fuel (N.succ v) s else v
  end.

Definition mex_of_set (fuel : nat) (s : set) : option N :=
  let v := first_missing fuel 0 s in if mem v s then None else Some v.

Lemma first_missing_below fuel s : forall v, (forall u, u < v -> mem u s = true) ->
  forall u, u < first_missing fuel v s -> mem u s = true.
Proof.
  induction fuel as [|f IH]; intros v Hv; cbn [first_missing]; auto.
  destruct (mem v s) eqn:E; auto. apply IH. intros u Hu.
  destruct (N.eq_dec u v) as [->|]; auto. apply Hv. lia.
Qed.

Lemma mex_of_set_spec fuel s v : mex_of_set fuel s = Some v ->
  mem v s = false /\ forall u, u < v -> mem u s = true.
Proof.
  unfold mex_of_set. destruct (mem (first_missing fuel 0 s) s) eqn:E; [discriminate|].
  intros H. inversion H; subst. split; [auto|].
  apply first_missing_below. intros u Hu. lia.
Qed.
