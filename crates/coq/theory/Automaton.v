(** * Automata that read pairs of numbers

    A state is a positive number; its row says whether reading may end here and which state
    follows for each of the four pairs of digits. *)
From Coq Require Import NArith List Lia Bool FMapPositive.
From Sprague Require Import Bits.
Import ListNotations.
Open Scope N_scope.
Module M := PositiveMap.

(** [Row e a b c d]: reading may end here if [e]; the digits 0/0, 0/1, 1/0, 1/1 lead to the
    states a, b, c, d. *)
Record row := Row { ends_here : bool;
  on00 : positive; on01 : positive; on10 : positive; on11 : positive }.

Definition pick (e : row) (x z : bool) : positive :=
  if x then (if z then on11 e else on10 e) else (if z then on01 e else on00 e).

(** Reading starts in [root j c] when the first digits are j and c. A state without a row
    rejects everything. *)
Record automaton := Automaton { rows : M.t row; root : N -> N -> positive }.

Definition step (A : automaton) (s : positive) (x z : bool) : positive :=
  match M.find s (rows A) with None => s | Some e => pick e x z end.
Definition accepting (A : automaton) (s : positive) : bool :=
  match M.find s (rows A) with None => false | Some e => ends_here e end.

(** Leading zeros must not matter, for a number has no length of its own. *)
Definition padded (A : automaton) : Prop :=
  forall s, accepting A (step A s false false) = accepting A s.
Definition paddedb (A : automaton) : bool :=
  forallb (fun se => eqb (accepting A (on00 (snd se))) (ends_here (snd se))) (M.elements (rows A)).

Lemma paddedb_spec A : paddedb A = true -> padded A.
Proof.
  unfold paddedb, padded, step. rewrite forallb_forall. intros H s.
  unfold accepting at 2. destruct (M.find s (rows A)) as [e|] eqn:Es.
  - apply M.elements_correct in Es. specialize (H _ Es). apply eqb_prop in H. exact H.
  - unfold accepting. rewrite Es. auto.
Qed.

Fixpoint accepts_in (A : automaton) (len : nat) (s : positive) (k l : N) : bool :=
  match len with
  | O => accepting A s
  | S len => accepts_in A len (step A s (N.odd k) (N.odd l)) (N.div2 k) (N.div2 l)
  end.

(** From the state s the pair (k, l) is accepted: read as many digits as the longer has. *)
Definition accepts (A : automaton) (s : positive) (k l : N) : bool :=
  accepts_in A (Nat.max (N.size_nat k) (N.size_nat l)) s k l.

Lemma accepts_in_zero A : padded A -> forall len s, accepts_in A len s 0 0 = accepting A s.
Proof.
  intros HA. induction len as [|len IH]; intros s; cbn [accepts_in]; auto.
  simpl. rewrite IH. apply HA.
Qed.

Lemma accepts_in_enough A : padded A -> forall len len' s k l,
  fits len k -> fits len l -> fits len' k -> fits len' l ->
  accepts_in A len s k l = accepts_in A len' s k l.
Proof.
  intros HA. induction len as [|len IH]; intros len' s k l H1 H2 H3 H4.
  - rewrite (fits_0 k H1), (fits_0 l H2). rewrite !accepts_in_zero; auto.
  - destruct len' as [|len'].
    + rewrite (fits_0 k H3), (fits_0 l H4). rewrite !accepts_in_zero; auto.
    + cbn [accepts_in]. apply IH; apply fits_div2; auto.
Qed.

(** From a given state on, the roots do not matter. *)
Lemma accepts_rows A B s k l : rows A = rows B -> accepts A s k l = accepts B s k l.
Proof.
  intros E. unfold accepts. set (len := Nat.max _ _). clearbody len. revert s k l.
  induction len as [|len IH]; intros s k l; cbn [accepts_in].
  - unfold accepting. rewrite E. auto.
  - rewrite IH. unfold step. rewrite E. auto.
Qed.

Lemma accepts_zero A s : accepts A s 0 0 = accepting A s.
Proof. reflexivity. Qed.

Lemma accepts_step A s k l : padded A ->
  accepts A s k l = accepts A (step A s (N.odd k) (N.odd l)) (N.div2 k) (N.div2 l).
Proof.
  intros HA. unfold accepts.
  set (n := Nat.max (N.size_nat k) (N.size_nat l)).
  assert (fits n k) by (eapply fits_mono; [|apply fits_size]; lia).
  assert (fits n l) by (eapply fits_mono; [|apply fits_size]; lia).
  set (m := Nat.max (N.size_nat (N.div2 k)) (N.size_nat (N.div2 l))).
  assert (fits m (N.div2 k)) by (eapply fits_mono; [|apply fits_size]; lia).
  assert (fits m (N.div2 l)) by (eapply fits_mono; [|apply fits_size]; lia).
  transitivity (accepts_in A (S n) s k l).
  - apply accepts_in_enough; auto; apply (fits_mono n); auto with arith.
  - cbn [accepts_in]. apply accepts_in_enough; auto; apply fits_div2; apply (fits_mono n); auto with arith.
Qed.

Lemma accepts_cons A s x z k l : padded A ->
  accepts A s (cons_bit x k) (cons_bit z l) = accepts A (step A s x z) k l.
Proof. intros HA. rewrite accepts_step by auto. rewrite !odd_cons, !div2_cons. auto. Qed.

(** A state that is never left and does not accept: walks need not enter it. *)
Definition dead (A : automaton) (s : positive) : bool :=
  match M.find s (rows A) with
  | None => true
  | Some e => negb (ends_here e) && Pos.eqb (on00 e) s && Pos.eqb (on01 e) s &&
              Pos.eqb (on10 e) s && Pos.eqb (on11 e) s
  end.

Lemma dead_spec A s : padded A -> dead A s = true -> forall k l, accepts A s k l = false.
Proof.
  intros HA Hd. apply bitwise_induction.
  - rewrite accepts_zero. unfold dead, accepting in *.
    destruct (M.find s (rows A)) as [e|]; auto.
    rewrite !andb_true_iff, negb_true_iff in Hd. tauto.
  - intros k l IH. rewrite accepts_step by auto.
    assert (E : forall x z, step A s x z = s).
    { intros x z. unfold dead, step in *. destruct (M.find s (rows A)) as [e|]; auto.
      rewrite !andb_true_iff, !Pos.eqb_eq in Hd.
      destruct x, z; unfold pick; tauto. }
    rewrite E. auto.
Qed.

