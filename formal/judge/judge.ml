(* Judges exported files without Coq: reads their definitions and computes what their lemmas say is
   true, by the checkers extracted from the library.

     judge FILE.v ...     a line for each: true, false, or why it could not be read

   Exit status 0 if all are true, 1 if one is false, 2 if one could not be read. *)

open Checker

exception Unreadable of string

let fail fmt = Printf.ksprintf (fun text -> raise (Unreadable text)) fmt

(* ---- Reading the part of Coq's language that exported files are written in ---- *)

type token = Word of string | Number of int | Sign of string

let tokens text =
  let n = String.length text in
  let word c = match c with 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' | '.' -> true | _ -> false in
  let rec upto p i = if i < n && p text.[i] then upto p (i + 1) else i in
  let rec go i out =
    if i >= n then List.rev out
    else
      match text.[i] with
      | ' ' | '\n' | '\t' -> go (i + 1) out
      | '0' .. '9' ->
          let j = upto (fun c -> c >= '0' && c <= '9') i in
          go j (Number (int_of_string (String.sub text i (j - i))) :: out)
      | 'a' .. 'z' | 'A' .. 'Z' | '_' ->
          let j = upto word i in
          go j (Word (String.sub text i (j - i)) :: out)
      | '+' when i + 1 < n && text.[i + 1] = '+' -> go (i + 2) (Sign "++" :: out)
      | c -> go (i + 1) (Sign (String.make 1 c) :: out)
  in
  go 0 []

type term =
  | Num of int
  | Call of string * term list  (* a name, perhaps with arguments *)
  | Items of term list
  | Tuple of term list
  | Append of term * term

let rec term = function
  | tokens -> (
      let first, rest = application tokens in
      match rest with
      | Sign "++" :: rest ->
          let second, rest = term rest in
          (Append (first, second), rest)
      | _ -> (first, rest))

and application tokens =
  match tokens with
  | Word name :: rest ->
      let rec arguments rest out =
        match rest with
        | (Word _ | Number _ | Sign ("(" | "[")) :: _ ->
            let x, rest = atom rest in
            arguments rest (x :: out)
        | _ -> (Call (name, List.rev out), rest)
      in
      arguments rest []
  | _ -> atom tokens

(* The scopes %positive and %Z say nothing new: the place of a number says what it is. *)
and scoped (x, rest) =
  match rest with Sign "%" :: Word _ :: rest -> (x, rest) | _ -> (x, rest)

and atom = function
  | Number n :: rest -> scoped (Num n, rest)
  | Word name :: rest -> (Call (name, []), rest)
  | Sign "(" :: Sign "-" :: Number n :: Sign ")" :: rest -> scoped (Num (-n), rest)
  | Sign "(" :: rest -> (
      match separated "," ")" rest with
      | [ x ], rest -> scoped (x, rest)
      | xs, rest -> (Tuple xs, rest))
  | Sign "[" :: Sign "]" :: rest -> (Items [], rest)
  | Sign "[" :: rest ->
      let xs, rest = separated ";" "]" rest in
      scoped (Items xs, rest)
  | _ -> fail "a term was expected"

and separated by close tokens =
  let x, rest = term tokens in
  match rest with
  | Sign s :: rest when s = close -> ([ x ], rest)
  | Sign s :: rest when s = by ->
      let xs, rest = separated by close rest in
      (x :: xs, rest)
  | _ -> fail "%s or %s was expected" by close

let whole tokens =
  match term tokens with x, [] -> x | _ -> fail "something follows a term"

(* Without comments, cut at the dots that end sentences. *)
let sentences text =
  let n = String.length text in
  let out = ref [] and now = Buffer.create 1000 in
  let rec go i depth =
    if i < n then
      let two = if i + 1 < n then String.sub text i 2 else "" in
      if two = "(*" then go (i + 2) (depth + 1)
      else if two = "*)" && depth > 0 then go (i + 2) (depth - 1)
      else if depth > 0 then go (i + 1) depth
      else if text.[i] = '.' && (i + 1 = n || text.[i + 1] = ' ' || text.[i + 1] = '\n') then (
        out := Buffer.contents now :: !out;
        Buffer.clear now;
        go (i + 1) depth)
      else (
        Buffer.add_char now text.[i];
        go (i + 1) depth)
  in
  go 0 0;
  List.rev !out

(* ---- From terms to what the checkers take ---- *)

let definitions : (string, term) Hashtbl.t = Hashtbl.create 10

let rec resolve x =
  match x with
  | Call (name, []) when Hashtbl.mem definitions name -> resolve (Hashtbl.find definitions name)
  | _ -> x

let int x = match resolve x with Num n -> n | _ -> fail "a number was expected"

let rec pos_of n =
  if n <= 0 then fail "a positive number was expected"
  else if n = 1 then XH
  else if n land 1 = 1 then XI (pos_of (n lsr 1))
  else XO (pos_of (n lsr 1))

let positive x = pos_of (int x)
let n x = match int x with 0 -> N0 | k -> Npos (pos_of k)
let z x = match int x with 0 -> Z0 | k -> if k > 0 then Zpos (pos_of k) else Zneg (pos_of (-k))

let nat x =
  let rec go k out = if k = 0 then out else go (k - 1) (S out) in
  match int x with k when k >= 0 -> go k O | _ -> fail "a natural number was expected"

let boolean x =
  match resolve x with
  | Call ("true", []) -> true
  | Call ("false", []) -> false
  | _ -> fail "true or false was expected"

let list f x = match resolve x with Items xs -> List.map f xs | _ -> fail "a list was expected"

let pair f g x =
  match resolve x with Tuple [ a; b ] -> (f a, g b) | _ -> fail "a pair was expected"

let condition x =
  match resolve x with
  | Call ("Any", []) -> Any
  | Call ("Apart", [ d ]) -> Apart (n d)
  | Call ("NotAllEqual", []) -> NotAllEqual
  | Call ("AllEqual", []) -> AllEqual
  | _ -> fail "a condition was expected"

let rule x =
  match resolve x with
  | Call ("Rule", [ take; left; c; least ]) ->
      { takes = n take; heaps = nat left; cond = condition c; smallest = n least }
  | _ -> fail "a rule was expected"

let rec rules x =
  match resolve x with
  | Call ("code", [ before; after ]) -> code (n before) (list n after)
  | Call ("digit", [ k; c; d ]) -> digit (n k) (condition c) (n d)
  | Call ("subtraction", [ set ]) -> subtraction (list n set)
  | Call ("splittles", [ set ]) -> splittles (list n set)
  | Call ("split_into", [ h; c ]) -> split_into (nat h) (condition c)
  | Call ("grundy", []) -> grundy
  | Append (a, b) -> rules a @ rules b
  | Items xs -> List.map rule xs
  | _ -> fail "rules were expected"

let game x =
  match resolve x with
  | Call ("options", [ r ]) -> options (rules r)
  | Call ("all_but", [ set ]) -> all_but (list n set)
  | Call ("recurring", [ d; a; b ]) -> recurring (n d) (list n a) (list n b)
  | _ -> fail "a game was expected"

let row x =
  match resolve x with
  | Call ("Row", [ e; a; b; c; d ]) ->
      { ends_here = boolean e; on00 = positive a; on01 = positive b; on10 = positive c;
        on11 = positive d }
  | _ -> fail "a row was expected"

let automaton x =
  match resolve x with
  | Call ("make", [ t; rows; roots ]) -> make (n t) (list row rows) (list (pair positive n) roots)
  | _ -> fail "an automaton was expected"

let digit_automaton x =
  let state x =
    match resolve x with
    | Call ("State", [ y; next ]) -> { output = n y; after = list positive next }
    | _ -> fail "a state was expected"
  in
  match resolve x with
  | Call ("make_digits", [ states ]) -> make_digits (list state states)
  | _ -> fail "an automaton was expected"

let law x =
  let powers x =
    match resolve x with
    | Call ("None", []) -> None
    | Call ("Some", [ Tuple [ c; s; o ] ]) -> Some ((n c, z s), z o)
    | _ -> fail "powers were expected"
  in
  match resolve x with
  | Call ("Law", [ s; o; c; f; p; e ]) ->
      { slope = z s; offset = z o; centre = n c; factor = z f; powers = powers p;
        exceptions = list (pair n n) e }
  | _ -> fail "a law was expected"

let sparse x =
  match resolve x with
  | Call ("Sparse", [ mask; by; odd; probes; from; window ]) ->
      { sparse_mask = n mask; by_position = boolean by; dividing_odd = boolean odd;
        probe_heaps = list n probes; probe_from = n from; window_from = n window }
  | _ -> fail "a sparse window was expected"

let quotient x =
  match resolve x with
  | Call ("Quotient", [ table; lost; phi; pairs; closure; words ]) ->
      { table = list (list n) table; lost_classes = list n lost; heap_classes = list n phi;
        heap_pairs = list (pair n (list n)) pairs; pair_closure = list (pair n (list n)) closure;
        class_words = list (list n) words }
  | _ -> fail "a quotient was expected"

let compute = function
  | Call ("check_periodic", [ r; l; p ]) -> check_periodic (rules r) (n l) (n p)
  | Call ("check_multiple", [ r; l; p; m ]) -> check_multiple (rules r) (n l) (n p) (n m)
  | Call ("check_before", [ b; r; l; p ]) -> check_before (list n b) (rules r) (n l) (n p)
  | Call ("check_before_table", [ b; r; l; p; v ]) ->
      check_before_table (list n b) (rules r) (n l) (n p) (list n v)
  | Call ("check_sparse", [ r; l; p; e ]) -> check_sparse (rules r) (n l) (n p) (sparse e)
  | Call ("check_table", [ r; l; p; v ]) -> check_table (rules r) (n l) (n p) (list n v)
  | Call ("check_first_values", [ g; l; p; v ]) -> check_first_values (game g) (n l) (n p) (list n v)
  | Call ("check_all_but", [ set; l; p; s ]) -> check_all_but (list n set) (n l) (n p) (n s)
  | Call ("check_recurring", [ d; a; b; l; p; m ]) ->
      check_recurring (n d) (list n a) (list n b) (n l) (n p) (n m)
  | Call ("check_sedecimal", [ d; a; l; p; s; m ]) ->
      check_sedecimal (n d) (list n a) (n l) (n p) (n s) (n m)
  | Call ("check_recurring_octal", [ d; a; b; l; p; s; m; blocks ]) ->
      check_recurring_octal (n d) (list n a) (list n b) (n l) (n p) (n s) (n m) (n blocks)
  | Call ("check_recurring_tetral", [ d; a; b; l; p; s; m; blocks ]) ->
      check_recurring_tetral (n d) (list n a) (list n b) (n l) (n p) (n s) (n m) (n blocks)
  | Call ("check_graph", [ r; p; t; g; sums; fuel ]) ->
      check_graph (rules r) (n p) (n t) (automaton g) (list automaton sums) (n fuel)
  | Call ("check_recurring_graph", [ d; a; b; p; t; g; sums; endless; fuel ]) ->
      check_recurring_graph (n d) (list n a) (list n b) (n p) (n t) (automaton g)
        (list automaton sums) (list automaton endless) (n fuel)
  | Call ("check_regularity", [ p; t; g; l; q; s; v; fuel ]) ->
      check_regularity (n p) (n t) (automaton g) (n l) (n q) (n s) (list n v) (n fuel)
  | Call ("check_sapp_law", [ p; t; g; l; q; s; still; v; fuel ]) ->
      check_sapp_law (n p) (n t) (automaton g) (n l) (n q) (n s) (list n still) (list n v) (n fuel)
  | Call ("check_formulas", [ p; t; g; laws; fuel ]) ->
      check_formulas (n p) (n t) (automaton g) (list law laws) (n fuel)
  | Call ("check_quotient", [ r; l; p; e ]) -> check_quotient (rules r) (n l) (n p) (quotient e)
  | Call ("check_quotient_to", [ r; last; e ]) -> check_quotient_to (rules r) (n last) (quotient e)
  | Call ("check_mark", [ up; t; g; fuel ]) ->
      check_mark (boolean up) (n t) (digit_automaton g) (n fuel)
  | Call ("check_records", [ up; t; b; f ]) -> check_records (boolean up) (n t) (n b) (n f)
  | Call ("check_pass", [ r; l; p; a; m ]) -> check_pass (rules r) (n l) (n p) (n a) (n m)
  | Call ("check_pass_table", [ r; l; p; v ]) -> check_pass_table (rules r) (n l) (n p) (list n v)
  | Call ("check_all_but_pass", [ set; l; p; s; a; m ]) ->
      check_all_but_pass (list n set) (n l) (n p) (n s) (n a) (n m)
  | Call ("check_recurring_pass", [ after; e; l; p; s; a; m ]) ->
      check_recurring_pass (list n after) (n e) (n l) (n p) (n s) (n a) (n m)
  | Call ("check_recurring_pass_period", [ d; after; b; l; p; a; m ]) ->
      check_recurring_pass_period (n d) (list n after) (list n b) (n l) (n p) (n a) (n m)
  | Call ("check_pass_graph", [ r; first; p; t; g; sums; fuel ]) ->
      check_pass_graph (rules r) (n first) (n p) (n t) (automaton g) (list automaton sums) (n fuel)
  | Call ("check_recurring_pass_graph", [ d; a; b; first; p; t; g; sums; endless; fuel ]) ->
      check_recurring_pass_graph (n d) (list n a) (list n b) (n first) (n p) (n t) (automaton g)
        (list automaton sums) (list automaton endless) (n fuel)
  | Call ("check_pass_regularity", [ p; t; g; l; q; s; v; fuel ]) ->
      check_pass_regularity (n p) (n t) (automaton g) (n l) (n q) (n s) (list n v) (n fuel)
  | _ -> fail "a check was expected"

(* ---- Files ---- *)

let rec after sign = function
  | Sign s :: Sign "=" :: rest when s ^ "=" = sign -> rest
  | _ :: rest -> after sign rest
  | [] -> fail "%s was expected" sign

let judge text =
  Hashtbl.reset definitions;
  let lemmas = ref 0 in
  let holds sentence =
    match tokens sentence with
    | Word "Definition" :: Word "theorems" :: _ -> true
    | Word "Definition" :: Word name :: rest ->
        Hashtbl.replace definitions name (whole (after ":=" rest));
        true
    | Word "Lemma" :: Word _ :: Sign ":" :: rest -> (
        incr lemmas;
        match term rest with
        | check, [ Sign "="; Word "true" ] -> compute check
        | _ -> fail "a lemma that is no computation")
    | _ -> true
  in
  let good = List.for_all holds (sentences text) in
  if !lemmas = 0 then fail "no computation" else good

let read path =
  let file = open_in_bin path in
  let text = really_input_string file (in_channel_length file) in
  close_in file;
  text

let () =
  let status = ref 0 in
  for i = 1 to Array.length Sys.argv - 1 do
    let verdict, code =
      match judge (read Sys.argv.(i)) with
      | true -> ("true", 0)
      | false -> ("false", 1)
      | exception Unreadable reason -> (reason, 2)
      | exception (Sys_error reason | Failure reason) -> (reason, 2)
      | exception Stack_overflow -> ("the stack is too small", 2)
    in
    Printf.printf "%s\n%!" verdict;
    status := Stdlib.max !status code
  done;
  exit !status
