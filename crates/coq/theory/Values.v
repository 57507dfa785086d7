(** * Computing nim-sequences

    A table of the heaps below [n] is the list G(n-1), ..., G(1), G(0): the latest value
    first. A step computes G(n) from the table. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Play Mex NimValue Rules NumberSet.
Import ListNotations.
Open Scope N_scope.

Definition table_of (g : game) (n : N) (table : list N) : Prop :=
  length table = N.to_nat n /\
  forall i, (i < length table)%nat -> nth i table 0 = G g (n - 1 - N.of_nat i).

Definition look_up (n : N) (table : list N) (x : N) : N := nth (N.to_nat (n - 1 - x)) table 0.

Lemma look_up_spec g n table x : table_of g n table -> x < n -> look_up n table x = G g x.
Proof. intros [H1 H2] Hx. unfold look_up. rewrite H2 by lia. f_equal. lia. Qed.

Lemma table_nil g : table_of g 0 [].
Proof. split; [auto|]. cbn. lia. Qed.

Lemma table_cons g n table v : table_of g n table -> v = G g n ->
  table_of g (N.succ n) (v :: table).
Proof.
  intros [H1 H2] ->. split; [cbn [length]; lia|].
  intros [|i] Hi; cbn [nth length] in *; [f_equal; lia|]. rewrite H2 by lia. f_equal. lia.
Qed.

(** ** Step by step *)

Definition correct_step (g : game) (step : N -> list N -> option N) : Prop :=
  forall n table v, table_of g n table -> step n table = Some v -> v = G g n.

Fixpoint compute (step : N -> list N -> option N) (count : nat) (n : N) (table : list N)
  : option (list N) :=
  match count with
  | O => Some table
  | S count =>
      match step n table with
      | None => None
      | Some v => compute step count (N.succ n) (v :: table)
      end
  end.

Lemma compute_spec g step count : correct_step g step -> forall n table result,
  table_of g n table -> compute step count n table = Some result ->
  table_of g (n + N.of_nat count) result.
Proof.
  intros Hstep. induction count as [|c IH]; intros n table result Ht; cbn [compute].
  - intros H. inversion H; subst. replace (n + N.of_nat 0) with n by lia. auto.
  - destruct (step n table) as [v|] eqn:E; [|discriminate]. intros H.
    replace (n + N.of_nat (S c)) with (N.succ n + N.of_nat c) by lia.
    apply (IH _ (v :: table)); auto. apply table_cons; auto. apply (Hstep n table); auto.
Qed.

(** A step that collects the values of the options in a set and takes the mex. *)
Lemma mex_step g n fuel s v : decreasing g ->
  (forall u, mem u s = true <-> exists l, In l (g n) /\ nim_sum (map (G g) l) = u) ->
  mex_of_set fuel s = Some v -> v = G g n.
Proof.
  intros dec Hs H. apply mex_of_set_spec in H. destruct H as [H1 H2].
  symmetry. apply G_is; [auto|]. split.
  - intros l Hl E. assert (mem v s = true) by (apply Hs; eauto). congruence.
  - intros u Hu. apply Hs. auto.
Qed.

(** ** Any game, by its definition *)

Definition value_in_table (n : N) (table : list N) (l : list N) : N :=
  nim_sum (map (look_up n table) l).

Definition add_options (n : N) (table : list N) (ls : list (list N)) (s : set) : set :=
  fold_left (fun s l => add (value_in_table n table l) s) ls s.

Lemma add_options_spec g n table v : table_of g n table -> forall ls s,
  (forall l x, In l ls -> In x l -> x < n) ->
  mem v (add_options n table ls s) = true <->
  mem v s = true \/ exists l, In l ls /\ nim_sum (map (G g) l) = v.
Proof.
  intros Ht. induction ls as [|l ls IH]; intros s Hs; unfold add_options; cbn [fold_left].
  - split; auto. intros [H|[l [[] _]]]; auto.
  - fold (add_options n table ls (add (value_in_table n table l) s)).
    rewrite IH by (intros l' x Hl Hx; apply (Hs l'); [right|]; auto).
    assert (E : value_in_table n table l = nim_sum (map (G g) l)).
    { unfold value_in_table. f_equal. apply map_ext_in. intros x Hx.
      apply look_up_spec; auto. apply (Hs l); [left|]; auto. }
    rewrite mem_add, orb_true_iff, N.eqb_eq, E. cbn [In]. split.
    + intros [[->|H]|[l' [H1 H2]]]; eauto.
    + intros [H|[l' [[->|H1] H2]]]; eauto.
Qed.

Definition step_by_definition (g : game) (fuel : nat) (n : N) (table : list N) : option N :=
  mex_of_set fuel (add_options n table (g n) empty).

Lemma step_by_definition_correct g fuel : decreasing g ->
  correct_step g (step_by_definition g fuel).
Proof.
  intros dec n table v Ht H. apply (mex_step g n fuel _ v dec) with (2 := H).
  intros u. rewrite (add_options_spec g n table u Ht).
  - rewrite mem_empty. split; [intros [?|?]; [discriminate|auto]|auto].
  - intros l x Hl Hx. exact (dec n l x Hl Hx).
Qed.

(** ** Games with finitely many rules, faster

    Pairs of heaps are found by walking forwards and backwards through the table side by
    side; each pair is looked at once. *)

Fixpoint add_pairs (count : nat) (forwards backwards : list N) (s : set) : set :=
  match count with
  | O => s
  | S count =>
      match forwards, backwards with
      | x :: forwards, y :: backwards =>
          add_pairs count forwards backwards (add (N.lxor x y) s)
      | _, _ => s
      end
  end.

Lemma add_pairs_spec v count : forall fw bw s,
  mem v (add_pairs count fw bw s) = true <->
  mem v s = true \/
  exists i, (i < count)%nat /\ (i < length fw)%nat /\ (i < length bw)%nat /\
            v = N.lxor (nth i fw 0) (nth i bw 0).
Proof.
  induction count as [|c IH]; intros fw bw s; cbn [add_pairs].
  - split; auto. intros [H|[i [H _]]]; [auto|lia].
  - destruct fw as [|x fw], bw as [|y bw].
    1-3: split; auto; intros [H|[i [_ [H1 [H2 _]]]]]; [auto|cbn [length] in *; lia].
    rewrite IH, mem_add, orb_true_iff, N.eqb_eq. split.
    + intros [[->|H]|[i [H1 [H2 [H3 H4]]]]]; auto; right.
      * exists 0%nat. cbn [nth length]. repeat split; lia.
      * exists (S i). cbn [nth length]. repeat split; auto; lia.
    + intros [H|[[|i] [H1 [H2 [H3 H4]]]]]; auto; cbn [nth length] in *.
      right. exists i. repeat split; auto; lia.
Qed.

(** The least difference of two heaps that the condition asks for. *)
Definition least_difference (c : condition) : option N :=
  match c with Any => Some 0 | Apart d => Some d | _ => None end.

Definition forwards (table : list N) : list N := tl (rev_append table []).

Definition add_rule (n : N) (fw table : list N) (s : set) (r : rule) : set :=
  if smallest r <=? n then
    match heaps r, least_difference (cond r) with
    | O, _ => if n =? takes r then add 0 s else s
    | 1%nat, _ => if takes r <? n then add (nth (N.to_nat (takes r - 1)) table 0) s else s
    | 2%nat, Some d =>
        if takes r <? n then
          add_pairs (N.to_nat (N.div2 (n - takes r - d))) fw (skipn (N.to_nat (takes r)) table) s
        else s
    | _, _ => add_options n table (options_by r n) s
    end
  else s.

Definition step_by_rules (rs : rules) (fuel : nat) (n : N) (table : list N) : option N :=
  mex_of_set fuel (fold_left (add_rule n (forwards table) table) rs empty).

Lemma forwards_length g n table : table_of g n table ->
  length (forwards table) = (N.to_nat n - 1)%nat.
Proof.
  intros [H1 _]. unfold forwards. rewrite rev_append_rev, app_nil_r, <- H1, <- (rev_length table).
  destruct (rev table); cbn; lia.
Qed.

Lemma forwards_nth g n table i : table_of g n table -> (i < N.to_nat n - 1)%nat ->
  nth i (forwards table) 0 = G g (1 + N.of_nat i).
Proof.
  intros [H1 H2] Hi. unfold forwards. rewrite rev_append_rev, app_nil_r.
  assert (E : nth i (tl (rev table)) 0 = nth (S i) (rev table) 0)
    by (destruct (rev table); [destruct i; auto|auto]).
  rewrite E, rev_nth by lia. rewrite H2 by lia. f_equal. lia.
Qed.

(** The game need have these rules only at the heap that is computed: other heaps may have
    others, as in recurring codes. *)
Section Rules.
Variable rs : rules.
Hypothesis wf : well_formed rs = true.
Variable g : game.

Lemma legal_0 r n l : heaps r = O -> legal r n l <-> l = [] /\ takes r = n /\ smallest r <= n.
Proof.
  intros Hh. unfold legal. rewrite Hh. split.
  - intros [H1 [_ [H3 [H4 _]]]]. destruct l; [|discriminate]. cbn in H3. repeat split; auto.
  - intros [-> [H1 H2]]. repeat split; auto. destruct (cond r); auto.
Qed.

Lemma legal_1 r n l : heaps r = 1%nat ->
  legal r n l <-> l = [n - takes r] /\ takes r < n /\ smallest r <= n.
Proof.
  intros Hh. unfold legal. rewrite Hh. split.
  - intros [H1 [H2 [H3 [H4 _]]]]. destruct l as [|x [|y l]]; try discriminate.
    inversion H2; subst. cbn [sum fold_right] in *. repeat split; auto; try lia.
    f_equal. lia.
  - intros [-> [H1 H2]]. repeat split; auto.
    + constructor; [lia|auto].
    + cbn [sum fold_right]. lia.
    + destruct (cond r); auto.
Qed.

Lemma legal_2 r n l d : heaps r = 2%nat -> least_difference (cond r) = Some d ->
  legal r n l <-> exists x y, l = [x; y] /\ 0 < x /\ 0 < y /\ x + y + takes r = n /\
    smallest r <= n /\ (x + d <= y \/ y + d <= x).
Proof.
  intros Hh Hd. unfold legal. rewrite Hh.
  assert (E : forall x y, allowed (cond r) [x; y] = true <-> x + d <= y \/ y + d <= x).
  { intros x y. destruct (cond r) as [|d'| |]; try discriminate; injection Hd as <-.
    - cbn. split; [intros _; lia|auto].
    - cbn. rewrite !andb_true_r, N.leb_le. unfold distance. lia. }
  split.
  - intros [H1 [H2 [H3 [H4 H5]]]]. destruct l as [|x [|y [|z l]]]; try discriminate.
    inversion H2 as [|? ? Hx H6]; subst. inversion H6; subst. cbn [sum fold_right] in *.
    exists x, y. repeat split; auto; try lia. apply E. auto.
  - intros [x [y [-> [Hx [Hy [H3 [H4 H5]]]]]]]. repeat split; auto.
    + cbn [sum fold_right]. lia.
    + apply E. auto.
Qed.

(** What one rule adds to the set. *)
Lemma add_rule_spec n table s r v : table_of g n table -> In r rs ->
  mem v (add_rule n (forwards table) table s r) = true <->
  mem v s = true \/ exists l, legal r n l /\ nim_sum (map (G g) l) = v.
Proof.
  intros Ht Hr. pose proof Ht as [Hlen Hnth].
  assert (wfr : well_formed_rule r = true)
    by (unfold well_formed in wf; rewrite forallb_forall in wf; auto).
  assert (general :
    mem v (add_options n table (options_by r n) s) = true <->
    mem v s = true \/ exists l, legal r n l /\ nim_sum (map (G g) l) = v).
  { rewrite (add_options_spec g n table v Ht).
    - split; (intros [H|[l [H1 H2]]]; [auto|right; exists l; split; auto]);
        apply in_options_by; auto.
    - intros l x Hl Hx. apply in_options_by in Hl. apply (legal_smaller r n l x wfr Hl Hx). }
  unfold add_rule. destruct (N.leb_spec (smallest r) n) as [Hsm|Hsm].
  2: { split; auto. intros [H|[l [[_ [_ [_ [H _]]]] _]]]; [auto|lia]. }
  destruct (heaps r) as [|[|[|h]]] eqn:Hh; auto.
  - destruct (N.eqb_spec n (takes r)) as [E|E].
    + rewrite mem_add, orb_true_iff, N.eqb_eq. split.
      * intros [->|H]; auto. right. exists []. split; [apply legal_0; auto|auto].
      * intros [H|[l [H1 <-]]]; auto. apply legal_0 in H1; auto. destruct H1 as [-> _]. auto.
    + split; auto. intros [H|[l [H1 _]]]; auto. apply legal_0 in H1; auto. lia.
  - assert (1 <= takes r).
    { unfold well_formed_rule in wfr. rewrite Hh in wfr. cbn in wfr.
      rewrite orb_false_r in wfr. apply N.leb_le in wfr. auto. }
    destruct (N.ltb_spec (takes r) n) as [Hk|Hk].
    + assert (E : nth (N.to_nat (takes r - 1)) table 0 = G g (n - takes r)).
      { rewrite Hnth by lia. f_equal. lia. }
      rewrite mem_add, orb_true_iff, N.eqb_eq, E. split.
      * intros [->|H']; auto. right. exists [n - takes r].
        split; [apply legal_1; auto|cbn; apply N.lxor_0_r].
      * intros [H'|[l [H1 <-]]]; auto. apply legal_1 in H1; auto. destruct H1 as [-> _].
        left. cbn. rewrite N.lxor_0_r. auto.
    + split; auto. intros [H'|[l [H1 _]]]; auto. apply legal_1 in H1; auto. lia.
  - destruct (least_difference (cond r)) as [d|] eqn:Hd; auto.
    destruct (N.ltb_spec (takes r) n) as [Hk|Hk].
    + rewrite add_pairs_spec, (forwards_length g n table Ht), skipn_length.
      set (k := takes r) in *.
      assert (Hhalf : forall x, x <= N.div2 (n - k - d) <-> 2 * x <= n - k - d).
      { intros x. rewrite N.div2_div. split; intros H.
        - pose proof (N.mul_div_le (n - k - d) 2 ltac:(discriminate)). lia.
        - apply N.div_le_lower_bound; lia. }
      assert (Hval : forall i, (i < N.to_nat n - 1)%nat -> (i < length table - N.to_nat k)%nat ->
        N.lxor (nth i (forwards table) 0) (nth i (skipn (N.to_nat k) table) 0) =
        nim_sum (map (G g) [1 + N.of_nat i; n - k - 1 - N.of_nat i])).
      { intros i H1 H2. rewrite (forwards_nth g n table i Ht H1), nth_skipn, Hnth by lia.
        cbn [map nim_sum fold_right]. rewrite N.lxor_0_r. f_equal. f_equal. lia. }
      split.
      * intros [H|[i [H1 [H2 [H3 ->]]]]]; auto. right.
        pose proof (proj1 (Hhalf (1 + N.of_nat i)) ltac:(lia)).
        exists [1 + N.of_nat i; n - k - 1 - N.of_nat i]. rewrite (Hval i H2 H3).
        split; [|auto]. apply (legal_2 r n _ d Hh Hd). eexists _, _. split; [reflexivity|].
        unfold k in *. lia.
      * intros [H|[l [H1 <-]]]; auto. right. apply (legal_2 r n l d Hh Hd) in H1.
        destruct H1 as [x [y [-> [Hx [Hy [Hs [_ Hxy]]]]]]]. fold k in Hs.
        assert (Hw : forall a b, 0 < a -> 0 < b -> a + d <= b -> a + b + k = n ->
          exists i, (i < N.to_nat (N.div2 (n - k - d)))%nat /\ (i < N.to_nat n - 1)%nat /\
            (i < length table - N.to_nat k)%nat /\
            nim_sum (map (G g) [a; b]) =
            N.lxor (nth i (forwards table) 0) (nth i (skipn (N.to_nat k) table) 0)).
        { intros a b Ha Hb Hab E. exists (N.to_nat (a - 1)).
          pose proof (proj2 (Hhalf a) ltac:(lia)).
          assert (I1 : (N.to_nat (a - 1) < N.to_nat n - 1)%nat) by lia.
          assert (I2 : (N.to_nat (a - 1) < length table - N.to_nat k)%nat) by lia.
          repeat split; try lia. rewrite (Hval _ I1 I2). f_equal. f_equal. f_equal; [lia|].
          f_equal. lia. }
        destruct Hxy as [Hxy|Hxy]; [apply Hw; lia|].
        assert (E : nim_sum (map (G g) [x; y]) = nim_sum (map (G g) [y; x])).
        { cbn. rewrite !N.lxor_0_r. apply N.lxor_comm. }
        rewrite E. apply Hw; lia.
    + split; auto. intros [H|[l [H1 _]]]; auto. apply (legal_2 r n l d Hh Hd) in H1.
      destruct H1 as [x [y [_ H1]]]. lia.
Qed.

Lemma add_rules_spec n table v : table_of g n table -> forall some, incl some rs -> forall s,
  mem v (fold_left (add_rule n (forwards table) table) some s) = true <->
  mem v s = true \/ exists r l, In r some /\ legal r n l /\ nim_sum (map (G g) l) = v.
Proof.
  intros Ht some. induction some as [|r some IH]; intros Hincl s; cbn [fold_left].
  - split; auto. intros [H|[r [l [[] _]]]]; auto.
  - rewrite IH by (intros x Hx; apply Hincl; right; auto).
    rewrite (add_rule_spec n table s r v Ht) by (apply Hincl; left; auto). cbn [In]. split.
    + intros [[H|[l [H1 H2]]]|[r' [l [H1 [H2 H3]]]]]; eauto 8.
    + intros [H|[r' [l [[->|H1] [H2 H3]]]]]; eauto 8.
Qed.

Theorem step_by_rules_spec fuel n table v : decreasing g ->
  (forall l, In l (g n) <-> In l (options rs n)) -> table_of g n table ->
  step_by_rules rs fuel n table = Some v -> v = G g n.
Proof.
  intros dec Hg Ht H. apply (mex_step g n fuel _ v dec) with (2 := H).
  intros u. rewrite (add_rules_spec n table u Ht rs (incl_refl rs)), mem_empty. split.
  - intros [H0|[r [l [H1 [H2 H3]]]]]; [discriminate|]. exists l. split; auto.
    apply Hg, in_options. eauto.
  - intros [l [H1 H2]]. apply Hg, in_options in H1. destruct H1 as [r [H1 H3]]. eauto 8.
Qed.
End Rules.

Theorem step_by_rules_correct rs fuel : well_formed rs = true ->
  correct_step (options rs) (step_by_rules rs fuel).
Proof.
  intros wf n table v Ht H.
  apply (step_by_rules_spec rs wf (options rs) fuel n table); auto using options_decreasing.
  reflexivity.
Qed.

(** [nim_values rs count] is G(count-1), ..., G(0). *)
Definition nim_values (rs : rules) (count : N) : option (list N) :=
  let c := N.to_nat count in
  if well_formed rs then compute (step_by_rules rs c) c 0 [] else None.

Theorem nim_values_spec rs count table : nim_values rs count = Some table ->
  well_formed rs = true /\ table_of (options rs) count table.
Proof.
  unfold nim_values. cbn zeta. destruct (well_formed rs) eqn:wf; [|discriminate].
  intros H. split; [auto|].
  apply (compute_spec (options rs)) in H; auto using step_by_rules_correct, table_nil.
  replace (0 + N.of_nat (N.to_nat count)) with count in H by lia. auto.
Qed.

(** ** Comparing parts of a table *)

Fixpoint agree (count : nat) (a b : list N) : bool :=
  match count with
  | O => true
  | S count =>
      match a, b with
      | x :: a, y :: b => if x =? y then agree count a b else false
      | _, _ => false
      end
  end.

Lemma agree_spec count : forall a b, agree count a b = true ->
  forall i, (i < count)%nat -> nth i a 0 = nth i b 0 /\ (i < length a)%nat /\ (i < length b)%nat.
Proof.
  induction count as [|c IH]; intros a b; cbn [agree]; [lia|].
  destruct a as [|x a], b as [|y b]; try discriminate.
  destruct (N.eqb_spec x y) as [->|]; [|discriminate]. intros H [|i] Hi; cbn [nth length].
  - repeat split; lia.
  - destruct (IH a b H i); lia.
Qed.

Lemma agree_complete count : forall a b, (count <= length a)%nat -> (count <= length b)%nat ->
  (forall i, (i < count)%nat -> nth i a 0 = nth i b 0) -> agree count a b = true.
Proof.
  induction count as [|c IH]; intros [|x a] [|y b] Ha Hb H; cbn [agree length] in *; auto;
    try lia.
  rewrite (H 0%nat ltac:(lia) : x = y), N.eqb_refl. apply IH; try lia.
  intros i Hi. apply (H (S i)). lia.
Qed.

(** The values from [from] on repeat [p] later, as far as the table goes. *)
Definition repeats_in (n : N) (table : list N) (from p : N) : bool :=
  agree (N.to_nat (n - from - p)) table (skipn (N.to_nat p) table).

Lemma repeats_in_spec g n table from p : table_of g n table ->
  repeats_in n table from p = true <->
  forall x, from <= x -> x + p < n -> G g (x + p) = G g x.
Proof.
  intros [H1 H2]. unfold repeats_in. split.
  - intros H x Hx Hxp.
    destruct (agree_spec _ _ _ H (N.to_nat (n - 1 - x - p))) as [E _]; [lia|].
    rewrite nth_skipn, !H2 in E by lia.
    replace (x + p) with (n - 1 - N.of_nat (N.to_nat (n - 1 - x - p))) by lia.
    rewrite E. f_equal. lia.
  - intros H. apply agree_complete; rewrite ?skipn_length; try lia.
    intros i Hi. rewrite nth_skipn, !H2 by lia.
    replace (n - 1 - N.of_nat i) with (n - 1 - N.of_nat (N.to_nat p + i) + p) by lia.
    apply H; lia.
Qed.
