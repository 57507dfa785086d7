(** * Misere quotients of the heaps up to a bound

    The quotient of the positions whose heaps are at most [last]: whatever the quotient of the whole
    game may be, finite or not. Larger heaps are left without options for it. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Play Mex SpragueGrundy Rules Misere QuotientCheck.
Import ListNotations.
Open Scope N_scope.

(** ** The statement *)

Definition heaps_to (last : N) (p : position) : Prop := forall n, In n p -> n <= last.

Definition misere_quotient_to (g : game) (last order : N) (in_P : N -> bool)
  (class : position -> N) : Prop :=
  (forall p, heaps_to last p -> misere_lost g p <-> in_P (class p) = true) /\
  (forall p q, heaps_to last p -> heaps_to last q ->
     (forall r, heaps_to last r -> misere_lost g (p ++ r) <-> misere_lost g (q ++ r)) <->
     class p = class q) /\
  (forall x, x < order <-> exists p, heaps_to last p /\ class p = x).

(** ** From a game whose larger heaps have no options *)

Definition up_to (last : N) (g : game) : game := fun n => if n <=? last then g n else [].

Lemma heaps_to_app last p q : heaps_to last (p ++ q) <-> heaps_to last p /\ heaps_to last q.
Proof.
  unfold heaps_to. split.
  - intros H. split; intros n Hn; apply H, in_or_app; auto.
  - intros [H1 H2] n Hn. apply in_app_or in Hn. destruct Hn; auto.
Qed.

Section UpTo.
Variable g : game.
Hypothesis dec : decreasing g.
Variable last : N.
Notation u := (up_to last g).

Lemma up_to_decreasing : decreasing u.
Proof.
  intros n l x Hl Hx. unfold up_to in Hl. destruct (n <=? last); [|destruct Hl].
  apply (dec n l x); auto.
Qed.

Lemma moves_up_to p q : heaps_to last p -> move u p q <-> move g p q.
Proof.
  intros Hp. split; intros H; destruct H as [a n b l Hl];
    assert (Hn : n <= last) by (apply Hp, in_elt); constructor; unfold up_to in *.
  - destruct (n <=? last); [auto|destruct Hl].
  - destruct (N.leb_spec n last); [auto|lia].
Qed.

Lemma heaps_to_move p q : heaps_to last p -> move g p q -> heaps_to last q.
Proof.
  intros Hp H. destruct H as [a n b l Hl]. apply heaps_to_app in Hp. destruct Hp as [Ha Hb].
  apply heaps_to_app. split; [auto|]. apply heaps_to_app. split.
  - intros x Hx. pose proof (dec n l x Hl Hx). specialize (Hb n ltac:(left; auto)). lia.
  - intros x Hx. apply Hb. right. auto.
Qed.

Lemma same_play p : heaps_to last p ->
  (misere_lost u p <-> misere_lost g p) /\ (misere_won u p <-> misere_won g p).
Proof.
  induction p as [p IH] using (well_founded_induction (play_ends g dec)). intros Hp.
  assert (Hmove : forall q, move g p q -> heaps_to last q)
    by (intros q; apply heaps_to_move; auto).
  split; split; intros H.
  - destruct H as [q0 Hq0 H]. apply (moves_up_to p q0 Hp) in Hq0.
    apply (misere_moves_to_won g p q0 Hq0). intros q Hq.
    apply (IH q Hq (Hmove q Hq)). apply H. apply moves_up_to; auto.
  - destruct H as [q0 Hq0 H]. apply (misere_moves_to_won u p q0).
    { apply moves_up_to; auto. }
    intros q Hq. apply (moves_up_to p q Hp) in Hq. apply (IH q Hq (Hmove q Hq)). auto.
  - destruct H as [H|q Hq H].
    + apply misere_no_move. intros q Hq. apply (H q). apply moves_up_to; auto.
    + apply (moves_up_to p q Hp) in Hq. apply (misere_move_to_lost g p q Hq).
      apply (IH q Hq (Hmove q Hq)). auto.
  - destruct H as [H|q Hq H].
    + apply misere_no_move. intros q Hq. apply (moves_up_to p q Hp) in Hq. apply (H q Hq).
    + apply (misere_move_to_lost u p q); [apply moves_up_to; auto|].
      apply (IH q Hq (Hmove q Hq)). auto.
Qed.

(** Heaps without options have class 0 and may be left out. *)
Variables (order : N) (mul : N -> N -> N) (phi : N -> N) (in_P : N -> bool).
Hypothesis monoid : commutative_monoid order mul.
Hypothesis phi_class : forall n, phi n < order.
Hypothesis phi_large : forall n, last < n -> phi n = 0.
Notation class := (class_of mul phi).

Definition small_heaps (p : position) : position := filter (fun n => n <=? last) p.

Lemma small_heaps_to p : heaps_to last (small_heaps p).
Proof. intros n Hn. apply filter_In in Hn. apply N.leb_le. apply Hn. Qed.

Lemma class_small p : class (small_heaps p) = class p.
Proof.
  induction p as [|n p IH]; [auto|]. cbn [small_heaps filter]. fold (small_heaps p).
  cbn [class_of fold_right]. fold (class p). destruct (N.leb_spec n last) as [|Hn].
  - cbn [class_of fold_right]. fold (class (small_heaps p)). rewrite IH. auto.
  - rewrite IH, (phi_large n Hn), (identity _ _ monoid); [auto|].
    apply class_lt; auto.
Qed.

Theorem quotient_up_to : misere_quotient u order in_P class ->
  misere_quotient_to g last order in_P class.
Proof.
  intros [Q1 [Q2 Q3]].
  assert (Happ : forall p q, class (p ++ q) = mul (class p) (class q))
    by (intros; apply (class_app order); auto).
  assert (Hlost : forall p, heaps_to last p -> misere_lost g p <-> in_P (class p) = true)
    by (intros p Hp; rewrite <- (proj1 (same_play p Hp)); auto).
  split; [auto|]. split.
  - intros p q Hp Hq. rewrite <- Q2. split; intros H r.
    + rewrite !Q1, !Happ, <- (class_small r), <- !Happ.
      pose proof (small_heaps_to r) as Hr. rewrite <- !Hlost by (apply heaps_to_app; auto). auto.
    + intros Hr. rewrite !Hlost by (apply heaps_to_app; auto). rewrite <- !Q1. auto.
  - intros x. rewrite Q3. split.
    + intros [p <-]. exists (small_heaps p). split; [apply small_heaps_to|apply class_small].
    + intros [p [_ E]]. eauto.
Qed.
End UpTo.

(** ** Decided *)

(** The classes of the heaps up to [last]; larger ones have the class of the empty position. *)
Definition class_to (e : quotient_evidence) (last : N) : position -> N :=
  let f := function_of (heap_classes e) in
  class_of (product_of (table e)) (fun n => if n <=? last then f n else 0).

Definition check_quotient_to (rs : rules) (last : N) (e : quotient_evidence) : bool :=
  let mul := product_of (table e) in
  let f := function_of (heap_classes e) in
  let phi := fun n => if n <=? last then f n else 0 in
  let in_P := in_P_of e in
  let order := order_of e in
  well_formed rs && forallb (fun c => c <? order) (heap_classes e) && check_monoid order mul &&
  forallb (fun n => check_heap order mul in_P phi (options rs) (heap_pairs e) n)
    (interval 0 (N.to_nat (last + 1))) &&
  check_quotient_rest order mul in_P phi (heap_pairs e) (pair_closure e) (class_words e).

Theorem check_quotient_to_sound rs last e : check_quotient_to rs last e = true ->
  misere_quotient_to (options rs) last (order_of e) (in_P_of e) (class_to e last).
Proof.
  unfold check_quotient_to, class_to. cbn zeta.
  set (mul := product_of (table e)). set (f := function_of (heap_classes e)).
  set (phi := fun n => if n <=? last then f n else 0).
  set (in_P := in_P_of e). set (order := order_of e).
  rewrite !andb_true_iff. intros [[[[wf Hcl] Hm] Hheaps] Hrest].
  apply check_monoid_sound in Hm. rewrite forallb_forall in Hcl, Hheaps.
  assert (Hphi : forall n, phi n < order).
  { intros n. unfold phi. destruct (n <=? last); [|apply (has_identity _ _ Hm)].
    apply function_of_lt; [apply (has_identity _ _ Hm)|].
    intros y Hy. apply N.ltb_lt. auto. }
  assert (Hlarge : forall n, last < n -> phi n = 0)
    by (intros n Hn; unfold phi; destruct (N.leb_spec n last); [lia|auto]).
  pose proof (options_decreasing rs wf) as dec.
  apply (quotient_up_to (options rs) dec last order mul phi in_P); auto.
  apply (quotient_sound order mul in_P phi (up_to last (options rs)) (heap_pairs e) (pair_closure e)
    (class_words e)); auto using up_to_decreasing.
  intros n. destruct (N.le_gt_cases n last) as [Hn|Hn].
  - assert (E : up_to last (options rs) n = options rs n)
      by (unfold up_to; destruct (N.leb_spec n last); [auto|lia]).
    destruct (check_heap_sound order mul in_P phi (options rs) (heap_pairs e) n) as [H1 H2 H3].
    + intros q. apply class_lt; auto.
    + apply Hheaps. apply in_below. lia.
    + constructor; rewrite ?E; auto.
  - assert (E : up_to last (options rs) n = [])
      by (unfold up_to; destruct (N.leb_spec n last); [lia|auto]).
    constructor; rewrite ?E; [intros _; auto|intros o z []|congruence].
Qed.
