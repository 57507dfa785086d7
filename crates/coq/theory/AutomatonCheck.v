(** * Deciding automaton certificates

    A certificate gives an automaton for the graph of the nim-sequence and, where a move may
    leave two, three, ... heaps, automata for their totals and nim-sums. [check_automaton]
    checks the sums, then (T), (A) and (B). *)
From Coq Require Import NArith List Lia Bool Arith FMapPositive.
From Sprague Require Import Play Mex NimValue Rules Bits Automaton Walk Spelling HeapSums Taking
  NoOption AllSmaller Total Graph.
Import ListNotations.
Open Scope N_scope.

(** Rules without conditions. *)
Definition unconditional (r : rule) : bool :=
  (smallest r <=? 1) && match cond r with Any => true | _ => false end.

Section System.
Variables p t : N.
Hypothesis Hp : 0 < p.
Notation reads := (reads p t).

(** ** Any game whose options are those of a list of relations

    A relation and a number u stand for: take u, and leave heaps with the total n - u and the
    nim-sum z that the automaton reads. *)
Definition graph_relation (graph : automaton) (n y : N) : Prop := reads graph n y = true.

Definition options_are (g : game) (graph : automaton) (ms : list (automaton * N)) : Prop :=
  forall n z, option_value g (graph_relation graph) n z <->
    exists A u, In (A, u) ms /\ u <= n /\ reads A (n - u) z = true.

Definition check_recurrence (graph : automaton) (ms : list (automaton * N)) (fuel count : nat)
  : bool :=
  forallb (fun m => check_no_option p t graph (fst m) (snd m) fuel) ms &&
  check_all_smaller p t graph ms fuel && check_total p t graph fuel count.

Theorem check_recurrence_sound g graph ms fuel count : decreasing g -> padded graph ->
  (forall A u, In (A, u) ms -> padded A) -> options_are g graph ms ->
  check_recurrence graph ms fuel count = true ->
  forall n y, reads graph n y = true <-> G g n = y.
Proof.
  intros dec HG HM Hopt H. unfold check_recurrence in H. rewrite !andb_true_iff in H.
  destruct H as [[HA HB] HT]. intros n y.
  apply (graph_of_G g dec (graph_relation graph)).
  - apply (check_total_sound p t Hp graph HG fuel count HT).
  - intros n' y' Hg Ho. apply Hopt in Ho. destruct Ho as [A [u [Hin [Hu Hr]]]].
    rewrite forallb_forall in HA. specialize (HA _ Hin). cbn [fst snd] in HA.
    apply (check_no_option_sound p t Hp graph A u HG (HM A u Hin) fuel HA n' y'); auto.
  - intros n' y' z' Hg Hlt. apply Hopt.
    apply (check_all_smaller_sound p t Hp graph HG ms HM fuel HB n' y' z'); auto.
Qed.

(** ** Finite lists of rules *)

(** No heap, one heap, two heaps, ... *)
Definition sums_of (graph : automaton) (sums : list automaton) : list automaton :=
  empty_heap :: nonempty graph :: sums.

Fixpoint relations_of (rels : list automaton) (rs : rules) : option (list (automaton * N)) :=
  match rs with
  | [] => Some []
  | r :: rs =>
      match nth_error rels (heaps r), relations_of rels rs with
      | Some A, Some ms => Some ((A, takes r) :: ms)
      | _, _ => None
      end
  end.

Lemma relations_of_spec rels rs : forall ms, relations_of rels rs = Some ms ->
  (forall A u, In (A, u) ms <->
     exists r, In r rs /\ takes r = u /\ nth_error rels (heaps r) = Some A) /\
  (forall r, In r rs -> exists A, nth_error rels (heaps r) = Some A).
Proof.
  induction rs as [|r rs IH]; intros ms; cbn [relations_of].
  - intros H. inversion H; subst. split; [|easy].
    intros A u. split; [easy|]. intros [r [[] _]].
  - destruct (nth_error rels (heaps r)) as [A'|] eqn:E; [|discriminate].
    destruct (relations_of rels rs) as [ms'|]; [|discriminate].
    destruct (IH ms' eq_refl) as [IH1 IH2]. intros H. inversion H; subst. split.
    + intros A u. cbn [In]. rewrite IH1. split.
      * intros [H0|[r' [H1 H2]]].
        -- inversion H0; subst. exists r. auto.
        -- exists r'. auto.
      * intros [r' [[H1|H1] H2]].
        -- subst r'. destruct H2 as [<- H2]. left. congruence.
        -- right. exists r'. auto.
    + intros r' [<-|Hr]; eauto.
Qed.

(** The sums in the certificate are sums. *)
Definition check_heap_sums (graph : automaton) (sums : list automaton) (fuel count : nat) : bool :=
  check_sums p t fuel count (nonempty graph) (nonempty graph) sums.

Lemma check_heap_sums_sound graph sums fuel count : padded graph ->
  check_heap_sums graph sums fuel count = true ->
  forall h A, nth_error (sums_of graph sums) h = Some A ->
  padded A /\ forall n z, reads A n z = true <-> heap_sums p t graph h n z.
Proof.
  intros HG Hsums. pose proof (padded_nonempty graph HG) as HN.
  assert (H1 : forall n z, reads (nonempty graph) n z = true <-> heap_sums p t graph 1 n z).
  { intros n z. rewrite heap_sums_S by auto. split.
    - intros H. exists 0, n, 0. rewrite N.lxor_0_l. repeat split; auto.
      apply heap_sums_0; [auto|]. rewrite reads_empty by auto. auto.
    - intros [n1 [n2 [w [<- [Hz H]]]]]. apply heap_sums_0 in Hz; [|auto].
      rewrite reads_empty, andb_true_iff, !N.eqb_eq in Hz by auto. destruct Hz as [-> ->].
      rewrite N.lxor_0_l in H. rewrite N.add_0_l. auto. }
  intros [|[|h]] A E; cbn [sums_of nth_error] in E.
  - inversion E; subst. split; [apply padded_empty|]. intros n z. apply heap_sums_0. auto.
  - inversion E; subst. auto.
  - destruct (check_sums_spec p t Hp graph fuel count HG sums (nonempty graph) 1 HN H1 Hsums h A E)
      as [E1 E2]. split; auto. replace (S (S h)) with (S h + 1)%nat by lia. auto.
Qed.

Definition check_automaton (rs : rules) (graph : automaton) (sums : list automaton)
  (fuel count : nat) : bool :=
  well_formed rs && forallb unconditional rs && paddedb graph &&
  check_heap_sums graph sums fuel count &&
  match relations_of (sums_of graph sums) rs with
  | None => false
  | Some ms => check_recurrence graph ms fuel count
  end.

Theorem check_automaton_sound rs graph sums fuel count :
  check_automaton rs graph sums fuel count = true ->
  decreasing (options rs) /\
  padded graph /\
  forall n y, reads graph n y = true <-> G (options rs) n = y.
Proof.
  unfold check_automaton. rewrite !andb_true_iff. intros [[[[wf Hun] HG] Hsums] H].
  apply paddedb_spec in HG. pose proof (options_decreasing rs wf) as dec.
  split; [auto|]. split; [auto|].
  destruct (relations_of (sums_of graph sums) rs) as [ms|] eqn:Em; [|discriminate].
  destruct (relations_of_spec _ _ _ Em) as [Hms Hall].
  pose proof (check_heap_sums_sound graph sums fuel count HG Hsums) as Hrel.
  apply (check_recurrence_sound _ graph ms fuel count); auto.
  - intros A u Hin. apply Hms in Hin. destruct Hin as [r [_ [_ HA]]]. apply (Hrel _ _ HA).
  - intros n z. unfold option_value. split.
    + intros [l [ys [Hl [H2 Hx]]]]. apply in_options in Hl.
      destruct Hl as [r [Hr [Hlen [Hpos [Hs _]]]]]. destruct (Hall r Hr) as [A HA].
      exists A, (takes r). split; [apply Hms; eauto|]. split; [lia|].
      apply (Hrel _ _ HA). exists l, ys. repeat split; auto. lia.
    + intros [A [u [Hin [Hu Hr]]]]. apply Hms in Hin. destruct Hin as [r [Hin [<- HA]]].
      apply (Hrel _ _ HA) in Hr. destruct Hr as [l [ys [E1 [E2 [E3 [E4 E5]]]]]].
      exists l, ys. split; [|auto]. apply in_options. exists r. split; [auto|].
      rewrite forallb_forall in Hun. specialize (Hun r Hin). unfold unconditional in Hun.
      rewrite andb_true_iff, N.leb_le in Hun. destruct Hun as [Hsm Hc].
      unfold legal. rewrite E3. destruct (cond r); try discriminate.
      repeat split; auto; [lia|].
      assert (0 < n); [|lia].
      unfold well_formed in wf. rewrite forallb_forall in wf. specialize (wf r Hin).
      unfold well_formed_rule in wf. rewrite orb_true_iff, N.leb_le, Nat.leb_le in wf.
      pose proof (length_le_sum l E2). lia.
Qed.
End System.

(** ** Reading certificates *)

Fixpoint rows_from (i : positive) (rs : list row) (m : M.t row) : M.t row :=
  match rs with [] => m | r :: rs => rows_from (Pos.succ i) rs (M.add i r m) end.

(** Runs (state, how often) of roots, in the order j 2^t + c. *)
Fixpoint roots_from (i : positive) (runs : list (positive * N)) (m : M.t positive)
  : M.t positive :=
  match runs with
  | [] => m
  | (s, count) :: runs =>
      (fix go count i m :=
         match count with
         | O => roots_from i runs m
         | S count => go count (Pos.succ i) (M.add i s m)
         end) (N.to_nat count) i m
  end.

Definition make (t : N) (rs : list row) (runs : list (positive * N)) : automaton :=
  let m := roots_from 1 runs (M.empty positive) in
  let lows := 2 ^ t in
  Automaton (rows_from 1 rs (M.empty row))
    (fun j c => match M.find (N.succ_pos (j * lows + c)) m with
                | Some s => s
                | None => 1%positive
                end).
