(** * Recurring codes: d0.d1...dv[d(v+1)...d(v+b)]

    Infinitely many digits, the block in brackets for ever. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Play Mex NimValue Rules Periodic LeastPeriod Values PeriodCheck.
Import ListNotations.
Open Scope N_scope.

(** ** Digits and bits *)

Lemma in_rules_of_bits c d : forall k h r,
  In r (rules_of_bits k h c d) <->
  exists i, r = Rule k (h + i) c 1 /\ Pos.testbit_nat d i = true.
Proof.
  induction d as [d IH|d IH|]; intros k h r; cbn [rules_of_bits In].
  - rewrite IH. split.
    + intros [<-|[i [-> H]]]; [exists O; rewrite Nat.add_0_r; auto|].
      exists (S i). split; [f_equal; lia|auto].
    + intros [[|i] [-> H]]; [left; rewrite Nat.add_0_r; auto|].
      right. exists i. split; [f_equal; lia|auto].
  - rewrite IH. split.
    + intros [i [-> H]]. exists (S i). split; [f_equal; lia|auto].
    + intros [[|i] [-> H]]; [discriminate|]. exists i. split; [f_equal; lia|auto].
  - split.
    + intros [<-|[]]. exists O. rewrite Nat.add_0_r. auto.
    + intros [[|i] [-> H]]; [left; rewrite Nat.add_0_r; auto|discriminate].
Qed.

(** The digit [d] contains 2^h. *)
Definition contains (d : N) (h : nat) : bool :=
  match d with N0 => false | Npos d => Pos.testbit_nat d h end.

Lemma in_digit k c d r : In r (digit k c d) <->
  exists h, r = Rule k h c 1 /\ contains d h = true.
Proof.
  destruct d as [|d]; cbn [digit contains].
  - split; [intros []|intros [h [_ H]]; discriminate].
  - rewrite in_rules_of_bits. cbn [Nat.add]. tauto.
Qed.

Lemma contains_size d h : contains d h = true -> (h < N.size_nat d)%nat.
Proof.
  destruct d as [|d]; cbn [contains N.size_nat]; [discriminate|].
  revert h. induction d as [d IH|d IH|]; intros [|h] H; cbn [Pos.testbit_nat Pos.size_nat] in *;
    try lia; try discriminate; specialize (IH h H); lia.
Qed.

(** ** The game *)

Section Recurring.
Variables (d0 : N) (after block : list N).

Definition digit_at (k : N) : N :=
  if k =? 0 then d0
  else if k <=? N.of_nat (length after) then nth (N.to_nat (k - 1)) after 0
  else nth (N.to_nat ((k - 1 - N.of_nat (length after)) mod N.of_nat (length block))) block 0.

(** At a heap of [n] only the digits up to [n] matter. *)
Definition rules_to (n : N) : rules :=
  flat_map (fun k => digit k Any (digit_at k)) (interval 0 (N.to_nat n + 1)).

Definition recurring : game := fun n => options (rules_to n) n.

Notation g := recurring.

Definition takes_leaves (n k : N) (l : list N) : Prop :=
  contains (digit_at k) (length l) = true /\ Forall (fun x => 0 < x) l /\ sum l + k = n /\ 1 <= n.

Theorem in_recurring n l : In l (g n) <-> exists k, takes_leaves n k l.
Proof.
  unfold recurring, takes_leaves. rewrite in_options. split.
  - intros [r [Hr Hl]]. unfold rules_to in Hr. apply in_flat_map in Hr.
    destruct Hr as [k [Hk Hr]]. apply in_digit in Hr. destruct Hr as [h [-> Hh]].
    destruct Hl as [H1 [H2 [H3 [H4 _]]]]. cbn [heaps takes smallest] in *.
    exists k. rewrite H1. auto.
  - intros [k [H1 [H2 [H3 H4]]]]. exists (Rule k (length l) Any 1). split.
    + unfold rules_to. apply in_flat_map. exists k.
      split; [apply in_interval; lia|]. apply in_digit. eauto.
    + repeat split; auto.
Qed.

Definition zeroth_ok : bool := forallb (fun h => negb (contains d0 h)) [0; 1]%nat.

Lemma rules_to_well_formed n : zeroth_ok = true -> well_formed (rules_to n) = true.
Proof.
  intros H. unfold well_formed. apply forallb_forall. intros r Hr.
  unfold rules_to in Hr. apply in_flat_map in Hr. destruct Hr as [k [Hk Hr]].
  apply in_digit in Hr. destruct Hr as [h [-> Hh]]. unfold well_formed_rule. cbn [takes heaps].
  rewrite orb_true_iff, N.leb_le, Nat.leb_le.
  destruct (N.eq_dec k 0) as [->|]; [right|left; lia].
  unfold zeroth_ok in H. cbn in H. rewrite !andb_true_iff, !negb_true_iff in H.
  change (digit_at 0) with d0 in Hh. destruct h as [|[|h]]; [| |lia]; intuition congruence.
Qed.

Lemma recurring_decreasing : zeroth_ok = true -> decreasing g.
Proof.
  intros H n. apply (options_decreasing (rules_to n)). apply rules_to_well_formed. auto.
Qed.

(** ** Periodicity

    A move that leaves small heaps only takes much, and takes p more p later. *)
Definition most_heaps : nat :=
  Nat.max 1 (pred (list_max (map N.size_nat (d0 :: after ++ block)))).

Lemma digit_in k : In (digit_at k) (0 :: d0 :: after ++ block).
Proof.
  unfold digit_at. destruct (k =? 0); [right; left; auto|].
  destruct (k <=? _).
  - destruct (nth_in_or_default (N.to_nat (k - 1)) after 0) as [H| ->]; [|left; auto].
    right. right. apply in_or_app. auto.
  - set (i := N.to_nat _). destruct (nth_in_or_default i block 0) as [H| ->]; [|left; auto].
    right. right. apply in_or_app. auto.
Qed.

Lemma most_heaps_spec k h : contains (digit_at k) h = true -> (h <= most_heaps)%nat.
Proof.
  intros H. pose proof (contains_size _ _ H) as Hs. unfold most_heaps.
  destruct (digit_in k) as [E|Hin]; [rewrite <- E in H; discriminate|].
  assert (N.size_nat (digit_at k) <= list_max (map N.size_nat (d0 :: after ++ block)))%nat.
  { pose proof (proj1 (list_max_le (map N.size_nat (d0 :: after ++ block)) _) (le_n _)) as Hm.
    rewrite Forall_forall in Hm. apply Hm. apply in_map. auto. }
  lia.
Qed.

Lemma digit_recurs k p : N.of_nat (length after) < k -> block <> [] ->
  N.divide (N.of_nat (length block)) p -> digit_at (k + p) = digit_at k.
Proof.
  intros Hk Hb [m ->]. unfold digit_at.
  set (v := N.of_nat (length after)) in *.
  assert (Hlen : N.of_nat (length block) <> 0) by (destruct block; [easy|cbn [length]; lia]).
  set (b := N.of_nat (length block)) in *.
  destruct (N.eqb_spec (k + m * b) 0), (N.eqb_spec k 0); try lia.
  destruct (N.leb_spec (k + m * b) v), (N.leb_spec k v); try lia.
  f_equal. f_equal. replace (k + m * b - 1 - v) with (k - 1 - v + m * b) by lia.
  apply N.mod_add. auto.
Qed.

Lemma all_small e l : (forall x, In x l -> x <= e) -> sum l <= N.of_nat (length l) * e.
Proof.
  induction l as [|x l IH]; intros H; cbn [length sum fold_right]; [lia|]. fold (sum l).
  pose proof (H x (or_introl eq_refl)). specialize (IH (fun y Hy => H y (or_intror Hy))). lia.
Qed.

Lemma large_or_small e l : (exists u x v, l = u ++ x :: v /\ e < x) \/
  (forall x, In x l -> x <= e).
Proof.
  induction l as [|x l IH]; [right; easy|].
  destruct (N.lt_ge_cases e x) as [H|H]; [left; exists [], x, l; auto|].
  destruct IH as [[u [y [v [-> Hy]]]]|IH]; [left; exists (x :: u), y, v; auto|].
  right. intros y [<-|Hy]; auto.
Qed.

Lemma counterparts_recurring a p n : zeroth_ok = true -> block <> [] -> 0 < a ->
  N.divide (N.of_nat (length block)) p ->
  N.of_nat most_heaps * (a + p) + N.of_nat (length after) < n -> counterparts g a p n.
Proof.
  intros H0 Hb Ha Hp Hn. set (h := N.of_nat most_heaps) in *.
  set (v := N.of_nat (length after)) in *.
  assert (Hexchange : forall n n' k u x y w, 0 < y -> n + y = n' + x -> 1 <= n' ->
    takes_leaves n k (u ++ x :: w) -> takes_leaves n' k (u ++ y :: w)).
  { intros m m' k u x y w Hy E Hm [H1 [H2 [H3 H4]]]. unfold takes_leaves.
    rewrite app_length in *. rewrite sum_app in *. cbn [length sum fold_right] in *.
    apply Forall_app in H2. destruct H2 as [H2 H5]. inversion H5; subst.
    repeat split; auto; [|lia]. apply Forall_app. auto. }
  assert (Hheaps : forall m k l, takes_leaves m k l -> N.of_nat (length l) <= h).
  { intros m k l [H1 _]. pose proof (most_heaps_spec _ _ H1). lia. }
  assert (h1 : 1 <= h) by (unfold h, most_heaps; lia).
  split; intros l Hl; pose proof (fun x => recurring_decreasing H0 _ l x Hl) as Hsm;
    apply in_recurring in Hl; destruct Hl as [k Hl].
  - destruct (large_or_small (a - 1) l) as [[u [x [w [-> Hx]]]]|Hs].
    + pose proof (Hsm x ltac:(auto using in_elt)).
      exists (u ++ (x + p) :: w). split.
      * apply in_recurring. exists k. apply (Hexchange n (n + p) k u x); auto; lia.
      * right. exists u, x, w. repeat split; auto. lia.
    + exists l. split; [|left; auto]. apply in_recurring. exists (k + p).
      pose proof (Hheaps _ _ _ Hl). destruct Hl as [H1 [H2 [H3 H4]]].
      pose proof (all_small _ _ Hs).
      assert (N.of_nat (length l) * (a - 1) <= h * (a + p)) by (apply N.mul_le_mono; lia).
      unfold takes_leaves. rewrite digit_recurs by (auto; fold v; lia).
      repeat split; auto; lia.
  - destruct (large_or_small (a - 1 + p) l) as [[u [x [w [-> Hx]]]]|Hs].
    + pose proof (Hsm x ltac:(auto using in_elt)).
      exists (u ++ (x - p) :: w). split.
      * apply in_recurring. exists k. apply (Hexchange (n + p) n k u x); auto; lia.
      * right. exists u, (x - p), w. replace (x - p + p) with x by lia. repeat split; auto; lia.
    + exists l. split; [|left; auto]. apply in_recurring. exists (k - p).
      pose proof (Hheaps _ _ _ Hl). destruct Hl as [H1 [H2 [H3 H4]]].
      pose proof (all_small _ _ Hs).
      assert (N.of_nat (length l) * (a - 1 + p) <= h * (a + p)) by (apply N.mul_le_mono; lia).
      unfold takes_leaves. replace k with (k - p + p) in H1 by lia.
      rewrite digit_recurs in H1 by (auto; fold v; lia). repeat split; auto; lia.
Qed.

Lemma same_options_recurring a p n : zeroth_ok = true -> block <> [] -> 0 < a ->
  N.divide (N.of_nat (length block)) p ->
  N.of_nat most_heaps * (a + p) + N.of_nat (length after) < n -> same_options g a p n.
Proof. intros. apply counterparts_same, counterparts_recurring; auto. Qed.

(** ** Deciding claims *)

Definition recurring_step (fuel : nat) (n : N) (table : list N) : option N :=
  step_by_rules (rules_to n) fuel n table.

Lemma recurring_step_correct fuel : zeroth_ok = true -> correct_step g (recurring_step fuel).
Proof.
  intros H n table v Ht Hv.
  apply (step_by_rules_spec (rules_to n) (rules_to_well_formed n H) g fuel n table); auto.
  - apply recurring_decreasing. auto.
  - intros l. reflexivity.
Qed.

(** [m]: the window is compared for the period m p. *)
Definition check_recurring (l p m : N) : bool :=
  let a := N.max 1 l in
  let q := m * p in
  let b := N.of_nat most_heaps * (a + q) + N.of_nat (length after) + 1 in
  zeroth_ok && (0 <? p) && (0 <? m) && negb (length block =? 0)%nat &&
  (q mod N.of_nat (length block) =? 0) &&
  match compute (recurring_step (N.to_nat (b + q))) (N.to_nat (b + q)) 0 [] with
  | None => false
  | Some table => repeats_in (b + q) table l p && least_in (b + q) table l p
  end.

Theorem check_recurring_sound l p m : check_recurring l p m = true ->
  decreasing g /\ least_regular (G g) l p 0.
Proof.
  unfold check_recurring. cbn zeta. set (a := N.max 1 l). set (q := m * p).
  set (b := N.of_nat most_heaps * (a + q) + N.of_nat (length after) + 1).
  rewrite !andb_true_iff, !N.ltb_lt, negb_true_iff, Nat.eqb_neq, N.eqb_eq.
  intros [[[[[H0 Hp] Hm] Hb] Hq] H].
  assert (Hblock : block <> []) by (intros E; rewrite E in Hb; apply Hb; auto).
  apply N.mod_divide in Hq; [|lia].
  destruct (compute _ _ _ _) as [table|] eqn:E; [|discriminate].
  apply (compute_spec g) in E; auto using recurring_step_correct, table_nil.
  replace (0 + N.of_nat (N.to_nat (b + q))) with (b + q) in E by lia.
  rewrite andb_true_iff in H. destruct H as [H1 H2].
  pose proof (recurring_decreasing H0) as dec. split; [auto|].
  pose proof (proj1 (repeats_in_spec _ _ _ l p E) H1) as Hrep.
  assert (Hab : a <= b).
  { assert (1 <= N.of_nat most_heaps) by (unfold most_heaps; lia). unfold b. nia. }
  assert (Hpq : p <= q) by (unfold q; nia).
  (* the multiple repeats in the window, hence for ever *)
  assert (Hall : forall n, a <= n -> G g (n + q) = G g n).
  { apply (periodic_from_window g a q b); auto.
    - intros n Hn. apply same_options_recurring; auto; [lia|]. unfold b in Hn. lia.
    - intros n Hn.
      assert (Hk : forall i, i <= m -> G g (n + i * p) = G g n).
      { intros i. induction i as [|i IH] using N.peano_ind; intros Hi; [f_equal; lia|].
        assert (N.succ i * p <= q) by (apply N.mul_le_mono_r; auto).
        replace (n + N.succ i * p) with (n + i * p + p) by lia.
        rewrite Hrep by lia. apply IH. lia. }
      apply Hk. lia. }
  (* and so does the period itself *)
  apply (least_in_spec _ (b + q) table); auto; [lia|].
  split; [auto|]. intros n Hn. rewrite N.add_0_r.
  assert (Hback : forall i x, a <= x -> G g (x + i * q) = G g x).
  { intros i x Hx. induction i as [|i IH] using N.peano_ind; [f_equal; lia|].
    replace (x + N.succ i * q) with (x + i * q + q) by lia. rewrite Hall by lia. auto. }
  destruct (N.lt_ge_cases (n + p) (b + q)) as [|Hbig]; [apply Hrep; auto|].
  assert (Hmod : (n - a) mod q < q) by (apply N.mod_lt; lia).
  pose proof (N.div_mod' (n - a) q) as Ed. rewrite N.mul_comm in Ed.
  set (i := (n - a) / q) in *. set (x := a + (n - a) mod q).
  assert (En : n = x + i * q) by (unfold x; generalize dependent ((n - a) mod q); intros; lia).
  assert (Hx : a <= x < a + q) by (unfold x; generalize dependent ((n - a) mod q); intros; lia).
  rewrite En. replace (x + i * q + p) with (x + p + i * q) by lia.
  rewrite !Hback by lia. destruct (N.lt_ge_cases (x + p) (b + q)) as [|Hx2].
  - apply Hrep; lia.
  - rewrite <- (N.sub_add q (x + p)) by lia. rewrite Hall by lia.
    exfalso. assert (a + q + p <= b + q); [|lia].
    assert (1 <= N.of_nat most_heaps) by (unfold most_heaps; lia). unfold b. nia.
Qed.
End Recurring.
