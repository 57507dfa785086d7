(** * Periodic nim-sequences: a window that repeats proves a period

    The theorem of Guy and Smith for octal games, Austin's Theorem 4.1 for any number of
    heaps, the one for subtraction games and that of Schlebusch for Grundy's game have one
    proof: from some heap on, every option of n has its counterpart among the options of n+p,
    and conversely, one heap being larger by p. *)
From Coq Require Import NArith List Lia Bool Arith Permutation.
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
Lemma legal_exchange_if r n n' u x y v : allowed (cond r) (u ++ y :: v) = true ->
  smallest r <= n' -> 0 < y ->
  n + y = n' + x -> legal r n (u ++ x :: v) -> legal r n' (u ++ y :: v).
Proof.
  intros Hc Hs Hy E [H1 [H2 [H3 [H4 H5]]]]. unfold legal.
  rewrite app_length in *. rewrite sum_app in *. cbn [length sum fold_right] in *.
  repeat split; auto.
  - apply Forall_app in H2. destruct H2 as [H2 H6]. inversion H6; subst.
    apply Forall_app. auto.
  - lia.
Qed.

Lemma legal_exchange r n n' u x y v : cond r = Any -> smallest r <= n' -> 0 < y ->
  n + y = n' + x -> legal r n (u ++ x :: v) -> legal r n' (u ++ y :: v).
Proof. intros Hc. apply legal_exchange_if. rewrite Hc. auto. Qed.

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

(** Three or more heaps with conditions: some heap that is at least the average may grow or shrink by p. *)
Lemma largest_heap l : l <> [] -> exists u x v, l = u ++ x :: v /\ forall y, In y l -> y <= x.
Proof.
  induction l as [|y l IH]; [congruence|]. intros _. destruct l as [|z l].
  - exists [], y, []. split; [auto|]. intros w [<-|[]]. lia.
  - destruct IH as [u [x [v [E Hx]]]]; [discriminate|]. rewrite E in *.
    destruct (N.le_gt_cases y x) as [H|H].
    + exists (y :: u), x, v. split; [auto|]. intros w [<-|Hw]; auto.
    + exists [], y, (u ++ x :: v). split; [auto|]. intros w [<-|Hw]; [lia|].
      specialize (Hx w Hw). lia.
Qed.

Lemma sum_at_most e l : (forall y, In y l -> y <= e) -> sum l <= N.of_nat (length l) * e.
Proof.
  induction l as [|y l IH]; intros H; cbn [length sum fold_right]; [lia|]. fold (sum l).
  pose proof (H y ltac:(left; auto)). specialize (IH ltac:(intros z Hz; apply H; right; auto)). lia.
Qed.

(** Pairwise different heaps: n >= h a + (h^2 - 1)p + k + 1. *)
Definition bound_distinct (h : nat) (k a p : N) : N :=
  N.of_nat h * a + (N.of_nat h * N.of_nat h - 1) * p + k + 1.

Lemma distinct_nodup l : allowed (Apart 1) l = true <-> NoDup l.
Proof.
  cbn [allowed]. induction l as [|x l IH]; cbn [pairwise].
  - split; [constructor|auto].
  - rewrite andb_true_iff, forallb_forall, IH. split.
    + intros [H1 H2]. constructor; [|auto]. intros Hx. specialize (H1 x Hx).
      apply N.leb_le in H1. unfold distance in H1. lia.
    + intros H. inversion H as [|? ? Hx Hl]; subst. split; [|auto]. intros y Hy.
      apply N.leb_le. unfold distance.
      assert (x <> y) by (intros ->; contradiction). lia.
Qed.

Lemma nodup_exchange u (x y : N) v : NoDup (u ++ x :: v) -> ~ In y (u ++ v) -> NoDup (u ++ y :: v).
Proof.
  intros H Hy. apply NoDup_remove in H. destruct H as [H _].
  apply (Permutation_NoDup (Permutation_middle u v y)). constructor; auto.
Qed.

(** x, x - p, x - 2p, ... *)
Fixpoint steps_down (x p : N) (m : nat) : list N :=
  match m with O => [] | S m => x :: steps_down (x - p) p m end.

Lemma steps_down_le p y : forall m x, In y (steps_down x p m) -> y <= x.
Proof.
  induction m as [|m IH]; intros x; cbn [steps_down In]; [easy|].
  intros [<-|H]; [lia|]. specialize (IH _ H). lia.
Qed.

Lemma steps_down_nodup p : 0 < p -> forall m x, (forall y, In y (steps_down x p m) -> 0 < y) ->
  NoDup (steps_down x p m).
Proof.
  intros Hp. induction m as [|m IH]; intros x H; cbn [steps_down]; [constructor|].
  constructor.
  - intros Hx. apply steps_down_le in Hx. specialize (H x ltac:(left; auto)). lia.
  - apply IH. intros y Hy. apply H. right. auto.
Qed.

(** Going down from a heap of a list in steps of p one comes to a last one. *)
Lemma last_step l p : forall m x, In x l ->
  (exists y i, incl (steps_down x p (S i)) l /\ In y l /\ ~ In (y - p) l /\ x <= y + N.of_nat i * p) \/
  incl (steps_down x p m) l.
Proof.
  induction m as [|m IH]; intros x Hx; [right; intros y []|].
  destruct (in_dec N.eq_dec (x - p) l) as [Hin|Hin].
  - destruct (IH (x - p) Hin) as [[y [i [H1 [H2 [H3 H4]]]]]|H].
    + left. exists y, (S i). split; [|repeat split; auto; lia].
      intros z [<-|Hz]; [auto|]. apply H1. exact Hz.
    + right. intros z [<-|Hz]; [auto|]. apply H. exact Hz.
  - left. exists x, O. split; [|repeat split; auto; lia]. intros z [<-|[]]. auto.
Qed.

Lemma free_below l p x : 0 < p -> Forall (fun y => 0 < y) l -> In x l ->
  exists y, In y l /\ ~ In (y - p) l /\ x <= y + (N.of_nat (length l) - 1) * p.
Proof.
  intros Hp Hpos Hx. rewrite Forall_forall in Hpos.
  assert (Hlen : forall i, incl (steps_down x p i) l -> (i <= length l)%nat).
  { intros i Hi. replace i with (length (steps_down x p i)) at 1.
    - apply NoDup_incl_length; [|auto]. apply steps_down_nodup; auto.
    - clear. revert x. induction i as [|i IH]; intros x; cbn [steps_down length]; auto. }
  destruct (last_step l p (S (length l)) x Hx) as [[y [i [H1 [H2 [H3 H4]]]]]|H].
  - exists y. repeat split; auto. specialize (Hlen _ H1).
    assert (N.of_nat i * p <= (N.of_nat (length l) - 1) * p) by (apply N.mul_le_mono_r; lia). lia.
  - specialize (Hlen _ H). lia.
Qed.

(** The largest heap grows; the last heap on the way down shrinks. *)
Lemma counterparts_distinct r a p n : well_formed_rule r = true -> cond r = Apart 1 ->
  (1 <= heaps r)%nat -> 0 < a -> 0 < p -> smallest r <= n ->
  bound_distinct (heaps r) (takes r) a p <= n -> counterparts (options_by r) a p n.
Proof.
  unfold bound_distinct. intros wf Hc Hh Ha Hp Hs Hb.
  set (h := N.of_nat (heaps r)) in *. assert (H1 : 1 <= h) by lia.
  assert (Hw : h * (a + h * p) + takes r + 1 <= n + p).
  { replace (h * (a + h * p)) with (h * a + (h * h - 1) * p + p) by nia. lia. }
  apply counterparts_of_grown; intros l Hl; pose proof Hl as [Hlen [Hpos [Hsum [_ Hall]]]];
    rewrite Hc in Hall; apply distinct_nodup in Hall;
    (destruct (largest_heap l) as [u [x [v [E Hx]]]]; [intros ->; cbn in Hlen; lia|]);
    pose proof (sum_at_most x l Hx) as Hmost; rewrite Hlen in Hmost; fold h in Hmost.
  - assert (Hax : a <= x).
    { destruct (N.le_gt_cases a x) as [|Hlt]; [auto|exfalso].
      assert (h * x <= h * a) by (apply N.mul_le_mono_l; lia).
      assert (h * a <= h * (a + h * p)) by (apply N.mul_le_mono_l; lia).
      assert (p <= h * (h * p)) by nia. nia. }
    subst l. exists (u ++ (x + p) :: v). split.
    + apply (legal_exchange_if r n (n + p) u x (x + p) v); auto; try lia.
      rewrite Hc. apply distinct_nodup, (nodup_exchange u x); [auto|]. intros Hin.
      assert (x + p <= x); [|lia]. apply Hx, in_or_app. apply in_app_or in Hin.
      destruct Hin; [left|right; right]; auto.
    + exists u, x, v. repeat split; auto.
      apply (legal_smaller r n _ x wf Hl). apply in_elt.
  - destruct (free_below l p x Hp Hpos) as [y [Hy [Hfree Hxy]]].
    { rewrite E. apply in_elt. }
    rewrite Hlen in Hxy. fold h in Hxy.
    assert (Hay : a + p <= y).
    { destruct (N.le_gt_cases (a + p) y) as [|Hlt]; [auto|exfalso].
      assert (x + 1 <= a + h * p).
      { replace (h * p) with ((h - 1) * p + p) by nia. lia. }
      assert (h * (x + 1) <= h * (a + h * p)) by (apply N.mul_le_mono_l; lia). lia. }
    clear u v E. apply in_split in Hy. destruct Hy as [u [v ->]].
    exists (u ++ (y - p) :: v). split.
    + apply (legal_exchange_if r (n + p) n u y (y - p) v); auto; try lia.
      rewrite Hc. apply distinct_nodup, (nodup_exchange u y); [auto|]. intros Hin. apply Hfree.
      apply in_or_app. apply in_app_or in Hin. destruct Hin; [left|right; right]; auto.
    + exists u, (y - p), v. replace (y - p + p) with y by lia. repeat split; auto; [lia|].
      pose proof (legal_smaller r (n + p) _ y wf Hl ltac:(apply in_elt)). lia.
Qed.

(** Three or more heaps that are not all equal: n >= h(a + p) + k + 1. *)
Definition bound_not_all_equal (h : nat) (k a p : N) : N := N.of_nat h * (a + p) + k + 1.

Lemma pairwise_equal l : pairwise N.eqb l = true <-> forall x y, In x l -> In y l -> x = y.
Proof.
  induction l as [|z l IH]; cbn [pairwise]; [easy|].
  rewrite andb_true_iff, forallb_forall, IH. split.
  - intros [H1 H2] x y [<-|Hx] [<-|Hy]; auto.
    + apply N.eqb_eq. auto.
    + symmetry. apply N.eqb_eq. auto.
  - intros H. split; [|intros x y Hx Hy; apply H; right; auto].
    intros x Hx. apply N.eqb_eq. apply H; [left|right]; auto.
Qed.

Lemma not_all_equal_if l x y : In x l -> In y l -> x <> y -> allowed NotAllEqual l = true.
Proof.
  intros Hx Hy Hne. cbn [allowed]. rewrite orb_true_iff, negb_true_iff. right.
  destruct (pairwise N.eqb l) eqn:E; [|auto]. elim Hne. apply (proj1 (pairwise_equal l) E); auto.
Qed.

(** The largest heap grows, and shrinks unless all would then be equal; then one of the others does. *)
Lemma counterparts_not_all_equal r a p n : well_formed_rule r = true -> cond r = NotAllEqual ->
  (3 <= heaps r)%nat -> 0 < a -> 0 < p -> smallest r <= n ->
  bound_not_all_equal (heaps r) (takes r) a p <= n -> counterparts (options_by r) a p n.
Proof.
  unfold bound_not_all_equal. intros wf Hc Hh Ha Hp Hs Hb.
  set (h := N.of_nat (heaps r)) in *. assert (H3 : 3 <= h) by lia.
  apply counterparts_of_grown; intros l Hl; pose proof Hl as [Hlen [Hpos [Hsum [_ _]]]];
    (destruct (largest_heap l) as [u [x [v [E Hx]]]]; [intros ->; cbn in Hlen; lia|]);
    pose proof (sum_at_most x l Hx) as Hmost; rewrite Hlen in Hmost; fold h in Hmost;
    assert (Hax : a + p <= x) by (destruct (N.le_gt_cases (a + p) x) as [|Hlt]; [auto|exfalso];
      assert (h * x <= h * (a + p)) by (apply N.mul_le_mono_l; lia); lia);
    subst l;
    (assert (Hother : exists z, In z (u ++ v))
      by (rewrite app_length in Hlen; cbn [length] in Hlen; destruct u as [|z u];
        [destruct v as [|z v]; [cbn in Hlen; lia|]|]; exists z; cbn; auto));
    destruct Hother as [z Hz];
    (assert (Hin : forall y w, In w (u ++ v) -> In w (u ++ y :: v))
      by (intros y w Hw; apply in_or_app; apply in_app_or in Hw; destruct Hw; [left|right; right]; auto)).
  - exists (u ++ (x + p) :: v). split.
    + apply (legal_exchange_if r n (n + p) u x (x + p) v); auto; try lia.
      rewrite Hc. apply (not_all_equal_if _ (x + p) z); auto using in_elt.
      specialize (Hx z (Hin x z Hz)). lia.
    + exists u, x, v. repeat split; auto; [lia|].
      apply (legal_smaller r n _ x wf Hl). apply in_elt.
  - pose proof (legal_smaller r (n + p) _ x wf Hl ltac:(apply in_elt)) as Hxn.
    destruct (allowed NotAllEqual (u ++ (x - p) :: v)) eqn:Hshrunk.
    + exists (u ++ (x - p) :: v). split.
      * apply (legal_exchange_if r (n + p) n u x (x - p) v); auto; try lia. rewrite Hc. auto.
      * exists u, (x - p), v. replace (x - p + p) with x by lia. repeat split; auto; lia.
    + (* the others are all x - p *)
      assert (Hequal : forall w, In w (u ++ v) -> w = x - p).
      { intros w Hw. destruct (N.eq_dec w (x - p)) as [|Hne]; [auto|].
        rewrite (not_all_equal_if _ w (x - p)) in Hshrunk; auto using in_elt; discriminate. }
      assert (Hsum' : sum (u ++ v) <= (h - 1) * (x - p)).
      { replace (h - 1) with (N.of_nat (length (u ++ v))).
        - apply sum_at_most. intros w Hw. rewrite (Hequal w Hw). lia.
        - rewrite app_length in *. cbn [length] in Hlen. lia. }
      rewrite sum_app in Hsum, Hsum'. cbn [sum fold_right] in Hsum. fold (sum v) in Hsum.
      assert (Hy : a + p <= x - p).
      { destruct (N.le_gt_cases (a + p) (x - p)) as [|Hlt]; [auto|exfalso].
        assert (h * (x - p) <= h * (a + p)) by (apply N.mul_le_mono_l; lia).
        replace (h * (x - p)) with ((h - 1) * (x - p) + (x - p)) in * by nia. lia. }
      assert (Hz' : In z (u ++ x :: v)) by auto.
      rewrite (Hequal z Hz) in *.
      (* one of them shrinks: x stays, and they differ *)
      apply in_split in Hz'. destruct Hz' as [u' [v' E']].
      assert (Hxin : In x (u' ++ v')).
      { assert (Hx' : In x (u ++ x :: v)) by apply in_elt. rewrite E' in Hx'.
        apply in_app_or in Hx'. apply in_or_app. destruct Hx' as [|[Hx'|]]; auto. lia. }
      exists (u' ++ (x - p - p) :: v'). rewrite E' in *. split.
      * apply (legal_exchange_if r (n + p) n u' (x - p) (x - p - p) v'); auto; try lia.
        rewrite Hc. apply (not_all_equal_if _ x (x - p - p)); auto using in_elt; [|lia].
        apply in_or_app. apply in_app_or in Hxin. destruct Hxin; [left|right; right]; auto.
      * exists u', (x - p - p), v'. replace (x - p - p + p) with (x - p) by lia.
        repeat split; auto; lia.
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
      if (heaps r =? 2)%nat then Some (N.max (smallest r) (bound_apart d (takes r) a p))
      else if (d =? 1) && (0 <? p)
      then Some (N.max (smallest r) (bound_distinct (heaps r) (takes r) a p)) else None
  | AllEqual =>
      if Nat.even (heaps r) && (p mod N.of_nat (heaps r) =? 0)
      then Some (N.max (smallest r) (takes r + 1)) else None
  | NotAllEqual =>
      if (heaps r =? 2)%nat then Some (N.max (smallest r) (bound_apart 1 (takes r) a p))
      else if 0 <? p then Some (N.max (smallest r) (bound_not_all_equal (heaps r) (takes r) a p))
      else None
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
    + destruct (Nat.eqb_spec (heaps r) 2) as [H2|H2].
      { intros E Hn. apply some_eq in E. subst b. apply (counterparts_apart r d); auto; lia. }
      destruct (N.eqb_spec d 1) as [->|]; [|discriminate].
      destruct (N.ltb_spec 0 p); [|discriminate].
      intros E Hn. apply some_eq in E. subst b. apply counterparts_distinct; auto; lia.
    + destruct (Nat.eqb_spec (heaps r) 2) as [H2|H2].
      2: { destruct (N.ltb_spec 0 p); [|discriminate].
        intros E Hn. apply some_eq in E. subst b. apply counterparts_not_all_equal; auto; lia. }
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
