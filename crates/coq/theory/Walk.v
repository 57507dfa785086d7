(** * Walks: finite sets that are closed under a successor function

    Every decision of the automaton checker is one walk: start somewhere, follow all
    successors, test each state. If it comes to an end, what holds of the starting points and
    is preserved holds of everything that can be reached. *)
From Coq Require Import NArith List Lia Bool FMapPositive.
From Sprague Require Import Bits Automaton.
Import ListNotations.
Open Scope N_scope.

(** ** The walk

    [seen] stores each state under its key. Different states with one key would be found out,
    because the stored state is compared: so nothing has to be proved about keys. *)

Section Walk.
Variable A : Type.
Variable key : A -> positive.
Variable same : A -> A -> bool.
Hypothesis same_eq : forall a b, same a b = true -> a = b.
Variable succ : A -> list A.
Variable ok : A -> bool.

Fixpoint walk (fuel : nat) (todo : list A) (seen : M.t A) : bool :=
  match todo with
  | [] => true
  | a :: todo =>
      match fuel with
      | O => false
      | S f =>
          match M.find (key a) seen with
          | Some b => if same a b then walk f todo seen else false
          | None =>
              if ok a then walk f (rev_append (succ a) todo) (M.add (key a) a seen) else false
          end
      end
  end.

Definition within (seen : M.t A) (a : A) : Prop := M.find (key a) seen = Some a.

Lemma walk_closed fuel : forall todo seen,
  walk fuel todo seen = true ->
  (forall a, within seen a -> ok a = true /\ forall b, In b (succ a) -> within seen b \/ In b todo) ->
  exists P : A -> Prop,
    (forall a, within seen a -> P a) /\ (forall a, In a todo -> P a) /\
    (forall a, P a -> ok a = true /\ forall b, In b (succ a) -> P b).
Proof.
  induction fuel as [|f IH]; intros [|a todo] seen; cbn [walk]; try discriminate.
  1, 2: intros _ H; exists (within seen); split; [auto|split; [easy|]];
    intros a Ha; split; [apply H; auto|];
    intros b Hb; destruct (proj2 (H _ Ha) b Hb) as [|[]]; auto.
  destruct (M.find (key a) seen) as [b|] eqn:Ef.
  - destruct (same a b) eqn:Es; [|discriminate]. apply same_eq in Es. subst b.
    intros Hw Hinv. destruct (IH todo seen Hw) as [P [P1 [P2 P3]]].
    + intros b Hb. destruct (Hinv b Hb) as [H1 H2]. split; auto.
      intros c Hc. destruct (H2 c Hc) as [|[->|]]; auto.
    + exists P. split; [auto|split; [|exact P3]]. intros c [->|Hc]; auto.
  - destruct (ok a) eqn:Eo; [|discriminate]. intros Hw Hinv.
    destruct (IH _ _ Hw) as [P [P1 [P2 P3]]].
    + intros b Hb. unfold within in *.
      destruct (Pos.eq_dec (key a) (key b)) as [Ek|Ek].
      * rewrite <- Ek, M.gss in Hb. inversion Hb; subst b. split; auto.
        intros c Hc. right. rewrite rev_append_rev, in_app_iff, <- in_rev. auto.
      * rewrite M.gso in Hb by auto. destruct (Hinv b Hb) as [H1 H2]. split; auto.
        intros c Hc. rewrite rev_append_rev, in_app_iff.
        destruct (H2 c Hc) as [H3|[->|H3]]; auto.
        -- left. rewrite M.gso; auto. intros E. rewrite E in H3. congruence.
        -- left. apply M.gss.
    + exists P. split; [|split; [|exact P3]].
      * intros b Hb. apply P1. unfold within in *. rewrite M.gso; auto.
        intros E. rewrite E in Hb. congruence.
      * intros b [->|Hb]; [apply P1; apply M.gss|]. apply P2.
        rewrite rev_append_rev, in_app_iff. auto.
Qed.

Theorem walk_sound fuel todo : walk fuel todo (M.empty A) = true ->
  exists P : A -> Prop, (forall a, In a todo -> P a) /\
    (forall a, P a -> ok a = true /\ forall b, In b (succ a) -> P b).
Proof.
  intros H. destruct (walk_closed fuel todo (M.empty A) H) as [P [_ HP]].
  - intros a Ha. unfold within in Ha. rewrite M.gempty in Ha. discriminate.
  - exists P. auto.
Qed.
End Walk.

(** ** Keys of pairs

    The digits of a, each marked by a 1 before it, then 0, then those of b. *)
Fixpoint pair_key (a b : positive) : positive :=
  match a with
  | xH => xO b
  | xO a => xI (xO (pair_key a b))
  | xI a => xI (xI (pair_key a b))
  end.

(** ** Sets of states

    Trees of Booleans of one shape; a set is its own key. *)

Definition member (s : positive) (B : M.t bool) : bool :=
  match M.find s B with Some b => b | None => false end.

(** The states whose rows satisfy f. *)
Fixpoint select {A} (f : A -> bool) (t : M.t A) : M.t bool :=
  match t with
  | M.Leaf _ => M.Leaf bool
  | M.Node l o r =>
      M.Node (select f l) (match o with Some e => Some (f e) | None => None end) (select f r)
  end.

Lemma member_select {A} (f : A -> bool) (t : M.t A) : forall s,
  member s (select f t) = match M.find s t with Some e => f e | None => false end.
Proof.
  unfold member. induction t as [|l IHl o r IHr]; intros [s|s|]; cbn [select M.find]; auto.
  destruct o; auto.
Qed.

Fixpoint set_key (t : M.t bool) (more : positive) : positive :=
  match t with
  | M.Leaf _ => more
  | M.Node l o r =>
      set_key l (match o with
                 | None => set_key r more
                 | Some false => xO (set_key r more)
                 | Some true => xI (set_key r more)
                 end)
  end.

Fixpoint same_set (a b : M.t bool) : bool :=
  match a, b with
  | M.Leaf _, M.Leaf _ => true
  | M.Node l o r, M.Node l' o' r' =>
      match o, o' with
      | None, None => true
      | Some x, Some y => eqb x y
      | _, _ => false
      end && (same_set l l' && same_set r r')
  | _, _ => false
  end.

Lemma same_set_eq a : forall b, same_set a b = true -> a = b.
Proof.
  induction a as [|l IHl o r IHr]; intros [|l' o' r']; cbn [same_set]; try discriminate; auto.
  rewrite !andb_true_iff. intros [Ho [Hl Hr]]. rewrite (IHl _ Hl), (IHr _ Hr).
  destruct o as [x|], o' as [y|]; try discriminate; auto.
  apply eqb_prop in Ho. congruence.
Qed.

