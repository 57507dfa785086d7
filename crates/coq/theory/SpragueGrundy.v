(** * The theorem of Sprague and Grundy

    The player to move loses exactly when the nim-sum of the nim-values of the heaps is 0. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Play Mex NimValue.
Import ListNotations.
Open Scope N_scope.

Section Game.
Variable g : game.
Hypothesis dec : decreasing g.

(** ** Play ends

    A move replaces a heap by finitely many smaller ones. So the relation "can be reached in
    one move" is well-founded, which is proved heap by heap. *)

Definition after_move (q p : position) : Prop := move g p q.

Lemma move_split a b q : move g (a ++ b) q ->
  (exists a', move g a a' /\ q = a' ++ b) \/ (exists b', move g b b' /\ q = a ++ b').
Proof.
  intros H. remember (a ++ b) as p eqn:E. destruct H as [u n v l Hl].
  revert u E. induction a as [|x a IH]; intros u E.
  - right. exists (u ++ l ++ v). cbn in E. subst b. split; [constructor; auto|auto].
  - destruct u as [|y u]; cbn in E; inversion E; subst.
    + left. exists (l ++ a). split; [|cbn [app]; rewrite app_assoc; auto].
      apply (replace_heap g [] x a l Hl).
    + cbn [app]. destruct (IH u H1) as [[a' [Ha ->]]|[b' [Hb ->]]].
      * left. exists (x :: a'). split; [|auto]. destruct Ha as [u' m v' l' Hl'].
        apply (replace_heap g (x :: u') m v' l' Hl').
      * right. exists b'. auto.
Qed.

Lemma ends_app a : Acc after_move a -> forall b, Acc after_move b -> Acc after_move (a ++ b).
Proof.
  induction 1 as [a _ IHa]. intros b Hb. induction Hb as [b Hb IHb].
  constructor. intros q Hq. apply move_split in Hq.
  destruct Hq as [[a' [Ha ->]]|[b' [Hb' ->]]].
  - apply IHa; [auto|]. constructor. auto.
  - apply IHb. auto.
Qed.

Lemma ends_nil : Acc after_move [].
Proof. constructor. intros q Hq. inversion Hq. destruct before; discriminate. Qed.

Lemma ends_heap n : Acc after_move [n].
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  constructor. intros q Hq. inversion Hq as [u m v l Hl E].
  destruct u as [|y u]; cbn in E; inversion E; subst; [|destruct u; discriminate].
  cbn [app]. rewrite app_nil_r.
  assert (Hs : forall x, In x l -> x < n) by (intros x Hx; exact (dec n l x Hl Hx)).
  clear Hl Hq E. induction l as [|x l IHl]; [apply ends_nil|].
  change (x :: l) with ([x] ++ l). apply ends_app.
  - apply IH. apply Hs. left. auto.
  - apply IHl. intros y Hy. apply Hs. right. auto.
Qed.

Theorem play_ends : well_founded after_move.
Proof.
  intros p. induction p as [|n p IH]; [apply ends_nil|].
  change (n :: p) with ([n] ++ p). apply ends_app; [apply ends_heap|auto].
Qed.

(** ** The theorem *)

Definition value_of_position (p : position) : N := nim_sum (map (G g) p).

Lemma value_after_move u n v l :
  value_of_position (u ++ l ++ v) =
  N.lxor (value_of_position (u ++ n :: v)) (N.lxor (G g n) (nim_sum (map (G g) l))).
Proof.
  unfold value_of_position. rewrite !map_app, !nim_sum_app.
  change (nim_sum (map (G g) (n :: v))) with (N.lxor (G g n) (nim_sum (map (G g) v))).
  nim_bits.
Qed.

Lemma map_eq_app {A B} (f : A -> B) l : forall u x v, map f l = u ++ x :: v ->
  exists a y b, l = a ++ y :: b /\ f y = x.
Proof.
  induction l as [|z l IH]; intros u x v H; cbn in H.
  - destruct u; discriminate.
  - destruct u as [|w u]; cbn in H; inversion H; subst.
    + exists [], z, l. auto.
    + destruct (IH u x v H2) as [a [y [b [-> E]]]]. exists (z :: a), y, b. auto.
Qed.

(** From value 0 every move leads away from 0. *)
Lemma from_zero p q : value_of_position p = 0 -> move g p q -> value_of_position q <> 0.
Proof.
  intros H0 Hm Hq. destruct Hm as [u n v l Hl]. rewrite (value_after_move u n v l), H0, N.lxor_0_l in Hq.
  apply N.lxor_eq in Hq. apply (proj1 (G_is_mex g dec n) l Hl). auto.
Qed.

(** From any other value some move leads to 0: lower a heap that has the leading bit. *)
Lemma to_zero p : value_of_position p <> 0 -> exists q, move g p q /\ value_of_position q = 0.
Proof.
  intros Hn. set (x := value_of_position p) in *.
  assert (Hb : N.testbit (nim_sum (map (G g) p)) (N.log2 x) = true) by exact (N.bit_log2 x Hn).
  apply nim_sum_testbit in Hb. destruct Hb as [a [y [c [E Hy]]]].
  apply map_eq_app in E. destruct E as [u [n [v [Hp Hg]]]]. rewrite <- Hg in Hy.
  destruct (proj2 (G_is_mex g dec n) _ (lxor_lowers (G g n) x Hn Hy)) as [l [Hl El]].
  exists (u ++ l ++ v). split; [rewrite Hp; constructor; auto|].
  rewrite (value_after_move u n v l), <- Hp, El. fold x. nim_bits.
Qed.

Lemma lost_or_won p :
  (value_of_position p = 0 -> lost g p) /\ (value_of_position p <> 0 -> won g p).
Proof.
  induction p as [p IH] using (well_founded_induction play_ends). split.
  - intros H0. constructor. intros q Hq. apply (IH q Hq). apply (from_zero p q); auto.
  - intros Hn. destruct (to_zero p Hn) as [q [Hq H0]].
    apply (a_move_to_lost g p q Hq). apply (IH q Hq). auto.
Qed.

Lemma not_both p : lost g p -> won g p -> False.
Proof.
  induction p as [p IH] using (well_founded_induction play_ends).
  intros [HL] [q Hq Hlq]. exact (IH q Hq Hlq (HL q Hq)).
Qed.

Theorem sprague_grundy p : lost g p <-> nim_sum (map (G g) p) = 0.
Proof.
  fold (value_of_position p). destruct (lost_or_won p) as [H1 H2]. split; [|auto].
  intros HL. destruct (N.eq_dec (value_of_position p) 0) as [|Hn]; [auto|].
  destruct (not_both p HL (H2 Hn)).
Qed.

Theorem sprague_grundy_won p : won g p <-> nim_sum (map (G g) p) <> 0.
Proof.
  fold (value_of_position p). destruct (lost_or_won p) as [H1 H2]. split; [|auto].
  intros HW H0. exact (not_both p (H1 H0) HW).
Qed.

(** Heaps of equal value may be exchanged in every position. *)
Corollary equal_values n m p : G g n = G g m -> (lost g (n :: p) <-> lost g (m :: p)).
Proof. intros E. rewrite !sprague_grundy. cbn [map]. rewrite E. tauto. Qed.
End Game.
