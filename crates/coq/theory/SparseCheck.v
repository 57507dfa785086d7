(** * Deciding periodicity claims with a sparse window

    [check_sparse] computes the values below [s0] by the definition and those after it by
    probes, and compares one window. The mask, the probes, [s0] and where the window begins
    come from outside and need not be trusted. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Play Mex NimValue Rules LeastPeriod NumberSet Values PeriodCheck Sparse.
Import ListNotations.
Open Scope N_scope.

(** ** Probing a table

    A look (gap, x): go on by [gap] in the table and add x xor the value found there. So all
    probes of a heap are made in one walk. *)
Definition look := (nat * N)%type.

Fixpoint drop (gap : nat) (l : list N) : list N :=
  match gap with O => l | S gap => match l with [] => [] | _ :: l => drop gap l end end.

Fixpoint probe (looks : list look) (l : list N) (s : set) : set :=
  match looks with
  | [] => s
  | (gap, x) :: looks =>
      let l := drop gap l in
      match l with [] => s | y :: _ => probe looks l (add (N.lxor x y) s) end
  end.

(** The same with places counted from the beginning of the table. *)
Fixpoint places (base : nat) (looks : list look) : list look :=
  match looks with
  | [] => []
  | (gap, x) :: looks => ((base + gap)%nat, x) :: places (base + gap) looks
  end.

Lemma drop_skipn gap : forall l, drop gap l = skipn gap l.
Proof. induction gap as [|gap IH]; intros [|x l]; cbn; auto. Qed.

Lemma skipn_skipn_add (l : list N) b : forall a, skipn a (skipn b l) = skipn (b + a) l.
Proof.
  revert l. induction b as [|b IH]; intros l a; auto.
  destruct l as [|y l]; cbn [Nat.add skipn]; [destruct a; auto|auto].
Qed.

Lemma skipn_cons (l : list N) : forall b, (b < length l)%nat ->
  exists rest, skipn b l = nth b l 0 :: rest.
Proof.
  induction l as [|y l IH]; intros [|b] Hb; cbn [length skipn nth] in *; try lia; [eauto|].
  apply IH. lia.
Qed.

Lemma probe_spec v looks table : forall base l s, l = skipn base table ->
  (forall i x, In (i, x) (places base looks) -> (i < length table)%nat) ->
  mem v (probe looks l s) = true <->
  mem v s = true \/ exists i x, In (i, x) (places base looks) /\ v = N.lxor x (nth i table 0).
Proof.
  induction looks as [|[gap x] looks IH]; intros base l s -> Hlen; cbn [probe places].
  - split; auto. intros [H|[i [x [[] _]]]]; auto.
  - rewrite drop_skipn, skipn_skipn_add.
    destruct (skipn_cons table (base + gap)) as [rest Hr]; [apply (Hlen _ x); left; auto|].
    rewrite Hr, (IH (base + gap)%nat (nth (base + gap) table 0 :: rest)); auto.
    + rewrite mem_add, orb_true_iff, N.eqb_eq. split.
      * intros [[->|H]|[i [x' [H1 H2]]]]; auto; right.
        -- exists (base + gap)%nat, x. split; [left; auto|auto].
        -- exists i, x'. split; [right; auto|auto].
      * intros [H|[i [x' [[H1|H1] H2]]]]; auto.
        -- inversion H1; subst. auto.
        -- right. eauto.
    + intros i x' Hi. apply (Hlen i x'). right. auto.
Qed.

(** What has to be looked at, by places. *)
Definition needed (rs : rules) (probes : list N) (value : N -> N) : list look :=
  flat_map (fun r =>
    match heaps r with
    | 1%nat => [(N.to_nat (takes r - 1), 0)]
    | 2%nat => map (fun d => (N.to_nat (takes r + d - 1), value d)) probes
    | _ => []
    end) rs.

(** Sorted and with gaps. That the result is in order is checked, so that nothing has to be
    proved about the order in which [insert] leaves it. *)
Fixpoint insert (q : look) (l : list look) : list look :=
  match l with
  | [] => [q]
  | r :: l' => if (fst q <=? fst r)%nat then q :: l else r :: insert q l'
  end.
Definition sorted (l : list look) : list look := fold_right insert [] l.

Lemma in_sorted q l : In q (sorted l) <-> In q l.
Proof.
  assert (H : forall x l, In q (insert x l) <-> x = q \/ In q l).
  { intros x m. induction m as [|r m IH]; cbn [insert In]; [tauto|].
    destruct (fst x <=? fst r)%nat; cbn [In]; [tauto|]. rewrite IH. tauto. }
  induction l as [|x l IH]; cbn [sorted fold_right In]; [tauto|].
  fold (sorted l). rewrite H, IH. tauto.
Qed.

Fixpoint gaps (base : nat) (l : list look) : list look :=
  match l with [] => [] | (i, x) :: l => ((i - base)%nat, x) :: gaps i l end.
Fixpoint ascending (base : nat) (l : list look) : bool :=
  match l with [] => true | (i, _) :: l => (base <=? i)%nat && ascending i l end.

Lemma places_gaps l : forall base, ascending base l = true -> places base (gaps base l) = l.
Proof.
  induction l as [|[i x] l IH]; intros base; cbn [ascending gaps places]; [auto|].
  rewrite andb_true_iff, Nat.leb_le. intros [Hi H].
  replace (base + (i - base))%nat with i by lia. rewrite IH by auto. auto.
Qed.

(** ** The checker *)

Section Run.
Variables (mask : N) (position offset : bool).
Notation common := (common_by mask position offset).

(** Where the value found by probes is not common, the heap is computed by the definition;
    [since] is the heap behind the last such one. *)
Fixpoint compute_by_probes (rs : rules) (fuel : nat) (looks : list look) (count : nat)
  (n since : N) (table : list N) : option (N * list N) :=
  match count with
  | O => Some (since, table)
  | S count =>
      match mex_of_set fuel (probe looks table empty) with
      | None => None
      | Some v =>
          if common n v
          then compute_by_probes rs fuel looks count (N.succ n) since (v :: table)
          else
            match step_by_rules rs fuel n table with
            | None => None
            | Some v =>
                if common n v
                then compute_by_probes rs fuel looks count (N.succ n) (N.succ n) (v :: table)
                else None
            end
      end
  end.

(** The rare heaps among n-1, ..., 1 are probes. *)
Fixpoint rares_in (probes : list N) (n : N) (table : list N) : bool :=
  match table with
  | [] => true
  | v :: table =>
      let m := N.pred n in
      (common m v || (m =? 0) || occurs m probes) && rares_in probes m table
  end.
End Run.

Definition probe_window (rs : rules) (probes : list N) : N :=
  fold_right N.max 0 probes + greatest_take rs.

Record sparse_evidence := Sparse {
  sparse_mask : N;        (* common values have an odd number of digits under it *)
  by_position : bool;     (* whether the parity of the heap counts too, ... *)
  dividing_odd : bool;    (* ... and then the parity of the dividing takes *)
  probe_heaps : list N;   (* all rare heaps and some more *)
  probe_from : N;         (* s0: from here on values are computed by probes *)
  window_from : N }.      (* where the repeated window begins *)

Definition check_sparse (rs : rules) (l p : N) (e : sparse_evidence) : bool :=
  let W := probe_window rs (probe_heaps e) in
  let a := window_from e in
  let common := common_by (sparse_mask e) (by_position e) (dividing_odd e) in
  let n := a + W + p in
  plain_octal rs && forallb (fun d => 0 <? d) (probe_heaps e) &&
  (W + 1 <? probe_from e) && (probe_from e <=? a + W) && (0 <? a) && (l <=? a) && (0 <? p) &&
  negb (by_position e && N.odd p) &&
  forallb (fun r => negb ((heaps r =? 2)%nat && by_position e) ||
                    eqb (N.odd (takes r)) (dividing_odd e)) rs &&
  match nim_values rs (probe_from e) with
  | None => false
  | Some table0 =>
      let need := needed rs (probe_heaps e) (look_up (probe_from e) table0) in
      let looks := sorted need in
      ascending 0 looks &&
      rares_in (sparse_mask e) (by_position e) (dividing_odd e) (probe_heaps e) (probe_from e) table0 &&
      match compute_by_probes (sparse_mask e) (by_position e) (dividing_odd e) rs
              (N.to_nat (probe_from e)) (gaps 0 looks)
              (N.to_nat (n - probe_from e)) (probe_from e) (probe_from e) table0 with
      | None => false
      | Some (since, table) =>
          (since <=? a + W) && repeats_in n table l p && least_in n table l p
      end
  end.

(** ** Soundness *)

Lemma rares_in_spec rs mask position offset probes : forall table n,
  table_of (options rs) n table ->
  rares_in mask position offset probes n table = true ->
  rares_are_probes rs (common_by mask position offset) probes n.
Proof.
  induction table as [|v table IH]; intros n [H1 H2]; cbn [rares_in].
  - intros _ x Hx. cbn in H1. lia.
  - rewrite andb_true_iff, !orb_true_iff. intros [H3 H4]. cbn [length] in *.
    assert (E : v = G (options rs) (N.pred n)).
    { specialize (H2 0%nat). cbn [nth] in H2. rewrite H2 by lia. f_equal. lia. }
    assert (Ht : table_of (options rs) (N.pred n) table).
    { split; [lia|]. intros i Hi. specialize (H2 (S i)). cbn [nth] in H2. rewrite H2 by lia.
      f_equal. lia. }
    intros x Hx Hr. destruct (N.eq_dec x (N.pred n)) as [->|Hne].
    + destruct H3 as [[H3|H3]|H3].
      * rewrite <- E in Hr. congruence.
      * apply N.eqb_eq in H3. lia.
      * apply occurs_spec in H3. auto.
    + apply (IH (N.pred n) Ht H4); auto. lia.
Qed.

Lemma le_max d l : In d l -> d <= fold_right N.max 0 l.
Proof. induction l as [|x l IH]; cbn; [easy|]. intros [->|H]; [lia|]. specialize (IH H). lia. Qed.

Section Sound.
Variable rs : rules.
Hypothesis plain : plain_octal rs = true.
Variables (mask : N) (position offset : bool) (probes : list N) (s0 : N).
Notation g := (options rs).
Notation t := (greatest_take rs).
Notation common := (common_by mask position offset).
Hypothesis probes_positive : forall d, In d probes -> 0 < d.
Hypothesis probes_small : forall d, In d probes -> d + t + 1 < s0.
Hypothesis takes_small : t + 1 < s0.
Hypothesis parities : forall r, In r rs -> heaps r = 2%nat -> position = true ->
  N.odd (takes r) = offset.
Variable looks : list look.
Hypothesis looks_ok : forall i x,
  In (i, x) (places 0 looks) <-> In (i, x) (needed rs probes (G g)).

Lemma common_pair r x y v w : In r rs -> heaps r = 2%nat ->
  common (x + y + takes r) (N.lxor v w) = xorb (common x v) (common y w).
Proof. intros Hr Hh. apply common_by_pair. eauto. Qed.

Lemma in_needed i x : In (i, x) (needed rs probes (G g)) <->
  (exists r, In r rs /\ heaps r = 1%nat /\ x = 0 /\ i = N.to_nat (takes r - 1)) \/
  (exists r d, In r rs /\ heaps r = 2%nat /\ In d probes /\ x = G g d /\
     i = N.to_nat (takes r + d - 1)).
Proof.
  unfold needed. rewrite in_flat_map. split.
  - intros [r [Hr H]]. destruct (heaps r) as [|[|[|h]]] eqn:Hh; try (destruct H; fail).
    + destruct H as [H|[]]. inversion H; subst. left. exists r. auto.
    + apply in_map_iff in H. destruct H as [d [E Hd]]. inversion E; subst.
      right. exists r, d. auto.
  - intros [[r [Hr [Hh [-> ->]]]]|[r [d [Hr [Hh [Hd [-> ->]]]]]]]; exists r; split; auto;
      rewrite Hh.
    + left. auto.
    + apply in_map_iff. eauto.
Qed.

Lemma probe_is_probed n table v : s0 <= n -> table_of g n table ->
  mem v (probe looks table empty) = true <-> probed rs probes n v.
Proof.
  intros Hn Ht. pose proof Ht as [H1 H2].
  rewrite (probe_spec v looks table 0 table empty eq_refl), mem_empty.
  2: { intros i x H. apply looks_ok, in_needed in H. rewrite H1.
       destruct H as [[r [Hr [Hh [_ ->]]]]|[r [d [Hr [_ [Hd [_ ->]]]]]]];
         pose proof (greatest_take_spec _ _ Hr).
       - pose proof (taking_takes rs plain r Hr Hh). lia.
       - specialize (probes_small d Hd). specialize (probes_positive d Hd). lia. }
  split.
  - intros [H|[i [x [H ->]]]]; [discriminate|]. apply looks_ok, in_needed in H.
    destruct H as [[r [Hr [Hh [-> ->]]]]|[r [d [Hr [Hh [Hd [-> ->]]]]]]];
      pose proof (greatest_take_spec _ _ Hr).
    + pose proof (taking_takes rs plain r Hr Hh). left. exists r. repeat split; auto; [lia|].
      rewrite N.lxor_0_l, H2 by lia. f_equal. lia.
    + specialize (probes_small d Hd). specialize (probes_positive d Hd).
      right. exists r, d. repeat split; auto; [lia|]. f_equal. rewrite H2 by lia. f_equal. lia.
  - intros [[r [Hr [Hh [Hlt ->]]]]|[r [d [Hr [Hh [Hd [Hlt ->]]]]]]]; right;
      pose proof (greatest_take_spec _ _ Hr).
    + pose proof (taking_takes rs plain r Hr Hh).
      exists (N.to_nat (takes r - 1)), 0. split.
      * apply looks_ok, in_needed. left. exists r. auto.
      * rewrite N.lxor_0_l, H2 by lia. f_equal. lia.
    + specialize (probes_positive d Hd).
      exists (N.to_nat (takes r + d - 1)), (G g d). split.
      * apply looks_ok, in_needed. right. exists r, d. auto.
      * f_equal. rewrite H2 by lia. f_equal. lia.
Qed.

Lemma compute_by_probes_spec fuel count : forall n since table since' result, s0 <= n ->
  table_of g n table -> rares_are_probes rs common probes n ->
  (forall m, since <= m < n -> by_probes rs common probes m) ->
  compute_by_probes mask position offset rs fuel looks count n since table = Some (since', result) ->
  table_of g (n + N.of_nat count) result /\
  rares_are_probes rs common probes (n + N.of_nat count) /\
  (forall m, since' <= m < n + N.of_nat count -> by_probes rs common probes m).
Proof.
  induction count as [|c IH]; intros n since table since' result Hn Ht Hr Hby;
    cbn [compute_by_probes].
  - intros H. inversion H; subst. replace (n + N.of_nat 0) with n by lia. auto.
  - assert (Hrare : forall v, v = G g n -> common n v = true ->
              rares_are_probes rs common probes (N.succ n)).
    { intros v -> Hc x Hx Hrx. destruct (N.eq_dec x n) as [->|]; [congruence|]. apply Hr; auto. lia. }
    destruct (mex_of_set fuel (probe looks table empty)) as [v|] eqn:Ev; [|discriminate].
    apply mex_of_set_spec in Ev. destruct Ev as [Em Eb].
    replace (n + N.of_nat (S c)) with (N.succ n + N.of_nat c) by lia.
    destruct (common n v) eqn:Ec.
    + assert (Hbelow : forall u, u < v -> probed rs probes n u).
      { intros u Hu. apply (probe_is_probed n table); auto. }
      assert (Hv : ~ probed rs probes n v).
      { intros Hin. apply (probe_is_probed n table) in Hin; auto. congruence. }
      assert (E : G g n = v).
      { apply (value_by_probes rs plain common) with (probes := probes); auto using common_pair.
        lia. }
      apply IH; eauto using table_cons; try lia.
      intros m Hm. destruct (N.eq_dec m n) as [->|]; [|apply Hby; lia].
      unfold by_probes. rewrite E. auto.
    + clear v Em Eb Ec. destruct (step_by_rules rs fuel n table) as [v|] eqn:Ev; [|discriminate].
      apply (step_by_rules_correct rs fuel (wf rs plain)) in Ev; [|auto].
      destruct (common n v) eqn:Ec; [|discriminate].
      apply IH; eauto using table_cons; lia.
Qed.
End Sound.

Theorem check_sparse_sound rs l p e : check_sparse rs l p e = true ->
  decreasing (options rs) /\ least_regular (G (options rs)) l p 0.
Proof.
  destruct e as [mask position offset probes s0 a].
  unfold check_sparse. cbn [sparse_mask by_position dividing_odd probe_heaps probe_from window_from].
  set (W := probe_window rs probes). cbn zeta.
  rewrite !andb_true_iff. intros [[[[[[[[[Hpl HD] HW] Hs0] Ha] Hla] Hp] Hodd] Heven] H].
  rewrite forallb_forall in HD. rewrite N.ltb_lt in HW, Ha, Hp. apply N.leb_le in Hs0, Hla.
  rewrite forallb_forall in Heven.
  destruct (nim_values rs s0) as [table0|] eqn:Ev; [|discriminate].
  set (looks := sorted _) in *. rewrite !andb_true_iff in H. destruct H as [[Hasc Hr] H].
  destruct (compute_by_probes _ _ _ _ _ _ _ _ _ _) as [[since table]|] eqn:Es; [|discriminate].
  apply nim_values_spec in Ev. destruct Ev as [wf Ht0].
  assert (D_pos : forall d, In d probes -> 0 < d).
  { intros d Hd. specialize (HD d Hd). apply N.ltb_lt in HD. auto. }
  assert (large : forall d, In d probes -> d + greatest_take rs <= W).
  { intros d Hd. pose proof (le_max d probes Hd). unfold W, probe_window. lia. }
  assert (large0 : greatest_take rs <= W) by (unfold W, probe_window; lia).
  assert (even : forall r, In r rs -> heaps r = 2%nat -> position = true ->
            N.odd (takes r) = offset).
  { intros r Hin Hh ->. specialize (Heven _ Hin). rewrite Hh in Heven. cbn in Heven.
    apply eqb_prop in Heven. auto. }
  assert (Hval : needed rs probes (look_up s0 table0) = needed rs probes (G (options rs))).
  { unfold needed. apply flat_map_ext. intros r. destruct (heaps r) as [|[|[|h]]]; auto.
    apply map_ext_in. intros d Hd. f_equal. apply look_up_spec; auto.
    specialize (large d Hd). lia. }
  unfold looks in *. rewrite Hval in *.
  apply (compute_by_probes_spec rs Hpl mask position offset probes s0) in Es; auto; try lia.
  2: { intros d Hd. specialize (large d Hd). lia. }
  2: { intros i x. rewrite places_gaps by auto. apply in_sorted. }
  2: { apply (rares_in_spec rs mask position offset probes table0 s0 Ht0 Hr). }
  destruct Es as [Ht [Hrare Hplain]].
  replace (s0 + N.of_nat (N.to_nat (a + W + p - s0))) with (a + W + p) in * by lia.
  rewrite !andb_true_iff, N.leb_le in H. destruct H as [[Hsince Hrep] Hleast].
  pose proof (proj1 (repeats_in_spec _ _ _ l p Ht) Hrep) as Hwin.
  split; [apply options_decreasing; auto|].
  apply (least_in_spec _ (a + W + p) table); auto; [lia|].
  split; [auto|]. intros n Hn. rewrite N.add_0_r.
  destruct (N.lt_ge_cases n a); [apply Hwin; lia|].
  apply (sparse_window rs Hpl (common_by mask position offset)) with
    (probes := probes) (W := W) (a := a); auto.
  - intros r x y v w Hr' Hh. apply common_by_pair. eauto.
  - intros m v. apply common_by_shift. intros ->. cbn in Hodd. destruct (N.odd p); auto.
  - intros m Hm. apply Hwin; lia.
  - intros m Hm. apply Hplain. lia.
  - intros x Hx. apply Hrare. lia.
Qed.
