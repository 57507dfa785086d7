(** * All-but games: take any number except some

    The arithmetic periodicity theorem (Lessons in Play, Lemma 7.43): if G(n+p) = G(n) + s for
    l <= n <= l + 2a, a the greatest exception, then for all n >= l. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Play Mex NimValue LeastPeriod Values Shift.
Import ListNotations.
Open Scope N_scope.

(** The game: from a heap of n take k with 1 <= k <= n, k not in the set. *)
Definition leave (m : N) : list N := if m =? 0 then [] else [m].

Definition all_but (set : list N) : game := fun n =>
  map (fun k => leave (n - k))
    (filter (fun k => negb (occurs k set)) (interval 1 (N.to_nat n))).

Section AllBut.
Variable set : list N.
Notation g := (all_but set).

(** [m] is an option of [n]. *)
Definition may_leave (n m : N) : Prop := m < n /\ ~ In (n - m) set.

Lemma in_all_but n l : In l (g n) <-> exists m, may_leave n m /\ l = leave m.
Proof.
  unfold all_but, may_leave. rewrite in_map_iff. split.
  - intros [k [<- H]]. apply filter_In in H. destruct H as [H1 H2].
    apply in_interval in H1. rewrite negb_true_iff in H2.
    exists (n - k). split; [|auto]. split; [lia|]. replace (n - (n - k)) with k by lia.
    rewrite <- occurs_spec. congruence.
  - intros [m [[H1 H2] ->]]. exists (n - m). split; [f_equal; lia|].
    apply filter_In. split; [apply in_interval; lia|].
    rewrite negb_true_iff. destruct (occurs (n - m) set) eqn:E; [|auto].
    apply occurs_spec in E. contradiction.
Qed.

Theorem all_but_decreasing : decreasing g.
Proof.
  intros n l x Hl Hx. apply in_all_but in Hl. destruct Hl as [m [[Hm _] ->]].
  unfold leave in Hx. destruct (m =? 0); [destruct Hx|]. destruct Hx as [<-|[]]. auto.
Qed.

Lemma value_left m : nim_sum (map (G g) (leave m)) = G g m.
Proof.
  unfold leave. destruct (N.eqb_spec m 0) as [->|]; cbn; [auto|apply N.lxor_0_r].
Qed.

Lemma option_differs n m : may_leave n m -> G g m <> G g n.
Proof.
  intros H E. destruct (G_is_mex g all_but_decreasing n) as [H1 _].
  apply (H1 (leave m)); [apply in_all_but; eauto|]. rewrite value_left. auto.
Qed.

Lemma smaller_is_option n u : u < G g n -> exists m, may_leave n m /\ G g m = u.
Proof.
  intros H. destruct (G_is_mex g all_but_decreasing n) as [_ H2].
  destruct (H2 u H) as [l [Hl E]]. apply in_all_but in Hl. destruct Hl as [m [Hm ->]].
  rewrite value_left in E. eauto.
Qed.

Definition greatest : N := fold_right N.max 0 set.

Lemma far_is_option n m : m + greatest < n -> may_leave n m.
Proof.
  intros H. split; [lia|]. intros Hin.
  assert (Hle : forall l x, In x l -> x <= fold_right N.max 0 l).
  { intros l x. induction l as [|y l IH]; cbn [In fold_right]; [easy|].
    intros [->|Hx]; [lia|]. specialize (IH Hx). lia. }
  pose proof (Hle _ _ Hin). unfold greatest in H. lia.
Qed.

(** [l + a] is a landmark: from beyond l + 2a all heaps below it are options. *)
Theorem all_but_window l p s :
  (forall n, l <= n <= l + 2 * greatest -> G g (n + p) = G g n + s) ->
  forall n, l <= n -> G g (n + p) = G g n + s.
Proof.
  set (a := greatest). intros Hw n.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros Hn.
  destruct (N.le_gt_cases n (l + 2 * a)) as [|Hbig]; [apply Hw; auto|].
  assert (Hmark : G g (l + a + p) = G g (l + a) + s) by (apply Hw; lia).
  apply G_is; [apply all_but_decreasing|]. split.
  - intros l' Hl' E. apply in_all_but in Hl'. destruct Hl' as [m' [[Hm' Hset] ->]].
    rewrite value_left in E. destruct (N.le_gt_cases (l + p) m') as [Hbeyond|Hbefore].
    + (* the option corresponds to one of n *)
      apply (option_differs n (m' - p)).
      * split; [lia|]. replace (n - (m' - p)) with (n + p - m') by lia. auto.
      * rewrite <- (N.sub_add p m') in E by lia. rewrite IH in E by lia. lia.
    + (* then the landmark is larger, and the value of n was one of its options *)
      assert (Hlt : G g n < G g (l + a)).
      { destruct (N.lt_ge_cases (G g n) (G g (l + a))) as [|Hge]; [auto|exfalso].
        destruct (N.eq_dec (G g m') (G g (l + a + p))) as [E'|Hne].
        - apply (option_differs (l + a + p) m'); [apply far_is_option; fold a; lia|auto].
        - destruct (smaller_is_option m' (G g (l + a + p))) as [m'' [[H1 _] H2]]; [lia|].
          apply (option_differs (l + a + p) m''); [apply far_is_option; fold a; lia|auto]. }
      destruct (smaller_is_option (l + a) _ Hlt) as [m [[Hm _] Em]].
      apply (option_differs n m); [apply far_is_option; fold a; lia|auto].
  - intros u Hu. destruct (N.lt_ge_cases u (G g (l + a + p))) as [Hsmall|Hlarge].
    + destruct (smaller_is_option _ _ Hsmall) as [m' [[Hm' _] <-]].
      exists (leave m'). split; [|apply value_left]. apply in_all_but. exists m'.
      split; [apply far_is_option; fold a; lia|auto].
    + destruct (smaller_is_option n (u - s)) as [m [[Hm Hset] Em]]; [lia|].
      destruct (N.le_gt_cases l m) as [Hlm|Hml].
      * exists (leave (m + p)). split.
        -- apply in_all_but. exists (m + p). split; [|auto]. split; [lia|].
           replace (n + p - (m + p)) with (n - m) by lia. auto.
        -- rewrite value_left, IH by lia. lia.
      * exfalso. destruct (N.eq_dec (G g m) (G g (l + a))) as [E|Hne].
        -- apply (option_differs (l + a) m); [apply far_is_option; fold a; lia|auto].
        -- destruct (smaller_is_option m (G g (l + a))) as [m2 [[H1 _] H2]]; [lia|].
           apply (option_differs (l + a) m2); [apply far_is_option; fold a; lia|auto].
Qed.

(** ** Deciding claims *)

Fixpoint grows (count : nat) (s : N) (early late : list N) : bool :=
  match count with
  | O => true
  | S count =>
      match early, late with
      | x :: early, y :: late => (y =? x + s) && grows count s early late
      | _, _ => false
      end
  end.

Lemma grows_spec s count : forall early late, grows count s early late = true ->
  forall i, (i < count)%nat -> nth i late 0 = nth i early 0 + s.
Proof.
  induction count as [|c IH]; intros early late; cbn [grows]; [lia|].
  destruct early as [|x early], late as [|y late]; try discriminate.
  rewrite andb_true_iff, N.eqb_eq. intros [-> H] [|i] Hi; cbn [nth]; [auto|]. apply IH; auto. lia.
Qed.

(** From [l] on a step of [p] adds [s], as far as the values go. *)
Definition adds_from (l p s : N) (values : list N) : bool :=
  let late := skipn (N.to_nat l) values in
  grows (length values - N.to_nat (l + p)) s late (skipn (N.to_nat p) late).

Lemma adds_from_spec f l p s values : values_of f values -> adds_from l p s values = true ->
  forall n, l <= n -> n + p < N.of_nat (length values) -> f (n + p) = f n + s.
Proof.
  intros Hf H n Hn Hlen. pose proof (grows_spec _ _ _ _ H (N.to_nat (n - l)) ltac:(lia)) as E.
  rewrite !nth_skipn in E. rewrite <- !Hf in E by lia.
  replace (N.of_nat (N.to_nat l + (N.to_nat p + N.to_nat (n - l)))) with (n + p) in E by lia.
  replace (N.of_nat (N.to_nat l + N.to_nat (n - l))) with n in E by lia. auto.
Qed.

Definition check_all_but (l p s : N) : bool :=
  let last := l + 2 * greatest + p + p + 1 in
  (0 <? p) &&
  match compute (step_by_definition g (N.to_nat last)) (N.to_nat last) 0 [] with
  | None => false
  | Some table =>
      let values := rev table in
      let late := skipn (N.to_nat l) values in
      grows (N.to_nat (2 * greatest + 1)) s late (skipn (N.to_nat p) late) &&
      least_by_values l p s values
  end.

Theorem check_all_but_sound l p s : check_all_but l p s = true ->
  decreasing g /\ least_regular (G g) l p s.
Proof.
  unfold check_all_but. rewrite andb_true_iff, N.ltb_lt. intros [Hp H].
  split; [apply all_but_decreasing|].
  set (last := l + 2 * greatest + p + p + 1) in *.
  destruct (compute _ _ _ _) as [table|] eqn:E; [|discriminate].
  apply (compute_spec g) in E;
    [|apply step_by_definition_correct, all_but_decreasing|apply table_nil].
  replace (0 + N.of_nat (N.to_nat last)) with last in E by lia.
  rewrite andb_true_iff in H. destruct H as [H1 H2].
  assert (Hv : forall i, (i < length (rev table))%nat -> G g (N.of_nat i) = nth i (rev table) 0).
  { intros i Hi. rewrite rev_length in Hi. rewrite rev_nth by auto.
    destruct E as [E1 E2]. rewrite E2 by lia. f_equal. lia. }
  apply (least_by_values_sound _ l p s (rev table)); auto.
  split; [auto|]. apply all_but_window. intros n Hn.
  pose proof (grows_spec _ _ _ _ H1 (N.to_nat (n - l)) ltac:(lia)) as Hg.
  rewrite !nth_skipn in Hg. rewrite <- !Hv in Hg by (rewrite rev_length, (proj1 E); lia).
  replace (N.of_nat (N.to_nat l + N.to_nat (n - l))) with n in Hg by lia.
  replace (N.of_nat (N.to_nat l + (N.to_nat p + N.to_nat (n - l)))) with (n + p) in Hg by lia.
  auto.
Qed.
End AllBut.
