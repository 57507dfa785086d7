(** * Regular sequences from automata: periodic, arithmetic-periodic, sapp

    Two copies of the graph are walked together, at (n, y) and at (n + q, y + s). The saltus s
    may depend on the residue of n: in a sapp sequence some residues repeat. *)
From Coq Require Import NArith ZArith List Lia Bool Arith FMapPositive.
From Sprague Require Import Play Mex NimValue LeastPeriod LeastSapp Bits Automaton Walk Spelling.
Import ListNotations.
Open Scope N_scope.

(** Adding [c] to a number digit by digit: what is carried on after the digit [x]. *)
Definition carry (x : bool) (c : N) : N := N.div2 c + N.b2n (x && N.odd c).

Lemma carry_spec k c : k + c = cons_bit (xorb (N.odd k) (N.odd c)) (N.div2 k + carry (N.odd k) c).
Proof.
  rewrite cons_bit_eq. unfold carry. pose proof (odd_div2 k). pose proof (odd_div2 c).
  destruct (N.odd k), (N.odd c); cbn [N.b2n xorb andb] in *; lia.
Qed.

Section System.
Variables p t : N.
Hypothesis Hp : 0 < p.
Notation lows := (lows t).
Notation reads := (reads p t).
Variable graph : automaton.
Hypothesis HG : padded graph.

(** The law is claimed from [l] on: [rest] are the digits of l still to be compared, and
    [reached] says whether n is not below l as far as digits have been read. *)
Record pair := Pair { here : positive; there : positive; carry_n : N; carry_y : N;
                      rest : N; reached : bool }.

Definition pair_key (a : pair) : positive :=
  Walk.pair_key (here a) (Walk.pair_key (there a) (Walk.pair_key (N.succ_pos (carry_n a))
    (Walk.pair_key (N.succ_pos (carry_y a)) (Walk.pair_key (N.succ_pos (rest a))
      (if reached a then 2 else 1)%positive)))).
Definition pair_same (a b : pair) : bool :=
  Pos.eqb (here a) (here b) && Pos.eqb (there a) (there b) && (carry_n a =? carry_n b) &&
  (carry_y a =? carry_y b) && (rest a =? rest b) && eqb (reached a) (reached b).
Lemma pair_same_eq a b : pair_same a b = true -> a = b.
Proof.
  destruct a, b. unfold pair_same. cbn.
  rewrite !andb_true_iff, !Pos.eqb_eq, !N.eqb_eq, eqb_true_iff.
  intros [[[[[-> ->] ->] ->] ->] ->]. auto.
Qed.

Definition pair_ok (a : pair) : bool :=
  negb ((carry_n a =? 0) && (carry_y a =? 0) && (rest a =? 0) && reached a &&
        accepting graph (here a)) || accepting graph (there a).

Definition pair_step (a : pair) (x z : bool) : pair :=
  Pair (step graph (here a) x z)
       (step graph (there a) (xorb x (N.odd (carry_n a))) (xorb z (N.odd (carry_y a))))
       (carry x (carry_n a)) (carry z (carry_y a)) (N.div2 (rest a))
       (if eqb x (N.odd (rest a)) then reached a else x).

Definition pair_live (a : pair) : list pair := if dead graph (here a) then [] else [a].

Definition pair_next (a : pair) : list pair :=
  flat_map (fun x => flat_map (fun z => pair_live (pair_step a x z)) bits) bits.

Lemma pairs_sound (P : pair -> Prop) :
  (forall a, P a -> pair_ok a = true /\ forall b, In b (pair_next a) -> P b) ->
  forall k l a, P a -> accepts graph (here a) k l = true ->
  below_or (reached a) (rest a) k ->
  accepts graph (there a) (k + carry_n a) (l + carry_y a) = true.
Proof.
  intros HP.
  assert (H : forall w k l a, k + l + (k + carry_n a) + (l + carry_y a) + rest a = w ->
    P a -> accepts graph (here a) k l = true ->
    below_or (reached a) (rest a) k ->
    accepts graph (there a) (k + carry_n a) (l + carry_y a) = true).
  { intros w. induction w as [w IH] using (well_founded_induction N.lt_wf_0).
    intros k l a Hw Ha Hacc Hr. destruct (HP a Ha) as [Hok Hnext].
    destruct (N.eq_dec w 0) as [->|Hn].
    - assert (k = 0 /\ l = 0 /\ carry_n a = 0 /\ carry_y a = 0 /\ rest a = 0)
        as [-> [-> [E1 [E2 E3]]]] by lia.
      unfold pair_ok in Hok. rewrite E1, E2, E3 in *. rewrite accepts_zero in *.
      destruct Hr as [Hr|[_ Hr]]; [lia|]. rewrite Hr, Hacc in Hok. cbn in Hok. auto.
    - rewrite (carry_spec k (carry_n a)), (carry_spec l (carry_y a)), accepts_cons by auto.
      set (x := N.odd k) in *. set (z := N.odd l) in *.
      rewrite accepts_step in Hacc by auto. fold x z in Hacc.
      apply (IH (N.div2 k + N.div2 l + (N.div2 k + carry x (carry_n a)) +
                 (N.div2 l + carry z (carry_y a)) + N.div2 (rest a))) with (a := pair_step a x z).
      + unfold carry, x, z. pose proof (odd_div2 k). pose proof (odd_div2 l).
        pose proof (odd_div2 (carry_n a)). pose proof (odd_div2 (carry_y a)).
        pose proof (odd_div2 (rest a)).
        destruct (N.odd k), (N.odd l), (N.odd (carry_n a)), (N.odd (carry_y a)), (N.odd (rest a));
          cbn [N.b2n andb] in *; lia.
      + reflexivity.
      + apply Hnext. unfold pair_next.
        apply in_flat_map. exists x. split; [apply in_bits|].
        apply in_flat_map. exists z. split; [apply in_bits|].
        unfold pair_live. cbn [here pair_step].
        destruct (dead graph (step graph (here a) x z)) eqn:E; [|left; auto].
        rewrite (dead_spec graph _ HG E) in Hacc. discriminate.
      + exact Hacc.
      + apply below_or_step. auto. }
  intros k l a. apply (H _ k l a eq_refl).
Qed.

(** The law with saltus [grows j] on the residue [j] of n modulo p. *)
Definition shift_roots (l q : N) (grows : N -> N) : list pair :=
  flat_map (fun j => flat_map (fun c =>
    pair_live (Pair (root graph j c) (root graph ((j + q) mod p) ((c + grows j) mod lows))
      ((j + q) / p) ((c + grows j) / lows) (l / p) (l mod p <=? j)))
    (low_values t)) (residues p).

Definition check_shift (l q : N) (grows : N -> N) (fuel : nat) : bool :=
  walk pair pair_key pair_same pair_next pair_ok fuel (shift_roots l q grows) (M.empty pair).

Lemma div_mod_shift n q b : 0 < b ->
  (n + q) mod b = (n mod b + q) mod b /\ (n + q) / b = n / b + (n mod b + q) / b.
Proof.
  intros Hb. pose proof (N.div_mod' n b) as E. rewrite E at 1 3.
  rewrite <- N.add_assoc, (N.add_comm (b * (n / b))), (N.mul_comm b).
  split; [apply N.mod_add; lia|]. rewrite N.div_add by lia. apply N.add_comm.
Qed.

Theorem check_shift_sound l q grows fuel : check_shift l q grows fuel = true ->
  forall n y, l <= n -> reads graph n y = true ->
  reads graph (n + q) (y + grows (n mod p)) = true.
Proof.
  intros H. apply (walk_sound pair pair_key pair_same pair_same_eq) in H.
  destruct H as [P [P1 P2]]. intros n y Hn Hr. unfold Spelling.reads in *.
  pose proof (lows_pos t) as Hl.
  destruct (div_mod_shift n q p Hp) as [-> ->].
  destruct (div_mod_shift y (grows (n mod p)) lows Hl) as [-> ->].
  set (a := Pair (root graph (n mod p) (y mod lows))
     (root graph ((n mod p + q) mod p) ((y mod lows + grows (n mod p)) mod lows))
     ((n mod p + q) / p) ((y mod lows + grows (n mod p)) / lows) (l / p) (l mod p <=? n mod p)).
  apply (pairs_sound P P2 (n / p) (y / lows) a).
  - apply P1. unfold shift_roots.
    apply in_flat_map. exists (n mod p). split; [apply residue_in; auto|].
    apply in_flat_map. exists (y mod lows). split; [apply low_value_in|].
    unfold pair_live. cbn [here].
    destruct (dead graph (root graph (n mod p) (y mod lows))) eqn:E; [|left; auto].
    rewrite (dead_spec graph _ HG E) in Hr. discriminate.
  - exact Hr.
  - apply at_most_parts; auto.
Qed.

(** ** Regular sequences, least preperiod and period

    The witnesses for "least" are found among the first values, a list given from outside and
    checked against the graph. *)

Fixpoint check_values (n : N) (values : list N) : bool :=
  match values with
  | [] => true
  | v :: values => reads graph n v && check_values (N.succ n) values
  end.

Lemma check_values_spec values : forall n, check_values n values = true ->
  forall i, (i < length values)%nat -> reads graph (n + N.of_nat i) (nth i values 0) = true.
Proof.
  induction values as [|v values IH]; intros n; cbn [check_values length]; [lia|].
  rewrite andb_true_iff. intros [H1 H2] [|i] Hi; cbn [nth].
  - replace (n + N.of_nat 0) with n by lia. auto.
  - replace (n + N.of_nat (S i)) with (N.succ n + N.of_nat i) by lia. apply IH; auto. lia.
Qed.

Section Sequence.
Variable f : N -> N.
Hypothesis graph_is : forall n y, reads graph n y = true <-> f n = y.

Definition check_regular (l q s : N) (values : list N) (fuel : nat) : bool :=
  (0 <? q) && check_shift l q (fun _ => s) fuel &&
  check_values 0 values && least_by_values l q s values.

Theorem check_regular_sound l q s values fuel : check_regular l q s values fuel = true ->
  least_regular f l q s.
Proof.
  unfold check_regular. rewrite !andb_true_iff, N.ltb_lt. intros [[[Hq H1] H2] H3].
  apply (least_by_values_sound _ l q s values); auto.
  - split; [auto|]. intros n Hn. apply graph_is.
    apply (check_shift_sound l q (fun _ => s) fuel H1); auto. apply graph_is. auto.
  - intros i Hi. apply graph_is. apply (check_values_spec values 0 H2 i Hi).
Qed.

(** Sapp sequences, the least preperiod and period again. *)
Definition check_sapp (l q s : N) (still values : list N) (fuel : nat) : bool :=
  (0 <? q) && (p mod q =? 0) && check_shift l q (gain q s still) fuel &&
  check_values 0 values && least_sapp_by_values l q s still values.

Theorem check_sapp_sound l q s still values fuel :
  check_sapp l q s still values fuel = true -> least_sapp f l q s still.
Proof.
  unfold check_sapp. rewrite !andb_true_iff, N.ltb_lt, N.eqb_eq. intros [[[[Hq Hpq] H] H2] H3].
  apply (least_sapp_by_values_sound _ l q s still values); auto.
  2: { intros i Hi. apply graph_is. apply (check_values_spec values 0 H2 i Hi). }
  split; [auto|]. intros n Hn. apply graph_is. unfold gain.
  assert (E : n mod q = (n mod p) mod q).
  { apply N.mod_divide in Hpq; [|lia]. destruct Hpq as [k ->].
    rewrite (N.mul_comm k q), N.mod_mul_r by lia.
    rewrite (N.mul_comm q), N.mod_add by lia. rewrite N.mod_mod by lia. auto. }
  rewrite E.
  apply (check_shift_sound l q (gain q s still) fuel H); auto. apply graph_is. auto.
Qed.
End Sequence.
End System.
