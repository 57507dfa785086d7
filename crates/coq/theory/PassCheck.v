(** * Deciding periodic games with a pass

    [check_pass rs l p a m] computes the values with and without the pass as far as the theorem
    [periodic_with_pass] needs them. If it returns [true], the values with the pass have the
    least preperiod [l] and the least period [p]; [check_recurring_pass_period] does the same for
    recurring codes. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Play Mex NimValue Rules Periodic LeastPeriod NumberSet Values
  PeriodCheck AllBut Recurring Pass.
Import ListNotations.
Open Scope N_scope.

(** ** The options of n + p, rule by rule *)

Lemma counterparts_rules rs a p b n : well_formed rs = true -> forallb may_grow rs = true ->
  0 < a -> window_end rs a p = Some b -> b <= n -> counterparts (options rs) a p n.
Proof.
  unfold well_formed. rewrite !forallb_forall. intros wf Hg Ha Hb Hn.
  assert (H : forall r, In r rs -> counterparts (options_by r) a p n).
  { intros r Hr. destruct (window_end_spec rs a p b Hb r Hr) as [b' [H1 H2]].
    apply (counterparts_bound r a p b'); auto. lia. }
  split; intros l Hl; apply in_flat_map in Hl; destruct Hl as [r [Hr Hl]].
  - destruct (proj1 (H r Hr) l Hl) as [l' [Hl' L]]. exists l'. split; [|auto].
    apply in_flat_map. eauto.
  - destruct (proj2 (H r Hr) l Hl) as [l' [Hl' L]]. exists l'. split; [|auto].
    apply in_flat_map. eauto.
Qed.

(** ** Computing both sequences

    The table of a game with a pass is ..., H(1), G(1), H(0), G(0), H being the values with
    the pass. *)

Fixpoint every_second (l : list N) : list N :=
  match l with _ :: y :: l => y :: every_second l | _ => [] end.

Lemma every_second_length l : length (every_second l) = Nat.div2 (length l).
Proof.
  assert (H : length (every_second l) = Nat.div2 (length l) /\
    forall x, length (every_second (x :: l)) = Nat.div2 (S (length l))); [|apply H].
  induction l as [|y l [IH1 IH2]]; [auto|]. split; [apply IH2|].
  intros x. cbn [every_second length Nat.div2]. rewrite IH1. auto.
Qed.

Lemma every_second_nth l : forall i, nth i (every_second l) 0 = nth (2 * i + 1) l 0.
Proof.
  assert (H : (forall i, nth i (every_second l) 0 = nth (2 * i + 1) l 0) /\
    forall x i, nth i (every_second (x :: l)) 0 = nth (2 * i + 1) (x :: l) 0); [|apply H].
  induction l as [|y l [IH1 IH2]].
  - assert (none : forall i, nth i (@nil N) 0 = 0) by (intros [|i]; auto).
    split; [intros i|intros x i]; cbn [every_second].
    + rewrite !none. auto.
    + replace (2 * i + 1)%nat with (S (2 * i)) by lia.
      change (nth (S (2 * i)) [x] 0) with (nth (2 * i) [] 0). rewrite !none. auto.
  - split; [apply IH2|]. intros x [|i]; [auto|]. cbn [every_second nth]. rewrite IH1.
    replace (2 * S i + 1)%nat with (S (S (2 * i + 1))) by lia. auto.
Qed.

Lemma table_without g n table : decreasing g -> table_of (add_pass g) (without_pass n) table ->
  table_of g n (every_second table).
Proof.
  intros dec [H1 H2]. unfold without_pass in *.
  assert (Hlen : length (every_second table) = N.to_nat n).
  { rewrite every_second_length, H1, N2Nat.inj_mul. apply Nat.div2_double. }
  split; [auto|]. intros i Hi. rewrite every_second_nth, H2 by lia.
  rewrite <- (value_without_pass g dec). f_equal. unfold without_pass. lia.
Qed.

(** H(0), H(1), ... *)
Definition passing_values (table : list N) : list N := rev (every_second (0 :: table)).

Lemma passing_values_spec g n table : table_of (add_pass g) (without_pass n) table ->
  length (passing_values table) = N.to_nat n /\
  values_of (value_with_pass g) (passing_values table).
Proof.
  intros [H1 H2]. unfold passing_values, without_pass in *.
  assert (Hlen : length (every_second (0 :: table)) = N.to_nat n).
  { rewrite every_second_length. cbn [length]. rewrite H1, N2Nat.inj_mul.
    apply Nat.div2_succ_double. }
  rewrite rev_length. split; [auto|]. intros i Hi. rewrite rev_length in Hi.
  rewrite rev_nth, every_second_nth by auto.
  rewrite Hlen.
  replace (2 * (N.to_nat n - S i) + 1)%nat with (S (2 * (N.to_nat n - S i))) by lia.
  cbn [nth]. rewrite H2 by lia. unfold value_with_pass, with_pass. f_equal. lia.
Qed.

(** *** One value with the pass *)

(** Whether the rule has a move in a heap of [n]. *)
Definition can_move (n : N) (r : rule) : bool :=
  if smallest r <=? n then
    match heaps r, cond r with
    | O, _ => n =? takes r
    | 1%nat, _ => takes r <? n
    | 2%nat, Any => takes r + 2 <=? n
    | _, _ => match options_by r n with [] => false | _ => true end
    end
  else false.

(** One heap with a pass and one without: the two numbers have the total 2(n-k) + 1, which is
    odd, and every pair with that total is met once. *)
Definition add_rule_with_pass (n : N) (fw table : list N) (s : set) (r : rule) : set :=
  if smallest r <=? n then
    match heaps r, cond r with
    | O, _ => if n =? takes r then add 0 s else s
    | 1%nat, _ => if takes r <? n then add (nth (N.to_nat (2 * takes r - 1)) table 0) s else s
    | 2%nat, Any =>
        add_pairs (N.to_nat (n - takes r - 1)) fw (skipn (N.to_nat (2 * takes r + 1)) table) s
    | _, _ => add_options (with_pass n) table (flat_map leave_pass (options_by r n)) s
    end
  else s.

Definition step_with_pass (rs : rules) (fuel : nat) (m : N) (table : list N) : option N :=
  let n := N.div2 m in
  if N.odd m then
    let fw := skipn 2 (rev_append table []) in
    let moves := fold_left (add_rule_with_pass n fw table) rs empty in
    mex_of_set fuel (if existsb (can_move n) rs then add (hd 0 table) moves else moves)
  else step_by_rules rs fuel n (every_second table).

(** The rules are those of a heap of [n]: recurring codes have more of them for larger heaps. *)
Section Step.
Variable rs : rules.
Hypothesis wf : well_formed rs = true.
Variable g : game.
Hypothesis dec : decreasing g.
Variable n : N.
Hypothesis options_of_n : forall l, In l (g n) <-> In l (options rs n).
Notation F := (G (add_pass g)).

Lemma wf_rule r : In r rs -> well_formed_rule r = true.
Proof. unfold well_formed in wf. rewrite forallb_forall in wf. auto. Qed.

Lemma one_heap_takes r : In r rs -> heaps r = 1%nat -> 1 <= takes r.
Proof.
  intros Hr Hh. pose proof (wf_rule r Hr) as H. unfold well_formed_rule in H. rewrite Hh in H.
  cbn in H. rewrite orb_false_r in H. apply N.leb_le in H. auto.
Qed.

Lemma legal_pair r m l : heaps r = 2%nat -> cond r = Any -> legal r m l <->
  exists x y, l = [x; y] /\ 0 < x /\ 0 < y /\ x + y + takes r = m /\ smallest r <= m.
Proof.
  intros Hh Hc. rewrite (legal_2 r m l 0 Hh) by (rewrite Hc; auto).
  split; intros [x [y H]]; exists x, y; intuition lia.
Qed.

Lemma can_move_spec r : can_move n r = true <-> exists l, legal r n l.
Proof.
  assert (general : match options_by r n with [] => false | _ => true end = true <->
    exists l, legal r n l).
  { destruct (options_by r n) as [|l ls] eqn:E; split; try easy.
    - intros [l Hl]. apply in_options_by in Hl. rewrite E in Hl. destruct Hl.
    - intros _. exists l. apply in_options_by. rewrite E. left. auto. }
  unfold can_move. destruct (N.leb_spec (smallest r) n) as [Hs|Hs].
  2: { split; [discriminate|]. intros [l [_ [_ [_ [H _]]]]]. lia. }
  destruct (heaps r) as [|[|[|h]]] eqn:Hh; auto.
  - rewrite N.eqb_eq. split.
    + intros E. exists []. apply legal_0; auto.
    + intros [l Hl]. apply legal_0 in Hl; auto. lia.
  - rewrite N.ltb_lt. split.
    + intros E. exists [n - takes r]. apply legal_1; auto.
    + intros [l Hl]. apply legal_1 in Hl; auto. lia.
  - destruct (cond r) eqn:Hc; auto. rewrite N.leb_le. split.
    + intros E. exists [1; n - takes r - 1]. apply legal_pair; auto.
      exists 1, (n - takes r - 1). repeat split; auto; lia.
    + intros [l Hl]. apply legal_pair in Hl; auto. destruct Hl as [x [y Hl]]. lia.
Qed.

Lemma has_option : existsb (can_move n) rs = true <-> g n <> [].
Proof.
  rewrite existsb_exists. split.
  - intros [r [Hr H]]. apply can_move_spec in H. destruct H as [l Hl]. intros E.
    assert (Hin : In l (g n)) by (apply options_of_n, in_options; eauto).
    rewrite E in Hin. destruct Hin.
  - intros H. destruct (g n) as [|l ls] eqn:E; [elim H; auto|].
    assert (Hin : In l (options rs n)) by (apply options_of_n; left; auto). apply in_options in Hin.
    destruct Hin as [r [Hr Hl]]. exists r. split; [auto|]. apply can_move_spec. eauto.
Qed.

(** What one rule adds to the set. *)
Lemma add_rule_with_pass_spec table s r v :
  table_of (add_pass g) (with_pass n) table -> In r rs ->
  mem v (add_rule_with_pass n (skipn 2 (rev_append table [])) table s r) = true <->
  mem v s = true \/
  exists l l', legal r n l /\ In l' (leave_pass l) /\ nim_sum (map F l') = v.
Proof.
  intros Ht Hr. pose proof Ht as [Hlen Hnth].
  assert (general :
    mem v (add_options (with_pass n) table (flat_map leave_pass (options_by r n)) s) = true <->
    mem v s = true \/ exists l l', legal r n l /\ In l' (leave_pass l) /\ nim_sum (map F l') = v).
  { rewrite (add_options_spec (add_pass g) _ table v Ht).
    - split; (intros [H|H]; [auto|right]).
      + destruct H as [l' [H E]]. apply in_flat_map in H. destruct H as [l [Hl Hl']].
        apply in_options_by in Hl. eauto.
      + destruct H as [l [l' [Hl [Hl' E]]]]. exists l'. split; [|auto]. apply in_flat_map.
        exists l. split; [apply in_options_by; auto|auto].
    - intros l' x Hl Hx. apply in_flat_map in Hl. destruct Hl as [l [Hl Hl']].
      apply (add_pass_decreasing g dec (with_pass n) l' x); auto.
      apply in_add_pass_with. right. exists l. split; [|auto].
      apply options_of_n, in_flat_map. eauto. }
  unfold add_rule_with_pass. destruct (N.leb_spec (smallest r) n) as [Hs|Hs].
  2: { split; auto. intros [H|[l [l' [[_ [_ [_ [H _]]]] _]]]]; [auto|lia]. }
  destruct (heaps r) as [|[|[|h]]] eqn:Hh; auto.
  - destruct (N.eqb_spec n (takes r)) as [E|E].
    + rewrite mem_add, orb_true_iff, N.eqb_eq. split.
      * intros [->|H]; [right|auto]. exists [], [].
        split; [apply legal_0; auto|]. split; [left|]; auto.
      * intros [H|[l [l' [H1 [H2 <-]]]]]; auto. apply legal_0 in H1; auto. destruct H1 as [-> _].
        destruct H2 as [<-|[]]. auto.
    + split; auto. intros [H|[l [l' [H1 _]]]]; auto. apply legal_0 in H1; auto. lia.
  - pose proof (one_heap_takes r Hr Hh) as Hk. destruct (N.ltb_spec (takes r) n) as [Hn|Hn].
    + assert (E : nth (N.to_nat (2 * takes r - 1)) table 0 = F (with_pass (n - takes r))).
      { unfold with_pass in *. rewrite Hnth by lia. f_equal. lia. }
      rewrite mem_add, orb_true_iff, N.eqb_eq, E. split.
      * intros [->|H']; auto. right. exists [n - takes r], [with_pass (n - takes r)].
        split; [apply legal_1; auto|]. split; [left; auto|]. apply N.lxor_0_r.
      * intros [H'|[l [l' [H1 [H2 <-]]]]]; auto. apply legal_1 in H1; auto. destruct H1 as [-> _].
        destruct H2 as [<-|[]]. left. cbn [map nim_sum fold_right]. rewrite N.lxor_0_r. auto.
    + split; auto. intros [H'|[l [l' [H1 _]]]]; auto. apply legal_1 in H1; auto. lia.
  - destruct (cond r) eqn:Hc; auto. set (k := takes r) in *.
    rewrite add_pairs_spec, !skipn_length, rev_append_rev, app_nil_r, rev_length, Hlen.
    assert (Hval : forall i, (i < N.to_nat (n - k - 1))%nat ->
      N.lxor (nth i (skipn 2 (rev table)) 0) (nth i (skipn (N.to_nat (2 * k + 1)) table) 0) =
      N.lxor (F (2 + N.of_nat i)) (F (2 * (n - k) - 1 - N.of_nat i))).
    { intros i Hi. unfold with_pass in *. rewrite !nth_skipn, rev_nth, !Hnth by lia.
      f_equal; f_equal; lia. }
    assert (two : forall x y, nim_sum (map F [x; y]) = N.lxor (F x) (F y))
      by (intros x y; cbn [map nim_sum fold_right]; rewrite N.lxor_0_r; auto).
    split; (intros [H|H]; [auto|right]).
    + destruct H as [i [Hi [_ [_ ->]]]]. rewrite (Hval i Hi).
      destruct (either_kind (N.of_nat i)) as [j [E|E]]; rewrite E in *;
        exists [1 + j; n - k - 1 - j]; unfold without_pass, with_pass in E.
      * exists [without_pass (1 + j); with_pass (n - k - 1 - j)]. split; [|split].
        -- apply legal_pair; auto. exists (1 + j), (n - k - 1 - j). fold k. repeat split; auto; lia.
        -- right. left. auto.
        -- rewrite two. unfold without_pass, with_pass. f_equal; f_equal; lia.
      * exists [with_pass (1 + j); without_pass (n - k - 1 - j)]. split; [|split].
        -- apply legal_pair; auto. exists (1 + j), (n - k - 1 - j). fold k. repeat split; auto; lia.
        -- left. auto.
        -- rewrite two. unfold without_pass, with_pass. f_equal; f_equal; lia.
    + destruct H as [l [l' [Hl [Hl' <-]]]]. apply legal_pair in Hl; auto.
      destruct Hl as [x [y [-> [Hx [Hy [Hsum _]]]]]]. fold k in Hsum.
      assert (Hmet : forall u w, 2 <= u -> u < w -> u + w = 2 * (n - k) + 1 ->
        exists i, (i < N.to_nat (n - k - 1))%nat /\ (i < N.to_nat (with_pass n) - 2)%nat /\
          (i < N.to_nat (with_pass n) - N.to_nat (2 * k + 1))%nat /\
          N.lxor (F u) (F w) =
          N.lxor (nth i (skipn 2 (rev table)) 0) (nth i (skipn (N.to_nat (2 * k + 1)) table) 0)).
      { intros u w Hu Huw E. exists (N.to_nat (u - 2)). rewrite Hval by lia.
        unfold with_pass. repeat split; try lia. f_equal; f_equal; lia. }
      assert (Heither : forall u w, 2 <= u -> 2 <= w -> u + w = 2 * (n - k) + 1 ->
        exists i, (i < N.to_nat (n - k - 1))%nat /\ (i < N.to_nat (with_pass n) - 2)%nat /\
          (i < N.to_nat (with_pass n) - N.to_nat (2 * k + 1))%nat /\
          N.lxor (F u) (F w) =
          N.lxor (nth i (skipn 2 (rev table)) 0) (nth i (skipn (N.to_nat (2 * k + 1)) table) 0)).
      { intros u w Hu Hw E. destruct (N.lt_ge_cases u w) as [H|H]; [auto|].
        rewrite (N.lxor_comm (F u)). apply Hmet; lia. }
      change (leave_pass [x; y]) with
        [[with_pass x; without_pass y]; [without_pass x; with_pass y]] in Hl'.
      destruct Hl' as [<-|[<-|[]]]; rewrite two; apply Heither;
        unfold without_pass, with_pass; lia.
Qed.

Lemma add_rules_with_pass_spec table v : table_of (add_pass g) (with_pass n) table ->
  forall some, incl some rs -> forall s,
  mem v (fold_left (add_rule_with_pass n (skipn 2 (rev_append table [])) table) some s) = true <->
  mem v s = true \/
  exists r l l', In r some /\ legal r n l /\ In l' (leave_pass l) /\ nim_sum (map F l') = v.
Proof.
  intros Ht some. induction some as [|r some IH]; intros Hincl s; cbn [fold_left].
  - split; auto. intros [H|[r [l [l' [[] _]]]]]; auto.
  - rewrite IH by (intros x Hx; apply Hincl; right; auto).
    rewrite (add_rule_with_pass_spec table s r v Ht) by (apply Hincl; left; auto). cbn [In]. split.
    + intros [[H|[l [l' H]]]|[r' [l [l' [H1 H2]]]]]; [auto|right; exists r, l, l'; auto|].
      right. exists r', l, l'. auto.
    + intros [H|[r' [l [l' [[->|H1] H2]]]]]; [auto|left; right; eauto|].
      right. exists r', l, l'. auto.
Qed.

Theorem step_with_pass_spec fuel m table v : m = without_pass n \/ m = with_pass n ->
  table_of (add_pass g) m table -> step_with_pass rs fuel m table = Some v ->
  v = G (add_pass g) m.
Proof.
  intros Hm Ht Hv. unfold step_with_pass in Hv. cbn zeta in Hv. destruct Hm as [-> | ->].
  - rewrite odd_without, div2_without in Hv. rewrite (value_without_pass g dec).
    apply (step_by_rules_spec rs wf g fuel n (every_second table)); auto.
    apply (table_without g n table dec Ht).
  - rewrite odd_with, div2_with in Hv.
    apply (mex_step (add_pass g) (with_pass n) fuel _ v (add_pass_decreasing g dec)) with (2 := Hv).
    clear v Hv. intros u.
    assert (Hhd : hd 0 table = nim_sum (map F [without_pass n])).
    { destruct Ht as [H1 H2]. specialize (H2 O ltac:(unfold with_pass in H1; lia)).
      replace (hd 0 table) with (nth 0 table 0) by (destruct table; auto).
      cbn [map nim_sum fold_right]. rewrite H2, N.lxor_0_r. f_equal.
      unfold with_pass, without_pass. lia. }
    pose proof (add_rules_with_pass_spec table u Ht rs (incl_refl rs) empty) as Hmoves.
    rewrite mem_empty in Hmoves.
    assert (Hset : (exists r l l', In r rs /\ legal r n l /\ In l' (leave_pass l) /\
        nim_sum (map F l') = u) <->
      exists l l', In l (g n) /\ In l' (leave_pass l) /\ nim_sum (map F l') = u).
    { split.
      - intros [r [l [l' [H1 [H2 H3]]]]]. exists l, l'.
        split; [apply options_of_n, in_options; eauto|auto].
      - intros [l [l' [H1 H2]]]. apply options_of_n, in_options in H1. destruct H1 as [r [H1 H3]].
        exists r, l, l'. auto. }
    assert (Hall : (exists l, In l (add_pass g (with_pass n)) /\ nim_sum (map F l) = u) <->
      (g n <> [] /\ hd 0 table = u) \/
      exists l l', In l (g n) /\ In l' (leave_pass l) /\ nim_sum (map F l') = u).
    { split.
      - intros [l' [Hl E]]. apply in_add_pass_with in Hl. destruct Hl as [[Hn ->]|[l [Hl Hl']]].
        + left. split; congruence.
        + right. eauto.
      - intros [[Hn E]|[l [l' [Hl [Hl' E]]]]].
        + exists [without_pass n]. split; [apply in_add_pass_with; auto|congruence].
        + exists l'. split; [apply in_add_pass_with; eauto|auto]. }
    rewrite Hall, <- Hset. destruct (existsb (can_move n) rs) eqn:E.
    + apply has_option in E. rewrite mem_add, orb_true_iff, N.eqb_eq, Hmoves. split.
      * intros [->|[H|H]]; [auto|discriminate|auto].
      * intros [[_ <-]|H]; auto.
    + assert (~ g n <> []) by (rewrite <- has_option; congruence). rewrite Hmoves. split.
      * intros [H'|H']; [discriminate|auto].
      * intros [[H' _]|H']; [contradiction|auto].
Qed.
End Step.

Theorem step_with_pass_correct rs fuel : well_formed rs = true ->
  correct_step (add_pass (options rs)) (step_with_pass rs fuel).
Proof.
  intros wf m table v Ht Hv. destruct (either_kind m) as [n Hm].
  apply (step_with_pass_spec rs wf (options rs) (options_decreasing rs wf) n) with (4 := Hv); auto.
  reflexivity.
Qed.

(** The table of the first [count] heaps, with and without their passes. *)
Definition pass_values (rs : rules) (count : N) : option (list N) :=
  let c := N.to_nat (without_pass count) in
  if well_formed rs then compute (step_with_pass rs c) c 0 [] else None.

Lemma pass_values_spec rs count table : pass_values rs count = Some table ->
  well_formed rs = true /\ table_of (add_pass (options rs)) (without_pass count) table.
Proof.
  unfold pass_values. cbn zeta. destruct (well_formed rs) eqn:wf; [|discriminate].
  intros H. split; [auto|].
  apply (compute_spec (add_pass (options rs))) in H; auto using step_with_pass_correct, table_nil.
  rewrite N2Nat.id, N.add_0_l in H. auto.
Qed.

(** ** Deciding claims

    The window is that of the period q = m p from [a] on; the period p of the values with the
    pass, from [l] on, is read off the table. *)

(** The window [a, b) for the period q = m p in a table of [count] heaps, and what is claimed of
    the values with the pass. *)
Definition window_with_pass (table : list N) (count l p a q : N) : bool :=
  let values := passing_values table in
  repeats_in (without_pass count) table (without_pass a) (without_pass q) &&
  adds_from l p 0 values && least_by_values l p 0 values.

Lemma window_with_pass_sound g table l p a b q : decreasing g -> 0 < p -> 0 < q -> N.max 1 l <= a ->
  (forall n, N.max a b <= n -> counterparts g a q n) ->
  let count := N.max b (a + p) + q in
  table_of (add_pass g) (without_pass count) table ->
  window_with_pass table count l p a q = true -> least_regular (value_with_pass g) l p 0.
Proof.
  cbn zeta. intros dec Hp Hq Ha Hlike. set (count := N.max b (a + p) + q) in *. intros Ht.
  unfold window_with_pass. cbn zeta. rewrite !andb_true_iff. intros [[H1 H2] H3].
  destruct (passing_values_spec _ _ _ Ht) as [Hlen Hval].
  apply (least_by_values_sound _ l p 0 (passing_values table)); auto.
  apply (regular_by_multiple _ l p 0 a q 0); auto; try lia.
  - intros n Hn. rewrite N.add_0_r.
    apply (periodic_with_pass g a q (N.max a b)); auto; try lia.
    intros k Hk. apply (proj1 (repeats_in_spec _ _ _ _ _ Ht) H1); unfold without_pass in *; lia.
  - intros n Hn. apply (adds_from_spec _ l p 0 (passing_values table)); auto; lia.
Qed.

(** *** Finite lists of rules *)

Definition check_pass (rs : rules) (l p a m : N) : bool :=
  let q := m * p in
  (0 <? p) && (0 <? m) && (N.max 1 l <=? a) && forallb may_grow rs &&
  match window_end rs a q with
  | None => false
  | Some b =>
      let count := N.max b (a + p) + q in
      match pass_values rs count with
      | None => false
      | Some table => window_with_pass table count l p a q
      end
  end.

Theorem check_pass_sound rs l p a m : check_pass rs l p a m = true ->
  decreasing (add_pass (options rs)) /\ least_regular (value_with_pass (options rs)) l p 0.
Proof.
  unfold check_pass. cbn zeta. rewrite !andb_true_iff, !N.ltb_lt, N.leb_le.
  intros [[[[Hp Hm] Ha] Hgrow] H]. assert (Hq : 0 < m * p) by nia.
  destruct (window_end rs a (m * p)) as [b|] eqn:Hb; [|discriminate].
  destruct (pass_values rs _) as [table|] eqn:Hv; [|discriminate].
  apply pass_values_spec in Hv. destruct Hv as [wf Ht].
  pose proof (options_decreasing rs wf) as dec. split; [apply add_pass_decreasing; auto|].
  apply (window_with_pass_sound _ table l p a b (m * p)); auto.
  intros n Hn. apply (counterparts_rules rs a (m * p) b); auto; lia.
Qed.

(** *** Recurring codes *)

Section Recurring.
Variables (d0 : N) (after block : list N).
Notation g := (recurring d0 after block).

Definition recurring_pass_step (fuel : nat) (m : N) (table : list N) : option N :=
  step_with_pass (rules_to d0 after block (N.div2 m)) fuel m table.

Lemma recurring_pass_step_correct fuel : zeroth_ok d0 = true ->
  correct_step (add_pass g) (recurring_pass_step fuel).
Proof.
  intros H0 m table v Ht Hv. unfold recurring_pass_step in Hv.
  destruct (either_kind m) as [n Hm].
  assert (E : N.div2 m = n) by (destruct Hm as [-> | ->]; [apply div2_without|apply div2_with]).
  rewrite E in Hv.
  apply (step_with_pass_spec (rules_to d0 after block n) (rules_to_well_formed d0 after block n H0) g
    (recurring_decreasing d0 after block H0) n) with (4 := Hv); auto.
  reflexivity.
Qed.

Definition check_recurring_pass_period (l p a m : N) : bool :=
  let q := m * p in
  let b := N.of_nat (most_heaps d0 after block) * (a + q) + N.of_nat (length after) + 1 in
  let count := N.max b (a + p) + q in
  let c := N.to_nat (without_pass count) in
  zeroth_ok d0 && (0 <? p) && (0 <? m) && (N.max 1 l <=? a) && negb (length block =? 0)%nat &&
  (q mod N.of_nat (length block) =? 0) &&
  match compute (recurring_pass_step c) c 0 [] with
  | None => false
  | Some table => window_with_pass table count l p a q
  end.

Theorem check_recurring_pass_period_sound l p a m : check_recurring_pass_period l p a m = true ->
  decreasing (add_pass g) /\ least_regular (value_with_pass g) l p 0.
Proof.
  unfold check_recurring_pass_period. cbn zeta. set (q := m * p).
  set (b := N.of_nat (most_heaps d0 after block) * (a + q) + N.of_nat (length after) + 1).
  rewrite !andb_true_iff, !N.ltb_lt, N.leb_le, negb_true_iff, Nat.eqb_neq, N.eqb_eq.
  intros [[[[[[H0 Hp] Hm] Ha] Hb] Hq] H]. assert (0 < q) by (unfold q; nia).
  assert (Hblock : block <> []) by (intros E; rewrite E in Hb; apply Hb; auto).
  apply N.mod_divide in Hq; [|lia].
  destruct (compute _ _ _ _) as [table|] eqn:Ht; [|discriminate].
  apply (compute_spec (add_pass g)) in Ht; auto using recurring_pass_step_correct, table_nil.
  rewrite N2Nat.id, N.add_0_l in Ht.
  pose proof (recurring_decreasing d0 after block H0) as dec.
  split; [apply add_pass_decreasing; auto|].
  apply (window_with_pass_sound _ table l p a b q); auto.
  intros n Hn. apply counterparts_recurring; auto; [lia|]. unfold b in Hn. lia.
Qed.
End Recurring.

(** ** The table of the first l + p values *)

Lemma in_table_spec f l p values : regular f l p 0 -> values_of f values ->
  length values = N.to_nat (l + p) -> forall n, f n = in_table values l p n.
Proof.
  intros Hreg Hf Hlen n. rewrite (regular_reduce _ l p n Hreg). destruct Hreg as [Hp _].
  assert (Hm : reduce l p n < l + p).
  { unfold reduce. destruct (N.ltb_spec n l); [lia|].
    pose proof (N.mod_lt (n - l) p ltac:(lia)). lia. }
  unfold in_table. rewrite <- Hf by lia. f_equal. lia.
Qed.

Definition check_pass_table (rs : rules) (l p : N) (values : list N) : bool :=
  match pass_values rs (l + p) with
  | None => false
  | Some table =>
      (length values =? N.to_nat (l + p))%nat && agree (length values) values (passing_values table)
  end.

Theorem check_pass_table_sound rs l p values : check_pass_table rs l p values = true ->
  regular (value_with_pass (options rs)) l p 0 ->
  forall n, value_with_pass (options rs) n = in_table values l p n.
Proof.
  unfold check_pass_table. intros H Hreg.
  destruct (pass_values rs (l + p)) as [table|] eqn:Hv; [|discriminate].
  apply pass_values_spec in Hv. destruct Hv as [wf Ht].
  destruct (passing_values_spec _ _ _ Ht) as [Hlen Hval].
  rewrite andb_true_iff, Nat.eqb_eq in H. destruct H as [Hlen' H].
  apply in_table_spec; auto. intros i Hi. destruct (agree_spec _ _ _ H i Hi) as [-> _].
  apply Hval. lia.
Qed.
