(** * Misere play: who cannot move has won

    A finite commutative monoid with a class for each heap and a set of classes describes
    misere play if four conditions hold. Then it is the misere quotient: two positions have
    the same class exactly if no third position tells them apart. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Play SpragueGrundy.
Import ListNotations.
Open Scope N_scope.

(** ** Play *)

(** Lost: there is a move, and every move leads to a won position. *)
Inductive misere_lost (g : game) (p : position) : Prop :=
| misere_moves_to_won q0 : move g p q0 -> (forall q, move g p q -> misere_won g q) ->
    misere_lost g p
with misere_won (g : game) (p : position) : Prop :=
| misere_no_move : (forall q, ~ move g p q) -> misere_won g p
| misere_move_to_lost q : move g p q -> misere_lost g q -> misere_won g p.

(** No sum with a third position tells the two apart. *)
Definition indistinguishable (g : game) (p q : position) : Prop :=
  forall r, misere_lost g (p ++ r) <-> misere_lost g (q ++ r).

(** ** Classes *)

(** The class of a position is the product of the classes of its heaps; 0 is the identity. *)
Definition class_of (mul : N -> N -> N) (phi : N -> N) (p : position) : N :=
  fold_right (fun n c => mul (phi n) c) 0 p.

Record commutative_monoid (order : N) (mul : N -> N -> N) : Prop := {
  has_identity : 0 < order;
  closed : forall x y, x < order -> y < order -> mul x y < order;
  identity : forall x, x < order -> mul 0 x = x;
  commutes : forall x y, x < order -> y < order -> mul x y = mul y x;
  associates : forall x y z, x < order -> y < order -> z < order ->
    mul (mul x y) z = mul x (mul y z) }.

Section Quotient.
Variable g : game.
Hypothesis dec : decreasing g.
Variables (order : N) (mul : N -> N -> N).
Hypothesis monoid : commutative_monoid order mul.
Variable phi : N -> N.
Hypothesis phi_class : forall n, phi n < order.
Variable in_P : N -> bool.
Notation class := (class_of mul phi).

Let one := identity order mul monoid.
Let comm := commutes order mul monoid.
Let assoc := associates order mul monoid.

Lemma class_lt p : class p < order.
Proof.
  induction p as [|n p IH]; cbn; [apply (has_identity _ _ monoid)|].
  apply (closed _ _ monoid); auto.
Qed.

Lemma class_app a b : class (a ++ b) = mul (class a) (class b).
Proof.
  induction a as [|n a IH]; cbn [app class_of fold_right].
  - symmetry. apply one, class_lt.
  - fold (class (a ++ b)) (class a). rewrite IH. symmetry.
    apply assoc; auto using class_lt.
Qed.

(** Take the heaps l out of a sum. *)
Lemma class_middle u l v : class (u ++ l ++ v) = mul (class l) (class (u ++ v)).
Proof.
  rewrite !class_app. rewrite <- !assoc by (auto using class_lt).
  f_equal. apply comm; apply class_lt.
Qed.

Lemma class_heap u n v : class (u ++ n :: v) = mul (phi n) (class (u ++ v)).
Proof.
  change (n :: v) with ([n] ++ v). rewrite class_middle. f_equal. cbn.
  rewrite comm by (auto using class_lt; apply (has_identity _ _ monoid)). apply one. auto.
Qed.

(** ** The conditions

    [pairs] contains for every heap with options its class and a set V of classes: with each
    z in V some option gives a class in P. [closure] is closed under adding a heap. *)
Variables pairs closure : list (N * list N).

Record heap_fits (n : N) : Prop := {
  (* (0) *) no_options_class : g n = [] -> phi n = 0;
  (* (P) *) no_P_to_P : forall o z, In o (g n) -> z < order ->
    in_P (mul (class o) z) = true -> in_P (mul (phi n) z) = false;
  (* for (N) *) has_pair : g n <> [] -> exists V, In (phi n, V) pairs /\
    forall z, In z V -> exists o, In o (g n) /\ in_P (mul (class o) z) = true }.

Hypothesis heaps_fit : forall n, heap_fits n.
Hypothesis identity_not_P : in_P 0 = false.
Hypothesis pairs_small : forall y V z, In (y, V) pairs -> In z V -> z < order.
Hypothesis closure_small : forall x W z, In (x, W) closure -> In z W -> z < order.
Hypothesis closure_starts : forall y V, In (y, V) pairs ->
  exists W, In (y, W) closure /\ incl W V.
Hypothesis closure_closed : forall x W y V, In (x, W) closure -> In (y, V) pairs ->
  exists W', In (mul x y, W') closure /\
    forall z, In z W' -> In (mul z y) W \/ In (mul z x) V.
(* (N) *)
Hypothesis closure_ok : forall x W, In (x, W) closure -> In 0 W \/ in_P x = true.

(** Either no heap has an option, or the class of the position is in the closure, with
    classes z for which some move leads into P. *)
Lemma in_closure p : (forall n, In n p -> g n = []) \/
  exists W, In (class p, W) closure /\
    forall z, In z W -> exists q, move g p q /\ in_P (mul (class q) z) = true.
Proof.
  induction p as [|n p IH]; [left; easy|].
  assert (Hmove : forall q, move g p q -> move g (n :: p) (n :: q)).
  { intros q [u m v l Hl]. apply (replace_heap g (n :: u) m v l Hl). }
  assert (Hcl : class (n :: p) = mul (phi n) (class p)) by reflexivity.
  pose proof (class_lt p) as Hp. pose proof (phi_class n) as Hn.
  destruct (g n) as [|o0 os] eqn:En.
  - (* the heap has no option *)
    pose proof (no_options_class n (heaps_fit n) En) as E0.
    destruct IH as [IH|[W [HW IH]]].
    + left. intros m [<-|Hm]; auto.
    + right. exists W. rewrite Hcl, E0, one by auto. split; [auto|].
      intros z Hz. destruct (IH z Hz) as [q [Hq HP]]. exists (n :: q). split; [auto|].
      change (class (n :: q)) with (mul (phi n) (class q)).
      rewrite E0, one by apply class_lt. auto.
  - right. assert (Hne : g n <> []) by (rewrite En; discriminate).
    destruct (has_pair n (heaps_fit n) Hne) as [V [HV Hopt]].
    destruct IH as [IH|[W [HW IH]]].
    + (* it is the only one with options *)
      assert (Ep : class p = 0).
      { clear - IH heaps_fit one monoid. induction p as [|m p IHp]; [auto|]. cbn.
        fold (class p). rewrite IHp by (intros k Hk; apply IH; right; auto).
        rewrite (no_options_class m (heaps_fit m)) by (apply IH; left; auto).
        apply one. apply (has_identity _ _ monoid). }
      destruct (closure_starts _ _ HV) as [W [HW Hincl]]. exists W.
      rewrite Hcl, Ep, comm, one by (auto; apply (has_identity _ _ monoid)). split; [auto|].
      intros z Hz. destruct (Hopt z (Hincl z Hz)) as [o [Ho HP]]. exists (o ++ p). split.
      * apply (replace_heap g [] n p o Ho).
      * rewrite class_app, Ep, (comm (class o) 0), (one (class o)); auto using class_lt.
        apply (has_identity _ _ monoid).
    + destruct (closure_closed _ _ _ _ HW HV) as [W' [HW' Hz']]. exists W'.
      rewrite Hcl, comm by auto. split; [auto|]. intros z Hz.
      pose proof (closure_small _ _ _ HW' Hz) as Hzl.
      destruct (Hz' z Hz) as [H|H].
      * destruct (IH _ H) as [q [Hq HP]]. exists (n :: q). split; [auto|].
        change (class (n :: q)) with (mul (phi n) (class q)).
        rewrite (comm (phi n)), assoc, (comm (phi n) z) by (auto using class_lt). auto.
      * destruct (Hopt _ H) as [o [Ho HP]]. exists (o ++ p). split.
        -- apply (replace_heap g [] n p o Ho).
        -- rewrite class_app, assoc, (comm (class p) z) by (auto using class_lt). auto.
Qed.

Lemma no_moves p : (forall n, In n p -> g n = []) -> forall q, ~ move g p q.
Proof.
  intros H q Hm. destruct Hm as [u n v l Hl]. rewrite (H n) in Hl by (apply in_elt). destruct Hl.
Qed.

Lemma some_move p : ~ (forall n, In n p -> g n = []) -> exists q, move g p q.
Proof.
  induction p as [|n p IH]; intros H; [elim H; easy|].
  destruct (g n) as [|o os] eqn:E.
  - destruct IH as [q Hq].
    + intros Hp. apply H. intros m [<-|Hm]; auto.
    + exists (n :: q). destruct Hq as [u m v l Hl]. apply (replace_heap g (n :: u) m v l Hl).
  - exists (o ++ p). apply (replace_heap g [] n p o). rewrite E. left. auto.
Qed.

Lemma class_zero p : (forall n, In n p -> g n = []) -> class p = 0.
Proof.
  induction p as [|n p IH]; intros H; [auto|]. cbn. fold (class p).
  rewrite IH by (intros k Hk; apply H; right; auto).
  rewrite (no_options_class n (heaps_fit n)) by (apply H; left; auto).
  apply one. apply (has_identity _ _ monoid).
Qed.

Lemma misere_outcome p :
  (in_P (class p) = true -> misere_lost g p) /\ (in_P (class p) = false -> misere_won g p).
Proof.
  induction p as [p IH] using (well_founded_induction (play_ends g dec)). split.
  - intros HP. destruct (some_move p) as [q0 Hq0].
    { intros H. rewrite (class_zero p H), identity_not_P in HP. discriminate. }
    apply (misere_moves_to_won g p q0 Hq0). intros q Hq. apply (IH q Hq).
    destruct Hq as [u n v l Hl]. rewrite class_heap in HP. rewrite class_middle.
    destruct (in_P (mul (class l) (class (u ++ v)))) eqn:E; [|auto].
    rewrite (no_P_to_P n (heaps_fit n) l (class (u ++ v))) in HP; auto using class_lt.
  - intros HN. destruct (in_closure p) as [H|[W [HW Hz]]].
    + apply misere_no_move. apply no_moves. auto.
    + destruct (closure_ok _ _ HW) as [H0|H]; [|congruence].
      destruct (Hz 0 H0) as [q [Hq HP]]. apply (misere_move_to_lost g p q Hq).
      apply (IH q Hq). rewrite comm, one in HP; auto using class_lt.
      apply (has_identity _ _ monoid).
Qed.

Lemma misere_not_both p : misere_lost g p -> misere_won g p -> False.
Proof.
  induction p as [p IH] using (well_founded_induction (play_ends g dec)).
  intros [q0 Hq0 HL] HW. destruct HW as [HW|q Hq Hlq]; [exact (HW q0 Hq0)|].
  exact (IH q Hq Hlq (HL q Hq)).
Qed.

(** The classes tell who wins. *)
Theorem misere_by_class p : misere_lost g p <-> in_P (class p) = true.
Proof.
  destruct (misere_outcome p) as [H1 H2]. split; [|auto].
  intros HL. destruct (in_P (class p)) eqn:E; [auto|]. destruct (misere_not_both p HL (H2 eq_refl)).
Qed.

(** (R) Different classes are told apart by some class; every class is that of a position. *)
Hypothesis reduced : forall x y, x < order -> y < order -> x <> y ->
  exists z, z < order /\ in_P (mul x z) <> in_P (mul y z).
Hypothesis generated : forall x, x < order -> exists p, class p = x.

Theorem same_class_iff p q : indistinguishable g p q <-> class p = class q.
Proof.
  split.
  - intros H. destruct (N.eq_dec (class p) (class q)) as [|Hne]; [auto|exfalso].
    destruct (reduced _ _ (class_lt p) (class_lt q) Hne) as [z [Hz Hd]].
    destruct (generated z Hz) as [r <-]. specialize (H r).
    rewrite !misere_by_class, !class_app in H. apply Hd.
    destruct (in_P (mul (class p) (class r))), (in_P (mul (class q) (class r))); intuition.
  - intros E r. rewrite !misere_by_class, !class_app, E. tauto.
Qed.
End Quotient.

(** ** The statement *)

(** [class] is the misere quotient of the game, with [order] classes. *)
Definition misere_quotient (g : game) (order : N) (in_P : N -> bool) (class : position -> N)
  : Prop :=
  (forall p, misere_lost g p <-> in_P (class p) = true) /\
  (forall p q, indistinguishable g p q <-> class p = class q) /\
  (forall x, x < order <-> exists p, class p = x).
