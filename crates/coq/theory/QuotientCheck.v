(** * Deciding misere quotients

    A certificate gives the multiplication table, the classes in P and the classes of the
    first heaps, which repeat from some heap on. Everything else is computed or checked here:
    the monoid, the conditions (0), (P), (N), (R), and that later heaps have options of the
    same classes. *)
From Coq Require Import NArith List Lia Bool Arith FMapPositive.
From Sprague Require Import Play Mex SpragueGrundy Rules Periodic LeastPeriod NumberSet PeriodCheck
  Misere.
Import ListNotations.
Open Scope N_scope.
Module T := PositiveMap.

(** ** Tables *)

Fixpoint numbered {A} (i : positive) (l : list A) (m : T.t A) : T.t A :=
  match l with [] => m | x :: l => numbered (Pos.succ i) l (T.add i x m) end.

(** A list as a function, 0 beyond its end. *)
Definition function_of (l : list N) : N -> N :=
  let m := numbered 1 l (T.empty N) in
  fun x => match T.find (N.succ_pos x) m with Some y => y | None => 0 end.

Definition product_of (table : list (list N)) : N -> N -> N :=
  let m := numbered 1 (map (fun row => numbered 1 row (T.empty N)) table) (T.empty (T.t N)) in
  fun x y =>
    match T.find (N.succ_pos x) m with
    | None => 0
    | Some row => match T.find (N.succ_pos y) row with Some z => z | None => 0 end
    end.

Definition member_of (l : list N) : N -> bool :=
  let s := fold_right add empty l in fun x => mem x s.

Section Check.
Variables (order : N) (mul : N -> N -> N) (in_P : N -> bool).

Definition classes : list N := interval 0 (N.to_nat order).
Definition every (f : N -> bool) : bool := forallb f classes.

Lemma every_spec f : every f = true -> forall x, x < order -> f x = true.
Proof.
  unfold every, classes. rewrite forallb_forall. intros H x Hx. apply H. apply in_below. auto.
Qed.

(** ** The monoid *)

Definition check_monoid : bool :=
  (0 <? order) &&
  every (fun x => (mul 0 x =? x) &&
    every (fun y => (mul x y <? order) && (mul x y =? mul y x) &&
      every (fun z => mul (mul x y) z =? mul x (mul y z)))).

Lemma check_monoid_sound : check_monoid = true -> commutative_monoid order mul.
Proof.
  unfold check_monoid. rewrite andb_true_iff, N.ltb_lt. intros [H0 H].
  assert (H' : forall x, x < order -> mul 0 x = x /\ forall y, y < order ->
    mul x y < order /\ mul x y = mul y x /\
    forall z, z < order -> mul (mul x y) z = mul x (mul y z)).
  { intros x Hx. pose proof (every_spec _ H x Hx) as H1. cbn beta in H1.
    rewrite andb_true_iff, N.eqb_eq in H1. destruct H1 as [E H1]. split; [auto|].
    intros y Hy. pose proof (every_spec _ H1 y Hy) as H2. cbn beta in H2.
    rewrite !andb_true_iff, N.ltb_lt, N.eqb_eq in H2. destruct H2 as [[L C] H2].
    repeat split; auto. intros z Hz. pose proof (every_spec _ H2 z Hz) as H3.
    apply N.eqb_eq in H3. auto. }
  constructor; auto; intros; destruct (H' x) as [A B]; auto.
  - apply B; auto.
  - apply B; auto.
  - apply (B y); auto.
Qed.

(** (R) *)
Definition check_reduced : bool :=
  every (fun x => every (fun y => (x =? y) ||
    existsb (fun z => xorb (in_P (mul x z)) (in_P (mul y z))) classes)).

Lemma check_reduced_sound : check_reduced = true ->
  forall x y, x < order -> y < order -> x <> y ->
  exists z, z < order /\ in_P (mul x z) <> in_P (mul y z).
Proof.
  intros H x y Hx Hy Hne. pose proof (every_spec _ (every_spec _ H x Hx) y Hy) as H1.
  cbn beta in H1. rewrite orb_true_iff, N.eqb_eq, existsb_exists in H1.
  destruct H1 as [H1|[z [Hz H1]]]; [contradiction|]. exists z.
  apply in_interval in Hz. split; [lia|].
  intros E. rewrite E, xorb_nilpotent in H1. discriminate.
Qed.

(** ** Heaps *)

Variable phi : N -> N.
Notation class := (class_of mul phi).
Variable g : game.
Variables pairs closure : list (N * list N).

(** The classes of the options of a heap, each once. *)
Definition option_classes (ls : list (list N)) : list N :=
  let s := fold_left (fun s l => add (class l) s) ls empty in
  filter (fun c => mem c s) classes.

Lemma in_option_classes ls c : c < order ->
  In c (option_classes ls) <-> exists l, In l ls /\ class l = c.
Proof.
  intros Hc. unfold option_classes. rewrite filter_In.
  assert (H : forall ls s, mem c (fold_left (fun s l => add (class l) s) ls s) = true <->
            mem c s = true \/ exists l, In l ls /\ class l = c).
  { clear. induction ls as [|l ls IH]; intros s; cbn [fold_left].
    - split; auto. intros [H|[l [[] _]]]; auto.
    - rewrite IH, mem_add, orb_true_iff, N.eqb_eq. cbn [In]. split.
      + intros [[->|H]|[l' [H1 H2]]]; eauto.
      + intros [H|[l' [[->|H1] H2]]]; eauto. }
  rewrite H, mem_empty. split.
  - intros [_ [H'|H']]; [discriminate|auto].
  - intros H'. split; [apply in_below; auto|auto].
Qed.

Definition check_heap (n : N) : bool :=
  let cs := option_classes (g n) in
  let to_P z := existsb (fun c => in_P (mul c z)) cs in
  match g n with
  | [] => phi n =? 0
  | _ => existsb (fun yV => (fst yV =? phi n) && forallb to_P (snd yV)) pairs
  end &&
  every (fun z => negb (in_P (mul (phi n) z) && to_P z)).

Lemma to_P_spec n z : (forall l, In l (g n) -> class l < order) ->
  existsb (fun c => in_P (mul c z)) (option_classes (g n)) = true <->
  exists o, In o (g n) /\ in_P (mul (class o) z) = true.
Proof.
  intros Hlt. rewrite existsb_exists. split.
  - intros [c [Hc HP]]. pose proof Hc as Hc'. unfold option_classes in Hc'.
    apply filter_In in Hc'. destruct Hc' as [Hi _]. apply in_interval in Hi.
    apply in_option_classes in Hc; [|lia]. destruct Hc as [o [Ho <-]]. eauto.
  - intros [o [Ho HP]]. exists (class o). split; [|auto].
    apply in_option_classes; [auto|]. eauto.
Qed.

Lemma check_heap_sound n : (forall p, class p < order) -> check_heap n = true ->
  heap_fits g order mul phi in_P pairs n.
Proof.
  intros Hlt. unfold check_heap. rewrite andb_true_iff. intros [H1 H2]. constructor.
  - intros E. rewrite E in H1. apply N.eqb_eq. auto.
  - intros o z Ho Hz HP. pose proof (every_spec _ H2 z Hz) as H. cbn beta in H.
    rewrite negb_true_iff, andb_false_iff in H. destruct H as [H|H]; [auto|].
    rewrite <- not_true_iff_false in H. elim H. apply to_P_spec; eauto.
  - intros Hne. destruct (g n) as [|o os] eqn:E; [congruence|]. rewrite <- E in *.
    apply existsb_exists in H1. destruct H1 as [[y V] [Hin H1]]. cbn [fst snd] in H1.
    rewrite andb_true_iff, N.eqb_eq, forallb_forall in H1. destruct H1 as [-> H1].
    exists V. split; [auto|]. intros z Hz. apply to_P_spec; auto.
Qed.

(** ** The closure: (N) *)

Definition check_small (l : list (N * list N)) : bool :=
  forallb (fun xW => forallb (fun z => z <? order) (snd xW)) l.

(** With tries, so that looking something up is fast. *)
Definition with_sets (l : list (N * list N)) : list (N * (N -> bool)) :=
  map (fun xW => (fst xW, member_of (snd xW))) l.

Definition by_class (l : list (N * list N)) : N -> list (list N) :=
  let m := fold_right (fun (xW : N * list N) m =>
      let k := N.succ_pos (fst xW) in
      T.add k (snd xW :: match T.find k m with Some l => l | None => [] end) m)
    (T.empty (list (list N))) l in
  fun x => match T.find (N.succ_pos x) m with Some l => l | None => [] end.

Lemma by_class_in l x W : In W (by_class l x) -> In (x, W) l.
Proof.
  unfold by_class. set (step := fun (xW : N * list N) m => _).
  induction l as [|[y V] l IH]; cbn [fold_right].
  - rewrite T.gempty. intros [].
  - unfold step at 1. cbn [fst snd]. destruct (N.eq_dec x y) as [->|Hne].
    + rewrite T.gss. cbn [In].
      destruct (T.find (N.succ_pos y) (fold_right step (T.empty (list (list N))) l));
        intros [->|H]; auto.
    + rewrite T.gso; [intros H; right; auto|]. intros E. apply Hne.
      apply (f_equal N.pos) in E. rewrite !N.succ_pos_spec in E. lia.
Qed.

Lemma member_of_spec l x : member_of l x = true <-> In x l.
Proof.
  unfold member_of. induction l as [|y l IH]; cbn [fold_right In].
  - rewrite mem_empty. split; [discriminate|intros []].
  - rewrite mem_add, orb_true_iff, N.eqb_eq, IH. intuition.
Qed.

Definition check_closure : bool :=
  let find := by_class closure in
  let entries := with_sets closure in
  let heaps := with_sets pairs in
  forallb (fun yV => existsb (forallb (snd yV)) (find (fst yV))) heaps &&
  forallb (fun xW => (snd xW 0 || in_P (fst xW)) &&
    forallb (fun yV =>
      existsb (forallb (fun z => snd xW (mul z (fst yV)) || snd yV (mul z (fst xW))))
        (find (mul (fst xW) (fst yV)))) heaps) entries.

Lemma in_with_sets l x W : In (x, W) l -> In (x, member_of W) (with_sets l).
Proof. intros H. unfold with_sets. apply in_map_iff. exists (x, W). auto. Qed.

Lemma check_closure_sound : check_closure = true ->
  (forall y V, In (y, V) pairs -> exists W, In (y, W) closure /\ incl W V) /\
  (forall x W y V, In (x, W) closure -> In (y, V) pairs ->
     exists W', In (mul x y, W') closure /\
       forall z, In z W' -> In (mul z y) W \/ In (mul z x) V) /\
  (forall x W, In (x, W) closure -> In 0 W \/ in_P x = true).
Proof.
  unfold check_closure. cbn zeta. rewrite andb_true_iff, !forallb_forall. intros [H1 H2].
  split; [|split].
  - intros y V Hy. specialize (H1 _ (in_with_sets _ _ _ Hy)). cbn [fst snd] in H1.
    apply existsb_exists in H1. destruct H1 as [W [HW H1]]. rewrite forallb_forall in H1.
    exists W. split; [apply by_class_in; auto|]. intros z Hz. apply member_of_spec. auto.
  - intros x W y V Hx Hy. specialize (H2 _ (in_with_sets _ _ _ Hx)). cbn [fst snd] in H2.
    rewrite andb_true_iff, forallb_forall in H2. destruct H2 as [_ H2].
    specialize (H2 _ (in_with_sets _ _ _ Hy)). cbn [fst snd] in H2.
    apply existsb_exists in H2. destruct H2 as [W' [HW H2]]. rewrite forallb_forall in H2.
    exists W'. split; [apply by_class_in; auto|]. intros z Hz. specialize (H2 z Hz).
    rewrite orb_true_iff, !member_of_spec in H2. auto.
  - intros x W Hx. specialize (H2 _ (in_with_sets _ _ _ Hx)). cbn [fst snd] in H2.
    rewrite andb_true_iff, orb_true_iff, member_of_spec in H2. tauto.
Qed.

(** ** Generation: a position of each class *)
Definition check_words (words : list position) : bool :=
  (length words =? N.to_nat order)%nat &&
  every (fun x => class (nth (N.to_nat x) words []) =? x).

(** ** All heaps at once, given that they fit *)
Definition check_quotient_rest (words : list position) : bool :=
  negb (in_P 0) && check_small pairs && check_small closure && check_closure &&
  check_reduced && check_words words.

Lemma check_small_spec l : check_small l = true ->
  forall x W z, In (x, W) l -> In z W -> z < order.
Proof.
  unfold check_small. rewrite forallb_forall. intros H x W z Hx Hz. specialize (H _ Hx).
  rewrite forallb_forall in H. apply N.ltb_lt. apply H. auto.
Qed.

Theorem quotient_sound words : decreasing g -> commutative_monoid order mul ->
  (forall n, phi n < order) -> (forall n, heap_fits g order mul phi in_P pairs n) ->
  check_quotient_rest words = true -> misere_quotient g order in_P class.
Proof.
  intros dec Hm Hphi Hfit. unfold check_quotient_rest. rewrite !andb_true_iff, negb_true_iff.
  intros [[[[[H0 Hs1] Hs2] Hc] Hr] Hw].
  apply check_closure_sound in Hc. destruct Hc as [C1 [C2 C3]].
  pose proof (check_small_spec _ Hs1) as S1. pose proof (check_small_spec _ Hs2) as S2.
  assert (Hgen : forall x, x < order -> exists p, class p = x).
  { intros x Hx. unfold check_words in Hw. rewrite andb_true_iff in Hw. destruct Hw as [_ Hw].
    pose proof (every_spec _ Hw x Hx) as E. apply N.eqb_eq in E. eauto. }
  split; [|split].
  - intros p. apply (misere_by_class g dec order mul Hm phi Hphi in_P pairs closure); auto.
  - intros p q. apply (same_class_iff g dec order mul Hm phi Hphi in_P pairs closure); auto.
    apply check_reduced_sound. auto.
  - intros x. split; [apply Hgen|]. intros [p <-]. apply class_lt; auto.
Qed.
End Check.

(** ** Heaps that repeat *)

(** The class of a heap: the list, from [l] on with period [p]. *)
Definition repeating (values : list N) (l p : N) : N -> N :=
  let f := function_of values in fun n => f (reduce l p n).

Lemma repeating_period values l p n : 0 < p -> l <= n ->
  repeating values l p (n + p) = repeating values l p n.
Proof.
  intros Hp Hn. unfold repeating, reduce.
  destruct (N.ltb_spec (n + p) l), (N.ltb_spec n l); try lia.
  f_equal. f_equal. replace (n + p - l) with (n - l + 1 * p) by lia. apply N.mod_add. lia.
Qed.

Record quotient_evidence := Quotient {
  table : list (list N);                  (* the multiplication table *)
  lost_classes : list N;                  (* the classes in P *)
  heap_classes : list N;                  (* the classes of the heaps below preperiod + period *)
  heap_pairs : list (N * list N);         (* for (N) *)
  pair_closure : list (N * list N);
  class_words : list position }.          (* a position of each class *)

Definition order_of (e : quotient_evidence) : N := N.of_nat (length (table e)).
Definition in_P_of (e : quotient_evidence) : N -> bool := member_of (lost_classes e).
Definition class_by (e : quotient_evidence) (l p : N) : position -> N :=
  class_of (product_of (table e)) (repeating (heap_classes e) l p).

Definition no_conditions (rs : rules) : bool :=
  forallb (fun r => match cond r with Any => true | _ => false end) rs.

Definition check_quotient (rs : rules) (l p : N) (e : quotient_evidence) : bool :=
  let mul := product_of (table e) in
  let phi := repeating (heap_classes e) l p in
  let in_P := in_P_of e in
  let order := order_of e in
  let a := N.max 1 l in
  well_formed rs && no_conditions rs && (0 <? p) &&
  (N.of_nat (length (heap_classes e)) =? l + p) &&
  forallb (fun c => c <? order) (heap_classes e) &&
  check_monoid order mul &&
  match window_end rs a p with
  | None => false
  | Some b =>
      forallb (fun n => check_heap order mul in_P phi (options rs) (heap_pairs e) n)
        (interval 0 (N.to_nat (b + p)))
  end &&
  check_quotient_rest order mul in_P phi (heap_pairs e) (pair_closure e) (class_words e) &&
  least_by_values l p 0 (map phi (interval 0 (N.to_nat (l + p + p)))).

Lemma find_numbered {A} (P : A -> Prop) (l : list A) : forall i m,
  (forall x, In x l -> P x) -> (forall k x, T.find k m = Some x -> P x) ->
  forall k x, T.find k (numbered i l m) = Some x -> P x.
Proof.
  induction l as [|y l IH]; intros i m Hl Hm; cbn [numbered]; auto.
  apply IH; [intros x Hx; apply Hl; right; auto|].
  intros k x. destruct (Pos.eq_dec k i) as [->|Hne].
  - rewrite T.gss. intros E. injection E as <-. apply Hl. left. auto.
  - rewrite T.gso by auto. apply Hm.
Qed.

Lemma function_of_lt l order x : 0 < order -> (forall y, In y l -> y < order) ->
  function_of l x < order.
Proof.
  intros H0 Hl. unfold function_of.
  destruct (T.find (N.succ_pos x) (numbered 1 l (T.empty N))) as [y|] eqn:E; [|auto].
  apply (find_numbered (fun y => y < order) l) in E; auto.
  intros k z. rewrite T.gempty. discriminate.
Qed.

(** The options of n and of n + p have the same classes. *)
Lemma class_grown mul phi a p n l l' : (forall x, a <= x -> phi (x + p) = phi x) ->
  grown a p n l l' -> class_of mul phi l' = class_of mul phi l.
Proof.
  intros Hphi [u [x [v [-> [-> Hx]]]]]. induction u as [|y u IH]; cbn [app class_of fold_right].
  - rewrite Hphi by lia. auto.
  - fold (class_of mul phi (u ++ (x + p) :: v)) (class_of mul phi (u ++ x :: v)).
    rewrite IH. auto.
Qed.

Lemma bound_any_spec rs a p b r n : well_formed rs = true -> no_conditions rs = true -> 0 < a ->
  window_end rs a p = Some b -> In r rs -> b <= n ->
  (forall l, legal r n l -> exists l', legal r (n + p) l' /\ grown a p n l l') /\
  (forall l', legal r (n + p) l' -> exists l, legal r n l /\ grown a p n l l').
Proof.
  intros wf Hany Ha Hb Hr Hn. destruct (window_end_spec rs a p b Hb r Hr) as [b' [H1 H2]].
  unfold no_conditions in Hany. rewrite forallb_forall in Hany. specialize (Hany r Hr).
  unfold well_formed in wf. rewrite forallb_forall in wf.
  assert (Hc : cond r = Any) by (destruct (cond r); try discriminate; auto).
  unfold bound in H1. rewrite Hc in H1.
  assert (E : N.max (smallest r) (bound_any (Nat.max 1 (heaps r)) (takes r) a p) = b').
  { apply some_eq. destruct (heaps r <=? 1)%nat; exact H1. }
  apply grown_options; auto; lia.
Qed.

Theorem check_quotient_sound rs l p e : check_quotient rs l p e = true ->
  misere_quotient (options rs) (order_of e) (in_P_of e) (class_by e l p) /\
  least_regular (repeating (heap_classes e) l p) l p 0.
Proof.
  unfold check_quotient. cbn zeta.
  set (mul := product_of (table e)). set (phi := repeating (heap_classes e) l p).
  set (in_P := in_P_of e). set (order := order_of e). set (a := N.max 1 l).
  rewrite !andb_true_iff, N.ltb_lt, N.eqb_eq.
  intros [[[[[[[[wf Hany] Hp] Hlen] Hcl] Hm] Hheaps] Hrest] Hleast].
  apply check_monoid_sound in Hm. rewrite forallb_forall in Hcl.
  assert (Hphi : forall n, phi n < order).
  { intros n. apply function_of_lt; [apply (has_identity _ _ Hm)|].
    intros y Hy. apply N.ltb_lt. auto. }
  assert (Hper : forall n, l <= n -> phi (n + p) = phi n)
    by (intros n Hn; apply repeating_period; auto).
  pose proof (options_decreasing rs wf) as dec.
  destruct (window_end rs a p) as [b|] eqn:Hb; [|discriminate].
  rewrite forallb_forall in Hheaps.
  assert (Hsmall : forall n, n < b + p ->
    heap_fits (options rs) order mul phi in_P (heap_pairs e) n).
  { intros n Hn. apply check_heap_sound; [intros q; apply class_lt; auto|].
    apply Hheaps. apply in_below. auto. }
  assert (Hab : a <= b).
  { clear - Hb. revert b Hb. induction rs as [|r rs' IH]; intros b; cbn [window_end].
    - intros E. apply some_eq in E. lia.
    - destruct (bound r _ p) as [b1|]; [|discriminate].
      destruct (window_end rs' _ p) as [b2|]; [|discriminate].
      intros E. apply some_eq in E. specialize (IH b2 eq_refl). lia. }
  assert (Hfit : forall n, heap_fits (options rs) order mul phi in_P (heap_pairs e) n).
  { intros n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
    destruct (N.lt_ge_cases n (b + p)) as [|Hn]; [apply Hsmall; auto|].
    specialize (IH (n - p) ltac:(lia)). set (m := n - p) in *.
    assert (En : n = m + p) by lia.
    assert (Hphi_n : phi n = phi m) by (rewrite En; apply Hper; lia).
    assert (Hdown : forall o, In o (options rs n) -> exists o', In o' (options rs m) /\
              class_of mul phi o = class_of mul phi o').
    { intros o Ho. apply in_options in Ho. destruct Ho as [r [Hr Ho]]. rewrite En in Ho.
      destruct (bound_any_spec rs a p b r m wf Hany ltac:(lia) Hb Hr ltac:(lia)) as [_ H2].
      destruct (H2 o Ho) as [o' [Ho' Hg]]. exists o'. split; [apply in_options; eauto|].
      apply (class_grown mul phi a p m); auto. intros x Hx. apply Hper. lia. }
    assert (Hup : forall o, In o (options rs m) -> exists o', In o' (options rs n) /\
              class_of mul phi o' = class_of mul phi o).
    { intros o Ho. apply in_options in Ho. destruct Ho as [r [Hr Ho]].
      destruct (bound_any_spec rs a p b r m wf Hany ltac:(lia) Hb Hr ltac:(lia)) as [H1 _].
      destruct (H1 o Ho) as [o' [Ho' Hg]]. exists o'. rewrite En.
      split; [apply in_options; eauto|].
      apply (class_grown mul phi a p m); auto. intros x Hx. apply Hper. lia. }
    destruct IH as [I1 I2 I3]. constructor; rewrite ?Hphi_n.
    - intros E. apply I1. destruct (options rs m) as [|o os] eqn:Eo; [auto|].
      destruct (Hup o (or_introl eq_refl)) as [o' [Ho' _]]. rewrite E in Ho'. destruct Ho'.
    - intros o z Ho Hz HP. destruct (Hdown o Ho) as [o' [Ho' E]]. rewrite E in HP.
      apply (I2 o' z); auto.
    - intros Hne. destruct (options rs n) as [|o os] eqn:Eo; [congruence|]. rewrite <- Eo in *.
      assert (Ho : In o (options rs n)) by (rewrite Eo; left; auto).
      destruct (Hdown o Ho) as [o' [Ho' _]].
      destruct I3 as [V [HV Hz]]; [intros E; rewrite E in Ho'; destruct Ho'|].
      exists V. split; [auto|]. intros z Hin. destruct (Hz z Hin) as [o2 [Ho2 HP]].
      destruct (Hup o2 Ho2) as [o3 [Ho3 E3]]. exists o3. rewrite E3. auto. }
  split.
  - apply (quotient_sound order mul in_P phi (options rs) (heap_pairs e) (pair_closure e)
      (class_words e)); auto.
  - apply (least_by_values_sound _ l p 0 (map phi (interval 0 (N.to_nat (l + p + p))))); auto.
    + split; [auto|]. intros n Hn. rewrite N.add_0_r. auto.
    + intros i Hi. rewrite map_length, interval_length in Hi.
      rewrite (nth_indep _ 0 (phi 0)) by (rewrite map_length, interval_length; auto).
      rewrite map_nth. f_equal. rewrite interval_nth by auto. lia.
Qed.
