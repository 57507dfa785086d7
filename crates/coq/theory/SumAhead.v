(** * Everything in the claimed relation is a sum, forwards

    The same question as in WithinSum.v, for large machines: sets of their states become too
    many and too long there. This walk reads the digits as they come. It goes through questions, a
    state s of C and states of the machine: what s accepts, one of them must accept. Each letter
    leads to the next question; where s accepts the end, one of the states must, perhaps after
    zeros. *)
From Coq Require Import NArith List Lia Bool FMapPositive.
From Sprague Require Import Bits Automaton Walk Spelling SumWithin WithinSum.
Import ListNotations.
Open Scope N_scope.

Section Sum.
Variables p t : N.
Hypothesis Hp : 0 < p.
Notation lows := (lows t).
Notation reads := (reads p t).

Variables L R C : automaton.
Hypothesis HL : padded L.
Hypothesis HR : padded R.
Hypothesis HC : padded C.
Variable m : machine.

Definition all_next (l : list positive) (x z : bool) : list positive :=
  dedup (flat_map (fun i =>
    match M.find i m with None => [] | Some e => successors e x z end) l).

Definition question_next (q : question) : list question :=
  flat_map (fun x => flat_map (fun z =>
    let s := step C (fst q) x z in
    if dead C s then [] else [(s, all_next (snd q) x z)]) bits) bits.

Fixpoint some_final (count : nat) (l : list positive) : bool :=
  existsb (fun i => match M.find i m with None => false | Some e => split_final L R (meaning e) end) l ||
  match count with O => false | S n => some_final n (all_next l false false) end.

Definition question_ok (count : nat) (q : question) : bool :=
  implb (accepting C (fst q)) (some_final count (snd q)).

Definition check_ahead (fuel count : nat) (dict : M.t positive) : bool :=
  machine_ok L R m &&
  walk question (question_key (codes_of m)) question_same question_next (question_ok count) fuel
    (distinct_questions p t L R C m dict) (M.empty question).

(** One of the states accepts. *)
Definition one_accepts (l : list positive) (k z : N) : Prop :=
  exists i e, In i l /\ M.find i m = Some e /\ split_accepts L R (meaning e) k z.

Lemma one_accepts_back l k z : machine_ok L R m = true ->
  one_accepts (all_next l (N.odd k) (N.odd z)) (N.div2 k) (N.div2 z) -> one_accepts l k z.
Proof.
  intros Hm [i' [e' [Hi' [He' Ha]]]]. apply dedup_in, in_flat_map in Hi'.
  destruct Hi' as [i [Hi Hi']]. destruct (M.find i m) as [e|] eqn:He; [|destruct Hi'].
  exists i, e. split; [auto|]. split; [auto|].
  destruct (machine_ok_spec L R m Hm i e _ _ i' He Hi') as [e'' [He'' Hd]].
  replace e'' with e' in Hd by congruence. apply (split_back p Hp L R HL HR _ (meaning e')); auto.
Qed.

Lemma some_final_accepts : machine_ok L R m = true -> forall count l,
  some_final count l = true -> one_accepts l 0 0.
Proof.
  intros Hm. induction count as [|n IH]; intros l; cbn [some_final]; rewrite orb_true_iff; intros [H|H];
    try discriminate; try (apply existsb_exists in H; destruct H as [i [Hi H]];
      destruct (M.find i m) as [e|] eqn:He; [|discriminate]; exists i, e;
      split; [auto|]; split; [auto|]; apply split_final_accepts; auto).
  apply one_accepts_back; auto.
Qed.

Theorem sum_ahead fuel count dict : check_ahead fuel count dict = true -> forall n z,
  reads C n z = true ->
  exists n1 n2 w, n1 + n2 = n /\ reads L n1 w = true /\ reads R n2 (N.lxor w z) = true.
Proof.
  unfold check_ahead. rewrite andb_true_iff. intros [Hm H].
  apply (walk_sound _ _ question_same question_same_eq) in H. destruct H as [P [P1 P2]].
  assert (HP : forall k z q, P q -> accepts C (fst q) k z = true -> one_accepts (snd q) k z).
  { apply (bitwise_induction (fun k z => forall q, P q -> accepts C (fst q) k z = true ->
      one_accepts (snd q) k z)).
    - intros q Hq Hc. rewrite accepts_zero in Hc. destruct (P2 q Hq) as [Ho _].
      unfold question_ok in Ho. rewrite Hc in Ho. apply (some_final_accepts Hm count). exact Ho.
    - intros k z IH q Hq Hc. rewrite accepts_step in Hc by auto. apply one_accepts_back; [auto|].
      apply (IH (step C (fst q) (N.odd k) (N.odd z), all_next (snd q) (N.odd k) (N.odd z))); [|exact Hc].
      apply (P2 q Hq). unfold question_next.
      apply in_flat_map. exists (N.odd k). split; [apply in_bits|].
      apply in_flat_map. exists (N.odd z). split; [apply in_bits|]. cbn zeta.
      destruct (dead C _) eqn:E; [|left; auto].
      rewrite (dead_spec C _ HC E) in Hc. discriminate. }
  intros n z H. pose proof (asked p t Hp L R C HC m dict n z H) as Hin.
  destruct (HP (n / p) (z / lows) (question_at p t L R C m dict n z)) as [i [e [Hi [He Ha]]]]; auto.
  apply (answered p t Hp L R C m dict n z i e); auto.
Qed.

(** ** Without the states that accept nothing (not trusted) *)

Fixpoint productive (count : nat) (B : M.t bool) : M.t bool :=
  match count with
  | O => B
  | S n =>
      let some := some_member B in
      let B' := select (fun e => split_final L R (meaning e) || some (to00 e) || some (to01 e) ||
                                 some (to10 e) || some (to11 e)) m in
      if same_set B B' then B else productive n B'
  end.

Definition fewer (count : nat) : machine :=
  let B := productive count (select (fun _ => false) m) in
  let kept := filter (fun i => member i B) in
  fold_left (fun (found : machine) (ie : positive * machine_row) => let (i, e) := ie in
    if member i B then
      M.add i (MachineRow (meaning e) (kept (to00 e)) (kept (to01 e)) (kept (to10 e)) (kept (to11 e))) found
    else found) (M.elements m) (M.empty machine_row).
End Sum.
