(** * Nim-values

    [G g n] is the nim-value of a heap of [n] in the game [g]: the least number that is not
    the value of an option, an option having the nim-sum of the values of its heaps. *)
From Coq Require Import NArith List Lia.
From Sprague Require Import Play Mex.
Import ListNotations.
Open Scope N_scope.

(** The recursion goes as deep as the heap is large. *)
Fixpoint value_to_depth (g : game) (depth : nat) (n : N) : N :=
  match depth with
  | O => 0
  | S depth => mex (map (fun l => nim_sum (map (value_to_depth g depth) l)) (g n))
  end.

Definition G (g : game) (n : N) : N := value_to_depth g (S (N.to_nat n)) n.

Section Game.
Variable g : game.
Hypothesis dec : decreasing g.

Lemma depth_enough : forall d d' n, (N.to_nat n < d)%nat -> (N.to_nat n < d')%nat ->
  value_to_depth g d n = value_to_depth g d' n.
Proof.
  induction d as [|d IH]; intros [|d'] n H H'; try lia. cbn [value_to_depth].
  f_equal. apply map_ext_in. intros l Hl. f_equal. apply map_ext_in. intros x Hx.
  pose proof (dec n l x Hl Hx). apply IH; lia.
Qed.

(** The recurrence that defines nim-values. *)
Theorem G_recurrence n : G g n = mex (map (fun l => nim_sum (map (G g) l)) (g n)).
Proof.
  unfold G at 1. cbn [value_to_depth]. f_equal. apply map_ext_in. intros l Hl.
  f_equal. apply map_ext_in. intros x Hx. pose proof (dec n l x Hl Hx).
  apply depth_enough; lia.
Qed.

(** The same in words: no option has value [v], every smaller number is the value of one. *)
Definition is_mex_of_options (f : N -> N) (n v : N) : Prop :=
  (forall l, In l (g n) -> nim_sum (map f l) <> v) /\
  (forall u, u < v -> exists l, In l (g n) /\ nim_sum (map f l) = u).

Theorem G_is_mex n : is_mex_of_options (G g) n (G g n).
Proof.
  rewrite (G_recurrence n). split.
  - intros l Hl E. eapply mex_not_in. rewrite <- E. apply in_map_iff. eauto.
  - intros u Hu. apply mex_below in Hu. apply in_map_iff in Hu.
    destruct Hu as [l [E Hl]]. eauto.
Qed.

Theorem G_is n v : is_mex_of_options (G g) n v -> G g n = v.
Proof.
  intros [H1 H2]. rewrite (G_recurrence n). apply mex_unique.
  - intros H. apply in_map_iff in H. destruct H as [l [E Hl]]. exact (H1 l Hl E).
  - intros u Hu. apply in_map_iff. destruct (H2 u Hu) as [l [Hl E]]. eauto.
Qed.

(** No other function satisfies the recurrence. *)
Theorem G_unique f : (forall n, is_mex_of_options f n (f n)) -> forall n, G g n = f n.
Proof.
  intros Hf n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  assert (same : forall l, In l (g n) -> nim_sum (map (G g) l) = nim_sum (map f l)).
  { intros l Hl. f_equal. apply map_ext_in. intros x Hx. apply IH.
    exact (dec n l x Hl Hx). }
  apply G_is. destruct (Hf n) as [H1 H2]. split.
  - intros l Hl. rewrite (same l Hl). auto.
  - intros u Hu. destruct (H2 u Hu) as [l [Hl E]]. exists l. rewrite (same l Hl). auto.
Qed.

End Game.
