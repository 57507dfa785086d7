(** * (B) Every smaller value is the value of an option

    Walk through the graph at (n, y) and all kinds of options at (n, z) together. Whether
    z < y is decided by the highest digit in which they differ, which is read last. *)
From Coq Require Import NArith List Lia Bool FMapPositive.
From Sprague Require Import Mex Bits Automaton Walk Spelling Taking.
Import ListNotations.
Open Scope N_scope.

Section System.
Variables p t : N.
Hypothesis Hp : 0 < p.
Notation lows := (lows t).
Notation reads := (reads p t).
Notation taking_root := (taking_root p).

Section WalkB.
Variable graph : automaton.
Hypothesis HG : padded graph.
(** The moves: a relation and how much is taken. *)
Variable moves : list (automaton * N).
Hypothesis HM : forall A u, In (A, u) moves -> padded A.

Record below := Below { value_at : positive; is_below : bool; options_at : list taking }.
Definition below_key (s : below) : positive :=
  pair_key (value_at s) (fold_right (fun q k => pair_key (fst q) (pair_key (N.succ_pos (snd q)) k))
    (if is_below s then 2 else 1)%positive (options_at s)).
Fixpoint takings_same (a b : list taking) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => Pos.eqb (fst x) (fst y) && (snd x =? snd y) && takings_same a b
  | _, _ => false
  end.
Lemma takings_same_eq a : forall b, takings_same a b = true -> a = b.
Proof.
  induction a as [|[x c] a IH]; intros [|[y d] b]; cbn [takings_same]; try discriminate; auto.
  cbn [fst snd]. rewrite !andb_true_iff, Pos.eqb_eq, N.eqb_eq. intros [[-> ->] H].
  rewrite (IH b H). auto.
Qed.
Definition below_same (s r : below) : bool :=
  Pos.eqb (value_at s) (value_at r) && eqb (is_below s) (is_below r) && takings_same (options_at s) (options_at r).
Lemma below_same_eq s r : below_same s r = true -> s = r.
Proof.
  destruct s, r. unfold below_same. simpl. rewrite !andb_true_iff, Pos.eqb_eq, eqb_true_iff.
  intros [[-> ->] H]. apply takings_same_eq in H. congruence.
Qed.

Fixpoint map2 {B} (f : automaton -> taking -> B) (ms : list (automaton * N)) (qs : list taking) : list B :=
  match ms, qs with
  | (A, _) :: ms, q :: qs => f A q :: map2 f ms qs
  | _, _ => []
  end.

Definition below_ok (s : below) : bool :=
  implb (accepting graph (value_at s) && is_below s) (existsb (fun b => b) (map2 taking_final moves (options_at s))).

Definition below_next (s : below) : list below :=
  flat_map (fun x =>
    let next z := map2 (fun A q => taking_step A q x z) moves (options_at s) in
    let next0 := next false in
    let next1 := next true in
    flat_map (fun y =>
      let g := step graph (value_at s) x y in
      if dead graph g then [] else
      map (fun z : bool => Below g (if eqb y z then is_below s else y) (if z then next1 else next0)) bits)
      bits) bits.

Definition below_roots : list below :=
  flat_map (fun j =>
    flat_map (fun d =>
      let qs := map (fun m => taking_root (fst m) (snd m) j d) moves in
      flat_map (fun c =>
        let g := root graph j c in
        if dead graph g then [] else [Below g (d <? c) qs])
        (low_values t)) (low_values t)) (residues p).

Definition check_all_smaller (fuel : nat) : bool :=
  walk below below_key below_same below_next below_ok fuel below_roots (M.empty below).

(** Some move of the list accepts. *)
Fixpoint some_accepts (ms : list (automaton * N)) (qs : list taking) (k z : N) : Prop :=
  match ms, qs with
  | (A, _) :: ms, q :: qs => taking_accepts A q k z \/ some_accepts ms qs k z
  | _, _ => False
  end.

Lemma some_accepts_step k z ms : (forall A u, In (A, u) ms -> padded A) -> forall qs,
  some_accepts ms (map2 (fun A q => taking_step A q (N.odd k) (N.odd z)) ms qs) (N.div2 k) (N.div2 z) ->
  some_accepts ms qs k z.
Proof.
  induction ms as [|[A u] ms IH]; intros H [|q qs]; cbn [map2 some_accepts]; auto.
  intros [Hs|Hs].
  - left. apply taking_accepts_step; auto. apply (H A u). left. auto.
  - right. apply IH; auto. intros A' u' Hin. apply (H A' u'). right. auto.
Qed.

Lemma some_accepts_zero ms : forall qs, existsb (fun b => b) (map2 taking_final ms qs) = true ->
  some_accepts ms qs 0 0.
Proof.
  induction ms as [|[A u] ms IH]; intros [|q qs]; cbn [map2 some_accepts existsb]; try discriminate.
  rewrite orb_true_iff. intros [H|H]; [left; apply taking_accepts_zero; auto|right; auto].
Qed.

Lemma some_accepts_reads ms n z :
  some_accepts ms (map (fun m => taking_root (fst m) (snd m) (n mod p) (z mod lows)) ms) (n / p) (z / lows) ->
  exists A u, In (A, u) ms /\ u <= n /\ reads A (n - u) z = true.
Proof.
  induction ms as [|[A u] ms IH]; cbn [map some_accepts fst snd]; [easy|].
  intros [H|H].
  - apply (taking_reads p t Hp) in H. exists A, u. split; [left; auto|auto].
  - destruct (IH H) as [A' [u' [H1 H2]]]. exists A', u'. split; [right; auto|auto].
Qed.

Theorem check_all_smaller_sound fuel : check_all_smaller fuel = true -> forall n y z,
  reads graph n y = true -> z < y ->
  exists A u, In (A, u) moves /\ u <= n /\ reads A (n - u) z = true.
Proof.
  intros H. apply (walk_sound below below_key below_same below_same_eq) in H. destruct H as [P [P1 P2]].
  assert (HP : forall len k y z s, fits len k -> fits len y -> fits len z ->
    P s -> accepts graph (value_at s) k y = true -> below_or (is_below s) z y ->
    some_accepts moves (options_at s) k z).
  { induction len as [|len IH]; intros k y z s S1 SetPair S3 Hs Hg Hlt.
    - apply fits_0 in S1, SetPair, S3. subst. destruct Hlt as [Hlt|[_ Hlt]]; [lia|].
      apply some_accepts_zero. destruct (P2 s Hs) as [Ho _]. unfold below_ok in Ho.
      rewrite accepts_zero in Hg. rewrite Hg, Hlt in Ho. auto.
    - rewrite accepts_step in Hg by auto. apply some_accepts_step; auto.
      set (lt' := if eqb (N.odd y) (N.odd z) then is_below s else N.odd y).
      apply (IH (N.div2 k) (N.div2 y) (N.div2 z)
        (Below (step graph (value_at s) (N.odd k) (N.odd y)) lt'
            (map2 (fun A q => taking_step A q (N.odd k) (N.odd z)) moves (options_at s))));
        auto using fits_div2.
      + apply (P2 s Hs). unfold below_next.
        apply in_flat_map. exists (N.odd k). split; [apply in_bits|].
        apply in_flat_map. exists (N.odd y). split; [apply in_bits|].
        destruct (dead graph _) eqn:E.
        { rewrite (dead_spec graph _ HG E) in Hg. discriminate. }
        apply in_map_iff. exists (N.odd z). split; [|apply in_bits].
        subst lt'. destruct (N.odd z); auto.
      + apply below_or_step. auto. }
  intros n y z Hg Hlt. apply some_accepts_reads.
  set (s := Below (root graph (n mod p) (y mod lows)) (z mod lows <? y mod lows)
    (map (fun m => taking_root (fst m) (snd m) (n mod p) (z mod lows)) moves)).
  set (len := Nat.max (N.size_nat (n / p))
                (Nat.max (N.size_nat (y / lows)) (N.size_nat (z / lows)))).
  apply (HP len (n / p) (y / lows) (z / lows) s);
    try (eapply fits_mono; [|apply fits_size]; lia); auto.
  - apply P1. unfold below_roots.
    apply in_flat_map. exists (n mod p). split; [apply residue_in; auto|].
    apply in_flat_map. exists (z mod lows). split; [apply low_value_in|].
    apply in_flat_map. exists (y mod lows). split; [apply low_value_in|].
    destruct (dead graph _) eqn:E; [|left; auto].
    unfold Spelling.reads in Hg. rewrite (dead_spec graph _ HG E) in Hg. discriminate.
  - apply below_parts; [apply lows_pos|auto].
Qed.
End WalkB.

End System.
