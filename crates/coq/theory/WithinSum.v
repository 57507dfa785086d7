(** * Everything in the claimed relation is a sum

    If C reads (n, z), there must be n1 + n2 = n and w such that L reads (n1, w) and R reads
    (n2, w xor z). The summands are guessed digit by digit by a nondeterministic machine with
    states (state of L, state of R, carry). The walk goes backwards through pairs of sets: the
    states of the machine that certainly accept a word, and the states of C that accept it. *)
From Coq Require Import NArith List Lia Bool FMapPositive.
From Sprague Require Import Mex Bits Automaton Walk Spelling SumWithin.
Import ListNotations.
Open Scope N_scope.

Section Sum.
Variables p t : N.
Hypothesis Hp : 0 < p.
Notation lows := (lows t).
Notation reads := (reads p t).
Notation live_roots := (live_roots p t).

Variables L R C : automaton.
Hypothesis HL : padded L.
Hypothesis HR : padded R.
Hypothesis HC : padded C.

(** A state of the machine: states of L and R, and the carry. *)
Record split := Split { left_state : positive; right_state : positive; borrowed : bool }.
Definition split_same (q r : split) : bool :=
  Pos.eqb (left_state q) (left_state r) && Pos.eqb (right_state q) (right_state r) && eqb (borrowed q) (borrowed r).
Lemma split_same_eq q r : split_same q r = true -> q = r.
Proof.
  destruct q, r. unfold split_same. simpl. rewrite !andb_true_iff, !Pos.eqb_eq, eqb_true_iff.
  intros [[-> ->] ->]. auto.
Qed.

(** What it stands for: the words that it accepts for some summands. *)
Definition split_accepts (q : split) (k z : N) : Prop :=
  exists k1 k2 w, k1 + k2 + N.b2n (borrowed q) = k /\
    accepts L (left_state q) k1 w = true /\ accepts R (right_state q) k2 (N.lxor w z) = true.

Definition split_next (q : split) (x z : bool) : list split :=
  flat_map (fun d => map (fun w =>
    let e := xorb (xorb x d) (borrowed q) in
    Split (step L (left_state q) d w) (step R (right_state q) e (xorb w z)) (majority d e (borrowed q))) bits) bits.

Lemma split_back q q' k z : In q' (split_next q (N.odd k) (N.odd z)) ->
  split_accepts q' (N.div2 k) (N.div2 z) -> split_accepts q k z.
Proof.
  unfold split_next. intros Hin [k1 [k2 [w [E [H1 H2]]]]].
  apply in_flat_map in Hin. destruct Hin as [d [_ Hin]].
  apply in_map_iff in Hin. destruct Hin as [v [<- _]]. cbn [left_state right_state borrowed] in *.
  set (e := xorb (xorb (N.odd k) d) (borrowed q)) in *.
  exists (cons_bit d k1), (cons_bit e k2), (cons_bit v w). repeat split.
  - rewrite !cons_bit_eq. pose proof (adder d e (borrowed q)) as Ha.
    replace (xorb (xorb d e) (borrowed q)) with (N.odd k) in Ha
      by (subst e; destruct (N.odd k), d, (borrowed q); auto).
    pose proof (odd_div2 k). lia.
  - rewrite accepts_cons; auto.
  - rewrite accepts_step by auto. rewrite odd_lxor, div2_lxor, !odd_cons, !div2_cons. auto.
Qed.

Definition split_final (q : split) : bool :=
  accepting L (left_state q) && accepting R (right_state q) && negb (borrowed q).

Lemma split_final_accepts q : split_final q = true -> split_accepts q 0 0.
Proof.
  unfold split_final. rewrite !andb_true_iff, negb_true_iff. intros [[H1 H2] H3].
  exists 0, 0, 0. rewrite H3. repeat split; [exact H1|exact H2].
Qed.

(** ** The machine

    Its states by number, with the numbers of their successors. It is built by a function
    about which nothing is proved ([build], at the end of this file); [machine_ok] checks that
    every successor is one. *)
Record machine_row := MachineRow { meaning : split; to00 : list positive; to01 : list positive;
                      to10 : list positive; to11 : list positive }.
Definition successors (e : machine_row) (x z : bool) : list positive :=
  if x then (if z then to11 e else to10 e) else (if z then to01 e else to00 e).

Definition machine := M.t machine_row.

Definition machine_ok (m : machine) : bool :=
  forallb (fun ie => forallb (fun x => forallb (fun z =>
    let qs := split_next (meaning (snd ie)) x z in
    forallb (fun i =>
      match M.find i m with
      | None => false
      | Some e => existsb (split_same (meaning e)) qs
      end) (successors (snd ie) x z)) bits) bits) (M.elements m).

Lemma machine_ok_spec m : machine_ok m = true -> forall i e x z i',
  M.find i m = Some e -> In i' (successors e x z) ->
  exists e', M.find i' m = Some e' /\ In (meaning e') (split_next (meaning e) x z).
Proof.
  unfold machine_ok. rewrite forallb_forall. intros H i e x z i' Hi Hi'.
  apply M.elements_correct in Hi. specialize (H _ Hi). cbn [snd] in H.
  rewrite forallb_forall in H. specialize (H x (in_bits x)).
  rewrite forallb_forall in H. specialize (H z (in_bits z)). cbn zeta in H.
  rewrite forallb_forall in H. specialize (H i' Hi').
  destruct (M.find i' m) as [e'|]; [|discriminate]. exists e'. split; auto.
  apply existsb_exists in H. destruct H as [q [Hq Es]]. apply split_same_eq in Es. congruence.
Qed.

(** ** Sets of states

    For a word: states of the machine that accept it (not necessarily all), and all states of
    C that do. The sets for longer words follow from those for shorter ones. *)
Record set_pair := SetPair { true_set : M.t bool; claimed_set : M.t bool }.
Definition set_pair_key (s : set_pair) : positive := set_key (claimed_set s) (set_key (true_set s) xH).
Definition set_pair_same (a b : set_pair) : bool := same_set (claimed_set a) (claimed_set b) && same_set (true_set a) (true_set b).
Lemma set_pair_same_eq a b : set_pair_same a b = true -> a = b.
Proof.
  destruct a, b. unfold set_pair_same. simpl. rewrite andb_true_iff. intros [H1 H2].
  apply same_set_eq in H1. apply same_set_eq in H2. congruence.
Qed.

Definition some_member (B : M.t bool) (l : list positive) : bool := existsb (fun i => member i B) l.

Variable m : machine.

Definition before (x z : bool) (s : set_pair) : set_pair :=
  SetPair (select (fun e => some_member (true_set s) (successors e x z)) m)
     (select (fun e => member (pick e x z) (claimed_set s)) (rows C)).

Definition set_pair_before (s : set_pair) : list set_pair :=
  [before false false s; before false true s; before true false s; before true true s].

(** A machine may need more digits than the word has: the summands are shorter than the sum,
    but their values may be longer. So it accepts if it does after some zeros. *)
Fixpoint leading_zeros (count : nat) (B : M.t bool) : M.t bool :=
  match count with
  | O => B
  | S n =>
      let B' := select (fun e => split_final (meaning e) || some_member B (to00 e)) m in
      if same_set B B' then B else leading_zeros n B'
  end.

Definition set_pair_start (count : nat) : set_pair :=
  SetPair (leading_zeros count (select (fun e => split_final (meaning e)) m)) (select (fun e => ends_here e) (rows C)).

(** A question: a state of C and states of the machine, one of which must accept too. *)
Definition question := (positive * list positive)%type.
Definition answers_ok (qs : list question) (s : set_pair) : bool :=
  forallb (fun q => implb (member (fst q) (claimed_set s)) (some_member (true_set s) (snd q))) qs.

(** Where the machine may start for the first digit j of n, with the first digit c of z: every
    root of R and every root of L with the residue that is left. *)
Definition starts (left_roots : M.t (list (N * positive))) (roots : list (N * N * positive)) (j : N)
  : list (N * split) :=
  flat_map (fun x => let '(j2, c2, b) := x in
    let j1 := if j2 <=? j then j - j2 else j + p - j2 in
    match M.find (N.succ_pos j1) left_roots with
    | None => []
    | Some l => map (fun y => (N.lxor (fst y) c2, Split (snd y) b (p <=? j1 + j2))) l
    end) roots.

Definition split_key (q : split) : positive :=
  pair_key (left_state q) (if borrowed q then xI (right_state q) else xO (right_state q)).

(** The members of a list, each once, in a fixed order. *)
Definition dedup (l : list positive) : list positive :=
  map fst (M.elements (fold_right (fun i => M.add i tt) (M.empty unit) l)).

(** The number of a state of the machine. The dictionary is not trusted. *)
Definition number_of (dict : M.t positive) (q : split) : list positive :=
  match M.find (split_key q) dict with
  | None => []
  | Some i =>
      match M.find i m with
      | None => []
      | Some e => if split_same (meaning e) q then [i] else []
      end
  end.

(** The numbers of the starts, by the first digit of z. *)
Definition numbers_at (c : N) (found : M.t (list positive)) : list positive :=
  match M.find (N.succ_pos c) found with None => [] | Some l => l end.
Definition start_ids (dict : M.t positive) (qs : list (N * split)) : M.t (list positive) :=
  fold_right (fun q found =>
    match number_of dict (snd q) with
    | [] => found
    | i :: _ => M.add (N.succ_pos (fst q)) (i :: numbers_at (fst q) found) found
    end) (M.empty (list positive)) qs.

Definition questions (dict : M.t positive) : list question :=
  let left_roots := live_by_residue p t L in
  let roots := live_roots R in
  flat_map (fun j =>
    let found := start_ids dict (starts left_roots roots j) in
    flat_map (fun c =>
      let s := root C j c in
      if dead C s then [] else [(s, dedup (numbers_at c found))])
      (low_values t)) (residues p).

(** Keys of questions: a sum of codes of their states, which are numbers that look like chance, by
    squares whose middle digits are taken. Nothing is proved about them. *)
Definition codes := M.t N.
Definition middle_square (x : N) : N := N.land (N.shiftr (N.square x) 16) (N.ones 32).
Definition code_of (i : positive) : N :=
  let x := middle_square (N.land (Npos i * 2654435769) (N.ones 32)) in
  N.shiftl (middle_square x) 24 + x.
Definition codes_of : codes := M.mapi (fun i _ => code_of i) m.
Definition question_key (known : codes) (q : question) : positive :=
  pair_key (fst q) (N.succ_pos (fold_right (fun i sum =>
    match M.find i known with None => sum | Some code => code + sum end) 0 (snd q))).
Fixpoint ids_same (a b : list positive) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => Pos.eqb x y && ids_same a b
  | _, _ => false
  end.
Lemma ids_same_eq a : forall b, ids_same a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; cbn [ids_same]; try discriminate; auto.
  rewrite andb_true_iff, Pos.eqb_eq. intros [-> H]. rewrite (IH b H). auto.
Qed.

(** Equal questions are asked once. *)
Definition question_same (q r : question) : bool :=
  Pos.eqb (fst q) (fst r) && ids_same (snd q) (snd r).
Lemma question_same_eq q r : question_same q r = true -> q = r.
Proof.
  destruct q, r. unfold question_same. cbn [fst snd]. rewrite andb_true_iff, Pos.eqb_eq.
  intros [-> H]. apply ids_same_eq in H. congruence.
Qed.

Fixpoint distinct (known : codes) (qs : list question) (seen : M.t question) : list question :=
  match qs with
  | [] => []
  | q :: qs =>
      let k := question_key known q in
      match M.find k seen with
      | None => q :: distinct known qs (M.add k q seen)
      | Some r => if question_same q r then distinct known qs seen else q :: distinct known qs seen
      end
  end.

Lemma distinct_in known q qs : forall seen, In q qs ->
  In q (distinct known qs seen) \/ exists k, M.find k seen = Some q.
Proof.
  induction qs as [|r qs IH]; intros seen; cbn [distinct]; [easy|]. cbn zeta.
  destruct (M.find (question_key known r) seen) as [r'|] eqn:E.
  - destruct (question_same r r') eqn:Es.
    + apply question_same_eq in Es. subst r'. intros [->|H]; [right; eauto|auto].
    + intros [->|H]; [left; left; auto|]. destruct (IH seen H) as [H1|H1]; auto.
      left. right. auto.
  - intros [->|H]; [left; left; auto|].
    destruct (IH (M.add (question_key known r) r seen) H) as [H1|[k Hk]]; [left; right; auto|].
    destruct (Pos.eq_dec (question_key known r) k) as [Ek|Ek].
    + rewrite <- Ek, M.gss in Hk. inversion Hk; subst. left. left. auto.
    + rewrite M.gso in Hk by auto. eauto.
Qed.

Definition distinct_questions (dict : M.t positive) : list question :=
  distinct codes_of (questions dict) (M.empty question).

Definition check_within_sum (fuel count : nat) (dict : M.t positive) : bool :=
  machine_ok m &&
  walk set_pair set_pair_key set_pair_same set_pair_before (answers_ok (distinct_questions dict)) fuel
    [set_pair_start count] (M.empty set_pair).

(** The sets say the truth: what is in the first accepts, what accepts is in the second. *)
Definition faithful (k z : N) (s : set_pair) : Prop :=
  (forall i, member i (true_set s) = true -> exists e, M.find i m = Some e /\ split_accepts (meaning e) k z) /\
  (forall s', accepts C s' k z = true -> member s' (claimed_set s) = true).

Lemma some_member_spec B l : some_member B l = true -> exists i, In i l /\ member i B = true.
Proof. unfold some_member. rewrite existsb_exists. auto. Qed.

Lemma find_accepting s : accepting C s = true -> exists e, M.find s (rows C) = Some e /\ ends_here e = true.
Proof. unfold accepting. destruct (M.find s (rows C)) as [e|]; [eauto|discriminate]. Qed.

Lemma dead_unknown s : M.find s (rows C) = None -> forall k z, accepts C s k z = false.
Proof. intros E. apply dead_spec; auto. unfold dead. rewrite E. auto. Qed.

Lemma faithful_start count : machine_ok m = true -> faithful 0 0 (set_pair_start count).
Proof.
  intros Hm. split; cbn [set_pair_start true_set claimed_set].
  - assert (H0 : forall i, member i (select (fun e => split_final (meaning e)) m) = true ->
              exists e, M.find i m = Some e /\ split_accepts (meaning e) 0 0).
    { intros i. rewrite member_select. destruct (M.find i m) as [e|]; [|discriminate].
      intros H. exists e. split; auto. apply split_final_accepts. auto. }
    revert H0. generalize (select (fun e => split_final (meaning e)) m) as B.
    induction count as [|n IH]; intros B HB; cbn [leading_zeros]; auto.
    destruct (same_set B _); [auto|]. apply IH. intros i. rewrite member_select.
    destruct (M.find i m) as [e|] eqn:Ei; [|discriminate].
    intros H. exists e. split; auto. apply orb_true_iff in H. destruct H as [H|H].
    + apply split_final_accepts. auto.
    + apply some_member_spec in H. destruct H as [i' [Hi' Hb]].
      destruct (HB i' Hb) as [e' [He' Hs]].
      destruct (machine_ok_spec m Hm i e false false i' Ei Hi') as [e'' [He'' Hd]].
      replace e'' with e' in Hd by congruence.
      apply (split_back _ (meaning e') 0 0); auto.
  - intros s H. rewrite accepts_zero in H. rewrite member_select.
    apply find_accepting in H. destruct H as [e [-> He]]. auto.
Qed.

Lemma faithful_before k z s : machine_ok m = true -> faithful (N.div2 k) (N.div2 z) s ->
  faithful k z (before (N.odd k) (N.odd z) s).
Proof.
  intros Hm [HB HC']. split; cbn [before true_set claimed_set].
  - intros i. rewrite member_select. destruct (M.find i m) as [e|] eqn:Ei; [|discriminate].
    intros H. exists e. split; auto. apply some_member_spec in H. destruct H as [i' [Hi' Hb]].
    destruct (HB i' Hb) as [e' [He' Hs]].
    destruct (machine_ok_spec m Hm i e _ _ i' Ei Hi') as [e'' [He'' Hd]].
    replace e'' with e' in Hd by congruence.
    apply (split_back _ (meaning e')); auto.
  - intros s' H. rewrite member_select. destruct (M.find s' (rows C)) as [e|] eqn:Es.
    + apply HC'. rewrite accepts_step in H by auto. unfold step in H. rewrite Es in H. auto.
    + rewrite (dead_unknown s' Es) in H. discriminate.
Qed.

Lemma dedup_in i l : In i (dedup l) -> In i l.
Proof.
  unfold dedup. intros H. apply in_map_iff in H. destruct H as [[i' u] [<- H]].
  apply M.elements_complete in H. cbn [fst].
  induction l as [|x l IH]; cbn [fold_right] in H.
  - rewrite M.gempty in H. discriminate.
  - destruct (Pos.eq_dec x i') as [->|E]; [left; auto|]. rewrite M.gso in H by auto.
    right. auto.
Qed.

Lemma start_ids_spec dict qs c i : In i (numbers_at c (start_ids dict qs)) ->
  exists e, M.find i m = Some e /\ In (c, meaning e) qs.
Proof.
  induction qs as [|[c' q] qs IH]; cbn [start_ids fold_right].
  - unfold numbers_at. rewrite M.gempty. easy.
  - cbn [fst snd]. fold (start_ids dict qs). intros H.
    assert (Hold : In i (numbers_at c (start_ids dict qs)) ->
      exists e, M.find i m = Some e /\ In (c, meaning e) ((c', q) :: qs)).
    { intros Hi. destruct (IH Hi) as [e [He Hin]]. exists e. split; [auto|right; auto]. }
    unfold number_of in H. destruct (M.find (split_key q) dict) as [i'|]; auto.
    destruct (M.find i' m) as [e|] eqn:Ee; auto.
    destruct (split_same (meaning e) q) eqn:Es; auto. apply split_same_eq in Es.
    unfold numbers_at at 1 in H. destruct (N.eq_dec c' c) as [->|Hc].
    + rewrite M.gss in H. destruct H as [->|H]; auto.
      exists e. split; [auto|]. left. congruence.
    + rewrite M.gso in H; auto. intros E. apply Hc.
      rewrite <- (N.pred_succ c), <- (N.pred_succ c'), <- !N.succ_pos_spec. congruence.
Qed.

(** What is asked for the first digits of (n, z). *)
Definition question_at (dict : M.t positive) (n z : N) : question :=
  (root C (n mod p) (z mod lows),
   dedup (numbers_at (z mod lows) (start_ids dict (starts (live_by_residue p t L) (live_roots R) (n mod p))))).

Lemma asked dict n z : reads C n z = true -> In (question_at dict n z) (distinct_questions dict).
Proof.
  intros H. unfold Spelling.reads in H.
  assert (Hin : In (question_at dict n z) (questions dict)).
  { unfold questions. apply in_flat_map. exists (n mod p). split; [apply residue_in; auto|].
    cbn zeta. apply in_flat_map. exists (z mod lows). split; [apply low_value_in|].
    destruct (dead C (root C (n mod p) (z mod lows))) eqn:Ed; [|left; auto].
    rewrite (dead_spec C _ HC Ed) in H. discriminate. }
  destruct (distinct_in codes_of _ _ (M.empty question) Hin) as [Hin'|[? Hin']]; auto.
  rewrite M.gempty in Hin'. discriminate.
Qed.

(** A state of the machine among the starts that accepts shows the summands. *)
Lemma answered dict n z i e : In i (snd (question_at dict n z)) -> M.find i m = Some e ->
  split_accepts (meaning e) (n / p) (z / lows) ->
  exists n1 n2 w, n1 + n2 = n /\ reads L n1 w = true /\ reads R n2 (N.lxor w z) = true.
Proof.
  set (j := n mod p). set (c := z mod lows).
  assert (Hj : j < p) by (apply N.mod_lt; lia).
  cbn [question_at snd]. fold j c. intros Hi He Hsem.
  apply dedup_in, start_ids_spec in Hi. destruct Hi as [e' [He' Hq]].
  replace e' with e in Hq by congruence. clear e' He'.
  unfold starts in Hq. apply in_flat_map in Hq. destruct Hq as [[[j2 c2] b] [Hr Hq]].
  apply (in_live_roots_inv p t Hp) in Hr. destruct Hr as [Hj2 [Hc2 ->]].
  set (j1 := if j2 <=? j then j - j2 else j + p - j2) in *.
  destruct (M.find (N.succ_pos j1) (live_by_residue p t L)) as [l|] eqn:El; [|destruct Hq].
  apply in_map_iff in Hq. destruct Hq as [[c1 a] [E Hl]]. cbn [fst snd] in E.
  destruct (in_live_by_residue p t Hp L j1 l c1 a El Hl) as [Hj1 [Hc1 ->]].
  inversion E as [[Ec Em]]. clear E.
  destruct Hsem as [k1 [k2 [w [Ek [Ha Hb]]]]]. rewrite <- Em in Ek, Ha, Hb.
  cbn [left_state right_state borrowed] in *.
  assert (Ej : j1 + j2 = j + p * N.b2n (p <=? j1 + j2)).
  { subst j1. destruct (N.leb_spec j2 j) as [Hle|Hlt].
    - destruct (N.leb_spec p (j - j2 + j2)); cbn [N.b2n]; lia.
    - destruct (N.leb_spec p (j + p - j2 + j2)); cbn [N.b2n]; lia. }
  exists (p * k1 + j1), (p * k2 + j2), (lows * w + c1). repeat split.
  - pose proof (N.div_mod' n p) as En. fold j in En. rewrite En, <- Ek. nia.
  - unfold Spelling.reads. destruct (parts p k1 j1 Hj1) as [-> ->].
    destruct (parts lows w c1 Hc1) as [-> ->]. auto.
  - unfold Spelling.reads. destruct (parts p k2 j2 Hj2) as [-> ->].
    rewrite lxor_mod, lxor_div. destruct (parts lows w c1 Hc1) as [-> ->].
    fold c. rewrite <- Ec, <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. auto.
Qed.

Theorem within_sum fuel count dict : check_within_sum fuel count dict = true -> forall n z,
  reads C n z = true ->
  exists n1 n2 w, n1 + n2 = n /\ reads L n1 w = true /\ reads R n2 (N.lxor w z) = true.
Proof.
  unfold check_within_sum. rewrite andb_true_iff. intros [Hm H].
  apply (walk_sound set_pair set_pair_key set_pair_same set_pair_same_eq) in H. destruct H as [P [P1 P2]].
  assert (HP : forall k z, exists s, P s /\ faithful k z s).
  { apply bitwise_induction.
    - exists (set_pair_start count). split; [apply P1; left; auto|apply faithful_start; auto].
    - intros k z [s [Hs Hg]]. exists (before (N.odd k) (N.odd z) s). split.
      + apply (P2 s Hs). unfold set_pair_before. destruct (N.odd k), (N.odd z); simpl; auto.
      + apply faithful_before; auto. }
  intros n z H. pose proof (asked dict n z H) as Hin. unfold Spelling.reads in H.
  destruct (HP (n / p) (z / lows)) as [s [Hs [HB HC']]].
  destruct (P2 s Hs) as [Hok _]. unfold answers_ok in Hok. rewrite forallb_forall in Hok.
  specialize (Hok _ Hin). cbn [question_at fst] in Hok. rewrite (HC' _ H) in Hok. cbn [implb] in Hok.
  apply some_member_spec in Hok. destruct Hok as [i [Hi Hb]].
  destruct (HB i Hb) as [e [He Hsem]]. apply (answered dict n z i e); auto.
Qed.

(** ** Finding the machine (not trusted) *)

Fixpoint explore (fuel : nat) (todo : list split) (dict : M.t positive) (id : positive)
  (found : list (positive * split)) : M.t positive * list (positive * split) :=
  match fuel with
  | O => (dict, found)
  | S f =>
      match todo with
      | [] => (dict, found)
      | q :: todo =>
          if M.mem (split_key q) dict then explore f todo dict id found
          else if dead L (left_state q) || dead R (right_state q) then explore f todo dict id found
          else
            let more := flat_map (fun x => flat_map (fun z => split_next q x z) bits) bits in
            explore f (rev_append more todo) (M.add (split_key q) id dict) (Pos.succ id)
              ((id, q) :: found)
      end
  end.

Definition ids (dict : M.t positive) (qs : list split) : list positive :=
  dedup (flat_map (fun q => match M.find (split_key q) dict with None => [] | Some i => [i] end) qs).

Definition build (fuel : nat) : machine * M.t positive :=
  let lr := live_roots L in
  let rr := live_roots R in
  let roots := flat_map (fun x : N * N * positive => let '(j1, _, a) := x in
    map (fun y : N * N * positive => let '(j2, _, b) := y in Split a b (p <=? j1 + j2)) rr) lr in
  let (dict, found) := explore fuel roots (M.empty positive) 1%positive [] in
  (fold_left (fun (m : machine) (iq : positive * split) => let (i, q) := iq in
     M.add i (MachineRow q (ids dict (split_next q false false)) (ids dict (split_next q false true))
                   (ids dict (split_next q true false)) (ids dict (split_next q true true))) m)
     found (M.empty machine_row), dict).
End Sum.
