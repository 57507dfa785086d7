(** * Probing a table

    A table is the list G(n-1), ..., G(0). To probe it is to look at some places, always the
    same ones for every n, and to add to a set the value found there xor a number. Near places
    are found by walking through the table; for far ones, which are many steps away, there are
    cursors that go along with n. *)
From Coq Require Import NArith List Lia Bool Arith.
From Sprague Require Import Mex NumberSet.
Import ListNotations.
Open Scope N_scope.

(** ** Near places

    A look (gap, x): go on by [gap] in the table and add x xor the value found there. So all
    of them are made in one walk. *)
Definition look := (nat * N)%type.

Fixpoint drop (gap : nat) (l : list N) : list N :=
  match gap with O => l | S gap => match l with [] => [] | _ :: l => drop gap l end end.

Fixpoint probe (looks : list look) (l : list N) (s : set) : set :=
  match looks with
  | [] => s
  | (gap, x) :: looks =>
      let l := drop gap l in
      match l with [] => s | y :: _ => probe looks l (add (N.lxor x y) s) end
  end.

(** The same with places counted from the beginning of the table. *)
Fixpoint places (base : nat) (looks : list look) : list look :=
  match looks with
  | [] => []
  | (gap, x) :: looks => ((base + gap)%nat, x) :: places (base + gap) looks
  end.

Lemma drop_skipn gap : forall l, drop gap l = skipn gap l.
Proof. induction gap as [|gap IH]; intros [|x l]; cbn; auto. Qed.

Lemma skipn_skipn_add (l : list N) b : forall a, skipn a (skipn b l) = skipn (b + a) l.
Proof.
  revert l. induction b as [|b IH]; intros l a; auto.
  destruct l as [|y l]; cbn [Nat.add skipn]; [destruct a; auto|auto].
Qed.

Lemma skipn_cons (l : list N) : forall b, (b < length l)%nat ->
  exists rest, skipn b l = nth b l 0 :: rest.
Proof.
  induction l as [|y l IH]; intros [|b] Hb; cbn [length skipn nth] in *; try lia; [eauto|].
  apply IH. lia.
Qed.

Lemma probe_spec v looks table : forall base l s, l = skipn base table ->
  (forall i x, In (i, x) (places base looks) -> (i < length table)%nat) ->
  mem v (probe looks l s) = true <->
  mem v s = true \/ exists i x, In (i, x) (places base looks) /\ v = N.lxor x (nth i table 0).
Proof.
  induction looks as [|[gap x] looks IH]; intros base l s -> Hlen; cbn [probe places].
  - split; auto. intros [H|[i [x [[] _]]]]; auto.
  - rewrite drop_skipn, skipn_skipn_add.
    destruct (skipn_cons table (base + gap)) as [rest Hr]; [apply (Hlen _ x); left; auto|].
    rewrite Hr, (IH (base + gap)%nat (nth (base + gap) table 0 :: rest)); auto.
    + rewrite mem_add, orb_true_iff, N.eqb_eq. split.
      * intros [[->|H]|[i [x' [H1 H2]]]]; auto; right.
        -- exists (base + gap)%nat, x. split; [left; auto|auto].
        -- exists i, x'. split; [right; auto|auto].
      * intros [H|[i [x' [[H1|H1] H2]]]]; auto.
        -- inversion H1; subst. auto.
        -- right. eauto.
    + intros i x' Hi. apply (Hlen i x'). right. auto.
Qed.

(** Sorted and with gaps. That the result is in order is checked, so that nothing has to be
    proved about the order in which [insert] leaves it. *)
Fixpoint insert (q : look) (l : list look) : list look :=
  match l with
  | [] => [q]
  | r :: l' => if (fst q <=? fst r)%nat then q :: l else r :: insert q l'
  end.
Definition sorted (l : list look) : list look := fold_right insert [] l.

Lemma in_sorted q l : In q (sorted l) <-> In q l.
Proof.
  assert (H : forall x l, In q (insert x l) <-> x = q \/ In q l).
  { intros x m. induction m as [|r m IH]; cbn [insert In]; [tauto|].
    destruct (fst x <=? fst r)%nat; cbn [In]; [tauto|]. rewrite IH. tauto. }
  induction l as [|x l IH]; cbn [sorted fold_right In]; [tauto|].
  fold (sorted l). rewrite H, IH. tauto.
Qed.

Fixpoint gaps (base : nat) (l : list look) : list look :=
  match l with [] => [] | (i, x) :: l => ((i - base)%nat, x) :: gaps i l end.
Fixpoint ascending (base : nat) (l : list look) : bool :=
  match l with [] => true | (i, _) :: l => (base <=? i)%nat && ascending i l end.

Lemma places_gaps l : forall base, ascending base l = true -> places base (gaps base l) = l.
Proof.
  induction l as [|[i x] l IH]; intros base; cbn [ascending gaps places]; [auto|].
  rewrite andb_true_iff, Nat.leb_le. intros [Hi H].
  replace (base + (i - base))%nat with i by lia. rewrite IH by auto. auto.
Qed.

(** ** Far places

    A cursor has the number x and a part of the table in the order of the heaps, beginning with
    the value to be looked at. For the next heap it begins one later; after some heaps, its
    [room], cursors are made anew. *)
Definition cursor := (N * list N)%type.

(** [far] are looks by places, none beyond [most]. *)
Definition start (most : nat) (far : list look) (table : list N) : list cursor :=
  let window := rev_append (firstn (S most) table) [] in
  map (fun q => (snd q, skipn (most - fst q) window)) far.

Fixpoint advance (cursors : list cursor) (s : set) : option (set * list cursor) :=
  match cursors with
  | [] => Some (s, [])
  | (x, y :: later) :: cursors =>
      match advance cursors (add (N.lxor x y) s) with
      | None => None
      | Some (s, cursors) => Some (s, (x, later) :: cursors)
      end
  | (_, []) :: _ => None
  end.

(** The cursor is right for this table and for so many heaps more. *)
Definition follows (room : nat) (table : list N) (q : look) (c : cursor) : Prop :=
  fst c = snd q /\ (room <= fst q)%nat /\
  forall j, (j <= room)%nat -> nth j (snd c) 0 = nth (fst q - j) table 0.

Lemma nth_firstn_lt (l : list N) : forall k i, (i < k)%nat -> nth i (firstn k l) 0 = nth i l 0.
Proof.
  induction l as [|x l IH]; intros [|k] [|i] H; cbn [firstn nth]; auto; try lia. apply IH. lia.
Qed.

Lemma start_follows room most far table : (most < length table)%nat ->
  (forall q, In q far -> (room <= fst q <= most)%nat) ->
  Forall2 (follows room table) far (start most far table).
Proof.
  intros Hlen H. unfold start. cbn zeta. rewrite rev_append_rev, app_nil_r.
  induction far as [|q far IH]; cbn [map]; constructor.
  - destruct (H q (or_introl eq_refl)) as [H1 H2]. split; [auto|split; [auto|]].
    intros j Hj. cbn [snd].
    assert (El : length (firstn (S most) table) = S most) by (apply firstn_length_le; lia).
    rewrite nth_skipn, rev_nth, nth_firstn_lt by lia. f_equal. lia.
  - apply IH. intros r Hr. apply H. right. auto.
Qed.

Lemma advance_spec v room table : forall far cursors s s' cursors',
  Forall2 (follows room table) far cursors -> advance cursors s = Some (s', cursors') ->
  (mem v s' = true <->
   mem v s = true \/ exists i x, In (i, x) far /\ v = N.lxor x (nth i table 0)) /\
  forall w, (0 < room)%nat -> Forall2 (follows (pred room) (w :: table)) far cursors'.
Proof.
  intros far cursors s s' cursors' HF. revert s s' cursors'.
  induction HF as [|[i x] [x' tail] far cursors Hq HF IH]; intros s s' cursors'; cbn [advance].
  - intros H. inversion H; subst. split; [|auto].
    split; auto. intros [?|[i [x [[] _]]]]; auto.
  - destruct Hq as [E [Hroom Hnth]]. cbn [fst snd] in *. subst x'.
    destruct tail as [|y later]; [discriminate|].
    destruct (advance cursors (add (N.lxor x y) s)) as [[s1 c1]|] eqn:Ea; [|discriminate].
    intros H. inversion H; subst. destruct (IH _ _ _ Ea) as [IH1 IH2]. split.
    + assert (Ey : y = nth i table 0).
      { specialize (Hnth 0%nat ltac:(lia)). cbn [nth] in Hnth. rewrite Hnth. f_equal. lia. }
      rewrite IH1, mem_add, orb_true_iff, N.eqb_eq. cbn [In]. split.
      * intros [[->|Hs]|[i' [x' [H1 H2]]]]; auto; right.
        -- exists i, x. rewrite <- Ey. auto.
        -- exists i', x'. auto.
      * intros [Hs|[i' [x' [[H1|H1] H2]]]]; auto.
        -- inversion H1; subst. auto.
        -- right. eauto.
    + intros w Hr. constructor; [|auto]. split; [auto|split; [cbn [fst]; lia|]].
      cbn [fst snd]. intros j Hj. specialize (Hnth (S j) ltac:(lia)). cbn [nth] in Hnth.
      rewrite Hnth. replace (i - j)%nat with (S (i - S j)) by lia. auto.
Qed.
