(** * The least preperiod and the least period

    A claim "preperiod l, period p, saltus s" means G(n+p) = G(n) + s for all n >= l, with l
    and p the least possible. Saltus 0 is a periodic sequence. *)
From Coq Require Import NArith ZArith List Lia Bool.
From Sprague Require Import Mex.
Import ListNotations.
Open Scope N_scope.

Definition regular (f : N -> N) (l p s : N) : Prop :=
  0 < p /\ forall n, l <= n -> f (n + p) = f n + s.

(** Every other preperiod is at least [l], every other period is a multiple of [p]. *)
Definition least_regular (f : N -> N) (l p s : N) : Prop :=
  regular f l p s /\
  forall l' p' s', regular f l' p' s' -> l <= l' /\ N.divide p p'.

(** ** Periods have their greatest common divisor as a period *)

(** What is true of p and q and of differences is true of their gcd: Euclid. *)
Lemma gcd_of_differences (Q : N -> Prop) : (forall p q, Q (p + q) -> Q q -> Q p) ->
  forall p q, 0 < p -> 0 < q -> Q p -> Q q -> Q (N.gcd p q).
Proof.
  intros HQ p q. remember (p + q) as w eqn:Hw. revert p q Hw.
  induction w as [w IH] using (well_founded_induction N.lt_wf_0). intros p q -> Hp Hq H1 H2.
  assert (Hless : forall p' q', p' + q' = p + q -> 0 < p' < q' -> Q p' -> Q q' -> Q (N.gcd p' q')).
  { intros p' q' E H H' H''. replace (N.gcd p' q') with (N.gcd p' (q' - p')).
    - apply (IH (p' + (q' - p')) ltac:(lia) p' (q' - p') eq_refl); auto; try lia.
      apply (HQ (q' - p') p'); auto. replace (q' - p' + p') with q' by lia. auto.
    - rewrite <- (N.gcd_add_diag_r p' (q' - p')). f_equal. lia. }
  destruct (N.lt_trichotomy p q) as [H|[<-|H]].
  - apply Hless; auto; lia.
  - rewrite N.gcd_diag. auto.
  - rewrite N.gcd_comm. apply Hless; auto; lia.
Qed.

Section Steps.
Variable f : N -> N.
Notation F n := (Z.of_N (f n)).

(** From [l] on a step of [p] adds [s], which may be negative for the moment. *)
Definition step_adds (l p : N) (s : Z) : Prop :=
  forall n, l <= n -> (F (n + p) = F n + s)%Z.

Lemma regular_adds l p s : regular f l p s -> step_adds l p (Z.of_N s).
Proof. intros [_ H] n Hn. rewrite H by auto. lia. Qed.

Lemma adds_later l l' p s : l <= l' -> step_adds l p s -> step_adds l' p s.
Proof. intros Hl H n Hn. apply H. lia. Qed.

Lemma adds_difference l p q s t : step_adds l (p + q) s -> step_adds l q t ->
  step_adds l p (s - t).
Proof.
  intros H1 H2 n Hn. specialize (H1 n Hn). specialize (H2 (n + p) ltac:(lia)).
  rewrite N.add_assoc in H1. lia.
Qed.

Lemma adds_multiple l p s : step_adds l p s -> forall k, step_adds l (k * p) (Z.of_N k * s).
Proof.
  intros H k. induction k as [|k IH] using N.peano_ind; intros n Hn.
  - rewrite N.mul_0_l, N.add_0_r. lia.
  - specialize (IH n Hn). specialize (H (n + k * p) ltac:(lia)).
    replace (n + N.succ k * p) with (n + k * p + p) by lia. rewrite H, IH. lia.
Qed.

Lemma adds_gcd l p q s t : 0 < p -> 0 < q -> step_adds l p s -> step_adds l q t ->
  exists u, step_adds l (N.gcd p q) u.
Proof.
  intros Hp Hq H1 H2. apply (gcd_of_differences (fun p => exists u, step_adds l p u)); eauto.
  intros p' q' [u H] [v H']. exists (u - v)%Z. apply adds_difference with (q := q'); auto.
Qed.

(** A step that is regular late is regular as soon as a longer one is. *)
Lemma adds_earlier l l' p d s u : 0 < p -> step_adds l p s -> step_adds l' d u ->
  step_adds l d u.
Proof.
  intros Hp H1 H2 n Hn. pose proof (adds_multiple l p s H1 l') as H.
  assert (l' <= l' * p) by nia.
  pose proof (H n Hn). pose proof (H (n + d) ltac:(lia)).
  specialize (H2 (n + l' * p) ltac:(lia)).
  replace (n + l' * p + d) with (n + d + l' * p) in H2 by lia. lia.
Qed.

(** ** How to see that a claim is least

    It is enough that the law fails one heap earlier, and that no proper divisor of [p] is a
    step that always adds the same. *)
Theorem least_if l p s : regular f l p s ->
  (l = 0 \/ f (l - 1 + p) <> f (l - 1) + s) ->
  (forall d u, 0 < d < p -> N.divide d p -> ~ step_adds l d u) ->
  least_regular f l p s.
Proof.
  intros Hreg Hl Hd. split; [auto|]. intros l' p' s' Hreg'.
  pose proof (regular_adds _ _ _ Hreg) as H. pose proof (regular_adds _ _ _ Hreg') as H'.
  destruct Hreg as [Hp Hreg], Hreg' as [Hp' Hreg'].
  split.
  - destruct Hl as [->|Hl]; [lia|]. destruct (N.le_gt_cases l l') as [|Hlt]; [auto|].
    elim Hl. pose proof (adds_multiple l' p' _ H' p) as Hm.
    pose proof (Hm (l - 1) ltac:(lia)). pose proof (Hm (l - 1 + p) ltac:(lia)).
    pose proof (H (l - 1 + p * p') ltac:(nia)).
    replace (l - 1 + p * p' + p) with (l - 1 + p + p * p') in * by lia. lia.
  - set (l2 := N.max l l').
    destruct (adds_gcd l2 p p' (Z.of_N s) (Z.of_N s')) as [u Hu]; auto.
    { apply (adds_later l); auto. unfold l2. lia. }
    { apply (adds_later l'); auto. unfold l2. lia. }
    pose proof (N.gcd_divide_l p p') as D1. pose proof (N.gcd_divide_r p p') as D2.
    set (d := N.gcd p p') in *.
    assert (0 < d).
    { destruct (N.eq_dec d 0) as [E|]; [|lia]. unfold d in E. apply N.gcd_eq_0 in E. lia. }
    destruct (N.lt_ge_cases d p) as [Hlt|Hge].
    + destruct (Hd d u ltac:(lia) D1). exact (adds_earlier l l2 p d _ u Hp H Hu).
    + assert (d <= p) by (apply N.divide_pos_le; auto). replace p with d by lia. auto.
Qed.

(** For saltus 0: no proper divisor is a period. *)
Corollary least_period_if l p : regular f l p 0 ->
  (l = 0 \/ f (l - 1 + p) <> f (l - 1)) ->
  (forall d, 0 < d < p -> N.divide d p -> ~ (forall n, l <= n -> f (n + d) = f n)) ->
  least_regular f l p 0.
Proof.
  intros Hreg Hl Hd. apply least_if; [auto|rewrite N.add_0_r; auto|].
  intros d u Hdp [k Hk] Hu. apply (Hd d Hdp); [exists k; auto|].
  assert (u = 0%Z) as ->.
  { pose proof (regular_adds _ _ _ Hreg l ltac:(lia)) as H1.
    pose proof (adds_multiple l d u Hu k l ltac:(lia)) as H2. rewrite <- Hk in H2.
    assert (Z.of_N k * u = 0)%Z by lia. assert (k <> 0) by (intros ->; lia). nia. }
  intros n Hn. specialize (Hu n Hn). lia.
Qed.

(** For any saltus: some step of [d] differs from the first one. *)
Corollary least_by_witnesses l p s : regular f l p s ->
  (l = 0 \/ f (l - 1 + p) <> f (l - 1) + s) ->
  (forall d, 0 < d < p -> N.divide d p ->
     exists n, l <= n /\ f (n + d) + f l <> f (l + d) + f n) ->
  least_regular f l p s.
Proof.
  intros Hreg Hl Hd. apply least_if; auto. intros d u Hdp Hdiv Hu.
  destruct (Hd d Hdp Hdiv) as [n [Hn Hw]]. pose proof (Hu n Hn). pose proof (Hu l ltac:(lia)).
  lia.
Qed.
End Steps.

(** A law for the step [q] from [a] on, and for the step [p] from [l] on as far as a + q. *)
Lemma regular_by_multiple f l p s a q t : 0 < p -> 0 < q -> l <= a ->
  (forall n, a <= n -> f (n + q) = f n + t) ->
  (forall n, l <= n < a + q -> f (n + p) = f n + s) -> regular f l p s.
Proof.
  intros Hp Hq Hl Hall Hp'. split; [auto|]. intros n.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros Hn.
  destruct (N.lt_ge_cases n (a + q)) as [|Hbig]; [auto|].
  replace (n + p) with (n - q + p + q) by lia. rewrite Hall by lia.
  rewrite IH by lia. pose proof (Hall (n - q) ltac:(lia)) as E.
  replace (n - q + q) with n in E by lia. lia.
Qed.

(** ** Deciding that a claim is least *)

(** Every proper divisor of [q] passes a test. Only divisors are tested: a machine that computes
    both sides of "or" would test all numbers below q. *)
Definition proper_divisors (test : N -> bool) (q : N) : bool :=
  forallb (fun d => if q mod d =? 0 then test d else true) (interval 1 (N.to_nat (q - 1))).

Lemma proper_divisors_spec test q : proper_divisors test q = true ->
  forall d, 0 < d < q -> N.divide d q -> test d = true.
Proof.
  unfold proper_divisors. rewrite forallb_forall. intros H d Hd Hdiv.
  specialize (H d ltac:(apply in_interval; lia)).
  destruct (N.eqb_spec (q mod d) 0) as [|E]; [auto|]. elim E. apply N.mod_divide; auto. lia.
Qed.

(** Nothing is earlier than heap 0, and else the law fails one heap earlier. *)
Definition fails_earlier (l found expected : N) : bool := (l =? 0) || negb (found =? expected).

Lemma fails_earlier_spec l found expected : fails_earlier l found expected = true ->
  l = 0 \/ (0 < l /\ found <> expected).
Proof.
  unfold fails_earlier. rewrite orb_true_iff, negb_true_iff, N.eqb_eq, N.eqb_neq.
  destruct (N.eq_dec l 0); [auto|]. intros [?|?]; [auto|right; split; [lia|auto]].
Qed.

(** *** By a list of values f(0), f(1), ... *)

Definition value_in (values : list N) (n : N) : N := nth (N.to_nat n) values 0.
Definition values_of (f : N -> N) (values : list N) : Prop :=
  forall i, (i < length values)%nat -> f (N.of_nat i) = nth i values 0.

Lemma value_in_spec f values n : values_of f values -> n < N.of_nat (length values) ->
  value_in values n = f n.
Proof. intros Hf Hn. unfold value_in. rewrite <- Hf by lia. f_equal. lia. Qed.

(** Some entry of [b] exceeds that of [a] by another amount than [first_b] exceeds [first_a]. *)
Fixpoint differ_somewhere (first_a first_b : N) (a b : list N) : bool :=
  match a, b with
  | x :: a, y :: b => negb (y + first_a =? first_b + x) || differ_somewhere first_a first_b a b
  | _, _ => false
  end.

Lemma differ_somewhere_spec fa fb : forall a b, differ_somewhere fa fb a b = true ->
  exists i, (i < length a)%nat /\ (i < length b)%nat /\ nth i b 0 + fa <> fb + nth i a 0.
Proof.
  induction a as [|x a IH]; intros [|y b]; cbn [differ_somewhere]; try discriminate.
  rewrite orb_true_iff, negb_true_iff, N.eqb_neq. intros [H|H].
  - exists 0%nat. cbn. repeat split; auto; lia.
  - destruct (IH b H) as [i [H1 [H2 H3]]]. exists (S i). cbn. repeat split; auto; lia.
Qed.

Definition least_by_values (l q s : N) (values : list N) : bool :=
  let value := value_in values in
  let late := skipn (N.to_nat l) values in
  (l + q <? N.of_nat (length values)) &&
  fails_earlier l (value (l - 1 + q)) (value (l - 1) + s) &&
  proper_divisors (fun d =>
    differ_somewhere (value l) (value (l + d)) late (skipn (N.to_nat d) late)) q.

Lemma least_by_values_sound f l q s values : regular f l q s -> values_of f values ->
  least_by_values l q s values = true -> least_regular f l q s.
Proof.
  intros Hreg Hf H. pose proof Hreg as [Hq _]. unfold least_by_values in H. cbn zeta in H.
  rewrite !andb_true_iff, N.ltb_lt in H. destruct H as [[Hlen H1] H2].
  apply least_by_witnesses; auto.
  - apply fails_earlier_spec in H1. destruct H1 as [|[Hl H1]]; [auto|right].
    rewrite !(value_in_spec f) in H1 by (auto; lia). auto.
  - intros d Hd Hdiv. pose proof (proper_divisors_spec _ _ H2 d Hd Hdiv) as Hw.
    rewrite !(value_in_spec f) in Hw by (auto; lia).
    apply differ_somewhere_spec in Hw. destruct Hw as [i [I1 [I2 Hw]]].
    rewrite !skipn_length in I2. rewrite skipn_length in I1.
    exists (l + N.of_nat i). split; [lia|].
    rewrite !nth_skipn, <- !Hf in Hw by lia.
    replace (l + N.of_nat i + d) with (N.of_nat (N.to_nat l + (N.to_nat d + i))) by lia.
    replace (l + N.of_nat i) with (N.of_nat (N.to_nat l + i)) by lia. auto.
Qed.
