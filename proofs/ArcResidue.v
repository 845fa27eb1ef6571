(** The residue class of a case, and why no integer below the kernel's is passed. Statement and comments: ArcLemma.v. *)
Require Import Reals Lra ZArith Lia Psatz.
From TMD Require Import ArcTools.
Local Open Scope R_scope.

(** ** The class *)

(** The exact difference of q P along an arc is an integer from input to input, but for the parabola. *)
Theorem class_of_case (r q q0 m t y i : Z) :
  (r * q0 mod q = 1 mod q)%Z ->
  let k := (q * y - i - r * (t - m))%Z in
  (((t - m) + (i + k) * q0) mod q = 0)%Z.
Proof.
  intros h k.
  replace ((t - m) + (i + k) * q0)%Z with ((t - m) * (1 - r * q0) + (y * q0) * q)%Z by (unfold k; ring).
  rewrite Z_mod_plus_full.
  destruct (Z.eq_dec q 0) as [-> | nz].
  - rewrite !Zmod_0_r in h. rewrite Zmod_0_r, h. ring.
  - assert (d : ((1 - r * q0) mod q = 0)%Z).
    { rewrite Zminus_mod, h, Z.sub_diag. apply Zmod_0_l. }
    rewrite Z.mul_mod by assumption. rewrite d, Z.mul_0_r. apply Zmod_0_l.
Qed.

(** ** How far an input may lie below the one that is next to the vertex *)

Section Dip.
Variables b h cC W delta u0 w0 x : R.
(** [x] is the vertex less the computed one; [u0] and [w0] are the two inputs from the computed one. *)
Hypothesis b_range : 0 <= b <= 1/32.
Hypothesis h_positive : 0 < h.
Hypothesis bent : 3 * Rabs cC * W <= 33/32 * b * h.
Hypothesis shift_small : Rabs x <= delta.
Let u := u0 + x.
Let w := w0 + x.
Hypothesis u_inside : Rabs u <= W.
Hypothesis w_inside : Rabs w <= W.
Hypothesis nearest : (Rabs u0 <= 1/2 /\ Rabs u0 <= Rabs w0) \/ 0 <= (w0 - u0) * u0.

Let phi z := h * (z * z) + cC * (z * z * z).

Lemma delta_nonneg : 0 <= delta.
Proof. pose proof (Rabs_pos x). lra. Qed.

Lemma cubic_small z : Rabs z <= W -> Rabs cC * Rabs z <= h / 60.
Proof.
  intros hz. assert (Rabs cC * Rabs z <= Rabs cC * W) by (apply Rmult_le_compat_l; [apply Rabs_pos | lra]). nra.
Qed.

Lemma cube_abs z : Rabs (cC * (z * z * z)) = Rabs cC * Rabs z * (z * z).
Proof. rewrite !Rabs_mult. rewrite <- (abs_square z). ring. Qed.

Lemma phi_positive z : Rabs z <= W -> 0 <= phi z.
Proof.
  intros hz. pose proof (cubic_small z hz) as hc. pose proof (cube_abs z) as he.
  assert (h2 : 0 <= z * z) by nra.
  assert (Rabs (cC * (z * z * z)) <= h / 60 * (z * z)) by (rewrite he; apply Rmult_le_compat_r; lra).
  apply abs_inside in H. unfold phi. nra.
Qed.

Lemma phi_rises z1 z2 : Rabs z1 <= W -> Rabs z2 <= W -> z1 * z1 <= z1 * z2 -> phi z1 <= phi z2.
Proof.
  intros a1 a2 hz.
  assert (e : phi z2 - phi z1 = (z2 - z1) * (h * (z2 + z1) + cC * (z2 * z2 + z2 * z1 + z1 * z1))) by (unfold phi; ring).
  pose proof (cubic_small z1 a1) as c1. pose proof (cubic_small z2 a2) as c2.
  assert (cp : forall z n, Rabs cC * Rabs z <= h / 60 -> 0 <= n -> - (h / 60 * n) <= cC * z * n <= h / 60 * n).
  { intros z n hz' hn. rewrite <- Rabs_mult in hz'. apply abs_inside in hz'. split; nra. }
  assert (0 <= phi z2 - phi z1); [| lra]. rewrite e.
  destruct (Rle_or_lt 0 z1) as [p | n].
  - assert (z1 <= z2 \/ z1 = 0) by (destruct (Req_dec z1 0); [right; assumption | left; nra]).
    destruct H as [H | ->].
    + assert (p2 : 0 <= z2) by lra.
      pose proof (cp z2 (z2 + z1) c2 ltac:(lra)). pose proof (cp z1 z1 c1 p).
      apply Rmult_le_pos; nra.
    + pose proof (cp z2 (z2 * z2) c2 ltac:(nra)). nra.
  - assert (z2 <= z1) by nra.
    pose proof (cp z2 (- (z2 + z1)) c2 ltac:(lra)). pose proof (cp z1 (- z1) c1 ltac:(lra)).
    assert (h * (z2 + z1) + cC * (z2 * z2 + z2 * z1 + z1 * z1) <= 0) by nra.
    nra.
Qed.

Theorem dip_bound : phi u - phi w <= h * (2 * delta + delta * delta) + 2 * Rabs cC * ((1/2 + delta) * (1/2 + delta) * (1/2 + delta)).
Proof.
  pose proof delta_nonneg as dp. pose proof (Rabs_pos cC) as cp.
  assert (c0 : 0 <= (1/2 + delta) * (1/2 + delta) * (1/2 + delta)) by (repeat apply Rmult_le_pos; lra).
  assert (c1 : 0 <= Rabs cC * ((1/2 + delta) * (1/2 + delta) * (1/2 + delta))) by (apply Rmult_le_pos; assumption).
  assert (c2 : 0 <= h * (2 * delta + delta * delta)) by (apply Rmult_le_pos; nra).
  assert (cube : forall z, Rabs z <= 1/2 + delta ->
    Rabs (cC * (z * z * z)) <= Rabs cC * ((1/2 + delta) * (1/2 + delta) * (1/2 + delta))).
  { intros z hz. rewrite !Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos |].
    repeat apply Rmult_le_compat; try (apply Rmult_le_pos); try apply Rabs_pos; assumption. }
  apply abs_inside in shift_small as xs.
  destruct nearest as [[n1 n2] | far].
  - assert (hu : Rabs u <= 1/2 + delta) by (apply abs_plus_le; assumption).
    assert (huw : Rabs u <= Rabs w + 2 * delta).
    { assert (Rabs w0 <= Rabs w + delta) by (replace w0 with (w - x) by (unfold w; ring); apply abs_minus_le; lra).
      assert (Rabs u <= Rabs u0 + delta) by (apply abs_plus_le; lra). lra. }
    pose proof (abs_inside _ _ (cube u hu)) as ku.
    pose proof (Rabs_pos u) as up. pose proof (Rabs_pos w) as wp.
    pose proof (abs_square u) as us. pose proof (abs_square w) as ws.
    destruct (Rle_or_lt (Rabs u) (Rabs w)) as [le | lt].
    + (* the parabola alone rises *)
      assert (hw : Rabs cC * (Rabs u * Rabs u * Rabs u) - h * (Rabs u * Rabs u) >= Rabs cC * (Rabs w * Rabs w * Rabs w) - h * (Rabs w * Rabs w)).
      { pose proof (cubic_small w w_inside). pose proof (cubic_small u u_inside).
        assert (e : Rabs cC * (Rabs u * Rabs u * Rabs u) - h * (Rabs u * Rabs u) - (Rabs cC * (Rabs w * Rabs w * Rabs w) - h * (Rabs w * Rabs w))
          = (Rabs w - Rabs u) * (h * (Rabs w + Rabs u) - (Rabs cC * Rabs w * (Rabs w + Rabs u) + Rabs cC * Rabs u * Rabs u))) by ring.
        assert (0 <= h * (Rabs w + Rabs u) - (Rabs cC * Rabs w * (Rabs w + Rabs u) + Rabs cC * Rabs u * Rabs u)) by nra.
        assert (0 <= Rabs w - Rabs u) by lra. nra. }
      assert (kw : Rabs (cC * (w * w * w)) = Rabs cC * (Rabs w * Rabs w * Rabs w)) by (rewrite !Rabs_mult; ring).
      assert (ku' : Rabs (cC * (u * u * u)) = Rabs cC * (Rabs u * Rabs u * Rabs u)) by (rewrite !Rabs_mult; ring).
      pose proof (cube u hu) as k1. rewrite ku' in k1.
      pose proof (Rle_abs (- (cC * (w * w * w)))) as k2. rewrite Rabs_Ropp, kw in k2.
      pose proof (Rle_abs (cC * (u * u * u))) as k3. rewrite ku' in k3.
      assert (h * (Rabs u * Rabs u) = h * (u * u)) by (rewrite us; ring).
      assert (h * (Rabs w * Rabs w) = h * (w * w)) by (rewrite ws; ring).
      unfold phi. lra.
    + assert (hw : Rabs w <= 1/2 + delta) by lra.
      pose proof (abs_inside _ _ (cube w hw)) as kw.
      assert (sq : u * u - w * w <= 2 * delta + delta * delta).
      { rewrite <- us, <- ws. destruct (Rle_or_lt (Rabs u) (2 * delta)) as [s | l].
        - assert (Rabs u * Rabs u <= 2 * delta + delta * delta); [| nra].
          destruct (Rle_or_lt delta (1/2)); nra.
        - assert (Rabs u - 2 * delta <= Rabs w) by lra.
          assert ((Rabs u - 2 * delta) * (Rabs u - 2 * delta) <= Rabs w * Rabs w) by nra. nra. }
      unfold phi. nra.
  - destruct (Rle_or_lt (u * u) (u * w)) as [same | other].
    + pose proof (phi_rises u w u_inside w_inside same). lra.
    + assert (hu : Rabs u <= delta).
      { apply inside_abs. unfold u, w in *. split; nra. }
      assert (hu' : Rabs u <= 1/2 + delta) by lra.
      pose proof (abs_inside _ _ (cube u hu')) as ku.
      pose proof (phi_positive w w_inside) as pw.
      assert (u * u <= delta * delta).
      { rewrite <- (abs_square u). pose proof (Rabs_pos u). apply Rmult_le_compat; lra. }
      unfold phi in *. nra.
Qed.
End Dip.

(** ** No integer is passed before the first *)

Theorem none_before (k : Z) (q rho rise e1 eta dip bias : R) :
  0 < q ->
  Rabs e1 <= q * eta ->
  rise = IZR k + rho + e1 -> - (q * dip) <= rise ->
  rho < 1 - bias -> q * eta + q * dip <= bias ->
  (0 <= k)%Z.
Proof.
  intros hq h1 hr hd hrho hb. apply abs_inside in h1.
  assert (h : -1 < IZR k) by lra. apply lt_IZR in h. lia.
Qed.

(** ** The input next to the vertex, as it is clamped *)

Theorem near_input (from last m t : Z) (x v0 : R) :
  (from <= t <= last)%Z ->
  x = Rmax (Rmin v0 (IZR last)) (IZR from) ->
  Rabs (IZR m - x) <= 1/2 ->
  (Rabs (IZR m - v0) <= 1/2 /\ Rabs (IZR m - v0) <= Rabs (IZR t - v0))
  \/ 0 <= (IZR t - IZR m) * (IZR m - v0).
Proof.
  intros [ht1 ht2] hx hm.
  assert (f1 := IZR_le _ _ ht1). assert (f2 := IZR_le _ _ ht2).
  assert (integer : forall c : Z, x = IZR c -> m = c).
  { intros c hc. rewrite hc, <- minus_IZR, <- abs_IZR in hm.
    assert (IZR (Z.abs (m - c)) < 1) by lra. apply (lt_IZR _ 1) in H. lia. }
  destruct (Rle_or_lt v0 (IZR from)) as [low | in1].
  - right. assert (x = IZR from).
    { subst x. apply Rmax_right. eapply Rle_trans; [apply Rmin_l | assumption]. }
    rewrite (integer _ H). nra.
  - destruct (Rle_or_lt (IZR last) v0) as [high | in2].
    + right. assert (x = IZR last).
      { subst x. rewrite Rmin_right by assumption. apply Rmax_left. lra. }
      rewrite (integer _ H). nra.
    + left. assert (x = v0).
      { subst x. rewrite Rmin_left by lra. apply Rmax_left. lra. }
      rewrite H in hm. split; [assumption |].
      destruct (Z.eq_dec t m) as [-> | ne]; [lra |].
      assert (1 <= Z.abs (t - m))%Z by lia. apply IZR_le in H0. rewrite abs_IZR, minus_IZR in H0.
      assert (Rabs (IZR t - IZR m) <= Rabs (IZR t - v0) + Rabs (IZR m - v0)).
      { replace (IZR t - IZR m) with ((IZR t - v0) - (IZR m - v0)) by ring. apply abs_minus_le; lra. }
      lra.
Qed.

(** From the refined vertex. *)
Theorem near_moved (m t v0 v1 mu : R) :
  Rabs (v0 - v1) <= mu ->
  (Rabs (m - v0) <= 1/2) \/ 0 <= (t - m) * (m - v0) ->
  Rabs (m - v1) <= 1/2 + mu \/ 0 <= (t - m) * (m - v1).
Proof.
  intros h [n | s].
  - left. replace (m - v1) with ((m - v0) + (v0 - v1)) by ring. apply abs_plus_le; lra.
  - destruct (Rle_or_lt 0 ((t - m) * (m - v1))) as [le | lt]; [right; assumption |].
    left. apply abs_inside in h. apply inside_abs.
    destruct (Rle_or_lt 0 (m - v1)); split; nra.
Qed.
