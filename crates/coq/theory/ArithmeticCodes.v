(** * Codes whose values grow: Austin 6.8, 6.9, 6.10

    If G(n+p) = G(n) + s over a window, and the values before it are small, then for ever. Where a
    move may leave two heaps or more, s has to be a power of two: then a nim-sum of values is that of
    their quotients by s, and that of their remainders, and adding p to a heap adds 1 to its quotient. *)
From Coq Require Import NArith List Lia Bool Arith Permutation.
From Sprague Require Import Play Mex NimValue Rules LeastPeriod Values AllBut Recurring
  RecurringAutomaton.
Import ListNotations.
Open Scope N_scope.

(** ** Heaps in any order *)

Lemma sum_permutation l l' : Permutation l l' -> sum l = sum l'.
Proof. unfold sum. induction 1; cbn [fold_right]; lia. Qed.

Lemma nim_sum_permutation l l' : Permutation l l' -> nim_sum l = nim_sum l'.
Proof.
  unfold nim_sum. induction 1 as [|x l l' _ IH|x y l|l l' l'' _ IH _ IH']; cbn [fold_right].
  - auto.
  - rewrite IH. auto.
  - rewrite <- !N.lxor_assoc, (N.lxor_comm y). auto.
  - rewrite IH. auto.
Qed.

Lemma nim_sum_first (q : N -> N) l x rest : Permutation l (x :: rest) ->
  nim_sum (map q l) = N.lxor (q x) (nim_sum (map q rest)).
Proof. intros H. rewrite (nim_sum_permutation _ _ (Permutation_map q H)). auto. Qed.

Lemma heap_first (x : N) l : In x l -> exists rest, Permutation l (x :: rest).
Proof.
  intros H. apply in_split in H. destruct H as [u [v ->]]. exists (u ++ v).
  apply Permutation_sym, Permutation_middle.
Qed.

(** ** Nim-sums by quotients and remainders *)

Lemma pow2_pos k : 0 < 2 ^ k.
Proof. apply N.neq_0_lt_0, N.pow_nonzero. discriminate. Qed.

Lemma nim_sum_div k (f : N -> N) l :
  nim_sum (map f l) / 2 ^ k = nim_sum (map (fun x => f x / 2 ^ k) l).
Proof.
  unfold nim_sum. induction l as [|x l IH]; cbn [map fold_right].
  - apply N.div_0_l, N.pow_nonzero. discriminate.
  - rewrite <- IH, <- !N.shiftr_div_pow2. apply N.shiftr_lxor.
Qed.

Lemma lxor_mod k a b : N.lxor a b mod 2 ^ k = N.lxor (a mod 2 ^ k) (b mod 2 ^ k).
Proof.
  apply N.bits_inj. intros i. rewrite N.lxor_spec. destruct (N.lt_ge_cases i k).
  - rewrite !N.mod_pow2_bits_low, N.lxor_spec by auto. auto.
  - rewrite !N.mod_pow2_bits_high by auto. auto.
Qed.

Lemma nim_sum_mod k (f : N -> N) l :
  nim_sum (map f l) mod 2 ^ k = nim_sum (map (fun x => f x mod 2 ^ k) l).
Proof.
  unfold nim_sum. induction l as [|x l IH]; cbn [map fold_right].
  - apply N.mod_0_l, N.pow_nonzero. discriminate.
  - rewrite <- IH. apply lxor_mod.
Qed.

Lemma div_mod_eq x y s : x / s = y / s -> x mod s = y mod s -> x = y.
Proof. intros H1 H2. rewrite (N.div_mod' x s), (N.div_mod' y s), H1, H2. auto. Qed.

(** With fewer than [k] digits [r] and [y] do not meet the multiples of 2^k. *)
Lemma lxor_parts k a b r y : r < 2 ^ k -> y < 2 ^ k ->
  N.lxor (a * 2 ^ k + r) (b * 2 ^ k + y) = N.lxor a b * 2 ^ k + N.lxor r y.
Proof.
  intros Hr Hy. pose proof (pow2_pos k) as Hk.
  assert (Hless : N.lxor r y < 2 ^ k).
  { apply N.div_small_iff; [lia|].
    rewrite <- N.shiftr_div_pow2, N.shiftr_lxor, !N.shiftr_div_pow2, !N.div_small by auto. auto. }
  assert (Hdiv : forall c z, z < 2 ^ k -> (c * 2 ^ k + z) / 2 ^ k = c).
  { intros c z Hz. rewrite N.div_add_l, N.div_small by lia. lia. }
  assert (Hmod : forall c z, z < 2 ^ k -> (c * 2 ^ k + z) mod 2 ^ k = z).
  { intros c z Hz. rewrite N.add_comm, N.mod_add, N.mod_small by lia. auto. }
  apply (div_mod_eq _ _ (2 ^ k)).
  - rewrite <- N.shiftr_div_pow2, N.shiftr_lxor, !N.shiftr_div_pow2, !Hdiv by auto. auto.
  - rewrite lxor_mod, !Hmod by auto. auto.
Qed.

(** *** Leading digits *)

Lemma testbit_div x j : N.testbit x j = N.odd (x / 2 ^ j).
Proof. rewrite <- N.bit0_odd, N.div_pow2_bits. auto. Qed.

Lemma no_bit x j : x < 2 ^ j -> N.testbit x j = false.
Proof. intros H. rewrite testbit_div, N.div_small by auto. auto. Qed.

Lemma below_2 x j : 2 ^ j <= x < 2 * 2 ^ j -> x / 2 ^ j = 1.
Proof. intros H. symmetry. apply (N.div_unique _ _ _ (x - 2 ^ j)); lia. Qed.

(** Without the digit [j] it has. *)
Lemma without_bit x j : N.testbit x j = true -> 2 ^ j <= x /\ N.lxor x (2 ^ j) = x - 2 ^ j.
Proof.
  rewrite testbit_div. pose proof (N.div_mod' x (2 ^ j)) as E. pose proof (pow2_pos j) as Hj.
  pose proof (N.mod_lt x (2 ^ j) ltac:(lia)) as Hr. intros H. apply N.odd_spec in H.
  destruct H as [c Hc]. rewrite Hc in E. set (r := x mod 2 ^ j) in *.
  pose proof (lxor_parts j (2 * c + 1) 1 r 0 Hr Hj) as H. rewrite N.lxor_0_r in H.
  replace ((2 * c + 1) * 2 ^ j + r) with x in H by lia.
  replace (1 * 2 ^ j + 0) with (2 ^ j) in H by lia.
  assert (N.lxor (2 * c + 1) 1 = 2 * c) as E1.
  { destruct c as [|c]; auto. }
  rewrite H, E1. split; nia.
Qed.

Lemma heap_with_bit (q : N -> N) l j : N.testbit (nim_sum (map q l)) j = true ->
  exists x rest, Permutation l (x :: rest) /\ N.testbit (q x) j = true.
Proof.
  unfold nim_sum. induction l as [|y l IH]; cbn [map fold_right]; [discriminate|].
  rewrite N.lxor_spec. destruct (N.testbit (q y) j) eqn:E; [eauto|].
  rewrite xorb_false_l. intros H. destruct (IH H) as [x [rest [H1 H2]]].
  exists x, (y :: rest). split; [|auto].
  apply (perm_trans (perm_skip y H1)). apply perm_swap.
Qed.

(** ** A heap that may lose D and the nim-sum with it

    Of h numbers with a nim-sum of 2^h or more. *)
Lemma lowering (q : N -> N) : forall h l, length l = h ->
  2 ^ N.of_nat h <= nim_sum (map q l) ->
  exists x rest D, Permutation l (x :: rest) /\ 1 <= D < q x /\ D <= nim_sum (map q l) /\
    N.lxor (q x - D) (nim_sum (map q rest)) = nim_sum (map q l) - D.
Proof.
  induction h as [|h IH]; intros l Hlen HA.
  { destruct l; [|discriminate]. cbn in HA. lia. }
  set (A := nim_sum (map q l)) in *.
  pose proof (pow2_pos (N.of_nat (S h))) as HA0.
  set (m := N.log2 A). pose proof (N.log2_spec A ltac:(lia)) as Hm. fold m in Hm.
  rewrite N.pow_succ_r' in Hm.
  assert (Hhm : N.of_nat (S h) <= m) by (apply N.log2_le_pow2; auto; lia).
  assert (Hbit : N.testbit A m = true) by (apply N.bit_log2; lia).
  destruct (without_bit A m Hbit) as [_ HAm].
  destruct (heap_with_bit q l m Hbit) as [x [rest [Hl Hx]]].
  destruct (without_bit (q x) m Hx) as [Hge Hxm].
  pose proof (nim_sum_first q l x rest Hl) as E. fold A in E.
  set (b := nim_sum (map q rest)) in *. pose proof (pow2_pos m) as Hm0.
  destruct (N.lt_ge_cases (2 ^ m) (q x)) as [Hmore|Hless].
  { (* 2^m is not all of q x *)
    exists x, rest, (2 ^ m). repeat split; auto; try lia.
    fold b. rewrite <- Hxm, N.lxor_assoc, (N.lxor_comm (2 ^ m)), <- N.lxor_assoc, <- E. auto. }
  assert (Hqx : q x = 2 ^ m) by lia. rewrite Hqx in E.
  assert (Eb : b = A - 2 ^ m).
  { rewrite <- HAm, E, N.lxor_comm. symmetry. apply lxor_cancel. }
  set (j := m - 1). assert (Ej : 2 ^ m = 2 * 2 ^ j).
  { rewrite <- N.pow_succ_r'. f_equal. unfold j. lia. }
  pose proof (pow2_pos j) as Hj0.
  destruct (N.lt_ge_cases b (2 ^ j)) as [Hb|Hb].
  - (* half of it is enough *)
    exists x, rest, (2 ^ j). repeat split; auto; try lia. fold b.
    pose proof (lxor_parts j 1 0 0 b Hj0 Hb) as H. cbn [N.lxor] in H.
    replace (q x - 2 ^ j) with (1 * 2 ^ j + 0) by lia.
    replace (0 * 2 ^ j + b) with b in H by lia. rewrite H. lia.
  - (* the other heaps have the next digit *)
    destruct (IH rest) as [y [rest' [D [Hrest [HD [HDb Hy]]]]]].
    { apply Permutation_length in Hl. cbn [length] in Hl. lia. }
    { fold b. apply (N.le_trans _ (2 ^ j)); [|auto]. apply N.pow_le_mono_r; [discriminate|].
      unfold j. lia. }
    fold b in HDb, Hy. exists y, (x :: rest'), D. repeat split; auto; try lia.
    + apply (perm_trans Hl), (perm_trans (perm_skip x Hrest)), perm_swap.
    + assert (Hx' : N.lxor (2 ^ m) (b - D) = A - D).
      { pose proof (lxor_parts m 1 0 0 (b - D) Hm0 ltac:(lia)) as H. cbn [N.lxor] in H.
        replace (1 * 2 ^ m + 0) with (2 ^ m) in H by lia.
        replace (0 * 2 ^ m + (b - D)) with (b - D) in H by lia. rewrite H. lia. }
      rewrite <- Hx', <- Hy, <- Hqx. unfold nim_sum. cbn [map fold_right].
      rewrite <- !N.lxor_assoc, (N.lxor_comm (q x)). auto.
Qed.

(** ** A heap that may gain multiples of 2^j, and the nim-sum with it *)
Lemma raising (q : N -> N) l j : (forall x, In x l -> q x < 2 * 2 ^ j) ->
  2 ^ j <= nim_sum (map q l) < 2 * 2 ^ j ->
  exists x rest, Permutation l (x :: rest) /\ 1 <= q x /\
    forall d, N.lxor (q x + d * 2 ^ j) (nim_sum (map q rest)) = nim_sum (map q l) + d * 2 ^ j.
Proof.
  intros Hall HC. set (C := nim_sum (map q l)) in *. pose proof (pow2_pos j) as Hj.
  destruct (heap_with_bit q l j) as [x [rest [Hl Hx]]].
  { fold C. rewrite testbit_div, below_2 by auto. auto. }
  pose proof (nim_sum_first q l x rest Hl) as E. fold C in E.
  set (y := nim_sum (map q rest)) in *. destruct (without_bit _ _ Hx) as [Hge _].
  assert (Hqx : q x < 2 * 2 ^ j).
  { apply Hall. apply (Permutation_in _ (Permutation_sym Hl)). left. auto. }
  set (r := q x - 2 ^ j). assert (Hr : r < 2 ^ j) by (unfold r; lia).
  assert (Hy : y < 2 ^ j).
  { apply N.div_small_iff; [lia|].
    rewrite <- (lxor_cancel (q x) y), <- E, <- N.shiftr_div_pow2, N.shiftr_lxor, !N.shiftr_div_pow2.
    rewrite !below_2 by lia. auto. }
  exists x, rest. split; [auto|]. split; [lia|]. intros d.
  pose proof (lxor_parts j (1 + d) 0 r y Hr Hy) as H1.
  pose proof (lxor_parts j 1 0 r y Hr Hy) as H2. rewrite N.lxor_0_r in H1, H2.
  replace (0 * 2 ^ j + y) with y in H1, H2 by lia.
  replace ((1 + d) * 2 ^ j + r) with (q x + d * 2 ^ j) in H1 by (unfold r; lia).
  replace (1 * 2 ^ j + r) with (q x) in H2 by (unfold r; lia).
  fold y. rewrite H1, E, H2. lia.
Qed.

(** A great number under a small nim-sum has company. *)
Lemma two_large (q : N -> N) l x B : In x l -> 2 ^ B <= q x -> nim_sum (map q l) < 2 ^ B ->
  exists y z rest, Permutation l (y :: z :: rest) /\ 2 ^ B <= q y /\ 2 ^ B <= q z.
Proof.
  intros Hin Hx HC. destruct (heap_first x l Hin) as [rest Hl].
  pose proof (pow2_pos B) as HB. set (m := N.log2 (q x)).
  assert (HBm : B <= m) by (apply N.log2_le_pow2; auto; lia).
  assert (Hpow : 2 ^ B <= 2 ^ m) by (apply N.pow_le_mono_r; [discriminate|auto]).
  assert (Hm : N.testbit (q x) m = true) by (apply N.bit_log2; lia).
  destruct (heap_with_bit q rest m) as [y [rest' [Hrest Hy]]].
  { pose proof (nim_sum_first q l x rest Hl) as E.
    pose proof (no_bit (nim_sum (map q l)) m ltac:(lia)) as H0.
    rewrite E, N.lxor_spec, Hm in H0. apply negb_false_iff. exact H0. }
  destruct (without_bit _ _ Hy) as [Hge _]. exists x, y, rest'. repeat split; auto; [|lia].
  apply (perm_trans Hl). auto.
Qed.

(** ** The theorems

    A game by its digits: the digit [d u] contains 2^h if u may be taken and h heaps be left. *)
Section Growing.
Variable d : N -> N.
Definition by_digit (n u : N) (l : list N) : Prop :=
  contains (d u) (length l) = true /\ Forall (fun x => 0 < x) l /\ sum l + u = n /\ 1 <= n.
Variable g : game.
Hypothesis options_are : forall n l, In l (g n) <-> exists u, by_digit n u l.
Hypothesis dec : decreasing g.
Notation value l := (nim_sum (map (G g) l)).

Lemma exchange n u l x rest n' y : by_digit n u l -> Permutation l (x :: rest) ->
  0 < y -> n' + x = n + y -> by_digit n' u (y :: rest).
Proof.
  intros [H1 [H2 [H3 H4]]] Hl Hy E. pose proof (Permutation_length Hl) as Hlen.
  pose proof (Permutation_Forall Hl H2) as Hpos. rewrite (sum_permutation _ _ Hl) in H3.
  inversion Hpos; subst. cbn [sum fold_right length] in *. fold (sum rest) in *.
  split; [cbn [length]; rewrite <- Hlen; auto|].
  split; [constructor; auto|]. unfold sum in *. cbn [fold_right]. lia.
Qed.

Lemma value_of_option n l : In l (g n) -> value l <> G g n.
Proof. intros Hl E. exact (proj1 (G_is_mex g dec n) l Hl E). Qed.

Lemma option_of_value n v : v < G g n -> exists u l, by_digit n u l /\ value l = v.
Proof.
  intros Hv. destruct (proj2 (G_is_mex g dec n) v Hv) as [l [Hl E]].
  apply options_are in Hl. destruct Hl as [u Hl]. eauto.
Qed.

Lemma value_of_one x : value [x] = G g x.
Proof. apply N.lxor_0_r. Qed.

Lemma heap_smaller n u l x : by_digit n u l -> In x l -> x < n.
Proof. intros Hl. apply (dec n l). apply options_are. eauto. Qed.

(** *** Quotients

    The values before [a] are below the saltus [s], those of the first period below 2s. *)
Variables a p s : N.
Hypothesis a_positive : 0 < a.
Hypothesis p_positive : 0 < p.
Hypothesis s_positive : 0 < s.
Hypothesis before_small : forall n, n < a -> G g n < s.
Hypothesis first_small : forall n, n < a + p -> G g n < 2 * s.
Notation Q n := (G g n / s).

Definition law_below (w : N) : Prop := forall n, a <= n < w -> G g (n + p) = G g n + s.

Section Below.
Variable w : N.
Hypothesis law : law_below w.

Lemma law_many j n : a <= n -> n + j * p < w + p -> G g (n + j * p) = G g n + j * s.
Proof.
  induction j as [|j IH] using N.peano_ind; intros Hn Hj; [rewrite !N.mul_0_l, !N.add_0_r; auto|].
  replace (n + N.succ j * p) with (n + j * p + p) in * by lia.
  rewrite law by lia. rewrite IH by lia. lia.
Qed.

Lemma quotient_many j n : a <= n -> n + j * p < w + p ->
  Q (n + j * p) = Q n + j /\ G g (n + j * p) mod s = G g n mod s.
Proof.
  intros Hn Hj. rewrite law_many by auto. split; [apply N.div_add; lia|apply N.mod_add; lia].
Qed.

Lemma quotient_at_least j n : a + j * p <= n < w + p -> j <= Q n.
Proof.
  intros Hn. replace n with (n - j * p + j * p) by lia.
  rewrite (proj1 (quotient_many j (n - j * p) ltac:(lia) ltac:(lia))). apply N.le_add_l.
Qed.

Lemma quotient_positive n : 1 <= Q n -> a <= n.
Proof.
  intros H. destruct (N.lt_ge_cases n a) as [Hn|]; [|auto]. apply before_small in Hn.
  rewrite N.div_small in H by auto. lia.
Qed.

Lemma quotient_late j : forall n, n < w + p -> j < Q n -> a + j * p <= n.
Proof.
  induction j as [|j IH] using N.peano_ind; intros n Hn Hj.
  - apply N.le_trans with a; [lia|]. apply quotient_positive. lia.
  - assert (Hap : a + p <= n).
    { destruct (N.lt_ge_cases n (a + p)) as [Hs|]; [|auto]. apply first_small in Hs.
      assert (Q n < 2); [|lia]. apply N.div_lt_upper_bound; lia. }
    assert (E : Q n = Q (n - p) + 1).
    { pose proof (quotient_many 1 (n - p) ltac:(lia) ltac:(lia)) as [E _].
      replace (n - p + 1 * p) with n in E by lia. auto. }
    specialize (IH (n - p) ltac:(lia) ltac:(lia)). lia.
Qed.
End Below.

(** *** The saltus is a power of two *)
Section Power.
Variable k : N.
Hypothesis power : s = 2 ^ k.
Variable h : nat.
Hypothesis at_most : forall u i, contains (d u) i = true -> (i <= h)%nat.

Lemma value_div l : value l / s = nim_sum (map (fun x => Q x) l).
Proof. rewrite power. apply nim_sum_div. Qed.

Lemma value_mod l : value l mod s = nim_sum (map (fun x => G g x mod s) l).
Proof. rewrite power. apply nim_sum_mod. Qed.

(** A move changes its value by D s where one heap's quotient changes and the nim-sum with it. *)
Lemma value_moved l x rest y v : Permutation l (x :: rest) -> G g y mod s = G g x mod s ->
  N.lxor (Q y) (nim_sum (map (fun x => Q x) rest)) = v / s -> value l mod s = v mod s ->
  value (y :: rest) = v.
Proof.
  intros Hl Hmod Hdiv Hv. apply (div_mod_eq _ _ s).
  - rewrite value_div. exact Hdiv.
  - rewrite <- Hv, !value_mod, (nim_sum_first _ _ _ _ Hl). cbn [map nim_sum fold_right].
    rewrite Hmod. auto.
Qed.

Section Induction.
Variable n : N.
Hypothesis late : a <= n.
Hypothesis law : law_below n.

(** G(n) + s is no value of an option of n + p. *)
Lemma raised_not_excluded l : 2 ^ N.of_nat h <= Q n + 1 -> In l (g (n + p)) ->
  value l <> G g n + s.
Proof.
  intros HA Hin E. pose proof Hin as Hl. apply options_are in Hl. destruct Hl as [u Hl].
  assert (Hdiv : (G g n + s) / s = Q n + 1).
  { replace (G g n + s) with (G g n + 1 * s) by lia. apply N.div_add. lia. }
  assert (Hmod : (G g n + s) mod s = G g n mod s).
  { replace (G g n + s) with (G g n + 1 * s) by lia. apply N.mod_add. lia. }
  assert (EA : nim_sum (map (fun x => Q x) l) = Q n + 1) by (rewrite <- value_div, E; auto).
  destruct (lowering (fun x => Q x) (length l) l eq_refl) as [x [rest [D [Hp [HD [HDA HX]]]]]].
  { rewrite EA. apply (N.le_trans _ (2 ^ N.of_nat h)); [|auto].
    apply N.pow_le_mono_r; [discriminate|]. pose proof (at_most _ _ (proj1 Hl)). lia. }
  rewrite EA in HX, HDA.
  assert (Hx : In x l) by (apply (Permutation_in _ (Permutation_sym Hp)); left; auto).
  pose proof (heap_smaller _ _ _ _ Hl Hx) as Hxn.
  pose proof (quotient_late n law D x Hxn ltac:(lia)) as Hxa.
  assert (Hsum : x <= n + p).
  { lia. }
  set (y := x - D * p). set (z := n + p - D * p).
  assert (Hz : by_digit z u (y :: rest)).
  { apply (exchange (n + p) u l x rest); auto; unfold y, z; [lia|]. lia. }
  assert (Hza : a <= z) by (unfold z; lia).
  pose proof (quotient_many n law (D - 1) z Hza ltac:(unfold z; nia)) as [Ez1 Ez2].
  replace (z + (D - 1) * p) with n in Ez1, Ez2 by (unfold z; nia).
  pose proof (quotient_many n law D y ltac:(unfold y; lia) ltac:(unfold y; lia)) as [Ey1 Ey2].
  replace (y + D * p) with x in Ey1, Ey2 by (unfold y; lia).
  apply (value_of_option z (y :: rest)); [apply options_are; eauto|].
  apply (value_moved l x rest); auto.
  - replace (Q y) with (Q x - D) by lia. rewrite HX. lia.
  - rewrite E, Hmod. auto.
Qed.

(** A value with a large quotient, not too far below G(n) + s, is the value of an option of n + p. *)
Lemma large_excluded v : 4 <= v / s -> Q n + 1 <= v / s + 2 -> v < G g n + s ->
  exists l, In l (g (n + p)) /\ value l = v.
Proof.
  intros HB HA Hv. set (B := v / s) in *.
  assert (HBA : B <= Q n + 1).
  { replace (Q n + 1) with ((G g n + 1 * s) / s) by (apply N.div_add; lia).
    apply N.div_le_mono; lia. }
  assert (HvB : B * s <= v) by (rewrite N.mul_comm; apply N.mul_div_le; lia).
  set (m := N.log2 B). pose proof (N.log2_spec B ltac:(lia)) as Hm. fold m in Hm.
  rewrite N.pow_succ_r' in Hm.
  assert (Hm2 : 2 <= m) by (apply N.log2_le_pow2; [lia|auto]).
  set (j := m - 1). assert (Ej : 2 ^ m = 2 * 2 ^ j).
  { rewrite <- N.pow_succ_r'. f_equal. unfold j. lia. }
  assert (Hj2 : 2 <= 2 ^ j).
  { change 2 with (2 ^ 1) at 1. apply N.pow_le_mono_r; [discriminate|]. unfold j. lia. }
  set (T := 2 ^ j) in *.
  assert (Hc : exists c, 1 <= c <= 2 /\ T <= B - c * T < 2 * T /\ c * T <= B).
  { destruct (N.lt_ge_cases B (3 * T)); [exists 1|exists 2]; lia. }
  destruct Hc as [c [Hc [HC HcB]]]. set (D := c * T) in *. set (C := B - D) in *.
  assert (HD : 1 <= D) by (unfold D; nia).
  (* the heap z, D - 1 periods earlier, has an option of the value v - D s *)
  pose proof (quotient_late n law (D - 1) n ltac:(lia) ltac:(lia)) as Hlate.
  set (z := n - (D - 1) * p).
  assert (Ezn : z + (D - 1) * p = n) by (unfold z; lia).
  pose proof (quotient_many n law (D - 1) z ltac:(lia) ltac:(lia)) as [Ez _].
  pose proof (law_many n law (D - 1) z ltac:(lia) ltac:(lia)) as Gz. rewrite Ezn in Ez, Gz.
  assert (HDs : D * s <= v) by nia.
  assert (Ev : exists v', v = v' + D * s) by (exists (v - D * s); lia). destruct Ev as [v' Ev].
  assert (Hdiv : v' / s = C).
  { unfold C, B. rewrite Ev, N.div_add by lia. symmetry. apply N.add_sub. }
  assert (Hmod : v' mod s = v mod s) by (rewrite Ev, N.mod_add by lia; auto).
  destruct (option_of_value z v') as [u [l [Hl El]]].
  { assert (D * s = (D - 1) * s + s) by nia. lia. }
  assert (EC : nim_sum (map (fun x => Q x) l) = C) by (rewrite <- value_div, El; auto).
  assert (Hbelow : forall x, In x l -> x < n + p).
  { intros x Hx. pose proof (heap_smaller _ _ _ _ Hl Hx). lia. }
  (* two heaps with a quotient of 2 T would be too large together *)
  assert (Hall : forall x, In x l -> Q x < 2 * T).
  { intros x Hx. destruct (N.lt_ge_cases (Q x) (2 * T)) as [|Hbig]; [auto|exfalso].
    rewrite <- Ej in Hbig.
    destruct (two_large (fun x => Q x) l x m Hx Hbig) as [x1 [x2 [rest [Hp [H1 H2]]]]].
    { rewrite EC. lia. }
    assert (Hin1 : In x1 l) by (apply (Permutation_in _ (Permutation_sym Hp)); left; auto).
    assert (Hin2 : In x2 l) by (apply (Permutation_in _ (Permutation_sym Hp)); right; left; auto).
    pose proof (quotient_late n law (2 ^ m - 1) x1 (Hbelow x1 Hin1) ltac:(lia)) as L1.
    pose proof (quotient_late n law (2 ^ m - 1) x2 (Hbelow x2 Hin2) ltac:(lia)) as L2.
    destruct Hl as [_ [_ [Hs _]]]. rewrite (sum_permutation _ _ Hp) in Hs.
    unfold sum in Hs. cbn [fold_right] in Hs.
    pose proof (quotient_at_least n law (2 * (2 ^ m - 1)) z ltac:(lia)) as L3. lia. }
  destruct (raising (fun x => Q x) l j Hall) as [x [rest [Hp [Hx1 HX]]]].
  { rewrite EC. exact HC. }
  rewrite EC in HX. specialize (HX c). fold T D in HX.
  assert (Hx : In x l) by (apply (Permutation_in _ (Permutation_sym Hp)); left; auto).
  pose proof (quotient_positive x Hx1) as Hxa.
  pose proof (heap_smaller _ _ _ _ Hl Hx) as Hxz.
  pose proof (quotient_many n law D x Hxa ltac:(nia)) as [Ex1 Ex2].
  exists (x + D * p :: rest). split.
  - apply options_are. exists u. apply (exchange z u l x rest); auto; [lia|nia].
  - apply (value_moved l x rest); auto.
    + rewrite Ex1, HX. fold B. unfold C. lia.
    + rewrite El. auto.
Qed.
End Induction.

(** From [w] on values with a small quotient are excluded by other means. *)
Variable w : N.
Hypothesis window : law_below w.
Hypothesis window_long : a + N.max 5 (2 ^ N.of_nat h - 1) * p <= w.
Hypothesis small_excluded : forall n v, w <= n -> law_below n -> v / s + 2 <= Q n ->
  exists l, In l (g (n + p)) /\ value l = v.

Theorem grows_by_power n : a <= n -> G g (n + p) = G g n + s.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros Hn.
  destruct (N.lt_ge_cases n w) as [|Hw]; [apply window; auto|].
  assert (law : law_below n) by (intros m Hm; apply IH; lia).
  pose proof (quotient_at_least n law (N.max 5 (2 ^ N.of_nat h - 1)) n ltac:(lia)) as HQ.
  apply G_is; [auto|]. split.
  - intros l Hl. apply raised_not_excluded; auto. lia.
  - intros v Hv. destruct (N.le_gt_cases (v / s + 2) (Q n)) as [Hs|Hs].
    + apply small_excluded; auto.
    + apply large_excluded; auto; lia.
Qed.
End Power.

(** *** Moves that leave at most one heap: any saltus *)
Section Single.
Variables v t : N.
Hypothesis at_most_one : forall u i, contains (d u) i = true -> (i <= 1)%nat.
Hypothesis t_positive : 0 < t.
Hypothesis recurs : forall u, v < u -> d (u + t) = d u.
Hypothesis window : law_below (a + p + v + t).

(** Taking t more, as the digits recur. *)
Lemma take_more n u l : by_digit n u l -> v < u -> by_digit (n + t) (u + t) l.
Proof.
  intros [H1 [H2 [H3 H4]]] Hu. unfold by_digit. rewrite recurs by auto. repeat split; auto; lia.
Qed.

Lemma one_heap n u l : by_digit n u l -> l = [] \/ exists x, l = [x] /\ 0 < x /\ x + u = n.
Proof.
  intros [H1 [H2 [H3 _]]]. pose proof (at_most_one _ _ H1) as Hlen.
  destruct l as [|x [|y l]]; cbn [length] in Hlen; [auto| |lia].
  right. exists x. inversion H2; subst. cbn [sum fold_right]. repeat split; auto. lia.
Qed.

Theorem grows_singly n : a <= n -> G g (n + p) = G g n + s.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros Hn.
  destruct (N.lt_ge_cases n (a + p + v + t)) as [|Hw]; [apply window; auto|].
  assert (law : law_below n) by (intros m Hm; apply IH; lia).
  assert (Hup : forall x, a <= x -> x < n -> G g (x + p) = G g x + s) by (intros; apply IH; auto).
  apply G_is; [auto|]. split.
  - intros l Hl E. apply options_are in Hl. destruct Hl as [u Hl].
    destruct (one_heap _ _ _ Hl) as [->|[x [-> [Hx0 Hx]]]]; [cbn in E; lia|].
    rewrite value_of_one in E. pose proof (quotient_at_least n law 1 n ltac:(lia)) as Q1.
    assert (Qx : 1 < Q x).
    { rewrite E. replace (G g n + s) with (G g n + 1 * s) by lia. rewrite N.div_add by lia. lia. }
    pose proof (heap_smaller _ _ _ x Hl (or_introl eq_refl)) as Hxn.
    pose proof (quotient_late n law 1 x Hxn Qx) as Hxa.
    apply (value_of_option n [x - p]).
    + apply options_are. exists u.
      apply (exchange (n + p) u [x] x []); auto using Permutation_refl; lia.
    + rewrite value_of_one. pose proof (Hup (x - p) ltac:(lia) ltac:(lia)) as Ex.
      replace (x - p + p) with x in Ex by lia. lia.
  - intros y Hy. destruct (N.lt_ge_cases y (2 * s)) as [Hlow|Hhigh].
    + (* the move of n + p - t that leaves it takes more than v *)
      set (n' := n + p - t). pose proof (quotient_at_least n law 2 n' ltac:(unfold n'; lia)) as Q2.
      assert (Hy' : y < G g n').
      { pose proof (N.mul_div_le (G g n') s ltac:(lia)). nia. }
      destruct (option_of_value n' y Hy') as [u [l [Hl El]]]. exists l. split; [|auto].
      apply options_are. exists (u + t). replace (n + p) with (n' + t) by (unfold n'; lia).
      apply take_more; auto. destruct (one_heap _ _ _ Hl) as [->|[x [-> [Hx0 Hx]]]].
      * destruct Hl as [_ [_ [Hs _]]]. cbn [sum fold_right] in Hs. unfold n' in Hs. lia.
      * rewrite value_of_one in El.
        destruct (N.le_gt_cases (a + 2 * p) x) as [Hbig|]; [exfalso|unfold n' in Hx; lia].
        pose proof (quotient_at_least n law 2 x ltac:(unfold n' in Hx; lia)) as Qx.
        pose proof (N.mul_div_le (G g x) s ltac:(lia)). nia.
    + (* a move of n, with a heap that grows *)
      destruct (option_of_value n (y - s) ltac:(lia)) as [u [l [Hl El]]].
      destruct (one_heap _ _ _ Hl) as [->|[x [-> [Hx0 Hx]]]]; [cbn in El; lia|].
      rewrite value_of_one in El.
      assert (Hxa : a <= x).
      { apply quotient_positive. apply N.div_le_lower_bound; lia. }
      pose proof (heap_smaller _ _ _ x Hl (or_introl eq_refl)) as Hxn.
      exists [x + p]. split.
      * apply options_are. exists u. apply (exchange n u [x] x []); auto using Permutation_refl; lia.
      * rewrite value_of_one, Hup by auto. lia.
Qed.
End Single.

(** *** Small values in recurring codes

    More heaps than one may be left t tokens later, too, so that a heap of n + p has all values that
    one of n + p - t has, but for those of small takes, and these are large. *)
Lemma small_by_recurrence v t : 0 < t -> v + t <= p ->
  (forall u, v < u -> d (u + t) = d u) ->
  (forall u i, (2 <= i)%nat -> contains (d u) i = true -> contains (d (u + t)) i = true) ->
  forall n y, a <= n -> law_below n -> y / s + 2 <= Q n ->
  exists l, In l (g (n + p)) /\ value l = y.
Proof.
  intros Ht Hp Hrec Hmore n y Hn law Hy. set (B := y / s) in *.
  pose proof (quotient_late n law (B + 1) n ltac:(lia) ltac:(lia)) as Hlate.
  set (n' := n + p - t).
  pose proof (quotient_at_least n law (B + 1) n' ltac:(unfold n'; lia)) as HQ.
  assert (Hy' : y < G g n').
  { destruct (N.lt_ge_cases y (G g n')) as [|Hle]; [auto|].
    apply (N.div_le_mono _ _ s) in Hle; [|lia]. fold B in Hle. lia. }
  destruct (option_of_value n' y Hy') as [u [l [Hl El]]]. exists l. split; [|auto].
  apply options_are. exists (u + t). pose proof Hl as [H1 [H2 [H3 H4]]].
  assert (Hd : contains (d (u + t)) (length l) = true).
  { destruct (Nat.le_gt_cases 2 (length l)) as [H|H]; [auto|].
    rewrite Hrec; [auto|]. destruct l as [|x [|x' l]]; cbn [length] in H; [| |lia].
    - cbn [sum fold_right] in H3. unfold n' in H3. nia.
    - assert (Hx : x < a + (B + 1) * p).
      { destruct (N.lt_ge_cases x (a + (B + 1) * p)) as [|Hbig]; [auto|exfalso].
        pose proof (heap_smaller _ _ _ x Hl (or_introl eq_refl)) as Hxn. unfold n' in Hxn.
        pose proof (quotient_at_least n law (B + 1) x ltac:(lia)) as Qx.
        rewrite value_of_one in El. rewrite El in Qx. fold B in Qx. lia. }
      cbn [sum fold_right] in H3. unfold n' in H3. lia. }
  unfold by_digit. repeat split; auto; unfold n' in H3; lia.
Qed.

(** *** Small values in codes that leave three heaps, two of them equal *)
Lemma small_by_equal_heaps t : t + 1 <= p ->
  (forall r even, r < 2 * s -> exists u i, u <= t /\ contains (d u) 3 = true /\
    1 <= i < a + 2 * p /\ G g i = r /\ N.even (u + i) = even) ->
  forall n y, a <= n -> law_below n -> y / s + 2 <= Q n ->
  exists l, In l (g (n + p)) /\ value l = y.
Proof.
  intros Ht Hall n y Hn law Hy. set (B := y / s) in *.
  pose proof (quotient_late n law (B + 1) n ltac:(lia) ltac:(lia)) as Hlate.
  pose proof (N.mul_div_le y s ltac:(lia)) as HB. fold B in HB.
  pose proof (N.mul_succ_div_gt y s ltac:(lia)) as HB'. fold B in HB'.
  (* a heap of this value, of the parity that is wanted *)
  set (j := B - 1).
  assert (Hr : y - j * s < 2 * s) by (unfold j; nia).
  destruct (Hall (y - j * s) (N.even (n + p + j * p)) Hr) as [u [i [Hu [Hc [Hi [Gi Heven]]]]]].
  assert (Gx : G g (i + j * p) = y).
  { destruct (N.eq_dec j 0) as [->|Hj].
    - rewrite N.mul_0_l, N.add_0_r in *. lia.
    - assert (Hia : a <= i).
      { apply quotient_positive. rewrite Gi. apply N.div_le_lower_bound; [lia|]. unfold j in *. nia. }
      rewrite (law_many n law) by (auto; unfold j in *; nia). rewrite Gi. unfold j in *. nia. }
  set (x := i + j * p) in *.
  assert (Hx : x < a + (B + 1) * p).
  { destruct (N.lt_ge_cases x (a + (B + 1) * p)) as [|Hbig]; [auto|exfalso].
    pose proof (quotient_at_least n law (B + 1) x ltac:(unfold x, j in *; nia)) as Qx.
    rewrite Gx in Qx. fold B in Qx. lia. }
  assert (Hhalf : exists z, n + p = u + x + 2 * z).
  { assert (Ev : N.even (n + p - (u + x)) = true).
    { rewrite N.even_sub by lia. unfold x. rewrite N.add_assoc, (N.even_add (u + i)), Heven.
      rewrite (N.even_add (n + p)). destruct (N.even (n + p)), (N.even (j * p)); auto. }
    apply N.even_spec in Ev. destruct Ev as [z Hz]. exists z. lia. }
  destruct Hhalf as [z Hz]. exists [x; z; z]. split.
  - apply options_are. exists u. unfold by_digit. cbn [length sum fold_right].
    split; [auto|]. split; [|lia]. repeat constructor; unfold x in *; lia.
  - cbn [map nim_sum fold_right]. rewrite N.lxor_0_r, N.lxor_nilpotent, N.lxor_0_r. auto.
Qed.
End Growing.

(** ** Deciding claims *)

(** On a list of values: the hypotheses for the period q and the saltus r, and the claim. *)
Definition grows_in (l p s a q r : N) (values : list N) : bool :=
  adds_from a q r values &&
  forallb (fun y => y <? r) (firstn (N.to_nat a) values) &&
  forallb (fun y => y <? 2 * r) (firstn (N.to_nat (a + q)) values) &&
  adds_from l p s values && least_by_values l p s values.

Lemma firstn_below f values bound n : values_of f values -> n <= N.of_nat (length values) ->
  forallb (fun y => y <? bound) (firstn (N.to_nat n) values) = true ->
  forall i, i < n -> f i < bound.
Proof.
  intros Hf Hn H i Hi. rewrite forallb_forall in H. apply N.ltb_lt, H.
  rewrite <- (value_in_spec f values) by (auto; lia). unfold value_in.
  rewrite <- (firstn_skipn (N.to_nat n) values) at 1.
  assert (Hlen : length (firstn (N.to_nat n) values) = N.to_nat n) by (apply firstn_length_le; lia).
  rewrite app_nth1 by lia. apply nth_In. lia.
Qed.

Lemma grows_in_sound g w l p s a q r table : 0 < p -> 0 < q -> l <= a -> a + p <= w ->
  table_of g (w + q) table -> grows_in l p s a q r (rev table) = true ->
  (law_below g a q r w -> (forall n, n < a -> G g n < r) -> (forall n, n < a + q -> G g n < 2 * r) ->
   forall n, a <= n -> G g (n + q) = G g n + r) ->
  least_regular (G g) l p s.
Proof.
  intros Hp Hq Hl Hw Ht H Hall. unfold grows_in in H. rewrite !andb_true_iff in H.
  destruct H as [[[[H1 H2] H3] H4] H5].
  assert (Hlen : N.of_nat (length (rev table)) = w + q) by (rewrite rev_length, (proj1 Ht); lia).
  assert (Hv : values_of (G g) (rev table)).
  { intros i Hi. rewrite rev_length in Hi. rewrite rev_nth by auto.
    destruct Ht as [E1 E2]. rewrite E2 by lia. f_equal. lia. }
  apply (least_by_values_sound _ l p s (rev table)); auto.
  apply (regular_by_multiple _ l p s a q r); auto.
  - apply Hall.
    + intros n Hn. apply (adds_from_spec _ a q r (rev table)); auto; lia.
    + apply (firstn_below _ (rev table)); auto. lia.
    + apply (firstn_below _ (rev table)); auto. lia.
  - intros n Hn. apply (adds_from_spec _ l p s (rev table)); auto; lia.
Qed.

Definition is_power_of_two (r : N) : bool := 2 ^ N.log2 r =? r.

(** Where the window ends: 5 periods, or 7 if moves leave three heaps. *)
Definition window_of (h : nat) (a q : N) : N := a + N.max 5 (2 ^ N.of_nat h - 1) * q.

(** *** Finite codes (6.8) *)

Lemma in_code d0 after n l : In l (options (code d0 after) n) <->
  exists u, by_digit (digit_at d0 after [0]) n u l.
Proof.
  assert (Hplain : forall r, In r (code d0 after) -> cond r = Any /\ smallest r = 1).
  { intros r Hr. unfold code in Hr. apply in_app_or in Hr. destruct Hr as [Hr|Hr].
    - apply in_digit in Hr. destruct Hr as [h [-> _]]. auto.
    - apply in_digits in Hr. destruct Hr as [i [h [_ [-> _]]]]. auto. }
  rewrite in_options. unfold by_digit, legal. split.
  - intros [r [Hr [H1 [H2 [H3 [H4 _]]]]]]. exists (takes r). rewrite (proj2 (Hplain r Hr)) in H4.
    split; [|auto]. apply (in_digit_at d0 after [0]); [discriminate|]. left. eauto.
  - intros [u [H1 [H2 [H3 H4]]]]. apply (in_digit_at d0 after [0]) in H1; [|discriminate].
    destruct H1 as [[r [Hr [<- Hh]]]|[r [m [[] _]]]].
    exists r. destruct (Hplain r Hr) as [-> ->]. repeat split; auto.
Qed.

(** A digit at an even place, or at an odd one, that allows three heaps. *)
Definition three_heaps (d : N -> N) (t : N) (even : bool) : bool :=
  existsb (fun u => contains (d u) 3 && eqb (N.even u) even) (interval 0 (N.to_nat t + 1)).

(** Condition (4): every value below 2 r is that of a heap i, 0 < i < last, such that i and a take that
    leaves three heaps have an even sum, and of one such that they have an odd sum. *)
Definition every_value (d : N -> N) (t last r : N) (values : list N) : bool :=
  let heaps := combine (interval 1 (N.to_nat (last - 1))) (tl values) in
  forallb (fun y => forallb (fun even =>
    existsb (fun heap => (snd heap =? y) && three_heaps d t (eqb (N.even (fst heap)) even)) heaps)
    [true; false]) (interval 0 (N.to_nat (2 * r))).

Lemma nth_combine (a b : list N) : forall k, (k < length a)%nat -> (k < length b)%nat ->
  nth k (combine a b) (0, 0) = (nth k a 0, nth k b 0).
Proof.
  revert b. induction a as [|x a IH]; intros [|y b] [|k] Ha Hb; cbn [length combine nth] in *; try lia;
    auto.
  apply IH; lia.
Qed.

Lemma every_value_spec f d t last r values : values_of f values ->
  every_value d t last r values = true ->
  forall y even, y < 2 * r -> exists u i, u <= t /\ contains (d u) 3 = true /\
    1 <= i < last /\ f i = y /\ N.even (u + i) = even.
Proof.
  intros Hf H y even Hy. unfold every_value in H. cbn zeta in H. rewrite forallb_forall in H.
  specialize (H y ltac:(apply in_interval; lia)). rewrite forallb_forall in H.
  specialize (H even ltac:(destruct even; cbn; auto)). apply existsb_exists in H.
  destruct H as [[i x] [Hin H]]. cbn [fst snd] in H. rewrite andb_true_iff, N.eqb_eq in H.
  destruct H as [-> H]. unfold three_heaps in H. apply existsb_exists in H.
  destruct H as [u [Hu H]]. rewrite andb_true_iff in H. destruct H as [Hc He].
  apply eqb_prop in He. apply in_interval in Hu.
  assert (Hi : 1 <= i < last /\ f i = y).
  { apply (In_nth _ _ (0, 0)) in Hin. destruct Hin as [k [Hk E]].
    rewrite combine_length, interval_length in Hk. destruct values as [|v0 values]; [cbn in Hk; lia|].
    cbn [tl] in *. rewrite nth_combine in E by (rewrite ?interval_length; lia).
    rewrite interval_nth in E by lia. apply pair_equal_spec in E. destruct E as [<- <-].
    split; [lia|].
    replace (1 + N.of_nat k) with (N.of_nat (S k)) by lia. rewrite Hf by (cbn [length]; lia). auto. }
  exists u, i. split; [lia|]. split; [auto|]. split; [apply Hi|]. split; [apply Hi|].
  rewrite N.even_add, He. destruct (N.even i), even; auto.
Qed.

(** [m]: the theorem is applied to the period m p and the saltus m s. *)
Definition check_sedecimal (d0 : N) (after : list N) (l p s m : N) : bool :=
  let q := m * p in
  let r := m * s in
  let a := N.max 1 l in
  let d := digit_at d0 after [0] in
  let t := N.of_nat (length after) in
  let w := window_of (most_heaps d0 after [0]) a q in
  (0 <? p) && (0 <? m) && is_power_of_two r && (t + 1 <=? q) &&
  match nim_values (code d0 after) (w + q) with
  | None => false
  | Some table =>
      let values := rev table in
      grows_in l p s a q r values && every_value d t (a + 2 * q) r values
  end.

Theorem check_sedecimal_sound d0 after l p s m : check_sedecimal d0 after l p s m = true ->
  decreasing (options (code d0 after)) /\ least_regular (G (options (code d0 after))) l p s.
Proof.
  unfold check_sedecimal. cbn zeta. set (q := m * p). set (r := m * s). set (a := N.max 1 l).
  set (h := most_heaps d0 after [0]). set (t := N.of_nat (length after)).
  rewrite !andb_true_iff, !N.ltb_lt, N.leb_le. intros [[[[Hp Hm] Hpow] Htq] H].
  apply N.eqb_eq in Hpow. assert (Hq : 0 < q) by (unfold q; nia).
  assert (Hpq : p <= q) by (unfold q; nia).
  destruct (nim_values _ _) as [table|] eqn:E; [|discriminate].
  rewrite andb_true_iff in H. destruct H as [H1 H2].
  apply nim_values_spec in E. destruct E as [wf Ht].
  pose proof (options_decreasing _ wf) as dec. split; [auto|].
  set (w := window_of h a q) in *.
  assert (Hw : a + 5 * q <= w) by (unfold w, window_of; nia).
  apply (grows_in_sound _ w l p s a q r table); auto; try (unfold a; lia).
  intros Hwin Hsmall Hfirst.
  apply (grows_by_power (digit_at d0 after [0]) _ (in_code d0 after) dec a q r) with
    (k := N.log2 r) (h := h) (w := w); auto; try (unfold a; lia).
  - intros u i. apply most_heaps_spec.
  - unfold w, window_of. lia.
  - intros n y Hn. apply (small_by_equal_heaps (digit_at d0 after [0]) _ (in_code d0 after) a q r)
      with (t := t); auto; try (unfold a; lia).
    + apply (every_value_spec _ _ _ _ _ (rev table)); auto.
      intros i Hi. rewrite rev_length in Hi. rewrite rev_nth by auto.
      destruct Ht as [E1 E2]. rewrite E2 by lia. f_equal. lia.
Qed.

(** *** Recurring codes *)

(** Nim-values enough for the window. *)
Definition recurring_values (d0 : N) (after block : list N) (count fuel : N) : option (list N) :=
  compute (recurring_step d0 after block (N.to_nat fuel)) (N.to_nat count) 0 [].

Lemma recurring_values_spec d0 after block count fuel table : zeroth_ok d0 = true ->
  recurring_values d0 after block count fuel = Some table ->
  table_of (recurring d0 after block) count table.
Proof.
  intros H0 H. apply (compute_spec (recurring d0 after block)) in H;
    auto using recurring_step_correct, table_nil.
  rewrite N2Nat.id, N.add_0_l in H. auto.
Qed.

(** Digits that allow two heaps or more do so t tokens later. *)
Definition more_heaps_recur (d : N -> N) (v t : N) (h : nat) : bool :=
  forallb (fun u => forallb (fun i => negb (contains (d u) i) || contains (d (u + t)) i)
    (seq 2 (h - 1))) (interval 0 (N.to_nat v + 1)).

(** Octal codes (6.9), and others; [blocks] of them make t. *)
Definition check_recurring_octal (d0 : N) (after block : list N) (l p s m blocks : N) : bool :=
  let q := m * p in
  let r := m * s in
  let a := N.max 1 l in
  let d := digit_at d0 after block in
  let v := N.of_nat (length after) in
  let t := blocks * N.of_nat (length block) in
  let h := most_heaps d0 after block in
  let w := window_of h a q in
  zeroth_ok d0 && (0 <? t) && (0 <? p) && (0 <? m) && is_power_of_two r && (v + t <=? q) &&
  more_heaps_recur d v t h &&
  match recurring_values d0 after block (w + q) (w + q + (w + q) * s) with
  | None => false
  | Some table => grows_in l p s a q r (rev table)
  end.

Lemma digits_recur d0 after block blocks u : 0 < blocks * N.of_nat (length block) ->
  N.of_nat (length after) < u ->
  digit_at d0 after block (u + blocks * N.of_nat (length block)) = digit_at d0 after block u.
Proof.
  intros Ht Hu. apply digit_recurs; auto; [|exists blocks; auto].
  intros ->. cbn [length] in Ht. lia.
Qed.

Theorem check_recurring_octal_sound d0 after block l p s m blocks :
  check_recurring_octal d0 after block l p s m blocks = true ->
  decreasing (recurring d0 after block) /\ least_regular (G (recurring d0 after block)) l p s.
Proof.
  unfold check_recurring_octal. cbn zeta. set (q := m * p). set (r := m * s). set (a := N.max 1 l).
  set (h := most_heaps d0 after block). set (v := N.of_nat (length after)).
  set (t := blocks * N.of_nat (length block)).
  rewrite !andb_true_iff, !N.ltb_lt, N.leb_le.
  intros [[[[[[[H0 Ht0] Hp] Hm] Hpow] Hvt] Hmore] H].
  apply N.eqb_eq in Hpow. assert (Hq : 0 < q) by (unfold q; nia).
  assert (Hpq : p <= q) by (unfold q; nia).
  destruct (recurring_values _ _ _ _ _) as [table|] eqn:E; [|discriminate].
  apply recurring_values_spec in E; [|auto].
  pose proof (recurring_decreasing d0 after block H0) as dec. split; [auto|].
  set (w := window_of h a q) in *.
  assert (Hw : a + 5 * q <= w) by (unfold w, window_of; nia).
  apply (grows_in_sound _ w l p s a q r table); auto; try (unfold a; lia).
  intros Hwin Hsmall Hfirst.
  apply (grows_by_power (digit_at d0 after block) _ (in_recurring d0 after block) dec a q r) with
    (k := N.log2 r) (h := h) (w := w); auto; try (unfold a; lia).
  - intros u i. apply most_heaps_spec.
  - unfold w, window_of. lia.
  - intros n y Hn. apply (small_by_recurrence (digit_at d0 after block) _ (in_recurring d0 after block)
      dec a q r) with (v := v) (t := t); auto; try (unfold a; lia).
    + intros u Hu. apply digits_recur; auto.
    + intros u i Hi Hc. destruct (N.lt_ge_cases v u) as [Hu|Hu].
      { unfold t. rewrite digits_recur; auto. }
      unfold more_heaps_recur in Hmore. rewrite forallb_forall in Hmore.
      specialize (Hmore u ltac:(apply in_interval; lia)). rewrite forallb_forall in Hmore.
      specialize (Hmore i). rewrite Hc in Hmore. apply Hmore, in_seq.
      pose proof (most_heaps_spec d0 after block u i Hc). fold h in H1. lia.
Qed.

(** Codes that leave at most one heap (6.10), Nim among them; any saltus. *)
Definition check_recurring_tetral (d0 : N) (after block : list N) (l p s m blocks : N) : bool :=
  let q := m * p in
  let r := m * s in
  let a := N.max 1 l in
  let v := N.of_nat (length after) in
  let t := blocks * N.of_nat (length block) in
  let w := a + q + v + t in
  zeroth_ok d0 && (most_heaps d0 after block =? 1)%nat && (0 <? t) && (0 <? p) && (0 <? m) && (0 <? s) &&
  match recurring_values d0 after block (w + q) (w + q + (w + q) * s) with
  | None => false
  | Some table => grows_in l p s a q r (rev table)
  end.

Theorem check_recurring_tetral_sound d0 after block l p s m blocks :
  check_recurring_tetral d0 after block l p s m blocks = true ->
  decreasing (recurring d0 after block) /\ least_regular (G (recurring d0 after block)) l p s.
Proof.
  unfold check_recurring_tetral. cbn zeta. set (q := m * p). set (r := m * s). set (a := N.max 1 l).
  set (v := N.of_nat (length after)). set (t := blocks * N.of_nat (length block)).
  rewrite !andb_true_iff, !N.ltb_lt, Nat.eqb_eq.
  intros [[[[[[H0 Hone] Ht0] Hp] Hm] Hs] H].
  assert (Hq : 0 < q) by (unfold q; nia). assert (Hpq : p <= q) by (unfold q; nia).
  assert (Hr : 0 < r) by (unfold r; nia).
  destruct (recurring_values _ _ _ _ _) as [table|] eqn:E; [|discriminate].
  apply recurring_values_spec in E; [|auto].
  pose proof (recurring_decreasing d0 after block H0) as dec. split; [auto|].
  apply (grows_in_sound _ (a + q + v + t) l p s a q r table); auto; try (unfold a; lia).
  intros Hwin Hsmall Hfirst.
  apply (grows_singly (digit_at d0 after block) _ (in_recurring d0 after block) dec a q r) with
    (v := v) (t := t); auto; try (unfold a; lia).
  - intros u i Hc. rewrite <- Hone. apply (most_heaps_spec d0 after block u i Hc).
  - intros u Hu. apply digits_recur; auto.
Qed.
