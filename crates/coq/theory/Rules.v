(** * The rules of take-and-break games

    A rule says how many tokens are taken from a heap, into how many non-empty heaps the rest
    is divided, what these heaps must satisfy, and from which heap size on the rule may be
    used. A game is a finite list of rules. Codes such as 0.77, subtraction games S(1,2,4) and
    Grundy's game are written in this form; games with infinitely many rules have files of
    their own. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Play Mex.
Import ListNotations.
Open Scope N_scope.

(** ** Conditions on the heaps that a move leaves *)

Inductive condition :=
| Any                 (** no condition *)
| Apart (d : N)       (** any two heaps differ by at least d; [Apart 1] is "!" *)
| NotAllEqual         (** "?": the heaps are not all equal *)
| AllEqual.           (** "=": all heaps are equal *)

Fixpoint pairwise (r : N -> N -> bool) (l : list N) : bool :=
  match l with [] => true | x :: l => forallb (r x) l && pairwise r l end.

Definition distance (x y : N) : N := N.max x y - N.min x y.

Definition allowed (c : condition) (l : list N) : bool :=
  match c with
  | Any => true
  | Apart d => pairwise (fun x y => d <=? distance x y) l
  | NotAllEqual => (length l <=? 1)%nat || negb (pairwise N.eqb l)
  | AllEqual => pairwise N.eqb l
  end.

(** ** Rules and options *)

Record rule := Rule { takes : N; heaps : nat; cond : condition; smallest : N }.
Definition rules := list rule.

Definition sum (l : list N) : N := fold_right N.add 0 l.

(** All lists of [h] positive numbers with sum [m]. *)
Fixpoint divisions (h : nat) (m : N) : list (list N) :=
  match h with
  | O => if m =? 0 then [[]] else []
  | S h => flat_map (fun x => map (cons x) (divisions h (m - x))) (interval 1 (N.to_nat m))
  end.

Definition options_by (r : rule) (n : N) : list (list N) :=
  if (takes r <=? n) && (smallest r <=? n)
  then filter (allowed (cond r)) (divisions (heaps r) (n - takes r))
  else [].

Definition options (rs : rules) : game := fun n => flat_map (fun r => options_by r n) rs.

(** The same as a statement. *)
Definition legal (r : rule) (n : N) (l : list N) : Prop :=
  length l = heaps r /\ Forall (fun x => 0 < x) l /\ sum l + takes r = n /\
  smallest r <= n /\ allowed (cond r) l = true.

Lemma in_divisions h : forall m l,
  In l (divisions h m) <-> length l = h /\ Forall (fun x => 0 < x) l /\ sum l = m.
Proof.
  induction h as [|h IH]; intros m l; cbn [divisions].
  - destruct (N.eqb_spec m 0) as [->|Hm]; split.
    + intros [<-|[]]. repeat split; auto.
    + intros [H _]. destruct l; [left; auto|discriminate].
    + intros [].
    + intros [H [_ Hs]]. destruct l; [|discriminate]. cbn in Hs. congruence.
  - rewrite in_flat_map. split.
    + intros [x [Hx Hl]]. apply in_interval in Hx.
      apply in_map_iff in Hl. destruct Hl as [l' [<- Hl']].
      apply IH in Hl'. destruct Hl' as [Hlen [Hpos Hs]].
      cbn [length sum fold_right]. fold (sum l'). repeat split; [auto|constructor; [lia|auto]|lia].
    + intros [Hlen [Hpos Hs]]. destruct l as [|x l]; [discriminate|].
      inversion Hpos; subst. cbn [length sum fold_right] in *. fold (sum l) in *.
      exists x. split; [apply in_interval; lia|].
      apply in_map. apply IH. repeat split; auto; lia.
Qed.

Lemma in_options_by r n l : In l (options_by r n) <-> legal r n l.
Proof.
  unfold options_by, legal.
  destruct (N.leb_spec (takes r) n), (N.leb_spec (smallest r) n); cbn [andb].
  - rewrite filter_In, in_divisions. intuition lia.
  - split; [intros []|]. intros H'. lia.
  - split; [intros []|]. intros [_ [_ [H' _]]]. lia.
  - split; [intros []|]. intros [_ [_ [H' _]]]. lia.
Qed.

Theorem in_options rs n l : In l (options rs n) <-> exists r, In r rs /\ legal r n l.
Proof.
  unfold options. rewrite in_flat_map.
  split; intros [r [Hr Hl]]; exists r; split; auto; apply in_options_by; auto.
Qed.

(** ** A rule must take something or divide: then the game ends *)

Definition well_formed_rule (r : rule) : bool := (1 <=? takes r) || (2 <=? heaps r)%nat.
Definition well_formed (rs : rules) : bool := forallb well_formed_rule rs.

Lemma sum_app a b : sum (a ++ b) = sum a + sum b.
Proof. induction a as [|x a IH]; cbn; [auto|]. fold (sum (a ++ b)) (sum a). lia. Qed.

Lemma length_le_sum l : Forall (fun x => 0 < x) l -> N.of_nat (length l) <= sum l.
Proof.
  induction 1 as [|x l Hx _ IH]; cbn [length sum fold_right]; [lia|]. fold (sum l). lia.
Qed.

Lemma heap_le_sum x l : In x l -> x <= sum l.
Proof.
  induction l as [|y l IH]; cbn [In sum fold_right]; [easy|]. fold (sum l).
  intros [->|H]; [lia|]. specialize (IH H). lia.
Qed.

Lemma heap_lt_sum x l : Forall (fun x => 0 < x) l -> (2 <= length l)%nat -> In x l -> x < sum l.
Proof.
  intros Hpos. induction Hpos as [|y l Hy Hl IH]; cbn [length sum fold_right]; [lia|].
  fold (sum l). intros Hlen [->|Hin].
  - pose proof (length_le_sum l Hl). lia.
  - pose proof (heap_le_sum x l Hin). lia.
Qed.

Lemma legal_smaller r n l x : well_formed_rule r = true -> legal r n l -> In x l -> 0 < x < n.
Proof.
  unfold well_formed_rule. rewrite orb_true_iff, N.leb_le, Nat.leb_le.
  intros wf [Hlen [Hpos [Hs _]]] Hx.
  split; [rewrite Forall_forall in Hpos; auto|]. pose proof (heap_le_sum x l Hx).
  destruct wf as [wf|wf]; [lia|]. rewrite <- Hlen in wf.
  pose proof (heap_lt_sum x l Hpos wf Hx). lia.
Qed.

Theorem options_decreasing rs : well_formed rs = true -> decreasing (options rs).
Proof.
  unfold well_formed. rewrite forallb_forall. intros wf n l x Hl Hx.
  apply in_options in Hl. destruct Hl as [r [Hr Hl]].
  apply (legal_smaller r n l x (wf r Hr) Hl Hx).
Qed.

(** ** Codes: d0.d1d2d3...

    The digit d_k contains 2^h if it is allowed to take k and to leave the rest as exactly h
    non-empty heaps. [code d0 [d1; d2; d3]] is d0.d1d2d3, [code 0 [7; 7]] is Kayles. *)
Fixpoint rules_of_bits (k : N) (h : nat) (c : condition) (d : positive) : rules :=
  match d with
  | xH => [Rule k h c 1]
  | xO d => rules_of_bits k (S h) c d
  | xI d => Rule k h c 1 :: rules_of_bits k (S h) c d
  end.

Definition digit (k : N) (c : condition) (d : N) : rules :=
  match d with N0 => [] | Npos d => rules_of_bits k 0 c d end.

Fixpoint digits (k : N) (ds : list N) : rules :=
  match ds with [] => [] | d :: ds => digit k Any d ++ digits (N.succ k) ds end.

Definition code (d0 : N) (ds : list N) : rules := digit 0 Any d0 ++ digits 1 ds.

(** ** Subtraction games: take a member of the set *)
Definition subtraction (set : list N) : rules :=
  flat_map (fun k => [Rule k 0 Any 1; Rule k 1 Any 1]) set.

(** ** Splittles: take a member of the set, then divide the rest in two or not *)
Definition splittles (set : list N) : rules :=
  flat_map (fun k => [Rule k 0 Any 1; Rule k 1 Any 1; Rule k 2 Any 1]) set.

(** ** Splitting: divide a heap into h heaps; Grundy's game: into two unequal ones *)
Definition split_into (h : nat) (c : condition) : rules := [Rule 0 h c 1].
Definition grundy : rules := split_into 2 (Apart 1).
