(** * How a pair of numbers is spelled for an automaton

    A heap size n and a value y are written n = p k + j and y = 2^t l + c. The digits j and c
    choose the root; then the binary digits of k and l are read side by side. A law such as
    G(13 k + 4) = 4 k + 1 becomes l = k, which two states can read. *)
From Coq Require Import NArith List Lia Bool FMapPositive.
From Sprague Require Import Mex Bits Automaton.
Import ListNotations.
Open Scope N_scope.

Section Spelling.
Variables p t : N.
Hypothesis Hp : 0 < p.

Definition lows : N := 2 ^ t.

Definition reads (A : automaton) (n y : N) : bool :=
  accepts A (root A (n mod p) (y mod lows)) (n / p) (y / lows).

Lemma lows_pos : 0 < lows.
Proof. unfold lows. apply N.neq_0_lt_0, N.pow_nonzero. discriminate. Qed.

Lemma lxor_mod a b : (N.lxor a b) mod lows = N.lxor (a mod lows) (b mod lows).
Proof.
  unfold lows. apply N.bits_inj. intros i. rewrite N.lxor_spec.
  destruct (N.lt_ge_cases i t).
  - rewrite !N.mod_pow2_bits_low by auto. apply N.lxor_spec.
  - rewrite !N.mod_pow2_bits_high by auto. auto.
Qed.

Lemma lxor_div a b : (N.lxor a b) / lows = N.lxor (a / lows) (b / lows).
Proof. unfold lows. rewrite <- !N.shiftr_div_pow2. apply N.shiftr_lxor. Qed.

(** Adding heaps adds the digits, with a carry. *)
Lemma sum_digits n1 n2 : let c := p <=? n1 mod p + n2 mod p in
  (n1 + n2) mod p = (n1 mod p + n2 mod p) mod p /\
  (n1 + n2) / p = n1 / p + n2 / p + N.b2n c.
Proof.
  intros c. split; [apply N.add_mod; lia|]. symmetry.
  apply (N.div_unique _ _ _ (n1 mod p + n2 mod p - p * N.b2n c)).
  - assert (n1 mod p < p) by (apply N.mod_lt; lia).
    assert (n2 mod p < p) by (apply N.mod_lt; lia).
    subst c. destruct (N.leb_spec p (n1 mod p + n2 mod p)); cbn [N.b2n]; lia.
  - pose proof (N.div_mod' n1 p). pose proof (N.div_mod' n2 p).
    subst c. rewrite !N.mul_add_distr_l.
    generalize dependent (p * (n1 / p)). generalize dependent (p * (n2 / p)).
    generalize dependent (n1 mod p). generalize dependent (n2 mod p). intros x y a Ha b Hb.
    destruct (N.leb_spec p (y + x)); cbn [N.b2n]; lia.
Qed.

(** All first digits of n, and of y. *)
Definition residues : list N := interval 0 (N.to_nat p).
Definition low_values : list N := interval 0 (N.to_nat lows).

Lemma residue_in n : In (n mod p) residues.
Proof. apply in_below, N.mod_lt. lia. Qed.
Lemma low_value_in y : In (y mod lows) low_values.
Proof. apply in_below, N.mod_lt, N.neq_0_lt_0, lows_pos. Qed.

(** The roots from which something can be accepted. *)
Definition live_roots (A : automaton) : list (N * N * positive) :=
  flat_map (fun j => flat_map (fun c =>
    let s := root A j c in if dead A s then [] else [(j, c, s)])
    low_values) residues.

Lemma in_live_roots A n y : padded A -> reads A n y = true ->
  In (n mod p, y mod lows, root A (n mod p) (y mod lows)) (live_roots A).
Proof.
  intros HA H. unfold live_roots.
  apply in_flat_map. exists (n mod p). split; [apply residue_in|].
  apply in_flat_map. exists (y mod lows). split; [apply low_value_in|].
  destruct (dead A _) eqn:E; [|left; auto].
  unfold reads in H. rewrite (dead_spec A _ HA E) in H. discriminate.
Qed.

Lemma in_live_roots_inv A j c s : In (j, c, s) (live_roots A) ->
  j < p /\ c < lows /\ s = root A j c.
Proof.
  unfold live_roots. intros H. apply in_flat_map in H. destruct H as [j' [Hj H]].
  apply in_flat_map in H. destruct H as [c' [Hc H]].
  apply in_interval in Hj. apply in_interval in Hc.
  destruct (dead A (root A j' c')); [destruct H|].
  destruct H as [H|[]]. inversion H; subst. repeat split; lia.
Qed.

(** The same, by the first digit of n. *)
Definition live_at (A : automaton) (j : N) : list (N * positive) :=
  flat_map (fun c => let s := root A j c in if dead A s then [] else [(c, s)]) low_values.
Definition live_by_residue (A : automaton) : M.t (list (N * positive)) :=
  fold_right (fun j => M.add (N.succ_pos j) (live_at A j)) (M.empty _) residues.

Lemma in_live_by_residue A j l c s : M.find (N.succ_pos j) (live_by_residue A) = Some l -> In (c, s) l ->
  j < p /\ c < lows /\ s = root A j c.
Proof.
  assert (Hr : forall j', In j' residues -> j' < p) by (intros j' Hj; apply in_interval in Hj; lia).
  unfold live_by_residue. induction residues as [|j' js IH]; cbn [fold_right].
  - rewrite M.gempty. discriminate.
  - destruct (N.eq_dec j' j) as [->|Hj].
    + rewrite M.gss. intros E H. inversion E; subst l. unfold live_at in H.
      apply in_flat_map in H. destruct H as [c' [Hc H]]. apply in_interval in Hc.
      destruct (dead A (root A j c')); [destruct H|]. destruct H as [H|[]]. inversion H; subst.
      repeat split; [apply Hr; left; auto|lia].
    + rewrite M.gso; [apply IH; intros; apply Hr; right; auto|].
      intros E. apply Hj. rewrite <- (N.pred_succ j), <- (N.pred_succ j'), <- !N.succ_pos_spec. congruence.
Qed.

End Spelling.
