(** Proofs of the statements of Budget.v. *)

From TMD Require Import TwoLengths Budget.
From TMD Require TwoLengths_proof.
Require Import Reals List ZArith Lia Lra.
Open Scope R_scope.

Lemma frac_range x : 0 <= frac_part x < 1.
Proof. destruct (base_fp x). lra. Qed.

(** x is its fraction and an integer. *)
Lemma frac_split x : exists n : Z, x = frac_part x + IZR n.
Proof. exists (Int_part x). unfold frac_part. lra. Qed.

(** A number in [0, 1) that differs from x by an integer is its fraction. *)
Lemma frac_unique x f n : x = f + IZR n -> 0 <= f < 1 -> frac_part x = f.
Proof.
  intros E F. unfold frac_part. assert (I : Int_part x = n); [| rewrite I; lra].
  destruct (base_Int_part x) as [L U].
  assert (Int_part x < n + 1)%Z by (apply lt_IZR; rewrite plus_IZR; lra).
  assert (n < Int_part x + 1)%Z by (apply lt_IZR; rewrite plus_IZR; lra). lia.
Qed.

Theorem distance_to_the_nearest_integer : dist_statement.
Proof.
  intros x. destruct (frac_split x) as [m E]. pose proof (frac_range x) as F. unfold distZ.
  set (f := frac_part x) in *. clearbody f. split.
  - intros n. rewrite E. destruct (Z.le_gt_cases n m) as [L | G].
    + assert (0 <= IZR m - IZR n) by (apply IZR_le in L; lra).
      rewrite Rabs_pos_eq by lra. pose proof (Rmin_l f (1 - f)). lra.
    + assert (IZR m + 1 <= IZR n) by (rewrite <- plus_IZR; apply IZR_le; lia).
      rewrite Rabs_left by lra. pose proof (Rmin_r f (1 - f)). lra.
  - destruct (Rle_lt_dec f (1 - f)) as [L | G].
    + exists m. rewrite Rmin_left by lra. rewrite Rabs_pos_eq; lra.
    + exists (m + 1)%Z. rewrite Rmin_right by lra. rewrite plus_IZR, Rabs_left; lra.
Qed.

Lemma dist_near x n : distZ x <= Rabs (x - IZR n).
Proof. apply distance_to_the_nearest_integer. Qed.

Lemma dist_triangle x y : distZ y <= distZ x + distZ (x - y).
Proof.
  destruct (distance_to_the_nearest_integer x) as [_ [n N]].
  destruct (distance_to_the_nearest_integer (x - y)) as [_ [m M]].
  rewrite N, M. pose proof (dist_near y (n - m)) as D. rewrite minus_IZR in D.
  eapply Rle_trans; [exact D |].
  replace (y - (IZR n - IZR m)) with ((x - IZR n) - (x - y - IZR m)) by ring.
  unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
Qed.

Theorem budget : budget_statement.
Proof.
  intros g terms y eps C. revert eps. induction C as [x | x e y terms z H _ IH]; intros eps D.
  - cbn. lra.
  - change (total (e :: terms)) with (e + total terms).
    replace (eps + (e + total terms)) with (eps + e + total terms) by ring.
    apply IH. pose proof (dist_triangle x y). lra.
Qed.

Theorem plain_differences : plain_statement.
Proof. intros x y. pose proof (dist_near (x - y) 0) as D. rewrite Rminus_0_r in D. exact D. Qed.

Theorem comparison : comparison_statement.
Proof.
  intros y e D. pose proof (frac_range (y + e)) as F.
  destruct (Rle_lt_dec 1 (2 * e)) as [L | S]; [lra |].
  destruct (distance_to_the_nearest_integer y) as [_ [n N]]. rewrite N in D.
  destruct (Rabs_def2 _ _ D) as [D1 D2].
  rewrite (frac_unique (y + e) (y - IZR n + e) n); [lra | ring | lra].
Qed.

Theorem words : word_statement.
Proof.
  intros M W threshold y e n R E T D. pose proof (comparison y e D) as C.
  assert (P : 0 < IZR M) by (apply IZR_lt; lia).
  rewrite (frac_unique (y + e) (IZR W / IZR M) (- n)) in C.
  - apply lt_IZR. eapply Rlt_le_trans; [| exact T].
    apply (Rmult_lt_reg_r (/ IZR M)); [apply Rinv_0_lt_compat; assumption |].
    replace (2 * e * IZR M * / IZR M) with (2 * e) by (field; lra). exact C.
  - rewrite E, opp_IZR. ring.
  - split.
    + apply Rmult_le_pos; [apply IZR_le; lia | left; apply Rinv_0_lt_compat; assumption].
    + apply (Rmult_lt_reg_r (IZR M)); [assumption |].
      replace (IZR W / IZR M * IZR M) with (IZR W) by (field; lra).
      rewrite Rmult_1_l. apply IZR_lt. lia.
Qed.

Theorem excluded_interval : excluded_interval_statement.
Proof.
  intros test V M a b N threshold result g eps terms A B N1 eps'' C T H L x X D.
  pose proof (TwoLengths_proof.tests test V M a b N threshold result A B N1 H L x X) as Least.
  pose proof (budget _ _ _ _ (C x X) D) as Y.
  assert (P : (0 < M)%Z) by lia.
  pose proof (Z.div_mod (b - a * x) M ltac:(lia)) as DM.
  assert (((b - a * x) mod M < threshold)%Z); [| lia].
  apply (words M _ threshold _ eps'' (- ((b - a * x) / M))%Z (Z.mod_pos_bound _ _ P)) with (2 := T) (3 := Y).
  apply (f_equal IZR) in DM. rewrite plus_IZR, mult_IZR in DM. rewrite DM, opp_IZR.
  field. apply not_0_IZR. lia.
Qed.
