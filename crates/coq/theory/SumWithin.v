(** * Every sum is in the claimed relation

    L, R and C are automata. If L reads (n1, w1) and R reads (n2, w2), then C must read
    (n1 + n2, w1 xor w2). This is a walk forwards through all three at once; the state carries
    the carry of the addition. *)
From Coq Require Import NArith List Lia Bool FMapPositive.
From Sprague Require Import Mex Bits Automaton Walk Spelling.
Import ListNotations.
Open Scope N_scope.

(** The digits of a sum: exclusive or, and the majority is carried. *)
Definition majority (a b c : bool) : bool := (a && b) || (c && xorb a b).

Lemma adder a b c :
  N.b2n a + N.b2n b + N.b2n c = 2 * N.b2n (majority a b c) + N.b2n (xorb (xorb a b) c).
Proof. destruct a, b, c; reflexivity. Qed.

Section Sum.
Variables p t : N.
Hypothesis Hp : 0 < p.
Notation lows := (lows t).
Notation reads := (reads p t).
Notation live_roots := (live_roots p t).

Variables L R C : automaton.
Hypothesis HL : padded L.
Hypothesis HR : padded R.
Hypothesis HC : padded C.

(** A state of L, one of R, the carry, and a state of C. *)
Record pair_state := PairState { left_at : positive; right_at : positive; carry : bool; claimed_at : positive }.
Definition pair_state_key (q : pair_state) : positive :=
  pair_key (left_at q) (pair_key (right_at q) (if carry q then xI (claimed_at q) else xO (claimed_at q))).
Definition pair_state_same (q r : pair_state) : bool :=
  Pos.eqb (left_at q) (left_at r) && Pos.eqb (right_at q) (right_at r) && eqb (carry q) (carry r) && Pos.eqb (claimed_at q) (claimed_at r).
Lemma pair_state_same_eq q r : pair_state_same q r = true -> q = r.
Proof.
  destruct q, r. unfold pair_state_same. simpl. rewrite !andb_true_iff, !Pos.eqb_eq, eqb_true_iff.
  intros [[[-> ->] ->] ->]. auto.
Qed.

(** At the end: if L and R accept and nothing is carried, C accepts. *)
Definition pair_ok (q : pair_state) : bool :=
  implb (accepting L (left_at q) && accepting R (right_at q) && negb (carry q)) (accepting C (claimed_at q)).

Definition pair_next (q : pair_state) : list pair_state :=
  flat_map (fun d1 => flat_map (fun w1 =>
    let a := step L (left_at q) d1 w1 in
    if dead L a then [] else
    flat_map (fun d2 => flat_map (fun w2 =>
      let b := step R (right_at q) d2 w2 in
      if dead R b then [] else
      [PairState a b (majority d1 d2 (carry q))
         (step C (claimed_at q) (xorb (xorb d1 d2) (carry q)) (xorb w1 w2))]) bits) bits) bits) bits.

Definition pair_roots : list pair_state :=
  let rs := live_roots R in
  flat_map (fun x => let '(j1, c1, a) := x in
    map (fun y => let '(j2, c2, b) := y in
      PairState a b (p <=? j1 + j2) (root C ((j1 + j2) mod p) (N.lxor c1 c2))) rs) (live_roots L).

Definition check_sum_within (fuel : nat) : bool :=
  walk pair_state pair_state_key pair_state_same pair_next pair_ok fuel pair_roots (M.empty pair_state).

Lemma in_pair_next a b c s d1 w1 d2 w2 :
  dead L (step L a d1 w1) = false -> dead R (step R b d2 w2) = false ->
  In (PairState (step L a d1 w1) (step R b d2 w2) (majority d1 d2 c)
        (step C s (xorb (xorb d1 d2) c) (xorb w1 w2))) (pair_next (PairState a b c s)).
Proof.
  intros Ha Hb. unfold pair_next. cbn [left_at right_at carry claimed_at].
  apply in_flat_map. exists d1. split; [apply in_bits|].
  apply in_flat_map. exists w1. split; [apply in_bits|]. rewrite Ha.
  apply in_flat_map. exists d2. split; [apply in_bits|].
  apply in_flat_map. exists w2. split; [apply in_bits|]. rewrite Hb.
  left. auto.
Qed.

Lemma sum_within_states (P : pair_state -> Prop) :
  (forall q, P q -> pair_ok q = true /\ forall r, In r (pair_next q) -> P r) ->
  forall len a b c s k1 k2 w1 w2, P (PairState a b c s) ->
  fits len k1 -> fits len k2 -> fits len w1 -> fits len w2 ->
  accepts L a k1 w1 = true -> accepts R b k2 w2 = true ->
  accepts C s (k1 + k2 + N.b2n c) (N.lxor w1 w2) = true.
Proof.
  intros HP.
  assert (Hok : forall a b s, P (PairState a b false s) -> accepts L a 0 0 = true -> accepts R b 0 0 = true ->
                  accepts C s 0 0 = true).
  { intros a b s H H1 H2. destruct (HP _ H) as [Ho _]. unfold pair_ok in Ho. cbn in Ho.
    rewrite accepts_zero in *. rewrite H1, H2 in Ho. auto. }
  assert (Hstep : forall a b c s k1 k2 w1 w2, P (PairState a b c s) ->
    accepts L a k1 w1 = true -> accepts R b k2 w2 = true ->
    P (PairState (step L a (N.odd k1) (N.odd w1)) (step R b (N.odd k2) (N.odd w2))
         (majority (N.odd k1) (N.odd k2) c)
         (step C s (xorb (xorb (N.odd k1) (N.odd k2)) c) (xorb (N.odd w1) (N.odd w2))))).
  { intros a b c s k1 k2 w1 w2 H H1 H2. apply (HP _ H). apply in_pair_next.
    - destruct (dead L _) eqn:E; auto. rewrite accepts_step in H1 by auto.
      rewrite (dead_spec L _ HL E) in H1. discriminate.
    - destruct (dead R _) eqn:E; auto. rewrite accepts_step in H2 by auto.
      rewrite (dead_spec R _ HR E) in H2. discriminate. }
  induction len as [|len IH]; intros a b c s k1 k2 w1 w2 H S1 SetPair S3 S4 H1 H2.
  - apply fits_0 in S1, SetPair, S3, S4. subst. destruct c.
    + specialize (Hstep _ _ _ _ _ _ _ _ H H1 H2).
      rewrite accepts_step in H1, H2 by auto. cbn in Hstep, H1, H2.
      change (0 + 0 + N.b2n true) with (cons_bit true 0).
      change (N.lxor 0 0) with (cons_bit false 0). rewrite accepts_cons by auto.
      apply (Hok _ _ _ Hstep); auto.
    + apply (Hok _ _ _ H); auto.
  - specialize (Hstep _ _ _ _ _ _ _ _ H H1 H2).
    rewrite accepts_step in H1, H2 by auto.
    assert (E1 : k1 + k2 + N.b2n c =
      cons_bit (xorb (xorb (N.odd k1) (N.odd k2)) c)
        (N.div2 k1 + N.div2 k2 + N.b2n (majority (N.odd k1) (N.odd k2) c))).
    { rewrite cons_bit_eq. pose proof (adder (N.odd k1) (N.odd k2) c).
      pose proof (odd_div2 k1). pose proof (odd_div2 k2). lia. }
    assert (E2 : N.lxor w1 w2 =
      cons_bit (xorb (N.odd w1) (N.odd w2)) (N.lxor (N.div2 w1) (N.div2 w2))).
    { rewrite <- odd_lxor, <- div2_lxor, cons_odd_div2. auto. }
    rewrite E1, E2, accepts_cons by auto.
    apply (IH _ _ _ _ _ _ _ _ Hstep); auto using fits_div2.
Qed.

Theorem sum_within fuel : check_sum_within fuel = true -> forall n1 n2 w1 w2,
  reads L n1 w1 = true -> reads R n2 w2 = true -> reads C (n1 + n2) (N.lxor w1 w2) = true.
Proof.
  intros H. apply (walk_sound pair_state pair_state_key pair_state_same pair_state_same_eq) in H.
  destruct H as [P [P1 P2]]. intros n1 n2 w1 w2 H1 H2.
  destruct (sum_digits p Hp n1 n2) as [E1 E2].
  unfold Spelling.reads. rewrite E1, E2, lxor_mod, lxor_div.
  set (len := Nat.max (Nat.max (N.size_nat (n1 / p)) (N.size_nat (n2 / p)))
                (Nat.max (N.size_nat (w1 / lows)) (N.size_nat (w2 / lows)))).
  apply (sum_within_states P P2 len (root L (n1 mod p) (w1 mod lows)) (root R (n2 mod p) (w2 mod lows)));
    auto; try (eapply fits_mono; [|apply fits_size]; lia).
  apply P1. unfold pair_roots. apply in_flat_map.
  exists (n1 mod p, w1 mod lows, root L (n1 mod p) (w1 mod lows)).
  split; [apply (in_live_roots p t Hp); auto|].
  apply in_map_iff. exists (n2 mod p, w2 mod lows, root R (n2 mod p) (w2 mod lows)).
  split; [auto|apply (in_live_roots p t Hp); auto].
Qed.

End Sum.
