(** * Automaton certificates of recurring codes

    The digits before the block are finitely many rules; each digit of the block stands for
    takes without end ([Endless.v]). *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Play Mex NimValue Rules Recurring Automaton Spelling HeapSums Graph
  AutomatonCheck Endless Export.
Import ListNotations.
Open Scope N_scope.

Lemma in_digits ds : forall k r, In r (digits k ds) <->
  exists i h, (i < length ds)%nat /\ r = Rule (k + N.of_nat i) h Any 1 /\
    contains (nth i ds 0) h = true.
Proof.
  induction ds as [|d ds IH]; intros k r; cbn [digits In length].
  - split; [intros []|]. intros [i [h [Hi _]]]. lia.
  - rewrite in_app_iff, in_digit, IH. split.
    + intros [[h [-> H]]|[i [h [Hi [-> H]]]]].
      * exists O, h. rewrite N.add_0_r. repeat split; auto; lia.
      * exists (S i), h. repeat split; auto; [lia|]. f_equal. lia.
    + intros [[|i] [h [Hi [-> H]]]]; cbn [nth] in H.
      * left. exists h. rewrite N.add_0_r. auto.
      * right. exists i, h. repeat split; auto; [lia|]. f_equal. lia.
Qed.

Section Recurring.
Variables (d0 : N) (after block : list N).
Notation v := (N.of_nat (length after)).
Notation b := (N.of_nat (length block)).
Notation g := (recurring d0 after block).

(** The rules of the block, each for its first take. *)
Definition block_rules : rules := digits (v + 1) block.

Lemma in_digit_at k h : block <> [] -> contains (digit_at d0 after block k) h = true <->
  (exists r, In r (code d0 after) /\ takes r = k /\ heaps r = h) \/
  (exists r m, In r block_rules /\ takes r + m * b = k /\ heaps r = h).
Proof.
  intros Hblock. assert (Hb : b <> 0) by (destruct block; [easy|cbn [length]; lia]).
  unfold code, block_rules, digit_at. split.
  - destruct (N.eqb_spec k 0) as [->|Hk].
    { intros H. left. exists (Rule 0 h Any 1). split; [|auto].
      apply in_or_app. left. apply in_digit. eauto. }
    destruct (N.leb_spec k v) as [Hv|Hv]; intros H.
    + left. exists (Rule k h Any 1). split; [|auto]. apply in_or_app. right.
      apply in_digits. exists (N.to_nat (k - 1)), h. repeat split; auto; [lia|]. f_equal. lia.
    + right. set (i := (k - 1 - v) mod b) in *.
      assert (Hi : i < b) by (apply N.mod_lt; auto).
      exists (Rule (v + 1 + i) h Any 1), ((k - 1 - v) / b). cbn [takes heaps].
      repeat split; [|pose proof (N.div_mod' (k - 1 - v) b) as E; fold i in E; lia].
      apply in_digits. exists (N.to_nat i), h. repeat split; auto; [lia|]. f_equal. lia.
  - intros [[r [Hr [<- <-]]]|[r [m [Hr [<- <-]]]]].
    + apply in_app_or in Hr. destruct Hr as [Hr|Hr].
      * apply in_digit in Hr. destruct Hr as [h' [-> H]]. exact H.
      * apply in_digits in Hr. destruct Hr as [i [h' [Hi [-> H]]]]. cbn [takes heaps].
        destruct (N.eqb_spec (1 + N.of_nat i) 0); [lia|].
        destruct (N.leb_spec (1 + N.of_nat i) v); [|lia].
        replace (N.to_nat (1 + N.of_nat i - 1)) with i by lia. exact H.
    + apply in_digits in Hr. destruct Hr as [i [h' [Hi [-> H]]]]. cbn [takes heaps].
      set (k := v + 1 + N.of_nat i + m * b).
      destruct (N.eqb_spec k 0); [lia|]. destruct (N.leb_spec k v); [lia|].
      replace (k - 1 - v) with (N.of_nat i + m * b) by lia.
      rewrite N.mod_add, N.mod_small by lia. rewrite Nat2N.id. exact H.
Qed.

(** [endless]: what is left by a take of the block and all that follow it, for no heap, one
    heap, two heaps, ... *)
Definition check_recurring_automaton (p t : N) (graph : automaton) (sums endless : list automaton)
  (fuel count : nat) : bool :=
  zeroth_ok d0 && negb (length block =? 0)%nat && paddedb graph &&
  check_heap_sums p t graph sums fuel count &&
  check_all_endless p t b fuel (sums_of graph sums) endless &&
  match relations_of (sums_of graph sums) (code d0 after), relations_of endless block_rules with
  | Some ms, Some ms' => check_recurrence p t graph (ms ++ ms') fuel count
  | _, _ => false
  end.

Theorem check_recurring_automaton_sound p t graph sums endless fuel count : 0 < p ->
  check_recurring_automaton p t graph sums endless fuel count = true ->
  decreasing g /\ padded graph /\ forall n y, reads p t graph n y = true <-> G g n = y.
Proof.
  intros Hp. unfold check_recurring_automaton.
  rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq. intros [[[[[H0 Hb] HG] Hsums] Hend] H].
  assert (Hblock : block <> []) by (intros E; rewrite E in Hb; apply Hb; auto).
  apply paddedb_spec in HG. pose proof (recurring_decreasing d0 after block H0) as dec.
  split; [auto|]. split; [auto|].
  destruct (relations_of (sums_of graph sums) (code d0 after)) as [ms|] eqn:Em; [|discriminate].
  destruct (relations_of endless block_rules) as [ms'|] eqn:Em'; [|discriminate].
  destruct (relations_of_spec _ _ _ Em) as [Hms Hall].
  destruct (relations_of_spec _ _ _ Em') as [Hms' Hall'].
  pose proof (check_heap_sums_sound p t Hp graph sums fuel count HG Hsums) as Hrel.
  pose proof (check_all_endless_sound p t Hp b fuel ltac:(lia) endless (sums_of graph sums)
    (fun h A HA => proj1 (Hrel h A HA)) Hend) as Hclosed.
  apply (check_recurrence_sound p t Hp _ graph (ms ++ ms') fuel count); auto.
  - intros A u Hin. apply in_app_or in Hin. destruct Hin as [Hin|Hin].
    + apply Hms in Hin. destruct Hin as [r [_ [_ HA]]]. apply (Hrel _ _ HA).
    + apply Hms' in Hin. destruct Hin as [r [_ [_ HA]]]. apply (Hclosed _ _ HA).
  - intros n z. unfold option_value. split.
    + intros [l [ys [Hl [H2 Hx]]]]. apply in_recurring in Hl.
      destruct Hl as [k [Hk [Hpos [Hs Hn]]]]. apply (in_digit_at k _ Hblock) in Hk.
      assert (Hsum : forall A, nth_error (sums_of graph sums) (length l) = Some A ->
                reads p t A (n - k) z = true).
      { intros A HA. apply (Hrel _ _ HA). exists l, ys. repeat split; auto. lia. }
      destruct Hk as [[r [Hr [Ht Hh]]]|[r [m [Hr [Ht Hh]]]]].
      * destruct (Hall r Hr) as [A HA]. exists A, k.
        split; [apply in_or_app; left; apply Hms; eauto|]. split; [lia|].
        apply Hsum. rewrite <- Hh. auto.
      * destruct (Hall' r Hr) as [E HE]. exists E, (takes r).
        split; [apply in_or_app; right; apply Hms'; eauto|]. split; [lia|].
        destruct (Hclosed _ _ HE) as [_ [A [HA ->]]]. exists m. split; [lia|].
        replace (n - takes r - m * b) with (n - k) by lia. apply Hsum. rewrite <- Hh. auto.
    + assert (Hback : forall A h k, nth_error (sums_of graph sums) h = Some A ->
        contains (digit_at d0 after block k) h = true -> k <= n ->
        reads p t A (n - k) z = true ->
        exists l ys, In l (g n) /\ Forall2 (graph_relation p t graph) l ys /\ nim_sum ys = z).
      { intros A h k HA Hk Hkn Hr. apply (Hrel _ _ HA) in Hr.
        destruct Hr as [l [ys [E1 [E2 [E3 [E4 E5]]]]]]. exists l, ys. split; [|auto].
        apply in_recurring. exists k. rewrite <- E1 in Hk. repeat split; auto; [lia|].
        destruct (N.eq_dec k 0) as [->|]; [|lia]. pose proof (length_le_sum l E2).
        unfold zeroth_ok in H0. cbn in H0. rewrite !andb_true_iff, !negb_true_iff in H0.
        change (digit_at d0 after block 0) with d0 in Hk.
        destruct (length l) as [|[|h']]; [| |lia]; intuition congruence. }
      intros [A [u [Hin [Hu Hr]]]]. apply in_app_or in Hin. destruct Hin as [Hin|Hin].
      * apply Hms in Hin. destruct Hin as [r [Hin [<- HA]]].
        apply (Hback A (heaps r) (takes r) HA); auto. apply in_digit_at; auto. left. eauto.
      * apply Hms' in Hin. destruct Hin as [r [Hin [<- HE]]].
        destruct (Hclosed _ _ HE) as [_ [A' [HA Hm]]]. apply Hm in Hr. destruct Hr as [m [Hle Hr]].
        apply (Hback A' (heaps r) (takes r + m * b) HA); [|lia|].
        -- apply in_digit_at; auto. right. eauto.
        -- replace (n - (takes r + m * b)) with (n - takes r - m * b) by lia. auto.
Qed.

(** What exported files use; [fuel] and 64 as in [check_graph]. *)
Definition check_recurring_graph (p t : N) (graph : automaton) (sums endless : list automaton)
  (fuel : N) : bool :=
  (0 <? p) && check_recurring_automaton p t graph sums endless (N.to_nat fuel) 64.

Theorem check_recurring_graph_sound p t graph sums endless fuel :
  check_recurring_graph p t graph sums endless fuel = true ->
  decreasing g /\ reads_nim_values g p t graph.
Proof.
  unfold check_recurring_graph. rewrite andb_true_iff, N.ltb_lt. intros [Hp H].
  destruct (check_recurring_automaton_sound p t graph sums endless (N.to_nat fuel) 64 Hp H)
    as [H1 [H2 H3]].
  split; [auto|]. split; auto.
Qed.
End Recurring.
