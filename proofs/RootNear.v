(** How far a case may be from an estimated root of the bent parabola.

    w is the case's place from the vertex, w^2 (1 + k w) = a^2; the estimate of a is [r], at least 1, with
    |a^2 - r^2| at most e + d1 + d2: e from the threshold, d1 and d2 from what is misplaced. *)
Require Import Reals Lra Psatz.
From TMD Require Import ArcTools BentRoot.
Local Open Scope R_scope.

(** The distance of two roots, split as that of their squares is. *)
Lemma split_roots a r e d1 d2 x1 :
  0 <= a -> 1 <= r -> 0 <= e -> 0 <= d1 -> 0 <= d2 -> d1 <= x1 * (a + r) ->
  Rabs (a * a - r * r) <= e + d1 + d2 ->
  exists g x2, 0 <= g /\ 0 <= x2 /\ Rabs (a - r) <= g + x1 + x2
    /\ g * (a + r) <= e /\ g * g <= e /\ x2 * x2 <= d2.
Proof.
  intros ha hr he h1 h2 hx hd.
  assert (hs : 0 < a + r) by lra.
  assert (hf : Rabs (a * a - r * r) = Rabs (a - r) * (a + r)).
  { replace (a * a - r * r) with ((a - r) * (a + r)) by ring.
    rewrite Rabs_mult, (Rabs_right (a + r)) by lra. reflexivity. }
  rewrite hf in hd.
  assert (hm : Rabs (a - r) <= a + r) by (apply inside_abs; lra).
  pose proof (Rabs_pos (a - r)) as hp.
  destruct (Req_dec (e + d1 + d2) 0) as [z | nz].
  - exists 0, 0. assert (Rabs (a - r) <= 0) by nra.
    assert (0 <= x1) by nra. repeat split; lra.
  - set (l := Rabs (a - r) * (a + r) / (e + d1 + d2)).
    assert (ht : 0 < e + d1 + d2) by lra.
    assert (hl : l * (e + d1 + d2) = Rabs (a - r) * (a + r)) by (unfold l; field; lra).
    assert (l0 : 0 <= l).
    { unfold l. apply Rmult_le_pos; [nra |]. left. apply Rinv_0_lt_compat. lra. }
    assert (l1 : l <= 1) by nra.
    assert (part : forall d, 0 <= d -> d <= e + d1 + d2 ->
      0 <= l * d / (a + r) /\ l * d / (a + r) * (a + r) <= d
      /\ l * d / (a + r) * (l * d / (a + r)) <= d).
    { intros d dp dt.
      assert (hg : l * d / (a + r) * (a + r) = l * d) by (field; lra).
      assert (hg0 : 0 <= l * d / (a + r)).
      { apply Rmult_le_pos; [nra |]. left. apply Rinv_0_lt_compat. lra. }
      assert (l * d <= d) by nra.
      assert (l * d <= l * (e + d1 + d2)) by (apply Rmult_le_compat_l; lra).
      assert (l * d <= (a + r) * (a + r)) by nra.
      assert (l * d / (a + r) <= a + r).
      { apply (Rmult_le_reg_r (a + r)); [lra | rewrite hg; lra]. }
      repeat split; nra. }
    destruct (part e) as (g0 & g1 & g2); [lra | lra |].
    destruct (part d2) as (y0 & y1 & y2); [lra | lra |].
    destruct (part d1) as (z0 & z1 & z2); [lra | lra |].
    exists (l * e / (a + r)), (l * d2 / (a + r)).
    repeat split; try lra.
    assert (l * d1 / (a + r) <= x1).
    { apply (Rmult_le_reg_r (a + r)); lra. }
    assert (Rabs (a - r) = l * e / (a + r) + l * d1 / (a + r) + l * d2 / (a + r)).
    { apply (Rmult_eq_reg_r (a + r)); [| lra]. rewrite <- hl. field. lra. }
    lra.
Qed.

Section Near.
Variables b k w a r e d1 d2 x1 e1 s z : R.
Hypothesis b_range : 0 <= b <= 1 / 32.
Hypothesis w_positive : 0 <= w.
Hypothesis a_positive : 0 <= a.
Hypothesis bent : Rabs k * w <= b * (32 / 93).
Hypothesis a_square : a * a = w * w * (1 + k * w).
Hypothesis r_one : 1 <= r.
Hypothesis r_bent : Rabs k * r <= b / 2.
Hypothesis k_small : Rabs k <= 1 / 16.
Hypothesis e_positive : 0 <= e.
Hypothesis d1_positive : 0 <= d1.
Hypothesis d2_positive : 0 <= d2.
Hypothesis x1_positive : 0 <= x1.
Hypothesis e1_large : (1 + 3/8 * b) * e <= e1.
Hypothesis s_root : 0 <= s /\ e1 <= s * s.
Hypothesis z_one : 1 <= z.
Hypothesis d2_small : (1 + b / 2) * (1 + b / 2) * d2 <= z * z.
Hypothesis d1_small : d1 <= x1 * (a + r).
Hypothesis near : Rabs (a * a - r * r) <= e + d1 + d2 \/ (a <= 1 /\ r = 1).

Let rest := (1 + b / 2) * x1 + z + 1 / 16 + 5/8 * (1 + b) * (k * k) * (r * r * r).

(** From [a] to [r]: what the parabola's root changes by. *)
Lemma between q : 0 <= q -> r = a + q ->
  Rabs (w - (r - k / 2 * (r * r)))
  <= q * (1 + Rabs k * (a + r) / 2) + 5/8 * (1 + b) * (k * k) * (r * r * r).
Proof.
  intros hq hr.
  assert (h : Rabs (w - (a - k / 2 * (a * a))) <= 5/8 * (1 + b) * (k * k) * (a * a * a)).
  { destruct (Rle_lt_or_eq_dec 0 a a_positive) as [p | z0].
    - pose proof (root_below b k w a b_range w_positive a_positive bent a_square a p (Rle_refl a)). lra.
    - subst a. assert (hw : w = 0).
      { pose proof (a_at_least b k w 0 b_range w_positive (Rle_refl 0) bent a_square). nra. }
      rewrite hw. replace (0 - (0 - k / 2 * (0 * 0))) with 0 by ring.
      rewrite Rabs_R0. right. ring. }
  assert (hc : 5/8 * (1 + b) * (k * k) * (a * a * a) <= 5/8 * (1 + b) * (k * k) * (r * r * r)).
  { apply Rmult_le_compat_l; [nra |]. assert (a * a <= r * r) by nra. nra. }
  replace (w - (r - k / 2 * (r * r)))
    with ((w - (a - k / 2 * (a * a))) - q * (1 - k * (a + r) / 2)) by (subst r; field).
  assert (Rabs (q * (1 - k * (a + r) / 2)) <= q * (1 + Rabs k * (a + r) / 2)).
  { rewrite Rabs_mult, (Rabs_right q) by lra. apply Rmult_le_compat_l; [assumption |].
    apply inside_abs. pose proof (Rabs_pos k). pose proof (Rle_abs k). pose proof (Rle_abs (- k)) as hn.
    rewrite Rabs_Ropp in hn. nra. }
  pose proof (abs_minus_le _ _ _ _ h H). lra.
Qed.

(** Either bound: the one with the slope of the root, and the one that holds near the vertex. *)
Lemma root_near :
  Rabs (w - (r - k / 2 * (r * r))) <= e1 / r + rest
  /\ Rabs (w - (r - k / 2 * (r * r))) <= (1 + 9/16 * b) * s + rest.
Proof.
  assert (hk := Rabs_pos k).
  assert (he1 : 0 <= e1) by nra.
  assert (hse : 0 <= e1 / r).
  { apply Rmult_le_pos; [assumption |]. left. apply Rinv_0_lt_compat. lra. }
  destruct s_root as [s0 s1].
  assert (hs9 : 0 <= (1 + 9/16 * b) * s) by nra.
  destruct near as [hn | [ha hr]].
  2:{ assert (h : 0 <= 1 - a) by lra.
      assert (hr' : r = a + (1 - a)) by lra.
      pose proof (between (1 - a) h hr') as hb.
      assert ((1 - a) * (1 + Rabs k * (a + r) / 2) <= 1 + 1/16).
      { rewrite hr. assert ((1 - a) * (a + 1) <= 1) by nra.
        assert (Rabs k * ((1 - a) * (a + 1)) <= 1/16) by nra. nra. }
      assert (0 <= (1 + b / 2) * x1) by nra.
      unfold rest. split; lra. }
  destruct (split_roots a r e d1 d2 x1) as (g & x2 & g0 & y0 & hd & g1 & g2 & y2); try assumption.
  assert (hz : (1 + b / 2) * x2 <= z).
  { apply square_le; [lra |].
    replace ((1 + b / 2) * x2 * ((1 + b / 2) * x2)) with ((1 + b / 2) * (1 + b / 2) * (x2 * x2)) by ring.
    nra. }
  assert (gs : (1 + 3/8 * b) * g <= (1 + 9/16 * b) * s /\ (1 + b / 2) * g <= (1 + 9/16 * b) * s).
  { assert (g <= s) by (apply square_le; nra). split; nra. }
  assert (ge : forall f, 0 <= f -> f <= 1 + 3/8 * b -> f * (g * r) <= e1 -> f * g <= e1 / r).
  { intros f _ _ h. apply (Rmult_le_reg_r r); [lra |].
    replace (e1 / r * r) with e1 by (field; lra). lra. }
  destruct (Rle_or_lt r a) as [below | above].
  - assert (hb : Rabs (w - (r - k / 2 * (r * r)))
                 <= (1 + 3/8 * b) * (a - r) + 5/8 * (1 + b) * (k * k) * (r * r * r)).
    { apply root_below with (a := a); try assumption. lra. }
    rewrite Rabs_right in hd by lra.
    assert (hg : (1 + 3/8 * b) * g <= e1 / r).
    { apply ge; [lra | lra |]. assert (g * r <= e) by nra. nra. }
    unfold rest. split; nra.
  - rewrite Rabs_left in hd by lra.
    assert (hq : 0 <= r - a) by lra.
    assert (hr : r = a + (r - a)) by lra.
    pose proof (between (r - a) hq hr) as hb.
    set (f := 1 + Rabs k * (a + r) / 2) in *.
    assert (hf : 1 <= f <= 1 + b / 2) by (unfold f; nra).
    assert (hg : f * g <= e1 / r).
    { apply (Rmult_le_reg_r r); [lra |]. replace (e1 / r * r) with e1 by (field; lra).
      assert (f * g * r <= (1 + b / 4) * e); [| nra].
      assert (hga : 0 <= g * (a + r)) by (apply Rmult_le_pos; lra).
      assert (hkr : 0 <= Rabs k * r) by (apply Rmult_le_pos; lra).
      assert (Rabs k * r * (g * (a + r)) <= b / 2 * e) by (apply Rmult_le_compat; lra).
      assert (0 <= g * a) by (apply Rmult_le_pos; lra).
      replace (f * g * r) with (g * r + Rabs k * r * (g * (a + r)) / 2) by (unfold f; field).
      lra. }
    assert (hgs : f * g <= (1 + 9/16 * b) * s) by nra.
    assert (f * x2 <= z) by nra.
    assert (f * x1 <= (1 + b / 2) * x1) by nra.
    assert ((r - a) * f <= f * g + f * x1 + f * x2) by nra.
    unfold rest. split; lra.
Qed.
End Near.
