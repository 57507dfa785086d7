(** * What exported files use

    One definition that is computed and one theorem that is applied for each kind of
    certificate. Periodic sequences: [check_periodic_sound], [check_sparse_sound],
    [check_table_sound]. Automata: the ones below. *)
From Coq Require Import NArith ZArith List Lia Bool.
From Sprague Require Import Play Mex NimValue SpragueGrundy Rules LeastPeriod LeastSapp Automaton Spelling
  AutomatonCheck Shift Laws.
Import ListNotations.
Open Scope N_scope.

(** ** The graph *)

(** The automaton accepts (n, y) exactly if y is the nim-value of a heap of n. *)
Definition reads_nim_values (g : game) (p t : N) (graph : automaton) : Prop :=
  0 < p /\ padded graph /\ forall n y, reads p t graph n y = true <-> G g n = y.

(** [fuel] bounds the length of every walk; 64 zeros are read after the last digit. *)
Definition check_graph (rs : rules) (p t : N) (graph : automaton) (sums : list automaton)
  (fuel : N) : bool :=
  (0 <? p) && check_automaton p t rs graph sums (N.to_nat fuel) 64.

Theorem check_graph_sound rs p t graph sums fuel :
  check_graph rs p t graph sums fuel = true ->
  decreasing (options rs) /\ reads_nim_values (options rs) p t graph.
Proof.
  unfold check_graph. rewrite andb_true_iff, N.ltb_lt. intros [Hp H].
  destruct (check_automaton_sound p t Hp rs graph sums (N.to_nat fuel) 64 H) as [H1 [H2 H3]].
  split; [auto|]. split; auto.
Qed.

(** ** What is read off the graph *)

Definition check_regularity (p t : N) (graph : automaton) (l q s : N) (values : list N) (fuel : N)
  : bool := check_regular p t graph l q s values (N.to_nat fuel).

Theorem check_regularity_sound g p t graph l q s values fuel : reads_nim_values g p t graph ->
  check_regularity p t graph l q s values fuel = true -> least_regular (G g) l q s.
Proof.
  intros [Hp [HG H]] Hc. exact (check_regular_sound p t Hp graph HG (G g) H l q s values _ Hc).
Qed.

Definition check_sapp_law (p t : N) (graph : automaton) (l q s : N) (still values : list N)
  (fuel : N) : bool := check_sapp p t graph l q s still values (N.to_nat fuel).

Theorem check_sapp_law_sound g p t graph l q s still values fuel :
  reads_nim_values g p t graph ->
  check_sapp_law p t graph l q s still values fuel = true -> least_sapp (G g) l q s still.
Proof.
  intros [Hp [HG H]] Hc. exact (check_sapp_sound p t Hp graph HG (G g) H l q s still values _ Hc).
Qed.

Definition check_formulas (p t : N) (graph : automaton) (laws : list law) (fuel : N) : bool :=
  check_laws p t graph laws (N.to_nat fuel).

Theorem check_formulas_sound g p t graph laws fuel : reads_nim_values g p t graph ->
  check_formulas p t graph laws fuel = true ->
  forall n, Z.of_N (G g n) = by_laws p laws n.
Proof.
  intros [Hp [HG H]] Hc. exact (check_laws_sound p t Hp graph HG g laws _ H Hc).
Qed.

(** The value of a single heap, of any size. *)
Theorem value_by_graph g p t graph n y : reads_nim_values g p t graph ->
  reads p t graph n y = true -> G g n = y.
Proof. intros [_ [_ H]]. apply H. Qed.
