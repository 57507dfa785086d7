(** * Periodic nim-sequences: a window that repeats proves a period

    The theorem of Guy and Smith for octal games, Austin's Theorem 4.1 for any number of
    heaps, the one for subtraction games and that of Schlebusch for Grundy's game have one
    proof: from some heap on, every option of n has its counterpart among the options of n+p,
    and conversely, one heap being larger by p. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Play Mex NimValue Rules.
Import ListNotations.
Open Scope N_scope.

(** ** The principle *)

(** [f] repeats with period [p] on the heaps from [a] on that are smaller than [n]. *)
Definition repeats_below (f : N -> N) (a p n : N) : Prop :=
  forall x, a <= x < n -> f (x + p) = f x.

(** For such [f] the options of [n] and of [n + p] have the same values. *)
Definition same_options (g : game) (a p n : N) : Prop :=
  (forall l, In l (g n) -> exists l', In l' (g (n + p)) /\
     forall f, repeats_below f a p n -> nim_sum (map f l') = nim_sum (map f l)) /\
  (forall l', In l' (g (n + p)) -> exists l, In l (g n) /\
     forall f, repeats_below f a p n -> nim_sum (map f l') = nim_sum (map f l)).

Theorem periodic_from_window g a p b : decreasing g ->
  (forall n, b <= n -> same_options g a p n) ->
  (forall n, a <= n < b -> G g (n + p) = G g n) ->
  forall n, a <= n -> G g (n + p) = G g n.
Proof.
  intros dec Hsame Hwindow n.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros Hn.
  destruct (N.lt_ge_cases n b) as [Hb|Hb]; [auto|].
  assert (HG : repeats_below (G g) a p n) by (intros x Hx; apply IH; lia).
  destruct (Hsame n Hb) as [H1 H2]. destruct (G_is_mex g dec n) as [M1 M2].
  apply G_is; [auto|]. split.
  - intros l' Hl'. destruct (H2 l' Hl') as [l [Hl E]]. rewrite (E _ HG). auto.
  - intros u Hu. destruct (M2 u Hu) as [l [Hl <-]].
    destruct (H1 l Hl) as [l' [Hl' E]]. exists l'. auto.
Qed.

(** ** Counterparts

    Nearly always the options of n + p are those of n, with one heap larger by p. *)
(** An option of n and one of n + p that differ in one heap, by p. *)
Definition grown (a p n : N) (l l' : list N) : Prop :=
  exists u x v, l = u ++ x :: v /\ l' = u ++ (x + p) :: v /\ a <= x < n.

(** They may also be equal. *)
Definition like (a p n : N) (l l' : list N) : Prop := l' = l \/ grown a p n l l'.

Definition counterparts (g : game) (a p n : N) : Prop :=
  (forall l, In l (g n) -> exists l', In l' (g (n + p)) /\ like a p n l l') /\
  (forall l', In l' (g (n + p)) -> exists l, In l (g n) /\ like a p n l l').

Lemma counterparts_same g a p n : counterparts g a p n -> same_options g a p n.
Proof.
  intros [H1 H2].
  assert (H : forall l l' f, like a p n l l' -> repeats_below f a p n ->
    nim_sum (map f l') = nim_sum (map f l)).
  { intros l l' f [->|[u [x [v [-> [-> Hx]]]]]] Hf; [auto|]. apply nim_sum_exchange. auto. }
  split; intros l Hl; [destruct (H1 l Hl) as [l' [Hl' L]]|destruct (H2 l Hl) as [l' [Hl' L]]];
    exists l'; split; auto.
Qed.

(** ** Rule by rule *)

Lemma same_options_rules rs a p n :
  (forall r, In r rs -> same_options (options_by r) a p n) -> same_options (options rs) a p n.
Proof.
  intros H. split.
  - intros l Hl. apply in_options in Hl. destruct Hl as [r [Hr Hl]].
    apply in_options_by in Hl. destruct (proj1 (H r Hr) l Hl) as [l' [Hl' E]].
    exists l'. split; [|auto]. apply in_options. exists r. split; [auto|].
    apply in_options_by. auto.
  - intros l' Hl. apply in_options in Hl. destruct Hl as [r [Hr Hl]].
    apply in_options_by in Hl. destruct (proj2 (H r Hr) l' Hl) as [l [Hl' E]].
    exists l. split; [|auto]. apply in_options. exists r. split; [auto|].
    apply in_options_by. auto.
Qed.

(** A heap that is larger than the average. *)
Lemma large_heap e l : N.of_nat (length l) * e < sum l ->
  exists u x v, l = u ++ x :: v /\ e < x.
Proof.
  induction l as [|y l IH]; cbn [length sum fold_right]; [lia|]. fold (sum l).
  intros H. destruct (N.lt_ge_cases e y) as [Hy|Hy].
  - exists [], y, l. auto.
  - destruct IH as [u [x [v [-> Hx]]]]; [lia|]. exists (y :: u), x, v. auto.
Qed.

(** Exchange one heap of an option; the heap that is played on changes as much. *)
Lemma legal_exchange r n n' u x y v : cond r = Any -> smallest r <= n' -> 0 < y ->
  n + y = n' + x -> legal r n (u ++ x :: v) -> legal r n' (u ++ y :: v).
Proof.
  intros Hc Hs Hy E [H1 [H2 [H3 [H4 H5]]]]. unfold legal.
  rewrite app_length in *. rewrite sum_app in *. cbn [length sum fold_right] in *.
  repeat split; auto.
  - apply Forall_app in H2. destruct H2 as [H2 H6]. inversion H6; subst.
    apply Forall_app. auto.
  - lia.
  - rewrite Hc. auto.
Qed.

(** No condition (Austin 4.1): n > h(a-1) + (h-1)p + k. *)
Definition bound_any (h : nat) (k a p : N) : N :=
  N.of_nat h * (a - 1) + (N.of_nat h - 1) * p + k + 1.

Lemma grown_options r a p n : well_formed_rule r = true -> cond r = Any -> 0 < a ->
  smallest r <= n -> bound_any (Nat.max 1 (heaps r)) (takes r) a p <= n ->
  (forall l, legal r n l -> exists l', legal r (n + p) l' /\ grown a p n l l') /\
  (forall l', legal r (n + p) l' -> exists l, legal r n l /\ grown a p n l l').
Proof.
  intros wf Hc Ha Hs Hb. unfold bound_any in Hb.
  set (h := N.of_nat (Nat.max 1 (heaps r))) in *.
  assert (Hh : 1 <= h) by lia.
  split; intros l Hl; pose proof Hl as [Hlen [Hpos [Hsum _]]].
  - destruct (large_heap (a - 1) l) as [u [x [v [-> Hx]]]].
    { rewrite Hlen. assert (N.of_nat (heaps r) * (a - 1) <= h * (a - 1))
        by (apply N.mul_le_mono_r; lia).
      generalize dependent ((h - 1) * p). intros. lia. }
    assert (Hxn : x < n) by (apply (legal_smaller r n _ x wf Hl); auto using in_elt).
    exists (u ++ (x + p) :: v). split.
    + apply (legal_exchange r n (n + p) u x (x + p) v); auto; lia.
    + exists u, x, v. repeat split; auto. lia.
  - destruct (large_heap (a - 1 + p) l) as [u [x [v [-> Hx]]]].
    { rewrite Hlen. assert (N.of_nat (heaps r) * (a - 1 + p) <= h * (a - 1 + p))
        by (apply N.mul_le_mono_r; lia). nia. }
    assert (Hxn : x < n + p) by (apply (legal_smaller r (n + p) _ x wf Hl); auto using in_elt).
    exists (u ++ (x - p) :: v). split.
    + apply (legal_exchange r (n + p) n u x (x - p) v); auto; lia.
    + exists u, (x - p), v. replace (x - p + p) with x by lia. repeat split; auto; lia.
Qed.

Lemma counterparts_of_grown r a p n :
  (forall l, legal r n l -> exists l', legal r (n + p) l' /\ grown a p n l l') ->
  (forall l', legal r (n + p) l' -> exists l, legal r n l /\ grown a p n l l') ->
  counterparts (options_by r) a p n.
Proof.
  intros H1 H2. split; intros l Hl; apply in_options_by in Hl.
  - destruct (H1 l Hl) as [l' [Hl' E]]. exists l'. split; [apply in_options_by; auto|right; auto].
  - destruct (H2 l Hl) as [l' [Hl' E]]. exists l'. split; [apply in_options_by; auto|right; auto].
Qed.

Lemma counterparts_any r a p n : well_formed_rule r = true -> cond r = Any -> 0 < a ->
  smallest r <= n -> bound_any (Nat.max 1 (heaps r)) (takes r) a p <= n ->
  counterparts (options_by r) a p n.
Proof.
  intros wf Hc Ha Hs Hb. destruct (grown_options r a p n wf Hc Ha Hs Hb).
  apply counterparts_of_grown; auto.
Qed.

(** Two heaps that differ by at least d (Schlebusch 10.1 for d = 1): n >= 2a + 2p + k + d. *)
Lemma allowed_apart d x y : allowed (Apart d) [x; y] = (d <=? distance x y).
Proof. cbn. rewrite !andb_true_r. auto. Qed.

Lemma legal_apart r n l d : cond r = Apart d -> heaps r = 2%nat ->
  legal r n l <-> exists x y, l = [x; y] /\ 0 < x /\ 0 < y /\ x + y + takes r = n /\
    smallest r <= n /\ (x + d <= y \/ y + d <= x).
Proof.
  intros Hc Hh. unfold legal. rewrite Hc, Hh. split.
  - intros [H1 [H2 [H3 [H4 H5]]]]. destruct l as [|x [|y [|z l]]]; try discriminate.
    rewrite allowed_apart in H5. apply N.leb_le in H5. unfold distance in H5.
    inversion H2 as [|? ? Hx H6]; subst. inversion H6; subst.
    cbn [sum fold_right] in *. exists x, y. repeat split; auto; lia.
  - intros [x [y [-> [Hx [Hy [Hs [Hm Hd]]]]]]]. rewrite allowed_apart. repeat split; auto.
    + cbn [sum fold_right]. lia.
    + apply N.leb_le. unfold distance. lia.
Qed.

Definition bound_apart (d k a p : N) : N := 2 * a + 2 * p + k + d.

Lemma counterparts_apart r d a p n : cond r = Apart d -> heaps r = 2%nat -> 0 < a ->
  smallest r <= n -> bound_apart d (takes r) a p <= n -> counterparts (options_by r) a p n.
Proof.
  unfold bound_apart. intros Hc Hh Ha Hs Hb.
  assert (first : forall x y, a <= x < n -> grown a p n [x; y] [x + p; y])
    by (intros x y Hx; exists [], x, [y]; auto).
  assert (second : forall x y, a <= y < n -> grown a p n [x; y] [x; y + p])
    by (intros x y Hy; exists [x], y, []; auto).
  assert (is_legal : forall m x y, 0 < x -> 0 < y -> x + y + takes r = m -> n <= m ->
    x + d <= y \/ y + d <= x -> legal r m [x; y]).
  { intros m x y Hx Hy E Hm Hd. apply (legal_apart r _ _ d Hc Hh). exists x, y.
    repeat split; auto. lia. }
  apply counterparts_of_grown; intros l Hl; apply (legal_apart r _ l d Hc Hh) in Hl;
    destruct Hl as [x [y [-> [Hx [Hy [Hsum [_ Hd]]]]]]].
  - (* the larger heap grows *)
    destruct (N.le_ge_cases x y) as [H|H].
    + exists [x; y + p]. split; [apply is_legal; lia|apply second; lia].
    + exists [x + p; y]. split; [apply is_legal; lia|apply first; lia].
  - (* the larger heap shrinks, or, where they are close together, the smaller one *)
    assert (Hfirst : a + p <= x < n + p -> x - p + d <= y \/ y + d <= x - p ->
      exists l, legal r n l /\ grown a p n l [x; y]).
    { intros H H'. exists [x - p; y]. split; [apply is_legal; lia|].
      replace [x; y] with [x - p + p; y] by (f_equal; lia). apply first. lia. }
    assert (Hsecond : a + p <= y < n + p -> x + d <= y - p \/ y - p + d <= x ->
      exists l, legal r n l /\ grown a p n l [x; y]).
    { intros H H'. exists [x; y - p]. split; [apply is_legal; lia|].
      replace [x; y] with [x; y - p + p] by (do 2 f_equal; lia). apply second. lia. }
    destruct (N.le_ge_cases x y) as [H|H].
    + destruct (N.le_gt_cases (x + d + p) y); [apply Hsecond|apply Hfirst]; lia.
    + destruct (N.le_gt_cases (y + d + p) x); [apply Hfirst|apply Hsecond]; lia.
Qed.

(** An even number h of equal heaps, h a divisor of p: such an option has value 0. *)
Lemma nim_sum_repeat v h : nim_sum (repeat v (2 * h)) = 0.
Proof.
  replace (2 * h)%nat with (h + h)%nat by lia. rewrite repeat_app, nim_sum_app.
  apply N.lxor_nilpotent.
Qed.

Lemma pairwise_repeat l : pairwise N.eqb l = true -> l = repeat (hd 0 l) (length l).
Proof.
  destruct l as [|x l]; [auto|]. cbn [pairwise hd length repeat].
  rewrite andb_true_iff, forallb_forall. intros [H _]. f_equal.
  induction l as [|y l IH]; [auto|]. cbn [length repeat]. f_equal.
  - symmetry. apply N.eqb_eq. apply H. left. auto.
  - apply IH. intros z Hz. apply H. right. auto.
Qed.

Lemma repeat_pairwise x h : pairwise N.eqb (repeat x h) = true.
Proof.
  induction h as [|h IH]; cbn [repeat pairwise]; [auto|]. rewrite IH, andb_true_r.
  apply forallb_forall. intros y Hy. apply repeat_spec in Hy. subst. apply N.eqb_refl.
Qed.

Lemma sum_repeat x h : sum (repeat x h) = N.of_nat h * x.
Proof.
  induction h as [|h IH]; cbn [repeat sum fold_right]; [auto|]. fold (sum (repeat x h)). lia.
Qed.

Lemma map_repeat_eq (f : N -> N) x h : map f (repeat x h) = repeat (f x) h.
Proof. induction h as [|h IH]; cbn; [auto|]. rewrite IH. auto. Qed.

Lemma legal_equal r n l : cond r = AllEqual -> legal r n l <->
  exists x, l = repeat x (heaps r) /\ (heaps r = O \/ 0 < x) /\
    N.of_nat (heaps r) * x + takes r = n /\ smallest r <= n.
Proof.
  intros Hc. unfold legal. rewrite Hc. cbn [allowed]. split.
  - intros [H1 [H2 [H3 [H4 H5]]]]. apply pairwise_repeat in H5. rewrite H1 in H5.
    exists (hd 0 l). rewrite H5 in H3. rewrite sum_repeat in H3. repeat split; auto.
    destruct l as [|x l]; [left; auto|right]. inversion H2; auto.
  - intros [x [-> [Hx [Hs Hm]]]]. rewrite repeat_length, sum_repeat, repeat_pairwise.
    repeat split; auto. apply Forall_forall. intros y Hy. pose proof (repeat_spec _ _ _ Hy).
    subst y. destruct Hx as [Hx|Hx]; [|auto]. rewrite Hx in Hy. destruct Hy.
Qed.

Lemma same_options_equal r j q a p n : cond r = AllEqual -> heaps r = (2 * j)%nat ->
  (1 <= j)%nat -> p = N.of_nat (heaps r) * q -> smallest r <= n -> takes r < n ->
  same_options (options_by r) a p n.
Proof.
  intros Hc Hh Hj Hp Hs Hn.
  assert (zero : forall (f : N -> N) x, nim_sum (map f (repeat x (heaps r))) = 0).
  { intros f x. rewrite map_repeat_eq, Hh. apply nim_sum_repeat. }
  split; intros l Hl; apply in_options_by in Hl; apply (legal_equal r _ l Hc) in Hl;
    destruct Hl as [x [-> [Hx [Hsum Hm]]]].
  - exists (repeat (x + q) (heaps r)). split.
    + apply in_options_by, (legal_equal r _ _ Hc). exists (x + q).
      repeat split; auto; lia.
    + intros f _. rewrite !zero. auto.
  - assert (q < x).
    { apply (N.mul_lt_mono_pos_l (N.of_nat (heaps r))); lia. }
    exists (repeat (x - q) (heaps r)). split.
    + apply in_options_by, (legal_equal r _ _ Hc). exists (x - q).
      repeat split; auto; lia.
    + intros f _. rewrite !zero. auto.
Qed.

(** ** The bound of a list of rules *)

(** From which heap on the rule gives the same options p later; [None]: not covered. *)
Definition bound (r : rule) (a p : N) : option N :=
  match (if (heaps r <=? 1)%nat then Any else cond r) with
  | Any => Some (N.max (smallest r) (bound_any (Nat.max 1 (heaps r)) (takes r) a p))
  | Apart d =>
      if (heaps r =? 2)%nat then Some (N.max (smallest r) (bound_apart d (takes r) a p)) else None
  | AllEqual =>
      if Nat.even (heaps r) && (p mod N.of_nat (heaps r) =? 0)
      then Some (N.max (smallest r) (takes r + 1)) else None
  | NotAllEqual =>
      if (heaps r =? 2)%nat then Some (N.max (smallest r) (bound_apart 1 (takes r) a p)) else None
  end.

Lemma small_any r n l : (heaps r <= 1)%nat ->
  legal r n l <-> legal (Rule (takes r) (heaps r) Any (smallest r)) n l.
Proof.
  intros Hh. unfold legal. cbn [heaps takes smallest cond allowed].
  split; intros [H1 [H2 [H3 [H4 H5]]]]; repeat split; auto.
  rewrite <- H1 in Hh. destruct l as [|x [|y l]]; cbn [length] in Hh; [| |lia];
    destruct (cond r); auto.
Qed.

Lemma not_all_equal_2 r n l : cond r = NotAllEqual -> heaps r = 2%nat ->
  legal r n l <-> legal (Rule (takes r) 2 (Apart 1) (smallest r)) n l.
Proof.
  intros Hc Hh. unfold legal. rewrite Hc, Hh. cbn [heaps takes smallest cond].
  assert (E : length l = 2%nat -> allowed NotAllEqual l = allowed (Apart 1) l).
  { intros H. destruct l as [|x [|y [|z l]]]; try discriminate. cbn.
    rewrite !andb_true_r. unfold distance.
    destruct (N.eqb_spec x y), (N.leb_spec 1 (N.max x y - N.min x y)); auto; lia. }
  split; intros [H1 [H2 [H3 [H4 H5]]]]; repeat split; auto; rewrite <- H5;
    [symmetry|]; apply E; auto.
Qed.

Lemma counterparts_iff r r' a p n : (forall n l, legal r n l <-> legal r' n l) ->
  counterparts (options_by r') a p n -> counterparts (options_by r) a p n.
Proof.
  intros E [H1 H2].
  assert (E' : forall n l, In l (options_by r n) <-> In l (options_by r' n)).
  { intros m l. rewrite !in_options_by. apply E. }
  split; intros l Hl; apply E' in Hl; [destruct (H1 l Hl) as [l' [H3 H4]]|
    destruct (H2 l Hl) as [l' [H3 H4]]]; exists l'; split; auto; apply E'; auto.
Qed.

Lemma some_eq (a b : N) : Some a = Some b -> a = b.
Proof. congruence. Qed.

(** All conditions but "all heaps are equal": of these only one could grow. *)
Definition may_grow (r : rule) : bool :=
  (heaps r <=? 1)%nat || match cond r with AllEqual => false | _ => true end.

Lemma counterparts_bound r a p b n : well_formed_rule r = true -> may_grow r = true -> 0 < a ->
  bound r a p = Some b -> b <= n -> counterparts (options_by r) a p n.
Proof.
  intros wf Hg Ha. unfold may_grow in Hg. unfold bound.
  destruct (Nat.leb_spec (heaps r) 1) as [Hh|Hh].
  - intros E Hn. apply some_eq in E. subst b.
    apply (counterparts_iff r (Rule (takes r) (heaps r) Any (smallest r))).
    + intros m l. apply small_any. auto.
    + apply counterparts_any; [exact wf|cbn [heaps takes smallest cond]; auto; lia..].
  - destruct (cond r) as [|d| |] eqn:Hc; [| | |discriminate].
    + intros E Hn. apply some_eq in E. subst b. apply counterparts_any; auto; lia.
    + destruct (Nat.eqb_spec (heaps r) 2) as [H2|]; [|discriminate].
      intros E Hn. apply some_eq in E. subst b. apply (counterparts_apart r d); auto; lia.
    + destruct (Nat.eqb_spec (heaps r) 2) as [H2|]; [|discriminate].
      intros E Hn. apply some_eq in E. subst b.
      apply (counterparts_iff r (Rule (takes r) 2 (Apart 1) (smallest r))).
      * intros m l. apply not_all_equal_2; auto.
      * apply (counterparts_apart _ 1); cbn [heaps takes smallest cond]; auto; lia.
Qed.

Lemma bound_spec r a p b n : well_formed_rule r = true -> 0 < a -> bound r a p = Some b ->
  b <= n -> same_options (options_by r) a p n.
Proof.
  intros wf Ha Hb Hn. destruct (may_grow r) eqn:Hg.
  { apply counterparts_same, (counterparts_bound r a p b); auto. }
  unfold may_grow in Hg. unfold bound in Hb.
  destruct (Nat.leb_spec (heaps r) 1) as [Hh|Hh]; [discriminate|].
  destruct (cond r) as [|d| |] eqn:Hc; try discriminate.
  destruct (Nat.even (heaps r)) eqn:Ee; [|discriminate].
  destruct (N.eqb_spec (p mod N.of_nat (heaps r)) 0) as [Hp|]; [|discriminate].
  apply some_eq in Hb. subst b. apply Nat.even_spec in Ee. destruct Ee as [j Hj].
  assert (1 <= j)%nat by lia. assert (smallest r <= n /\ takes r < n) as [? ?] by lia.
  pose proof (N.div_mod' p (N.of_nat (heaps r))) as Hd. rewrite Hp, N.add_0_r in Hd.
  apply (same_options_equal r j (p / N.of_nat (heaps r))); auto.
Qed.

(** The greatest bound of the rules. *)
Fixpoint window_end (rs : rules) (a p : N) : option N :=
  match rs with
  | [] => Some a
  | r :: rs =>
      match bound r a p, window_end rs a p with
      | Some b, Some b' => Some (N.max b b')
      | _, _ => None
      end
  end.

Lemma window_end_spec rs a p : forall b, window_end rs a p = Some b -> forall r, In r rs ->
  exists b', bound r a p = Some b' /\ b' <= b.
Proof.
  induction rs as [|r rs IH]; intros b; cbn [window_end In]; [easy|].
  destruct (bound r a p) as [b1|] eqn:E1; [|discriminate].
  destruct (window_end rs a p) as [b2|]; [|discriminate].
  intros E r' [<-|Hr]; injection E as <-.
  - exists b1. split; [auto|lia].
  - destruct (IH b2 eq_refl r' Hr) as [b' [H1 H2]]. exists b'. split; [auto|lia].
Qed.

(** The theorem for lists of rules: if G(n+p) = G(n) for a <= n < b, with [b] the greatest of
    the bounds, then for all n >= a. *)
Theorem periodic_rules rs a p b : well_formed rs = true -> 0 < a ->
  window_end rs a p = Some b ->
  (forall n, a <= n < b -> G (options rs) (n + p) = G (options rs) n) ->
  forall n, a <= n -> G (options rs) (n + p) = G (options rs) n.
Proof.
  intros wf Ha Hb Hw. apply (periodic_from_window _ a p b); auto.
  - apply options_decreasing. auto.
  - intros n Hn. apply same_options_rules. intros r Hr.
    destruct (window_end_spec rs a p b Hb r Hr) as [b' [H1 H2]].
    apply (bound_spec r a p b'); auto; [|lia].
    unfold well_formed in wf. rewrite forallb_forall in wf. auto.
Qed.
