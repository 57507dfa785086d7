(** The walk forwards, which the checker takes only where there are many states, on the sums of 0.2048:
    it accepts what the other one accepts, and refuses claims that are no sums. *)
From Sprague Require Import Sprague HeapSums WithinSum SumAhead.

(** Reads (n, G(n)), spelled n = 13 k + j, y = 4 l + c. *)
Definition graph : automaton := make 2
  [Row true 1 2 2 2; Row false 2 2 2 2; Row false 2 3 4 2; Row true 4 2 2 4; Row true 7 2 2 8; Row false 2 9 10 2; Row true 1 2 2 1; Row true 8 2 2 1; Row false 3 2 2 3; Row false 10 2 2 3]
  [(1%positive, 1); (2%positive, 2); (3%positive, 1); (4%positive, 1); (2%positive, 4); (5%positive, 1); (6%positive, 1); (2%positive, 1); (4%positive, 1); (2%positive, 4); (4%positive, 1); (2%positive, 4); (1%positive, 1); (3%positive, 1); (4%positive, 1); (2%positive, 4); (4%positive, 1); (2%positive, 2); (4%positive, 1); (2%positive, 4); (4%positive, 1); (2%positive, 4); (4%positive, 1); (2%positive, 4); (4%positive, 1); (2%positive, 2); (4%positive, 1); (2%positive, 1)].

(** Totals and nim-sums of 2 heaps. *)
Definition sum2 : automaton := make 2
  [Row false 1 3 17 3; Row false 22 3 17 23; Row false 5 3 17 5; Row false 1 5 5 3; Row false 5 5 5 5; Row true 17 24 13 12; Row false 25 3 17 25; Row true 26 24 13 27; Row false 5 25 28 5; Row true 29 24 13 15; Row false 5 30 31 5; Row true 17 5 5 12; Row true 13 5 5 13; Row true 17 32 33 12; Row true 34 5 5 35; Row true 36 5 5 37; Row true 17 3 17 12; Row true 13 23 38 13; Row true 39 5 5 3; Row false 5 23 38 5; Row true 17 23 38 12; Row false 5 23 40 5; Row false 1 23 38 3; Row false 5 24 13 5; Row false 1 25 28 3; Row true 41 42 43 13; Row true 43 5 5 27; Row true 28 3 17 28; Row true 44 2 45 46; Row false 47 48 49 24; Row true 33 3 17 50; Row false 24 3 17 24; Row true 33 3 17 6; Row true 17 25 28 12; Row true 51 23 38 17; Row true 52 5 5 52; Row true 37 5 5 52; Row false 40 5 5 53; Row true 39 3 17 3; Row false 40 3 17 53; Row true 13 24 13 13; Row false 5 42 43 5; Row true 43 24 13 27; Row true 51 1 51 17; Row true 45 1 51 21; Row true 51 5 5 17; Row false 24 24 13 24; Row false 54 32 33 42; Row true 49 3 17 50; Row true 33 42 43 6; Row true 51 3 17 17; Row true 52 5 5 5; Row false 38 3 17 53; Row false 24 42 43 24]
  [(1%positive, 1); (2%positive, 1); (3%positive, 1); (4%positive, 1); (2%positive, 1); (5%positive, 1); (4%positive, 1); (3%positive, 1); (6%positive, 1); (7%positive, 1); (3%positive, 1); (5%positive, 1); (1%positive, 1); (8%positive, 1); (9%positive, 1); (3%positive, 1); (10%positive, 1); (1%positive, 1); (3%positive, 1); (11%positive, 1); (1%positive, 1); (6%positive, 1); (9%positive, 1); (5%positive, 1); (12%positive, 1); (5%positive, 1); (13%positive, 1); (9%positive, 1); (14%positive, 1); (15%positive, 1); (3%positive, 1); (16%positive, 1); (12%positive, 1); (17%positive, 1); (18%positive, 1); (3%positive, 1); (17%positive, 1); (5%positive, 1); (3%positive, 1); (18%positive, 1); (19%positive, 1); (17%positive, 1); (20%positive, 1); (5%positive, 1); (17%positive, 1); (5%positive, 1); (12%positive, 1); (9%positive, 1); (21%positive, 1); (17%positive, 1); (3%positive, 1); (12%positive, 1)].

(** Totals and nim-sums of 3 heaps. *)
Definition sum3 : automaton := make 2
  [Row false 1 1 4 1; Row false 1 2 1 1; Row false 1 2 6 1; Row true 4 1 4 4; Row true 5 1 4 7; Row true 6 1 4 1; Row true 4 2 1 4]
  [(1%positive, 7); (2%positive, 1); (1%positive, 2); (3%positive, 1); (1%positive, 1); (4%positive, 1); (1%positive, 2); (2%positive, 1); (1%positive, 1); (4%positive, 1); (1%positive, 2); (4%positive, 1); (1%positive, 4); (4%positive, 1); (1%positive, 2); (4%positive, 1); (1%positive, 1); (4%positive, 1); (1%positive, 1); (4%positive, 2); (1%positive, 1); (4%positive, 4); (1%positive, 1); (4%positive, 2); (1%positive, 1); (4%positive, 3); (5%positive, 1); (1%positive, 1); (4%positive, 4)].

Definition heap := nonempty graph.
Definition fuel := N.to_nat 100000.
Definition ahead (L C : automaton) : bool :=
  let (m, dict) := build 13 2 L heap fuel in check_ahead 13 2 L heap C (fewer L heap m 64) fuel 64 dict.
Definition backwards (L C : automaton) : bool :=
  let (m, dict) := build 13 2 L heap fuel in check_within_sum 13 2 L heap C m fuel 64 dict.

Lemma accepted : (ahead heap sum2, backwards heap sum2, ahead sum2 sum3, backwards sum2 sum3) = (true, true, true, true).
Proof. vm_cast_no_check (eq_refl (true, true, true, true)). Qed.

(** A single heap is no sum of three heaps, and not every sum of three is one of two. *)
Lemma refused : (ahead sum2 graph, backwards sum2 graph, ahead heap sum3, backwards heap sum3) = (false, false, false, false).
Proof. vm_cast_no_check (eq_refl (false, false, false, false)). Qed.

(** Too few steps prove nothing. *)
Lemma short : (let (m, dict) := build 13 2 heap heap fuel in
  check_ahead 13 2 heap heap sum2 m 10 64 dict) = false.
Proof. vm_cast_no_check (eq_refl false). Qed.

Print Assumptions sum_ahead.
