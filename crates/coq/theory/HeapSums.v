(** * Sums of heaps

    From an automaton for the graph of the nim-sequence come the relations "a sum of h
    non-empty heaps has total n and nim-sum z": for h = 0 and h = 1 they are built, for larger
    h they are claimed and checked. *)
From Coq Require Import NArith List Lia Bool FMapPositive.
From Sprague Require Import Play Mex Rules Bits Automaton Walk Spelling SumWithin WithinSum SumAhead.
Import ListNotations.
Open Scope N_scope.

(** ** No heap, one heap *)

Definition before_digit (e : row) : row :=
  Row false (xO (on00 e)) (xO (on01 e)) (xI (on10 e)) (xI (on11 e)).
Definition after_digit (e : row) : row :=
  Row (ends_here e) (xI (on00 e)) (xI (on01 e)) (xI (on10 e)) (xI (on11 e)).

(** The pairs (n, y) of A with n >= least, which is at most p: every state twice, before and
    after a digit that shows it. *)
Definition from_heap (least : N) (A : automaton) : automaton :=
  Automaton (M.Node (M.mapi (fun _ => before_digit) (rows A)) None (M.mapi (fun _ => after_digit) (rows A)))
        (fun j c => if j <? least then xO (root A j c) else xI (root A j c)).

(** Those with n > 0. *)
Definition nonempty (A : automaton) : automaton := from_heap 1 A.

Lemma find_before least A s : M.find (xO s) (rows (from_heap least A)) = option_map before_digit (M.find s (rows A)).
Proof. cbn [from_heap rows M.find]. apply M.gmapi. Qed.
Lemma find_after least A s : M.find (xI s) (rows (from_heap least A)) = option_map after_digit (M.find s (rows A)).
Proof. cbn [from_heap rows M.find]. apply M.gmapi. Qed.

Lemma step_after least A s x z : step (from_heap least A) (xI s) x z = xI (step A s x z).
Proof.
  unfold step. rewrite find_after. destruct (M.find s (rows A)); cbn; auto. destruct x, z; auto.
Qed.
Lemma step_before least A s x z : M.find s (rows A) <> None ->
  step (from_heap least A) (xO s) x z = (if x then xI else xO) (step A s x z).
Proof.
  unfold step. rewrite find_before. destruct (M.find s (rows A)); cbn; [|easy].
  destruct x, z; auto.
Qed.
Lemma accepting_after least A s : accepting (from_heap least A) (xI s) = accepting A s.
Proof. unfold accepting. rewrite find_after. destruct (M.find s (rows A)); auto. Qed.
Lemma accepting_before least A s : accepting (from_heap least A) (xO s) = false.
Proof. unfold accepting. rewrite find_before. destruct (M.find s (rows A)); auto. Qed.

Lemma padded_from least A : padded A -> padded (from_heap least A).
Proof.
  intros HA [s|s|].
  - rewrite step_after, !accepting_after. apply HA.
  - rewrite accepting_before. destruct (M.find s (rows A)) eqn:E.
    + rewrite step_before by congruence. apply accepting_before.
    + unfold step. rewrite find_before, E. cbn. apply accepting_before.
  - reflexivity.
Qed.

Lemma accepts_after least A : padded A -> forall k l s, accepts (from_heap least A) (xI s) k l = accepts A s k l.
Proof.
  intros HA. pose proof (padded_from least A HA) as HN.
  apply (bitwise_induction (fun k l => forall s, accepts (from_heap least A) (xI s) k l = accepts A s k l)).
  - intros s. rewrite !accepts_zero. apply accepting_after.
  - intros k l IH s. rewrite (accepts_step A), accepts_step by auto. rewrite step_after. apply IH.
Qed.

Lemma accepts_before least A : padded A -> forall k l s,
  accepts (from_heap least A) (xO s) k l = accepts A s k l && negb (k =? 0).
Proof.
  intros HA. pose proof (padded_from least A HA) as HN.
  apply (bitwise_induction
    (fun k l => forall s, accepts (from_heap least A) (xO s) k l = accepts A s k l && negb (k =? 0))).
  - intros s. rewrite !accepts_zero, accepting_before, andb_false_r. auto.
  - intros k l IH s. destruct (M.find s (rows A)) eqn:E.
    + rewrite (accepts_step A), accepts_step by auto. rewrite step_before by congruence.
      destruct (N.odd k) eqn:Eo.
      * rewrite accepts_after by auto. destruct k; [discriminate|]. cbn. rewrite andb_true_r. auto.
      * rewrite IH. f_equal. f_equal. pose proof (odd_div2 k) as Hk. rewrite Eo in Hk.
        cbn [N.b2n] in Hk. destruct (N.eqb_spec k 0), (N.eqb_spec (N.div2 k) 0); auto; lia.
    + rewrite !dead_spec; auto; unfold dead; rewrite ?find_before, E; auto.
Qed.

Lemma padded_nonempty A : padded A -> padded (nonempty A).
Proof. apply padded_from. Qed.

Definition empty_heap : automaton :=
  Automaton (M.add 1%positive (Row true 1 2 2 2) (M.empty row))
        (fun j c => if (j =? 0) && (c =? 0) then 1%positive else 2%positive).

Lemma padded_empty : padded empty_heap.
Proof. apply paddedb_spec. reflexivity. Qed.

Lemma accepts_empty : forall k l, accepts empty_heap 1 k l = (k =? 0) && (l =? 0).
Proof.
  apply bitwise_induction; [reflexivity|]. intros k l IH. rewrite accepts_step by apply padded_empty.
  pose proof (odd_div2 k) as Hk. pose proof (odd_div2 l) as Hl.
  assert (D : forall k l, accepts empty_heap 2 k l = false)
    by (apply dead_spec; [apply padded_empty|reflexivity]).
  destruct (N.odd k), (N.odd l); cbn [step rows empty_heap M.add M.find M.empty pick N.b2n] in *;
    rewrite ?D, ?IH; cbn [on00 on01 on10 on11]; rewrite ?D, ?IH;
    destruct (N.eqb_spec k 0), (N.eqb_spec l 0), (N.eqb_spec (N.div2 k) 0),
      (N.eqb_spec (N.div2 l) 0); auto; lia.
Qed.

Section System.
Variables p t : N.
Hypothesis Hp : 0 < p.
Notation lows := (lows t).
Notation reads := (reads p t).

Lemma reads_from least A n y : least <= p -> padded A ->
  reads (from_heap least A) n y = reads A n y && (least <=? n).
Proof.
  intros Hl HA. unfold Spelling.reads. cbn [root from_heap].
  pose proof (N.div_mod' n p) as En. assert (Hm : n mod p < p) by (apply N.mod_lt; lia).
  destruct (N.ltb_spec (n mod p) least) as [E|E].
  - rewrite accepts_before by auto. f_equal.
    destruct (N.eqb_spec (n / p) 0) as [E0|E0], (N.leb_spec least n); cbn [negb]; auto.
    + rewrite E0, N.mul_0_r in En. lia.
    + assert (p * 1 <= p * (n / p))
        by (apply N.mul_le_mono_l; destruct (n / p); [elim E0; auto|destruct p0; discriminate]).
      generalize dependent (p * (n / p)). generalize dependent (n mod p). clear E0. intros. lia.
  - rewrite accepts_after by auto. destruct (N.leb_spec least n); [rewrite andb_true_r; auto|].
    generalize dependent (p * (n / p)). intros. lia.
Qed.

Lemma reads_nonempty A n y : padded A -> reads (nonempty A) n y = reads A n y && negb (n =? 0).
Proof.
  intros HA. unfold nonempty. rewrite reads_from by (auto; lia). f_equal.
  destruct (N.eqb_spec n 0), (N.leb_spec 1 n); auto; lia.
Qed.

Lemma div_mod_zero n d : 0 < d -> (n mod d =? 0) && (n / d =? 0) = (n =? 0).
Proof.
  intros Hd. pose proof (N.div_mod' n d) as E.
  destruct (N.eqb_spec n 0) as [->|Hn].
  - rewrite N.mod_0_l, N.div_0_l by (intros H; subst d; discriminate). auto.
  - destruct (N.eqb_spec (n mod d) 0) as [E1|], (N.eqb_spec (n / d) 0) as [E2|]; auto.
    rewrite E1, E2, N.mul_0_r in E. elim Hn. exact E.
Qed.

Lemma reads_empty n y : reads empty_heap n y = (n =? 0) && (y =? 0).
Proof.
  unfold Spelling.reads. cbn [root empty_heap].
  rewrite <- (div_mod_zero n p Hp), <- (div_mod_zero y lows (lows_pos t)).
  destruct (n mod p =? 0), (y mod lows =? 0); cbn [andb]; rewrite ?andb_false_r;
    try (apply dead_spec; [apply padded_empty|reflexivity]).
  apply accepts_empty.
Qed.

(** ** h heaps

    [heap_sums graph h n z]: there are h non-empty heaps with total n whose values, read off
    the graph, have the nim-sum z. *)

Definition heap_sums (graph : automaton) (h : nat) (n z : N) : Prop :=
  exists l ys, length l = h /\ Forall (fun m => 0 < m) l /\ sum l = n /\
    Forall2 (fun m y => reads graph m y = true) l ys /\ nim_sum ys = z.

Lemma heap_sums_0 graph n z : reads empty_heap n z = true <-> heap_sums graph 0 n z.
Proof.
  rewrite reads_empty, andb_true_iff, !N.eqb_eq. split.
  - intros [-> ->]. exists [], []. repeat split; auto.
  - intros [l [ys [H1 [_ [H2 [H3 H4]]]]]]. destruct l; [|discriminate].
    inversion H3; subst. auto.
Qed.

Lemma heap_sums_S graph h n z : padded graph ->
  heap_sums graph (S h) n z <->
  exists n1 n2 w, n1 + n2 = n /\ heap_sums graph h n1 w /\
    reads (nonempty graph) n2 (N.lxor w z) = true.
Proof.
  intros HG. split.
  - intros [l [ys [H1 [H2 [H3 [H4 H5]]]]]]. destruct l as [|x l]; [discriminate|].
    inversion H2 as [|? ? Hx Hl]; subst. inversion H4 as [|? y ? l' Hr Hr']; subst.
    cbn [sum fold_right nim_sum] in *.
    exists (sum l), x, (nim_sum l'). repeat split.
    + cbn [sum fold_right]. apply N.add_comm.
    + exists l, l'. cbn in H1. repeat split; auto.
    + rewrite reads_nonempty by auto. fold (nim_sum l').
      replace (N.lxor (nim_sum l') (N.lxor y (nim_sum l'))) with y.
      * rewrite Hr. destruct (N.eqb_spec x 0) as [->|]; [discriminate|]. auto.
      * apply N.bits_inj. intros i. rewrite !N.lxor_spec.
        repeat destruct (N.testbit _ i); auto.
  - intros [n1 [n2 [w [<- [[l [ys [H1 [H2 [H3 [H4 H5]]]]]] H]]]]].
    rewrite reads_nonempty, andb_true_iff, negb_true_iff in H by auto. destruct H as [H H0].
    apply N.eqb_neq in H0.
    exists (n2 :: l), (N.lxor w z :: ys). cbn [length sum fold_right nim_sum]. repeat split.
    + congruence.
    + constructor; auto. destruct n2; [easy|reflexivity].
    + fold (sum l). rewrite H3. apply N.add_comm.
    + constructor; auto.
    + fold (nim_sum ys). rewrite H5. apply N.bits_inj. intros i. rewrite !N.lxor_spec.
      repeat destruct (N.testbit _ i); auto.
Qed.

(** Everything in C is a sum: backwards through sets of states, or forwards if the machine has many. *)
Definition check_claimed (fuel count : nat) (prev heap C : automaton) : bool :=
  let (m, dict) := build p t prev heap fuel in
  if N.of_nat (M.cardinal m) <=? 10000 then check_within_sum p t prev heap C m fuel count dict
  else check_ahead p t prev heap C (fewer prev heap m count) fuel count dict.

Lemma check_claimed_sound fuel count prev heap C : padded prev -> padded heap -> padded C ->
  check_claimed fuel count prev heap C = true -> forall n z, reads C n z = true ->
  exists n1 n2 w, n1 + n2 = n /\ reads prev n1 w = true /\ reads heap n2 (N.lxor w z) = true.
Proof.
  intros H1 H2 H3. unfold check_claimed. destruct (build p t prev heap fuel) as [m dict].
  destruct (_ <=? _); [apply within_sum|apply sum_ahead]; auto.
Qed.

Fixpoint check_sums (fuel count : nat) (heap prev : automaton) (rest : list automaton) : bool :=
  match rest with
  | [] => true
  | C :: rest =>
      paddedb C && check_sum_within p t prev heap C fuel &&
      check_claimed fuel count prev heap C &&
      check_sums fuel count heap C rest
  end.

(** Each of the relations is the one before it and one heap more. *)
Lemma check_sums_chain fuel count heap : padded heap -> forall rest prev,
  padded prev -> check_sums fuel count heap prev rest = true ->
  forall i A, nth_error rest i = Some A ->
  padded A /\ exists B, nth_error (prev :: rest) i = Some B /\
    forall n z, reads A n z = true <->
      exists n1 n2 w, n1 + n2 = n /\ reads B n1 w = true /\ reads heap n2 (N.lxor w z) = true.
Proof.
  intros HH. induction rest as [|C rest IH]; intros prev Hprev; cbn [check_sums].
  - intros _ [|i] A; discriminate.
  - rewrite !andb_true_iff. intros [[[H1 H2] H3] H4].
    apply paddedb_spec in H1.
    intros [|i] A E; cbn [nth_error] in *; [|apply (IH C); auto].
    inversion E; subst A. split; [auto|]. exists prev. split; [auto|]. intros n z. split.
    + apply (check_claimed_sound fuel count); auto.
    + intros [n1 [n2 [w [<- [Ha Hb]]]]].
      replace z with (N.lxor w (N.lxor w z))
        by (rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l; auto).
      apply (sum_within p t Hp prev heap C) with (fuel := fuel); auto.
Qed.

Lemma check_sums_spec graph fuel count : padded graph -> forall rest prev h,
  padded prev -> (forall n z, reads prev n z = true <-> heap_sums graph h n z) ->
  check_sums fuel count (nonempty graph) prev rest = true ->
  forall i A, nth_error rest i = Some A ->
  padded A /\ forall n z, reads A n z = true <-> heap_sums graph (S i + h) n z.
Proof.
  intros HG rest prev h Hprev Hh Hc.
  pose proof (check_sums_chain fuel count _ (padded_nonempty graph HG) rest prev Hprev Hc) as Hs.
  assert (Hall : forall i A, nth_error (prev :: rest) i = Some A ->
    forall n z, reads A n z = true <-> heap_sums graph (i + h) n z).
  { induction i as [|i IH]; intros A E n z; cbn [nth_error] in E.
    - inversion E; subst. auto.
    - destruct (Hs i A E) as [_ [B [EB HB]]]. rewrite HB. cbn [Nat.add]. rewrite heap_sums_S by auto.
      split; intros [n1 [n2 [w [E1 [E2 E3]]]]]; exists n1, n2, w; split; auto; split; auto;
        apply (IH B EB); auto. }
  intros i A E. split; [apply (Hs i A E)|]. apply (Hall (S i) A E).
Qed.

End System.
