(** * Sequences that are read digit by digit in base b

    An automatic sequence: the digits of n in base b, lowest first, lead from state to state,
    and the last state says the value. For Mark(t) and UpMark(t) in base t it is decided whether
    that is the nim-sequence: every option of n = b m + d is a heap near n or near m, so that
    reading the heap and all its options at once is a finite walk. *)
From Coq Require Import NArith List Lia Bool FMapPositive.
From Sprague Require Import Play Mex NimValue Bits Automaton Walk AllBut Mark.
Import ListNotations.
Open Scope N_scope.

(** ** Reading *)

(** [State y [s0; s1; ...]]: the value is y if n ends here; the digit d leads to the state sd. *)
Record state := State { output : N; after : list positive }.
Definition digit_automaton := M.t state.

Section Reading.
Variable b : N.
Hypothesis Hb : 2 <= b.
Variable A : digit_automaton.

Definition ends_with (s : positive) : N :=
  match M.find s A with Some r => output r | None => 0 end.
Definition follow (s : positive) (d : N) : positive :=
  match M.find s A with Some r => nth (N.to_nat d) (after r) s | None => s end.

Fixpoint read_in (len : nat) (s : positive) (n : N) : N :=
  match len with
  | O => ends_with s
  | S len => read_in len (follow s (n mod b)) (n / b)
  end.

(** What is read from the state s: as many digits as n has in base 2, which is enough. *)
Definition read (s : positive) (n : N) : N := read_in (N.size_nat n) s n.

(** The sequence: reading begins in the first state. *)
Definition by_digits (n : N) : N := read 1 n.

(** Leading zeros must not matter. *)
Definition zeros_ok : bool :=
  forallb (fun sr => ends_with (follow (fst sr) 0) =? ends_with (fst sr)) (M.elements A).
Hypothesis Hz : zeros_ok = true.

Lemma follow_0 s : ends_with (follow s 0) = ends_with s.
Proof.
  destruct (M.find s A) as [r|] eqn:E.
  - unfold zeros_ok in Hz. rewrite forallb_forall in Hz. apply M.elements_correct in E.
    apply N.eqb_eq. apply (Hz _ E).
  - unfold follow. rewrite E. auto.
Qed.

Lemma read_in_0 len : forall s, read_in len s 0 = ends_with s.
Proof.
  induction len as [|len IH]; intros s; cbn [read_in]; [auto|].
  rewrite N.mod_0_l, N.div_0_l by lia. rewrite IH. apply follow_0.
Qed.

Lemma fits_div len n : fits (S len) n -> fits len (n / b).
Proof.
  unfold fits. rewrite Nat2N.inj_succ, N.pow_succ_r'. intros H.
  apply N.div_lt_upper_bound; [lia|]. nia.
Qed.

Lemma read_in_enough len : forall len' s n, fits len n -> fits len' n ->
  read_in len s n = read_in len' s n.
Proof.
  induction len as [|len IH]; intros len' s n H H'.
  - rewrite (fits_0 n H), !read_in_0. auto.
  - destruct len' as [|len'].
    + rewrite (fits_0 n H'), !read_in_0. auto.
    + cbn [read_in]. apply IH; apply fits_div; auto.
Qed.

Lemma read_0 s : read s 0 = ends_with s.
Proof. reflexivity. Qed.

Lemma read_step s n : read s n = read (follow s (n mod b)) (n / b).
Proof.
  unfold read. transitivity (read_in (S (N.size_nat n)) s n).
  - apply read_in_enough; [apply fits_size|]. apply (fits_mono (N.size_nat n)); [lia|].
    apply fits_size.
  - cbn [read_in]. apply read_in_enough; [|apply fits_size].
    apply fits_div. apply (fits_mono (N.size_nat n)); [lia|]. apply fits_size.
Qed.

Lemma last_digit m d : d < b -> (b * m + d) mod b = d /\ (b * m + d) / b = m.
Proof.
  intros H. split; symmetry;
    [apply (N.mod_unique _ _ m)|apply (N.div_unique _ _ _ d)]; auto.
Qed.

Lemma read_cons s m d : d < b -> read s (b * m + d) = read (follow s d) m.
Proof. intros H. rewrite read_step. destruct (last_digit m d H) as [-> ->]. auto. Qed.

(** ** Heaps near m

    What is still to be read of one heap: the state, and whether the rest of its digits are
    those of m, of m - 1 or of m + 1. *)
Inductive place := Below | Here | Above.
Definition heap := (positive * place)%type.

Definition heap_value (m : N) (h : heap) : option N :=
  match h with
  | (s, Here) => Some (read s m)
  | (s, Below) => if m =? 0 then None else Some (read s (m - 1))
  | (s, Above) => Some (read s (m + 1))
  end.

Definition heap_next (d : N) (h : heap) : heap :=
  match h with
  | (s, Here) => (follow s d, Here)
  | (s, Below) => if d =? 0 then (follow s (b - 1), Below) else (follow s (d - 1), Here)
  | (s, Above) => if d =? b - 1 then (follow s 0, Above) else (follow s (d + 1), Here)
  end.

Definition heap_end (h : heap) : option N :=
  match h with
  | (s, Here) => Some (ends_with s)
  | (s, Below) => None
  | (s, Above) => Some (ends_with (follow s 1))
  end.

Lemma heap_next_value d m h : d < b -> heap_value m (heap_next d h) = heap_value (b * m + d) h.
Proof.
  intros Hd. destruct h as [s [| |]]; cbn [heap_next heap_value].
  - destruct (N.eqb_spec d 0) as [->|H]; cbn [heap_value].
    + rewrite N.add_0_r. destruct (N.eqb_spec m 0) as [->|Hm].
      * rewrite N.mul_0_r. auto.
      * destruct (N.eqb_spec (b * m) 0) as [E|_]; [nia|].
        replace (b * m - 1) with (b * (m - 1) + (b - 1)) by nia. rewrite read_cons by lia. auto.
    + destruct (N.eqb_spec (b * m + d) 0) as [E|_]; [lia|].
      replace (b * m + d - 1) with (b * m + (d - 1)) by lia. rewrite read_cons by lia. auto.
  - rewrite read_cons by auto. auto.
  - destruct (N.eqb_spec d (b - 1)) as [->|H]; cbn [heap_value].
    + replace (b * m + (b - 1) + 1) with (b * (m + 1) + 0) by nia. rewrite read_cons by lia. auto.
    + replace (b * m + d + 1) with (b * m + (d + 1)) by lia. rewrite read_cons by lia. auto.
Qed.

Lemma heap_end_value h : heap_end h = heap_value 0 h.
Proof.
  destruct h as [s [| |]]; cbn [heap_end heap_value]; [auto|auto|].
  replace (0 + 1) with (b * 0 + 1) by lia. rewrite read_cons by lia. auto.
Qed.

(** ** The walk

    A heap and its options. [first_digit]: no digit but the first was read that is not 0. *)
Record crowd := Crowd { first_digit : bool; own : heap; others : list heap }.

Definition heap_key (h : heap) : positive :=
  match h with (s, Below) => xO s | (s, Here) => xI (xO s) | (s, Above) => xI (xI s) end.
Definition crowd_key (c : crowd) : positive :=
  fold_right (fun h => pair_key (heap_key h)) (if first_digit c then 1 else 2)%positive
    (own c :: others c).

Definition heap_same (h h' : heap) : bool :=
  Pos.eqb (fst h) (fst h') &&
  match snd h, snd h' with Below, Below | Here, Here | Above, Above => true | _, _ => false end.
Fixpoint heaps_same (l l' : list heap) : bool :=
  match l, l' with
  | [], [] => true
  | h :: l, h' :: l' => heap_same h h' && heaps_same l l'
  | _, _ => false
  end.
Definition crowd_same (c c' : crowd) : bool :=
  eqb (first_digit c) (first_digit c') && heap_same (own c) (own c') &&
  heaps_same (others c) (others c').

Lemma heap_same_eq h h' : heap_same h h' = true -> h = h'.
Proof.
  destruct h as [s x], h' as [s' x']. unfold heap_same. cbn [fst snd].
  rewrite andb_true_iff, Pos.eqb_eq. intros [-> H]. destruct x, x'; easy.
Qed.
Lemma heaps_same_eq l : forall l', heaps_same l l' = true -> l = l'.
Proof.
  induction l as [|h l IH]; intros [|h' l']; cbn [heaps_same]; try easy.
  rewrite andb_true_iff. intros [H1 H2]. apply heap_same_eq in H1. f_equal; auto.
Qed.
Lemma crowd_same_eq c c' : crowd_same c c' = true -> c = c'.
Proof.
  destruct c, c'. unfold crowd_same. cbn. rewrite !andb_true_iff, eqb_true_iff.
  intros [[-> H1] H2]. apply heap_same_eq in H1. apply heaps_same_eq in H2. congruence.
Qed.

(** The first value is the mex of the others. *)
Definition is_some (v : N) (o : option N) : bool :=
  match o with Some w => v =? w | None => false end.
Definition mex_ok (own : option N) (others : list (option N)) : bool :=
  match own with
  | None => false
  | Some v => negb (existsb (is_some v) others) &&
              forallb (fun u => existsb (is_some u) others) (interval 0 (N.to_nat v))
  end.

Lemma some_other v others : existsb (is_some v) others = true <-> In (Some v) others.
Proof.
  rewrite existsb_exists. split.
  - intros [[w|] [H E]]; cbn in E; [|discriminate]. apply N.eqb_eq in E. congruence.
  - intros H. exists (Some v). split; [auto|]. cbn. apply N.eqb_refl.
Qed.

Definition crowd_ok (c : crowd) : bool :=
  first_digit c || mex_ok (heap_end (own c)) (map heap_end (others c)).
Definition crowd_next (c : crowd) : list crowd :=
  map (fun d => Crowd (first_digit c && (d =? 0)) (heap_next d (own c))
                  (map (heap_next d) (others c))) (interval 0 (N.to_nat b)).

Lemma crowd_values (P : crowd -> Prop) :
  (forall c, P c -> crowd_ok c = true /\ forall c', In c' (crowd_next c) -> P c') ->
  forall m c, P c -> (first_digit c = true -> 0 < m) ->
  mex_ok (heap_value m (own c)) (map (heap_value m) (others c)) = true.
Proof.
  intros HP m. induction m as [m IH] using (well_founded_induction N.lt_wf_0). intros c Hc Hm.
  destruct (HP c Hc) as [Hok Hnext]. destruct (N.eq_dec m 0) as [->|Hm0].
  - unfold crowd_ok in Hok. destruct (first_digit c); [specialize (Hm eq_refl); lia|].
    cbn [orb] in Hok. rewrite heap_end_value in Hok.
    rewrite (map_ext _ _ heap_end_value) in Hok. auto.
  - pose proof (N.div_mod' m b) as E. assert (Hd : m mod b < b) by (apply N.mod_lt; lia).
    set (d := m mod b) in *. set (q := m / b) in *.
    specialize (Hnext (Crowd (first_digit c && (d =? 0)) (heap_next d (own c))
                  (map (heap_next d) (others c)))).
    assert (Hq : q < m) by (apply N.div_lt; lia).
    assert (Hin : P (Crowd (first_digit c && (d =? 0)) (heap_next d (own c))
                  (map (heap_next d) (others c)))).
    { apply Hnext. unfold crowd_next. apply in_map_iff. exists d. split; [auto|].
      apply in_below. auto. }
    specialize (IH q Hq _ Hin). cbn [first_digit own others] in IH.
    rewrite map_map, heap_next_value in IH by auto.
    rewrite (map_ext _ (heap_value (b * q + d))) in IH
      by (intros h; apply heap_next_value; auto).
    rewrite E. apply IH. rewrite andb_true_iff, N.eqb_eq. intros [_ H0]. lia.
Qed.

(** ** Mark and UpMark *)

(** The option of n that divides. *)
Variable up : bool.
Definition quotient (n : N) : N := if up then (n + b - 1) / b else n / b.

(** n = b m + d: what is read of n - k and of the quotient. *)
Definition taken (d k : N) : heap :=
  if k <=? d then (follow 1 (d - k), Here) else (follow 1 (b + d - k), Below).
Definition divided (d : N) : heap := (1%positive, if up && negb (d =? 0) then Above else Here).
Definition crowd_start (d : N) : crowd :=
  Crowd true (follow 1 d, Here)
    (divided d :: map (taken d) (interval 1 (N.to_nat (b - 1)))).

Variable g : game.
Hypothesis dec : decreasing g.
(** From heaps of at least b on the moves are these. *)
Hypothesis moves : forall n l, b <= n -> In l (g n) <->
  exists x, l = leave x /\ (x = quotient n \/ exists k, 1 <= k < b /\ x = n - k).

(** Small heaps by the definition, the others by the walk. *)
Definition check_small : bool :=
  (by_digits 0 =? 0) &&
  forallb (fun n => mex (map (fun l => nim_sum (map by_digits l)) (g n)) =? by_digits n)
    (interval 0 (N.to_nat b)).
Definition check_crowds (fuel : nat) : bool :=
  walk crowd crowd_key crowd_same crowd_next crowd_ok fuel
    (map crowd_start (interval 0 (N.to_nat b))) (M.empty crowd).

Lemma taken_value m d k : d < b -> 1 <= k < b -> 0 < m ->
  heap_value m (taken d k) = Some (by_digits (b * m + d - k)).
Proof.
  intros Hd Hk Hm. unfold taken, by_digits. destruct (N.leb_spec k d); cbn [heap_value].
  - replace (b * m + d - k) with (b * m + (d - k)) by lia. rewrite read_cons by lia. auto.
  - destruct (N.eqb_spec m 0); [lia|].
    replace (b * m + d - k) with (b * (m - 1) + (b + d - k)) by nia.
    rewrite read_cons by lia. auto.
Qed.

Lemma divided_value m d : d < b ->
  heap_value m (divided d) = Some (by_digits (quotient (b * m + d))).
Proof.
  intros Hd. unfold divided, quotient, by_digits. destruct up; cbn [andb].
  - destruct (N.eqb_spec d 0) as [->|H]; cbn [negb heap_value].
    + replace (b * m + 0 + b - 1) with (b * m + (b - 1)) by lia.
      destruct (last_digit m (b - 1)) as [_ ->]; [lia|auto].
    + replace (b * m + d + b - 1) with (b * (m + 1) + (d - 1)) by nia.
      destruct (last_digit (m + 1) (d - 1)) as [_ ->]; [lia|auto].
  - cbn [heap_value]. destruct (last_digit m d Hd) as [_ ->]. auto.
Qed.

Theorem check_digits_sound fuel : check_small = true -> check_crowds fuel = true ->
  forall n, G g n = by_digits n.
Proof.
  intros Hs Hw. unfold check_small in Hs. rewrite andb_true_iff, N.eqb_eq in Hs.
  destruct Hs as [H0 Hs]. rewrite forallb_forall in Hs.
  apply (walk_sound crowd crowd_key crowd_same crowd_same_eq) in Hw. destruct Hw as [P [P1 P2]].
  assert (Hleave : forall x, nim_sum (map by_digits (leave x)) = by_digits x).
  { intros x. unfold leave. destruct (N.eqb_spec x 0) as [->|]; cbn; [auto|apply N.lxor_0_r]. }
  apply (G_unique g dec). intros n. destruct (N.lt_ge_cases n b) as [Hn|Hn].
  - specialize (Hs n (in_below n b Hn)). apply N.eqb_eq in Hs. rewrite <- Hs. split.
    + intros l Hl E. eapply mex_not_in. rewrite <- E. apply in_map_iff. eauto.
    + intros u Hu. apply mex_below in Hu. apply in_map_iff in Hu.
      destruct Hu as [l [E Hl]]. eauto.
  - pose proof (N.div_mod' n b) as En. assert (Hd : n mod b < b) by (apply N.mod_lt; lia).
    assert (Hm : 0 < n / b) by (apply N.div_str_pos; lia).
    set (d := n mod b) in *. set (m := n / b) in *.
    assert (Hstart : P (crowd_start d)).
    { apply P1. apply in_map. apply in_below. auto. }
    pose proof (crowd_values P P2 m (crowd_start d) Hstart (fun _ => Hm)) as H.
    unfold crowd_start in H. cbn [own others map] in H. rewrite map_map in H.
    rewrite divided_value in H by auto.
    replace (heap_value m (follow 1 d, Here)) with (Some (by_digits n)) in H
      by (rewrite En; unfold by_digits; rewrite read_cons by auto; auto).
    rewrite <- En in H. unfold mex_ok in H. rewrite andb_true_iff, negb_true_iff in H.
    destruct H as [HA HB].
    assert (Hother : forall v,
      In (Some v) (Some (by_digits (quotient n)) ::
        map (fun k => heap_value m (taken d k)) (interval 1 (N.to_nat (b - 1)))) <->
      exists x, by_digits x = v /\ (x = quotient n \/ exists k, 1 <= k < b /\ x = n - k)).
    { intros v. cbn [In]. rewrite in_map_iff. split.
      - intros [E|[k [E Hk]]].
        + exists (quotient n). split; [congruence|auto].
        + apply in_interval in Hk. rewrite taken_value in E by lia. rewrite <- En in E.
          exists (n - k). split; [congruence|]. right. exists k. split; [lia|auto].
      - intros [x [<- [->|[k [Hk ->]]]]]; [auto|]. right. exists k. split.
        + rewrite taken_value by lia. rewrite <- En. auto.
        + apply in_interval. lia. }
    split.
    + intros l Hl E. apply moves in Hl; [|auto]. destruct Hl as [x [-> Hx]].
      rewrite Hleave in E.
      assert (Ht : existsb (is_some (by_digits n)) (Some (by_digits (quotient n)) ::
        map (fun k => heap_value m (taken d k)) (interval 1 (N.to_nat (b - 1)))) = true).
      { apply some_other, Hother. exists x. auto. }
      congruence.
    + intros u Hu. rewrite forallb_forall in HB. specialize (HB u (in_below u _ Hu)).
      apply some_other, Hother in HB. destruct HB as [x [<- Hx]].
      exists (leave x). split; [|auto]. apply moves; [auto|]. exists x. auto.
Qed.
End Reading.

(** UpMark(t): take 1 to t-1, or go to n/t rounded up; a heap of 1 is an end. *)
Definition upmark (t : N) : game := fun n =>
  if n <=? 1 then []
  else leave ((n + t - 1) / t) ::
       map (fun k => leave (n - k)) (interval 1 (N.to_nat (N.min (t - 1) (n - 1)))).

Lemma in_leave m x : In x (leave m) -> x = m.
Proof. unfold leave. destruct (m =? 0); [intros []|]. intros [E|[]]. auto. Qed.

Lemma upmark_decreasing t : 2 <= t -> decreasing (upmark t).
Proof.
  intros Ht n l x. unfold upmark. destruct (N.leb_spec n 1) as [|Hn]; [intros []|].
  cbn [In]. rewrite in_map_iff. intros [<-|[k [<- Hk]]] Hx; apply in_leave in Hx; subst x.
  - apply N.div_lt_upper_bound; [lia|]. nia.
  - apply in_interval in Hk. lia.
Qed.

(** ** What exported files use *)
Definition marks (up : bool) (t : N) : game := if up then upmark t else mark t.

Definition check_mark (up : bool) (t : N) (A : digit_automaton) (fuel : N) : bool :=
  (2 <=? t) && zeros_ok A && check_small t A (marks up t) && check_crowds t A up (N.to_nat fuel).

Theorem check_mark_sound up t A fuel : check_mark up t A fuel = true ->
  decreasing (marks up t) /\ forall n, G (marks up t) n = by_digits t A n.
Proof.
  unfold check_mark. rewrite !andb_true_iff, N.leb_le. intros [[[Ht Hz] Hs] Hw].
  assert (dec : decreasing (marks up t)).
  { destruct up; [apply upmark_decreasing|apply mark_decreasing]; auto. }
  split; [auto|]. apply (check_digits_sound t Ht A Hz up (marks up t) dec) with (N.to_nat fuel); auto.
  intros n l Hn. destruct up; cbn [marks quotient].
  - unfold upmark. destruct (N.leb_spec n 1) as [|_]; [lia|]. cbn [In]. rewrite in_map_iff. split.
    + intros [<-|[k [<- Hk]]]; [eauto|]. apply in_interval in Hk. exists (n - k).
      split; [auto|]. right. exists k. split; [lia|auto].
    + intros [x [-> [->|[k [Hk ->]]]]]; [auto|]. right. exists k. split; [auto|].
      apply in_interval. lia.
  - rewrite in_mark by auto. split.
    + intros [_ [->|[k [H1 [H2 ->]]]]]; eauto 6.
    + intros [x [-> [->|[k [Hk ->]]]]]; (split; [lia|]); [auto|]. right. exists k.
      repeat split; lia.
Qed.

Definition make_digits (states : list state) : digit_automaton :=
  (fix go i l m := match l with
                   | [] => m
                   | s :: l => go (Pos.succ i) l (M.add i s m)
                   end) 1%positive states (M.empty state).
