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
Hypothesis bent : 3 * Rabs cC * W <= 32/31 * b * h.
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

(** Seen from the refined vertex v1: m is near it, or the input t is on m's far side. *)
Theorem near_moved (m t v0 v1 mu : R) :
  (Rabs (m - v0) <= 1/2 \/ (m - v0) * (m - v1) <= 0 -> Rabs (v0 - v1) <= mu) ->
  (Rabs (m - v0) <= 1/2) \/ 0 <= (t - m) * (m - v0) ->
  0 <= mu ->
  Rabs (m - v1) <= 1/2 + mu \/ 0 <= (t - m) * (m - v1).
Proof.
  intros h hn mu0. destruct (Rle_or_lt 0 ((t - m) * (m - v1))) as [le | lt]; [right; assumption |].
  left. destruct hn as [n | s].
  - replace (m - v1) with ((m - v0) + (v0 - v1)) by ring. apply abs_plus_le; auto.
  - assert (hb : (m - v0) * (m - v1) <= 0).
    { destruct (Rtotal_order t m) as [l | [e | g]].
      - assert (m - v0 <= 0) by nra. assert (0 < m - v1) by nra. nra.
      - subst t. exfalso. replace (m - m) with 0 in lt by ring. lra.
      - assert (0 <= m - v0) by nra. assert (m - v1 < 0) by nra. nra. }
    assert (hm : Rabs (v0 - v1) <= mu) by auto.
    apply abs_inside in hm. apply inside_abs.
    destruct (Rle_or_lt 0 (m - v1)) as [p | p]; destruct (Rle_or_lt 0 (m - v0)) as [p0 | p0]; try lra; nra.
Qed.

(** ** The members of the class that a root's loop goes through *)

Theorem member_visited (j n : Z) (q x dist width round share least most : R) :
  0 < q ->
  Rabs (IZR j * q - x) <= dist -> dist + round + share * q < width ->
  least <= x - width + round -> x + width - round <= most -> 0 <= share ->
  IZR n <= 1 + least / q + share ->
  (n <= j)%Z /\ IZR j * q <= most.
Proof.
  intros hq hd hw hl hm hs hn. apply abs_inside in hd.
  assert (0 <= share * q) by (apply Rmult_le_pos; lra).
  split; [| lra].
  assert (hj : least / q + share < IZR j).
  { apply (Rmult_lt_reg_r q); [assumption |].
    replace ((least / q + share) * q) with (least + share * q) by (field; lra). lra. }
  assert (h : IZR n < IZR (j + 1)) by (rewrite plus_IZR; lra).
  apply lt_IZR in h. lia.
Qed.

(** The multiple of q that is found with 1/q a little off is hardly farther than the nearest. *)
Theorem multiple_found (j k : Z) (q x : R) :
  0 < q -> Rabs (IZR k - x / q) <= 1/2 + 1/254 ->
  Rabs (x - IZR k * q) <= 64/63 * Rabs (x - IZR j * q).
Proof.
  intros hq hk.
  assert (e : forall i, Rabs (x - IZR i * q) = Rabs (IZR i - x / q) * q).
  { intros i. replace (x - IZR i * q) with (- ((IZR i - x / q) * q)) by (field; lra).
    rewrite Rabs_Ropp, Rabs_mult, (Rabs_right q) by lra. reflexivity. }
  rewrite !e. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [lra |].
  destruct (Z.eq_dec k j) as [-> | ne]; [pose proof (Rabs_pos (IZR j - x / q)); lra |].
  assert (1 <= Z.abs (k - j))%Z by lia. apply IZR_le in H. rewrite abs_IZR, minus_IZR in H.
  assert (Rabs (IZR k - IZR j) <= Rabs (IZR k - x / q) + Rabs (IZR j - x / q)).
  { replace (IZR k - IZR j) with ((IZR k - x / q) - (IZR j - x / q)) by ring. apply abs_minus_le; lra. }
  lra.
Qed.

(** The kernel's width of a root is at least what a case may be away from it. *)
Theorem width_enough (b e1 r est inv ee es er slope_estimate root_estimate wide : R) :
  0 <= b -> 0 <= e1 -> 1 <= r -> 0 <= es <= / 2 ^ 11 -> 0 <= er <= / 2 ^ 10 ->
  Rabs (est - r) <= es * r -> Rabs (inv * est - 1) <= er ->
  (1 + es) / (1 - er) + / 2 ^ 40 <= slope_estimate ->
  (1 + 9/16 * b) * (64/63) / (1 - es) + / 2 ^ 40 <= root_estimate ->
  (1 - es) * sqrt e1 <= wide ->
  ee = Rmin (slope_estimate * (e1 * inv)) (root_estimate * wide) ->
  Rmin (e1 / r) ((1 + 9/16 * b) * sqrt e1) <= (1 - / 2 ^ 43) * ee.
Proof.
  intros hb he hr hs her hest hinv h1 h2 h3 hee.
  apply abs_inside in hest. apply abs_inside in hinv.
  assert (n11 : / 2 ^ 11 = 1 / 2048) by lra. assert (n10 : / 2 ^ 10 = 1 / 1024) by lra.
  assert (est0 : 0 < est) by nra.
  assert (s0 : 0 <= sqrt e1) by apply sqrt_pos.
  assert (a1 : e1 / r <= (1 - / 2 ^ 43) * (slope_estimate * (e1 * inv))).
  { assert (i1 : (1 - er) / ((1 + es) * r) <= inv).
    { apply (Rmult_le_reg_r ((1 + es) * r)); [nra |].
      replace ((1 - er) / ((1 + es) * r) * ((1 + es) * r)) with (1 - er) by (field; lra).
      assert (inv0 : 0 < inv) by nra.
      assert (inv * est <= inv * ((1 + es) * r)) by (apply Rmult_le_compat_l; lra). lra. }
    assert (i2 : 1 <= (1 - / 2 ^ 43) * slope_estimate * ((1 - er) / (1 + es))).
    { set (g := (1 + es) / (1 - er)) in *.
      assert (g1 : 1 <= g <= 2).
      { unfold g. split; apply (Rmult_le_reg_r (1 - er)); try lra;
          replace ((1 + es) / (1 - er) * (1 - er)) with (1 + es) by (field; lra); lra. }
      assert (hg : (1 - er) / (1 + es) = / g) by (unfold g; field; lra). rewrite hg.
      apply (Rmult_le_reg_r g); [lra |].
      replace ((1 - / 2 ^ 43) * slope_estimate * / g * g) with ((1 - / 2 ^ 43) * slope_estimate) by (field; lra).
      assert (slope_estimate <= slope_estimate) by lra.
      destruct (Rle_or_lt slope_estimate 3); lra. }
    assert (hinv0 : 0 <= (1 - / 2 ^ 43) * slope_estimate).
    { assert (0 <= (1 + es) / (1 - er)) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
      apply Rmult_le_pos; lra. }
    assert (er0 : 0 <= e1 / r) by (apply Rmult_le_pos; [assumption | left; apply Rinv_0_lt_compat; lra]).
    replace ((1 - / 2 ^ 43) * (slope_estimate * (e1 * inv))) with (e1 * ((1 - / 2 ^ 43) * slope_estimate * inv)) by ring.
    apply Rle_trans with (e1 * ((1 - / 2 ^ 43) * slope_estimate * ((1 - er) / ((1 + es) * r)))).
    - replace (e1 * ((1 - / 2 ^ 43) * slope_estimate * ((1 - er) / ((1 + es) * r))))
        with (e1 / r * ((1 - / 2 ^ 43) * slope_estimate * ((1 - er) / (1 + es)))) by (field; lra).
      rewrite <- (Rmult_1_r (e1 / r)) at 1. apply Rmult_le_compat_l; assumption.
    - apply Rmult_le_compat_l; [assumption |]. apply Rmult_le_compat_l; assumption. }
  assert (a2 : (1 + 9/16 * b) * sqrt e1 <= (1 - / 2 ^ 43) * (root_estimate * wide)).
  { assert (c1 : (1 + 9/16 * b) <= (1 - / 2 ^ 43) * root_estimate * (1 - es)).
    { assert (a : (1 + 9/16 * b) * (64/63) <= root_estimate * (1 - es)).
      { replace ((1 + 9/16 * b) * (64/63)) with ((1 + 9/16 * b) * (64/63) / (1 - es) * (1 - es)) by (field; lra).
        apply Rmult_le_compat_r; lra. }
      lra. }
    assert (c2 : 0 <= (1 - / 2 ^ 43) * root_estimate).
    { apply (Rmult_le_reg_r (1 - es)); lra. }
    apply Rle_trans with ((1 - / 2 ^ 43) * root_estimate * ((1 - es) * sqrt e1)).
    - replace ((1 - / 2 ^ 43) * root_estimate * ((1 - es) * sqrt e1))
        with ((1 - / 2 ^ 43) * root_estimate * (1 - es) * sqrt e1) by ring.
      apply Rmult_le_compat_r; assumption.
    - rewrite <- (Rmult_assoc (1 - / 2 ^ 43) root_estimate wide). apply Rmult_le_compat_l; assumption. }
  destruct (Rle_or_lt (slope_estimate * (e1 * inv)) (root_estimate * wide)) as [l | l].
  - rewrite Rmin_left in hee by assumption. rewrite hee. eapply Rle_trans; [apply Rmin_l | assumption].
  - rewrite Rmin_right in hee by lra. rewrite hee. eapply Rle_trans; [apply Rmin_r | assumption].
Qed.
