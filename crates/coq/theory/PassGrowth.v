(** * Games with a pass whose values grow

    Moves leave at most one heap, and every number beyond [reach] may be taken: Nim, all-but
    games, codes such as 0.12[3]. The values with and without the pass are arithmetic-periodic
    if they are so over a window, and if the first values are those of a period before, raised,
    and all below the saltus. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Play Mex NimValue Rules LeastPeriod Values PeriodCheck AllBut
  Recurring Pass PassCheck.
Import ListNotations.
Open Scope N_scope.

(** ** The theorem *)

Section Growth.
Variable g : game.
(** [may n m]: a heap of [n] may become one of [m]; 0 is no heap. *)
Variable may : N -> N -> Prop.
Hypothesis options_are : forall n l, In l (g n) <-> exists m, may n m /\ l = leave m.
Hypothesis smaller : forall n m, may n m -> m < n.

(** From a large heap all heaps far below are left, 0 among them if [first] is 0. *)
Variables reach first a p s : N.
Hypothesis far : forall n m, m + reach < n -> (may n m <-> first <= m).
Hypothesis shift : forall n m, a <= m -> (may (n + p) (m + p) <-> may n m).
Hypothesis first_before : first < a.

Lemma growth_decreasing : decreasing g.
Proof.
  intros n l x Hl Hx. apply options_are in Hl. destruct Hl as [m [Hm ->]]. apply smaller in Hm.
  unfold leave in Hx. destruct (m =? 0); [destruct Hx|]. destruct Hx as [<-|[]]. auto.
Qed.

(** Condition (1): the values below a + p are 0, ..., s-1 and those below a, raised by s. *)
Definition raised (f : N -> N) : Prop := forall v,
  (exists m, first <= m < a + p /\ f m = v) <-> v < s \/ exists m, first <= m < a /\ v = f m + s.

Section Sequence.
(** [f n] is the mex of the values that are left and of some more. *)
Variables (f : N -> N) (more : N -> N -> Prop).
Definition excluded (n v : N) : Prop := (exists m, may n m /\ f m = v) \/ more n v.
Hypothesis not_excluded : forall n, ~ excluded n (f n).
Hypothesis below_excluded : forall n u, u < f n -> excluded n u.
Hypothesis more_raised : forall n v, a + reach <= n ->
  (more (n + p) v <-> exists u, more n u /\ v = u + s).
Hypothesis window : forall n, a <= n < a + reach -> f (n + p) = f n + s.
Hypothesis first_raised : raised f.

Lemma f_grows n : a <= n -> f (n + p) = f n + s.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros Hn.
  destruct (N.lt_ge_cases n (a + reach)) as [|Hbig]; [auto|].
  assert (E : forall v, excluded (n + p) v <-> v < s \/ exists u, excluded n u /\ v = u + s).
  { intros v. split.
    - intros [[m' [Hm' Ev]]|Hmore].
      + destruct (N.lt_ge_cases m' (a + p)) as [Hlow|Hhigh].
        * assert (Hin : exists m, first <= m < a + p /\ f m = v).
          { exists m'. split; [|auto]. split; [|auto]. apply (far (n + p) m'); [lia|auto]. }
          apply first_raised in Hin. destruct Hin as [|[m [Hm ->]]]; [auto|right].
          exists (f m). split; [|auto]. left. exists m. split; [|auto]. apply far; lia.
        * assert (Em : m' = m' - p + p) by lia. rewrite Em in Hm'.
          apply (proj1 (shift n (m' - p) ltac:(lia))) in Hm'. right.
          exists (f (m' - p)). split; [left; eauto|].
          pose proof (smaller _ _ Hm'). pose proof (IH (m' - p) ltac:(lia) ltac:(lia)) as Hv.
          rewrite <- Em in Hv. congruence.
      + apply more_raised in Hmore; [|auto]. destruct Hmore as [u [Hu ->]]. right.
        exists u. split; [right; auto|auto].
    - intros H.
      assert (Hlow : (exists m, first <= m < a + p /\ f m = v) -> excluded (n + p) v).
      { intros [m [Hm Ev]]. left. exists m. split; [|auto]. apply far; lia. }
      destruct H as [Hv|[u [[[m [Hm Eu]]|Hmore] ->]]].
      + apply Hlow, first_raised. auto.
      + destruct (N.lt_ge_cases m a) as [Hma|Hma].
        * apply Hlow, first_raised. right. exists m. split; [|lia]. split; [|auto].
          apply (far n m); [lia|auto].
        * left. exists (m + p). split; [apply shift; auto|]. pose proof (smaller _ _ Hm).
          rewrite IH by lia. lia.
      + right. apply more_raised; eauto. }
  destruct (N.lt_trichotomy (f (n + p)) (f n + s)) as [H|[H|H]]; [|auto|]; exfalso.
  - apply (not_excluded (n + p)), E. destruct (N.lt_ge_cases (f (n + p)) s); [auto|right].
    exists (f (n + p) - s). split; [apply below_excluded; lia|lia].
  - apply below_excluded, E in H. destruct H as [H|[u [Hu H]]]; [lia|].
    apply (not_excluded n). replace (f n) with u by lia. auto.
Qed.
End Sequence.

(** *** Without the pass, then with it *)

Lemma no_option_0 : g 0 = [].
Proof.
  destruct (g 0) as [|l ls] eqn:E; [auto|].
  assert (Hl : In l (g 0)) by (rewrite E; left; auto). apply options_are in Hl.
  destruct Hl as [m [Hm _]]. apply smaller in Hm. lia.
Qed.

Lemma value_of_leave m : nim_sum (map (G g) (leave m)) = G g m.
Proof.
  unfold leave. destruct (N.eqb_spec m 0) as [->|]; [|apply N.lxor_0_r].
  rewrite (G_recurrence g growth_decreasing 0), no_option_0. auto.
Qed.

Lemma value_by_pass_leave m v : value_by_pass g (leave m) v <-> value_with_pass g m = v.
Proof.
  unfold value_by_pass, leave. destruct (N.eqb_spec m 0) as [->|Hm].
  - assert (E : value_with_pass g 0 = 0).
    { apply (value_with_pass_recurrence g growth_decreasing). split.
      - intros [[H _]|[l [Hl _]]]; [apply H, no_option_0|]. rewrite no_option_0 in Hl. destruct Hl.
      - intros u Hu. lia. }
    rewrite E. split.
    + intros [[_ ->]|[[|y u] [x [w [H _]]]]]; [auto|discriminate..].
    + intros <-. auto.
  - split.
    + intros [[H _]|[u [x [w [H ->]]]]]; [discriminate|].
      destruct u as [|y u]; [|destruct u; discriminate]. inversion H; subst.
      cbn. rewrite N.lxor_0_r. auto.
    + intros <-. right. exists [], m, []. split; [auto|]. cbn. rewrite N.lxor_0_r. auto.
Qed.

Theorem growth_without_pass :
  (forall n, a <= n < a + reach -> G g (n + p) = G g n + s) -> raised (G g) ->
  forall n, a <= n -> G g (n + p) = G g n + s.
Proof.
  intros Hw Hr. apply (f_grows (G g) (fun _ _ => False)); auto.
  - intros n [[m [Hm E]]|[]]. apply (proj1 (G_is_mex g growth_decreasing n) (leave m)).
    + apply options_are. eauto.
    + rewrite value_of_leave. auto.
  - intros n u Hu. left. destruct (proj2 (G_is_mex g growth_decreasing n) u Hu) as [l [Hl E]].
    apply options_are in Hl. destruct Hl as [m [Hm ->]]. rewrite value_of_leave in E. eauto.
  - intros n v _. split; [intros []|intros [u [[] _]]].
Qed.

Theorem growth_with_pass :
  (forall n, a <= n < a + reach -> G g (n + p) = G g n + s) -> raised (G g) ->
  (forall n, a <= n < a + reach -> value_with_pass g (n + p) = value_with_pass g n + s) ->
  raised (value_with_pass g) ->
  forall n, a <= n -> value_with_pass g (n + p) = value_with_pass g n + s.
Proof.
  intros HwG HrG Hw Hr.
  assert (Hmoves : forall n v, (exists l, In l (g n) /\ value_by_pass g l v) <->
    exists m, may n m /\ value_with_pass g m = v).
  { intros n v. split.
    - intros [l [Hl Hv]]. apply options_are in Hl. destruct Hl as [m [Hm ->]].
      apply value_by_pass_leave in Hv. eauto.
    - intros [m [Hm Hv]]. exists (leave m). split; [apply options_are; eauto|].
      apply value_by_pass_leave. auto. }
  apply (f_grows (value_with_pass g) (fun n v => g n <> [] /\ v = G g n)); auto.
  - intros n H.
    destruct (proj1 (value_with_pass_recurrence g growth_decreasing n _) eq_refl) as [H1 _].
    apply H1. destruct H as [H|H]; [right; apply Hmoves; auto|auto].
  - intros n u Hu.
    destruct (proj1 (value_with_pass_recurrence g growth_decreasing n _) eq_refl) as [_ H2].
    destruct (H2 u Hu) as [H|H]; [right; auto|left; apply Hmoves; auto].
  - intros n v Hn.
    assert (Hmove : forall k, a + reach <= k -> g k <> []).
    { intros k Hk E. assert (Hin : In (leave first) (g k)).
      { apply options_are. exists first. split; [apply far; lia|auto]. }
      rewrite E in Hin. destruct Hin. }
    rewrite (growth_without_pass HwG HrG n) by lia. split.
    + intros [_ ->]. exists (G g n). auto.
    + intros [u [[_ ->] ->]]. split; [apply Hmove; lia|auto].
Qed.
End Growth.

(** ** Deciding claims *)

(** Condition (1) on a list of values. *)
Definition check_raised (first a p s : N) (values : list N) : bool :=
  let met to := skipn (N.to_nat first) (firstn (N.to_nat to) values) in
  let expected := interval 0 (N.to_nat s) ++ map (fun v => v + s) (met a) in
  forallb (fun v => occurs v expected) (met (a + p)) &&
  forallb (fun v => occurs v (met (a + p))) expected.

Lemma in_met f values first to v : values_of f values -> to <= N.of_nat (length values) ->
  In v (skipn (N.to_nat first) (firstn (N.to_nat to) values)) <->
  exists m, first <= m < to /\ f m = v.
Proof.
  intros Hf Hto. set (met := firstn (N.to_nat to) values).
  assert (Hlen : length met = N.to_nat to) by (apply firstn_length_le; lia).
  assert (Hnth : forall i, (i < N.to_nat to)%nat -> nth i met 0 = f (N.of_nat i)).
  { intros i Hi. rewrite Hf by lia. rewrite <- (firstn_skipn (N.to_nat to) values).
    rewrite app_nth1 by (fold met; lia). auto. }
  split.
  - intros H. apply (In_nth _ _ 0) in H. destruct H as [i [Hi E]].
    rewrite skipn_length in Hi. rewrite nth_skipn, Hnth in E by lia.
    exists (N.of_nat (N.to_nat first + i)). split; [lia|auto].
  - intros [m [Hm <-]].
    replace (f m) with (nth (N.to_nat (m - first)) (skipn (N.to_nat first) met) 0).
    + apply nth_In. rewrite skipn_length. lia.
    + rewrite nth_skipn, Hnth by lia. f_equal. lia.
Qed.

Lemma check_raised_spec f first a p s values : values_of f values ->
  a + p <= N.of_nat (length values) -> check_raised first a p s values = true ->
  raised first a p s f.
Proof.
  intros Hf Hlen H. unfold check_raised in H. cbn zeta in H.
  rewrite andb_true_iff, !forallb_forall in H. destruct H as [H1 H2].
  assert (Hexp : forall v, In v (interval 0 (N.to_nat s) ++
    map (fun v => v + s) (skipn (N.to_nat first) (firstn (N.to_nat a) values))) <->
    v < s \/ exists m, first <= m < a /\ v = f m + s).
  { intros v. rewrite in_app_iff, in_interval, in_map_iff. split; (intros [H|H]; [left; lia|right]).
    - destruct H as [u [<- Hu]]. apply (in_met f) in Hu; [|auto|lia].
      destruct Hu as [m [Hm <-]]. eauto.
    - destruct H as [m [Hm ->]]. exists (f m). split; [auto|]. apply (in_met f); [auto|lia|eauto]. }
  intros v. rewrite <- Hexp, <- (in_met f values) by (auto; lia). split.
  - intros Hv. apply occurs_spec. auto.
  - intros Hv. apply occurs_spec. auto.
Qed.

(** [k]: the theorem is applied to the period k p. *)
Definition check_growth (g : game) (reach first l p s a k : N) : bool :=
  let q := k * p in
  let t := k * s in
  let count := a + reach + q + p in
  let c := N.to_nat (without_pass count) in
  (0 <? p) && (0 <? k) && (first <? a) && (l <=? a) &&
  match compute (step_by_definition (add_pass g) c) c 0 [] with
  | None => false
  | Some table =>
      let plain := rev (every_second table) in
      let passing := passing_values table in
      adds_from a q t plain && check_raised first a q t plain &&
      adds_from a q t passing && check_raised first a q t passing &&
      adds_from l p s passing && least_by_values l p s passing
  end.

Theorem check_growth_sound g may reach first l p s a k :
  (forall n l, In l (g n) <-> exists m, may n m /\ l = leave m) ->
  (forall n m, may n m -> m < n) ->
  (forall n m, m + reach < n -> (may n m <-> first <= m)) ->
  (forall q n m, 0 < m -> (may (n + q) (m + q) <-> may n m)) ->
  check_growth g reach first l p s a k = true ->
  decreasing (add_pass g) /\ least_regular (value_with_pass g) l p s.
Proof.
  intros Hopt Hless Hfar Hshift. unfold check_growth. cbn zeta.
  set (q := k * p). set (t := k * s). set (count := a + reach + q + p).
  rewrite !andb_true_iff, !N.ltb_lt, N.leb_le. intros [[[[Hp Hk] Ha] Hl] H].
  assert (Hq : 0 < q) by (unfold q; nia).
  pose proof (growth_decreasing g may Hopt Hless) as dec.
  split; [apply add_pass_decreasing; auto|].
  destruct (compute _ _ _ _) as [table|] eqn:E; [|discriminate].
  apply (compute_spec (add_pass g)) in E;
    [|apply step_by_definition_correct, add_pass_decreasing; auto|apply table_nil].
  rewrite N2Nat.id, N.add_0_l in E.
  rewrite !andb_true_iff in H. destruct H as [[[[[H1 H2] H3] H4] H5] H6].
  destruct (passing_values_spec _ _ _ E) as [Hlen Hval].
  destruct (table_without g count table dec E) as [Hlen' Hnth].
  assert (Hplain : values_of (G g) (rev (every_second table))).
  { intros i Hi. rewrite rev_length in Hi. rewrite rev_nth, Hnth by lia. f_equal. lia. }
  assert (Hlen2 : length (rev (every_second table)) = N.to_nat count) by (rewrite rev_length; auto).
  apply (least_by_values_sound _ l p s (passing_values table)); auto.
  apply (regular_by_multiple _ l p s a q t); auto.
  - apply (growth_with_pass g may Hopt Hless reach first a q t); auto.
    + intros n m Hm. apply Hshift. lia.
    + intros n Hn. apply (adds_from_spec _ a q t (rev (every_second table))); auto; lia.
    + apply (check_raised_spec _ _ _ _ _ (rev (every_second table))); auto. lia.
    + intros n Hn. apply (adds_from_spec _ a q t (passing_values table)); auto; lia.
    + apply (check_raised_spec _ _ _ _ _ (passing_values table)); auto. lia.
  - intros n Hn. apply (adds_from_spec _ l p s (passing_values table)); auto; lia.
Qed.

(** *** All-but games *)

Definition check_all_but_pass (set : list N) (l p s a k : N) : bool :=
  check_growth (all_but set) (greatest set) 0 l p s a k.

Theorem check_all_but_pass_sound set l p s a k : check_all_but_pass set l p s a k = true ->
  decreasing (add_pass (all_but set)) /\ least_regular (value_with_pass (all_but set)) l p s.
Proof.
  apply (check_growth_sound _ (may_leave set)).
  - apply in_all_but.
  - intros n m [H _]. auto.
  - intros n m H. split; [lia|]. intros _. apply far_is_option. auto.
  - intros q n m _. unfold may_leave. replace (n + q - (m + q)) with (n - m) by lia.
    split; intros [H1 H2]; split; auto; lia.
Qed.

(** *** Codes that end in [2] or [3] and leave at most one heap *)

(** Take n - m, which leaves m, or nothing if m is 0. *)
Definition code_may (after : list N) (e : N) (n m : N) : Prop :=
  m < n /\ contains (digit_at 0 after [e] (n - m)) (length (leave m)) = true.

Definition check_recurring_pass (after : list N) (e : N) (l p s a k : N) : bool :=
  forallb (fun d => d <=? 3) after && ((e =? 2) || (e =? 3)) &&
  check_growth (recurring 0 after [e]) (N.of_nat (length after)) (3 - e) l p s a k.

Lemma small_digit d h : d <= 3 -> contains d h = true -> (h <= 1)%nat.
Proof.
  intros Hd H. apply contains_size in H.
  assert (N.size_nat d <= 2)%nat; [|lia].
  destruct d as [|[[d|d|]|[d|d|]|]]; cbn; lia.
Qed.

Lemma endless_digit after e n m : e = 2 \/ e = 3 -> N.of_nat (length after) < n - m ->
  digit_at 0 after [e] (n - m) = e.
Proof.
  intros He H. unfold digit_at. destruct (N.eqb_spec (n - m) 0); [lia|].
  destruct (N.leb_spec (n - m) (N.of_nat (length after))); [lia|].
  cbn [length]. rewrite N.mod_1_r. auto.
Qed.

Theorem check_recurring_pass_sound after e l p s a k :
  check_recurring_pass after e l p s a k = true ->
  decreasing (add_pass (recurring 0 after [e])) /\
  least_regular (value_with_pass (recurring 0 after [e])) l p s.
Proof.
  unfold check_recurring_pass. rewrite !andb_true_iff, orb_true_iff, !N.eqb_eq, forallb_forall.
  intros [[Hafter He] H]. revert H.
  assert (Hsmall : forall k, digit_at 0 after [e] k <= 3).
  { intros i. destruct (digit_in 0 after [e] i) as [E|[E|Hin]]; [rewrite <- E; lia..|].
    apply in_app_or in Hin. destruct Hin as [Hin|[<-|[]]]; [|destruct He; subst; lia].
    apply N.leb_le. auto. }
  assert (Hlen : forall m, length (leave m) = if m =? 0 then 0%nat else 1%nat).
  { intros m. unfold leave. destruct (m =? 0); auto. }
  apply (check_growth_sound _ (code_may after e)).
  - intros n x. rewrite in_recurring. unfold code_may, takes_leaves. split.
    + intros [i [H1 [H2 [H3 H4]]]]. pose proof (small_digit _ _ (Hsmall i) H1) as Hh.
      assert (Hi : i <> 0) by (intros ->; discriminate).
      exists (n - i). destruct x as [|y [|z x]]; cbn [length] in Hh; [| |lia].
      * cbn in H3. subst i. rewrite N.sub_diag. split; [|auto]. rewrite N.sub_0_r.
        split; [lia|auto].
      * inversion H2; subst. cbn [sum fold_right] in *. rewrite N.add_0_r, N.add_sub in *.
        replace (y + i - y) with i by lia. unfold leave.
        destruct (N.eqb_spec y 0); [lia|]. split; [|auto]. split; [lia|auto].
    + intros [m [[H1 H2] ->]]. exists (n - m). split; [auto|]. unfold leave.
      destruct (N.eqb_spec m 0); cbn [sum fold_right].
      * subst. repeat split; auto; lia.
      * repeat split; [constructor; [lia|auto]|lia|lia].
  - intros n m [H _]. auto.
  - intros n m H. unfold code_may. rewrite endless_digit by (auto; lia). rewrite Hlen.
    split.
    + intros [_ H']. destruct (N.eqb_spec m 0) as [->|]; [|destruct He; subst; lia].
      destruct He as [->| ->]; [discriminate|lia].
    + intros H'. split; [lia|]. destruct (N.eqb_spec m 0) as [->|]; [|destruct He; subst; auto].
      destruct He as [->| ->]; [lia|auto].
  - intros q n m Hm. unfold code_may. rewrite !Hlen. replace (n + q - (m + q)) with (n - m) by lia.
    destruct (N.eqb_spec (m + q) 0), (N.eqb_spec m 0); try lia.
    split; intros [H1 H2]; split; auto; lia.
Qed.
