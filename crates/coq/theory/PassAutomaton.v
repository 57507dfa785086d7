(** * Automaton certificates of games with a pass

    In a game with a pass a heap of n is written 2n without its pass and 2n + 1 with it
    ([Pass.v]). So one automaton reads both sequences, G(n) at 2n and H(n) at 2n + 1, and it is
    decided like that of any other game, once the options are relations that automata read.

    A move of the plain game that takes u takes 2u here. What it leaves of a heap without its
    pass are even heaps; of a heap with its pass, even heaps and one odd one, which may as well
    come first, since totals and nim-sums do not depend on the order. In both cases the heaps
    are one heap of 2 or more and then even ones: whether the first is odd, the total says. *)
From Coq Require Import NArith List Lia Bool Arith FMapPositive.
From Sprague Require Import Play Mex NimValue Rules Recurring LeastPeriod Bits Automaton Spelling
  HeapSums Graph AutomatonCheck Endless RecurringAutomaton Shift Export Pass.
Import ListNotations.
Open Scope N_scope.

(** ** The plain game

    Which numbers may be taken, leaving how many heaps: [moves k h]. *)
Definition take_and_break (g : game) (moves : N -> nat -> Prop) : Prop :=
  (forall n l, In l (g n) <->
     exists k, moves k (length l) /\ Forall (fun x => 0 < x) l /\ sum l + k = n) /\
  forall h, moves 0 h -> (2 <= h)%nat.

Lemma take_and_break_decreasing g moves : take_and_break g moves -> decreasing g.
Proof.
  intros [Hg H0] n l x Hl Hx. apply Hg in Hl. destruct Hl as [k [Hk [Hpos Hs]]].
  pose proof (heap_le_sum x l Hx). destruct (N.eq_dec k 0) as [->|]; [|lia].
  pose proof (heap_lt_sum x l Hpos (H0 _ Hk) Hx). lia.
Qed.

(** *** From which heap on there are moves

    Passing is a move only where there is another one. Where one of the rules [rs] leaves a heap,
    it may be used on every larger heap too, so that finitely many heaps have to be looked at. *)
Definition has_move (g : game) (n : N) : bool := match g n with [] => false | _ => true end.

Definition moves_from (g : game) (rs : rules) (first : N) : bool :=
  match find (fun r => negb (heaps r =? 0)%nat) rs with
  | None => false
  | Some r =>
      let always := takes r + N.of_nat (heaps r) in
      (first <=? always) &&
      forallb (fun n => eqb (has_move g n) (first <=? n)) (interval 0 (N.to_nat always))
  end.

Lemma sum_repeat_1 h : sum (repeat 1 h) = N.of_nat h.
Proof. induction h as [|h IH]; cbn [repeat sum fold_right]; [auto|]. fold (sum (repeat 1 h)). lia. Qed.

Lemma moves_from_sound g moves rs first : take_and_break g moves ->
  (forall r, In r rs -> moves (takes r) (heaps r)) -> moves_from g rs first = true ->
  forall n, g n <> [] <-> first <= n.
Proof.
  intros [Hg _] Hrs H n. unfold moves_from in H.
  destruct (find _ rs) as [r|] eqn:E; [|discriminate]. apply find_some in E.
  rewrite negb_true_iff, Nat.eqb_neq in E. destruct E as [Hr Hh].
  rewrite andb_true_iff, N.leb_le, forallb_forall in H. destruct H as [Hfirst H].
  destruct (N.lt_ge_cases n (takes r + N.of_nat (heaps r))) as [Hn|Hn].
  - specialize (H n). rewrite in_interval in H. specialize (H ltac:(lia)).
    apply eqb_prop in H. unfold has_move in H.
    destruct (g n), (N.leb_spec first n); split; intros; try discriminate; try lia; easy.
  - split; [lia|]. intros _ Hnil.
    assert (Hl : In ((n - takes r - N.of_nat (heaps r - 1)) :: repeat 1 (heaps r - 1)) (g n)).
    { apply Hg. exists (takes r). cbn [length]. rewrite repeat_length.
      replace (S (heaps r - 1)) with (heaps r) by lia. split; [auto|]. split.
      - constructor; [lia|]. apply Forall_forall. intros x Hx. apply repeat_spec in Hx. lia.
      - cbn [sum fold_right]. fold (sum (repeat 1 (heaps r - 1))). rewrite sum_repeat_1. lia. }
    rewrite Hnil in Hl. destruct Hl.
Qed.

(** ** Even heaps

    The modulus is even, so that the residue of a heap says whether it is even; [from_heap] has
    no row for the state 1. *)
Definition even_from (least : N) (A : automaton) : automaton :=
  Automaton (rows (from_heap least A))
    (fun j c => if N.even j then root (from_heap least A) j c else 1%positive).

Lemma padded_even least A : padded A -> padded (even_from least A).
Proof. intros HA. exact (padded_from least A HA). Qed.

Lemma forall2_map {A B C} (P : B -> C -> Prop) (f : A -> B) l : forall ys,
  Forall2 P (map f l) ys <-> Forall2 (fun x y => P (f x) y) l ys.
Proof.
  induction l as [|x l IH]; intros ys; cbn [map].
  - split; intros H; inversion H; constructor.
  - split; intros H; inversion H; subst; constructor; auto; apply IH; auto.
Qed.

Section System.
Variables p t : N.
Hypothesis Hp : 0 < p.
Hypothesis p_even : N.even p = true.
Notation lows := (lows t).
Notation reads := (reads p t).

Lemma even_residue n : N.even (n mod p) = N.even n.
Proof.
  rewrite (N.div_mod' n p) at 2. rewrite N.even_add, N.even_mul, p_even. cbn [orb].
  destruct (N.even (n mod p)); auto.
Qed.

Lemma reads_even least A n y : least <= p -> padded A ->
  reads (even_from least A) n y = reads A n y && (least <=? n) && N.even n.
Proof.
  intros Hl HA. rewrite <- reads_from by auto. unfold Spelling.reads. cbn [root even_from].
  rewrite even_residue. destruct (N.even n); [rewrite andb_true_r; apply accepts_rows; auto|].
  rewrite andb_false_r. apply (dead_spec (even_from least A)); [apply padded_even; auto|auto].
Qed.

Section Graph.
Variable graph : automaton.
Hypothesis HG : padded graph.
Hypothesis two : 2 <= p.

Definition one_heap : automaton := from_heap 2 graph.
Definition even_heap : automaton := even_from 2 graph.

(** ** Sums of heaps, all even but for the first, perhaps *)
Definition pass_sums (h : nat) (m z : N) : Prop :=
  exists x y l ys, S (length l) = h /\ 2 <= x /\ reads graph x y = true /\
    Forall (fun a => 0 < a) l /\
    Forall2 (fun a v => reads graph (without_pass a) v = true) l ys /\
    x + 2 * sum l = m /\ N.lxor y (nim_sum ys) = z.

Lemma pass_sums_1 m z : reads one_heap m z = true <-> pass_sums 1 m z.
Proof.
  unfold one_heap. rewrite reads_from, andb_true_iff, N.leb_le by auto. split.
  - intros [H1 H2]. exists m, z, [], []. cbn. rewrite N.lxor_0_r. repeat split; auto; lia.
  - intros [x [y [l [ys [Hl [Hx [Hr [_ [H2 [<- <-]]]]]]]]]].
    destruct l; [|discriminate]. inversion H2; subst. cbn. rewrite N.lxor_0_r, N.add_0_r. auto.
Qed.

Lemma pass_sums_S h m z : pass_sums (S (S h)) m z <->
  exists n1 n2 w, n1 + n2 = m /\ pass_sums (S h) n1 w /\ reads even_heap n2 (N.lxor w z) = true.
Proof.
  unfold even_heap. split.
  - intros [x [y [[|a l] [ys [Hl [Hx [Hr [Hpos [H2 [<- <-]]]]]]]]]]; [discriminate|].
    inversion Hpos as [|? ? Ha Hpos']; subst. inversion H2 as [|? v ? ys' Hv H2']; subst.
    exists (x + 2 * sum l), (without_pass a), (N.lxor y (nim_sum ys')).
    cbn [sum fold_right nim_sum]. fold (sum l) (nim_sum ys'). split; [unfold without_pass; lia|].
    split; [exists x, y, l, ys'; repeat split; auto; congruence|].
    rewrite reads_even, !andb_true_iff, N.leb_le by auto. split.
    + split; [|unfold without_pass; lia].
      replace (N.lxor (N.lxor y (nim_sum ys')) (N.lxor y (N.lxor v (nim_sum ys')))) with v;
        [auto|nim_bits].
    + unfold without_pass. rewrite N.even_mul. auto.
  - intros [n1 [n2 [w [<- [[x [y [l [ys [Hl [Hx [Hr [Hpos [H2 [<- <-]]]]]]]]]] H]]]]].
    rewrite reads_even, !andb_true_iff, N.leb_le in H by auto. destruct H as [[Hv Hn] He].
    apply N.even_spec in He. destruct He as [a ->].
    exists x, y, (a :: l), (N.lxor (N.lxor y (nim_sum ys)) z :: ys).
    cbn [length sum fold_right nim_sum]. fold (sum l) (nim_sum ys).
    split; [congruence|]. split; [auto|]. split; [auto|]. split; [constructor; [lia|auto]|].
    split; [constructor; auto|]. split; [lia|nim_bits].
Qed.

(** The relations for no heap, one heap, two heaps, ... *)
Definition pass_sums_of (sums : list automaton) : list automaton := empty_heap :: one_heap :: sums.

Definition check_pass_sums (sums : list automaton) (fuel count : nat) : bool :=
  check_sums p t fuel count even_heap one_heap sums.

Lemma check_pass_sums_sound sums fuel count : check_pass_sums sums fuel count = true ->
  forall h A, nth_error (pass_sums_of sums) h = Some A ->
  padded A /\ forall m z, reads A m z = true <-> (h = O /\ m = 0 /\ z = 0) \/ pass_sums h m z.
Proof.
  intros Hc. pose proof (padded_from 2 graph HG) as H1.
  pose proof (check_sums_chain p t Hp fuel count even_heap (padded_even 2 graph HG) sums one_heap
    H1 Hc) as Hs.
  assert (Hall : forall h A, nth_error (one_heap :: sums) h = Some A ->
    forall m z, reads A m z = true <-> pass_sums (S h) m z).
  { induction h as [|h IH]; intros A E m z; cbn [nth_error] in E.
    - inversion E; subst. apply pass_sums_1.
    - destruct (Hs h A E) as [_ [B [EB HB]]]. rewrite HB, pass_sums_S.
      split; intros [n1 [n2 [w [E1 [E2 E3]]]]]; exists n1, n2, w; split; auto; split; auto;
        apply (IH B EB); auto. }
  intros [|h] A E; cbn [pass_sums_of nth_error] in E.
  - inversion E; subst. split; [apply padded_empty|]. intros m z.
    rewrite reads_empty, andb_true_iff, !N.eqb_eq by auto. split; [auto|].
    intros [H|[x [y [l [ys [Hl _]]]]]]; [tauto|discriminate].
  - split.
    + destruct h; [inversion E; subst; auto|apply (Hs h A E)].
    + intros m z. rewrite (Hall h A E). split; [auto|]. intros [[H _]|H]; [discriminate|auto].
Qed.

(** ** The options *)
Section Options.
Variable plain : game.
Variable moves : N -> nat -> Prop.
Hypothesis Hplain : take_and_break plain moves.
Variable first : N.
Hypothesis Hfirst : forall n, plain n <> [] <-> first <= n.
Hypothesis first_small : 2 * first <= p.

(** A move that takes k and leaves h heaps, from a heap m of the game with the pass. *)
Definition left_by (k : N) (h : nat) (m z : N) : Prop :=
  (h = O /\ (m = 2 * k \/ m = 2 * k + 1) /\ z = 0) \/ (2 * k <= m /\ pass_sums h (m - 2 * k) z).

(** Passing leaves an even heap of 2 [first] or more. *)
Definition passing : automaton := even_from (2 * first) graph.

Notation graph_relation := (graph_relation p t graph).

Lemma left_by_option k h m z : moves k h -> left_by k h m z ->
  option_value (add_pass plain) graph_relation m z.
Proof.
  intros Hk [[-> [Hm ->]]|[Hm Hs]].
  - assert (Hl : In [] (plain k)).
    { apply (proj1 Hplain). exists k. repeat split; auto. }
    exists [], []. split; [|repeat split; auto]. destruct Hm as [-> | ->].
    + fold (without_pass k). rewrite add_pass_without. change [] with (map without_pass []) at 1.
      apply in_map. auto.
    + fold (with_pass k). apply in_add_pass_with. right. exists []. split; [auto|left; auto].
  - destruct Hs as [x [y [l [ys [Hl [Hx [Hr [Hpos [H2 [Hsum Hz]]]]]]]]]].
    assert (H2' : Forall2 graph_relation (map without_pass l) ys) by (apply forall2_map; exact H2).
    destruct (either_kind x) as [a Ha].
    assert (Hin : In (a :: l) (plain (a + sum l + k))).
    { apply (proj1 Hplain). exists k. cbn [length sum fold_right]. fold (sum l).
      rewrite Hl. split; [auto|]. split; [|lia]. constructor; [|auto].
      unfold without_pass, with_pass in Ha. lia. }
    destruct Ha as [-> | ->].
    + exists (map without_pass (a :: l)), (y :: ys). split; [|split; [constructor; auto|auto]].
      replace m with (without_pass (a + sum l + k)) by (unfold without_pass in *; lia).
      rewrite add_pass_without. apply in_map. auto.
    + exists (with_pass a :: map without_pass l), (y :: ys). split; [|split; [constructor; auto|auto]].
      replace m with (with_pass (a + sum l + k)) by (unfold with_pass in *; lia).
      apply in_add_pass_with. right. exists (a :: l). split; [auto|].
      apply in_leave_pass. right. exists [], a, l. auto.
Qed.

Lemma option_left_by m z : option_value (add_pass plain) graph_relation m z ->
  (1 <= m /\ reads passing (m - 1) z = true) \/ exists k h, moves k h /\ left_by k h m z.
Proof.
  intros [l' [ys [Hl' [H2 <-]]]]. destruct (either_kind m) as [n [-> | ->]].
  - right. rewrite add_pass_without in Hl'. apply in_map_iff in Hl'. destruct Hl' as [l [<- Hl]].
    apply (proj1 Hplain) in Hl. destruct Hl as [k [Hk [Hpos Hs]]]. exists k, (length l).
    split; [auto|]. destruct l as [|a l].
    + left. inversion H2; subst. cbn. unfold without_pass. repeat split; auto.
    + right. inversion Hpos as [|? ? Ha Hpos']; subst. cbn [map] in H2.
      inversion H2 as [|? y ? ys' Hy H2']; subst. cbn [sum fold_right]. fold (sum l).
      unfold without_pass. split; [lia|].
      exists (without_pass a), y, l, ys'. cbn [length nim_sum fold_right]. fold (nim_sum ys').
      repeat split; auto; try (unfold without_pass; lia).
      exact (proj1 (forall2_map graph_relation without_pass l ys') H2').
  - apply in_add_pass_with in Hl'. destruct Hl' as [[Hn ->]|[l [Hl Hl']]].
    + left. unfold with_pass. split; [lia|]. inversion H2 as [|? y ? ys' Hy H2']; subst.
      inversion H2'; subst. cbn [nim_sum fold_right]. rewrite N.lxor_0_r. unfold passing.
      rewrite reads_even, !andb_true_iff, N.leb_le by auto.
      replace (2 * n + 1 - 1) with (2 * n) by lia. apply Hfirst in Hn.
      split; [split; [exact Hy|lia]|]. rewrite N.even_mul. auto.
    + right. apply (proj1 Hplain) in Hl. destruct Hl as [k [Hk [Hpos Hs]]].
      exists k, (length l). split; [auto|]. apply in_leave_pass in Hl'.
      destruct Hl' as [[-> ->]|[u [a [v [-> ->]]]]].
      * left. inversion H2; subst. cbn [sum fold_right]. unfold with_pass. repeat split; auto.
      * right. apply Forall2_app_inv_l in H2. destruct H2 as [ys1 [ys2 [H2 [H3 ->]]]].
        inversion H3 as [|? y ? ys3 Hy H4]; subst.
        apply (proj1 (forall2_map graph_relation without_pass _ _)) in H2.
        apply (proj1 (forall2_map graph_relation without_pass _ _)) in H4.
        rewrite sum_app. cbn [sum fold_right]. fold (sum v). unfold with_pass at 1 2.
        apply Forall_app in Hpos. destruct Hpos as [Hu Hv]. inversion Hv as [|? ? Ha Hv']; subst.
        split; [lia|]. exists (with_pass a), y, (u ++ v), (ys1 ++ ys3).
        rewrite !app_length. cbn [length]. rewrite sum_app, !nim_sum_app. cbn [nim_sum fold_right].
        fold (nim_sum ys3). split; [lia|]. split; [unfold with_pass; lia|]. split; [exact Hy|].
        split; [apply Forall_app; auto|]. split; [apply Forall2_app; [exact H2|exact H4]|].
        split; [unfold with_pass; lia|nim_bits].
Qed.

(** Relations for all kinds of moves make relations for all options. *)
Lemma pass_options_are ms :
  (forall m z, (exists A u, In (A, u) ms /\ u <= m /\ reads A (m - u) z = true) <->
     exists k h, moves k h /\ left_by k h m z) ->
  options_are p t (add_pass plain) graph ((passing, 1) :: ms).
Proof.
  intros Hms m z. split.
  - intros H. apply option_left_by in H. destruct H as [[Hm H]|H].
    + exists passing, 1. split; [left; auto|auto].
    + apply Hms in H. destruct H as [A [u [Hin H]]]. exists A, u. split; [right; auto|auto].
  - intros [A [u [[E|Hin] [Hu Hr]]]].
    + inversion E; subst A u. unfold passing in Hr.
      rewrite reads_even, !andb_true_iff, N.leb_le in Hr by auto. destruct Hr as [[Hr Hm] He].
      apply N.even_spec in He. destruct He as [n En]. exists [without_pass n], [z].
      replace m with (with_pass n) by (unfold with_pass; lia). split.
      * apply in_add_pass_with. left. split; [apply Hfirst; lia|auto].
      * split; [|apply N.lxor_0_r]. constructor; [|constructor].
        unfold AutomatonCheck.graph_relation, without_pass. rewrite <- En. auto.
    + assert (H : exists k h, moves k h /\ left_by k h m z) by (apply Hms; eauto).
      destruct H as [k [h [Hk H]]]. apply (left_by_option k h); auto.
Qed.
End Options.

(** Rules of the game with the pass: takes are doubled, and the pass is gone where no heap is
    left. *)
Definition doubled (rs : rules) : rules :=
  flat_map (fun r => Rule (2 * takes r) (heaps r) Any 1 ::
    match heaps r with O => [Rule (2 * takes r + 1) 0 Any 1] | _ => [] end) rs.

Lemma in_doubled rs r' : In r' (doubled rs) <-> exists r, In r rs /\
  (r' = Rule (2 * takes r) (heaps r) Any 1 \/
   heaps r = O /\ r' = Rule (2 * takes r + 1) 0 Any 1).
Proof.
  unfold doubled. rewrite in_flat_map. split; intros [r [Hr H]]; exists r; split; auto.
  - destruct H as [<-|H]; [auto|]. destruct (heaps r); [|destruct H].
    destruct H as [<-|[]]. auto.
  - destruct H as [-> |[E ->]]; [left; auto|right]. rewrite E. left. auto.
Qed.

(** What the relations of doubled rules read; in the block of a recurring code, with [step], what
    they leave after some more steps. *)
Lemma doubled_relations sums rels rs ms step :
  (forall h A, nth_error (pass_sums_of sums) h = Some A ->
     forall m z, reads A m z = true <-> (h = O /\ m = 0 /\ z = 0) \/ pass_sums h m z) ->
  (forall h E, nth_error rels h = Some E ->
     exists A, nth_error (pass_sums_of sums) h = Some A /\
     forall m z, reads E m z = true <->
       exists i, step i /\ 2 * i <= m /\ reads A (m - 2 * i) z = true) ->
  relations_of rels (doubled rs) = Some ms ->
  forall m z, (exists A u, In (A, u) ms /\ u <= m /\ reads A (m - u) z = true) <->
    exists r i, In r rs /\ step i /\ left_by (takes r + i) (heaps r) m z.
Proof.
  intros Hrel Hstep Em m z. destruct (relations_of_spec _ _ _ Em) as [Hms Hall]. split.
  - intros [E [u [Hin [Hu Hr]]]]. apply Hms in Hin. destruct Hin as [r' [Hr' [<- HE]]].
    destruct (Hstep _ _ HE) as [A [HA HEA]]. apply HEA in Hr. destruct Hr as [i [Hi [Hle Hr]]].
    apply (Hrel _ _ HA) in Hr. apply in_doubled in Hr'. destruct Hr' as [r [Hin H]].
    exists r, i. split; [auto|]. split; [auto|]. unfold left_by.
    destruct H as [-> |[E0 ->]]; cbn [takes heaps] in *.
    + destruct Hr as [[E0 [E1 E2]]|Hr]; [left; repeat split; auto; left; lia|].
      right. split; [lia|]. replace (m - 2 * (takes r + i)) with (m - 2 * takes r - 2 * i) by lia. auto.
    + destruct Hr as [[_ [E1 E2]]|[x [y [l [ys [Hl _]]]]]]; [|discriminate].
      left. repeat split; auto. right. lia.
  - intros [r [i [Hin [Hi H]]]]. unfold left_by in H.
    assert (Hd : In (Rule (2 * takes r) (heaps r) Any 1) (doubled rs)) by (apply in_doubled; eauto).
    destruct (Hall _ Hd) as [E HE]. cbn [heaps] in HE. destruct (Hstep _ _ HE) as [A [HA HEA]].
    assert (Hgo : forall u, In (E, u) ms -> u + 2 * i <= m ->
      reads A (m - (u + 2 * i)) z = true ->
      exists A0 u0, In (A0, u0) ms /\ u0 <= m /\ reads A0 (m - u0) z = true).
    { intros u Hu Hle Hr. exists E, u. split; [auto|]. split; [lia|]. apply HEA. exists i.
      split; [auto|]. split; [lia|]. replace (m - u - 2 * i) with (m - (u + 2 * i)) by lia. auto. }
    destruct H as [[E0 [Hm ->]]|[Hm Hs]].
    + destruct Hm as [-> | ->].
      * apply (Hgo (2 * takes r)); [apply Hms; eauto|lia|]. apply (Hrel _ _ HA). left.
        repeat split; auto. lia.
      * apply (Hgo (2 * takes r + 1)); [|lia|apply (Hrel _ _ HA); left; repeat split; auto; lia].
        apply Hms. exists (Rule (2 * takes r + 1) 0 Any 1). cbn [takes heaps]. rewrite E0 in HE.
        repeat split; auto. apply in_doubled. exists r. auto.
    + apply (Hgo (2 * takes r)); [apply Hms; eauto|lia|]. apply (Hrel _ _ HA). right.
      replace (2 * takes r + 2 * i) with (2 * (takes r + i)) by lia. auto.
Qed.
End Graph.

(** ** Finite lists of rules *)

Lemma take_and_break_rules rs : well_formed rs = true -> forallb unconditional rs = true ->
  take_and_break (options rs) (fun k h => exists r, In r rs /\ takes r = k /\ heaps r = h).
Proof.
  unfold well_formed. rewrite !forallb_forall. intros wf Hun.
  assert (H0 : forall r, In r rs -> takes r = 0 -> (2 <= heaps r)%nat).
  { intros r Hr E. specialize (wf r Hr). unfold well_formed_rule in wf.
    rewrite orb_true_iff, N.leb_le, Nat.leb_le in wf. lia. }
  split; [|intros h [r [Hr [E <-]]]; auto].
  intros n l. rewrite in_options. split.
  - intros [r [Hr [Hlen [Hpos [Hs _]]]]]. exists (takes r). rewrite Hlen. split; eauto.
  - intros [k [[r [Hr [<- Hh]]] [Hpos Hs]]]. exists r. split; [auto|].
    specialize (Hun r Hr). unfold unconditional in Hun. rewrite andb_true_iff, N.leb_le in Hun.
    destruct Hun as [Hsm Hc]. unfold legal. destruct (cond r); try discriminate.
    repeat split; auto. specialize (H0 r Hr). pose proof (length_le_sum l Hpos). lia.
Qed.

Definition check_pass_automaton (rs : rules) (first : N) (graph : automaton)
  (sums : list automaton) (fuel count : nat) : bool :=
  well_formed rs && forallb unconditional rs && paddedb graph && (2 * first <=? p) && (2 <=? p) &&
  moves_from (options rs) rs first && check_pass_sums graph sums fuel count &&
  match relations_of (pass_sums_of graph sums) (doubled rs) with
  | None => false
  | Some ms => check_recurrence p t graph ((passing graph first, 1) :: ms) fuel count
  end.

Theorem check_pass_automaton_sound rs first graph sums fuel count :
  check_pass_automaton rs first graph sums fuel count = true ->
  decreasing (add_pass (options rs)) /\ padded graph /\
  forall m y, reads graph m y = true <-> G (add_pass (options rs)) m = y.
Proof.
  unfold check_pass_automaton. rewrite !andb_true_iff, !N.leb_le.
  intros [[[[[[[wf Hun] HG] Hfp] Hp2] Hmv] Hsums] H]. apply paddedb_spec in HG.
  pose proof (take_and_break_rules rs wf Hun) as Hplain.
  pose proof (add_pass_decreasing _ (take_and_break_decreasing _ _ Hplain)) as dec.
  split; [auto|]. split; [auto|].
  destruct (relations_of (pass_sums_of graph sums) (doubled rs)) as [ms|] eqn:Em; [|discriminate].
  pose proof (check_pass_sums_sound graph HG Hp2 sums fuel count Hsums) as Hrel.
  apply (check_recurrence_sound p t Hp _ graph ((passing graph first, 1) :: ms) fuel count); auto.
  - intros A u [E|Hin]; [inversion E; apply padded_even; auto|].
    apply (relations_of_spec _ _ _ Em) in Hin. destruct Hin as [r [_ [_ HA]]]. apply (Hrel _ _ HA).
  - apply (pass_options_are graph HG Hp2 _ _ Hplain first); auto.
    { apply (moves_from_sound _ _ rs first Hplain); eauto. }
    intros m z. rewrite (doubled_relations graph Hp2 sums (pass_sums_of graph sums) rs ms (fun i => i = 0)
      (fun h A HA => proj2 (Hrel h A HA))); auto.
    + split.
      * intros [r [i [Hr [-> Hl]]]]. rewrite N.add_0_r in Hl. eauto 10.
      * intros [k [h [[r [Hr [<- <-]]] Hl]]]. exists r, 0. rewrite N.add_0_r. auto.
    + intros h A HA. exists A. split; [auto|]. intros m' z'. split.
      * intros Hr. exists 0. rewrite N.sub_0_r. repeat split; auto. lia.
      * intros [i [-> [_ Hr]]]. rewrite N.sub_0_r in Hr. auto.
Qed.

(** ** Recurring codes *)

Lemma take_and_break_recurring d0 after block : zeroth_ok d0 = true ->
  take_and_break (recurring d0 after block)
    (fun k h => contains (digit_at d0 after block k) h = true).
Proof.
  intros H0.
  assert (Hz : forall h, contains (digit_at d0 after block 0) h = true -> (2 <= h)%nat).
  { change (digit_at d0 after block 0) with d0. intros h Hh.
    unfold zeroth_ok in H0. cbn in H0. rewrite !andb_true_iff, !negb_true_iff in H0.
    destruct h as [|[|h]]; [| |lia]; intuition congruence. }
  split; [|auto]. intros n l. rewrite in_recurring. unfold takes_leaves. split.
  - intros [k [H1 [H2 [H3 _]]]]. eauto.
  - intros [k [H1 [H2 H3]]]. exists k. repeat split; auto.
    destruct (N.eq_dec k 0) as [->|]; [|lia].
    specialize (Hz _ H1). pose proof (length_le_sum l H2). lia.
Qed.

Section Recurring.
Variables (d0 : N) (after block : list N).
Notation b := (N.of_nat (length block)).
Notation plain := (recurring d0 after block).
Notation block_rules := (block_rules after block).

(** [endless]: what is left by a take of the block and all that follow it. *)
Definition check_recurring_pass_automaton (first : N) (graph : automaton)
  (sums endless : list automaton) (fuel count : nat) : bool :=
  zeroth_ok d0 && negb (length block =? 0)%nat && paddedb graph && (2 * first <=? p) && (2 <=? p) &&
  moves_from plain (code d0 after ++ block_rules) first && check_pass_sums graph sums fuel count &&
  check_all_endless p t (2 * b) fuel (pass_sums_of graph sums) endless &&
  match relations_of (pass_sums_of graph sums) (doubled (code d0 after)),
        relations_of endless (doubled block_rules) with
  | Some ms, Some ms' =>
      check_recurrence p t graph ((passing graph first, 1) :: ms ++ ms') fuel count
  | _, _ => false
  end.

Theorem check_recurring_pass_automaton_sound first graph sums endless fuel count :
  check_recurring_pass_automaton first graph sums endless fuel count = true ->
  decreasing (add_pass plain) /\ padded graph /\
  forall m y, reads graph m y = true <-> G (add_pass plain) m = y.
Proof.
  unfold check_recurring_pass_automaton. rewrite !andb_true_iff, !N.leb_le, negb_true_iff, Nat.eqb_neq.
  intros [[[[[[[[H0 Hb] HG] Hfp] Hp2] Hmv] Hsums] Hend] H]. apply paddedb_spec in HG.
  assert (Hblock : block <> []) by (intros E; rewrite E in Hb; apply Hb; auto).
  pose proof (take_and_break_recurring d0 after block H0) as Hplain.
  pose proof (add_pass_decreasing _ (take_and_break_decreasing _ _ Hplain)) as dec.
  split; [auto|]. split; [auto|].
  destruct (relations_of (pass_sums_of graph sums) (doubled (code d0 after))) as [ms|] eqn:Em;
    [|discriminate].
  destruct (relations_of endless (doubled block_rules)) as [ms'|] eqn:Em'; [|discriminate].
  pose proof (check_pass_sums_sound graph HG Hp2 sums fuel count Hsums) as Hrel.
  pose proof (check_all_endless_sound p t Hp (2 * b) fuel ltac:(lia) endless (pass_sums_of graph sums)
    (fun h A HA => proj1 (Hrel h A HA)) Hend) as Hclosed.
  apply (check_recurrence_sound p t Hp _ graph ((passing graph first, 1) :: ms ++ ms') fuel count); auto.
  - intros A u [E|Hin]; [inversion E; apply padded_even; auto|].
    apply in_app_or in Hin. destruct Hin as [Hin|Hin].
    + apply (relations_of_spec _ _ _ Em) in Hin. destruct Hin as [r [_ [_ HA]]]. apply (Hrel _ _ HA).
    + apply (relations_of_spec _ _ _ Em') in Hin. destruct Hin as [r [_ [_ HA]]].
      apply (Hclosed _ _ HA).
  - apply (pass_options_are graph HG Hp2 _ _ Hplain first); auto.
    { apply (moves_from_sound _ _ (code d0 after ++ block_rules) first Hplain); auto.
      intros r Hr. apply (in_digit_at d0 after block (takes r) (heaps r) Hblock).
      apply in_app_or in Hr. destruct Hr as [Hr|Hr]; [left; eauto|right].
      exists r, 0. rewrite N.mul_0_l, N.add_0_r. auto. }
    intros m z.
    pose proof (doubled_relations graph Hp2 sums (pass_sums_of graph sums) (code d0 after) ms
      (fun i => i = 0) (fun h A HA => proj2 (Hrel h A HA))) as H1.
    pose proof (doubled_relations graph Hp2 sums endless block_rules ms'
      (fun i => exists j, i = j * b) (fun h A HA => proj2 (Hrel h A HA))) as H2.
    assert (H1' := fun Hs => H1 Hs Em m z). assert (H2' := fun Hs => H2 Hs Em' m z). clear H1 H2.
    assert (Hs1 : forall h E, nth_error (pass_sums_of graph sums) h = Some E ->
      exists A, nth_error (pass_sums_of graph sums) h = Some A /\
      forall m z, reads E m z = true <->
        exists i, i = 0 /\ 2 * i <= m /\ reads A (m - 2 * i) z = true).
    { intros h A HA. exists A. split; [auto|]. intros m' z'. split.
      - intros Hr. exists 0. rewrite N.sub_0_r. repeat split; auto. lia.
      - intros [i [-> [_ Hr]]]. rewrite N.sub_0_r in Hr. auto. }
    assert (Hs2 : forall h E, nth_error endless h = Some E ->
      exists A, nth_error (pass_sums_of graph sums) h = Some A /\
      forall m z, reads E m z = true <->
        exists i, (exists j, i = j * b) /\ 2 * i <= m /\ reads A (m - 2 * i) z = true).
    { intros h E HE. destruct (Hclosed h E HE) as [_ [A [HA Hm]]]. exists A. split; [auto|].
      intros m' z'. rewrite Hm. split.
      - intros [j [Hle Hr]]. exists (j * b). split; [eauto|].
        replace (2 * (j * b)) with (j * (2 * b)) by lia. auto.
      - intros [i [[j ->] [Hle Hr]]]. exists j.
        replace (j * (2 * b)) with (2 * (j * b)) by lia. auto. }
    specialize (H1' Hs1). specialize (H2' Hs2).
    transitivity ((exists r i, In r (code d0 after) /\ i = 0 /\
                     left_by graph (takes r + i) (heaps r) m z) \/
                  (exists r i, In r block_rules /\ (exists j, i = j * b) /\
                     left_by graph (takes r + i) (heaps r) m z)).
    + rewrite <- H1', <- H2'. split.
      * intros [A [u [Hin Hr]]]. apply in_app_or in Hin. destruct Hin; [left|right]; eauto.
      * intros [[A [u [Hin Hr]]]|[A [u [Hin Hr]]]]; exists A, u; (split; [apply in_or_app; auto|auto]).
    + split.
      * intros [[r [i [Hr [-> Hl]]]]|[r [i [Hr [[j ->] Hl]]]]].
        -- rewrite N.add_0_r in Hl. exists (takes r), (heaps r). split; [|auto].
           apply in_digit_at; auto. left. eauto.
        -- exists (takes r + j * b), (heaps r). split; [|auto].
           apply in_digit_at; auto. right. exists r, j. auto.
      * intros [k [h [Hk Hl]]]. apply in_digit_at in Hk; [|auto].
        destruct Hk as [[r [Hr [<- <-]]]|[r [j [Hr [<- <-]]]]]; [left|right].
        -- exists r, 0. rewrite N.add_0_r. auto.
        -- exists r, (j * b). eauto.
Qed.
End Recurring.

(** ** The heaps with their pass

    2n + 1 is spelled with the same k as n, the modulus being halved: the roots of the odd
    residues are an automaton for H alone. *)
Definition odd_heaps (graph : automaton) : automaton :=
  Automaton (rows graph) (fun j c => root graph (2 * j + 1) c).

Lemma reads_odd graph n y : Spelling.reads (p / 2) t (odd_heaps graph) n y = reads graph (with_pass n) y.
Proof.
  apply N.even_spec in p_even. destruct p_even as [q ->].
  rewrite N.mul_comm, N.div_mul by discriminate. rewrite N.mul_comm.
  unfold Spelling.reads, with_pass. cbn [root odd_heaps].
  assert (Hq : n mod q < q) by (apply N.mod_lt; lia).
  pose proof (N.div_mod' n q) as En.
  destruct (parts (2 * q) (n / q) (2 * (n mod q) + 1)) as [E1 E2]; [lia|].
  replace (2 * q * (n / q) + (2 * (n mod q) + 1)) with (2 * n + 1) in E1, E2 by lia.
  rewrite E1, E2. apply accepts_rows. auto.
Qed.
End System.

(** ** What exported files use *)

Definition check_pass_graph (rs : rules) (first p t : N) (graph : automaton)
  (sums : list automaton) (fuel : N) : bool :=
  (0 <? p) && N.even p && check_pass_automaton p t rs first graph sums (N.to_nat fuel) 64.

Theorem check_pass_graph_sound rs first p t graph sums fuel :
  check_pass_graph rs first p t graph sums fuel = true ->
  decreasing (add_pass (options rs)) /\ reads_nim_values (add_pass (options rs)) p t graph.
Proof.
  unfold check_pass_graph. rewrite !andb_true_iff, N.ltb_lt. intros [[Hp He] H].
  destruct (check_pass_automaton_sound p t Hp He rs first graph sums (N.to_nat fuel) 64 H)
    as [H1 [H2 H3]].
  split; [auto|]. split; auto.
Qed.

Definition check_recurring_pass_graph (d0 : N) (after block : list N) (first p t : N)
  (graph : automaton) (sums endless : list automaton) (fuel : N) : bool :=
  (0 <? p) && N.even p &&
  check_recurring_pass_automaton p t d0 after block first graph sums endless (N.to_nat fuel) 64.

Theorem check_recurring_pass_graph_sound d0 after block first p t graph sums endless fuel :
  check_recurring_pass_graph d0 after block first p t graph sums endless fuel = true ->
  decreasing (add_pass (recurring d0 after block)) /\
  reads_nim_values (add_pass (recurring d0 after block)) p t graph.
Proof.
  unfold check_recurring_pass_graph. rewrite !andb_true_iff, N.ltb_lt. intros [[Hp He] H].
  destruct (check_recurring_pass_automaton_sound p t Hp He d0 after block first graph sums endless
    (N.to_nat fuel) 64 H) as [H1 [H2 H3]].
  split; [auto|]. split; auto.
Qed.

(** Periods of the values with the pass. *)
Definition check_pass_regularity (p t : N) (graph : automaton) (l q s : N) (values : list N)
  (fuel : N) : bool :=
  N.even p && check_regular (p / 2) t (odd_heaps graph) l q s values (N.to_nat fuel).

Theorem check_pass_regularity_sound plain p t graph l q s values fuel :
  reads_nim_values (add_pass plain) p t graph ->
  check_pass_regularity p t graph l q s values fuel = true ->
  least_regular (value_with_pass plain) l q s.
Proof.
  intros [Hp [HG H]]. unfold check_pass_regularity. rewrite andb_true_iff. intros [He Hc].
  assert (Hp2 : 0 < p / 2).
  { apply N.even_spec in He. destruct He as [k ->]. apply N.div_str_pos. lia. }
  apply (check_regular_sound (p / 2) t Hp2 (odd_heaps graph) HG (value_with_pass plain))
    with (values := values) (fuel := N.to_nat fuel); [|auto].
  intros n y. rewrite (reads_odd p t Hp He graph n y). apply H.
Qed.

(** The value of a single heap with its pass. *)
Theorem value_with_pass_by_graph plain p t graph n y : reads_nim_values (add_pass plain) p t graph ->
  reads p t graph (with_pass n) y = true -> value_with_pass plain n = y.
Proof. intros H. apply (value_by_graph _ _ _ _ _ _ H). Qed.
