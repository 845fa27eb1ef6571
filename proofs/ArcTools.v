(** Small facts about absolute values and products, used by the proofs of the arc lemma. *)
Require Import Reals Lra Psatz.
Local Open Scope R_scope.

Lemma abs_inside x y : Rabs x <= y -> - y <= x <= y.
Proof. intros h. unfold Rabs in h. destruct (Rcase_abs x); lra. Qed.

Lemma inside_abs x y : - y <= x <= y -> Rabs x <= y.
Proof. intros h. unfold Rabs. destruct (Rcase_abs x); lra. Qed.

Lemma abs_square x : Rabs x * Rabs x = x * x.
Proof. unfold Rabs. destruct (Rcase_abs x); ring. Qed.

Lemma square_le x y : 0 <= y -> x * x <= y * y -> x <= y.
Proof. intros hy h. apply Rsqr_incr_0_var; assumption. Qed.

Lemma abs_mult_le x y a b : Rabs x <= a -> Rabs y <= b -> Rabs (x * y) <= a * b.
Proof.
  intros hx hy. rewrite Rabs_mult.
  apply Rmult_le_compat; auto using Rabs_pos.
Qed.

Lemma abs_plus_le x y a b : Rabs x <= a -> Rabs y <= b -> Rabs (x + y) <= a + b.
Proof. intros hx hy. eapply Rle_trans; [apply Rabs_triang | lra]. Qed.

Lemma abs_minus_le x y a b : Rabs x <= a -> Rabs y <= b -> Rabs (x - y) <= a + b.
Proof.
  intros hx hy. unfold Rminus. apply abs_plus_le; [assumption |]. rewrite Rabs_Ropp. assumption.
Qed.

Lemma grow k x : 1 <= k -> 0 <= x -> x <= k * x.
Proof. intros hk hx. nra. Qed.

Lemma abs_times x q : 0 <= q -> Rabs x * q = Rabs (x * q).
Proof. intros h. rewrite Rabs_mult, (Rabs_right q) by lra. reflexivity. Qed.
