(** The root of a bent parabola: w of the equation w^2 (1 + k w) = a^2 is near R - (k/2) R^2 if a is near R. *)
Require Import Reals Lra Psatz.
From TMD Require Import ArcTools.
Local Open Scope R_scope.

Section Bent.

(** [b] bounds the bend; [k] is the third-order coefficient by the half of the second derivative. *)
Variables b k w a : R.
Hypothesis b_range : 0 <= b <= 1 / 32.
Hypothesis w_positive : 0 <= w.
Hypothesis a_positive : 0 <= a.
Hypothesis bent : Rabs k * w <= b * (32 / 93).
Hypothesis a_square : a * a = w * w * (1 + k * w).

Lemma bent_both : - (b * (32/93)) <= k * w <= b * (32/93).
Proof.
  destruct (Rcase_abs k) as [n | p].
  - rewrite (Rabs_left _ n) in bent. nra.
  - rewrite (Rabs_right _ p) in bent. nra.
Qed.

Lemma a_at_most : a <= w * (1 + k * w / 2).
Proof.
  pose proof bent_both.
  apply Rsqr_incr_0_var; unfold Rsqr.
  - rewrite a_square.
    assert (0 <= w * w * (k * w) * (k * w)) by nra. nra.
  - nra.
Qed.

Lemma a_at_least : w * (1 - b / 5) <= a.
Proof.
  pose proof bent_both.
  apply Rsqr_incr_0_var; unfold Rsqr; [| assumption].
  rewrite a_square.
  assert (h : (1 - b/5) * (1 - b/5) <= 1 + k * w) by nra.
  assert (0 <= w * w) by nra. nra.
Qed.

(** From a root estimate that is not larger than [a]. *)
Section Below.
Variable r : R.
Hypothesis r_positive : 0 < r.
Hypothesis r_below : r <= a.

Let p := r - k / 2 * (r * r).

(** w - p times this is a^2 - r^2, but for terms of the third order. *)
Let divisor := (w + p) + k * (w * w + w * p + p * p).

Lemma kr_small : Rabs (k * r) <= b * (7/20).
Proof.
  pose proof bent_both as hb. pose proof a_at_most as ha.
  assert (r <= w * (1 + k * w / 2)) by lra.
  assert (w <= w + 0) by lra.
  assert (k * w <= 1/90) by lra.
  assert (r <= w * (181/180)) by nra.
  rewrite Rabs_mult, (Rabs_right r) by lra.
  assert (0 <= Rabs k) by apply Rabs_pos.
  nra.
Qed.

Lemma divisor_large : a + r <= (1 + 3/8 * b) * divisor.
Proof.
  pose proof bent_both as hb. pose proof a_at_most as ha.
  pose proof kr_small as hc. apply abs_inside in hc.
  assert (hw : 0 < w) by nra.
  assert (hr : r = p + k * (r * r) / 2) by (unfold p; lra).
  assert (hp : p = r * (1 - k * r / 2)) by (unfold p; lra).
  assert (h0 : a + r <= w + p + k * (w * w) / 2 + k * (r * r) / 2) by lra.
  assert (hcb : Rabs (k * r) <= 1/90) by (apply inside_abs; lra). apply abs_inside in hcb.
  assert (hp0 : 9/10 * r <= p).
  { assert (0 <= r * (1/10 - k * r / 2)) by (apply Rmult_le_pos; lra). lra. }
  destruct (Rle_or_lt 0 k) as [kp | kn].
  - assert (a + r <= divisor).
    { unfold divisor.
      assert (0 <= w * w / 2 + w * p + (p * p - r * r / 2)) by nra.
      assert (0 <= k * (w * w / 2 + w * p + (p * p - r * r / 2))) by (apply Rmult_le_pos; lra).
      nra. }
    nra.
  - (* k < 0 *)
    set (x := - (k * w)) in *. set (c := - (k * r)) in *.
    assert (hpw : p <= w).
    { assert (hkw : k * w <= 0) by nra.
      assert (hrw : r <= w) by nra.
      assert (r * r <= w * w) by nra.
      assert (- k * (r * r) <= - k * (w * w)) by nra.
      unfold p. lra. }
    assert (hx : 0 <= x <= b * (32/93)) by (unfold x; nra).
    assert (hcc : 0 <= c <= b * (7/20)) by (unfold c; nra).
    assert (hd : (w + p) * (1 - 3/2 * x) <= divisor).
    { unfold divisor, x.
      assert (p * p <= w * w / 2 + w * p / 2) by nra.
      assert (- k * (w * w + w * p + p * p) <= - k * (3/2 * w * (w + p))) by (apply Rmult_le_compat_l; nra).
      nra. }
    assert (hs : a + r - divisor <= x * (w + p) * (1 + (c + c * c / 4) / 4)).
    { assert (e : w + p + k * (w * w) / 2 + k * (r * r) / 2 - divisor
                  = - k * ((w + p) * (w + p) / 2) + - k * (r * r * (c + c * c / 4) / 2)).
      { unfold divisor, c. rewrite hp. field. }
      assert (- k * ((w + p) * (w + p) / 2) <= x * (w + p)).
      { unfold x. assert ((w + p) * (w + p) / 2 <= w * (w + p)) by nra. nra. }
      assert (hrr : r <= (w + p) / 2).
      { assert (r * 2 <= w + p); [| lra].
        assert (c <= 1/90) by lra.
        assert (r <= a) by lra. unfold p. nra. }
      assert (- k * (r * r * (c + c * c / 4) / 2) <= x * (w + p) * ((c + c * c / 4) / 4)).
      { unfold x.
        assert (0 <= c + c * c / 4) by nra.
        assert (r <= w) by lra.
        assert (r * r <= w * ((w + p) / 2)) by nra.
        assert (- k * (r * r) <= - k * (w * ((w + p) / 2))) by nra.
        nra. }
      lra. }
    assert (hc2 : (c + c * c / 4) / 4 <= 1/300) by nra.
    assert (hc3 : 0 <= (c + c * c / 4) / 4) by nra.
    assert (x * (1 + (c + c * c / 4) / 4) <= 3/8 * b * (1 - 3/2 * x)) by nra.
    assert (0 < w + p) by nra.
    assert (x * (w + p) * (1 + (c + c * c / 4) / 4) <= 3/8 * b * ((w + p) * (1 - 3/2 * x))) by nra.
    nra.
Qed.

Lemma root_below :
  Rabs (w - p) <= (1 + 3/8 * b) * (a - r) + 5/8 * (1 + b) * (k * k) * (r * r * r).
Proof.
  pose proof kr_small as hc. pose proof divisor_large as hd.
  set (c := k * r) in *.
  assert (hcb : Rabs c <= 1/90) by lra.
  assert (e : (w - p) * divisor = (a * a - r * r) + r * r * (c * c * (5/4 - 3/4 * c + c * c / 8))).
  { rewrite a_square. unfold divisor, p, c. field. }
  assert (hdp : 0 < divisor) by nra.
  pose proof (abs_inside _ _ hcb) as hcc.
  assert (hq : 0 <= 5/4 - 3/4 * c + c * c / 8) by nra.
  assert (hcc2 : 0 <= c * c) by nra.
  assert (n0 : 0 <= (w - p) * divisor).
  { rewrite e. assert (0 <= r * r) by nra.
    assert (0 <= c * c * (5/4 - 3/4 * c + c * c / 8)) by (apply Rmult_le_pos; lra).
    assert (0 <= r * r * (c * c * (5/4 - 3/4 * c + c * c / 8))) by (apply Rmult_le_pos; lra).
    nra. }
  assert (hpos : 0 <= w - p) by nra.
  rewrite (Rabs_right (w - p)) by lra.
  apply (Rmult_le_reg_r divisor); [assumption |]. rewrite e.
  assert (h1 : a * a - r * r <= (1 + 3/8 * b) * (a - r) * divisor) by nra.
  assert (h2 : r * r * (c * c * (5/4 - 3/4 * c + c * c / 8))
               <= 5/8 * (1 + b) * (k * k) * (r * r * r) * divisor).
  { replace (5/8 * (1 + b) * (k * k) * (r * r * r) * divisor)
      with (c * c * r * (5/8 * (1 + b) * divisor)) by (unfold c; ring).
    replace (r * r * (c * c * (5/4 - 3/4 * c + c * c / 8)))
      with (c * c * r * (r * (5/4 - 3/4 * c + c * c / 8))) by ring.
    apply Rmult_le_compat_l; [nra |].
    assert (2 * r <= (1 + 3/8 * b) * divisor) by lra.
    pose proof (abs_inside _ _ hc) as hc'.
    assert (hk : 5/4 - 3/4 * c + c * c / 8 <= 5/4 * (1 + 1/4 * b)) by nra.
    assert (r * (5/4 - 3/4 * c + c * c / 8) <= r * (5/4 * (1 + 1/4 * b))) by nra.
    assert (2 * r * (1 + 1/4 * b) <= (1 + b) * divisor).
    { assert ((1 + 1/4 * b) * (1 + 3/8 * b) <= 1 + b) by nra. nra. }
    nra. }
  nra.
Qed.
End Below.
End Bent.
