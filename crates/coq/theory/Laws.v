(** * Formulas from automata: lines and rulers

    For each residue j of n modulo p a law gives G(p k + j): a linear function of k, plus a
    multiple of the greatest power of 2 that divides k - centre (the ruler), with another
    linear function where k - centre is itself a power of 2, and finitely many exceptions. A
    walk through the graph decides whether a law holds for all k: wherever the automaton
    accepts (k, l), the equation holds, which is checked digit by digit with a carry. *)
From Coq Require Import NArith ZArith List Lia Bool Arith FMapPositive.
From Sprague Require Import Play Mex NimValue Bits Automaton Walk Spelling.
Import ListNotations.
Open Scope N_scope.

(** ** What a law says *)

(** The greatest power of 2 that divides a positive number; 0 for 0. *)
Fixpoint lowest_of (q : positive) : N :=
  match q with xO q => 2 * lowest_of q | _ => 1 end.
Definition lowest_bit (n : N) : N := match n with N0 => 0 | Npos q => lowest_of q end.

Fixpoint power_of_two_pos (q : positive) : bool :=
  match q with xH => true | xO q => power_of_two_pos q | xI _ => false end.
Definition power_of_two (n : N) : bool :=
  match n with N0 => false | Npos q => power_of_two_pos q end.

Lemma lowest_bit_ruler m i : lowest_bit (2 ^ m * (2 * i + 1)) = 2 ^ m.
Proof.
  induction m as [|m IH] using N.peano_ind.
  - rewrite N.mul_1_l. destruct i; reflexivity.
  - rewrite N.pow_succ_r', <- N.mul_assoc. destruct (2 ^ m * (2 * i + 1)) as [|q] eqn:E.
    + exfalso. pose proof (N.pow_nonzero 2 m ltac:(discriminate)). nia.
    + change (2 * N.pos q) with (N.pos (xO q)). cbn [lowest_bit lowest_of] in *.
      rewrite IH. auto.
Qed.

Record law := Law {
  slope : Z; offset : Z;
  centre : N; factor : Z;                 (** the ruler; factor 0: none *)
  powers : option (N * Z * Z);            (** centre, slope and offset at powers of 2 *)
  exceptions : list (N * N) }.            (** k and the value *)
Arguments Law (slope offset)%Z centre factor%Z powers exceptions.

Fixpoint find_exception (k : N) (l : list (N * N)) : option N :=
  match l with [] => None | (k', y) :: l => if k =? k' then Some y else find_exception k l end.

Definition law_value (w : law) (k : N) : Z :=
  match find_exception k (exceptions w) with
  | Some y => Z.of_N y
  | None =>
      let main := (slope w * Z.of_N k + offset w +
                   factor w * Z.of_N (lowest_bit (k - centre w)))%Z in
      match powers w with
      | Some (c, a, d) =>
          if power_of_two (k - c) then (a * Z.of_N k + d)%Z else main
      | None => main
      end
  end.

(** ** Subtracting digit by digit *)

Definition still_to_subtract (x : bool) (e : N) : N := N.div2 e + N.b2n (N.odd e && negb x).

Lemma subtract_spec k e : e <= k ->
  still_to_subtract (N.odd k) e <= N.div2 k /\
  k - e = cons_bit (xorb (N.odd k) (N.odd e)) (N.div2 k - still_to_subtract (N.odd k) e).
Proof.
  intros H. unfold still_to_subtract. rewrite cons_bit_eq.
  pose proof (odd_div2 k). pose proof (odd_div2 e).
  destruct (N.odd k), (N.odd e); cbn [N.b2n xorb andb negb] in *; lia.
Qed.

Lemma lowest_cons b r : lowest_bit (cons_bit b r) = if b then 1 else 2 * lowest_bit r.
Proof. destruct b, r; reflexivity. Qed.

Lemma power_cons b r : power_of_two (cons_bit b r) = if b then r =? 0 else power_of_two r.
Proof. destruct b, r; reflexivity. Qed.

(** ** The walk *)

Section System.
Variables p t : N.
Hypothesis Hp : 0 < p.
Notation lows := (lows t).
Notation reads := (reads p t).
Variable graph : automaton.
Hypothesis HG : padded graph.

Section OneLaw.
Variable w : law.

Definition power_centre : N := match powers w with Some (c, _, _) => c | None => 0 end.
Definition power_slope : Z := match powers w with Some (_, a, _) => a | None => 0%Z end.

(** The carries of the two equations ([None]: false), what is still to be subtracted for the
    ruler and for the powers, whether the lowest digit of the ruler was found, how many
    digits of the difference for the powers were 1, and the exceptions that agree so far. *)
Record at_law := AtLaw {
  state : positive; main : option Z; special : option Z;
  ruler_rest : N; found : bool; power_rest : N; ones : nat; agreeing : list N }.

Definition z_key (c : option Z) : positive :=
  match c with
  | None => xH
  | Some c => (if (c <? 0)%Z then xI else xO) (N.succ_pos (Z.abs_N c))
  end.
Definition at_key (a : at_law) : positive :=
  pair_key (state a) (pair_key (z_key (main a)) (pair_key (z_key (special a))
    (pair_key (N.succ_pos (ruler_rest a)) (pair_key (N.succ_pos (power_rest a))
      (pair_key (Pos.of_succ_nat (ones a)) (pair_key (if found a then 2 else 1)%positive
        (fold_right (fun k q => pair_key (N.succ_pos k) q) xH (agreeing a)))))))).

Definition z_same (a b : option Z) : bool :=
  match a, b with
  | None, None => true
  | Some a, Some b => Z.eqb a b
  | _, _ => false
  end.
Lemma z_same_eq a b : z_same a b = true -> a = b.
Proof. destruct a, b; cbn; try discriminate; auto. intros H. apply Z.eqb_eq in H. congruence. Qed.

Fixpoint list_same (a b : list N) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => (x =? y) && list_same a b
  | _, _ => false
  end.
Lemma list_same_eq a : forall b, list_same a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; cbn; try discriminate; auto.
  rewrite andb_true_iff, N.eqb_eq. intros [-> H]. rewrite (IH b H). auto.
Qed.

Definition at_same (a b : at_law) : bool :=
  Pos.eqb (state a) (state b) && z_same (main a) (main b) && z_same (special a) (special b) &&
  (ruler_rest a =? ruler_rest b) && eqb (found a) (found b) && (power_rest a =? power_rest b) &&
  (ones a =? ones b)%nat && list_same (agreeing a) (agreeing b).
Lemma at_same_eq a b : at_same a b = true -> a = b.
Proof.
  destruct a, b. unfold at_same. cbn.
  rewrite !andb_true_iff, Pos.eqb_eq, !N.eqb_eq, eqb_true_iff, Nat.eqb_eq.
  intros [[[[[[[-> H1] H2] ->] ->] ->] ->] H3].
  apply z_same_eq in H1, H2. apply list_same_eq in H3. congruence.
Qed.

(** An equation c + ... = 0 with the digits read: it must be even, and is halved. *)
Definition advance (c : option Z) (add : Z) : option Z :=
  match c with
  | None => None
  | Some c => let v := (c + add)%Z in if Z.even v then Some (Z.div2 v) else None
  end.

Definition high : Z := Z.of_N lows.
Definition bit (x : bool) : Z := if x then 1%Z else 0%Z.

Definition at_step (a : at_law) (x z : bool) : at_law :=
  let ruler_bit := xorb x (N.odd (ruler_rest a)) in
  let power_bit := xorb x (N.odd (power_rest a)) in
  AtLaw (step graph (state a) x z)
    (advance (main a) (slope w * bit x - high * bit z +
                       (if ruler_bit && negb (found a) then factor w else 0)))
    (advance (special a) (power_slope * bit x - high * bit z))
    (still_to_subtract x (ruler_rest a)) (found a || ruler_bit)
    (still_to_subtract x (power_rest a))
    (if power_bit then (match ones a with O => 1 | _ => 2 end)%nat else ones a)
    (map N.div2 (filter (fun k => eqb (N.odd k) x) (agreeing a))).

Definition at_live (a : at_law) : list at_law := if dead graph (state a) then [] else [a].
Definition at_next (a : at_law) : list at_law :=
  flat_map (fun x => flat_map (fun z => at_live (at_step a x z)) bits) bits.

(** At the end, where the law speaks: an exception, or the equation that applies holds. *)
Definition at_ok (a : at_law) : bool :=
  negb (accepting graph (state a) && (ruler_rest a =? 0) && (power_rest a =? 0)) ||
  occurs 0 (agreeing a) ||
  z_same (if (ones a =? 1)%nat then special a else main a) (Some 0%Z).

(** What a state stands for. *)
Definition is_power_at (a : at_law) (k : N) : bool :=
  match ones a with
  | O => power_of_two (k - power_rest a)
  | 1%nat => k - power_rest a =? 0
  | _ => false
  end.
Definition special_holds (a : at_law) (k l : N) : Prop :=
  match special a with
  | None => False
  | Some c => (power_slope * Z.of_N k + c = high * Z.of_N l)%Z
  end.
Definition main_holds (a : at_law) (k l : N) : Prop :=
  match main a with
  | None => False
  | Some c => (slope w * Z.of_N k + c +
      (if found a then 0 else factor w * Z.of_N (lowest_bit (k - ruler_rest a)))
      = high * Z.of_N l)%Z
  end.
Definition law_holds (a : at_law) (k l : N) : Prop :=
  In k (agreeing a) \/
  (ruler_rest a <= k -> power_rest a <= k ->
   if is_power_at a k then special_holds a k l else main_holds a k l).

Lemma z_odd_div2 k : (Z.of_N k = 2 * Z.of_N (N.div2 k) + bit (N.odd k))%Z.
Proof. pose proof (odd_div2 k). destruct (N.odd k); cbn [N.b2n bit] in *; lia. Qed.

Lemma advance_spec c add c' : advance c add = Some c' ->
  exists c0, c = Some c0 /\ (c0 + add = 2 * c')%Z.
Proof.
  destruct c as [c0|]; cbn [advance]; [|discriminate].
  destruct (Z.even (c0 + add)) eqn:E; [|discriminate].
  intros H. inversion H; subst c'. exists c0. split; [auto|].
  apply Z.even_spec in E. destruct E as [m E]. rewrite E, Z.div2_div.
  rewrite Z.mul_comm at 2. rewrite Z.div_mul by lia. auto.
Qed.

Lemma law_step a k l :
  law_holds (at_step a (N.odd k) (N.odd l)) (N.div2 k) (N.div2 l) -> law_holds a k l.
Proof.
  unfold law_holds. cbn [agreeing ruler_rest power_rest at_step].
  intros [H|H].
  - left. apply in_map_iff in H. destruct H as [k' [E H]]. apply filter_In in H.
    destruct H as [H Eo]. apply eqb_prop in Eo.
    replace k with k'; [auto|]. rewrite (odd_div2 k), (odd_div2 k'), E, Eo. auto.
  - right. intros Hr Hpw.
    destruct (subtract_spec k _ Hr) as [Sr Er]. destruct (subtract_spec k _ Hpw) as [Sp Ep].
    specialize (H Sr Sp).
    pose proof (z_odd_div2 k) as Ek. pose proof (z_odd_div2 l) as El.
    assert (Epow : is_power_at a k = is_power_at (at_step a (N.odd k) (N.odd l)) (N.div2 k)).
    { unfold is_power_at. cbn [ones power_rest at_step]. rewrite Ep.
      set (r := N.div2 k - still_to_subtract (N.odd k) (power_rest a)).
      set (b := xorb (N.odd k) (N.odd (power_rest a))).
      destruct (ones a) as [|[|o]].
      - rewrite power_cons. destruct b; auto.
      - destruct b; [|].
        + rewrite cons_bit_eq. cbn [N.b2n]. destruct (N.eqb_spec (2 * r + 1) 0); auto. lia.
        + rewrite cons_bit_eq. cbn [N.b2n].
          destruct (N.eqb_spec (2 * r + 0) 0), (N.eqb_spec r 0); auto; lia.
      - destruct b; auto. }
    rewrite Epow. destruct (is_power_at (at_step a (N.odd k) (N.odd l)) (N.div2 k)).
    + unfold special_holds in *. cbn [special at_step] in H.
      destruct (advance (special a) _) as [c'|] eqn:E; [|destruct H].
      apply advance_spec in E. destruct E as [c0 [-> E]]. rewrite Ek, El.
      generalize dependent (bit (N.odd k)). generalize dependent (bit (N.odd l)). intros. nia.
    + unfold main_holds in *. cbn [main at_step found ruler_rest] in H.
      destruct (advance (main a) _) as [c'|] eqn:E; [|destruct H].
      apply advance_spec in E. destruct E as [c0 [-> E]].
      rewrite Er, lowest_cons.
      set (r := N.div2 k - still_to_subtract (N.odd k) (ruler_rest a)) in *.
      set (b := xorb (N.odd k) (N.odd (ruler_rest a))) in *.
      rewrite Ek, El. generalize dependent (bit (N.odd k)). generalize dependent (bit (N.odd l)).
      intros. destruct (found a), b; cbn [andb orb negb] in *; rewrite ?N2Z.inj_mul; nia.
Qed.

Lemma laws_sound (P : at_law -> Prop) :
  (forall a, P a -> at_ok a = true /\ forall b, In b (at_next a) -> P b) ->
  forall k l a, P a -> accepts graph (state a) k l = true -> law_holds a k l.
Proof.
  intros HP.
  apply (bitwise_induction (fun k l => forall a, P a -> accepts graph (state a) k l = true ->
    law_holds a k l)).
  - intros a Ha Hacc. destruct (HP a Ha) as [Hok _]. rewrite accepts_zero in Hacc.
    unfold at_ok in Hok. rewrite Hacc in Hok. cbn [andb] in Hok.
    rewrite !orb_true_iff, negb_true_iff in Hok. unfold law_holds.
    destruct Hok as [[H|H]|H].
    + right. intros H1 H2. replace (ruler_rest a) with 0 in H by lia.
      replace (power_rest a) with 0 in H by lia. discriminate.
    + left. apply occurs_spec. auto.
    + right. intros H1 H2. apply z_same_eq in H.
      assert (E1 : ruler_rest a = 0) by lia. assert (E2 : power_rest a = 0) by lia.
      unfold is_power_at, special_holds, main_holds. rewrite E1, E2.
      destruct (ones a) as [|[|o]]; cbn [Nat.eqb] in H; rewrite H; cbn;
        try (destruct (found a)); lia.
  - intros k l IH a Ha Hacc. apply law_step. apply IH.
    + apply (HP a Ha). unfold at_next.
      apply in_flat_map. exists (N.odd k). split; [apply in_bits|].
      apply in_flat_map. exists (N.odd l). split; [apply in_bits|].
      unfold at_live. cbn [state at_step]. rewrite accepts_step in Hacc by auto.
      destruct (dead graph (step graph (state a) (N.odd k) (N.odd l))) eqn:E; [|left; auto].
      rewrite (dead_spec graph _ HG E) in Hacc. discriminate.
    + rewrite accepts_step in Hacc by auto. exact Hacc.
Qed.

Definition law_start (s : positive) (c : N) : at_law :=
  AtLaw s (Some (offset w - Z.of_N c)%Z)
    (match powers w with Some (_, _, d) => Some (d - Z.of_N c)%Z | None => None end)
    (centre w) false power_centre (match powers w with Some _ => O | None => 2%nat end)
    (map fst (exceptions w)).

Definition check_law (j : N) (fuel : nat) : bool :=
  forallb (fun e => reads graph (p * fst e + j) (snd e)) (exceptions w) &&
  forallb (fun k => occurs k (map fst (exceptions w)))
    (interval 0 (N.to_nat (N.max (centre w) power_centre))) &&
  walk at_law at_key at_same at_next at_ok fuel
    (flat_map (fun c => at_live (law_start (root graph j c) c)) (interval 0 (N.to_nat lows)))
    (M.empty at_law).

Lemma find_exception_in k l : In k (map fst l) -> exists y, find_exception k l = Some y /\ In (k, y) l.
Proof.
  induction l as [|[k' y] l IH]; cbn [map In find_exception fst]; [easy|].
  destruct (N.eqb_spec k k') as [->|Hne].
  - intros _. exists y. auto.
  - intros [->|H]; [congruence|]. destruct (IH H) as [y' [E H']]. exists y'. auto.
Qed.

Lemma find_exception_none k l : ~ In k (map fst l) -> find_exception k l = None.
Proof.
  induction l as [|[k' y] l IH]; cbn [map In find_exception fst]; [auto|].
  intros H. destruct (N.eqb_spec k k') as [->|Hne]; [tauto|]. apply IH. tauto.
Qed.

Lemma in_dec_n k (l : list N) : In k l \/ ~ In k l.
Proof. destruct (in_dec N.eq_dec k l); auto. Qed.

Section Game.
Variable g : game.
Hypothesis graph_is : forall n y, reads graph n y = true <-> G g n = y.

Theorem check_law_sound j fuel : j < p -> check_law j fuel = true ->
  forall k, Z.of_N (G g (p * k + j)) = law_value w k.
Proof.
  unfold check_law. rewrite !andb_true_iff, !forallb_forall. intros Hj [[H1 H2] H3] k.
  unfold law_value. destruct (in_dec_n k (map fst (exceptions w))) as [Hk|Hk].
  - destruct (find_exception_in _ _ Hk) as [y [-> Hin]]. f_equal. apply graph_is.
    exact (H1 _ Hin).
  - rewrite (find_exception_none _ _ Hk).
    assert (Hc : centre w <= k /\ power_centre <= k).
    { destruct (N.le_gt_cases (N.max (centre w) power_centre) k) as [|Hlt]; [lia|].
      elim Hk. apply occurs_spec. apply H2. apply in_interval. lia. }
    apply (walk_sound at_law at_key at_same at_same_eq) in H3. destruct H3 as [P [P1 P2]].
    set (y := G g (p * k + j)).
    assert (Hr : reads graph (p * k + j) y = true) by (apply graph_is; auto).
    unfold Spelling.reads in Hr.
    destruct (parts p k j Hj) as [Ej Ek]. rewrite Ej, Ek in Hr.
    pose proof (lows_pos t) as Hl.
    assert (Hcy : y mod lows < lows) by (apply N.mod_lt; lia).
    pose proof (N.div_mod' y lows) as Ey.
    set (c := y mod lows) in *. set (l := y / lows) in *.
    assert (Hhold : law_holds (law_start (root graph j c) c) k l).
    { apply (laws_sound P P2); [|exact Hr]. apply P1. apply in_flat_map. exists c.
      split; [apply in_below; auto|]. unfold at_live. cbn [state law_start].
      destruct (dead graph (root graph j c)) eqn:E; [|left; auto].
      rewrite (dead_spec graph _ HG E) in Hr. discriminate. }
    assert (Ez : Z.of_N y = (high * Z.of_N l + Z.of_N c)%Z).
    { rewrite Ey. unfold high. lia. }
    rewrite Ez. destruct Hhold as [H|H]; [cbn [agreeing law_start] in H; contradiction|].
    cbn [ruler_rest power_rest law_start] in H. specialize (H (proj1 Hc) (proj2 Hc)).
    unfold is_power_at, special_holds, main_holds in H.
    cbn [ones special main found ruler_rest power_rest law_start] in H.
    unfold power_centre, power_slope in H.
    destruct (powers w) as [[[pc pa] pd]|].
    + destruct (power_of_two (k - pc)); lia.
    + lia.
Qed.
End Game.
End OneLaw.

(** ** One law for each residue *)

Fixpoint check_laws_from (j : N) (ws : list law) (fuel : nat) : bool :=
  match ws with
  | [] => true
  | w :: ws => check_law w j fuel && check_laws_from (N.succ j) ws fuel
  end.

Definition check_laws (ws : list law) (fuel : nat) : bool :=
  (N.of_nat (length ws) =? p) && check_laws_from 0 ws fuel.

Definition no_law : law := Law 0 0 0 0 None [].

(** The value of any heap by its law. *)
Definition by_laws (ws : list law) (n : N) : Z :=
  law_value (nth (N.to_nat (n mod p)) ws no_law) (n / p).

Theorem check_laws_sound g ws fuel :
  (forall n y, reads graph n y = true <-> G g n = y) ->
  check_laws ws fuel = true -> forall n, Z.of_N (G g n) = by_laws ws n.
Proof.
  intros graph_is. unfold check_laws. rewrite andb_true_iff, N.eqb_eq. intros [Hlen H] n.
  assert (Hj : forall ws i j, check_laws_from i ws fuel = true -> j < N.of_nat (length ws) ->
            check_law (nth (N.to_nat j) ws no_law) (i + j) fuel = true).
  { clear. induction ws as [|w ws IH]; intros i j; cbn [check_laws_from length]; [lia|].
    rewrite andb_true_iff. intros [H1 H2] Hj. destruct (N.eq_dec j 0) as [->|Hn].
    - cbn. rewrite N.add_0_r. auto.
    - replace (N.to_nat j) with (S (N.to_nat (N.pred j))) by lia. cbn [nth].
      replace (i + j) with (N.succ i + N.pred j) by lia. apply IH; auto. lia. }
  assert (Hm : n mod p < p) by (apply N.mod_lt; lia).
  specialize (Hj ws 0 (n mod p) H ltac:(lia)). rewrite N.add_0_l in Hj.
  unfold by_laws. rewrite <- (check_law_sound _ g graph_is (n mod p) fuel Hm Hj (n / p)).
  f_equal. f_equal. apply N.div_mod'.
Qed.
End System.
