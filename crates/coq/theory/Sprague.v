(** * The whole library

    A file that states a theorem about a game begins with
      From Sprague Require Import Sprague.
    README.md says which definitions such a file uses. *)
From Coq Require Export NArith ZArith List.
From Sprague Require Export Play Mex NimValue SpragueGrundy Rules Periodic LeastPeriod Values LeastSapp
  PeriodCheck BeforePoint Sparse SparseCheck Automaton Spelling AutomatonCheck Shift Laws Export AllBut Recurring Misere
  QuotientCheck QuotientTo Mark Digits Records Endless RecurringAutomaton ArithmeticCodes Pass PassCheck
  PassGrowth PassAutomaton.
Export ListNotations.
Global Open Scope N_scope.
