(** * Mark(t): take 1 to t-1, or go to n/t rounded down

    Fraenkel's theorem for every t >= 2: besides 0, the heaps of value 0 are those with an odd
    number of trailing zeros in base t. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Play Mex NimValue SpragueGrundy AllBut.
Import ListNotations.
Open Scope N_scope.

Definition mark (t : N) : game := fun n =>
  if n =? 0 then []
  else leave (n / t) :: map (fun k => leave (n - k)) (interval 1 (N.to_nat (N.min (t - 1) n))).

(** [n] has exactly [e] trailing zeros in base [t]. *)
Definition trailing_zeros (t n e : N) : Prop := exists m, n = t ^ e * m /\ m mod t <> 0.

Section Mark.
Variable t : N.
Hypothesis Ht : 2 <= t.
Notation g := (mark t).

Lemma in_mark n l : In l (g n) <->
  0 < n /\ (l = leave (n / t) \/ exists k, 1 <= k < t /\ k <= n /\ l = leave (n - k)).
Proof.
  unfold mark. destruct (N.eqb_spec n 0) as [->|Hn]; [split; [intros []|lia]|].
  cbn [In]. rewrite in_map_iff. split.
  - intros [<-|[k [<- Hk]]]; (split; [lia|]); [auto|right].
    apply in_interval in Hk. exists k. repeat split; lia.
  - intros [_ [->|[k [H1 [H2 ->]]]]]; [auto|right]. exists k. split; [auto|].
    apply in_interval. lia.
Qed.

Theorem mark_decreasing : decreasing g.
Proof.
  intros n l x Hl Hx. apply in_mark in Hl.
  assert (Hd : 0 < n -> n / t < n) by (intros H; apply N.div_lt; lia).
  assert (Hm : forall m, In x (leave m) -> x = m).
  { intros m Hm. unfold leave in Hm. destruct (m =? 0); [destruct Hm|].
    destruct Hm as [E|[]]. auto. }
  destruct Hl as [Hn [E|[k [H1 [H2 E]]]]]; rewrite E in Hx; apply Hm in Hx; subst x;
    [auto|lia].
Qed.

Lemma value_leave m : nim_sum (map (G g) (leave m)) = G g m.
Proof.
  unfold leave. destruct (N.eqb_spec m 0) as [->|]; cbn; [reflexivity|apply N.lxor_0_r].
Qed.

(** [m] is an option of [n]. *)
Definition mark_option (n m : N) : Prop :=
  0 < n /\ (m = n / t \/ exists k, 1 <= k < t /\ k <= n /\ m = n - k).

Lemma zero_iff n : G g n = 0 <-> forall m, mark_option n m -> G g m <> 0.
Proof.
  destruct (G_is_mex g mark_decreasing n) as [H1 H2]. split.
  - intros E m [Hn Hm]. rewrite E in H1. rewrite <- (value_leave m). apply H1. apply in_mark.
    split; [auto|]. destruct Hm as [->|[k [A [B ->]]]]; [auto|right; eauto].
  - intros H. destruct (N.eq_dec (G g n) 0) as [|Hne]; [auto|exfalso].
    destruct (H2 0 ltac:(lia)) as [l [Hl E]]. apply in_mark in Hl. destruct Hl as [Hn Hl].
    destruct Hl as [->|[k [A [B ->]]]]; rewrite value_leave in E.
    + apply (H (n / t)); [split; auto|auto].
    + apply (H (n - k)); [split; [auto|right; exists k; auto]|auto].
Qed.

(** ** Trailing zeros *)

Lemma zeros_0 n : trailing_zeros t n 0 <-> n mod t <> 0.
Proof.
  unfold trailing_zeros. split.
  - intros [m [-> H]]. rewrite N.pow_0_r, N.mul_1_l. auto.
  - intros H. exists n. rewrite N.pow_0_r, N.mul_1_l. auto.
Qed.

Lemma zeros_multiple n e : trailing_zeros t (t * n) e <-> 0 < e /\ trailing_zeros t n (e - 1).
Proof.
  unfold trailing_zeros. split.
  - intros [m [E Hm]]. destruct (N.eq_dec e 0) as [->|He].
    + exfalso. apply Hm. rewrite N.pow_0_r, N.mul_1_l in E. rewrite <- E, N.mul_comm.
      apply N.mod_mul. lia.
    + split; [lia|]. exists m. split; [|auto].
      replace e with (N.succ (e - 1)) in E by lia. rewrite N.pow_succ_r', <- N.mul_assoc in E.
      apply N.mul_cancel_l in E; [auto|lia].
  - intros [He [m [-> Hm]]]. exists m. split; [|auto].
    replace e with (N.succ (e - 1)) at 2 by lia. rewrite N.pow_succ_r'. apply N.mul_assoc.
Qed.

Lemma multiple_or_not n : n mod t <> 0 \/ exists q, n = t * q.
Proof.
  destruct (N.eq_dec (n mod t) 0) as [E|]; [right|auto].
  apply N.mod_divide in E; [|lia]. destruct E as [q ->]. exists q. apply N.mul_comm.
Qed.

Lemma zeros_exist n : 0 < n -> exists e, trailing_zeros t n e.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros Hn.
  destruct (multiple_or_not n) as [H|[q ->]]; [exists 0; apply zeros_0; auto|].
  destruct (IH q) as [e He]; [nia|nia|]. exists (e + 1). apply zeros_multiple.
  split; [lia|]. replace (e + 1 - 1) with e by lia. auto.
Qed.

Lemma zeros_unique n : forall e e', trailing_zeros t n e -> trailing_zeros t n e' -> e = e'.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros e e' H H'.
  destruct (N.eq_dec n 0) as [->|Hn].
  { exfalso. destruct H as [m [E Hm]].
    assert (m = 0) by (pose proof (N.pow_nonzero t e ltac:(lia)); nia).
    subst m. apply Hm. apply N.mod_0_l. lia. }
  destruct (multiple_or_not n) as [Hq|[q ->]].
  - assert (H0 : forall e, trailing_zeros t n e -> e = 0).
    { intros f [m [E Hm]]. destruct (N.eq_dec f 0) as [|Hf]; [auto|]. elim Hq.
      replace f with (N.succ (f - 1)) in E by lia. rewrite N.pow_succ_r' in E.
      rewrite E, <- N.mul_assoc, N.mul_comm. apply N.mod_mul. lia. }
    rewrite (H0 e H), (H0 e' H'). auto.
  - apply zeros_multiple in H, H'. destruct H as [A H], H' as [A' H'].
    assert (q < t * q) by nia. pose proof (IH q ltac:(auto) _ _ H H'). lia.
Qed.

Definition odd_zeros (n : N) : Prop := exists e, trailing_zeros t n e /\ N.odd e = true.

Lemma odd_zeros_multiple q : 0 < q -> odd_zeros (t * q) <-> ~ odd_zeros q.
Proof.
  intros Hq. destruct (zeros_exist q Hq) as [e He]. split.
  - intros [f [Hf Ho]] [e' [He' Ho']]. apply zeros_multiple in Hf. destruct Hf as [Hf0 Hf].
    pose proof (zeros_unique q _ _ Hf He') as E.
    replace f with (e' + 1) in Ho by lia. rewrite N.odd_add, Ho' in Ho. discriminate.
  - intros H. exists (e + 1). split.
    + apply zeros_multiple. split; [lia|]. replace (e + 1 - 1) with e by lia. auto.
    + rewrite N.odd_add. destruct (N.odd e) eqn:E; [|auto]. elim H. exists e. auto.
Qed.

Lemma odd_zeros_residue n : n mod t <> 0 -> ~ odd_zeros n.
Proof.
  intros H [e [He Ho]]. apply zeros_0 in H. rewrite (zeros_unique n _ _ He H) in Ho. discriminate.
Qed.

(** ** The theorem *)

Lemma mark_zero_positive n : 0 < n -> G g n = 0 <-> odd_zeros n.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros Hn.
  destruct (multiple_or_not n) as [Hres|[q ->]].
  - (* not a multiple of t: some option has value 0 *)
    split; [|intros H; destruct (odd_zeros_residue n Hres H)].
    intros E. exfalso. rewrite zero_iff in E.
    pose proof (N.div_mod' n t) as Ed. assert (n mod t < t) by (apply N.mod_lt; lia).
    set (q := n / t) in *. set (j := n mod t) in *.
    destruct (N.eq_dec q 0) as [Hq|Hq].
    + apply (E 0); [|apply zero_iff; intros m [Hm _]; lia].
      split; [auto|]. right. exists j. rewrite Hq, N.mul_0_r in Ed. repeat split; lia.
    + assert (q < n) by (unfold q; apply N.div_lt; lia).
      assert (Hqn : G g q <> 0) by (apply E; split; auto).
      apply (E (t * q)).
      * split; [auto|]. right. exists j. repeat split; lia.
      * apply IH; [lia|nia|]. apply odd_zeros_multiple; [lia|]. rewrite <- IH by lia. auto.
  - assert (Hq : 0 < q) by nia. assert (Hqn : q < t * q) by nia.
    rewrite odd_zeros_multiple by auto. rewrite <- IH by auto. rewrite zero_iff. split.
    + intros H. apply H. split; [auto|]. left. rewrite N.mul_comm, N.div_mul by lia. auto.
    + intros H m [_ Hm]. destruct Hm as [->|[k [H1 [H2 ->]]]].
      * rewrite N.mul_comm, N.div_mul by lia. auto.
      * assert (k < t * q) by nia. rewrite IH by lia. apply odd_zeros_residue.
        intros Em. apply N.mod_divide in Em; [|lia]. destruct Em as [r Er].
        assert (r < q) by nia. assert (t * (r + 1) <= t * q) by (apply N.mul_le_mono_l; lia).
        lia.
Qed.

Theorem mark_zeros n : G g n = 0 <-> n = 0 \/ odd_zeros n.
Proof.
  destruct (N.eq_dec n 0) as [->|Hn].
  - split; [auto|]. intros _. apply zero_iff. intros m [Hm _]. lia.
  - rewrite mark_zero_positive by lia. split; [auto|]. intros [H|H]; [contradiction|auto].
Qed.

(** A single heap is lost for the player to move exactly then. *)
Corollary mark_lost n : lost g [n] <-> n = 0 \/ odd_zeros n.
Proof.
  rewrite (sprague_grundy g mark_decreasing). cbn. rewrite N.lxor_0_r. apply mark_zeros.
Qed.
End Mark.
