(** * (A) No option has the value of its heap

    Walk through the graph and one kind of option together, reading the same n and y. *)
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

Section WalkA.
Variables (graph A : automaton) (u : N).
Hypothesis HG : padded graph.
Hypothesis HA : padded A.

Record clash := Clash { graph_at : positive; option_at : taking }.
Definition clash_key (s : clash) : positive :=
  pair_key (graph_at s) (pair_key (fst (option_at s)) (N.succ_pos (snd (option_at s)))).
Definition clash_same (s r : clash) : bool :=
  Pos.eqb (graph_at s) (graph_at r) && Pos.eqb (fst (option_at s)) (fst (option_at r)) && (snd (option_at s) =? snd (option_at r)).
Lemma clash_same_eq s r : clash_same s r = true -> s = r.
Proof.
  destruct s as [? [? ?]], r as [? [? ?]]. unfold clash_same. simpl.
  rewrite !andb_true_iff, !Pos.eqb_eq, N.eqb_eq. intros [[-> ->] ->]. auto.
Qed.
Definition clash_ok (s : clash) : bool := negb (accepting graph (graph_at s) && taking_final A (option_at s)).
Definition clash_live (s : clash) : list clash :=
  if dead graph (graph_at s) || dead A (fst (option_at s)) then [] else [s].
Definition clash_next (s : clash) : list clash :=
  flat_map (fun x => flat_map (fun z =>
    clash_live (Clash (step graph (graph_at s) x z) (taking_step A (option_at s) x z))) bits) bits.
Definition clash_roots : list clash :=
  flat_map (fun j => flat_map (fun c =>
    clash_live (Clash (root graph j c) (taking_root A u j c)))
    (low_values t)) (residues p).
Definition check_no_option (fuel : nat) : bool :=
  walk clash clash_key clash_same clash_next clash_ok fuel clash_roots (M.empty clash).

Lemma clash_live_in (P : clash -> Prop) s k l : (forall r, In r (clash_live s) -> P r) ->
  accepts graph (graph_at s) k l = true -> taking_accepts A (option_at s) k l -> P s.
Proof.
  intros H Hg Hs. apply H. unfold clash_live.
  destruct (dead graph (graph_at s)) eqn:E1; cbn [orb].
  { rewrite (dead_spec graph _ HG E1) in Hg. discriminate. }
  destruct (dead A (fst (option_at s))) eqn:E2.
  { destruct (taking_dead A _ HA E2 k l Hs). }
  left. auto.
Qed.

Theorem check_no_option_sound fuel : check_no_option fuel = true -> forall n y,
  reads graph n y = true -> u <= n -> reads A (n - u) y = true -> False.
Proof.
  intros H. apply (walk_sound clash clash_key clash_same clash_same_eq) in H. destruct H as [P [P1 P2]].
  assert (HP : forall k l s, P s -> accepts graph (graph_at s) k l = true -> taking_accepts A (option_at s) k l -> False).
  { apply (bitwise_induction (fun k l => forall s, P s -> accepts graph (graph_at s) k l = true ->
      taking_accepts A (option_at s) k l -> False)).
    - intros s Hs Hg Hq. apply taking_accepts_zero in Hq. rewrite accepts_zero in Hg.
      destruct (P2 s Hs) as [Ho _]. unfold clash_ok in Ho. rewrite Hg, Hq in Ho. discriminate.
    - intros k l IH s Hs Hg Hq. rewrite accepts_step in Hg by auto.
      apply taking_accepts_step in Hq; auto.
      apply (IH (Clash (step graph (graph_at s) (N.odd k) (N.odd l)) (taking_step A (option_at s) (N.odd k) (N.odd l))));
        auto.
      apply (clash_live_in P _ (N.div2 k) (N.div2 l)); auto. intros r Hr. apply (P2 s Hs).
      unfold clash_next. apply in_flat_map. exists (N.odd k). split; [apply in_bits|].
      apply in_flat_map. exists (N.odd l). split; [apply in_bits|]. auto. }
  intros n y Hg Hu Hr.
  assert (Hs : taking_accepts A (taking_root A u (n mod p) (y mod lows)) (n / p) (y / lows))
    by (apply (taking_reads p t Hp); auto).
  apply (HP (n / p) (y / lows)
    (Clash (root graph (n mod p) (y mod lows)) (taking_root A u (n mod p) (y mod lows)))); auto.
  apply (clash_live_in P _ (n / p) (y / lows)); auto. intros r Hin. apply P1.
  unfold clash_roots. apply in_flat_map. exists (n mod p). split; [apply residue_in; auto|].
  apply in_flat_map. exists (y mod lows). split; [apply low_value_in|]. auto.
Qed.
End WalkA.

End System.
