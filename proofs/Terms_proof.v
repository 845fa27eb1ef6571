(** Proofs of the statements of Terms.v. *)

From Coquelicot Require Import Hierarchy.
From Coquelicot Require Derive.
Require Import Reals List ZArith Lia Lra Psatz.
From TMD Require Import Terms.
Import ListNotations.
Open Scope R_scope.

(** ** Polynomials *)

Lemma bounded_positive c A t T : bounded c A -> Rabs t <= T -> 0 <= eval A T.
Proof.
  intros H HT. pose proof (Rabs_pos t).
  induction H as [| c0 A0 c A L _ IH]; cbn; [lra |].
  pose proof (Rabs_pos c0). assert (0 <= T * eval A T) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma eval_bound c A t T : bounded c A -> Rabs t <= T -> Rabs (eval c t) <= eval A T.
Proof.
  intros H HT. induction H as [| c0 A0 c A L B IH]; cbn; [rewrite Rabs_R0; lra |].
  eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult.
  assert (Rabs t * Rabs (eval c t) <= T * eval A T).
  { apply Rmult_le_compat; auto using Rabs_pos. }
  lra.
Qed.

Lemma eval_app c d t : eval (c ++ d) t = eval c t + t ^ length c * eval d t.
Proof. induction c as [| c0 c IH]; cbn; [ring |]. rewrite IH. ring. Qed.

Theorem dropped : dropped_statement.
Proof.
  intros c d A t T B HT. rewrite eval_app.
  replace (eval c t + t ^ length c * eval d t - eval c t) with (t ^ length c * eval d t) by ring.
  rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos, eval_bound.
  rewrite <- RPow_abs. apply pow_incr. split; [apply Rabs_pos | assumption].
Qed.

Theorem coefficients : coefficients_statement.
Proof.
  intros c. induction c as [| x c IH]; intros [| x' c'] e t T H L HT; try discriminate; cbn in *.
  - inversion H; subst. cbn. rewrite Rminus_0_r, Rabs_R0. lra.
  - inversion H as [| p e0 pairs e' Hx Hr]; subst. cbn in *.
    replace (x + t * eval c t - (x' + t * eval c' t)) with ((x - x') + t * (eval c t - eval c' t)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult.
    assert (Rabs t * Rabs (eval c t - eval c' t) <= T * eval e' T).
    { apply Rmult_le_compat; auto using Rabs_pos. }
    lra.
Qed.

(** The errors delta r^-j, j = k, k + 1, ... *)
Lemma known_errors n : forall delta r k, 0 < r ->
  r ^ k * eval (map (fun j => delta * / r ^ j) (seq k n)) r = INR n * delta.
Proof.
  induction n as [| n IH]; intros delta r k P; [cbn; ring |].
  assert (r ^ k <> 0) by (apply pow_nonzero; lra).
  cbn [seq map eval]. rewrite S_INR, Rmult_plus_distr_l.
  replace (r ^ k * (r * eval (map (fun j => delta * / r ^ j) (seq (S k) n)) r))
    with (r ^ S k * eval (map (fun j => delta * / r ^ j) (seq (S k) n)) r) by (cbn; ring).
  rewrite IH by assumption. field. assumption.
Qed.

Lemma pairs_by_index c : forall c' e,
  length c = length c' ->
  forall k, (forall j, (j < length c)%nat -> Rabs (nth j c 0 - nth j c' 0) <= e (k + j)%nat) ->
  Forall2 (fun x e => Rabs (fst x - snd x) <= e) (combine c c') (map e (seq k (length c))).
Proof.
  induction c as [| x c IH]; intros [| x' c'] e L k H; try discriminate; cbn; constructor.
  - specialize (H 0%nat). cbn in H. rewrite Nat.add_0_r in H. apply H. lia.
  - apply IH; [cbn in L; lia |]. intros j J. specialize (H (S j)). cbn in H.
    replace (S k + j)%nat with (k + S j)%nat by lia. apply H. lia.
Qed.

Theorem model_coefficients : model_coefficients_statement.
Proof.
  intros c c' delta r t P HT L H.
  rewrite <- (known_errors (length c) delta r 0 P). rewrite pow_O, Rmult_1_l.
  apply coefficients with (t := t); try assumption.
  apply pairs_by_index; assumption.
Qed.

(** *** Moving the origin *)

Lemma choose_beyond i : forall j, (i < j)%nat -> choose i j = 0%nat.
Proof.
  induction i as [| i IH]; intros [| j] H; try lia; [reflexivity |].
  cbn. rewrite !IH by lia. reflexivity.
Qed.

Lemma choose_0 i : choose i 0 = 1%nat.
Proof. destruct i; reflexivity. Qed.

Lemma choose_pascal i j : choose (S i) (S j) = (choose i j + choose i (S j))%nat.
Proof. reflexivity. Qed.

(** A polynomial one degree up: t moves to t + s. *)
Lemma moved_from_0 s c : forall i, moved_from (S i) c s 0 = s * moved_from i c s 0.
Proof.
  induction c as [| c0 c IH]; intros i; [cbn; ring |].
  cbn [moved_from]. rewrite IH, !choose_0, !Nat.sub_0_r. cbn [pow]. ring.
Qed.

Lemma moved_from_S s c : forall i j, moved_from (S i) c s (S j) = moved_from i c s j + s * moved_from i c s (S j).
Proof.
  induction c as [| c0 c IH]; intros i j; [cbn; ring |].
  cbn [moved_from]. rewrite IH, choose_pascal, plus_INR.
  replace (S i - S j)%nat with (i - j)%nat by lia.
  destruct (Nat.lt_ge_cases i (S j)) as [H | H].
  - rewrite (choose_beyond i (S j)) by assumption. cbn [INR]. ring.
  - replace (i - j)%nat with (S (i - S j)) by lia. cbn [pow]. ring.
Qed.

Lemma moved_beyond s c : forall i j, (i + length c <= j)%nat -> moved_from i c s j = 0.
Proof.
  induction c as [| c0 c IH]; intros i j H; [reflexivity |].
  cbn [moved_from length] in *. rewrite IH by lia. rewrite choose_beyond by lia. cbn [INR]. ring.
Qed.

Lemma eval_ext f g t n : forall k, (forall j, (k <= j)%nat -> f j = g j) ->
  eval (map f (seq k n)) t = eval (map g (seq k n)) t.
Proof.
  induction n as [| n IH]; intros k H; [reflexivity |].
  cbn [seq map eval]. rewrite (H k) by lia. rewrite IH; [reflexivity | intros; apply H; lia].
Qed.

Lemma eval_sum f g s t n : forall k,
  eval (map (fun j => f j + s * g j) (seq k n)) t = eval (map f (seq k n)) t + s * eval (map g (seq k n)) t.
Proof. induction n as [| n IH]; intros k; cbn [seq map eval]; [ring |]. rewrite IH. ring. Qed.

Lemma eval_last f t n : forall k, f (k + n)%nat = 0 -> eval (map f (seq k (S n))) t = eval (map f (seq k n)) t.
Proof.
  induction n as [| n IH]; intros k H.
  - cbn. rewrite Nat.add_0_r in H. rewrite H. ring.
  - change (f k + t * eval (map f (seq (S k) (S n))) t = f k + t * eval (map f (seq (S k) n)) t).
    rewrite IH; [reflexivity |]. replace (S k + n)%nat with (k + S n)%nat by lia. assumption.
Qed.

Lemma moved_value c s t : eval c (t + s) = eval (map (moved c s) (seq 0 (length c))) t.
Proof.
  induction c as [| c0 c IH]; [reflexivity |].
  cbn [eval length]. rewrite IH. set (n := length c).
  (* coefficient 0 *)
  assert (E0 : moved (c0 :: c) s 0 = c0 + s * moved c s 0).
  { unfold moved. cbn [moved_from]. rewrite moved_from_0. cbn. ring. }
  (* coefficient j + 1 *)
  assert (E : forall j, moved (c0 :: c) s (S j) = moved c s j + s * moved c s (S j)).
  { intros j. unfold moved. cbn [moved_from]. rewrite moved_from_S, choose_beyond by lia. cbn [INR]. ring. }
  cbn [seq map eval]. rewrite E0.
  rewrite <- seq_shift, map_map.
  rewrite (eval_ext (fun j => moved (c0 :: c) s (S j)) (fun j => moved c s j + s * moved c s (S j))) by (intros; apply E).
  rewrite eval_sum.
  (* s times the coefficients from 1 on, and coefficient 0: the whole polynomial once more *)
  assert (W : moved c s 0 + t * eval (map (fun j => moved c s (S j)) (seq 0 n)) t = eval (map (moved c s) (seq 0 n)) t).
  { rewrite <- (eval_last (moved c s) t n 0) by (apply moved_beyond; cbn; lia).
    cbn [seq map eval]. rewrite <- seq_shift, map_map. reflexivity. }
  rewrite <- W at 2. ring_simplify. rewrite <- W. ring.
Qed.

Lemma moved_bound A c s r j : bounded c A -> Rabs s <= r -> forall i, Rabs (moved_from i c s j) <= moved_from i A r j.
Proof.
  intros H R. induction H as [| c0 A0 c A L _ IH]; intros i; cbn [moved_from]; [rewrite Rabs_R0; lra |].
  eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat; [| apply IH].
  rewrite !Rabs_mult. rewrite (Rabs_pos_eq (INR _)) by apply pos_INR.
  apply Rmult_le_compat; auto using Rabs_pos.
  - apply Rmult_le_pos; [apply pos_INR | apply Rabs_pos].
  - apply Rmult_le_compat_l; [apply pos_INR | assumption].
  - rewrite <- RPow_abs. apply pow_incr. split; [apply Rabs_pos | assumption].
Qed.

Theorem moving : moving_statement.
Proof.
  intros c s. split.
  - apply moved_value.
  - intros A r j B R. apply moved_bound; assumption.
Qed.

(** ** Tables of differences *)

Lemma growth_0 e : forall k, growth 0 (S k) e = 0.
Proof. induction e as [| e0 e IH]; intros k; cbn; [reflexivity |]. rewrite IH. ring. Qed.


(** One step more is the same as starting from the stepped table. *)
Lemma growth_S n e : forall k, growth (S n) (S k) e = growth n k e + growth n (S k) e.
Proof.
  induction e as [| e0 e IH]; intros k; [cbn; ring |].
  cbn [growth]. rewrite IH, choose_pascal, plus_INR. ring.
Qed.

Lemma growth_step n e : forall k, growth n k (stepped e) = growth n k e + growth n k (tl e).
Proof.
  induction e as [| e0 e IH]; intros k; [cbn; ring |].
  cbn [stepped growth tl]. rewrite IH. destruct e as [| e1 e]; cbn [hd tl growth]; ring.
Qed.

Lemma growth_from_start n e : growth (S n) 0 e = growth n 0 (stepped e).
Proof.
  rewrite growth_step. destruct e as [| e0 e]; [cbn; ring |].
  cbn [tl growth]. rewrite growth_S. rewrite !choose_0. ring.
Qed.

Lemma stepped_iter n table : Nat.iter n stepped (stepped table) = stepped (Nat.iter n stepped table).
Proof. induction n as [| n IH]; [reflexivity |]. cbn. f_equal. apply IH. Qed.

Lemma value_growth n : forall table, value_after n table = growth n 0 table.
Proof.
  induction n as [| n IH]; intros table.
  - unfold value_after. destruct table as [| x rest]; cbn; [reflexivity |]. rewrite growth_0. ring.
  - unfold value_after. cbn [Nat.iter]. rewrite growth_from_start, <- IH.
    unfold value_after. rewrite stepped_iter. reflexivity.
Qed.

Lemma growth_error n table : forall table' e k,
  Forall2 (fun x e => Rabs (fst x - snd x) <= e) (combine table table') e -> length table = length table' ->
  Rabs (growth n k table - growth n k table') <= growth n k e.
Proof.
  induction table as [| x table IH]; intros [| x' table'] e k H L; try discriminate; cbn in *.
  - inversion H; subst. cbn. rewrite Rminus_0_r, Rabs_R0. lra.
  - inversion H as [| p e0 pairs e' Hx Hr]; subst. cbn in *.
    replace (INR (choose n k) * x + growth n (S k) table - (INR (choose n k) * x' + growth n (S k) table'))
      with (INR (choose n k) * (x - x') + (growth n (S k) table - growth n (S k) table')) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat.
    + rewrite Rabs_mult, (Rabs_pos_eq (INR _)) by apply pos_INR.
      apply Rmult_le_compat_l; [apply pos_INR | assumption].
    + apply IH; [assumption | lia].
Qed.

Theorem tables : table_statement.
Proof.
  intros n table. split; [apply value_growth |].
  intros table' e H L. rewrite !value_growth. apply growth_error; assumption.
Qed.

(** *** Newton's remainder *)

Lemma iter_delta m f : Nat.iter (S m) delta f = Nat.iter m delta (delta f).
Proof.
  induction m as [| m IH]; [reflexivity |].
  change (delta (Nat.iter (S m) delta f) = delta (Nat.iter m delta (delta f))). rewrite IH. reflexivity.
Qed.

(** A difference of order m is not above the largest derivative of order m. *)
Lemma difference_bound m : forall (F : nat -> R -> R) x B,
  (forall k y, derivable_pt_lim (F k) y (F (S k) y)) ->
  (forall y, x <= y <= x + INR m -> Rabs (F m y) <= B) ->
  Rabs (Nat.iter m delta (F 0%nat) x) <= B.
Proof.
  induction m as [| m IH]; intros F x B D H.
  - apply H. cbn. lra.
  - rewrite iter_delta.
    apply (IH (fun k => delta (F k))).
    + intros k y. unfold delta.
      apply (derivable_pt_lim_minus (fun y => F k (y + 1)) (F k)); [| apply D].
      replace (F (S k) (y + 1)) with (F (S k) (y + 1) * (1 + 0)) by ring.
      apply (derivable_pt_lim_comp (fun y => y + 1) (F k)); [| apply D].
      apply (derivable_pt_lim_plus (fun y => y) (fun _ => 1)); [apply derivable_pt_lim_id | apply derivable_pt_lim_const].
    + intros y Y. rewrite S_INR in H. unfold delta.
      destruct (MVT_cor2 (F m) (F (S m)) y (y + 1)) as (z & E & Z); [lra | intros; apply D |].
      rewrite E. replace (y + 1 - y) with 1 by ring. rewrite Rmult_1_r. apply H. lra.
Qed.

Lemma remainder entries : forall f u B,
  (forall k, (k + entries <= u)%nat -> Rabs (Nat.iter entries delta f (INR k)) <= B) ->
  Rabs (f (INR u) - growth u 0 (differences f entries)) <= INR (choose u entries) * B.
Proof.
  induction entries as [| d IH]; intros f u B H.
  - cbn. rewrite choose_0. cbn [INR]. rewrite Rminus_0_r, Rmult_1_l. apply (H u). lia.
  - induction u as [| u IHu].
    + cbn [differences growth choose INR]. rewrite growth_0.
      replace (f 0 - (1 * f 0 + 0)) with 0 by ring. rewrite Rabs_R0. lra.
    + cbn [differences growth]. rewrite growth_S, choose_0, choose_pascal, plus_INR, S_INR.
      assert (U : Rabs (f (INR u) - growth u 0 (differences f (S d))) <= INR (choose u (S d)) * B).
      { apply IHu. intros k K. apply H. lia. }
      assert (V : Rabs (delta f (INR u) - growth u 0 (differences (delta f) d)) <= INR (choose u d) * B).
      { apply IH. intros k K. rewrite <- iter_delta. apply H. lia. }
      cbn [differences growth] in U. rewrite choose_0 in U. unfold delta at 1 in V.
      match goal with |- Rabs ?x <= _ =>
        replace x with ((f (INR u) - (INR 1 * f 0 + growth u 1 (differences (delta f) d)))
                        + (f (INR u + 1) - f (INR u) - growth u 0 (differences (delta f) d))) by ring
      end.
      eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

Lemma choose_rises k n m : (n <= m)%nat -> (choose n k <= choose m k)%nat.
Proof.
  induction 1 as [| m _ IH]; [lia |]. etransitivity; [exact IH |].
  destruct k as [| k]; [rewrite !choose_0; lia | rewrite choose_pascal; lia].
Qed.

Theorem dropped_differences : differences_statement.
Proof.
  intros F d n B D H.
  assert (Positive : 0 <= B).
  { eapply Rle_trans; [apply Rabs_pos | apply (H 0)]. pose proof (pos_INR n). lra. }
  split; intros u U; rewrite value_growth.
  - eapply Rle_trans; [apply remainder with (B := B) |].
    + intros k K. apply difference_bound; [assumption |]. intros y Y. apply H.
      pose proof (pos_INR k). rewrite <- plus_INR in Y.
      assert (INR (k + S d) <= INR n) by (apply le_INR; lia). lra.
    + apply Rmult_le_compat_r; [assumption |]. apply le_INR, choose_rises. assumption.
  - eapply Rle_trans; [apply remainder with (B := B) |].
    + intros k K. rewrite <- iter_delta. apply difference_bound; [assumption |]. intros y Y. apply H.
      pose proof (pos_INR k). rewrite <- plus_INR in Y.
      assert (INR (k + S d) <= INR n) by (apply le_INR; lia). lra.
    + apply Rmult_le_compat_r; [assumption |]. apply le_INR, choose_rises. lia.
Qed.

(** ** Taylor's theorem *)

(** To the right of the centre, with Coquelicot's form of the remainder. *)
Lemma taylor_right f n c t G : 0 < t ->
  (forall x k, c <= x <= c + t -> (k <= S n)%nat -> Derive.ex_derive_n f k x) ->
  (forall x, c <= x <= c + t -> Rabs (Derive.Derive_n f (S n) x / INR (fact (S n))) <= G) ->
  Rabs (f (c + t) - sum_f_R0 (fun k => Derive.Derive_n f k c / INR (fact k) * t ^ k) n) <= G * t ^ S n.
Proof.
  intros T D B.
  destruct (Derive.Taylor_Lagrange f n c (c + t)) as (z & Z & E); [lra | intros; apply D; assumption |].
  replace (c + t - c) with t in E by ring.
  rewrite (sum_eq _ (fun m => t ^ m / INR (fact m) * Derive.Derive_n f m c)).
  2: { intros i _. field. apply INR_fact_neq_0. }
  rewrite E.
  match goal with |- Rabs ?x <= _ =>
    replace x with (Derive.Derive_n f (S n) z / INR (fact (S n)) * t ^ S n)
      by (unfold Rdiv; ring)
  end.
  rewrite Rabs_mult, (Rabs_pos_eq (t ^ S n)) by (apply pow_le; lra).
  apply Rmult_le_compat_r; [apply pow_le; lra | apply B; lra].
Qed.

Theorem taylor : taylor_statement.
Proof.
  intros f n c t rho G T D B. destruct (Rtotal_order t 0) as [N | [Z | P]].
  - (* to the left: the function mirrored at 0 *)
    rewrite (Rabs_left t) in * by lra.
    assert (Near : forall x, Rabs (- x - c) < rho ->
              Hierarchy.locally (- x) (fun y => forall k, (k <= S n)%nat -> Derive.ex_derive_n f k y)).
    { intros x X. exists (mkposreal (rho - Rabs (- x - c)) ltac:(lra)). intros y Y k K. apply D; [| assumption].
      change (Rabs (y - - x) < rho - Rabs (- x - c)) in Y.
      replace (y - c) with ((y - - x) + (- x - c)) by ring. pose proof (Rabs_triang (y - - x) (- x - c)). lra. }
    assert (Fewer : forall x k, (k <= S n)%nat -> Rabs (- x - c) < rho ->
              Hierarchy.locally (- x) (fun y => forall i, (i <= k)%nat -> Derive.ex_derive_n f i y)).
    { intros x k K X. destruct (Near x X) as [e E]. exists e. intros y Y i I. apply E; [assumption | lia]. }
    assert (Mirror : forall x k, (k <= S n)%nat -> Rabs (- x - c) < rho ->
              Derive.Derive_n (fun y => f (- y)) k x = (-1) ^ k * Derive.Derive_n f k (- x)).
    { intros x k K X. apply Derive.Derive_n_comp_opp. apply Fewer; assumption. }
    assert (Inside : forall x, - c <= x <= - c + - t -> Rabs (- x - c) <= - t).
    { intros x X. apply Rabs_le. lra. }
    assert (H := taylor_right (fun y => f (- y)) n (- c) (- t) G). cbn beta in H.
    replace (- (- c + - t)) with (c + t) in H by ring.
    rewrite (sum_eq _ (fun k => Derive.Derive_n f k c / INR (fact k) * t ^ k)) in H.
    + apply H; [lra | |].
      * intros x k X K. apply Derive.ex_derive_n_comp_opp. apply Fewer; [assumption |].
        specialize (Inside x X). lra.
      * intros x X. specialize (Inside x X). rewrite Mirror by (lia || lra).
        unfold Rdiv. rewrite Rmult_assoc, Rabs_mult, pow_1_abs, Rmult_1_l. apply B. assumption.
    + intros i I. rewrite Mirror; [| lia | rewrite Ropp_involutive, Rminus_eq_0, Rabs_R0; lra].
      rewrite Ropp_involutive. replace ((- t) ^ i) with ((-1) ^ i * t ^ i) by (rewrite <- Rpow_mult_distr; f_equal; ring).
      assert (E : (-1) ^ i * (-1) ^ i = 1) by (rewrite <- Rpow_mult_distr; replace (-1 * -1) with 1 by ring; apply pow1).
      unfold Rdiv. transitivity (((-1) ^ i * (-1) ^ i) * (Derive.Derive_n f i c * / INR (fact i) * t ^ i)); [ring |].
      rewrite E. ring.
  - subst t. rewrite Rplus_0_r, Rabs_R0.
    replace (sum_f_R0 (fun k => Derive.Derive_n f k c / INR (fact k) * 0 ^ k) n) with (f c).
    + rewrite Rminus_eq_0, Rabs_R0, pow_i by lia. lra.
    + assert (X : forall m, sum_f_R0 (fun k => Derive.Derive_n f k c / INR (fact k) * 0 ^ k) m = f c).
      { induction m as [| m IH]; [cbn; field |]. cbn [sum_f_R0]. rewrite IH, pow_i by lia. ring. }
      symmetry. apply X.
  - rewrite (Rabs_pos_eq t) in * by lra. apply taylor_right; [assumption | |].
    + intros x k X K. apply D; [rewrite Rabs_pos_eq; lra | assumption].
    + intros x X. apply B. rewrite Rabs_pos_eq; lra.
Qed.

(** ** The line *)

Lemma abs_inside x y : Rabs x <= y -> - y <= x <= y.
Proof. intros H. unfold Rabs in H. destruct (Rcase_abs x); lra. Qed.

(** A function whose derivative rises lies below its chord. *)
Lemma below_chord f f1 L m : 0 < m < L ->
  (forall x, 0 <= x <= L -> derivable_pt_lim f x (f1 x)) ->
  (forall x y, 0 <= x -> x <= y -> y <= L -> f1 x <= f1 y) ->
  f m <= f 0 + (f L - f 0) / L * m.
Proof.
  intros M D I.
  destruct (MVT_cor2 f f1 0 m) as (x & Ex & X); [lra | intros; apply D; lra |].
  destruct (MVT_cor2 f f1 m L) as (y & Ey & Y); [lra | intros; apply D; lra |].
  assert (H : f1 x <= f1 y) by (apply I; lra).
  apply (Rmult_le_reg_l L); [lra |].
  replace (L * (f 0 + (f L - f 0) / L * m)) with (L * f 0 + (f L - f 0) * m) by (field; lra).
  replace (f L) with (f 0 + f1 x * m + f1 y * (L - m)) by lra.
  replace (f m) with (f 0 + f1 x * m) by lra.
  assert (0 <= (f1 y - f1 x) * (m * (L - m))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
  lra.
Qed.

(** If the second derivative is at least -w, the function is above its chord by at most w m (L - m)/2. *)
Lemma above_chord f f1 f2 L m w : 0 < m < L ->
  (forall x, derivable_pt_lim f x (f1 x)) ->
  (forall x, derivable_pt_lim f1 x (f2 x)) ->
  (forall x, 0 <= x <= L -> - w <= f2 x) ->
  f m - (f 0 + (f L - f 0) / L * m) <= w * (m * (L - m)) / 2.
Proof.
  intros M D1 D2 W.
  assert (H := below_chord (fun x => f x + w / 2 * (x * x)) (fun x => f1 x + w * x) L m M).
  cbn beta in H.
  assert (C : f m + w / 2 * (m * m) <= f 0 + w / 2 * (0 * 0) + (f L + w / 2 * (L * L) - (f 0 + w / 2 * (0 * 0))) / L * m).
  { apply H.
    - intros x _.
      replace (f1 x + w * x) with (f1 x + w / 2 * (1 * x + x * 1)) by field.
      apply (derivable_pt_lim_plus f (fun x => w / 2 * (x * x))); [apply D1 |].
      apply (derivable_pt_lim_scal (fun x => x * x)).
      apply (derivable_pt_lim_mult (fun x => x) (fun x => x)); apply derivable_pt_lim_id.
    - intros x y X XY Y. destruct (Req_dec x y) as [-> | N]; [lra |].
      destruct (MVT_cor2 f1 f2 x y) as (z & E & Z); [lra | intros; apply D2 |].
      assert (- w <= f2 z) by (apply W; lra).
      assert (0 <= (f2 z + w) * (y - x)) by (apply Rmult_le_pos; lra).
      lra. }
  replace (f 0 + w / 2 * (0 * 0) + (f L + w / 2 * (L * L) - (f 0 + w / 2 * (0 * 0))) / L * m)
    with (f 0 + (f L - f 0) / L * m + w / 2 * L * m) in C by (field; lra).
  lra.
Qed.

(** The deviation from the chord is that of a constant second derivative Z, but for that of the drift. *)
Lemma near_chord f f1 f2 L m Z w : 0 <= m <= L -> 0 < L ->
  (forall x, derivable_pt_lim f x (f1 x)) ->
  (forall x, derivable_pt_lim f1 x (f2 x)) ->
  (forall x, 0 <= x <= L -> Rabs (f2 x - Z) <= w) ->
  Rabs (f m - (f 0 + (f L - f 0) / L * m) + Z * (m * (L - m)) / 2) <= w * (m * (L - m)) / 2.
Proof.
  intros M P D1 D2 W.
  destruct (Req_dec m 0) as [-> | M0].
  { replace (f 0 - (f 0 + (f L - f 0) / L * 0) + Z * (0 * (L - 0)) / 2) with 0 by (field; lra). rewrite Rabs_R0. lra. }
  destruct (Req_dec m L) as [-> | M1].
  { replace (f L - (f 0 + (f L - f 0) / L * L) + Z * (L * (L - L)) / 2) with 0 by (field; lra). rewrite Rabs_R0. lra. }
  assert (U : f m - (f 0 + (f L - f 0) / L * m) <= (w - Z) * (m * (L - m)) / 2).
  { apply above_chord with f1 f2; try assumption; [lra |].
    intros x X. pose proof (abs_inside _ _ (W x X)). lra. }
  assert (V : - f m - (- f 0 + (- f L - - f 0) / L * m) <= (w + Z) * (m * (L - m)) / 2).
  { apply (above_chord (fun x => - f x) (fun x => - f1 x) (fun x => - f2 x)); [lra | | |].
    - intros x. apply (derivable_pt_lim_opp f). apply D1.
    - intros x. apply (derivable_pt_lim_opp f1). apply D2.
    - intros x X. pose proof (abs_inside _ _ (W x X)). lra. }
  replace (- f 0 + (- f L - - f 0) / L * m) with (- (f 0 + (f L - f 0) / L * m)) in V by (field; lra).
  apply Rabs_le. lra.
Qed.

Theorem best_line : line_statement.
Proof.
  intros P P1 P2 P3 L c I Q2 Q3 L0 D1 D2 D3 Within B m M.
  assert (Center : Rabs (c - c) <= I / 2).
  { rewrite Rminus_eq_0, Rabs_R0. pose proof (Within 0 ltac:(lra)). pose proof (Rabs_pos (0 - c)). lra. }
  assert (Q : 0 <= Q3).
  { destruct (B c Center) as [_ H]. pose proof (Rabs_pos (P3 c)). lra. }
  (* the second derivative drifts by at most 6 Q3 I/2 *)
  assert (W : forall x, 0 <= x <= L -> Rabs (P2 x - P2 c) <= 6 * Q3 * (I / 2)).
  { intros x X. specialize (Within x X).
    destruct (Derive.MVT_cor4 P2 P3 c (I / 2)) with (b := x) as (z & E & Hz).
    - intros y _. apply Derive.is_derive_Reals. apply D3.
    - exact Within.
    - rewrite E, Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. apply B. lra. }
  pose proof (near_chord P P1 P2 L m (P2 c) _ M L0 D1 D2 W) as N.
  destruct (B c Center) as [Z _]. unfold line.
  set (chord := P 0 + (P L - P 0) / L * m) in *. set (w := 6 * Q3 * (I / 2)) in *. set (y := m * (L - m)) in *.
  assert (Y : 0 <= y <= L ^ 2 / 4).
  { unfold y. split; [apply Rmult_le_pos; lra |].
    assert (0 <= (m - L / 2) * (m - L / 2)) by apply Rle_0_sqr. cbn. lra. }
  assert (W0 : 0 <= w) by (eapply Rle_trans; [apply Rabs_pos | apply (W 0); lra]).
  replace (P m - (chord - P2 c * L ^ 2 / 16)) with ((P m - chord + P2 c * y / 2) + P2 c * (L ^ 2 / 16 - y / 2)) by field.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_mult (P2 c)).
  assert (Rabs (L ^ 2 / 16 - y / 2) <= L ^ 2 / 16) by (apply Rabs_le; lra).
  assert (Rabs (P2 c) * Rabs (L ^ 2 / 16 - y / 2) <= 2 * Q2 * (L ^ 2 / 16)).
  { apply Rmult_le_compat; auto using Rabs_pos. }
  assert (w * y <= w * (L ^ 2 / 4)) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

(** ** The word of a test *)

Theorem test_word : test_word_statement.
Proof.
  intros M a b x L alpha beta P X A B. assert (0 < / M) by (apply Rinv_0_lt_compat; assumption).
  replace (beta - alpha * x - (b - a * x) / M) with ((beta - b / M) - (alpha - a / M) * x) by (field; lra).
  assert (0 <= (alpha - a / M) * x <= / M * L).
  { split; [apply Rmult_le_pos; lra | apply Rmult_le_compat; lra]. }
  apply Rabs_le. lra.
Qed.
