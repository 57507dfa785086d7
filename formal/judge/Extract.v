(** The checkers as OCaml programs: a second judge of certificates, far from our Rust.
    Booleans, lists, options and pairs become those of OCaml; numbers stay as Coq defines them. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Sprague Require Import Sprague.
Extraction Language OCaml.
Extraction "checker.ml" check_periodic check_multiple check_before check_before_table check_sparse check_table check_all_but check_recurring
  check_sedecimal check_recurring_octal check_recurring_tetral
  check_graph check_recurring_graph check_regularity check_sapp_law check_formulas check_quotient check_quotient_to check_mark check_records
  check_pass check_pass_table check_all_but_pass check_recurring_pass check_recurring_pass_period
  check_pass_graph check_recurring_pass_graph check_pass_regularity
  check_first_values options all_but recurring code digit subtraction splittles split_into grundy make make_digits.
