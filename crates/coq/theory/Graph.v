(** * A relation that satisfies the recurrence is the graph of the nim-sequence *)
From Coq Require Import NArith List Lia.
From Sprague Require Import Play Mex NimValue.
Import ListNotations.
Open Scope N_scope.

Section Graph.
Variable g : game.
Hypothesis dec : decreasing g.
Variable graph : N -> N -> Prop.

(** An option of [n] has the value [z], the values of its heaps being read off the graph. *)
Definition option_value (n z : N) : Prop :=
  exists l ys, In l (g n) /\ Forall2 graph l ys /\ nim_sum ys = z.

Hypothesis total : forall n, exists y, graph n y.                              (* (T) *)
Hypothesis no_option : forall n y, graph n y -> option_value n y -> False.     (* (A) *)
Hypothesis all_smaller : forall n y z, graph n y -> z < y -> option_value n z. (* (B) *)

Theorem graph_of_G n y : graph n y <-> G g n = y.
Proof.
  revert y. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  assert (H : forall y, graph n y -> G g n = y).
  { intros y Hy. apply G_is; [auto|]. split.
    - intros l Hl E. apply (no_option n y Hy). exists l, (map (G g) l). split; [|split]; auto.
      assert (Hs : forall x, In x l -> x < n) by (intros x Hx; exact (dec n l x Hl Hx)).
      clear Hl E. induction l as [|x l IHl]; cbn [map]; constructor.
      + apply IH; auto. apply Hs. left. auto.
      + apply IHl. intros z Hz. apply Hs. right. auto.
    - intros u Hu. destruct (all_smaller n y u Hy Hu) as [l [ys [Hl [H2 <-]]]].
      exists l. split; auto. f_equal.
      assert (Hs : forall x, In x l -> x < n) by (intros x Hx; exact (dec n l x Hl Hx)).
      clear Hl Hu. induction H2 as [|x v l ys Hx H2 IH2]; auto. cbn [map]. f_equal.
      + apply (IH x); auto. apply Hs. left. auto.
      + apply IH2. intros z Hz. apply Hs. right. auto. }
  intros y. split; [apply H|].
  intros <-. destruct (total n) as [y Hy]. rewrite (H y Hy). auto.
Qed.
End Graph.
