(** * Numbers digit by digit

    Automata read numbers in binary, lowest digit first. A number is its last digit [N.odd k]
    followed by the rest [N.div2 k]. *)
From Coq Require Import NArith List Lia Bool.
Import ListNotations.
Open Scope N_scope.

Definition cons_bit (b : bool) (k : N) : N := if b then N.succ_double k else N.double k.

Lemma odd_cons b k : N.odd (cons_bit b k) = b.
Proof. destruct b, k; reflexivity. Qed.
Lemma div2_cons b k : N.div2 (cons_bit b k) = k.
Proof. destruct b, k; reflexivity. Qed.
Lemma cons_bit_eq b k : cons_bit b k = 2 * k + N.b2n b.
Proof. destruct b, k; reflexivity. Qed.
Lemma cons_odd_div2 k : cons_bit (N.odd k) (N.div2 k) = k.
Proof. destruct k as [|[p|p|]]; reflexivity. Qed.
Lemma odd_div2 k : k = 2 * N.div2 k + N.b2n (N.odd k).
Proof. rewrite <- cons_bit_eq. symmetry. apply cons_odd_div2. Qed.
Lemma odd_lxor a b : N.odd (N.lxor a b) = xorb (N.odd a) (N.odd b).
Proof. rewrite <- !N.bit0_odd. apply N.lxor_spec. Qed.
Lemma div2_lxor a b : N.div2 (N.lxor a b) = N.lxor (N.div2 a) (N.div2 b).
Proof. rewrite !N.div2_spec. apply N.shiftr_lxor. Qed.

(** k has at most [len] binary digits. *)
Definition fits (len : nat) (k : N) : Prop := k < 2 ^ N.of_nat len.

Lemma fits_0 k : fits 0 k -> k = 0.
Proof. unfold fits. simpl. lia. Qed.
Lemma fits_div2 len k : fits (S len) k -> fits len (N.div2 k).
Proof.
  unfold fits. rewrite Nat2N.inj_succ, N.pow_succ_r'. intros H.
  pose proof (odd_div2 k). destruct (N.odd k); cbn [N.b2n] in *; lia.
Qed.
Lemma fits_mono a b k : (a <= b)%nat -> fits a k -> fits b k.
Proof.
  unfold fits. intros H1 H2. eapply N.lt_le_trans; [exact H2|].
  apply N.pow_le_mono_r; lia.
Qed.
Lemma fits_size k : fits (N.size_nat k) k.
Proof.
  unfold fits. destruct k as [|q]; [reflexivity|]. cbn [N.size_nat].
  induction q as [q IH|q IH|]; cbn [Pos.size_nat]; [| |reflexivity].
  - rewrite Nat2N.inj_succ, N.pow_succ_r'. lia.
  - rewrite Nat2N.inj_succ, N.pow_succ_r'. lia.
Qed.

(** Induction on two numbers at once, from zeros upwards, digit by digit. *)
Lemma bitwise_induction (P : N -> N -> Prop) : P 0 0 ->
  (forall k l, P (N.div2 k) (N.div2 l) -> P k l) -> forall k l, P k l.
Proof.
  intros H0 HS k l.
  assert (H : forall len k l, fits len k -> fits len l -> P k l).
  { induction len as [|len IH]; intros k' l' H1 H2.
    - rewrite (fits_0 k' H1), (fits_0 l' H2). auto.
    - apply HS. apply IH; apply fits_div2; auto. }
  apply (H (Nat.max (N.size_nat k) (N.size_nat l))).
  - eapply fits_mono; [|apply fits_size]. lia.
  - eapply fits_mono; [|apply fits_size]. lia.
Qed.

Definition bits := [false; true].
Lemma in_bits b : In b bits.
Proof. destruct b; simpl; auto. Qed.

(** ** Comparing digit by digit

    The highest digit in which two numbers differ decides, and it is read last: so [z] is below
    [y], or they are equal from here on and [b] says what the digits read so far have decided. *)
Definition below_or (b : bool) (z y : N) : Prop := z < y \/ (z = y /\ b = true).

Lemma below_or_step b z y : below_or b z y ->
  below_or (if eqb (N.odd y) (N.odd z) then b else N.odd y) (N.div2 z) (N.div2 y).
Proof.
  unfold below_or. pose proof (odd_div2 y) as Ey. pose proof (odd_div2 z) as Ez.
  destruct (N.odd y), (N.odd z); cbn [eqb N.b2n] in *; intros [H|[H Hb]];
    destruct (N.lt_trichotomy (N.div2 z) (N.div2 y)) as [?|[?|?]]; auto; lia.
Qed.

(** The parts of a number: x = d (x / d) + x mod d. *)
Lemma parts d k r : r < d -> (d * k + r) mod d = r /\ (d * k + r) / d = k.
Proof.
  intros H. split; symmetry; [apply (N.mod_unique _ _ k)|apply (N.div_unique _ _ _ r)]; auto.
Qed.

Lemma order_parts d z y : 0 < d -> z <= y ->
  z / d < y / d \/ (z / d = y / d /\ z mod d + (y - z) = y mod d).
Proof.
  intros Hd H. assert (Hq : z / d <= y / d) by (apply N.div_le_mono; lia).
  apply N.lt_eq_cases in Hq. destruct Hq as [Hq|Hq]; [auto|right]. split; [auto|].
  pose proof (N.div_mod' y d) as Ey. pose proof (N.div_mod' z d) as Ez. rewrite Hq in Ez.
  generalize dependent (d * (y / d)). generalize dependent (z mod d).
  generalize dependent (y mod d). intros. lia.
Qed.

Lemma below_parts d z y : 0 < d -> z < y ->
  below_or (z mod d <? y mod d) (z / d) (y / d).
Proof.
  intros Hd H. destruct (order_parts d z y Hd) as [Hq|[Hq E]]; [lia|left; auto|].
  right. split; [auto|]. apply N.ltb_lt. rewrite <- E. lia.
Qed.

Lemma at_most_parts d z y : 0 < d -> z <= y ->
  below_or (z mod d <=? y mod d) (z / d) (y / d).
Proof.
  intros Hd H. destruct (order_parts d z y Hd H) as [Hq|[Hq E]]; [left; auto|].
  right. split; [auto|]. apply N.leb_le. rewrite <- E. lia.
Qed.
