(** * Digits before the point

    The digit k places before d_0 allows to add k tokens and to divide the heap into h heaps, each
    smaller than it was, if the digit contains 2^h. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Play Mex NimValue Rules Periodic LeastPeriod NumberSet Values PeriodCheck.
Import ListNotations.
Open Scope N_scope.

(** ** The rules *)

Record adding := Adding { adds : N; parts : nat }.

Definition options_adding (r : adding) (n : N) : list (list N) :=
  filter (forallb (fun x => x <? n)) (divisions (parts r) (n + adds r)).

(** The digits before d_0, the nearest first: [digits 1] says which places contain which 2^h. *)
Definition adding_rules (before : list N) : list adding :=
  map (fun r => Adding (takes r) (heaps r)) (digits 1 before).

(** 40.77 is [with_digits_before [4] (code 0 [7; 7])]. *)
Definition with_digits_before (before : list N) (rs : rules) : game := fun n =>
  options rs n ++ flat_map (fun r => options_adding r n) (adding_rules before).

(** The same as a statement. *)
Definition legal_adding (r : adding) (n : N) (l : list N) : Prop :=
  length l = parts r /\ Forall (fun x => 0 < x) l /\ sum l = n + adds r /\
  forall x, In x l -> x < n.

Lemma in_options_adding r n l : In l (options_adding r n) <-> legal_adding r n l.
Proof.
  unfold options_adding, legal_adding. rewrite filter_In, in_divisions, forallb_forall.
  split.
  - intros [[H1 [H2 H3]] H]. repeat split; auto. intros x Hx. apply N.ltb_lt. auto.
  - intros [H1 [H2 [H3 H]]]. repeat split; auto. intros x Hx. apply N.ltb_lt. auto.
Qed.

Section Adding.
Variable rs : rules.
Variable more : list adding.
Hypothesis wf : well_formed rs = true.
Let g : game := fun n => options rs n ++ flat_map (fun r => options_adding r n) more.

Lemma in_game n l : In l (g n) <-> In l (options rs n) \/ exists r, In r more /\ legal_adding r n l.
Proof.
  unfold g. rewrite in_app_iff, in_flat_map. split; (intros [H|[r [H1 H2]]]; [auto|]);
    right; exists r; (split; [auto|]); apply in_options_adding; auto.
Qed.

Theorem adding_decreasing : decreasing g.
Proof.
  intros n l x Hl Hx. apply in_game in Hl. destruct Hl as [Hl|[r [_ Hl]]].
  - apply (options_decreasing rs wf n l x); auto.
  - apply Hl. auto.
Qed.

(** ** Periodicity: the bound of Austin 4.1, with k the number that is added *)

(** No heap at all and a single heap are never smaller. *)
Lemma two_parts r n l : 0 < n -> legal_adding r n l -> 2 <= N.of_nat (parts r).
Proof.
  intros Hn [H1 [_ [H3 H4]]]. rewrite <- H1.
  destruct l as [|x [|y l]]; cbn [length sum fold_right] in *; [lia| |lia].
  specialize (H4 x ltac:(left; auto)). lia.
Qed.

Lemma exchange_adding r n n' u x y v : 0 < y -> n + y = n' + x -> y < n' ->
  (forall z, In z (u ++ v) -> z < n') -> legal_adding r n (u ++ x :: v) ->
  legal_adding r n' (u ++ y :: v).
Proof.
  intros Hy E Hn Hz [H1 [H2 [H3 H4]]]. unfold legal_adding.
  rewrite app_length in *. rewrite sum_app in *. cbn [length sum fold_right] in *.
  repeat split; auto.
  - apply Forall_app in H2. destruct H2 as [H2 H6]. inversion H6; subst.
    apply Forall_app. auto.
  - fold (sum v) in *. lia.
  - intros z Hin. apply in_app_or in Hin. destruct Hin as [Hin|[<-|Hin]]; auto; apply Hz;
      apply in_or_app; auto.
Qed.

Lemma others_sum u x v z : In z (u ++ v) -> z + x <= sum (u ++ x :: v).
Proof.
  rewrite sum_app. cbn [sum fold_right]. fold (sum v). intros H.
  apply in_app_or in H. destruct H as [H|H]; pose proof (heap_le_sum z _ H); lia.
Qed.

Lemma in_others (u v : list N) x z : In z (u ++ v) -> In z (u ++ x :: v).
Proof. intros H. apply in_or_app. apply in_app_or in H. destruct H; [left|right; right]; auto. Qed.

Lemma counterparts_adding r a p n : 0 < a ->
  bound_any (Nat.max 1 (parts r)) (adds r) a p <= n -> counterparts (options_adding r) a p n.
Proof.
  unfold bound_any. intros Ha Hb.
  set (k := adds r) in *. set (h := N.of_nat (Nat.max 1 (parts r))) in *.
  assert (Hn : 0 < n) by (generalize dependent (h * (a - 1)); generalize ((h - 1) * p); lia).
  assert (Hw : forall l m, 0 < m -> legal_adding r m l -> 2 <= h /\ N.of_nat (length l) = h).
  { intros l m Hm Hl. pose proof (two_parts r m l Hm Hl). destruct Hl as [-> _]. unfold h. lia. }
  assert (Hmul : 2 <= h -> 2 * (a - 1) <= h * (a - 1) /\ p <= (h - 1) * p) by (intros; nia).
  split; intros l Hl; apply in_options_adding in Hl.
  - destruct (Hw l n Hn Hl) as [H2 Hlen]. pose proof Hl as [_ [_ [Hsum Hless]]].
    destruct (large_heap (a - 1) l) as [u [x [v [-> Hx]]]].
    { rewrite Hlen, Hsum. generalize dependent (h * (a - 1)). generalize ((h - 1) * p). lia. }
    assert (Hxn : x < n) by (apply Hless, in_elt).
    exists (u ++ (x + p) :: v). split.
    + apply in_options_adding. apply (exchange_adding r n (n + p) u x (x + p) v); auto; try lia.
      intros z Hz. specialize (Hless z (in_others u v x z Hz)). lia.
    + right. exists u, x, v. repeat split; auto. lia.
  - destruct (Hw l (n + p) ltac:(lia) Hl) as [H2 Hlen]. pose proof Hl as [_ [_ [Hsum Hless]]].
    destruct (Hmul H2) as [Hm1 Hm2]. fold k in Hsum.
    assert (shrink : forall u x v, l = u ++ x :: v -> a + p <= x ->
      (forall z, In z (u ++ v) -> z < n) ->
      exists l0, In l0 (options_adding r n) /\ like a p n l0 l).
    { intros u x v -> Hx Hz. assert (Hxn : x < n + p) by (apply Hless, in_elt).
      exists (u ++ (x - p) :: v). split.
      - apply in_options_adding. apply (exchange_adding r (n + p) n u x (x - p) v); auto; lia.
      - right. exists u, (x - p), v. replace (x - p + p) with x by lia.
        repeat split; auto; lia. }
    destruct (forallb (fun x => x <? n) l) eqn:Hall.
    + rewrite forallb_forall in Hall.
      destruct (large_heap (a - 1 + p) l) as [u [x [v [E Hx]]]].
      { rewrite Hlen, Hsum. replace (h * (a - 1 + p)) with (h * (a - 1) + (h - 1) * p + p) by nia.
        generalize dependent (h * (a - 1)). generalize dependent ((h - 1) * p). lia. }
      apply (shrink u x v E); [lia|]. intros z Hz. apply N.ltb_lt, Hall. rewrite E.
      apply in_others. auto.
    + (* a heap that is not smaller than n is the only one *)
      assert (Hbig : exists x, In x l /\ n <= x).
      { clear - Hall. induction l as [|x l IH]; cbn [forallb] in Hall; [discriminate|].
        destruct (N.ltb_spec x n) as [|Hx].
        - destruct (IH Hall) as [y [H1 H2]]. exists y. split; [right|]; auto.
        - exists x. split; [left|]; auto. }
      destruct Hbig as [x [Hx Hxn]]. apply in_split in Hx. destruct Hx as [u [v E]].
      apply (shrink u x v E); [lia|]. intros z Hz.
      pose proof (others_sum u x v z Hz) as Ho. rewrite <- E, Hsum in Ho. lia.
Qed.

Definition window_before (a p : N) : option N :=
  match window_end rs a p with
  | None => None
  | Some b => Some (fold_right (fun r => N.max (bound_any (Nat.max 1 (parts r)) (adds r) a p)) b more)
  end.

Lemma window_before_spec a p b : window_before a p = Some b ->
  (exists b', window_end rs a p = Some b' /\ b' <= b) /\
  forall r, In r more -> bound_any (Nat.max 1 (parts r)) (adds r) a p <= b.
Proof.
  unfold window_before. destruct (window_end rs a p) as [b'|]; [|discriminate].
  intros E. apply some_eq in E. subst b. split.
  - exists b'. split; [auto|]. clear wf g. induction more as [|r rest IH]; cbn [fold_right]; lia.
  - clear wf g. induction more as [|r rest IH]; cbn [In fold_right]; [easy|].
    intros r' [<-|Hr]; [lia|]. specialize (IH r' Hr). lia.
Qed.

Theorem periodic_adding a p b : 0 < a -> window_before a p = Some b ->
  (forall n, a <= n < b -> G g (n + p) = G g n) ->
  forall n, a <= n -> G g (n + p) = G g n.
Proof.
  intros Ha Hb Hw. destruct (window_before_spec a p b Hb) as [[b' [Hb' Hle]] Hmore].
  apply (periodic_from_window g a p b); auto using adding_decreasing.
  intros n Hn.
  assert (H1 : same_options (options rs) a p n).
  { apply same_options_rules. intros r Hr.
    destruct (window_end_spec rs a p b' Hb' r Hr) as [b1 [H1 H2]].
    apply (bound_spec r a p b1); auto; [|lia].
    unfold well_formed in wf. rewrite forallb_forall in wf. auto. }
  assert (H2 : forall r, In r more -> same_options (options_adding r) a p n).
  { intros r Hr. apply counterparts_same, counterparts_adding; auto. specialize (Hmore r Hr). lia. }
  split; intros l Hl; apply in_game in Hl; destruct Hl as [Hl|[r [Hr Hl]]].
  - destruct (proj1 H1 l Hl) as [l' [H E]]. exists l'. split; [apply in_game; auto|auto].
  - apply in_options_adding in Hl. destruct (proj1 (H2 r Hr) l Hl) as [l' [H E]].
    exists l'. split; [|auto]. apply in_game. right. exists r. split; [auto|].
    apply in_options_adding. auto.
  - destruct (proj2 H1 l Hl) as [l' [H E]]. exists l'. split; [apply in_game; auto|auto].
  - apply in_options_adding in Hl. destruct (proj2 (H2 r Hr) l Hl) as [l' [H E]].
    exists l'. split; [|auto]. apply in_game. right. exists r. split; [auto|].
    apply in_options_adding. auto.
Qed.

(** ** Values

    Two heaps: the values from heap k + 1 on and those from heap n - 1 down, side by side. *)
Definition add_adding (n : N) (fw table : list N) (s : set) (r : adding) : set :=
  match parts r with
  | 2%nat => add_pairs (N.to_nat (N.div2 (n - adds r))) (skipn (N.to_nat (adds r)) fw) table s
  | _ => add_options n table (options_adding r n) s
  end.

Lemma add_adding_spec n table s r v : table_of g n table ->
  mem v (add_adding n (forwards table) table s r) = true <->
  mem v s = true \/ exists l, legal_adding r n l /\ nim_sum (map (G g) l) = v.
Proof.
  intros Ht. pose proof Ht as [Hlen Hnth].
  assert (general : mem v (add_options n table (options_adding r n) s) = true <->
    mem v s = true \/ exists l, legal_adding r n l /\ nim_sum (map (G g) l) = v).
  { rewrite (add_options_spec g n table v Ht).
    - split; (intros [H|[l [H1 H2]]]; [auto|right; exists l; split; auto]);
        apply in_options_adding; auto.
    - intros l x Hl Hx. apply in_options_adding in Hl. apply Hl. auto. }
  unfold add_adding. destruct (parts r) as [|[|[|h]]] eqn:Hh; auto.
  set (k := adds r) in *.
  rewrite add_pairs_spec, skipn_length, (forwards_length g n table Ht).
  assert (Hhalf : forall i, i < N.div2 (n - k) <-> 2 * i + 2 <= n - k).
  { intros i. rewrite N.div2_div. split; intros H.
    - pose proof (N.mul_div_le (n - k) 2 ltac:(discriminate)). lia.
    - assert (i + 1 <= (n - k) / 2); [|lia]. apply N.div_le_lower_bound; lia. }
  assert (Hval : forall i, (i < N.to_nat n - 1 - N.to_nat k)%nat ->
    N.lxor (nth i (skipn (N.to_nat k) (forwards table)) 0) (nth i table 0) =
    nim_sum (map (G g) [k + 1 + N.of_nat i; n - 1 - N.of_nat i])).
  { intros i Hi. rewrite nth_skipn, (forwards_nth g n table _ Ht), Hnth by lia.
    cbn [map nim_sum fold_right]. rewrite N.lxor_0_r. f_equal. f_equal. lia. }
  split.
  - intros [H|[i [H1 [H2 [H3 ->]]]]]; auto. right.
    pose proof (proj1 (Hhalf (N.of_nat i)) ltac:(lia)).
    exists [k + 1 + N.of_nat i; n - 1 - N.of_nat i]. rewrite (Hval i H2). split; [|auto].
    repeat split; [auto| | |].
    + repeat constructor; lia.
    + cbn [sum fold_right]. fold k. lia.
    + intros x [<-|[<-|[]]]; lia.
  - intros [H|[l [[H1 [H2 [H3 H4]]] <-]]]; auto. right. rewrite Hh in H1. fold k in H3.
    destruct l as [|x [|y [|z l]]]; try discriminate. cbn [sum fold_right] in H3.
    pose proof (H4 x ltac:(left; auto)). pose proof (H4 y ltac:(right; left; auto)).
    assert (Hless : forall x y, x <= y -> x < n -> y < n -> x + y = n + k ->
      exists i, (i < N.to_nat (N.div2 (n - k)))%nat /\ (i < N.to_nat n - 1 - N.to_nat k)%nat /\
        (i < length table)%nat /\
        nim_sum (map (G g) [x; y]) =
        N.lxor (nth i (skipn (N.to_nat k) (forwards table)) 0) (nth i table 0)).
    { intros a b Hab Han Hbn E. exists (N.to_nat (a - k - 1)).
      pose proof (proj2 (Hhalf (a - k - 1)) ltac:(lia)).
      assert (I : (N.to_nat (a - k - 1) < N.to_nat n - 1 - N.to_nat k)%nat) by lia.
      repeat split; try lia. rewrite (Hval _ I). f_equal. f_equal. f_equal; [lia|].
      f_equal. lia. }
    destruct (N.le_ge_cases x y) as [Hxy|Hxy]; [apply Hless; lia|].
    replace (nim_sum (map (G g) [x; y])) with (nim_sum (map (G g) [y; x])); [apply Hless; lia|].
    cbn. rewrite !N.lxor_0_r. apply N.lxor_comm.
Qed.

Lemma add_addings_spec n table v : table_of g n table -> forall some, incl some more -> forall s,
  mem v (fold_left (add_adding n (forwards table) table) some s) = true <->
  mem v s = true \/ exists r l, In r some /\ legal_adding r n l /\ nim_sum (map (G g) l) = v.
Proof.
  intros Ht some. induction some as [|r some IH]; intros Hincl s; cbn [fold_left].
  - split; auto. intros [H|[r [l [[] _]]]]; auto.
  - rewrite IH by (intros x Hx; apply Hincl; right; auto).
    rewrite (add_adding_spec n table s r v Ht). cbn [In]. split.
    + intros [[H|[l [H1 H2]]]|[r' [l [H1 [H2 H3]]]]]; eauto 8.
    + intros [H|[r' [l [[->|H1] [H2 H3]]]]]; eauto 8.
Qed.

Definition step_adding (fuel : nat) (n : N) (table : list N) : option N :=
  let fw := forwards table in
  mex_of_set fuel (fold_left (add_adding n fw table) more (fold_left (add_rule n fw table) rs empty)).

Theorem step_adding_correct fuel : correct_step g (step_adding fuel).
Proof.
  intros n table v Ht H. unfold step_adding in H. cbn zeta in H.
  apply (mex_step g n fuel _ v adding_decreasing) with (2 := H).
  intros u. rewrite (add_addings_spec n table u Ht more (incl_refl more)).
  rewrite (add_rules_spec rs wf g n table u Ht rs (incl_refl rs)), mem_empty. split.
  - intros [[H0|[r [l [H1 [H2 H3]]]]]|[r [l [H1 [H2 H3]]]]]; [discriminate| |]; exists l;
      (split; [apply in_game|auto]); [left; apply in_options|right]; eauto.
  - intros [l [H1 H2]]. apply in_game in H1. destruct H1 as [H1|[r [H1 H3]]]; [|eauto 8].
    apply in_options in H1. destruct H1 as [r [H1 H3]]. left. eauto 8.
Qed.
End Adding.

(** What the digits before the point add: what some rule of theirs may leave. *)
Theorem in_digits_before before rs n l : In l (with_digits_before before rs n) <->
  In l (options rs n) \/ exists r, In r (adding_rules before) /\ legal_adding r n l.
Proof. apply (in_game rs (adding_rules before)). Qed.

(** ** Deciding claims *)

Definition values_before (before : list N) (rs : rules) (count : N) : option (list N) :=
  let c := N.to_nat count in
  if well_formed rs then compute (step_adding rs (adding_rules before) c) c 0 [] else None.

Lemma values_before_spec before rs count table : values_before before rs count = Some table ->
  well_formed rs = true /\ table_of (with_digits_before before rs) count table.
Proof.
  unfold values_before. cbn zeta. destruct (well_formed rs) eqn:wf; [|discriminate].
  intros H. split; [auto|].
  apply (compute_spec (with_digits_before before rs)) in H; [|apply step_adding_correct; auto|apply table_nil].
  replace (0 + N.of_nat (N.to_nat count)) with count in H by lia. auto.
Qed.

Definition check_before (before : list N) (rs : rules) (l p : N) : bool :=
  let a := N.max 1 l in
  (0 <? p) &&
  match window_before rs (adding_rules before) a p with
  | None => false
  | Some b =>
      let count := N.max b (a + p) + p in
      match values_before before rs count with
      | None => false
      | Some table => repeats_in count table l p && least_in count table l p
      end
  end.

Theorem check_before_sound before rs l p : check_before before rs l p = true ->
  decreasing (with_digits_before before rs) /\
  least_regular (G (with_digits_before before rs)) l p 0.
Proof.
  unfold check_before. cbn zeta. rewrite andb_true_iff, N.ltb_lt. intros [Hp H].
  set (a := N.max 1 l) in *.
  destruct (window_before rs _ a p) as [b|] eqn:Hb; [|discriminate].
  set (count := N.max b (a + p) + p) in *.
  destruct (values_before before rs count) as [table|] eqn:Hv; [|discriminate].
  rewrite andb_true_iff in H. destruct H as [H1 H2].
  apply values_before_spec in Hv. destruct Hv as [wf Ht].
  pose proof (proj1 (repeats_in_spec _ _ _ l p Ht) H1) as Hrep.
  split; [apply adding_decreasing; auto|].
  apply (least_in_spec _ count table); auto; [unfold count; lia|]. split; [auto|].
  intros n Hn. rewrite N.add_0_r. destruct (N.eq_dec n 0) as [->|Hn0].
  - apply Hrep; unfold count, a in *; lia.
  - apply (periodic_adding rs (adding_rules before) wf a p b); auto; try (unfold a; lia).
    intros m Hm. apply Hrep; unfold count, a in *; lia.
Qed.

Definition check_before_table (before : list N) (rs : rules) (l p : N) (values : list N) : bool :=
  match values_before before rs (l + p) with
  | None => false
  | Some table => same_values values table
  end.

Theorem check_before_table_sound before rs l p values :
  check_before_table before rs l p values = true ->
  regular (G (with_digits_before before rs)) l p 0 ->
  forall n, G (with_digits_before before rs) n = in_table values l p n.
Proof.
  unfold check_before_table. intros H Hreg.
  destruct (values_before before rs (l + p)) as [table|] eqn:Hv; [|discriminate].
  apply values_before_spec in Hv. destruct Hv as [wf Ht].
  apply (same_values_sound _ _ _ _ table); auto.
Qed.
