(** * The least excluded value and the nim-sum *)
From Coq Require Import NArith List Lia Bool.
Import ListNotations.
Open Scope N_scope.

(** ** Intervals of numbers *)

Fixpoint interval (first : N) (count : nat) : list N :=
  match count with O => [] | S count => first :: interval (N.succ first) count end.

Lemma in_interval n : forall a x, In x (interval a n) <-> a <= x < a + N.of_nat n.
Proof.
  induction n as [|n IH]; intros a x; cbn [interval In]; [lia|]. rewrite IH. lia.
Qed.

Lemma in_below x n : x < n -> In x (interval 0 (N.to_nat n)).
Proof. intros H. apply in_interval. lia. Qed.

Lemma interval_length n : forall a, length (interval a n) = n.
Proof. induction n as [|n IH]; intros a; cbn [interval length]; auto. Qed.

Lemma interval_nth n : forall a i, (i < n)%nat -> nth i (interval a n) 0 = a + N.of_nat i.
Proof.
  induction n as [|n IH]; intros a [|i] Hi; cbn [interval nth]; try lia. rewrite IH by lia. lia.
Qed.

Lemma interval_NoDup n : forall a, NoDup (interval a n).
Proof.
  induction n as [|n IH]; intros a; cbn [interval]; constructor; auto.
  rewrite in_interval. lia.
Qed.

(** ** mex *)

Definition occurs (v : N) (l : list N) : bool := existsb (N.eqb v) l.

Lemma occurs_spec v l : occurs v l = true <-> In v l.
Proof.
  unfold occurs. rewrite existsb_exists. split.
  - intros [x [H E]]. apply N.eqb_eq in E. congruence.
  - intros H. exists v. split; [auto|apply N.eqb_refl].
Qed.

(** Count up from [v] as long as the number occurs in [l]. *)
Fixpoint count_up (fuel : nat) (v : N) (l : list N) : N :=
  match fuel with
  | O => v
  | S fuel => if occurs v l then count_up fuel (v + 1) l else v
  end.

(** [mex l] is the least number that is not in [l]. *)
Definition mex (l : list N) : N := count_up (length l) 0 l.

Lemma count_up_spec l fuel : forall v,
  (forall u, u < v -> In u l) ->
  (forall u, u < count_up fuel v l -> In u l) /\
  (In (count_up fuel v l) l -> count_up fuel v l = v + N.of_nat fuel).
Proof.
  induction fuel as [|fuel IH]; intros v Hv; cbn [count_up].
  - split; [auto|]. intros _. lia.
  - destruct (occurs v l) eqn:E.
    + apply occurs_spec in E. destruct (IH (v + 1)) as [H1 H2].
      * intros u Hu. destruct (N.eq_dec u v) as [->|]; [auto|]. apply Hv. lia.
      * split; [auto|]. intros H. rewrite (H2 H). lia.
    + split; [auto|]. intros H. apply occurs_spec in H. congruence.
Qed.

Lemma mex_below l u : u < mex l -> In u l.
Proof. apply count_up_spec. intros v Hv. lia. Qed.

(** Were [mex l] in [l], then [l] would contain one number more than it has places. *)
Lemma mex_not_in l : ~ In (mex l) l.
Proof.
  intros Hin. unfold mex in *.
  destruct (count_up_spec l (length l) 0) as [H1 H2]; [lia|]. specialize (H2 Hin).
  assert (Hincl : incl (interval 0 (S (length l))) l).
  { intros u Hu. apply in_interval in Hu.
    destruct (N.eq_dec u (count_up (length l) 0 l)) as [->|]; [auto|]. apply H1. lia. }
  apply NoDup_incl_length in Hincl; [|apply interval_NoDup].
  rewrite interval_length in Hincl. lia.
Qed.

Lemma mex_unique l v : ~ In v l -> (forall u, u < v -> In u l) -> mex l = v.
Proof.
  intros H1 H2. destruct (N.lt_trichotomy (mex l) v) as [H|[H|H]]; [|auto|].
  - destruct (mex_not_in l). auto.
  - destruct H1. apply mex_below. auto.
Qed.

(** ** Nim-sums *)

Definition nim_sum (l : list N) : N := fold_right N.lxor 0 l.

Lemma nim_sum_app a b : nim_sum (a ++ b) = N.lxor (nim_sum a) (nim_sum b).
Proof.
  induction a as [|x a IH]; cbn [app nim_sum fold_right]; [auto|].
  fold (nim_sum (a ++ b)) (nim_sum a). rewrite IH. apply eq_sym, N.lxor_assoc.
Qed.

Lemma nim_sum_exchange (f : N -> N) a x y c : f x = f y ->
  nim_sum (map f (a ++ x :: c)) = nim_sum (map f (a ++ y :: c)).
Proof. intros E. rewrite !map_app. cbn [map]. rewrite E. auto. Qed.

(** Equations between nim-sums are decided bit by bit. *)
Ltac nim_bits :=
  apply N.bits_inj; intros ?i; rewrite ?N.lxor_spec, ?N.bits_0;
  repeat match goal with |- context [N.testbit ?a ?i] => destruct (N.testbit a i) end; auto.

Lemma lxor_cancel a b : N.lxor a (N.lxor a b) = b.
Proof. nim_bits. Qed.

(** Adding x lowers v if v has the leading bit of x. *)
Lemma lxor_lowers v x : x <> 0 -> N.testbit v (N.log2 x) = true -> N.lxor v x < v.
Proof.
  intros Hx Hb. set (b := N.log2 x) in *.
  assert (E : N.shiftr x b = 1).
  { rewrite N.shiftr_div_pow2. symmetry. subst b.
    assert (0 < x) as Hp by lia. destruct (N.log2_spec x Hp) as [H1 H2].
    rewrite N.pow_succ_r' in H2.
    apply (N.div_unique x (2 ^ N.log2 x) 1 (x - 2 ^ N.log2 x)); lia. }
  destruct (N.lt_ge_cases (N.lxor v x) v) as [H|H]; [auto|exfalso].
  apply (N.div_le_mono _ _ (2 ^ b)) in H; [|apply N.pow_nonzero; discriminate].
  rewrite <- !N.shiftr_div_pow2, N.shiftr_lxor, E in H.
  assert (Hodd : N.testbit (N.shiftr v b) 0 = true)
    by (rewrite N.shiftr_spec', N.add_0_l; auto).
  rewrite N.bit0_odd in Hodd. destruct (N.shiftr v b) as [|[q|q|]]; try discriminate;
    cbn in H; lia.
Qed.

(** A bit of a nim-sum is a bit of one of the terms. *)
Lemma nim_sum_testbit l b : N.testbit (nim_sum l) b = true ->
  exists u x v, l = u ++ x :: v /\ N.testbit x b = true.
Proof.
  induction l as [|x l IH]; cbn [nim_sum fold_right].
  - discriminate.
  - rewrite N.lxor_spec. destruct (N.testbit x b) eqn:E.
    + intros _. exists [], x, l. auto.
    + rewrite xorb_false_l. intros H. destruct (IH H) as [u [y [v [-> Hy]]]].
      exists (x :: u), y, v. auto.
Qed.

Lemma nth_skipn (l : list N) k : forall i, nth i (skipn k l) 0 = nth (k + i) l 0.
Proof. revert l. induction k as [|k IH]; intros [|x l] i; cbn; auto. destruct i; auto. Qed.
