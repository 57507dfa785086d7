(** * Takes without end

    In a recurring code a take u comes together with u + b, u + 2 b, and so on. What such moves
    leave is a relation E between totals and nim-sums, made of the relation A of a single take:
    E (n, z) exactly if A (n, z), or b <= n and E (n - b, z). No other relation satisfies this,
    so that a claimed automaton for E is checked by a walk through E, A, and E once more after
    taking b. *)
From Coq Require Import NArith List Lia Bool FMapPositive.
From Sprague Require Import Mex Bits Automaton Walk Spelling Taking.
Import ListNotations.
Open Scope N_scope.

Section System.
Variables p t : N.
Hypothesis Hp : 0 < p.
Notation lows := (lows t).
Notation reads := (reads p t).

Section Endless.
Variables (A E : automaton) (b : N).
Hypothesis HA : padded A.
Hypothesis HE : padded E.
Hypothesis Hb : 0 < b.

Record chain := Chain { endless_at : positive; once_at : positive; again_at : taking }.
Definition chain_key (s : chain) : positive :=
  pair_key (endless_at s)
    (pair_key (once_at s) (pair_key (fst (again_at s)) (N.succ_pos (snd (again_at s))))).
Definition chain_same (s r : chain) : bool :=
  Pos.eqb (endless_at s) (endless_at r) && Pos.eqb (once_at s) (once_at r) &&
  Pos.eqb (fst (again_at s)) (fst (again_at r)) && (snd (again_at s) =? snd (again_at r)).
Lemma chain_same_eq s r : chain_same s r = true -> s = r.
Proof.
  destruct s as [? ? [? ?]], r as [? ? [? ?]]. unfold chain_same. simpl.
  rewrite !andb_true_iff, !Pos.eqb_eq, N.eqb_eq. intros [[[-> ->] ->] ->]. auto.
Qed.

Definition chain_ok (s : chain) : bool :=
  eqb (accepting E (endless_at s)) (accepting A (once_at s) || taking_final E (again_at s)).
Definition chain_next (s : chain) : list chain :=
  flat_map (fun x => map (fun z =>
    Chain (step E (endless_at s) x z) (step A (once_at s) x z) (taking_step E (again_at s) x z))
    bits) bits.
Definition chain_roots : list chain :=
  flat_map (fun j => map (fun c => Chain (root E j c) (root A j c) (taking_root p E b j c))
    (low_values t)) (residues p).
Definition check_endless (fuel : nat) : bool :=
  walk chain chain_key chain_same chain_next chain_ok fuel chain_roots (M.empty chain).

Lemma check_endless_step fuel : check_endless fuel = true -> forall n z,
  reads E n z = true <-> reads A n z = true \/ (b <= n /\ reads E (n - b) z = true).
Proof.
  intros H. apply (walk_sound chain chain_key chain_same chain_same_eq) in H.
  destruct H as [P [P1 P2]].
  assert (HP : forall k l s, P s -> accepts E (endless_at s) k l = true <->
            accepts A (once_at s) k l = true \/ taking_accepts E (again_at s) k l).
  { apply (bitwise_induction (fun k l => forall s, P s -> accepts E (endless_at s) k l = true <->
      accepts A (once_at s) k l = true \/ taking_accepts E (again_at s) k l)).
    - intros s Hs. destruct (P2 s Hs) as [Ho _]. unfold chain_ok in Ho. apply eqb_prop in Ho.
      rewrite !accepts_zero, taking_accepts_zero, Ho. apply orb_true_iff.
    - intros k l IH s Hs. rewrite (accepts_step E), (accepts_step A), taking_accepts_step by auto.
      apply (IH (Chain (step E (endless_at s) (N.odd k) (N.odd l))
        (step A (once_at s) (N.odd k) (N.odd l)) (taking_step E (again_at s) (N.odd k) (N.odd l)))).
      apply (P2 s Hs). unfold chain_next.
      apply in_flat_map. exists (N.odd k). split; [apply in_bits|].
      apply in_map_iff. exists (N.odd l). split; [auto|apply in_bits]. }
  intros n z. rewrite (taking_reads p t Hp).
  apply (HP (n / p) (z / lows) (Chain (root E (n mod p) (z mod lows))
    (root A (n mod p) (z mod lows)) (taking_root p E b (n mod p) (z mod lows)))).
  apply P1. unfold chain_roots.
  apply in_flat_map. exists (n mod p). split; [apply residue_in; auto|].
  apply in_map_iff. exists (z mod lows). split; [auto|apply low_value_in].
Qed.

Theorem check_endless_sound fuel : check_endless fuel = true -> forall n z,
  reads E n z = true <-> exists m, m * b <= n /\ reads A (n - m * b) z = true.
Proof.
  intros H n z. pose proof (check_endless_step fuel H) as Hstep.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  rewrite Hstep. split.
  - intros [Ha|[Hn He]]; [exists 0; rewrite N.mul_0_l, N.sub_0_r; split; [lia|auto]|].
    apply IH in He; [|lia]. destruct He as [m [Hm Hr]]. exists (m + 1).
    split; [lia|]. replace (n - (m + 1) * b) with (n - b - m * b) by lia. auto.
  - intros [m [Hm Hr]]. destruct m as [|m] using N.peano_ind; [|clear IHm].
    + rewrite N.mul_0_l, N.sub_0_r in Hr. auto.
    + right. rewrite N.mul_succ_l in Hm, Hr. split; [lia|]. apply IH; [lia|]. exists m.
      split; [lia|]. replace (n - b - m * b) with (n - (m * b + b)) by lia. auto.
Qed.
End Endless.

(** A list of relations, for no heap, one heap, two heaps, ..., and their closures. *)
Fixpoint check_all_endless (b : N) (fuel : nat) (rels endless : list automaton) : bool :=
  match endless, rels with
  | [], _ => true
  | E :: endless, A :: rels =>
      paddedb E && check_endless A E b fuel && check_all_endless b fuel rels endless
  | _ :: _, [] => false
  end.

Lemma check_all_endless_sound b fuel : 0 < b -> forall endless rels,
  (forall h A, nth_error rels h = Some A -> padded A) ->
  check_all_endless b fuel rels endless = true ->
  forall h E, nth_error endless h = Some E ->
  padded E /\ exists A, nth_error rels h = Some A /\
    forall n z, reads E n z = true <-> exists m, m * b <= n /\ reads A (n - m * b) z = true.
Proof.
  intros Hb. induction endless as [|E endless IH]; intros rels HA H [|h] E' HE; try discriminate;
    destruct rels as [|A rels]; try discriminate; cbn [check_all_endless nth_error] in *;
    rewrite !andb_true_iff in H; destruct H as [[H1 H2] H3].
  - inversion HE; subst. apply paddedb_spec in H1. split; [auto|]. exists A. split; [auto|].
    apply (check_endless_sound A E' b (HA 0%nat A eq_refl) H1 Hb fuel H2).
  - apply (IH rels (fun i => HA (S i)) H3 h E' HE).
Qed.
End System.
