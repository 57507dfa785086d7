(** * Mark(t) for every t: the values by records

    The heap ta + j, j < t, has the value j; unless j is a record of the values of 1, ..., a: then it
    has the next greater record, or t if there is none. UpMark(t) is the same one token later. *)
From Coq Require Import NArith List Lia Bool.
From Sprague Require Import Play Mex NimValue AllBut Mark Digits.
Import ListNotations.
Open Scope N_scope.

(** ** The statement *)

(** [r] is below [t] and a value of 1, ..., a, and all values after it are less. *)
Definition is_record (t : N) (f : N -> N) (a r : N) : Prop :=
  r < t /\ exists i, 1 <= i <= a /\ f i = r /\ forall k, i < k <= a -> f k < r.

(** [w] is the least of the records that are greater than [j], or [t] if there is none. *)
Definition next_record (t : N) (record : N -> Prop) (j w : N) : Prop :=
  (record w /\ j < w /\ forall r, record r -> j < r -> w <= r) \/
  (w = t /\ forall r, record r -> r <= j).

Definition by_records (t : N) (f : N -> N) : Prop := forall a j, j < t ->
  (~ is_record t f a j /\ f (t * a + j) = j) \/
  (is_record t f a j /\ next_record t (is_record t f a) j (f (t * a + j))).

(** ** Blocks: the values of ta, ..., ta + t - 1 *)

Section Records.
Variable t : N.

Definition place (record : N -> Prop) (j w : N) : Prop :=
  (~ record j /\ w = j) \/ (record j /\ next_record t record j w).

Lemma next_exists (record : N -> Prop) j : (forall r, record r -> r < t) -> (forall r, record r \/ ~ record r) ->
  exists w, next_record t record j w.
Proof.
  intros Hless Hdec.
  assert (H : forall k, (exists w, next_record t record j w) \/ forall r, j < r <= j + k -> ~ record r).
  { induction k as [|k [IH|IH]] using N.peano_ind; [right; lia|auto|].
    destruct (Hdec (j + N.succ k)) as [Hr|Hr].
    - left. exists (j + N.succ k). left. repeat split; [auto|lia|]. intros r H Hj.
      destruct (N.le_gt_cases (j + N.succ k) r) as [|Hlt]; [auto|]. elim (IH r); auto. lia.
    - right. intros r Hrk. destruct (N.eq_dec r (j + N.succ k)) as [->|]; [auto|apply IH; lia]. }
  destruct (H t) as [|Hnone]; [auto|]. exists t. right. split; [auto|]. intros r Hr.
  destruct (N.le_gt_cases r j) as [|Hj]; [auto|]. specialize (Hless r Hr).
  elim (Hnone r); auto. lia.
Qed.

Lemma place_exists (record : N -> Prop) j : (forall r, record r -> r < t) -> (forall r, record r \/ ~ record r) ->
  exists w, place record j w.
Proof.
  intros Hless Hdec. destruct (Hdec j) as [Hj|Hj]; [|exists j; left; auto].
  destruct (next_exists record j Hless Hdec) as [w Hw]. exists w. right. auto.
Qed.

Lemma place_from (record : N -> Prop) j w : j < t -> place record j w -> j <= w.
Proof. intros Hj [[_ ->]|[_ [[_ [H _]]|[-> _]]]]; lia. Qed.

Lemma place_unique (record : N -> Prop) j w w' : place record j w -> place record j w' -> w = w'.
Proof.
  intros [[N1 ->]|[R1 H1]] [[N2 ->]|[R2 H2]]; try contradiction; auto.
  destruct H1 as [[Rw [Hw Hl]]|[-> Hl]], H2 as [[Rw' [Hw' Hl']]|[-> Hl']]; auto.
  - specialize (Hl _ Rw' Hw'). specialize (Hl' _ Rw Hw). lia.
  - specialize (Hl' _ Rw). lia.
  - specialize (Hl _ Rw'). lia.
Qed.

(** What stands at different places of a block differs. *)
Lemma place_injective (record : N -> Prop) i j w : i < j -> j < t ->
  place record i w -> place record j w -> False.
Proof.
  intros Hij Hj Hi Hw. pose proof (place_from record j w Hj Hw) as Hjw.
  destruct Hi as [[_ ->]|[Ri [[Rw [Hiw Hleast]]|[-> Hlast]]]]; [lia| |].
  - destruct Hw as [[Nj ->]|[Rj [[_ [Hlt _]]|[-> Hlast]]]]; [contradiction| |].
    + specialize (Hleast j Rj Hij). lia.
    + specialize (Hlast t Rw). lia.
  - destruct Hw as [[_ E]|[Rj _]]; [lia|]. specialize (Hlast j Rj). lia.
Qed.

(** The record before [j], if there is one: that place has [j]. *)
Lemma place_before (record : N -> Prop) j : (forall r, record r \/ ~ record r) -> record j ->
  (exists i, i < j /\ record i /\ place record i j) \/ forall r, record r -> j <= r.
Proof.
  intros Hdec Rj.
  assert (H : forall k, k <= j -> (exists i, i < j /\ record i /\ place record i j) \/
    forall r, record r -> j - k <= r < j -> False).
  { induction k as [|k IH] using N.peano_ind; intros Hk; [right; intros; lia|].
    destruct (IH ltac:(lia)) as [Hf|Hnone]; [auto|].
    destruct (Hdec (j - N.succ k)) as [Hr|Hr].
    - left. exists (j - N.succ k). repeat split; [lia|auto|]. right. split; [auto|]. left.
      repeat split; [auto|lia|]. intros r H Hjr.
      destruct (N.le_gt_cases j r) as [|Hlt]; [auto|]. elim (Hnone r H). lia.
    - right. intros r H Hjr. destruct (N.eq_dec r (j - N.succ k)) as [->|]; [auto|].
      apply (Hnone r H). lia. }
  destruct (H j ltac:(lia)) as [|Hnone]; [auto|]. right. intros r Hr.
  destruct (N.le_gt_cases j r) as [|Hlt]; [auto|]. elim (Hnone r Hr). lia.
Qed.

(** ** The next block

    [v] is the value of a + 1; the records of a + 1 are [v], if it is below [t], and those greater than it. *)
Section Step.
Variables old new : N -> Prop.
Variable v : N.
Hypothesis old_dec : forall r, old r \/ ~ old r.
Hypothesis new_dec : forall r, new r \/ ~ new r.
Hypothesis old_less : forall r, old r -> r < t.
Hypothesis new_iff : forall r, new r <-> r < t /\ (r = v \/ (old r /\ v < r)).

Lemma new_from r : new r -> v <= r.
Proof. intros H. apply new_iff in H. destruct H as [_ [->|[_ H]]]; lia. Qed.

Lemma not_v j w : j < t -> place new j w -> w <> v.
Proof.
  intros Hj [[Nj ->]|[Rj [[_ [Hlt _]]|[-> _]]]] E.
  - apply Nj, new_iff. auto.
  - pose proof (new_from j Rj). lia.
  - pose proof (new_from j Rj). lia.
Qed.

Lemma not_old j i w : j < i -> i < t -> place new j w -> place old i w -> False.
Proof.
  intros Hji Hi Hj Hw. pose proof (place_from old i w Hi Hw) as Hiw.
  destruct Hj as [[_ ->]|[Rj Hnext]]; [lia|]. pose proof (new_from j Rj) as Hv.
  assert (Hold : forall r, j < r -> old r -> new r)
    by (intros r Hr Ho; apply new_iff; split; [auto|right; split; [auto|lia]]).
  assert (Hnew : forall r, j < r -> new r -> old r).
  { intros r Hr Hn. apply new_iff in Hn. destruct Hn as [_ [->|[Ho _]]]; [lia|auto]. }
  destruct Hnext as [[Rw [Hjw Hleast]]|[-> Hlast]].
  - destruct Hw as [[Ni ->]|[Ri [[_ [Hlt _]]|[-> Hlast]]]].
    + apply Ni, Hnew; auto.
    + specialize (Hleast i (Hold i Hji Ri) Hji). lia.
    + apply new_iff in Rw. lia.
  - destruct Hw as [[_ E]|[Ri _]]; [lia|]. specialize (Hlast i (Hold i Hji Ri)). lia.
Qed.

(** Everything below the value of a place is the value of an earlier one, of a later one of the
    block before, or [v]. *)
Lemma all_below j w u : j < t -> place new j w -> u < w ->
  u = v \/ (exists i, i < j /\ place new i u) \/ (exists i, j < i < t /\ place old i u).
Proof.
  intros Hj Hw Hu.
  assert (Hrecord : new u -> u <= j -> u = v \/ exists i, i < j /\ place new i u).
  { intros Ru Huj. destruct (place_before new u new_dec Ru) as [[i [Hi [_ Hp]]]|Hfirst].
    - right. exists i. split; [lia|auto].
    - left. pose proof (new_from u Ru). assert (Rv : new v).
      { apply new_iff. apply new_iff in Ru. split; [lia|auto]. }
      specialize (Hfirst v Rv). lia. }
  destruct (N.lt_trichotomy u j) as [Huj|[->|Huj]].
  - destruct (new_dec u) as [Ru|Nu].
    + destruct (Hrecord Ru ltac:(lia)) as [|]; auto.
    + right. left. exists u. split; [auto|left; auto].
  - destruct Hw as [[_ ->]|[Rj _]]; [lia|]. destruct (Hrecord Rj ltac:(lia)) as [|]; auto.
  - destruct Hw as [[_ ->]|[Rj Hnext]]; [lia|]. pose proof (new_from j Rj) as Hv.
    assert (Hut : u < t) by (destruct Hnext as [[Rw _]|[-> _]]; [apply new_iff in Rw|]; lia).
    right. right. exists u. split; [lia|]. left. split; [|auto]. intros Ho.
    assert (Ru : new u) by (apply new_iff; split; [auto|right; split; [auto|lia]]).
    destruct Hnext as [[_ [_ Hleast]]|[-> Hlast]].
    + specialize (Hleast u Ru Huj). lia.
    + specialize (Hlast u Ru). lia.
Qed.
End Step.

(** ** Records go on *)

Variable f : N -> N.

Lemma record_0 r : ~ is_record t f 0 r.
Proof. intros [_ [i [Hi _]]]. lia. Qed.

Lemma record_next a r : is_record t f (a + 1) r <->
  r < t /\ (r = f (a + 1) \/ (is_record t f a r /\ f (a + 1) < r)).
Proof.
  split.
  - intros [Hr [i [Hi [E Hall]]]]. split; [auto|].
    destruct (N.eq_dec i (a + 1)) as [->|Hne]; [left; auto|right].
    split; [|apply Hall; lia]. split; [auto|]. exists i. repeat split; auto; try lia.
    intros k Hk. apply Hall. lia.
  - intros [Hr [->|[[_ [i [Hi [E Hall]]]] Hlt]]]; (split; [auto|]).
    + exists (a + 1). repeat split; [lia|lia|]. intros k Hk. lia.
    + exists i. repeat split; auto; [lia|lia|]. intros k Hk.
      destruct (N.eq_dec k (a + 1)) as [->|]; [auto|apply Hall; lia].
Qed.

Lemma record_dec a : forall r, is_record t f a r \/ ~ is_record t f a r.
Proof.
  induction a as [|a IH] using N.peano_ind; intros r; [right; apply record_0|].
  rewrite <- N.add_1_r. rewrite record_next.
  destruct (N.lt_ge_cases r t), (N.eq_dec r (f (a + 1))), (IH r), (N.lt_ge_cases (f (a + 1)) r);
    try (left; auto; fail); right; intros [? [?|[? ?]]]; auto; lia.
Qed.

(** ** The theorem *)

Hypothesis Ht : 2 <= t.

(** The options of a heap, by their sizes. *)
Definition marked (n m : N) : Prop := m = n / t \/ exists k, 1 <= k < t /\ k <= n /\ m = n - k.

Hypothesis f_0 : f 0 = 0.
Hypothesis f_mex : forall n v, 0 < n -> (forall m, marked n m -> f m <> v) ->
  (forall u, u < v -> exists m, marked n m /\ f m = u) -> f n = v.

Lemma first_block j : j < t -> f j = j.
Proof.
  induction j as [j IH] using (well_founded_induction N.lt_wf_0). intros Hj.
  destruct (N.eq_dec j 0) as [->|Hj0]; [auto|].
  assert (E : j / t = 0) by (apply N.div_small; auto).
  apply f_mex; [lia| |].
  - intros m [->|[k [H1 [H2 ->]]]]; [rewrite E, f_0; lia|]. rewrite IH; lia.
  - intros u Hu. exists u. split; [|apply IH; lia]. right. exists (j - u). repeat split; lia.
Qed.

Theorem records_of_mark : by_records t f.
Proof.
  intros a. induction a as [|a IH] using N.peano_ind; intros j Hj.
  - left. split; [apply record_0|]. rewrite N.mul_0_r. apply first_block. auto.
  - rewrite <- N.add_1_r. set (new := is_record t f (a + 1)). set (old := is_record t f a) in *.
    assert (Hnew : forall r, new r <-> r < t /\ (r = f (a + 1) \/ (old r /\ f (a + 1) < r)))
      by apply record_next.
    assert (Hless : forall a r, is_record t f a r -> r < t) by (intros b r H; apply H).
    change (place new j (f (t * (a + 1) + j))).
    induction j as [j IHj] using (well_founded_induction N.lt_wf_0).
    destruct (place_exists new j (Hless (a + 1)) (record_dec (a + 1))) as [w Hw].
    replace (f (t * (a + 1) + j)) with w; [auto|]. symmetry.
    assert (Hdiv : (t * (a + 1) + j) / t = a + 1)
      by (symmetry; apply (N.div_unique _ _ _ j); lia).
    apply f_mex; [nia| |].
    + intros m [->|[k [H1 [H2 ->]]]].
      * rewrite Hdiv. intros E. apply (not_v old new (f (a + 1)) Hnew j w Hj Hw). auto.
      * intros E. destruct (N.le_gt_cases k j) as [Hk|Hk].
        -- replace (t * (a + 1) + j - k) with (t * (a + 1) + (j - k)) in E by lia.
           apply (place_injective new (j - k) j w); auto; [lia|]. rewrite <- E. apply IHj; lia.
        -- replace (t * (a + 1) + j - k) with (t * a + (t + j - k)) in E by lia.
           apply (not_old old new (f (a + 1)) (Hless a) Hnew j (t + j - k) w); auto; try lia.
           rewrite <- E. apply IH. lia.
    + intros u Hu.
      destruct (all_below old new (f (a + 1)) (record_dec (a + 1)) Hnew j w u Hj Hw Hu)
        as [->|[[i [Hi Hp]]|[i [Hi Hp]]]].
      * exists (a + 1). split; [left; auto|auto].
      * exists (t * (a + 1) + i). split.
        -- right. exists (j - i). repeat split; lia.
        -- specialize (IHj i Hi ltac:(lia)). apply (place_unique new i); auto.
      * exists (t * a + i). split.
        -- right. exists (t + j - i). repeat split; lia.
        -- specialize (IH i ltac:(lia)). apply (place_unique old i); auto.
Qed.
End Records.

(** ** The games *)

Lemma marks_decreasing up t : 2 <= t -> decreasing (marks up t).
Proof. intros Ht. destruct up; [apply upmark_decreasing|apply mark_decreasing]; auto. Qed.

Lemma value_left_over g m : G g 0 = 0 -> nim_sum (map (G g) (leave m)) = G g m.
Proof.
  intros H0. unfold leave. destruct (N.eqb_spec m 0) as [->|]; [auto|]. apply N.lxor_0_r.
Qed.

(** The first heap that counts: UpMark(t) is Mark(t) one token later. *)
Definition first_heap (up : bool) : N := if up then 1 else 0.

Lemma no_options_value g n : decreasing g -> g n = [] -> G g n = 0.
Proof.
  intros dec E. apply G_is; [auto|]. split; [rewrite E; intros l []|lia].
Qed.

Lemma first_values_0 up t : 2 <= t -> G (marks up t) 0 = 0 /\ G (marks up t) (first_heap up) = 0.
Proof.
  intros Ht. split; apply no_options_value; auto using marks_decreasing; destruct up; reflexivity.
Qed.

Lemma in_marks up t n l : 2 <= t -> 0 < n ->
  In l (marks up t (n + first_heap up)) <-> exists m, marked t n m /\ l = leave (m + first_heap up).
Proof.
  intros Ht Hn. destruct up; cbn [marks first_heap].
  - assert (E : (n + 1 + t - 1) / t = n / t + 1).
    { replace (n + 1 + t - 1) with (n + 1 * t) by lia. apply N.div_add. lia. }
    unfold upmark. destruct (N.leb_spec (n + 1) 1) as [|_]; [lia|]. rewrite E.
    cbn [In]. rewrite in_map_iff. split.
    + intros [<-|[k [<- Hk]]].
      * exists (n / t). split; [left; auto|auto].
      * apply in_interval in Hk. exists (n - k). split.
        -- right. exists k. repeat split; lia.
        -- f_equal. lia.
    + intros [m [[->|[k [H1 [H2 ->]]]] ->]]; [left; auto|right]. exists k. split.
      * f_equal. lia.
      * apply in_interval. lia.
  - rewrite !N.add_0_r, in_mark by auto. split.
    + intros [_ [->|[k [H1 [H2 ->]]]]]; eexists; (split; [|rewrite N.add_0_r; reflexivity]);
        [left; auto|right; exists k; auto].
    + intros [m [[->|[k [H1 [H2 ->]]]] ->]]; rewrite N.add_0_r; (split; [auto|]); [auto|].
      right. exists k. auto.
Qed.

(** The claim says a base and the first heap that counts. *)
Definition check_records (up : bool) (t base first : N) : bool :=
  (2 <=? t) && (base =? t) && (first =? first_heap up).

Theorem check_records_sound up t base first : check_records up t base first = true ->
  decreasing (marks up t) /\ G (marks up t) 0 = 0 /\
  by_records base (fun n => G (marks up t) (n + first)).
Proof.
  unfold check_records. rewrite !andb_true_iff, N.leb_le, !N.eqb_eq. intros [[Ht ->] ->].
  pose proof (marks_decreasing up t Ht) as dec. pose proof (first_values_0 up t Ht) as [H0 H1].
  split; [auto|]. split; [auto|]. apply records_of_mark; auto.
  intros n v Hn Hdiffers Hbelow. apply G_is; [auto|]. split.
  - intros l Hl. apply (in_marks up t n l Ht Hn) in Hl. destruct Hl as [m [Hm ->]].
    rewrite value_left_over by auto. apply Hdiffers. auto.
  - intros u Hu. destruct (Hbelow u Hu) as [m [Hm E]]. exists (leave (m + first_heap up)). split.
    + apply (in_marks up t n _ Ht Hn). eauto.
    + rewrite value_left_over by auto. auto.
Qed.
