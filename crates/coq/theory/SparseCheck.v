(** * Deciding periodicity claims with a sparse window

    [check_sparse] computes the values below [s0] by the definition and those after it by
    probes, and compares one window. The mask, the probes, [s0] and where the window begins
    come from outside and need not be trusted. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Play Mex NimValue Rules LeastPeriod NumberSet Values PeriodCheck Sparse
  Probing.
Import ListNotations.
Open Scope N_scope.

(** What has to be looked at. *)
Definition needed (rs : rules) (probes : list N) (value : N -> N) : list look :=
  flat_map (fun r =>
    match heaps r with
    | 1%nat => [(N.to_nat (takes r - 1), 0)]
    | 2%nat => map (fun d => (N.to_nat (takes r + d - 1), value d)) probes
    | _ => []
    end) rs.

(** ** The checker *)

Section Run.
Variables (mask : N) (position offset : bool).
Notation common := (common_by mask position offset).

(** Where the value found by probes is not common, the heap is computed by the definition;
    [since] is the heap behind the last such one. [cursors] are made anew for [block] heaps
    where there is no more room. (What does not change is outside the recursion: compiled
    programs keep only so many arguments off the stack.) *)
Definition compute_by_probes (rs : rules) (fuel block most : nat) (near far : list look) :=
  fix go (count : nat) (n since : N) (room : nat) (cursors : list cursor) (table : list N)
    : option (N * list N) :=
  match count with
  | O => Some (since, table)
  | S count =>
      let (room, cursors) :=
        match room with O => (block, start most far table) | S _ => (room, cursors) end in
      match advance cursors (probe near table empty) with
      | None => None
      | Some (values, cursors) =>
          match mex_of_set fuel values with
          | None => None
          | Some v =>
              if common n v then go count (N.succ n) since (pred room) cursors (v :: table)
              else
                match step_by_rules rs fuel n table with
                | None => None
                | Some v =>
                    if common n v
                    then go count (N.succ n) (N.succ n) (pred room) cursors (v :: table)
                    else None
                end
          end
      end
  end.

Lemma compute_by_probes_S rs fuel block most near far count n since room cursors table :
  compute_by_probes rs fuel block most near far (S count) n since room cursors table =
  let (room, cursors) :=
    match room with O => (block, start most far table) | S _ => (room, cursors) end in
  match advance cursors (probe near table empty) with
  | None => None
  | Some (values, cursors) =>
      match mex_of_set fuel values with
      | None => None
      | Some v =>
          if common n v then compute_by_probes rs fuel block most near far count (N.succ n) since (pred room) cursors (v :: table)
          else
            match step_by_rules rs fuel n table with
            | None => None
            | Some v =>
                if common n v
                then compute_by_probes rs fuel block most near far count (N.succ n) (N.succ n) (pred room) cursors (v :: table)
                else None
            end
      end
  end.
Proof. reflexivity. Qed.

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

(** Places from here on are far. *)
Definition far_from : N := 2000.

Definition check_sparse (rs : rules) (l p : N) (e : sparse_evidence) : bool :=
  let W := probe_window rs (probe_heaps e) in
  let a := window_from e in
  let common := common_by (sparse_mask e) (by_position e) (dividing_odd e) in
  let n := a + W + p in
  let block := N.to_nat far_from in
  plain_octal rs && forallb (fun d => 0 <? d) (probe_heaps e) &&
  (W + 1 <? probe_from e) && (probe_from e <=? a + W) && (0 <? a) && (l <=? a) && (0 <? p) &&
  negb (by_position e && N.odd p) &&
  forallb (fun r => negb ((heaps r =? 2)%nat && by_position e) ||
                    eqb (N.odd (takes r)) (dividing_odd e)) rs &&
  match nim_values rs (probe_from e) with
  | None => false
  | Some table0 =>
      let need := needed rs (probe_heaps e) (look_up (probe_from e) table0) in
      let is_far := fun q : look => (block <=? fst q)%nat in
      let near := sorted (filter (fun q => negb (is_far q)) need) in
      ascending 0 near &&
      rares_in (sparse_mask e) (by_position e) (dividing_odd e) (probe_heaps e) (probe_from e) table0 &&
      match compute_by_probes (sparse_mask e) (by_position e) (dividing_odd e) rs
              (N.to_nat (probe_from e)) block (N.to_nat W) (gaps 0 near) (filter is_far need)
              (N.to_nat (n - probe_from e)) (probe_from e) (probe_from e) 0 [] table0 with
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
Variables (block most : nat) (near far : list look).
Hypothesis block_positive : (0 < block)%nat.
Hypothesis most_small : (most < N.to_nat s0)%nat.
Hypothesis far_places : forall q, In q far -> (block <= fst q <= most)%nat.
Hypothesis looks_ok : forall i x,
  In (i, x) (places 0 near) \/ In (i, x) far <-> In (i, x) (needed rs probes (G g)).

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

Lemma probe_is_probed n table v room cursors values cursors' : s0 <= n -> table_of g n table ->
  Forall2 (follows room table) far cursors ->
  advance cursors (probe near table empty) = Some (values, cursors') ->
  mem v values = true <-> probed rs probes n v.
Proof.
  intros Hn Ht HF Hadv. pose proof Ht as [H1 H2].
  destruct (advance_spec v room table far cursors _ _ _ HF Hadv) as [-> _].
  rewrite (probe_spec v near table 0 table empty eq_refl), mem_empty.
  2: { intros i x H. assert (H' : In (i, x) (needed rs probes (G g))) by (apply looks_ok; auto).
       clear H. rename H' into H. apply in_needed in H. rewrite H1.
       destruct H as [[r [Hr [Hh [_ ->]]]]|[r [d [Hr [_ [Hd [_ ->]]]]]]];
         pose proof (greatest_take_spec _ _ Hr).
       - pose proof (taking_takes rs plain r Hr Hh). lia.
       - specialize (probes_small d Hd). specialize (probes_positive d Hd). lia. }
  assert (Hboth : (false = true \/ (exists i x, In (i, x) (places 0 near) /\ v = N.lxor x (nth i table 0))) \/
            (exists i x, In (i, x) far /\ v = N.lxor x (nth i table 0)) <->
            exists i x, In (i, x) (needed rs probes (G g)) /\ v = N.lxor x (nth i table 0)).
  { split.
    - intros [[H|[i [x [H E]]]]|[i [x [H E]]]]; [discriminate| |]; exists i, x; split; auto;
        apply looks_ok; auto.
    - intros [i [x [H E]]]. apply looks_ok in H. destruct H as [H|H]; [left; right|right]; eauto. }
  rewrite Hboth. clear Hboth. split.
  - intros [i [x [H ->]]]. apply in_needed in H.
    destruct H as [[r [Hr [Hh [-> ->]]]]|[r [d [Hr [Hh [Hd [-> ->]]]]]]];
      pose proof (greatest_take_spec _ _ Hr).
    + pose proof (taking_takes rs plain r Hr Hh). left. exists r. repeat split; auto; [lia|].
      rewrite N.lxor_0_l, H2 by lia. f_equal. lia.
    + specialize (probes_small d Hd). specialize (probes_positive d Hd).
      right. exists r, d. repeat split; auto; [lia|]. f_equal. rewrite H2 by lia. f_equal. lia.
  - intros [[r [Hr [Hh [Hlt ->]]]]|[r [d [Hr [Hh [Hd [Hlt ->]]]]]]];
      pose proof (greatest_take_spec _ _ Hr).
    + pose proof (taking_takes rs plain r Hr Hh).
      exists (N.to_nat (takes r - 1)), 0. split.
      * apply in_needed. left. exists r. auto.
      * rewrite N.lxor_0_l, H2 by lia. f_equal. lia.
    + specialize (probes_positive d Hd).
      exists (N.to_nat (takes r + d - 1)), (G g d). split.
      * apply in_needed. right. exists r, d. auto.
      * f_equal. rewrite H2 by lia. f_equal. lia.
Qed.

Lemma compute_by_probes_spec fuel count : forall n since room cursors table since' result,
  s0 <= n -> table_of g n table -> rares_are_probes rs common probes n ->
  (forall m, since <= m < n -> by_probes rs common probes m) ->
  room = 0%nat \/ Forall2 (follows room table) far cursors ->
  compute_by_probes mask position offset rs fuel block most near far count n since room cursors table
    = Some (since', result) ->
  table_of g (n + N.of_nat count) result /\
  rares_are_probes rs common probes (n + N.of_nat count) /\
  (forall m, since' <= m < n + N.of_nat count -> by_probes rs common probes m).
Proof.
  induction count as [|c IH]; intros n since room cursors table since' result Hn Ht Hr Hby HF;
    [cbn [compute_by_probes]|rewrite compute_by_probes_S].
  - intros H. inversion H; subst. replace (n + N.of_nat 0) with n by lia. auto.
  - assert (Hrare : forall v, v = G g n -> common n v = true ->
              rares_are_probes rs common probes (N.succ n)).
    { intros v -> Hc x Hx Hrx. destruct (N.eq_dec x n) as [->|]; [congruence|]. apply Hr; auto. lia. }
    assert (Hnow : exists room' cursors',
      match room with O => (block, start most far table) | S _ => (room, cursors) end
        = (room', cursors') /\ (0 < room')%nat /\ Forall2 (follows room' table) far cursors').
    { destruct room as [|room].
      - exists block, (start most far table). split; [auto|split; [auto|]].
        apply start_follows; auto. rewrite (proj1 Ht). lia.
      - exists (S room), cursors. split; [auto|split; [lia|]]. destruct HF as [HF|HF]; [lia|auto]. }
    destruct Hnow as [room' [cursors' [-> [Hroom HF']]]].
    destruct (advance cursors' (probe near table empty)) as [[values later]|] eqn:Ea; [|discriminate].
    assert (Hprobed : forall v, mem v values = true <-> probed rs probes n v)
      by (intros v; apply (probe_is_probed n table v room' cursors' values later); auto).
    assert (Hlater : forall w, pred room' = 0%nat \/ Forall2 (follows (pred room') (w :: table)) far later)
      by (intros w; right; apply (advance_spec 0 room' table far cursors' _ _ _ HF' Ea); auto).
    destruct (mex_of_set fuel values) as [v|] eqn:Ev; [|discriminate].
    apply mex_of_set_spec in Ev. destruct Ev as [Em Eb].
    replace (n + N.of_nat (S c)) with (N.succ n + N.of_nat c) by lia.
    destruct (common n v) eqn:Ec.
    + assert (Hbelow : forall u, u < v -> probed rs probes n u) by (intros u Hu; apply Hprobed; auto).
      assert (Hv : ~ probed rs probes n v) by (intros Hin; apply Hprobed in Hin; congruence).
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
  set (need := needed _ _ _) in *. set (block := N.to_nat far_from) in *. rewrite !andb_true_iff in H. destruct H as [[Hasc Hr] H].
  destruct (compute_by_probes _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) as [[since table]|] eqn:Es; [|discriminate].
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
  unfold need in *. rewrite Hval in *. clear need. set (need := needed _ _ _) in *.
  apply (compute_by_probes_spec rs Hpl mask position offset probes s0) in Es; auto; try lia.
  2: { intros d Hd. specialize (large d Hd). lia. }
  2: { unfold block, far_from. lia. }
  2: { intros [i x] Hq. apply filter_In in Hq. destruct Hq as [Hq Hfar]. apply Nat.leb_le in Hfar.
       split; [auto|]. cbn [fst] in *. unfold need in Hq. apply in_needed in Hq.
       destruct Hq as [[r [Hin [_ [_ ->]]]]|[r [d [Hin [_ [Hd [_ ->]]]]]]];
         pose proof (greatest_take_spec _ _ Hin); [lia|]. specialize (large d Hd). lia. }
  2: { intros i x. rewrite places_gaps by auto. rewrite in_sorted, !filter_In, negb_true_iff.
       destruct (block <=? fst (i, x))%nat; intuition discriminate. }
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
