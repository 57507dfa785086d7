(** * Deciding periodicity claims

    [check_periodic rs l p] computes as many nim-values as Austin's theorem needs. If it
    returns [true], the nim-sequence has the least preperiod [l] and the least period [p]. No
    values are taken from outside: the evidence is the claim itself. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Play Mex NimValue Rules Periodic LeastPeriod Values.
Import ListNotations.
Open Scope N_scope.

(** Given the table of the heaps below [n]: the law fails one heap earlier, and no proper
    divisor of [p] is a period in the table. *)
Definition least_in (n : N) (table : list N) (l p : N) : bool :=
  fails_earlier l (look_up n table (l - 1 + p)) (look_up n table (l - 1)) &&
  proper_divisors (fun d => negb (repeats_in n table l d)) p.

Lemma least_in_spec g n table l p : table_of g n table -> l + p <= n ->
  regular (G g) l p 0 -> least_in n table l p = true -> least_regular (G g) l p 0.
Proof.
  intros Ht Hn Hreg H. unfold least_in in H. rewrite andb_true_iff in H.
  destruct H as [H1 H2]. pose proof Hreg as [Hp _]. apply least_period_if; auto.
  - apply fails_earlier_spec in H1. destruct H1 as [|[Hl H1]]; [auto|right].
    rewrite !(look_up_spec g n table) in H1 by (auto; lia). auto.
  - intros d Hd Hdiv Hall. pose proof (proper_divisors_spec _ _ H2 d Hd Hdiv) as Hw.
    assert (E : repeats_in n table l d = true) by (apply (repeats_in_spec g); auto).
    cbn beta in Hw. rewrite E in Hw. discriminate.
Qed.

Definition check_periodic (rs : rules) (l p : N) : bool :=
  (0 <? p) &&
  match window_end rs (N.max 1 l) p with
  | None => false
  | Some b =>
      match nim_values rs (b + p) with
      | None => false
      | Some table => repeats_in (b + p) table l p && least_in (b + p) table l p
      end
  end.

Theorem check_periodic_sound rs l p : check_periodic rs l p = true ->
  decreasing (options rs) /\ least_regular (G (options rs)) l p 0.
Proof.
  unfold check_periodic. rewrite andb_true_iff, N.ltb_lt. intros [Hp H].
  destruct (window_end rs (N.max 1 l) p) as [b|] eqn:Hb; [|discriminate].
  destruct (nim_values rs (b + p)) as [table|] eqn:Hv; [|discriminate].
  rewrite andb_true_iff in H. destruct H as [H1 H2].
  apply nim_values_spec in Hv. destruct Hv as [wf Ht].
  pose proof (proj1 (repeats_in_spec _ _ _ l p Ht) H1) as Hrep.
  assert (Ha : N.max 1 l <= b).
  { clear - Hb. revert b Hb. induction rs as [|r rs' IH]; intros b; cbn [window_end].
    - intros E. apply some_eq in E. lia.
    - destruct (bound r _ p) as [b1|]; [|discriminate].
      destruct (window_end rs' _ p) as [b2|]; [|discriminate].
      intros E. apply some_eq in E. specialize (IH b2 eq_refl). lia. }
  split; [apply options_decreasing; auto|].
  apply (least_in_spec _ (b + p) table); auto; [lia|]. split; [auto|].
  intros n Hn. rewrite N.add_0_r. destruct (N.eq_dec n 0) as [->|Hn0].
  - apply Hrep; lia.
  - apply (periodic_rules rs (N.max 1 l) p b); auto; try lia.
    intros m Hm. apply Hrep; lia.
Qed.

(** *** Through a multiple of the period

    Some rules have a bound for certain periods only: h equal heaps, for multiples of h. A window of
    the period q = m p is then enough. *)
Definition check_multiple (rs : rules) (l p m : N) : bool :=
  let q := m * p in
  let a := N.max 1 l in
  (0 <? p) && (0 <? m) &&
  match window_end rs a q with
  | None => false
  | Some b =>
      let count := N.max b (a + p) + q in
      match nim_values rs count with
      | None => false
      | Some table => repeats_in count table l p && least_in count table l p
      end
  end.

Theorem check_multiple_sound rs l p m : check_multiple rs l p m = true ->
  decreasing (options rs) /\ least_regular (G (options rs)) l p 0.
Proof.
  unfold check_multiple. cbn zeta. rewrite !andb_true_iff, !N.ltb_lt. intros [[Hp Hm] H].
  set (q := m * p) in *. set (a := N.max 1 l) in *.
  destruct (window_end rs a q) as [b|] eqn:Hb; [|discriminate].
  set (count := N.max b (a + p) + q) in *.
  destruct (nim_values rs count) as [table|] eqn:Hv; [|discriminate].
  rewrite andb_true_iff in H. destruct H as [H1 H2].
  apply nim_values_spec in Hv. destruct Hv as [wf Ht].
  pose proof (proj1 (repeats_in_spec _ _ _ l p Ht) H1) as Hrep.
  assert (Hq : 0 < q) by (unfold q; nia).
  assert (Hmany : forall k n, l <= n -> n + k * p < count ->
    G (options rs) (n + k * p) = G (options rs) n).
  { induction k as [|k IH] using N.peano_ind; intros n Hn Hk; [f_equal; lia|].
    replace (n + N.succ k * p) with (n + k * p + p) in * by lia.
    rewrite Hrep by lia. apply IH; lia. }
  split; [apply options_decreasing; auto|].
  apply (least_in_spec _ count table); auto; [unfold count; lia|].
  apply (regular_by_multiple _ l p 0 a q 0); auto; [unfold a; lia| |].
  - intros n Hn. rewrite N.add_0_r. apply (periodic_rules rs a q b); auto; [unfold a; lia|].
    intros k Hk. apply Hmany; [unfold a in *; lia|fold q; unfold count; lia].
  - intros n Hn. rewrite N.add_0_r. apply Hrep; [lia|unfold count; lia].
Qed.

(** ** What follows for play

    The table of the first l + p values tells who wins every position. *)

(** The heap below [l + p] that has the same value as [n]. *)
Definition reduce (l p n : N) : N := if n <? l then n else l + (n - l) mod p.

Lemma regular_reduce f l p n : regular f l p 0 -> f n = f (reduce l p n).
Proof.
  intros [Hp H]. unfold reduce. destruct (N.ltb_spec n l) as [|Hn]; [auto|].
  assert (Hk : forall k m, l <= m -> f (m + k * p) = f m).
  { intros k m Hm. induction k as [|k IH] using N.peano_ind.
    - f_equal. lia.
    - replace (m + N.succ k * p) with (m + k * p + p) by lia. rewrite H, IH by lia. lia. }
  pose proof (N.div_mod' (n - l) p) as E.
  assert (En : n = l + (n - l) mod p + (n - l) / p * p).
  { rewrite (N.mul_comm _ p), <- N.add_assoc, (N.add_comm (_ mod _)), <- E. lia. }
  rewrite En at 1. apply Hk. apply N.le_add_r.
Qed.

(** [in_table values l p n] is the entry for [n] in the list G(0), G(1), ..., G(l+p-1). *)
Definition in_table (values : list N) (l p n : N) : N :=
  nth (N.to_nat (reduce l p n)) values 0.

(** The same values as a table of the game, which begins with the last one. *)
Definition same_values (values table : list N) : bool :=
  (length values =? length table)%nat && agree (length values) (rev values) table.

Lemma same_values_sound g l p values table : table_of g (l + p) table ->
  same_values values table = true -> regular (G g) l p 0 ->
  forall n, G g n = in_table values l p n.
Proof.
  intros [H1 H2] H Hreg n. unfold same_values in H. rewrite andb_true_iff, Nat.eqb_eq in H.
  destruct H as [Hlen H]. pose proof Hreg as [Hp _].
  assert (E : rev values = table).
  { apply (nth_ext _ _ 0 0); rewrite rev_length; [auto|].
    intros i Hi. apply (agree_spec _ _ _ H). auto. }
  rewrite (regular_reduce _ l p n Hreg). unfold in_table.
  set (m := reduce l p n). assert (Hm : m < l + p).
  { unfold m, reduce. destruct (N.ltb_spec n l); [lia|].
    pose proof (N.mod_lt (n - l) p ltac:(lia)). lia. }
  rewrite <- (rev_involutive values), E, rev_nth by lia. rewrite H2 by lia. f_equal. lia.
Qed.

Definition check_table (rs : rules) (l p : N) (values : list N) : bool :=
  (0 <? p) &&
  match nim_values rs (l + p) with
  | None => false
  | Some table => same_values values table
  end.

Theorem check_table_sound rs l p values : check_table rs l p values = true ->
  regular (G (options rs)) l p 0 -> forall n, G (options rs) n = in_table values l p n.
Proof.
  unfold check_table. rewrite andb_true_iff, N.ltb_lt. intros [Hp H] Hreg.
  destruct (nim_values rs (l + p)) as [table|] eqn:Hv; [|discriminate].
  apply nim_values_spec in Hv. destruct Hv as [wf Ht].
  apply (same_values_sound _ _ _ _ table); auto.
Qed.

(** ** The same for values that grow, and for any game

    The first values are computed by the definition, whatever proved the law. *)
Definition check_first_values (g : game) (l p : N) (values : list N) : bool :=
  let c := length values in
  let fuel := Nat.add c (N.to_nat (fold_right N.max 0 values)) in
  (N.of_nat c =? l + p) &&
  match compute (step_by_definition g fuel) c 0 [] with
  | None => false
  | Some table => same_values values table
  end.

(** Beyond the list the value is that of the same place in it, and s more for every period. *)
Definition in_growing_table (values : list N) (l p s n : N) : N :=
  in_table values l p n + (if n <? l then 0 else (n - l) / p * s).

Lemma check_first_values_spec g l p values : decreasing g -> check_first_values g l p values = true ->
  forall n, n < l + p -> G g n = nth (N.to_nat n) values 0.
Proof.
  intros dec. unfold check_first_values. cbn zeta. rewrite andb_true_iff, N.eqb_eq.
  intros [Hlen H] n Hn. destruct (compute _ _ _ _) as [table|] eqn:E; [|discriminate].
  apply (compute_spec g) in E; [|apply step_by_definition_correct; auto|apply table_nil].
  rewrite N.add_0_l in E. destruct E as [E1 E2]. rewrite Nat2N.id in E1.
  unfold same_values in H. rewrite andb_true_iff, Nat.eqb_eq in H. destruct H as [_ H].
  destruct (agree_spec _ _ _ H (length values - 1 - N.to_nat n)) as [E3 _]; [lia|].
  rewrite E2, rev_nth in E3 by lia.
  replace (length values - S (length values - 1 - N.to_nat n))%nat with (N.to_nat n) in E3 by lia.
  rewrite E3. f_equal. lia.
Qed.

Theorem growing_table_sound g l p s values : decreasing g -> regular (G g) l p s ->
  check_first_values g l p values = true -> forall n, G g n = in_growing_table values l p s n.
Proof.
  intros dec [Hp Hreg] H n. pose proof (check_first_values_spec g l p values dec H) as Hfirst.
  unfold in_growing_table, in_table, reduce. destruct (N.ltb_spec n l) as [Hn|Hn].
  - rewrite Hfirst by lia. lia.
  - pose proof (N.mod_lt (n - l) p ltac:(lia)) as Hr. pose proof (N.div_mod' (n - l) p) as E.
    set (r := (n - l) mod p) in *. set (k := (n - l) / p) in *.
    rewrite <- Hfirst by lia. replace n with (l + r + k * p) at 1 by lia.
    clearbody k r. clear E. induction k as [|k IH] using N.peano_ind.
    + rewrite !N.mul_0_l, !N.add_0_r. auto.
    + replace (l + r + N.succ k * p) with (l + r + k * p + p) by lia. rewrite Hreg by lia.
      rewrite IH. lia.
Qed.

(** Without a saltus. *)
Corollary first_table_sound g l p values : decreasing g -> regular (G g) l p 0 ->
  check_first_values g l p values = true -> forall n, G g n = in_table values l p n.
Proof.
  intros dec Hreg H n. rewrite (growing_table_sound g l p 0 values dec Hreg H). unfold in_growing_table.
  destruct (n <? l); lia.
Qed.
