(** The parabola about the vertex as it is found first: the short way, and the farthest place of an arc. Proofs.
    Statements and comments: ArcLemma.v. *)
Require Import Reals Lra Psatz.
From TMD Require Import ArcTools.
Local Open Scope R_scope.

Section Short.
Variables cA cS cB cC : R.
Let P x := cA + cS * x + cB * (x * x) + cC * (x * x * x).
Let P' x := cS + 2 * cB * x + 3 * cC * (x * x).
Let half x := cB + 3 * cC * x.

Variables b W v v0 t m f X eta delta zeta e1 : R.
Hypothesis b_range : 0 <= b <= 1 / 32.
Hypothesis B_positive : 0 < cB.
Hypothesis W_large : 64 <= W.
Hypothesis bend : 3 * Rabs cC * W <= b * cB.
Hypothesis v0_inside : Rabs v0 <= W.
Hypothesis t_packet : 0 <= t <= W.
Hypothesis m_packet : 0 <= m <= W.
Hypothesis u0_inside : Rabs (m - v0) <= W.
Hypothesis w0_inside : Rabs (t - v0) <= W.
Hypothesis vertex : P' v = f.
Hypothesis misplaced : Rabs (v0 - v) <= delta.
Hypothesis delta_small : delta <= W / 128.
Hypothesis near : (Rabs (m - v0) <= 1/2 /\ Rabs (m - v0) <= Rabs (t - v0)) \/ 0 <= (t - m) * (m - v0).
Hypothesis eta_positive : 0 <= eta.
Hypothesis close : Rabs (P t - P m - f * (t - m) - X) <= 2 * eta.
Hypothesis zeta_small : 0 <= zeta <= delta / 2.
Hypothesis e1_large : 2 * (1 + 3/8 * b) / (1 - b) * (eta / cB) + / 2 ^ 40 * (eta / cB) <= e1.

Let u := m - v0.
Let w := t - v0.
Let s := sqrt e1.
Let n := Rabs w.

Lemma s_root : 0 <= s /\ s * s = e1 /\ 0 <= eta / cB /\ 2 * (eta / cB) <= e1.
Proof.
  assert (h0 : 0 <= eta / cB) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
  assert (h1 : 2 <= 2 * (1 + 3/8 * b) / (1 - b)).
  { apply (Rmult_le_reg_r (1 - b)); [lra |].
    replace (2 * (1 + 3/8 * b) / (1 - b) * (1 - b)) with (2 * (1 + 3/8 * b)) by (field; lra). lra. }
  assert (h2 : 2 * (eta / cB) <= 2 * (1 + 3/8 * b) / (1 - b) * (eta / cB)) by (apply Rmult_le_compat_r; lra).
  assert (0 <= / 2 ^ 40 * (eta / cB)) by (apply Rmult_le_pos; lra).
  repeat split; try lra; [apply sqrt_pos | apply sqrt_sqrt; lra].
Qed.

Lemma delta_pos : 0 <= delta.
Proof. pose proof (Rabs_pos (v0 - v)). lra. Qed.

Lemma C_bound x : Rabs x <= W -> Rabs (3 * cC * x) <= b * cB.
Proof.
  intros h. rewrite !Rabs_mult, (Rabs_right 3) by lra.
  assert (Rabs cC * Rabs x <= Rabs cC * W) by (apply Rmult_le_compat_l; [apply Rabs_pos | assumption]). lra.
Qed.

Lemma half_range : (1 - b) * cB <= half v0 <= (1 + b) * cB.
Proof. pose proof (abs_inside _ _ (C_bound v0 v0_inside)). unfold half. lra. Qed.

Lemma slope_at_v0 : Rabs (P' v0 - f) <= delta * (2 * half v0 + cB / 4000).
Proof.
  pose proof half_range as hr. pose proof delta_pos as dp.
  rewrite <- vertex. unfold P'.
  replace (cS + 2 * cB * v0 + 3 * cC * (v0 * v0) - (cS + 2 * cB * v + 3 * cC * (v * v)))
    with ((v0 - v) * (2 * half v0 - 3 * cC * (v0 - v))) by (unfold half; ring).
  apply abs_mult_le; [assumption |].
  assert (h2 : Rabs (3 * cC * (v0 - v)) <= cB / 4000).
  { rewrite !Rabs_mult, (Rabs_right 3) by lra.
    assert (Rabs cC * Rabs (v0 - v) <= Rabs cC * (W / 128)).
    { apply Rmult_le_compat_l; [apply Rabs_pos | lra]. }
    assert (b * cB <= cB / 32) by nra. lra. }
  apply abs_inside in h2. assert (0 < half v0) by nra. apply inside_abs. lra.
Qed.

Lemma near_sizes : Rabs (t - m) <= n + 1/2 /\ Rabs u <= n /\ u * u <= w * w.
Proof.
  assert (htm : t - m = w - u) by (unfold w, u; ring).
  assert (nn : n * n = w * w) by apply abs_square. assert (n0 : 0 <= n) by apply Rabs_pos.
  destruct near as [[h1 h2] | h].
  - fold u in h1, h2. fold w in h2. fold n in h2. split; [| split]; [| assumption |].
    + rewrite htm. apply abs_minus_le; [unfold n; lra | assumption].
    + rewrite <- nn, <- (abs_square u). pose proof (Rabs_pos u). apply Rmult_le_compat; lra.
  - fold u in h. rewrite htm in h.
    assert (huw : u * u <= w * w) by nra.
    assert (hu : Rabs u <= n) by (apply square_le; [assumption | rewrite abs_square, nn; assumption]).
    split; [| split]; [| assumption | assumption].
    assert (Rabs (t - m) <= n); [| lra].
    rewrite htm. apply square_le; [assumption |]. rewrite abs_square, nn. nra.
Qed.

(** What the bend changes a root by, at most. *)
Let stretch := 1 + 17/32 * b.

(** ** The farthest place of an arc, as the kernel computes it *)

Section Farthest.
Variables es reach_factor root_estimate rough reach : R.
Hypothesis es_small : 0 <= es <= / 2 ^ 11.
Hypothesis root_estimate_large : (1 + 9/16 * b) * (64/63) / (1 - es) + / 2 ^ 40 <= root_estimate.
Hypothesis reach_factor_large : (1 + 9/16 * b) * (64/63) + / 2 ^ 40 <= reach_factor.
Hypothesis rough_large : (9/16 * b + es) * (64/63) + / 2 ^ 20 <= rough.
Hypothesis reach_large : 4 * delta + 27/16 <= reach.

Definition farthest := (1 - / 2 ^ 21) * ((1 + rough) * n + root_estimate * (1 - es) * s + reach_factor * reach).

Lemma farthest_covers c : c <= 4 * delta + 27/16 -> stretch * n + s + c <= farthest.
Proof.
  intros hc. destruct s_root as (s0 & _ & _ & _). pose proof delta_pos as dp.
  assert (n0 : 0 <= n) by apply Rabs_pos.
  assert (hes : / 2 ^ 11 = 1 / 2048) by lra.
  unfold farthest.
  assert (a1 : stretch * n <= (1 - / 2 ^ 21) * ((1 + rough) * n)).
  { replace ((1 - / 2 ^ 21) * ((1 + rough) * n)) with ((1 - / 2 ^ 21) * (1 + rough) * n) by ring.
    apply Rmult_le_compat_r; [assumption |].
    apply Rle_trans with ((1 - / 2 ^ 21) * (1 + ((9/16 * b + es) * (64/63) + / 2 ^ 20))).
    - unfold stretch. lra.
    - apply Rmult_le_compat_l; lra. }
  assert (a2 : s <= (1 - / 2 ^ 21) * (root_estimate * (1 - es) * s)).
  { assert (a : (1 + 9/16 * b) * (64/63) <= root_estimate * (1 - es)).
    { replace ((1 + 9/16 * b) * (64/63)) with ((1 + 9/16 * b) * (64/63) / (1 - es) * (1 - es)) by (field; lra).
      apply Rmult_le_compat_r; lra. }
    assert (1 <= (1 - / 2 ^ 21) * (root_estimate * (1 - es))) by lra.
    replace ((1 - / 2 ^ 21) * (root_estimate * (1 - es) * s)) with ((1 - / 2 ^ 21) * (root_estimate * (1 - es)) * s) by ring.
    apply Rle_trans with (1 * s); [lra | apply Rmult_le_compat_r; lra]. }
  assert (a3 : c <= (1 - / 2 ^ 21) * (reach_factor * reach)).
  { assert (a : 1 <= (1 - / 2 ^ 21) * reach_factor) by lra.
    replace ((1 - / 2 ^ 21) * (reach_factor * reach)) with ((1 - / 2 ^ 21) * reach_factor * reach) by ring.
    apply Rle_trans with (1 * reach); [lra | apply Rmult_le_compat_r; lra]. }
  lra.
Qed.

Lemma farthest_square c z :
  0 <= c <= 4 * delta + 27/16 -> z <= (stretch * n + s + c) * (stretch * n + s + c) ->
  0 <= farthest /\ z <= farthest * farthest.
Proof.
  intros hc hz. destruct s_root as (s0 & _ & _ & _).
  assert (n0 : 0 <= n) by apply Rabs_pos.
  assert (0 <= stretch * n) by (apply Rmult_le_pos; [unfold stretch; lra | assumption]).
  pose proof (farthest_covers c) as h. split; [lra |].
  apply Rle_trans with (1 := hz). apply Rmult_le_compat; lra.
Qed.

(** What the long way compares: with the vertex [v1] after a step of Newton's method. *)
Theorem long_more v1 y :
  Rabs (v0 - v1) <= 2 * delta ->
  Rabs (m - v1) <= W ->
  let k := cC / half v0 in
  let u1 := m - v1 in
  Rabs (y - (u1 * u1 + k * (u1 * u1 * u1) + X / half v0)) <= / 2 ^ 42 * (eta / cB) + zeta * (Rabs (t - v1) + 1) ->
  0 <= farthest /\ y <= farthest * farthest.
Proof.
  intros hv hu1 k u1 hy. fold u1 in hu1.
  destruct s_root as (s0 & s1 & q0 & q1). pose proof delta_pos as dp.
  pose proof half_range as [hl hh]. pose proof slope_at_v0 as hs. destruct near_sizes as (z1 & z2 & z3).
  assert (nn : n * n = w * w) by apply abs_square. assert (n0 : 0 <= n) by apply Rabs_pos.
  assert (hp : 0 < half v0) by nra.
  assert (kh : k * half v0 = cC) by (unfold k; field; lra).
  assert (kW : Rabs k * W <= b * (32/93)).
  { apply (Rmult_le_reg_r (half v0)); [assumption |].
    replace (Rabs k * W * half v0) with (Rabs cC * W).
    2:{ rewrite <- kh, Rabs_mult, (Rabs_right (half v0)) by lra. ring. }
    assert (31/32 * cB <= half v0) by nra. assert (b * (31/32 * cB) <= b * half v0) by (apply Rmult_le_compat_l; lra).
    lra. }
  set (d := v0 - v1) in *.
  assert (e1' : u1 = u + d) by (unfold u1, u, d; ring).
  (* what the second vertex changes *)
  set (D := (u1 * u1 - u * u) + k * (u1 * u1 * u1 - u * u * u)).
  assert (a0 : Rabs u1 <= Rabs u + 2 * delta) by (rewrite e1'; apply abs_plus_le; lra).
  pose proof (Rabs_pos u) as up. pose proof (Rabs_pos u1) as u1p. pose proof (Rabs_pos k) as kp.
  assert (hD : Rabs D <= 2 * delta * (41/40 * (Rabs u + Rabs u1))).
  { replace D with (d * ((u1 + u) + (k * u1 * u1 + k * (u1 + u) * u))) by (unfold D; rewrite e1'; ring).
    apply abs_mult_le; [assumption |].
    assert (b1 : Rabs (k * u1) <= 1/90 /\ Rabs (k * u) <= 1/90).
    { rewrite !Rabs_mult. split.
      - assert (Rabs k * Rabs u1 <= Rabs k * W) by (apply Rmult_le_compat_l; lra). lra.
      - fold u in u0_inside. assert (Rabs k * Rabs u <= Rabs k * W) by (apply Rmult_le_compat_l; lra). lra. }
    destruct b1 as [b1 b2].
    assert (c1 : Rabs (u1 + u) <= Rabs u1 + Rabs u) by apply Rabs_triang.
    assert (c2 : Rabs (k * u1 * u1) <= 1/90 * Rabs u1) by (apply abs_mult_le; lra).
    assert (c3 : Rabs (k * (u1 + u) * u) <= 1/90 * (Rabs u1 + Rabs u)).
    { replace (k * (u1 + u) * u) with (k * u * (u1 + u)) by ring. apply abs_mult_le; lra. }
    pose proof (abs_plus_le _ _ _ _ c1 (abs_plus_le _ _ _ _ c2 c3)). lra. }
  (* the linear term *)
  assert (hL : Rabs ((P' v0 - f) * (t - m)) <= 2001/1000 * (delta * Rabs (t - m)) * half v0).
  { rewrite Rabs_mult.
    assert (delta * (2 * half v0 + cB / 4000) <= delta * (2001/1000 * half v0)).
    { apply Rmult_le_compat_l; [assumption |]. assert (31/32 * cB <= half v0) by nra. lra. }
    assert (Rabs (P' v0 - f) * Rabs (t - m) <= delta * (2001/1000 * half v0) * Rabs (t - m)).
    { apply Rmult_le_compat_r; [apply Rabs_pos | lra]. }
    lra. }
  assert (both : 2001/1000 * (delta * Rabs (t - m)) + 2 * delta * (41/40 * (Rabs u + Rabs u1))
    <= delta * (41/10 * n) + delta * (41/10) + delta * (41/10 * delta)).
  { replace (delta * (41/10 * n) + delta * (41/10) + delta * (41/10 * delta)) with (delta * (41/10 * (n + 1 + delta))) by ring.
    replace (2001/1000 * (delta * Rabs (t - m)) + 2 * delta * (41/40 * (Rabs u + Rabs u1)))
      with (delta * (2001/1000 * Rabs (t - m) + 41/20 * (Rabs u + Rabs u1))) by field.
    apply Rmult_le_compat_l; [assumption |].
    destruct near as [[h1 h2] | h].
    - fold u in h1. lra.
    - fold u in h. assert (htm : t - m = w - u) by (unfold w, u; ring). rewrite htm in h |- *.
      assert (Rabs (w - u) <= n - Rabs u); [| lra].
      assert (huw : Rabs u * Rabs u <= w * u) by (rewrite abs_square; lra).
      apply square_le; [lra |]. rewrite abs_square.
      assert (w * u = n * Rabs u).
      { unfold n. rewrite <- Rabs_mult, Rabs_right; [reflexivity |]. nra. }
      pose proof (abs_square u). nra. }
  set (y0 := u1 * u1 + k * (u1 * u1 * u1) + X / half v0) in *.
  assert (id : (y0 - w * w * (1 + k * w)) * half v0
     = D * half v0 - (P t - P m - f * (t - m) - X) + (P' v0 - f) * (t - m)).
  { replace ((y0 - w * w * (1 + k * w)) * half v0)
      with ((u1 * u1 - w * w) * half v0 + k * half v0 * (u1 * u1 * u1 - w * w * w) + X) by (unfold y0; field; lra).
    replace (D * half v0) with ((u1 * u1 - u * u) * half v0 + k * half v0 * (u1 * u1 * u1 - u * u * u)) by (unfold D; ring).
    rewrite kh. unfold P, P', half, w, u. ring. }
  assert (hq : 2 * eta <= 2 / (1 - b) * (eta / cB) * half v0).
  { replace (2 * eta) with (2 / (1 - b) * (eta / cB) * ((1 - b) * cB)) by (field; lra).
    apply Rmult_le_compat_l; [| assumption]. apply Rmult_le_pos; [| assumption].
    apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]. }
  assert (up0 : y0 - w * w * (1 + k * w)
     <= 2 / (1 - b) * (eta / cB) + (delta * (41/10 * n) + delta * (41/10) + delta * (41/10 * delta))).
  { apply (Rmult_le_reg_r (half v0)); [assumption |]. rewrite id.
    apply abs_inside in close as hc. apply abs_inside in hL. apply abs_inside in hD.
    set (A := 2001/1000 * (delta * Rabs (t - m))) in *.
    set (Bq := 2 * delta * (41/40 * (Rabs u + Rabs u1))) in *.
    assert (D * half v0 <= Bq * half v0) by (apply Rmult_le_compat_r; lra).
    assert ((A + Bq) * half v0 <= (delta * (41/10 * n) + delta * (41/10) + delta * (41/10 * delta)) * half v0)
      by (apply Rmult_le_compat_r; lra).
    lra. }
  assert (he : 2 / (1 - b) * (eta / cB) + / 2 ^ 42 * (eta / cB) <= s * s).
  { rewrite s1. assert (2 / (1 - b) * (eta / cB) <= 2 * (1 + 3/8 * b) / (1 - b) * (eta / cB)).
    { apply Rmult_le_compat_r; [assumption |]. unfold Rdiv. apply Rmult_le_compat_r; [| lra].
      left. apply Rinv_0_lt_compat. lra. }
    assert (/ 2 ^ 42 * (eta / cB) <= / 2 ^ 40 * (eta / cB)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (hw1 : Rabs (t - v1) <= n + 2 * delta).
  { replace (t - v1) with (w + d) by (unfold w, d; ring). apply abs_plus_le; [unfold n; lra | assumption]. }
  assert (hz : zeta * (Rabs (t - v1) + 1) <= zeta * n + zeta * (2 * delta) + zeta).
  { replace (zeta * n + zeta * (2 * delta) + zeta) with (zeta * (n + 2 * delta + 1)) by ring.
    apply Rmult_le_compat_l; lra. }
  assert (hk : w * w * (1 + k * w) <= stretch * n * (stretch * n)).
  { assert (k * w <= b * (32/93)).
    { assert (Rabs (k * w) <= b * (32/93)); [| pose proof (Rle_abs (k * w)); lra].
      rewrite Rabs_mult. fold w in w0_inside. assert (Rabs k * Rabs w <= Rabs k * W) by (apply Rmult_le_compat_l; lra). lra. }
    replace (stretch * n * (stretch * n)) with (w * w * (stretch * stretch)) by (rewrite <- nn; ring).
    apply Rmult_le_compat_l; [nra |]. unfold stretch. nra. }
  apply (farthest_square (41/20 * delta + 1 + zeta)); [lra |].
  assert (l1 : n <= stretch * n) by (apply grow; [unfold stretch; lra | assumption]).
  set (x := stretch * n) in *.
  apply abs_inside in hy.
  assert (0 <= x * s) by (apply Rmult_le_pos; lra). assert (0 <= delta * s) by (apply Rmult_le_pos; lra).
  assert (0 <= zeta * s) by (apply Rmult_le_pos; lra). assert (0 <= delta * delta) by (apply Rmult_le_pos; lra).
  assert (0 <= zeta * delta) by (apply Rmult_le_pos; lra). assert (0 <= zeta * zeta) by (apply Rmult_le_pos; lra).
  assert (zeta * n <= zeta * x) by (apply Rmult_le_compat_l; lra).
  assert (delta * n <= delta * x) by (apply Rmult_le_compat_l; lra).
  assert (0 <= zeta * x) by (apply Rmult_le_pos; lra).
  lra.
Qed.
End Farthest.

(** ** The short way: B in place of half the second derivative *)

Let g := 17/8 * delta + zeta.

Variable y : R.
Hypothesis y_rounded : Rabs (y - (u * u + X / cB)) <= zeta * (n + s + 1).

Lemma rough_squares : Rabs (w * w - y) <= e1 + g * (n + 1) + zeta * s + b * (w * w).
Proof.
  destruct s_root as (s0 & s1 & h0 & h1). destruct near_sizes as (z1 & z2 & z3).
  pose proof half_range as hr. pose proof slope_at_v0 as hs. pose proof delta_pos as dp.
  set (T := 3 * v0 * (w * w - u * u) + (w * w * w - u * u * u)).
  assert (id : (w * w - (u * u + X / cB)) * cB
    = (P t - P m - f * (t - m) - X) - (P' v0 - f) * (t - m) - cC * T).
  { replace ((w * w - (u * u + X / cB)) * cB) with (cB * (w * w - u * u) - X) by (field; lra).
    unfold T, P, P', w, u. ring. }
  assert (hT : Rabs T <= 3 * W * (w * w)).
  { replace T with ((w * w - u * u) * (2 * v0 + t) + u * u * (t - m)) by (unfold T, w, u; ring).
    apply abs_inside in v0_inside as hv.
    assert (Rabs ((w * w - u * u) * (2 * v0 + t)) <= (w * w - u * u) * (3 * W)).
    { apply abs_mult_le; [rewrite Rabs_right; lra | apply inside_abs; lra]. }
    assert (Rabs (u * u * (t - m)) <= u * u * W).
    { assert (0 <= u * u) by nra. apply abs_mult_le; [rewrite Rabs_right; lra | apply inside_abs; lra]. }
    pose proof (abs_plus_le _ _ _ _ H H0). assert (0 <= u * u * W) by (apply Rmult_le_pos; nra). lra. }
  assert (hC : Rabs (cC * T) <= b * (w * w) * cB).
  { rewrite Rabs_mult.
    assert (Rabs cC * Rabs T <= Rabs cC * (3 * W * (w * w))) by (apply Rmult_le_compat_l; [apply Rabs_pos | assumption]).
    assert (0 <= w * w) by nra. nra. }
  assert (n0 : 0 <= n) by apply Rabs_pos.
  assert (hl : Rabs ((P' v0 - f) * (t - m)) <= 17/8 * delta * (n + 1/2) * cB).
  { apply Rle_trans with (delta * (2 * half v0 + cB / 4000) * (n + 1/2)); [apply abs_mult_le; assumption |].
    assert (h2 : 2 * half v0 + cB / 4000 <= 17/8 * cB) by nra.
    replace (delta * (2 * half v0 + cB / 4000) * (n + 1/2))
      with (delta * (n + 1/2) * (2 * half v0 + cB / 4000)) by ring.
    replace (17/8 * delta * (n + 1/2) * cB) with (delta * (n + 1/2) * (17/8 * cB)) by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | assumption]. }
  assert (h : Rabs ((w * w - (u * u + X / cB)) * cB)
    <= (2 * (eta / cB) + 17/8 * delta * (n + 1/2) + b * (w * w)) * cB).
  { rewrite id.
    replace ((2 * (eta / cB) + 17/8 * delta * (n + 1/2) + b * (w * w)) * cB)
      with (2 * eta + 17/8 * delta * (n + 1/2) * cB + b * (w * w) * cB) by (field; lra).
    apply abs_minus_le; [apply abs_minus_le; assumption | assumption]. }
  rewrite Rabs_mult, (Rabs_right cB) in h by lra. apply Rmult_le_reg_r in h; [| assumption].
  replace (w * w - y) with ((w * w - (u * u + X / cB)) - (y - (u * u + X / cB))) by ring.
  pose proof (abs_minus_le _ _ _ _ h y_rounded). unfold g. nra.
Qed.

(** The root of y, and what the kernel's loops compare. *)
Lemma root_upper r : 0 <= r -> y <= r * r -> n <= stretch * (r + s + stretch * g + 1 + zeta).
Proof.
  intros r0 hr. pose proof rough_squares as h. apply abs_inside in h.
  destruct s_root as (s0 & s1 & _ & _). pose proof delta_pos as dp.
  assert (nn : n * n = w * w) by apply abs_square. assert (n0 : 0 <= n) by apply Rabs_pos.
  assert (g0 : 0 <= g) by (unfold g; lra).
  assert (l1 : 1 <= stretch <= 17/16) by (unfold stretch; lra).
  assert (l2 : 1 <= stretch * stretch * (1 - b)) by (unfold stretch; nra).
  destruct (Rle_or_lt n (stretch * (r + s + stretch * g + 1 + zeta))) as [le | lt]; [assumption | exfalso].
  set (z := n / stretch). assert (hz : n = stretch * z) by (unfold z; field; lra).
  assert (zl : r + s + stretch * g + 1 + zeta < z) by (apply (Rmult_lt_reg_l stretch); lra).
  assert (zz : z * z <= r * r + s * s + g * (n + 1) + zeta * s).
  { assert (n * n * (1 - b) <= r * r + s * s + g * (n + 1) + zeta * s) by nra.
    assert (z * z <= n * n * (1 - b)); [| lra].
    rewrite hz. assert (0 <= z * z) by nra. nra. }
  rewrite hz in zz.
  assert (gl : g <= stretch * g) by (apply grow; lra).
  assert (zz' : (z - stretch * g) * z <= r * r + s * s + g + zeta * s) by lra.
  set (q := stretch * g) in *.
  assert (r + s + 1 + zeta < z - q) by lra.
  assert ((r + s + 1 + zeta) * (r + s + q + 1 + zeta) <= (z - q) * z) by (apply Rmult_le_compat; lra).
  assert (0 <= r * s) by (apply Rmult_le_pos; lra). assert (0 <= zeta * s) by (apply Rmult_le_pos; lra).
  assert (0 <= zeta * r) by (apply Rmult_le_pos; lra). assert (0 <= (r + s) * q) by (apply Rmult_le_pos; lra).
  assert (0 <= zeta * q) by (apply Rmult_le_pos; lra). assert (0 <= zeta * zeta) by (apply Rmult_le_pos; lra).
  lra.
Qed.

Lemma root_lower r : 0 <= r -> r * r = Rmax y 1 -> r <= stretch * n + s + g / 2 + 1 + zeta.
Proof.
  intros r0 hr. pose proof rough_squares as h. apply abs_inside in h.
  destruct s_root as (s0 & s1 & _ & _). pose proof delta_pos as dp.
  assert (nn : n * n = w * w) by apply abs_square. assert (n0 : 0 <= n) by apply Rabs_pos.
  assert (g0 : 0 <= g) by (unfold g; lra).
  assert (l1 : 1 <= stretch <= 17/16) by (unfold stretch; lra).
  assert (l2 : 1 + b <= stretch * stretch) by (unfold stretch; nra).
  apply square_le; [nra |]. rewrite hr.
  assert (zn : 0 <= zeta * n) by nra. assert (zs : 0 <= zeta * s) by nra.
  assert (gn : 0 <= g * n) by nra.
  set (x := stretch * n) in *.
  assert (x0 : n <= x) by (unfold x; nra).
  assert (xx : n * n * (1 + b) <= x * x) by (unfold x; nra).
  apply Rmax_lub.
  - assert (y <= x * x + s * s + g * (n + 1) + zeta * s) by nra.
    assert (g * n <= g * x) by nra.
    assert (0 <= x * s) by nra. assert (0 <= x * zeta) by nra. assert (0 <= s * g) by nra. assert (0 <= g * zeta) by nra.
    nra.
  - assert (0 <= x + s + g / 2 + zeta) by lra. nra.
Qed.

(** From the rough root, for the integer passed first. *)
Theorem short_root es reach_factor root_estimate rough r r' reach :
  0 <= es <= / 2 ^ 11 ->
  0 <= r -> r * r = Rmax y 1 -> Rabs (r' - r) <= es * r ->
  (1 + 9/16 * b) * (64/63) / (1 - es) + / 2 ^ 40 <= root_estimate ->
  (1 + 9/16 * b) * (64/63) + / 2 ^ 40 <= reach_factor ->
  (9/16 * b + es) * (64/63) + / 2 ^ 20 <= rough ->
  4 * delta + 27/16 <= reach ->
  exists sign, (sign = 1 \/ sign = -1) /\ 64/63 * (Rabs (t - m - (v0 - m + sign * r')) + 5/8)
    <= (1 - / 2 ^ 43) * (root_estimate * (1 - es) * s + reach_factor * reach + rough * r').
Proof.
  intros he r0 hr hr' h1 h2 h3 h4.
  pose proof (root_upper r r0) as hu. pose proof (root_lower r r0 hr) as hl.
  assert (hyr : y <= r * r) by (rewrite hr; apply Rmax_l). specialize (hu hyr). clear hyr.
  destruct s_root as (s0 & _ & _ & _). pose proof delta_pos as dp.
  assert (n0 : 0 <= n) by apply Rabs_pos.
  assert (g0 : 0 <= g <= 25/8 * delta) by (unfold g; lra).
  assert (l1 : 1 <= stretch <= 523/512) by (unfold stretch; lra).
  assert (hes : / 2 ^ 11 = 1 / 2048) by lra.
  (* the distance of the roots *)
  assert (hd : Rabs (n - r) <= (stretch - 1) * r + stretch * (s + stretch * g + 1 + zeta)).
  { assert (gg : 0 <= stretch * g) by (apply Rmult_le_pos; lra).
    assert (0 <= stretch * (s + stretch * g + 1 + zeta)) by (apply Rmult_le_pos; lra).
    assert (0 <= (stretch - 1) * r) by (apply Rmult_le_pos; lra).
    apply inside_abs. split; [| lra].
    destruct (Rle_or_lt r n) as [le | lt]; [lra |].
    assert ((stretch - 1) * n <= (stretch - 1) * r) by (apply Rmult_le_compat_l; lra).
    assert (gl : g <= stretch * g) by (apply grow; lra).
    assert (s + stretch * g + 1 + zeta <= stretch * (s + stretch * g + 1 + zeta)) by (apply grow; lra).
    lra. }
  assert (hd' : Rabs (n - r') <= (stretch - 1 + es) * r + stretch * (s + stretch * g + 1 + zeta)).
  { replace (n - r') with ((n - r) - (r' - r)) by ring.
    pose proof (abs_minus_le _ _ _ _ hd hr'). lra. }
  assert (hrr : r * (1 - es) <= r') by (apply abs_inside in hr'; lra).
  assert (r'0 : 0 <= r') by (eapply Rle_trans; [| exact hrr]; apply Rmult_le_pos; lra).
  (* piece by piece *)
  assert (tiny : 0 <= / 2 ^ 43 <= / 2 ^ 42) by lra.
  assert (p1 : 64/63 * ((stretch - 1 + es) * r) <= (1 - / 2 ^ 43) * (rough * r')).
  { set (k := (1 - / 2 ^ 43) * (1 - es)).
    assert (k1 : 0 <= 1 - k <= 1 / 2047).
    { replace (1 - k) with (es + / 2 ^ 43 - es * / 2 ^ 43) by (unfold k; ring).
      assert (0 <= es * / 2 ^ 43 <= 1 / 2048 * / 2 ^ 43).
      { split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]. } lra. }
    assert (bk : b * (1 - k) <= b * (1 / 2047)) by (apply Rmult_le_compat_l; lra).
    assert (ek : es * (1 - k) <= / 2 ^ 11 * (1 / 2047)) by (apply Rmult_le_compat; lra).
    assert (q1 : 64/63 * (stretch - 1 + es) <= rough * k).
    { apply Rle_trans with (((9/16 * b + es) * (64/63) + / 2 ^ 20) * k).
      - replace (((9/16 * b + es) * (64/63) + / 2 ^ 20) * k)
          with ((9/16 * b + es) * (64/63) + / 2 ^ 20 * k - 64/63 * (9/16 * (b * (1 - k)) + es * (1 - k))) by ring.
        unfold stretch. lra.
      - apply Rmult_le_compat_r; lra. }
    apply Rle_trans with (rough * k * r).
    - replace (64/63 * ((stretch - 1 + es) * r)) with (64/63 * (stretch - 1 + es) * r) by ring.
      apply Rmult_le_compat_r; lra.
    - replace (rough * k * r) with (rough * (1 - / 2 ^ 43) * (r * (1 - es))) by (unfold k; ring).
      replace ((1 - / 2 ^ 43) * (rough * r')) with (rough * (1 - / 2 ^ 43) * r') by ring.
      apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | assumption]. }
  assert (p2 : 64/63 * (stretch * s) <= (1 - / 2 ^ 43) * (root_estimate * (1 - es) * s)).
  { assert (a : (1 + 9/16 * b) * (64/63) + / 2 ^ 41 <= root_estimate * (1 - es)).
    { apply Rle_trans with (((1 + 9/16 * b) * (64/63) / (1 - es) + / 2 ^ 40) * (1 - es)).
      - replace (((1 + 9/16 * b) * (64/63) / (1 - es) + / 2 ^ 40) * (1 - es))
          with ((1 + 9/16 * b) * (64/63) + / 2 ^ 40 * (1 - es)) by (field; lra). lra.
      - apply Rmult_le_compat_r; lra. }
    assert (64/63 * stretch <= (1 - / 2 ^ 43) * (root_estimate * (1 - es))).
    { apply Rle_trans with ((1 - / 2 ^ 43) * ((1 + 9/16 * b) * (64/63) + / 2 ^ 41)).
      - unfold stretch. lra.
      - apply Rmult_le_compat_l; lra. }
    replace (64/63 * (stretch * s)) with (64/63 * stretch * s) by ring.
    replace ((1 - / 2 ^ 43) * (root_estimate * (1 - es) * s)) with ((1 - / 2 ^ 43) * (root_estimate * (1 - es)) * s) by ring.
    apply Rmult_le_compat_r; lra. }
  assert (p3 : 64/63 * (stretch * (stretch * g + 1 + zeta) + 5/8) <= (1 - / 2 ^ 43) * (reach_factor * reach)).
  { assert (a : 64/63 <= (1 - / 2 ^ 43) * reach_factor) by lra.
    assert (ub : stretch * (stretch * g + 1 + zeta) + 5/8 <= 4 * delta + 27/16).
    { assert (stretch * g <= 523/512 * g) by (apply Rmult_le_compat_r; lra).
      assert (stretch * (stretch * g + 1 + zeta) <= 523/512 * (523/512 * g + 1 + zeta)).
      { apply Rmult_le_compat; [lra | | lra | lra]. assert (0 <= stretch * g) by (apply Rmult_le_pos; lra). lra. }
      unfold g in *. lra. }
    apply Rle_trans with (64/63 * reach); [lra |].
    replace ((1 - / 2 ^ 43) * (reach_factor * reach)) with ((1 - / 2 ^ 43) * reach_factor * reach) by ring.
    apply Rmult_le_compat_r; lra. }
  assert (fin : 64/63 * (Rabs (n - r') + 5/8)
    <= (1 - / 2 ^ 43) * (root_estimate * (1 - es) * s + reach_factor * reach + rough * r')) by lra.
  destruct (Rcase_abs w) as [neg | pos].
  - exists (-1). split; [right; reflexivity |].
    replace (t - m - (v0 - m + -1 * r')) with (- (n - r')).
    2:{ unfold n. rewrite (Rabs_left _ neg). unfold w. ring. }
    rewrite Rabs_Ropp. assumption.
  - exists 1. split; [left; reflexivity |].
    replace (t - m - (v0 - m + 1 * r')) with (n - r').
    2:{ unfold n. rewrite (Rabs_right _ pos). unfold w. ring. }
    assumption.
Qed.

(** An integer that a case passes later is within the arc's reach. *)
Theorem short_more es reach_factor root_estimate rough reach :
  0 <= es <= / 2 ^ 11 ->
  (1 + 9/16 * b) * (64/63) / (1 - es) + / 2 ^ 40 <= root_estimate ->
  (1 + 9/16 * b) * (64/63) + / 2 ^ 40 <= reach_factor ->
  (9/16 * b + es) * (64/63) + / 2 ^ 20 <= rough ->
  4 * delta + 27/16 <= reach ->
  let far := farthest es reach_factor root_estimate rough reach in
  0 <= far /\ y <= far * far.
Proof.
  intros he h1 h2 h3 h4. cbv zeta.
  set (r := sqrt (Rmax y 1)).
  assert (m1 : 1 <= Rmax y 1) by apply Rmax_r.
  assert (r0 : 0 <= r) by apply sqrt_pos.
  assert (hr : r * r = Rmax y 1) by (apply sqrt_sqrt; lra).
  pose proof (root_lower r r0 hr) as hl.
  assert (hyr : y <= r * r) by (rewrite hr; apply Rmax_l).
  pose proof delta_pos as dp.
  apply (farthest_square es reach_factor root_estimate rough reach he h1 h2 h3 h4 (g / 2 + 1 + zeta)).
  - unfold g. lra.
  - apply Rle_trans with (r * r); [assumption |]. apply Rmult_le_compat; lra.
Qed.
End Short.
