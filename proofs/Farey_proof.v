(** Proofs of the statements of Farey.v. *)

From TMD Require Import Farey.
Require Import ZArith Znumtheory Lia.
Open Scope Z_scope.

(** ** Neighbours *)

Theorem nothing_between : nothing_between_statement.
Proof.
  intros Q [rx qx] [ry qy] [rz qz] (X & Y & D & S) Z [L1 L2]. unfold of_order, less in *. cbn in *.
  (* q_z = q_x (r_y q_z - r_z q_y) + q_y (r_z q_x - r_x q_z), and both brackets are 1 or more *)
  assert (E : qz = qx * (ry * qz - rz * qy) + qy * (rz * qx - rx * qz)).
  { transitivity (qz * (ry * qx - rx * qy)); [rewrite D; lia | ring]. }
  assert (qx * 1 <= qx * (ry * qz - rz * qy)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (qy * 1 <= qy * (rz * qx - rx * qz)) by (apply Z.mul_le_mono_nonneg_l; lia).
  lia.
Qed.

Theorem next_neighbour : next_statement.
Proof.
  intros Q [rb qb] [rc qc] (B & C & D & S). unfold neighbours, next, of_order in *. cbn in *.
  set (k := (Q + qb) / qc).
  pose proof (Z.div_mod (Q + qb) qc ltac:(lia)) as DM.
  pose proof (Z.mod_pos_bound (Q + qb) qc ltac:(lia)). fold k in DM.
  repeat split; try lia.
Qed.

Theorem inverse : inverse_statement.
Proof.
  intros Q [rb qb] [rc qc] (B & C & D & S). cbn in *. exists rb. lia.
Qed.

(** ** The walk *)

Lemma walk_step Q b c i : walk Q b c (S i) = (walked Q b c i, next Q (fst (walk Q b c i)) (walked Q b c i)).
Proof. unfold walked. cbn. destruct (walk Q b c i). reflexivity. Qed.

Lemma walk_neighbours Q b c i : neighbours Q b c -> neighbours Q (fst (walk Q b c i)) (walked Q b c i).
Proof.
  intros H. induction i; [exact H |].
  unfold walked at 1. rewrite walk_step. cbn [fst snd]. apply next_neighbour. assumption.
Qed.

Lemma walked_neighbours Q b c i : neighbours Q b c -> neighbours Q (walked Q b c i) (walked Q b c (S i)).
Proof.
  intros H. unfold walked at 2. rewrite walk_step. cbn [snd]. apply next_neighbour, walk_neighbours. assumption.
Qed.

Lemma neighbours_less Q x y : neighbours Q x y -> less x y.
Proof. intros (_ & _ & D & _). unfold less. lia. Qed.

Lemma walked_order Q b c i : neighbours Q b c -> of_order Q (walked Q b c i).
Proof. intros H. apply (walked_neighbours Q b c i H). Qed.

(** After i steps the walk is i/Q^2 beyond its start, or more. *)
Lemma walked_far Q b c i : neighbours Q b c ->
  let x := walked Q b c i in Z.of_nat i * q x * q c <= (r x * q c - r c * q x) * (Q * Q).
Proof.
  intros H. induction i as [| i IH]; [cbn; lia |]. cbn zeta in *.
  pose proof (walked_neighbours Q b c i H) as (X & Y & D & _).
  set (x := walked Q b c i) in *. set (y := walked Q b c (S i)) in *.
  destruct H as (_ & C & _). unfold of_order in *.
  rewrite Nat2Z.inj_succ.
  (* times q_x *)
  apply (Zmult_le_reg_r _ _ (q x)); [lia |].
  replace ((r y * q c - r c * q y) * (Q * Q) * q x)
    with ((r x * q c - r c * q x) * (Q * Q) * q y + (Q * Q) * q c).
  2: { replace (r x * q c - r c * q x) with (r x * q c - r c * q x) by lia.
       transitivity ((r x * q y * q c - r c * q x * q y + 1 * q c) * (Q * Q)); [ring |].
       rewrite <- D. ring. }
  assert (I1 : Z.of_nat i * q x * q c * q y <= (r x * q c - r c * q x) * (Q * Q) * q y).
  { apply Z.mul_le_mono_nonneg_r; lia. }
  assert (I2 : q x * q y <= Q * Q) by (apply Z.mul_le_mono_nonneg; lia).
  assert (I3 : (q x * q y) * q c <= (Q * Q) * q c) by (apply Z.mul_le_mono_nonneg_r; lia).
  replace (Z.succ (Z.of_nat i) * q y * q c * q x)
    with (Z.of_nat i * q x * q c * q y + q x * q y * q c) by lia.
  lia.
Qed.

Theorem advance : advance_statement.
Proof.
  intros Q b c i H. pose proof (walked_far Q b c i H) as F. cbn zeta in *.
  rewrite Z.mul_assoc, Z.pow_2_r. exact F.
Qed.

(** Some fraction of the walk is beyond any z. *)
Lemma walked_beyond Q b c z : neighbours Q b c -> of_order Q z -> at_most c z ->
  exists i, less z (walked Q b c i).
Proof.
  intros H Z0 A. set (n := (r z * q c - r c * q z) * (Q * Q) + 1).
  exists (Z.to_nat n). unfold at_most, of_order in *.
  pose proof (walked_far Q b c (Z.to_nat n) H) as F. cbn zeta in F.
  pose proof (walked_order Q b c (Z.to_nat n) H) as O. unfold of_order in O.
  set (x := walked Q b c (Z.to_nat n)) in *.
  destruct H as (_ & C & _). unfold of_order in C.
  assert (N : 0 <= (r z * q c - r c * q z) * (Q * Q)) by (apply Z.mul_nonneg_nonneg; nia).
  rewrite Z2Nat.id in F by lia. unfold less.
  destruct (Z.lt_ge_cases (r z * q x) (r x * q z)) as [L | G]; [assumption | exfalso].
  (* else x <= z, and x is not that far from c *)
  assert (G1 : (r x * q c - r c * q x) * q z <= (r z * q c - r c * q z) * q x) by nia.
  assert (G2 : (r x * q c - r c * q x) * q z * (Q * Q) <= (r z * q c - r c * q z) * q x * (Q * Q)).
  { apply Z.mul_le_mono_nonneg_r; [nia | assumption]. }
  assert (G3 : n * q x * q c * q z <= (r x * q c - r c * q x) * (Q * Q) * q z).
  { apply Z.mul_le_mono_nonneg_r; lia. }
  assert (G4 : n * q x * 1 <= n * q x * (q c * q z)).
  { apply Z.mul_le_mono_nonneg_l; [apply Z.mul_nonneg_nonneg; lia | nia]. }
  assert (G5 : n * q x <= (n - 1) * q x) by (unfold n at 2; nia).
  nia.
Qed.

(** The last fraction that is not beyond z. *)
Lemma walked_last Q b c z i : at_most c z -> less z (walked Q b c i) ->
  exists j, at_most (walked Q b c j) z /\ less z (walked Q b c (S j)).
Proof.
  intros A. induction i as [| i IH]; intros L.
  - unfold walked, less, at_most in *. cbn in *. lia.
  - destruct (Z.lt_ge_cases (r z * q (walked Q b c i)) (r (walked Q b c i) * q z)) as [L' | G].
    + apply IH. exact L'.
    + exists i. split; [unfold at_most; lia | assumption].
Qed.

Lemma neighbour_coprime Q x y : neighbours Q x y -> Z.gcd (r x) (q x) = 1.
Proof.
  intros (_ & _ & D & _). apply Zgcd_1_rel_prime, bezout_rel_prime.
  apply Bezout_intro with (- q y) (r y). lia.
Qed.

(** Equal fractions in lowest terms are the same. *)
Lemma equal_same x y : 1 <= q x -> 1 <= q y -> Z.gcd (r x) (q x) = 1 -> Z.gcd (r y) (q y) = 1 -> equal x y -> x = y.
Proof.
  destruct x as [rx qx], y as [ry qy]. unfold equal. cbn. intros X Y GX GY E.
  assert (D1 : (qx | qy)).
  { apply Gauss with rx; [exists ry; lia |]. apply rel_prime_sym, Zgcd_1_rel_prime. assumption. }
  assert (D2 : (qy | qx)).
  { apply Gauss with ry; [exists rx; lia |]. apply rel_prime_sym, Zgcd_1_rel_prime. assumption. }
  assert (qx = qy) by (apply Z.divide_antisym_nonneg; lia || assumption). subst.
  f_equal. apply (Z.mul_reg_r _ _ qy); lia.
Qed.

Theorem walk_meets_all : walk_statement.
Proof.
  intros Q b c H. split.
  - intros i. pose proof (walked_neighbours Q b c i H) as N. split; [exact N | exact (neighbours_less _ _ _ N)].
  - intros z Z0 A. destruct (walked_beyond Q b c z H Z0 A) as [i L].
    destruct (walked_last Q b c z i A L) as (j & A' & L').
    exists j. pose proof (walked_neighbours Q b c j H) as N.
    assert (E : equal z (walked Q b c j)).
    { unfold equal. unfold at_most in A'.
      destruct (Z.eq_dec (r z * q (walked Q b c j)) (r (walked Q b c j) * q z)) as [E | E]; [exact E | exfalso].
      apply (nothing_between Q _ _ z N Z0). split; [unfold less; lia | assumption]. }
    split; [exact E |]. intros G. apply equal_same; try assumption.
    + apply Z0.
    + apply (walked_order Q b c j H).
    + apply (neighbour_coprime Q _ _ N).
Qed.

(** ** Mediants *)

Theorem mediants : mediants_statement.
Proof.
  intros Q b c s H S. cbn zeta. pose proof (next_neighbour Q b c H) as N.
  set (a := next Q b c) in *.
  destruct H as (B & C & D & SB), N as (_ & A & E & SA).
  destruct b as [rb qb], c as [rc qc], s as [rs qs], a as [ra qa].
  unfold at_most, mediant, of_order in *. cbn in *. intros M1 M2.
  set (e := rs * qc - rc * qs).
  assert (U : e * (qc + qa) <= qs).
  { unfold e. assert (X : rs * (qc + qa) * qc <= (rc + ra) * qs * qc) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (Y : qs * (ra * qc - rc * qa) = qs) by (rewrite E; ring). lia. }
  assert (V : - e * (qb + qc) <= qs).
  { unfold e. assert (X : (rb + rc) * qs * qc <= rs * (qb + qc) * qc) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (Y : qs * (rc * qb - rb * qc) = qs) by (rewrite D; ring). lia. }
  destruct (Z.abs_spec e) as [[P ->] | [P ->]].
  - assert (e * (Q + 1) <= e * (qc + qa)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
  - assert (- e * (Q + 1) <= - e * (qb + qc)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
Qed.

(** ** The first neighbours *)

Lemma start_pair Q x y : 1 <= Q -> start Q x y ->
  of_order Q x /\ of_order Q y /\ r y * q x - r x * q y = 1.
Proof.
  intros Q1. induction 1 as [| x y k _ (X & Y & D) K | x y k _ (X & Y & D) K]; unfold of_order in *; cbn.
  - lia.
  - pose proof (Z.mul_div_le (Q - q y) (q x) ltac:(lia)).
    assert (0 <= k * q x <= ((Q - q y) / q x) * q x).
    { split; [apply Z.mul_nonneg_nonneg; lia | apply Z.mul_le_mono_nonneg_r; lia]. }
    lia.
  - pose proof (Z.mul_div_le (Q - q x) (q y) ltac:(lia)).
    assert (0 <= k * q y <= ((Q - q x) / q y) * q y).
    { split; [apply Z.mul_nonneg_nonneg; lia | apply Z.mul_le_mono_nonneg_r; lia]. }
    lia.
Qed.

Theorem first_neighbours : start_statement.
Proof.
  intros Q x y Q1 H S. destruct (start_pair Q x y Q1 H) as (X & Y & D).
  split; [repeat split; assumption || apply X || apply Y |].
  destruct x as [rx qx], y as [ry qy]. unfold neighbours, next, before, of_order in *. cbn in *.
  set (k := (Q + qy) / qx).
  pose proof (Z.div_mod (Q + qy) qx ltac:(lia)) as DM.
  pose proof (Z.mod_pos_bound (Q + qy) qx ltac:(lia)) as MB. fold k in DM.
  split; [repeat split; lia |].
  (* the recurrence has the same quotient, and so comes back to y *)
  assert (E : (Q + (k * qx - qy)) / qx = k).
  { symmetry. apply Z.div_unique with (Q - qy); lia. }
  rewrite E. f_equal; lia.
Qed.

(** ** The arcs cover the packet *)

Lemma cut_rises proposal i j : (i <= j)%nat -> cut proposal i <= cut proposal j.
Proof. induction 1; [lia |]. cbn. lia. Qed.

Theorem cover : cover_statement.
Proof.
  intros proposal n T E t H.
  assert (Ex : exists i, (i < n)%nat /\ cut proposal i <= t < cut proposal (S i)).
  { assert (G : t < cut proposal n) by lia. clear E. induction n as [| n IH]; [cbn in G; lia |].
    destruct (Z.lt_ge_cases t (cut proposal n)) as [L | L].
    - destruct (IH L) as (i & I & C). exists i. split; [lia | exact C].
    - exists n. split; [lia | split; assumption]. }
  destruct Ex as (i & I & C). exists i. split; [exact I | split; [exact C |]].
  intros j J. destruct (Nat.lt_trichotomy i j) as [L | [-> | L]]; [exfalso | reflexivity | exfalso].
  - pose proof (cut_rises proposal (S i) j L). lia.
  - pose proof (cut_rises proposal (S j) i L). lia.
Qed.
