(** * (T) Every heap has a value

    A walk through sets of states that accept some y for the digits of n, backwards. *)
From Coq Require Import NArith List Lia Bool FMapPositive.
From Sprague Require Import Mex Bits Automaton Walk Spelling Taking.
Import ListNotations.
Open Scope N_scope.

Section System.
Variables p t : N.
Hypothesis Hp : 0 < p.
Notation lows := (lows t).
Notation reads := (reads p t).

Section WalkT.
Variable graph : automaton.
Hypothesis HG : padded graph.

Definition valued_before (x : bool) (B : M.t bool) : M.t bool :=
  select (fun e => member (pick e x false) B || member (pick e x true) B) (rows graph).
Fixpoint valued_zeros (count : nat) (B : M.t bool) : M.t bool :=
  match count with
  | O => B
  | S n => valued_zeros n (select (fun e => ends_here e || member (on00 e) B || member (on01 e) B) (rows graph))
  end.
Definition valued_start (count : nat) : M.t bool := valued_zeros count (select (fun e => ends_here e) (rows graph)).
Definition valued_ok (B : M.t bool) : bool :=
  forallb (fun j => existsb (fun c => member (root graph j c) B) (low_values t))
    (residues p).
Definition check_total (fuel count : nat) : bool :=
  walk (M.t bool) (fun B => set_key B xH) same_set (fun B => [valued_before false B; valued_before true B]) valued_ok fuel
    [valued_start count] (M.empty (M.t bool)).

Definition valued (k : N) (B : M.t bool) : Prop :=
  forall s, member s B = true -> exists l, accepts graph s k l = true.

Lemma valued_start_spec count : valued 0 (valued_start count).
Proof.
  unfold valued_start. assert (H : valued 0 (select (fun e => ends_here e) (rows graph))).
  { intros s. rewrite member_select. destruct (M.find s (rows graph)) as [e|] eqn:E; [|discriminate].
    intros He. exists 0. rewrite accepts_zero. unfold accepting. rewrite E. auto. }
  revert H. generalize (select (fun e => ends_here e) (rows graph)) as B.
  induction count as [|n IH]; intros B HB; cbn [valued_zeros]; auto. apply IH.
  intros s. rewrite member_select. destruct (M.find s (rows graph)) as [e|] eqn:E; [|discriminate].
  assert (Es : forall z, step graph s false z = pick e false z)
    by (intros z; unfold step; rewrite E; auto).
  rewrite !orb_true_iff. intros [[H|H]|H].
  - exists 0. rewrite accepts_zero. unfold accepting. rewrite E. auto.
  - destruct (HB _ H) as [l Hl]. exists (cons_bit false l).
    change 0 with (cons_bit false 0). rewrite accepts_cons, Es by auto. auto.
  - destruct (HB _ H) as [l Hl]. exists (cons_bit true l).
    change 0 with (cons_bit false 0). rewrite accepts_cons, Es by auto. auto.
Qed.

Lemma valued_before_spec k B : valued (N.div2 k) B -> valued k (valued_before (N.odd k) B).
Proof.
  intros HB s. unfold valued_before. rewrite member_select.
  destruct (M.find s (rows graph)) as [e|] eqn:E; [|discriminate].
  assert (Es : forall x z, step graph s x z = pick e x z)
    by (intros x z; unfold step; rewrite E; auto).
  rewrite orb_true_iff. intros [H|H]; destruct (HB _ H) as [l Hl].
  - exists (cons_bit false l). rewrite accepts_step by auto. rewrite odd_cons, div2_cons, Es. auto.
  - exists (cons_bit true l). rewrite accepts_step by auto. rewrite odd_cons, div2_cons, Es. auto.
Qed.

Theorem check_total_sound fuel count : check_total fuel count = true ->
  forall n, exists y, reads graph n y = true.
Proof.
  intros H. apply (walk_sound _ _ same_set same_set_eq) in H. destruct H as [P [P1 P2]].
  assert (HP : forall k (l : N), exists B, P B /\ valued k B).
  { apply (bitwise_induction (fun k _ => exists B, P B /\ valued k B)).
    - exists (valued_start count). split; [apply P1; left; auto|apply valued_start_spec].
    - intros k _ [B [HB Hg]]. exists (valued_before (N.odd k) B). split.
      + apply (P2 B HB). destruct (N.odd k); simpl; auto.
      + apply valued_before_spec. auto. }
  intros n. destruct (HP (n / p) 0) as [B [HB Hg]].
  destruct (P2 B HB) as [Ho _]. unfold valued_ok in Ho. rewrite forallb_forall in Ho.
  specialize (Ho (n mod p) (residue_in p Hp n)). apply existsb_exists in Ho. destruct Ho as [c [Hc Hm]].
  apply in_interval in Hc. assert (Hc' : c < lows) by lia.
  destruct (Hg _ Hm) as [l Hacc]. exists (lows * l + c). unfold Spelling.reads.
  destruct (parts lows l c Hc') as [-> ->]. auto.
Qed.
End WalkT.

End System.
