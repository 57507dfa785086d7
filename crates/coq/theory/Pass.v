(** * Games with a pass

    In RULES + pass every heap carries a pass. Instead of moving in a heap a player may use up
    its pass: the heap stays as it is, without a pass. A heap without a move cannot pass. A
    move in the heap leaves the pass with one of the heaps that are left, which the mover
    chooses; where none is left it is gone. A heap without its pass is a heap of RULES. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Play Mex NimValue SpragueGrundy Rules Periodic.
Import ListNotations.
Open Scope N_scope.

(** ** The game

    A heap of n is written 2n when its pass is used up, and 2n + 1 as long as it carries it.
    So a game with a pass is a game as in [Play.v]. *)
Definition without_pass (n : N) : N := 2 * n.
Definition with_pass (n : N) : N := 2 * n + 1.

(** The heaps [l], one of which keeps the pass: all ways to choose it. *)
Fixpoint choose (l : list N) : list (list N) :=
  match l with
  | [] => []
  | x :: l => (with_pass x :: map without_pass l) :: map (cons (without_pass x)) (choose l)
  end.

(** What a move to the heaps [l] may leave of a heap with its pass. *)
Definition leave_pass (l : list N) : list (list N) :=
  match l with [] => [[]] | _ => choose l end.

Definition add_pass (g : game) : game := fun m =>
  let n := N.div2 m in
  if N.odd m then
    match g n with
    | [] => []
    | moves => [without_pass n] :: flat_map leave_pass moves
    end
  else map (map without_pass) (g n).

(** The nim-value of a heap of [n] that carries its pass. *)
Definition value_with_pass (g : game) (n : N) : N := G (add_pass g) (with_pass n).

(** *** The same as statements *)

Lemma div2_without n : N.div2 (without_pass n) = n.
Proof. apply N.div2_double. Qed.
Lemma div2_with n : N.div2 (with_pass n) = n.
Proof. unfold with_pass. rewrite <- N.succ_double_spec. apply N.div2_succ_double. Qed.
Lemma odd_without n : N.odd (without_pass n) = false.
Proof. unfold without_pass. rewrite N.odd_mul. auto. Qed.
Lemma odd_with n : N.odd (with_pass n) = true.
Proof. unfold with_pass. rewrite N.odd_add, N.odd_mul. auto. Qed.

(** Every number is of one of the two kinds. *)
Lemma either_kind m : exists n, m = without_pass n \/ m = with_pass n.
Proof. exists (N.div2 m). unfold without_pass, with_pass. destruct m as [|[q|q|]]; cbn; lia. Qed.

Lemma in_choose l : forall l', In l' (choose l) <->
  exists u x v, l = u ++ x :: v /\ l' = map without_pass u ++ with_pass x :: map without_pass v.
Proof.
  induction l as [|y l IH]; intros l'; cbn [choose In].
  - split; [intros []|]. intros [[|z u] [x [v [E _]]]]; discriminate.
  - rewrite in_map_iff. split.
    + intros [<-|[k [<- Hk]]]; [exists [], y, l; auto|].
      apply IH in Hk. destruct Hk as [u [x [v [-> ->]]]]. exists (y :: u), x, v. auto.
    + intros [[|z u] [x [v [E ->]]]]; inversion E; subst; [left; auto|right].
      eexists. split; [|apply IH; eauto]. auto.
Qed.

Lemma in_leave_pass l l' : In l' (leave_pass l) <->
  (l = [] /\ l' = []) \/
  exists u x v, l = u ++ x :: v /\ l' = map without_pass u ++ with_pass x :: map without_pass v.
Proof.
  destruct l as [|y l]; cbn [leave_pass].
  - split; [intros [<-|[]]; auto|].
    intros [[_ ->]|[[|z u] [x [v [E _]]]]]; [left; auto|discriminate..].
  - rewrite in_choose. split; [auto|]. intros [[E _]|H]; [discriminate|auto].
Qed.

(** The nim-sum of a list, apart from one of its heaps. *)
Lemma nim_sum_with (f : N -> N) u x v : nim_sum (map f (u ++ x :: v)) =
  N.lxor (f x) (N.lxor (nim_sum (map f u)) (nim_sum (map f v))).
Proof.
  rewrite map_app, nim_sum_app. cbn [map nim_sum fold_right]. fold (nim_sum (map f v)). nim_bits.
Qed.

Section Game.
Variable g : game.
Notation h := (add_pass g).

Lemma add_pass_without n : h (without_pass n) = map (map without_pass) (g n).
Proof. unfold add_pass. rewrite odd_without, div2_without. auto. Qed.

Lemma in_add_pass_with n l' : In l' (h (with_pass n)) <->
  (g n <> [] /\ l' = [without_pass n]) \/ exists l, In l (g n) /\ In l' (leave_pass l).
Proof.
  unfold add_pass. rewrite odd_with, div2_with. rewrite <- in_flat_map.
  destruct (g n) as [|l ls].
  - cbn. split; [intros []|]. intros [[E _]|[]]; [elim E; auto].
  - cbn [In]. split.
    + intros [<-|H]; [left; split; [discriminate|auto]|auto].
    + intros [[_ ->]|H]; auto.
Qed.

(** ** The game ends *)

Hypothesis dec : decreasing g.

Theorem add_pass_decreasing : decreasing h.
Proof.
  intros m l' x Hl Hx. destruct (either_kind m) as [n [-> | ->]].
  - rewrite add_pass_without in Hl. apply in_map_iff in Hl. destruct Hl as [l [<- Hl]].
    apply in_map_iff in Hx. destruct Hx as [y [<- Hy]].
    pose proof (dec n l y Hl Hy). unfold without_pass. lia.
  - apply in_add_pass_with in Hl. destruct Hl as [[_ ->]|[l [Hl Hl']]].
    + destruct Hx as [<-|[]]. unfold without_pass, with_pass. lia.
    + apply in_leave_pass in Hl'. destruct Hl' as [[_ ->]|[u [y [v [-> ->]]]]]; [destruct Hx|].
      apply in_app_or in Hx. cbn [In] in Hx. rewrite !in_map_iff in Hx.
      unfold without_pass, with_pass in *. destruct Hx as [[z [<- Hz]]|[<-|[z [<- Hz]]]].
      * pose proof (dec n _ z Hl ltac:(apply in_or_app; auto)). lia.
      * pose proof (dec n _ y Hl ltac:(apply in_elt)). lia.
      * pose proof (dec n _ z Hl ltac:(apply in_or_app; right; right; auto)). lia.
Qed.

(** ** Its nim-values *)

(** A heap without its pass is a heap of the game without passes. *)
Theorem value_without_pass n : G h (without_pass n) = G g n.
Proof.
  symmetry. revert n. apply (G_unique g dec). intros n.
  destruct (G_is_mex h add_pass_decreasing (without_pass n)) as [H1 H2].
  rewrite add_pass_without in *. split.
  - intros l Hl E. apply (H1 (map without_pass l)); [apply in_map; auto|]. rewrite map_map. auto.
  - intros u Hu. destruct (H2 u Hu) as [l' [Hl E]]. apply in_map_iff in Hl.
    destruct Hl as [l [<- Hl]]. rewrite map_map in E. eauto.
Qed.

Lemma values_without_pass l : map (G h) (map without_pass l) = map (G g) l.
Proof. rewrite map_map. apply map_ext. apply value_without_pass. Qed.

(** The value of a move to [l]: one heap counts with its pass, the others without. *)
Definition value_by_pass (l : list N) (v : N) : Prop :=
  (l = [] /\ v = 0) \/
  exists u x w, l = u ++ x :: w /\
    v = N.lxor (value_with_pass g x) (N.lxor (nim_sum (map (G g) u)) (nim_sum (map (G g) w))).

(** The recurrence of the values with the pass: the mex of the value without the pass, if
    there is a move, and of the values of the moves. *)
Theorem value_with_pass_recurrence n v : value_with_pass g n = v <->
  let excluded u := (g n <> [] /\ u = G g n) \/ exists l, In l (g n) /\ value_by_pass l u in
  ~ excluded v /\ forall u, u < v -> excluded u.
Proof.
  cbn zeta. set (excluded := fun u => _).
  assert (E : forall u,
    (exists l', In l' (h (with_pass n)) /\ nim_sum (map (G h) l') = u) <-> excluded u).
  { intros u.
    assert (Hmove : forall l, (exists l', In l' (leave_pass l) /\ nim_sum (map (G h) l') = u) <->
                              value_by_pass l u).
    { intros l. unfold value_by_pass. split.
      - intros [l' [Hl E]]. apply in_leave_pass in Hl.
        destruct Hl as [[-> ->]|[a [x [c [-> ->]]]]]; [left; auto|right].
        exists a, x, c. split; [auto|]. subst u. rewrite nim_sum_with, !values_without_pass. auto.
      - intros [[-> ->]|[a [x [c [-> ->]]]]]; [exists []; split; [left; auto|auto]|].
        eexists. split; [apply in_leave_pass; right; eauto|].
        rewrite nim_sum_with, !values_without_pass. auto. }
    unfold excluded. split.
    - intros [l' [Hl E]]. apply in_add_pass_with in Hl. destruct Hl as [[Hn ->]|[l [Hl Hl']]].
      + left. split; [auto|]. cbn [map nim_sum fold_right] in E.
        rewrite N.lxor_0_r, value_without_pass in E. auto.
      + right. exists l. split; [auto|]. apply Hmove. eauto.
    - intros [[Hn ->]|[l [Hl Hv]]].
      + exists [without_pass n]. split; [apply in_add_pass_with; auto|].
        cbn [map nim_sum fold_right]. rewrite N.lxor_0_r. apply value_without_pass.
      + apply Hmove in Hv. destruct Hv as [l' [Hl' Ev]]. exists l'. split; [|auto].
        apply in_add_pass_with. eauto. }
  split.
  - intros <-. destruct (G_is_mex h add_pass_decreasing (with_pass n)) as [H1 H2]. split.
    + intros Hv. apply E in Hv. destruct Hv as [l' [Hl Ev]]. exact (H1 l' Hl Ev).
    + intros u Hu. apply E. auto.
  - intros [H1 H2]. apply G_is; [apply add_pass_decreasing|]. split.
    + intros l' Hl Ev. apply H1, E. eauto.
    + intros u Hu. apply E. auto.
Qed.

(** ** Play

    A position of heaps that all carry their passes is lost exactly if the nim-sum of their
    values is 0. Positions of heaps with and without passes: [sprague_grundy]. *)
Theorem play_with_pass p : decreasing (add_pass g) ->
  lost (add_pass g) (map with_pass p) <-> nim_sum (map (value_with_pass g) p) = 0.
Proof. intros ends. rewrite (sprague_grundy _ ends), map_map. reflexivity. Qed.
End Game.

(** ** Periodic sequences

    If the options of n + p are those of n, one heap being larger by p or none
    ([counterparts]), then the same holds with the pass: it goes with its heap. *)

(** Split a list at two places. *)
Lemma two_places {A} (u w : list A) x y v z : u ++ x :: v = w ++ y :: z ->
  (u = w /\ x = y /\ v = z) \/
  (exists m, w = u ++ x :: m /\ v = m ++ y :: z) \/
  (exists m, u = w ++ y :: m /\ z = m ++ x :: v).
Proof.
  revert w. induction u as [|a u IH]; intros [|b w] E; cbn in E; inversion E; subst.
  - auto.
  - right. left. exists w. auto.
  - right. right. exists u. auto.
  - destruct (IH w H1) as [[-> [-> ->]]|[[m [-> ->]]|[m [-> ->]]]]; [auto|right..].
    + left. exists m. auto.
    + right. exists m. auto.
Qed.

(** A list of heaps without passes, one heap being larger by p. *)
Lemma grown_without a p n f u x v :
  repeats_below f (without_pass a) (without_pass p) (without_pass n) -> a <= x < n ->
  nim_sum (map f (map without_pass (u ++ (x + p) :: v))) =
  nim_sum (map f (map without_pass (u ++ x :: v))).
Proof.
  intros Hf Hx. assert (E : f (without_pass (x + p)) = f (without_pass x)).
  { unfold without_pass in *. rewrite <- (Hf (2 * x)) by lia. f_equal. lia. }
  rewrite !map_app. cbn [map]. rewrite E. auto.
Qed.

Lemma like_without a p n l l' f : like a p n l l' ->
  repeats_below f (without_pass a) (without_pass p) (without_pass n) ->
  nim_sum (map f (map without_pass l')) = nim_sum (map f (map without_pass l)).
Proof.
  intros [->|[u [x [v [-> [-> Hx]]]]]] Hf; [auto|]. apply (grown_without a p n); auto.
Qed.

(** Wherever the pass is kept in one list, it is kept in the other, with the same value. *)
Lemma like_with a p n l l' : like a p n l l' ->
  (forall k, In k (leave_pass l) -> exists k', In k' (leave_pass l') /\
     forall f, repeats_below f (without_pass a) (without_pass p) (with_pass n) ->
     nim_sum (map f k') = nim_sum (map f k)) /\
  (forall k', In k' (leave_pass l') -> exists k, In k (leave_pass l) /\
     forall f, repeats_below f (without_pass a) (without_pass p) (with_pass n) ->
     nim_sum (map f k') = nim_sum (map f k)).
Proof.
  intros [->|[u [x [v [-> [-> Hx]]]]]]; [split; intros k Hk; exists k; auto|].
  (* the heap x grows *)
  assert (Hgrow : forall f, repeats_below f (without_pass a) (without_pass p) (with_pass n) ->
    f (without_pass (x + p)) = f (without_pass x) /\ f (with_pass (x + p)) = f (with_pass x)).
  { intros f Hf. unfold without_pass, with_pass in *. split.
    - rewrite <- (Hf (2 * x)) by lia. f_equal. lia.
    - rewrite <- (Hf (2 * x + 1)) by lia. f_equal. lia. }
  assert (Hkeep : forall s s' w y z, u ++ s :: v = w ++ y :: z ->
    (s = x /\ s' = x + p \/ s = x + p /\ s' = x) ->
    exists w' y' z', u ++ s' :: v = w' ++ y' :: z' /\
      forall f, repeats_below f (without_pass a) (without_pass p) (with_pass n) ->
      nim_sum (map f (map without_pass w' ++ with_pass y' :: map without_pass z')) =
      nim_sum (map f (map without_pass w ++ with_pass y :: map without_pass z))).
  { intros s s' w y z E Hs.
    assert (Hss : forall f, repeats_below f (without_pass a) (without_pass p) (with_pass n) ->
      f (without_pass s') = f (without_pass s) /\ f (with_pass s') = f (with_pass s)).
    { intros f Hf. destruct (Hgrow f Hf), Hs as [[-> ->]|[-> ->]]; split; congruence. }
    destruct (two_places _ _ _ _ _ _ E) as [[-> [-> ->]]|[[m [-> ->]]|[m [-> ->]]]].
    - exists w, s', z. split; [auto|]. intros f Hf. apply nim_sum_exchange, Hss. auto.
    - exists (u ++ s' :: m), y, z. rewrite <- app_assoc. split; [auto|]. intros f Hf.
      rewrite !map_app. cbn [map]. destruct (Hss f Hf) as [-> _]. auto.
    - exists w, y, (m ++ s' :: v). rewrite <- app_assoc. split; [auto|]. intros f Hf.
      rewrite !map_app. cbn [map]. rewrite !map_app. cbn [map]. destruct (Hss f Hf) as [-> _]. auto. }
  split; intros k Hk; apply in_leave_pass in Hk; (destruct Hk as [[E _]|[w [y [z [E ->]]]]];
    [destruct u; discriminate|]).
  - destruct (Hkeep x (x + p) w y z E) as [w' [y' [z' [E' Hf]]]]; [auto|].
    eexists. split; [apply in_leave_pass; right; eauto|auto].
  - destruct (Hkeep (x + p) x w y z E) as [w' [y' [z' [E' Hf]]]]; [auto|].
    eexists. split; [apply in_leave_pass; right; eauto|]. intros f Hf'. symmetry. auto.
Qed.

Lemma same_options_with_pass g a p n m : counterparts g a p n -> a <= n ->
  m = without_pass n \/ m = with_pass n ->
  same_options (add_pass g) (without_pass a) (without_pass p) m.
Proof.
  intros [H1 H2] Hn [-> | ->].
  - unfold same_options.
    replace (without_pass n + without_pass p) with (without_pass (n + p))
      by (unfold without_pass; lia).
    rewrite !add_pass_without. split; intros k Hk; apply in_map_iff in Hk; destruct Hk as [l [<- Hl]].
    + destruct (H1 l Hl) as [l' [Hl' L]]. exists (map without_pass l').
      split; [apply in_map; auto|]. intros f Hf. apply (like_without a p n); auto.
    + destruct (H2 l Hl) as [l' [Hl' L]]. exists (map without_pass l').
      split; [apply in_map; auto|]. intros f Hf. apply (like_without a p n); auto.
  - unfold same_options.
    replace (with_pass n + without_pass p) with (with_pass (n + p))
      by (unfold without_pass, with_pass; lia).
    assert (Hpass : forall f, repeats_below f (without_pass a) (without_pass p) (with_pass n) ->
      nim_sum (map f [without_pass (n + p)]) = nim_sum (map f [without_pass n])).
    { intros f Hf. cbn [map nim_sum fold_right]. f_equal. unfold without_pass, with_pass in *.
      rewrite <- (Hf (2 * n)) by lia. f_equal. lia. }
    split; intros k Hk; apply in_add_pass_with in Hk; destruct Hk as [[E ->]|[l [Hl Hk]]].
    + exists [without_pass (n + p)]. split; [|auto]. apply in_add_pass_with. left. split; [|auto].
      destruct (g n) as [|l ls]; [elim E; auto|].
      destruct (H1 l (or_introl eq_refl)) as [l' [Hl' _]]. intros E'. rewrite E' in Hl'. destruct Hl'.
    + destruct (H1 l Hl) as [l' [Hl' L]].
      destruct (proj1 (like_with a p n l l' L) k Hk) as [k' [Hk' Hf]]. exists k'.
      split; [|auto]. apply in_add_pass_with. eauto.
    + exists [without_pass n]. split; [|auto]. apply in_add_pass_with. left. split; [|auto].
      destruct (g (n + p)) as [|l ls]; [elim E; auto|].
      destruct (H2 l (or_introl eq_refl)) as [l' [Hl' _]]. intros E'. rewrite E' in Hl'. destruct Hl'.
    + destruct (H2 l Hl) as [l' [Hl' L]].
      destruct (proj2 (like_with a p n l' l L) k Hk) as [k' [Hk' Hf]]. exists k'.
      split; [|auto]. apply in_add_pass_with. eauto.
Qed.

(** The theorem [pass]: if both sequences repeat over the window, then for ever. *)
Theorem periodic_with_pass g a p b : decreasing g -> a <= b ->
  (forall n, b <= n -> counterparts g a p n) ->
  (forall m, without_pass a <= m < without_pass b ->
     G (add_pass g) (m + without_pass p) = G (add_pass g) m) ->
  forall n, a <= n ->
    G g (n + p) = G g n /\ value_with_pass g (n + p) = value_with_pass g n.
Proof.
  intros dec Hab Hlike Hw n Hn.
  assert (H : forall m, without_pass a <= m ->
    G (add_pass g) (m + without_pass p) = G (add_pass g) m).
  { apply (periodic_from_window _ _ _ (without_pass b)); auto using add_pass_decreasing.
    intros m Hm. destruct (either_kind m) as [k Hk].
    assert (b <= k) by (unfold without_pass, with_pass in *; lia).
    apply (same_options_with_pass g a p k); auto. lia. }
  rewrite <- !(value_without_pass g dec). unfold value_with_pass. split.
  - rewrite <- (H (without_pass n)) by (unfold without_pass; lia).
    f_equal. unfold without_pass. lia.
  - rewrite <- (H (with_pass n)) by (unfold without_pass, with_pass; lia).
    f_equal. unfold without_pass, with_pass. lia.
Qed.
