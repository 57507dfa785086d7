(** * Sapp sequences: some residues periodic, the others growing

    From [l] on, f(n+q) = f(n) if n mod q is one of the residues, else f(n) + s. Here is what
    makes [l] and [q] the least. *)
From Coq Require Import NArith ZArith List Lia Bool.
From Sprague Require Import Mex LeastPeriod.
Import ListNotations.
Open Scope N_scope.

(** What a step of [q] adds at [n]. *)
Definition gain (q s : N) (still : list N) (n : N) : N :=
  if occurs (n mod q) still then 0 else s.

Definition sapp (f : N -> N) (l q s : N) (still : list N) : Prop :=
  0 < q /\ forall n, l <= n -> f (n + q) = f n + gain q s still n.

(** Every other preperiod is at least [l], every other period is a multiple of [q]. *)
Definition least_sapp (f : N -> N) (l q s : N) (still : list N) : Prop :=
  sapp f l q s still /\
  forall l' q' s' still', sapp f l' q' s' still' -> l <= l' /\ N.divide q q'.

(** A sequence that repeats after p and after q repeats after their gcd. *)
Lemma repeats_gcd (h : N -> Z) l p q : 0 < p -> 0 < q ->
  (forall n, l <= n -> h (n + p) = h n) -> (forall n, l <= n -> h (n + q) = h n) ->
  forall n, l <= n -> h (n + N.gcd p q) = h n.
Proof.
  intros Hp Hq H1 H2. apply (gcd_of_differences (fun p => forall n, l <= n -> h (n + p) = h n)); auto.
  intros p' q' H H' n Hn. rewrite <- (H' (n + p')), <- (H n) by lia. f_equal. lia.
Qed.

(** ** Gains *)

Lemma gain_period q s still k n : 0 < q -> gain q s still (n + k * q) = gain q s still n.
Proof. intros Hq. unfold gain. rewrite N.mod_add by lia. auto. Qed.

Section Sapp.
Variable f : N -> N.

Lemma sapp_steps l q s still : sapp f l q s still ->
  forall k n, l <= n -> f (n + k * q) = f n + k * gain q s still n.
Proof.
  intros [Hq H] k. induction k as [|k IH] using N.peano_ind; intros n Hn.
  - rewrite !N.mul_0_l, !N.add_0_r. auto.
  - replace (n + N.succ k * q) with (n + k * q + q) by lia.
    rewrite H by lia. rewrite IH, gain_period by auto. lia.
Qed.

(** Two laws of the same sequence gain the same in the same distance. *)
Lemma gains_agree l q s still l' q' s' still' :
  sapp f l q s still -> sapp f l' q' s' still' ->
  forall n, q' * gain q s still n = q * gain q' s' still' n.
Proof.
  intros H H' n. pose proof H as [Hq _]. pose proof H' as [Hq' _].
  set (L := l + l'). set (m := n + L * (q * q')).
  assert (Hm : l <= m /\ l' <= m).
  { assert (1 <= q * q') by nia. assert (L <= L * (q * q')) by nia. unfold m. lia. }
  pose proof (sapp_steps _ _ _ _ H q' m ltac:(lia)) as E.
  pose proof (sapp_steps _ _ _ _ H' q m ltac:(lia)) as E'.
  replace (m + q' * q) with (m + q * q') in E by lia.
  replace (gain q s still m) with (gain q s still n) in E.
  2: { unfold m. replace (n + L * (q * q')) with (n + (L * q') * q) by lia.
       rewrite gain_period; auto. }
  replace (gain q' s' still' m) with (gain q' s' still' n) in E'.
  2: { unfold m. replace (n + L * (q * q')) with (n + (L * q) * q') by lia.
       rewrite gain_period; auto. }
  lia.
Qed.

Lemma gain_other l q s still l' q' s' still' :
  sapp f l q s still -> sapp f l' q' s' still' ->
  forall n, gain q s still (n + q') = gain q s still n.
Proof.
  intros H H' n. pose proof (proj1 H') as Hq'.
  apply (N.mul_cancel_l _ _ q'); [lia|]. rewrite !(gains_agree _ _ _ _ _ _ _ _ H H').
  f_equal. rewrite <- (N.mul_1_l q') at 2. apply gain_period. auto.
Qed.

(** ** How to see that a claim is least *)
Theorem least_sapp_if l q s still : sapp f l q s still ->
  (l = 0 \/ f (l - 1 + q) <> f (l - 1) + gain q s still (l - 1)) ->
  (forall d, 0 < d < q -> N.divide d q ->
     exists n, l <= n /\ q * f (n + d) <> q * f n + d * gain q s still n) ->
  least_sapp f l q s still.
Proof.
  intros H Hl Hd. split; [auto|]. intros l' q' s' still' H'.
  pose proof H as [Hq _]. pose proof H' as [Hq' _]. split.
  - destruct Hl as [->|Hl]; [lia|]. destruct (N.le_gt_cases l l') as [|Hlt]; [auto|].
    elim Hl. assert (1 <= q * q') by nia.
    pose proof (sapp_steps _ _ _ _ H' q (l - 1) ltac:(lia)) as E1.
    pose proof (sapp_steps _ _ _ _ H' q (l - 1 + q) ltac:(lia)) as E2.
    rewrite (gain_other _ _ _ _ _ _ _ _ H' H) in E2.
    pose proof (proj2 H (l - 1 + q * q') ltac:(lia)) as E3.
    replace (gain q s still (l - 1 + q * q')) with (gain q s still (l - 1)) in E3
      by (rewrite (N.mul_comm q q'), gain_period; auto).
    replace (l - 1 + q * q' + q) with (l - 1 + q + q * q') in E3 by lia. lia.
  - set (g := N.gcd q q').
    pose proof (N.gcd_divide_l q q') as D1. pose proof (N.gcd_divide_r q q') as D2.
    fold g in D1, D2.
    assert (Hg : 0 < g).
    { destruct (N.eq_dec g 0) as [E|]; [|lia]. unfold g in E. apply N.gcd_eq_0 in E. lia. }
    destruct (N.lt_ge_cases g q) as [Hlt|Hge].
    2: { assert (g <= q) by (apply N.divide_pos_le; auto). replace q with g by lia. auto. }
    exfalso. destruct (Hd g ltac:(lia) D1) as [n [Hn Hw]]. apply Hw. clear Hw Hd Hl.
    set (c := gain q s still) in *. set (L := N.max l l').
    assert (Hc1 : forall n, c (n + q) = c n).
    { intros m. rewrite <- (N.mul_1_l q) at 1. apply gain_period. auto. }
    assert (Hc2 : forall n, c (n + q') = c n) by (intros m; apply (gain_other _ _ _ _ _ _ _ _ H H')).
    assert (Hcg : forall n, c (n + g) = c n).
    { intros m. apply N2Z.inj.
      apply (repeats_gcd (fun n => Z.of_N (c n)) 0 q q' Hq Hq'); try lia;
        intros k _; rewrite ?Hc1, ?Hc2; auto. }
    (* q f(n) - n c(n) repeats after q and after q' *)
    set (h := fun n => (Z.of_N q * Z.of_N (f n) - Z.of_N n * Z.of_N (c n))%Z).
    assert (Hh : forall n, L <= n -> h (n + g) = h n).
    { apply (repeats_gcd h L q q' Hq Hq'); intros m Hm; unfold h.
      - rewrite (proj2 H) by (unfold L in Hm; lia). fold c. rewrite Hc1, !N2Z.inj_add. ring.
      - rewrite (proj2 H') by (unfold L in Hm; lia). rewrite Hc2.
        pose proof (gains_agree _ _ _ _ _ _ _ _ H H' m) as E. fold c in E.
        apply (f_equal Z.of_N) in E. rewrite !N2Z.inj_mul in E. rewrite !N2Z.inj_add.
        ring_simplify. lia. }
    assert (HL : L <= n + L * q) by nia.
    pose proof (Hh (n + L * q) HL) as E. unfold h in E. rewrite Hcg in E.
    replace (n + L * q + g) with (n + g + L * q) in E by lia.
    rewrite (sapp_steps _ _ _ _ H L (n + g)), (sapp_steps _ _ _ _ H L n) in E by lia.
    fold c in E. rewrite Hcg in E.
    replace (c (n + L * q)) with (c n) in E by (symmetry; apply gain_period; auto).
    apply N2Z.inj. rewrite !N2Z.inj_add, !N2Z.inj_mul in *. nia.
Qed.
End Sapp.

(** ** Least by a list of values f(0), f(1), ... *)

Definition least_sapp_by_values (l q s : N) (still values : list N) : bool :=
  let value := value_in values in
  let count := N.of_nat (length values) in
  (l + q <? count) &&
  fails_earlier l (value (l - 1 + q)) (value (l - 1) + gain q s still (l - 1)) &&
  proper_divisors (fun d =>
    existsb (fun n => negb (q * value (n + d) =? q * value n + d * gain q s still n))
      (interval l (N.to_nat (count - d - l)))) q.

Lemma least_sapp_by_values_sound f l q s still values : sapp f l q s still -> values_of f values ->
  least_sapp_by_values l q s still values = true -> least_sapp f l q s still.
Proof.
  intros Hs Hf H. unfold least_sapp_by_values in H. cbn zeta in H.
  rewrite !andb_true_iff, N.ltb_lt in H. destruct H as [[Hlen H1] H2].
  apply least_sapp_if; auto.
  - apply fails_earlier_spec in H1. destruct H1 as [|[Hl H1]]; [auto|right].
    rewrite !(value_in_spec f) in H1 by (auto; lia). auto.
  - intros d Hd Hdiv. pose proof (proper_divisors_spec _ _ H2 d Hd Hdiv) as Hw.
    apply existsb_exists in Hw. destruct Hw as [n [Hn Hw]]. apply in_interval in Hn.
    rewrite negb_true_iff, N.eqb_neq, !(value_in_spec f) in Hw by (auto; lia).
    exists n. split; [lia|auto].
Qed.
