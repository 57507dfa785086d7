(** * The sparse-window theorem

    In many octal games the values fall into two classes, rare and common, such that the
    nim-sum of two heaps is common exactly if the heaps are of different classes. If only
    finitely many heaps are rare, then a common value of an option has a rare heap in it, or
    comes from taking alone, and G(n) can be computed from few earlier values: a single
    repeated window proves a period.

    Here the few heaps are the _probes_: all rare heaps and some more. From some heap on, G(n)
    is the least value that no option with a probe has, provided that this value is common. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Play Mex NimValue Rules.
Import ListNotations.
Open Scope N_scope.

(** Rules that leave at most two heaps, without conditions. *)
Definition plain_rule (r : rule) : bool :=
  (heaps r <=? 2)%nat && (smallest r <=? 1) && match cond r with Any => true | _ => false end.
Definition plain_octal (rs : rules) : bool := well_formed rs && forallb plain_rule rs.

Definition greatest_take (rs : rules) : N := fold_right (fun r => N.max (takes r)) 0 rs.

Lemma greatest_take_spec rs r : In r rs -> takes r <= greatest_take rs.
Proof.
  induction rs as [|r' rs IH]; cbn [In greatest_take fold_right]; [easy|].
  fold (greatest_take rs). intros [->|H]; [lia|]. specialize (IH H). lia.
Qed.

Lemma in_options_plain rs : plain_octal rs = true -> forall n l, 0 < n ->
  In l (options rs n) <->
  exists r, In r rs /\ length l = heaps r /\ Forall (fun x => 0 < x) l /\ sum l + takes r = n.
Proof.
  unfold plain_octal. rewrite andb_true_iff, forallb_forall. intros [_ H] n l Hn.
  rewrite in_options. split; intros [r [Hr Hl]]; exists r; split; auto.
  - destruct Hl as [H1 [H2 [H3 _]]]. auto.
  - specialize (H r Hr). unfold plain_rule in H. rewrite !andb_true_iff, N.leb_le in H.
    destruct H as [[_ Hs] Hc]. destruct Hl as [H1 [H2 H3]]. unfold legal.
    destruct (cond r); try discriminate. repeat split; auto. lia.
Qed.

Section Sparse.
Variable rs : rules.
Hypothesis plain : plain_octal rs = true.
Notation g := (options rs).
Notation t := (greatest_take rs).

(** [common n v]: the value [v] is common at [n]. Two heaps are common together if their
    classes differ. *)
Variable common : N -> N -> bool.
Hypothesis common_pair : forall r x y v w, In r rs -> heaps r = 2%nat ->
  common (x + y + takes r) (N.lxor v w) = xorb (common x v) (common y w).

Variable probes : list N.
Hypothesis probes_positive : forall d, In d probes -> 0 < d.

(** [probed n v]: taking leads from [n] to the value [v], or dividing with a probe does. *)
Definition probed (n v : N) : Prop :=
  (exists r, In r rs /\ heaps r = 1%nat /\ takes r < n /\ v = G g (n - takes r)) \/
  (exists r d, In r rs /\ heaps r = 2%nat /\ In d probes /\ takes r + d < n /\
     v = N.lxor (G g d) (G g (n - takes r - d))).

Lemma wf : well_formed rs = true.
Proof. unfold plain_octal in plain. apply andb_true_iff in plain. tauto. Qed.

Lemma dec : decreasing g.
Proof. apply options_decreasing, wf. Qed.

Lemma at_most_two r : In r rs -> (heaps r <= 2)%nat.
Proof.
  unfold plain_octal in plain. rewrite andb_true_iff, forallb_forall in plain.
  intros Hr. destruct plain as [_ H]. specialize (H r Hr). unfold plain_rule in H.
  rewrite !andb_true_iff, Nat.leb_le in H. tauto.
Qed.

Lemma taking_takes r : In r rs -> heaps r = 1%nat -> 1 <= takes r.
Proof.
  intros Hr Hh. pose proof wf as H. unfold well_formed in H. rewrite forallb_forall in H.
  specialize (H r Hr). unfold well_formed_rule in H. rewrite Hh in H. cbn in H.
  rewrite orb_false_r in H. apply N.leb_le in H. auto.
Qed.

Lemma probed_option n v : probed n v -> exists l, In l (g n) /\ nim_sum (map (G g) l) = v.
Proof.
  intros [[r [Hr [Hh [Hn ->]]]]|[r [d [Hr [Hh [Hd [Hn ->]]]]]]].
  - exists [n - takes r]. split.
    + apply in_options_plain; [auto|lia|]. exists r. rewrite Hh.
      repeat split; auto; [constructor; [lia|auto]|cbn [sum fold_right]; lia].
    + cbn. apply N.lxor_0_r.
  - specialize (probes_positive d Hd). exists [d; n - takes r - d]. split.
    + apply in_options_plain; [auto|lia|]. exists r. rewrite Hh.
      repeat split; auto; [repeat constructor; lia|cbn [sum fold_right]; lia].
    + cbn [map nim_sum fold_right]. rewrite N.lxor_0_r. auto.
Qed.

Definition rares_are_probes (n : N) : Prop :=
  forall x, 0 < x < n -> common x (G g x) = false -> In x probes.

(** A common value of an option is probed. *)
Lemma common_is_probed n l : t < n -> rares_are_probes n -> In l (g n) ->
  common n (nim_sum (map (G g) l)) = true -> probed n (nim_sum (map (G g) l)).
Proof.
  intros Hn HD Hl Hc. pose proof (fun x => dec n l x Hl) as Hsm.
  apply in_options_plain in Hl; [|auto|lia]. destruct Hl as [r [Hr [Hlen [Hpos Hs]]]].
  pose proof (greatest_take_spec _ _ Hr) as Hk. pose proof (at_most_two _ Hr) as H2.
  destruct l as [|a [|b [|c l]]]; cbn [length] in *; [| | |lia].
  - cbn in Hs. lia.
  - left. exists r. inversion Hpos; subst. cbn [map nim_sum fold_right sum] in *.
    rewrite N.lxor_0_r. repeat split; auto; try lia. f_equal. lia.
  - right. inversion Hpos as [|? ? Ha H3]; subst. inversion H3; subst.
    specialize (Hsm a (or_introl eq_refl)) as Ha'.
    specialize (Hsm b (or_intror (or_introl eq_refl))) as Hb'.
    cbn [map nim_sum fold_right sum] in *. rewrite N.lxor_0_r in *.
    replace (a + (b + 0) + takes r) with (a + b + takes r) in * by lia.
    rewrite (common_pair r a b _ _ Hr) in Hc by auto.
    destruct (common a (G g a)) eqn:Ea, (common b (G g b)) eqn:Eb; try discriminate.
    + exists r, b. repeat split; auto; try lia. rewrite N.lxor_comm. f_equal. f_equal. lia.
    + exists r, a. repeat split; auto; try lia. f_equal. f_equal. lia.
Qed.

(** The value found with probes is the nim-value, if it is common. *)
Lemma value_by_probes n v : t < n -> rares_are_probes n ->
  (forall u, u < v -> probed n u) -> ~ probed n v -> common n v = true -> G g n = v.
Proof.
  intros Hn HD H1 H2 H3. apply G_is; [apply dec|]. split.
  - intros l Hl E. apply H2. rewrite <- E. apply common_is_probed; auto. rewrite E. auto.
  - intros u Hu. apply probed_option. auto.
Qed.

(** [G n] is the least value that is not probed, and it is common. *)
Definition by_probes (n : N) : Prop :=
  (forall u, u < G g n -> probed n u) /\ ~ probed n (G g n) /\ common n (G g n) = true.

Theorem sparse_window W a p :
  (forall d, In d probes -> d + t <= W) -> t <= W -> 0 < a -> 0 < p ->
  (forall n v, common (n + p) v = common n v) ->
  (forall n, a <= n < a + W -> G g (n + p) = G g n) ->
  (forall n, a + W <= n < a + W + p -> by_probes n) ->
  rares_are_probes (a + W) ->
  forall n, a <= n -> G g (n + p) = G g n.
Proof.
  intros HW Ht Ha Hp Hcl Hwin Hplain Hrare.
  (* As long as the sequence has repeated, n and n + p have the same probed values. *)
  assert (Hshift : forall n, a + W <= n -> (forall m, a <= m < n -> G g (m + p) = G g m) ->
            forall v, probed (n + p) v <-> probed n v).
  { intros n Hn HG v.
    assert (E1 : forall r, In r rs -> heaps r = 1%nat -> G g (n + p - takes r) = G g (n - takes r)).
    { intros r Hr Hh. pose proof (greatest_take_spec _ _ Hr). pose proof (taking_takes r Hr Hh).
      replace (n + p - takes r) with (n - takes r + p) by lia. apply HG. lia. }
    assert (E2 : forall r d, In r rs -> In d probes ->
              G g (n + p - takes r - d) = G g (n - takes r - d)).
    { intros r d Hr Hd. pose proof (greatest_take_spec _ _ Hr). specialize (HW d Hd).
      specialize (probes_positive d Hd).
      replace (n + p - takes r - d) with (n - takes r - d + p) by lia. apply HG. lia. }
    unfold probed.
    split; (intros [[r [Hr [Hh [Hlt E]]]]|[r [d [Hr [Hh [Hd [Hlt E]]]]]]]; [left|right]).
    - exists r. rewrite <- E1 by auto. pose proof (greatest_take_spec _ _ Hr).
      repeat split; auto. lia.
    - exists r, d. rewrite <- E2 by auto. pose proof (greatest_take_spec _ _ Hr).
      specialize (HW d Hd). repeat split; auto. lia.
    - exists r. rewrite E1 by auto. repeat split; auto. lia.
    - exists r, d. rewrite E2 by auto. repeat split; auto. lia. }
  assert (H : forall n, a + W <= n -> by_probes n /\ G g (n + p) = G g n).
  { intros n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros Hn.
    assert (HG : forall m, a <= m < n -> G g (m + p) = G g m).
    { intros m Hm. destruct (N.lt_ge_cases m (a + W)); [apply Hwin; lia|]. apply IH; lia. }
    assert (Hn' : by_probes n).
    { destruct (N.lt_ge_cases n (a + W + p)) as [|Hge]; [apply Hplain; lia|].
      destruct (IH (n - p)) as [[P1 [P2 P3]] E]; [lia..|].
      assert (Hs : forall v, probed n v <-> probed (n - p) v).
      { intros v. replace n with (n - p + p) at 1 by lia. apply Hshift; [lia|].
        intros m Hm. apply HG. lia. }
      replace (n - p + p) with n in E by lia.
      assert (Ec : common n (G g n) = common (n - p) (G g n)).
      { replace n with (n - p + p) at 1 by lia. apply Hcl. }
      unfold by_probes. rewrite Ec, E. split; [|split; auto].
      - intros u Hu. apply Hs. auto.
      - rewrite Hs. auto. }
    split; auto. destruct Hn' as [P1 [P2 P3]]. apply value_by_probes; [lia| | | |].
    - intros x Hx Hr. destruct (N.lt_ge_cases x (a + W)) as [|Hx1]; [apply Hrare; auto; lia|].
      exfalso. assert (Hc : common x (G g x) = true); [|congruence].
      destruct (N.lt_trichotomy x n) as [Hxn|[->|Hxn]]; auto.
      + apply (IH x Hxn). auto.
      + destruct (N.lt_ge_cases x (a + W + p)) as [Hx2|Hx2]; [apply Hplain; lia|].
        destruct (IH (x - p)) as [[_ [_ Q3]] E]; [lia..|].
        replace (x - p + p) with x in E by lia. rewrite E.
        replace x with (x - p + p) at 1 by lia. rewrite Hcl. auto.
    - intros u Hu. apply Hshift; auto.
    - rewrite Hshift; auto.
    - rewrite Hcl. auto. }
  intros n Hn. destruct (N.lt_ge_cases n (a + W)); [apply Hwin; lia|]. apply H. auto.
Qed.
End Sparse.

(** ** Classes by parity

    A value is common if it has an odd number of binary digits under a mask; with
    [position], the parity of the heap counts too, relative to that of the dividing takes. *)

Fixpoint parity_of (q : positive) : bool :=
  match q with xH => true | xO q => parity_of q | xI q => negb (parity_of q) end.
Definition parity (v : N) : bool := match v with N0 => false | Npos q => parity_of q end.

Lemma parity_lxor a b : parity (N.lxor a b) = xorb (parity a) (parity b).
Proof.
  assert (D : forall q, parity (Pos.Ndouble q) = parity q) by (intros []; auto).
  assert (S : forall q, parity (Pos.Nsucc_double q) = negb (parity q)) by (intros []; auto).
  assert (H : forall x y, parity (Pos.lxor x y) = xorb (parity_of x) (parity_of y)).
  { induction x as [x IH|x IH|]; intros [y|y|]; cbn [Pos.lxor parity_of parity];
      rewrite ?D, ?S, ?IH;
      repeat match goal with |- context [parity_of ?z] => destruct (parity_of z) end; auto. }
  destruct a, b; cbn [N.lxor parity]; rewrite ?xorb_false_r, ?xorb_false_l; auto.
Qed.

Definition common_by (mask : N) (position offset : bool) (n v : N) : bool :=
  xorb (parity (N.land v mask)) (position && xorb (N.odd n) offset).

Lemma common_by_pair mask position offset k a b x y : (position = true -> N.odd k = offset) ->
  common_by mask position offset (a + b + k) (N.lxor x y) =
  xorb (common_by mask position offset a x) (common_by mask position offset b y).
Proof.
  intros H. unfold common_by.
  replace (N.land (N.lxor x y) mask) with (N.lxor (N.land x mask) (N.land y mask)).
  - rewrite parity_lxor, !N.odd_add.
    destruct position; cbn [andb]; [rewrite (H eq_refl)|];
      destruct (parity (N.land x mask)), (parity (N.land y mask)), (N.odd a), (N.odd b), offset;
      auto.
  - apply N.bits_inj. intros i. rewrite !N.land_spec, !N.lxor_spec, !N.land_spec.
    destruct (N.testbit x i), (N.testbit y i), (N.testbit mask i); auto.
Qed.

Lemma common_by_shift mask position offset n p v : (position = true -> N.odd p = false) ->
  common_by mask position offset (n + p) v = common_by mask position offset n v.
Proof.
  intros H. unfold common_by. rewrite N.odd_add. destruct position; cbn [andb]; auto.
  rewrite (H eq_refl), xorb_false_r. auto.
Qed.
