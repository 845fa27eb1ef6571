(** A case lies near a root of the kernel's equation, the long way: proof. Statement and comments: ArcLemma.v. *)
Require Import Reals Lra Psatz.
From TMD Require Import ArcTools BentRoot RootNear.
Local Open Scope R_scope.

Section Root.
Variables cA cS cB cC : R.
Let P x := cA + cS * x + cB * (x * x) + cC * (x * x * x).
Let P' x := cS + 2 * cB * x + 3 * cC * (x * x).
Let half x := cB + 3 * cC * x.

Variables b W v v0 v1 t m f X eta delta gamma mu far zeta spread y r : R.
Hypothesis b_range : 0 <= b <= 1 / 32.
Hypothesis B_positive : 0 < cB.
Hypothesis W_large : 64 <= W.
Hypothesis bend : 3 * Rabs cC * W <= b * cB.
Hypothesis v0_inside : Rabs v0 <= W.
Hypothesis v1_inside : Rabs v1 <= W.
Hypothesis t_inside : Rabs (t - v1) <= W.
Hypothesis vertex : P' v = f.
Hypothesis misplaced : Rabs (v1 - v) <= delta.
Hypothesis delta_small : delta <= W / 128.
Hypothesis turned : 3 * Rabs cC * Rabs (v0 - v1) * W <= gamma * half v0.
Hypothesis gamma_small : 0 <= gamma <= W / 256.
Hypothesis mu_positive : 0 <= mu.
Hypothesis near : Rabs (m - v1) <= 1 / 2 + mu \/ 0 <= (t - m) * (m - v1).
Hypothesis far_small : 0 <= far <= W / 16.
Hypothesis far_large :
  17/8 * (delta * mu) + 17/16 * (gamma / W) * ((1/2 + mu) * (1/2 + mu)) <= (1 + far) * (1 + far).
Hypothesis eta_positive : 0 <= eta.
Hypothesis close : Rabs (P t - P m - f * (t - m) - X) <= 2 * eta.

Let u := m - v1.
Let w := t - v1.
Let k := cC / half v0.

Hypothesis zeta_small : 0 <= zeta <= W / 256.
Hypothesis y_rounded :
  Rabs (y - (u * u + k * (u * u * u) + X / half v0)) <= / 2 ^ 42 * (eta / cB) + zeta * (Rabs w + 1).

Hypothesis spread_large : 2 * (1 + 3/8 * b) / (1 - b) + / 2 ^ 40 <= spread.
Let e1 := spread * (eta / cB).
Hypothesis e1_small : e1 <= W * W.
Hypothesis r_root : 0 <= r /\ r * r = Rmax y 1.

Lemma delta_positive : 0 <= delta.
Proof. pose proof (Rabs_pos (v1 - v)). lra. Qed.

Lemma C_small x : Rabs x <= W -> Rabs (3 * cC * x) <= b * cB.
Proof.
  intros h. rewrite !Rabs_mult, (Rabs_right 3) by lra.
  assert (Rabs cC * Rabs x <= Rabs cC * W) by (apply Rmult_le_compat_l; [apply Rabs_pos | assumption]). lra.
Qed.

Lemma half_large : (1 - b) * cB <= half v0.
Proof. pose proof (abs_inside _ _ (C_small v0 v0_inside)). unfold half. lra. Qed.

Lemma half_positive : 0 < half v0.
Proof. pose proof half_large. nra. Qed.

Lemma k_half : k * half v0 = cC.
Proof. unfold k. field. apply Rgt_not_eq, half_positive. Qed.

Lemma k_bent : Rabs k * W <= b * (32/93).
Proof.
  pose proof half_positive as hp. pose proof half_large as hl.
  apply (Rmult_le_reg_r (half v0)); [assumption |].
  replace (Rabs k * W * half v0) with (Rabs cC * W).
  2:{ rewrite <- k_half, Rabs_mult, (Rabs_right (half v0)) by lra. ring. }
  assert (31/32 * cB <= half v0) by nra. nra.
Qed.

(** The slope at the computed vertex is nearly r/q. *)
Lemma slope_close : Rabs (P' v1 - f) <= 241/120 * delta * half v0.
Proof.
  pose proof half_positive as hp. pose proof half_large as hl. pose proof delta_positive as dp.
  rewrite <- vertex. unfold P'.
  replace (cS + 2 * cB * v1 + 3 * cC * (v1 * v1) - (cS + 2 * cB * v + 3 * cC * (v * v)))
    with ((v1 - v) * (2 * half v0 - 6 * cC * (v0 - v1) - 3 * cC * (v1 - v)))
    by (unfold half; ring).
  replace (241/120 * delta * half v0) with (delta * (241/120 * half v0)) by ring.
  apply abs_mult_le; [assumption |].
  assert (h1 : Rabs (6 * cC * (v0 - v1)) <= half v0 / 128).
  { rewrite !Rabs_mult, (Rabs_right 6) by lra.
    apply (Rmult_le_reg_r W); [lra |]. nra. }
  assert (h2 : Rabs (3 * cC * (v1 - v)) <= half v0 / 3968).
  { rewrite !Rabs_mult, (Rabs_right 3) by lra.
    assert (Rabs cC * Rabs (v1 - v) <= Rabs cC * (W / 128)).
    { apply Rmult_le_compat_l; [apply Rabs_pos | lra]. }
    assert (31/32 * cB <= half v0) by nra.
    assert (b * cB <= cB / 32) by nra. lra. }
  apply abs_inside in h1. apply abs_inside in h2. apply inside_abs. lra.
Qed.

Let e := 2 * eta / half v0 + / 2 ^ 42 * (eta / cB).
Let d1 := 241/120 * delta * (Rabs w + 1/2) + gamma * Rabs w + zeta * (Rabs w + 1).
Let d2 := 241/120 * (delta * mu) + gamma / W * ((1/2 + mu) * (1/2 + mu)).

Lemma gw_positive : 0 <= gamma / W.
Proof. apply Rmult_le_pos; [lra |]. left. apply Rinv_0_lt_compat. lra. Qed.

(** What is misplaced, in units of the square. *)
Lemma linear_part :
  Rabs (P' v1 - f) * Rabs (t - m) + Rabs ((half v0 - half v1) * (w * w - u * u))
  <= (241/120 * delta * (Rabs w + 1/2) + gamma * Rabs w + d2) * half v0.
Proof.
  pose proof half_positive as hp. pose proof slope_close as hs. pose proof delta_positive as dp.
  pose proof gw_positive as gp.
  assert (hh : Rabs (half v0 - half v1) <= gamma / W * half v0).
  { replace (half v0 - half v1) with (3 * cC * (v0 - v1)) by (unfold half; ring).
    rewrite !Rabs_mult, (Rabs_right 3) by lra.
    apply (Rmult_le_reg_r W); [lra |].
    replace (gamma / W * half v0 * W) with (gamma * half v0) by (field; lra). lra. }
  assert (htm : t - m = w - u) by (unfold w, u; ring).
  pose proof (Rabs_pos w) as wp. pose proof (abs_square w) as ww.
  assert (gwW : gamma / W * (Rabs w * Rabs w) <= gamma * Rabs w).
  { assert (gamma / W * Rabs w <= gamma).
    { apply (Rmult_le_reg_r W); [lra |]. replace (gamma / W * Rabs w * W) with (gamma * Rabs w) by (field; lra).
      fold w in t_inside. nra. }
    nra. }
  assert (H : exists n, 0 <= n /\ Rabs (t - m) <= Rabs w + n /\ Rabs (w * w - u * u) <= Rabs w * Rabs w + (1/2 + mu) * (1/2 + mu) /\ n <= 1/2 + mu).
  { destruct near as [h | h]; fold u in h.
    - exists (1/2 + mu). repeat split; try lra.
      + rewrite htm. apply abs_minus_le; lra.
      + pose proof (abs_square u). pose proof (Rabs_pos u). apply inside_abs. nra.
    - exists 0. rewrite htm in h |- *.
      assert (hu : u * u <= w * u) by lra.
      assert (huw : u * u <= w * w) by nra.
      repeat split; try lra.
      + apply square_le; [lra |]. rewrite abs_square.
        replace ((Rabs w + 0) * (Rabs w + 0)) with (w * w) by (rewrite <- ww; ring). nra.
      + apply inside_abs. pose proof (abs_square u). nra. }
  destruct H as (n & n0 & h1 & h2 & n1).
  assert (g1 : Rabs (P' v1 - f) * Rabs (t - m) <= 241/120 * delta * half v0 * (Rabs w + (1/2 + mu))).
  { apply Rmult_le_compat; try apply Rabs_pos; lra. }
  assert (g2 : Rabs ((half v0 - half v1) * (w * w - u * u))
               <= gamma / W * half v0 * (Rabs w * Rabs w + (1/2 + mu) * (1/2 + mu))).
  { apply abs_mult_le; assumption. }
  assert (gamma / W * half v0 * (Rabs w * Rabs w) <= gamma * Rabs w * half v0) by nra.
  unfold d2. nra.
Qed.

Lemma squares_close : Rabs (w * w * (1 + k * w) - y) <= e + d1 + d2.
Proof.
  pose proof half_positive as hp. pose proof linear_part as hl.
  set (y0 := u * u + k * (u * u * u) + X / half v0) in *.
  assert (id : (w * w * (1 + k * w) - y0) * half v0
    = (P t - P m - f * (t - m) - X) - (P' v1 - f) * (t - m) + (half v0 - half v1) * (w * w - u * u)).
  { replace ((w * w * (1 + k * w) - y0) * half v0)
      with (half v0 * (w * w - u * u) + (k * half v0) * (w * w * w - u * u * u) - X)
      by (unfold y0; field; lra).
    rewrite k_half. unfold P, P', half, w, u. ring. }
  assert (h : Rabs ((w * w * (1 + k * w) - y0) * half v0)
    <= (2 * eta / half v0 + (241/120 * delta * (Rabs w + 1/2) + gamma * Rabs w + d2)) * half v0).
  { rewrite id. eapply Rle_trans; [apply Rabs_triang |].
    assert (Rabs (P t - P m - f * (t - m) - X - (P' v1 - f) * (t - m)) <= 2 * eta + Rabs (P' v1 - f) * Rabs (t - m)).
    { apply abs_minus_le; [assumption | rewrite Rabs_mult; lra]. }
    replace ((2 * eta / half v0 + (241/120 * delta * (Rabs w + 1/2) + gamma * Rabs w + d2)) * half v0)
      with (2 * eta + (241/120 * delta * (Rabs w + 1/2) + gamma * Rabs w + d2) * half v0) by (field; lra).
    lra. }
  rewrite Rabs_mult, (Rabs_right (half v0)) in h by lra.
  apply Rmult_le_reg_r in h; [| assumption].
  replace (w * w * (1 + k * w) - y) with ((w * w * (1 + k * w) - y0) - (y - y0)) by ring.
  pose proof (abs_minus_le _ _ _ _ h y_rounded). unfold e, d1. lra.
Qed.

Lemma e_small : 0 <= e /\ (1 + 3/8 * b) * e <= e1.
Proof.
  pose proof half_positive as hp. pose proof half_large as hl.
  assert (h0 : 0 <= eta / cB) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
  assert (h1 : 0 <= 2 * eta / half v0) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
  assert (h2 : 2 * eta / half v0 <= 2 / (1 - b) * (eta / cB)).
  { apply (Rmult_le_reg_r (half v0)); [assumption |].
    replace (2 * eta / half v0 * half v0) with (2 * eta) by (field; lra).
    assert (h3 : 2 / (1 - b) * (eta / cB) * ((1 - b) * cB) = 2 * eta) by (field; lra).
    rewrite <- h3 at 1. apply Rmult_le_compat_l; [| assumption].
    apply Rmult_le_pos; [| assumption]. apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]. }
  assert (0 <= / 2 ^ 42) by lra.
  unfold e, e1. split; [nra |].
  assert ((1 + 3/8 * b) * (2 / (1 - b) + / 2 ^ 42) <= spread).
  { replace (2 * (1 + 3/8 * b) / (1 - b)) with ((1 + 3/8 * b) * (2 / (1 - b))) in spread_large by (field; lra).
    lra. }
  assert ((1 + 3/8 * b) * (2 / (1 - b) + / 2 ^ 42) * (eta / cB) <= spread * (eta / cB)) by (apply Rmult_le_compat_r; lra).
  nra.
Qed.

Lemma r_one : 1 <= r.
Proof. apply square_le; [lra |]. destruct r_root as [_ h]. rewrite h. pose proof (Rmax_r y 1). lra. Qed.

Let a := sqrt (w * w * (1 + k * w)).

Lemma kw : Rabs k * Rabs w <= b * (32/93).
Proof.
  pose proof k_bent. assert (Rabs k * Rabs w <= Rabs k * W); [| lra].
  apply Rmult_le_compat_l; [apply Rabs_pos | assumption].
Qed.

Lemma kw_inside : - (b * (32/93)) <= k * w <= b * (32/93).
Proof. apply abs_inside. rewrite Rabs_mult. apply kw. Qed.

Lemma a_square : a * a = w * w * (1 + k * w).
Proof. unfold a. apply sqrt_sqrt. pose proof kw_inside. apply Rmult_le_pos; nra. Qed.

Lemma a_positive : 0 <= a.
Proof. apply sqrt_pos. Qed.

Lemma near_squares : Rabs (a * a - r * r) <= e + d1 + d2 \/ (a <= 1 /\ r = 1).
Proof.
  pose proof squares_close as h. rewrite <- a_square in h. pose proof a_positive. pose proof r_one.
  destruct r_root as [_ hr]. destruct (Rle_or_lt 1 y) as [big | small].
  - left. rewrite hr, Rmax_left by lra. assumption.
  - assert (r = 1) by (rewrite Rmax_right in hr by lra; nra). subst r.
    destruct (Rle_or_lt a 1) as [le | gt]; [right; lra |].
    left. apply abs_inside in h. apply inside_abs. nra.
Qed.

Lemma parts_positive : 0 <= d1 /\ 0 <= d2.
Proof.
  pose proof delta_positive. pose proof gw_positive. pose proof (Rabs_pos w).
  unfold d1, d2. split.
  - assert (0 <= delta * (Rabs w + 1/2)) by (apply Rmult_le_pos; lra).
    assert (0 <= gamma * Rabs w) by (apply Rmult_le_pos; lra).
    assert (0 <= zeta * (Rabs w + 1)) by (apply Rmult_le_pos; lra). lra.
  - assert (0 <= delta * mu) by (apply Rmult_le_pos; lra).
    assert (0 <= (1/2 + mu) * (1/2 + mu)) by nra.
    assert (0 <= gamma / W * ((1/2 + mu) * (1/2 + mu))) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma d2_small : (1 + b / 2) * (1 + b / 2) * d2 <= (1 + far) * (1 + far).
Proof.
  pose proof delta_positive. pose proof gw_positive.
  assert (h1 : 0 <= delta * mu) by (apply Rmult_le_pos; lra).
  assert (0 <= (1/2 + mu) * (1/2 + mu)) by nra.
  assert (h2 : 0 <= gamma / W * ((1/2 + mu) * (1/2 + mu))) by (apply Rmult_le_pos; lra).
  assert (h3 : (1 + b / 2) * (1 + b / 2) <= 4225/4096) by nra.
  destruct parts_positive as [_ dp].
  assert ((1 + b / 2) * (1 + b / 2) * d2 <= 4225/4096 * d2) by (apply Rmult_le_compat_r; lra).
  unfold d2 in *. lra.
Qed.

Lemma r_small : Rabs k * r <= b / 2.
Proof.
  pose proof parts_positive as [p1 p2]. pose proof e_small as [e0 e2]. pose proof kw_inside as hk.
  pose proof delta_positive. pose proof (Rabs_pos w) as wp. pose proof r_one as r1.
  assert (hw : Rabs w <= W) by assumption.
  assert (ha : a * a <= 94/93 * (W * W)).
  { rewrite a_square. rewrite <- (abs_square w).
    assert (Rabs w * Rabs w <= W * W) by (apply Rmult_le_compat; lra).
    assert (0 <= Rabs w * Rabs w) by (apply Rmult_le_pos; lra). nra. }
  assert (he : e <= W * W) by nra.
  assert (hd2 : d2 <= W * W / 100).
  { pose proof d2_small as h.
    assert (d2 <= (1 + b / 2) * (1 + b / 2) * d2).
    { assert (1 <= (1 + b / 2) * (1 + b / 2)) by nra. nra. }
    assert ((1 + far) * (1 + far) <= (5/64 * W) * (5/64 * W)) by (apply Rmult_le_compat; lra).
    assert (0 <= W * W) by (apply Rmult_le_pos; lra). lra. }
  assert (hd1 : d1 <= W * W / 40).
  { unfold d1.
    assert (delta * (Rabs w + 1/2) <= W / 128 * (129/128 * W)) by (apply Rmult_le_compat; lra).
    assert (gamma * Rabs w <= W / 256 * W) by (apply Rmult_le_compat; lra).
    assert (zeta * (Rabs w + 1) <= W / 256 * (65/64 * W)) by (apply Rmult_le_compat; lra).
    assert (0 <= W * W) by (apply Rmult_le_pos; lra). lra. }
  assert (W1 : 64 * 64 <= W * W) by (apply Rmult_le_compat; lra).
  assert (hr : r * r <= (93/64 * W) * (93/64 * W)).
  { destruct near_squares as [h | [_ h]]; [apply abs_inside in h; lra | subst r; lra]. }
  assert (r <= 93/64 * W) by (apply square_le; [lra | assumption]).
  pose proof k_bent. assert (Rabs k * r <= Rabs k * (93/64 * W)) by (apply Rmult_le_compat_l; [apply Rabs_pos | assumption]).
  lra.
Qed.

Let rest := 17/16 + far + 33/16 * delta + 17/16 * gamma + 17/16 * zeta + 5/8 * (1 + b) * (k * k) * (r * r * r).

Theorem case_near_root :
  exists sign, (sign = 1 \/ sign = -1)
    /\ Rabs (t - m - (v1 - m + sign * r - k / 2 * (r * r))) <= e1 / r + rest
    /\ Rabs (t - m - (v1 - m + sign * r - k / 2 * (r * r))) <= (1 + 9/16 * b) * sqrt e1 + rest.
Proof.
  pose proof parts_positive as [p1 p2]. pose proof e_small as [e0 e2]. pose proof r_one as r1.
  pose proof delta_positive as dp. pose proof (Rabs_pos w) as wp.
  assert (he1 : 0 <= e1) by nra.
  assert (hs : 0 <= sqrt e1 /\ e1 <= sqrt e1 * sqrt e1).
  { split; [apply sqrt_pos |]. rewrite sqrt_sqrt by assumption. lra. }
  assert (hk : Rabs k <= 1/16).
  { pose proof k_bent. pose proof (Rabs_pos k). nra. }
  set (x1 := (241/120 * delta + gamma + zeta) * (160/159)).
  assert (hx0 : 0 <= x1) by (unfold x1; lra).
  assert (hsum : (1 + b / 2) * x1 <= 33/16 * delta + 17/16 * gamma + 17/16 * zeta).
  { apply Rle_trans with (65/64 * x1); [apply Rmult_le_compat_r; lra | unfold x1; lra]. }
  assert (hkw : Rabs k * Rabs w <= b * (32/93)) by apply kw.
  assert (core : forall c : R, Rabs c = Rabs k -> c * Rabs w = k * w ->
    Rabs (Rabs w - (r - c / 2 * (r * r))) <= e1 / r + rest
    /\ Rabs (Rabs w - (r - c / 2 * (r * r))) <= (1 + 9/16 * b) * sqrt e1 + rest).
  { intros c hc hcw.
    assert (hcc : c * c = k * k) by (rewrite <- (abs_square c), <- (abs_square k), hc; reflexivity).
    assert (ha : a * a = Rabs w * Rabs w * (1 + c * Rabs w)) by (rewrite a_square, hcw, abs_square; reflexivity).
    assert (hbw : Rabs c * Rabs w <= b * (32/93)) by (rewrite hc; assumption).
    assert (hd1 : d1 <= x1 * (a + r)).
    { pose proof (a_at_least b c (Rabs w) a b_range wp a_positive hbw ha) as hl.
      assert (159/160 * Rabs w <= a) by nra.
      unfold d1, x1.
      replace ((241/120 * delta + gamma + zeta) * (160/159) * (a + r))
        with (241/120 * delta * (160/159 * (a + r)) + gamma * (160/159 * (a + r)) + zeta * (160/159 * (a + r))) by ring.
      assert (Rabs w + 1 <= 160/159 * (a + r)) by lra.
      assert (delta * (Rabs w + 1/2) <= delta * (160/159 * (a + r))) by (apply Rmult_le_compat_l; lra).
      assert (gamma * Rabs w <= gamma * (160/159 * (a + r))) by (apply Rmult_le_compat_l; lra).
      assert (zeta * (Rabs w + 1) <= zeta * (160/159 * (a + r))) by (apply Rmult_le_compat_l; lra).
      lra. }
    assert (hcr : Rabs c * r <= b / 2) by (rewrite hc; apply r_small).
    assert (hc16 : Rabs c <= 1/16) by (rewrite hc; assumption).
    pose proof d2_small as hd2.
    assert (hz : 1 <= 1 + far) by lra.
    destruct (root_near b c (Rabs w) a r e d1 d2 x1 e1 (sqrt e1) (1 + far)) as [g1 g2];
      try assumption; try apply a_positive; try apply near_squares.
    rewrite hcc in g1, g2. unfold rest. split; lra. }
  destruct (Rcase_abs w) as [neg | pos].
  - exists (-1). split; [right; reflexivity |].
    destruct (core (- k)) as [g1 g2].
    + apply Rabs_Ropp.
    + rewrite (Rabs_left _ neg). ring.
    + replace (t - m - (v1 - m + -1 * r - k / 2 * (r * r))) with (- (Rabs w - (r - - k / 2 * (r * r)))).
      2:{ rewrite (Rabs_left _ neg). unfold w. field. }
      rewrite Rabs_Ropp. split; assumption.
  - exists 1. split; [left; reflexivity |].
    destruct (core k) as [g1 g2].
    + reflexivity.
    + rewrite (Rabs_right _ pos). ring.
    + replace (t - m - (v1 - m + 1 * r - k / 2 * (r * r))) with (Rabs w - (r - k / 2 * (r * r))).
      2:{ rewrite (Rabs_right _ pos). unfold w. field. }
      split; assumption.
Qed.
End Root.
