(** * Taking u from a heap

    "u <= n and A reads (n - u, z)" needs no automaton of its own: the state is a state of A
    together with what is still to be taken. *)
From Coq Require Import NArith List Lia Bool FMapPositive.
From Sprague Require Import Mex Bits Automaton Walk Spelling.
Import ListNotations.
Open Scope N_scope.

(** A state of A, and what is still to be taken from the digits not yet read. *)
Definition taking := (positive * N)%type.
Definition taking_step (A : automaton) (q : taking) (x z : bool) : taking :=
  (step A (fst q) (xorb x (N.odd (snd q))) z,
   N.div2 (snd q) + N.b2n (N.odd (snd q) && negb x)).
Definition taking_accepts (A : automaton) (q : taking) (k z : N) : Prop :=
  exists k1, k1 + snd q = k /\ accepts A (fst q) k1 z = true.
Definition taking_final (A : automaton) (q : taking) : bool := (snd q =? 0) && accepting A (fst q).

Lemma taking_accepts_step A q k z : padded A ->
  taking_accepts A q k z <-> taking_accepts A (taking_step A q (N.odd k) (N.odd z)) (N.div2 k) (N.div2 z).
Proof.
  intros HA. destruct q as [a c]. unfold taking_accepts, taking_step. cbn [fst snd].
  pose proof (odd_div2 k) as Ek. pose proof (odd_div2 c) as Ec. split.
  - intros [k1 [E H]]. exists (N.div2 k1). rewrite accepts_step in H by auto.
    pose proof (odd_div2 k1) as E1.
    assert (N.odd k1 = xorb (N.odd k) (N.odd c)) as <-.
    { rewrite <- E, N.odd_add. destruct (N.odd k1), (N.odd c); auto. }
    split; auto.
    assert (Eo : N.odd k = xorb (N.odd k1) (N.odd c)) by (rewrite <- E, N.odd_add; auto).
    rewrite Eo in *. destruct (N.odd k1), (N.odd c); cbn [N.b2n xorb andb negb] in *; lia.
  - intros [k1 [E H]]. exists (cons_bit (xorb (N.odd k) (N.odd c)) k1). split.
    + rewrite cons_bit_eq. destruct (N.odd k), (N.odd c); cbn [N.b2n xorb andb negb] in *; lia.
    + rewrite accepts_step by auto. rewrite odd_cons, div2_cons. auto.
Qed.

Lemma taking_accepts_zero A q : taking_accepts A q 0 0 <-> taking_final A q = true.
Proof.
  unfold taking_accepts, taking_final. rewrite andb_true_iff, N.eqb_eq. split.
  - intros [k1 [E H]]. assert (k1 = 0) by lia. subst. split; [lia|exact H].
  - intros [E H]. exists 0. split; [lia|exact H].
Qed.

Lemma taking_dead A q : padded A -> dead A (fst q) = true -> forall k z, ~ taking_accepts A q k z.
Proof. intros HA Hd k z [k1 [_ H]]. rewrite (dead_spec A _ HA Hd) in H. discriminate. Qed.

Section System.
Variables p t : N.
Hypothesis Hp : 0 < p.
Notation lows := (lows t).
Notation reads := (reads p t).

(** Taking u from the residue j: borrow b times p. *)
Definition taking_root (A : automaton) (u j c : N) : taking :=
  let b := (u + p - 1 - j) / p in (root A (j + p * b - u) c, b).

Lemma taking_reads A u n z :
  (u <= n /\ reads A (n - u) z = true) <->
  taking_accepts A (taking_root A u (n mod p) (z mod lows)) (n / p) (z / lows).
Proof.
  unfold taking_accepts, taking_root, Spelling.reads. cbn [fst snd].
  assert (Hj : n mod p < p) by (apply N.mod_lt; lia).
  pose proof (N.div_mod' n p) as En.
  set (k := n / p) in *. set (j := n mod p) in *. clearbody k j.
  set (b := (u + p - 1 - j) / p).
  assert (Hb : u <= j + p * b < u + p).
  { pose proof (N.div_mod' (u + p - 1 - j) p) as E.
    assert ((u + p - 1 - j) mod p < p) by (apply N.mod_lt; lia).
    fold b in E. generalize dependent ((u + p - 1 - j) mod p). intros r E Hr. lia. }
  assert (Hdm : forall k1, k1 + b = k -> u <= n /\ (n - u) mod p = j + p * b - u /\ (n - u) / p = k1).
  { intros k1 E. subst k. rewrite N.mul_add_distr_l in En.
    assert (En' : n - u = p * k1 + (j + p * b - u)) by lia.
    split; [lia|]. rewrite En'. split.
    - symmetry. apply (N.mod_unique _ _ k1); lia.
    - symmetry. apply (N.div_unique _ _ _ (j + p * b - u)); lia. }
  split.
  - intros [Hu H].
    assert (b <= k) as Hbk.
    { destruct (N.le_gt_cases b k) as [|Hlt]; auto. exfalso.
      assert (p * (k + 1) <= p * b) by (apply N.mul_le_mono_l; lia). lia. }
    exists (k - b). split; [lia|].
    destruct (Hdm (k - b)) as [_ [E1 E2]]; [lia|]. rewrite E1, E2 in H. auto.
  - intros [k1 [E H]]. destruct (Hdm k1 E) as [E0 [E1 E2]]. split; auto.
    rewrite E1, E2. auto.
Qed.

End System.
