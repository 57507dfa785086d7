(** The main theorems of the library and what each of them assumes: nothing. *)
From Sprague Require Import Sprague Graph.

(** Play and nim-values. *)
Print Assumptions sprague_grundy.
Print Assumptions G_recurrence.
Print Assumptions G_unique.

(** Periods from windows: Austin 4.1 and 5.2, all-but (Lessons in Play, 7.43), recurring codes. *)
Print Assumptions periodic_rules.
Print Assumptions least_if.
Print Assumptions least_sapp_if.
Print Assumptions check_periodic_sound.
Print Assumptions check_table_sound.
Print Assumptions first_table_sound.
Print Assumptions growing_table_sound.
Print Assumptions counterparts_distinct.
Print Assumptions counterparts_not_all_equal.
Print Assumptions check_multiple_sound.
Print Assumptions periodic_adding.
Print Assumptions check_before_sound.
Print Assumptions check_before_table_sound.
Print Assumptions all_but_window.
Print Assumptions check_all_but_sound.
Print Assumptions same_options_recurring.
Print Assumptions check_recurring_sound.

(** Codes whose values grow: Austin 6.8, 6.9, 6.10. *)
Print Assumptions grows_by_power.
Print Assumptions grows_singly.
Print Assumptions check_sedecimal_sound.
Print Assumptions check_recurring_octal_sound.
Print Assumptions check_recurring_tetral_sound.

(** The sparse window. *)
Print Assumptions sparse_window.
Print Assumptions check_sparse_sound.

(** Automata, and what is read off them. *)
Print Assumptions graph_of_G.
Print Assumptions check_graph_sound.
Print Assumptions check_endless_sound.
Print Assumptions check_recurring_graph_sound.
Print Assumptions check_regularity_sound.
Print Assumptions check_sapp_law_sound.
Print Assumptions check_formulas_sound.
Print Assumptions value_by_graph.

(** Games with a pass. *)
Print Assumptions value_without_pass.
Print Assumptions value_with_pass_recurrence.
Print Assumptions play_with_pass.
Print Assumptions periodic_with_pass.
Print Assumptions check_pass_sound.
Print Assumptions check_pass_table_sound.
Print Assumptions growth_with_pass.
Print Assumptions check_all_but_pass_sound.
Print Assumptions check_recurring_pass_sound.
Print Assumptions check_recurring_pass_period_sound.
Print Assumptions check_pass_graph_sound.
Print Assumptions check_recurring_pass_graph_sound.
Print Assumptions check_pass_regularity_sound.
Print Assumptions value_with_pass_by_graph.

(** Mark(t) in base t. *)
Print Assumptions mark_zeros.
Print Assumptions check_mark_sound.
Print Assumptions records_of_mark.
Print Assumptions check_records_sound.

(** Misere play. *)
Print Assumptions misere_by_class.
Print Assumptions same_class_iff.
Print Assumptions check_quotient_sound.
Print Assumptions check_quotient_to_sound.
