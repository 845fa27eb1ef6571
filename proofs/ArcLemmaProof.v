(** Proof of the statement of ArcLemma.v, from the parts. *)
Require Import Reals ZArith Lra Lia Psatz.
From TMD Require Import ArcTools ArcResidue ArcRoot ArcShort ArcLemma.
Local Open Scope R_scope.

(** An integer that is rounded from a number between two integers is between them. *)
Lemma rounded_between (lo hi m : Z) (x : R) :
  IZR lo <= x <= IZR hi -> Rabs (IZR m - x) <= 1/2 -> (lo <= m <= hi)%Z.
Proof.
  intros [h1 h2] h. apply abs_inside in h. split.
  - assert (IZR lo < IZR (m + 1)) by (rewrite plus_IZR; lra). apply lt_IZR in H. lia.
  - assert (IZR m < IZR (hi + 1)) by (rewrite plus_IZR; lra). apply lt_IZR in H. lia.
Qed.

Section Proof.
Variables (c : contract) (n : bounds) (a : arc) (t y : Z).
Hypothesis ob : obligations c (bent n).
Hypothesis share_positive : 0 <= class_share c.
Hypothesis bh : bounds_hold c n (poly a).
Hypothesis ah : arc_holds c n a t.
Hypothesis hard : Rabs (value (poly a) (IZR t) - IZR y) <= eta n.

Let p := poly a.
Let b := bent n.
Let W := extent n.
Let q := IZR (den a).
Let f := IZR (num a) / q.
Let m := IZR (near a).
Let tt := IZR t.
Let K := passed a t y.
Let X := (IZR K + rise a) / q.
Let e1 := squares c n p.

Lemma q_positive : 0 < q.
Proof. apply (IZR_lt 0). apply ah. Qed.

Lemma b_range : 0 <= b <= 1/32.
Proof. pose proof (straight _ _ ob). unfold b. lra. Qed.

Lemma B_pos : 0 < pB p.
Proof. apply (curvature _ _ _ bh). Qed.

Lemma off0_pos : 0 <= off0 n.
Proof. pose proof (vertex0_close _ _ _ _ ah). pose proof (Rabs_pos (vertex0 a - vertex a)). lra. Qed.

(** From m to t, but for the parabola of the integers passed. *)
Lemma close : Rabs (value p tt - value p m - f * (tt - m) - X) <= 2 * eta n.
Proof.
  pose proof q_positive as hq. pose proof (rise_close _ _ _ _ ah) as hr. fold p q m in hr.
  apply (Rmult_le_reg_r q); [assumption |].
  rewrite abs_times by lra.
  replace ((value p tt - value p m - f * (tt - m) - X) * q)
    with ((value p tt - IZR y) * q
          - (rise a - (IZR (integer a) - q * (value p m + IZR (period a))))).
  2:{ unfold f, X, K, passed. rewrite !minus_IZR, !mult_IZR, !minus_IZR, plus_IZR. fold q m tt. field. lra. }
  replace (2 * eta n * q) with (eta n * q + q * eta n) by ring.
  apply abs_minus_le; [| assumption].
  apply abs_mult_le; [assumption | rewrite Rabs_right; lra].
Qed.

Lemma t_between : (first a <= t <= last a)%Z.
Proof. destruct (inputs _ _ _ _ ah) as [h1 [h2 _]]. lia. Qed.

Lemma near_vertex0 :
  (Rabs (m - vertex0 a) <= 1/2 /\ Rabs (m - vertex0 a) <= Rabs (tt - vertex0 a)) \/ 0 <= (tt - m) * (m - vertex0 a).
Proof.
  apply (near_input (first a) (last a) (near a) t (Rmax (Rmin (vertex0 a) (IZR (last a))) (IZR (first a)))).
  - apply t_between.
  - reflexivity.
  - apply (near_rounded _ _ _ _ ah).
Qed.

Lemma m_between : (first a <= near a <= last a)%Z.
Proof.
  pose proof t_between as ht. assert (hl : IZR (first a) <= IZR (last a)) by (apply IZR_le; lia).
  apply (rounded_between _ _ _ (Rmax (Rmin (vertex0 a) (IZR (last a))) (IZR (first a)))).
  - split; [apply Rmax_r |]. apply Rmax_lub; [apply Rmin_r | assumption].
  - apply (near_rounded _ _ _ _ ah).
Qed.

Lemma in_packet (i : Z) : (first a <= i <= last a)%Z -> 0 <= IZR i <= W.
Proof.
  intros hi. destruct (inputs _ _ _ _ ah) as [h1 [_ h3]]. split.
  - apply (IZR_le 0). lia.
  - apply Rle_trans with (IZR (last a)); [apply IZR_le; lia | assumption].
Qed.

Lemma near_vertex1 : Rabs (m - vertex1 a) <= 1/2 + moved n \/ 0 <= (tt - m) * (m - vertex1 a).
Proof.
  apply near_moved with (v0 := vertex0 a).
  - apply (vertices_near _ _ _ _ ah).
  - destruct near_vertex0 as [[h _] | h]; [left; assumption | right; assumption].
  - apply (moved_positive _ _ _ bh).
Qed.

(** ** K is not negative *)

Lemma passed_positive : (0 <= K)%Z.
Proof.
  pose proof q_positive as hq. pose proof b_range as hb. pose proof B_pos as hB. pose proof off0_pos as ho.
  pose proof (bend _ _ _ bh) as hbend. fold p b W in hbend.
  destruct (within _ _ _ _ ah (vertex a)) as (v1 & v2 & v3); [left; reflexivity |].
  fold m in v2. fold tt in v3. fold W in v1, v2, v3.
  assert (hv : Rabs (3 * pC p * vertex a) <= b * pB p).
  { rewrite !Rabs_mult, (Rabs_right 3) by lra.
    assert (Rabs (pC p) * Rabs (vertex a) <= Rabs (pC p) * W) by (apply Rmult_le_compat_l; [apply Rabs_pos | assumption]).
    lra. }
  apply abs_inside in hv.
  assert (hh : (1 - b) * pB p <= half p (vertex a) <= (1 + b) * pB p) by (unfold half; lra).
  set (h := half p (vertex a)) in *.
  assert (h31 : 31/32 * pB p <= h).
  { assert (b * pB p <= 1/32 * pB p) by (apply Rmult_le_compat_r; lra). lra. }
  assert (hp : 0 < h) by lra.
  assert (hd : h * ((m - vertex a) * (m - vertex a)) + pC p * ((m - vertex a) * (m - vertex a) * (m - vertex a))
    - (h * ((tt - vertex a) * (tt - vertex a)) + pC p * ((tt - vertex a) * (tt - vertex a) * (tt - vertex a)))
    <= h * (2 * off0 n + off0 n * off0 n) + 2 * Rabs (pC p) * ((1/2 + off0 n) * (1/2 + off0 n) * (1/2 + off0 n))).
  { pose proof (dip_bound b h (pC p) W (off0 n) (m - vertex0 a) (tt - vertex0 a) (vertex0 a - vertex a)) as d.
    cbv beta in d.
    replace (m - vertex0 a + (vertex0 a - vertex a)) with (m - vertex a) in d by ring.
    replace (tt - vertex0 a + (vertex0 a - vertex a)) with (tt - vertex a) in d by ring.
    apply d; try assumption.
    - assert (b * (31/32 * pB p) <= b * h) by (apply Rmult_le_compat_l; lra). lra.
    - apply (vertex0_close _ _ _ _ ah).
    - replace (tt - vertex0 a - (m - vertex0 a)) with (tt - m) by ring. apply near_vertex0. }
  assert (hdip : h * (2 * off0 n + off0 n * off0 n) + 2 * Rabs (pC p) * ((1/2 + off0 n) * (1/2 + off0 n) * (1/2 + off0 n)) <= dip n p).
  { unfold dip. fold b.
    assert (0 <= off0 n * off0 n) by (apply Rmult_le_pos; assumption).
    assert (h * (2 * off0 n + off0 n * off0 n) <= (1 + b) * pB p * (2 * off0 n + off0 n * off0 n)).
    { apply Rmult_le_compat_r; lra. }
    lra. }
  assert (id : value p tt - value p m - f * (tt - m)
    = h * ((tt - vertex a) * (tt - vertex a)) + pC p * ((tt - vertex a) * (tt - vertex a) * (tt - vertex a))
      - (h * ((m - vertex a) * (m - vertex a)) + pC p * ((m - vertex a) * (m - vertex a) * (m - vertex a)))).
  { unfold f, q. rewrite <- (vertex_exact _ _ _ _ ah). unfold h, value, half, slope. fold p. ring. }
  pose proof (rise_close _ _ _ _ ah) as hr. fold p q m in hr. apply abs_inside in hr.
  pose proof (rise_below _ _ _ _ ah) as hrb.
  pose proof (bias_holds _ _ _ _ ah) as hbias. fold q p in hbias.
  apply (none_before K q (IZR (integer a) - q * (value p m + IZR (period a)))
    (q * (value p tt - value p m - f * (tt - m))) (q * (value p tt - IZR y)) (eta n) (dip n p)
    (q * eta n + q * dip n p)).
  - assumption.
  - rewrite Rabs_mult, (Rabs_right q) by lra. apply Rmult_le_compat_l; [lra | assumption].
  - unfold K, passed, f. rewrite !minus_IZR, !mult_IZR, !minus_IZR, plus_IZR. fold q m tt. field. lra.
  - rewrite id.
    assert (- dip n p <= value p tt - value p m - f * (tt - m)) by (rewrite id; lra).
    rewrite <- id. replace (- (q * dip n p)) with (q * - dip n p) by ring. apply Rmult_le_compat_l; lra.
  - lra.
  - lra.
Qed.

(** ** The spread *)

Lemma eta_B : 0 <= eta n / pB p.
Proof.
  pose proof B_pos. pose proof (eta_positive _ _ _ bh).
  apply Rmult_le_pos; [assumption | left; apply Rinv_0_lt_compat; assumption].
Qed.

Lemma squares_large : 2 * (1 + 3/8 * b) / (1 - b) * (eta n / pB p) + / 2 ^ 40 * (eta n / pB p) <= e1.
Proof.
  pose proof eta_B. unfold e1, squares. rewrite <- Rmult_plus_distr_r.
  apply Rmult_le_compat_r; [assumption |]. apply (spread_holds _ _ ob).
Qed.

Lemma squares_pos : 0 <= e1.
Proof.
  pose proof squares_large. pose proof eta_B. pose proof b_range.
  assert (0 <= 2 * (1 + 3/8 * b) / (1 - b)).
  { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]. }
  assert (0 <= 2 * (1 + 3/8 * b) / (1 - b) * (eta n / pB p)) by (apply Rmult_le_pos; assumption).
  assert (0 <= / 2 ^ 40 * (eta n / pB p)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma root_error_range : 0 <= root_error <= / 2 ^ 11.
Proof. unfold root_error. lra. Qed.

Lemma reciprocal_error_range : 0 <= reciprocal_error <= / 2 ^ 10.
Proof. unfold reciprocal_error. lra. Qed.

Lemma root_estimate_pos : 1 <= root_estimate c.
Proof.
  pose proof (root_estimate_holds _ _ ob) as h. pose proof b_range as hb. fold b in h. pose proof root_error_range.
  assert (1 <= (1 + 9/16 * b) * (64/63) / (1 - root_error)).
  { apply (Rmult_le_reg_r (1 - root_error)); [lra |].
    replace ((1 + 9/16 * b) * (64/63) / (1 - root_error) * (1 - root_error)) with ((1 + 9/16 * b) * (64/63)) by (field; lra).
    lra. }
  lra.
Qed.

Lemma rough_pos : 0 <= rough_total c b.
Proof. pose proof (rough_holds _ _ ob) as h. fold b in h. pose proof b_range. pose proof root_error_range. lra. Qed.

(** What is computed is at least what the proofs compare with. *)
Variable k : arc_computed c n a t.

Lemma wide_large : (1 - root_error) * sqrt e1 <= wide k.
Proof.
  eapply Rle_trans; [| apply (wide_close k)]. pose proof root_error_range.
  apply Rmult_le_compat_l; [lra |]. apply sqrt_le_1_alt. apply Rmax_l.
Qed.

Lemma radius_large :
  root_estimate c * (1 - root_error) * sqrt e1 + reach_factor c * reach n <= radius k.
Proof.
  unfold radius. pose proof wide_large. pose proof root_estimate_pos.
  assert (root_estimate c * ((1 - root_error) * sqrt e1) <= root_estimate c * wide k) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

Let least_farthest :=
  ArcShort.farthest (vertex0 a) tt e1 root_error (reach_factor c) (root_estimate c) (rough_total c b) (reach n).

Lemma reach_part : 0 <= reach_factor c * reach n.
Proof.
  pose proof (reach_factor_holds _ _ ob) as h. fold b in h. pose proof b_range. pose proof off0_pos.
  pose proof (reach_holds _ _ _ bh). apply Rmult_le_pos; lra.
Qed.

Lemma farthest_large : least_farthest <= (1 - / 2 ^ 22) * ArcLemma.farthest k.
Proof.
  unfold least_farthest, ArcShort.farthest, ArcLemma.farthest. fold b.
  pose proof radius_large as hr. pose proof (longer_covers k) as hl. fold tt in hl.
  pose proof rough_pos as rp. pose proof reach_part as rr. pose proof root_estimate_pos as re.
  set (w := Rabs (tt - vertex0 a)) in *. assert (w0 : 0 <= w) by apply Rabs_pos.
  set (rs := root_estimate c * (1 - root_error) * sqrt e1) in *.
  assert (rs0 : 0 <= rs).
  { unfold rs. pose proof root_error_range. apply Rmult_le_pos; [apply Rmult_le_pos; lra | apply sqrt_pos]. }
  assert (h1 : (1 + rough_total c b) * ((1 - / 2 ^ 40) * w) <= (1 + rough_total c b) * longer k) by (apply Rmult_le_compat_l; lra).
  assert (h0 : 0 <= (1 + rough_total c b) * w) by (apply Rmult_le_pos; lra).
  set (rw := (1 + rough_total c b) * w) in *.
  assert (h2 : (1 - / 2 ^ 40) * rw <= (1 + rough_total c b) * longer k) by (unfold rw; lra).
  set (L := (1 + rough_total c b) * longer k) in *. set (rf := reach_factor c * reach n) in *.
  assert ((1 - / 2 ^ 22) * ((1 - / 2 ^ 40) * rw) <= (1 - / 2 ^ 22) * L) by (apply Rmult_le_compat_l; lra).
  assert ((1 - / 2 ^ 21) * rw <= (1 - / 2 ^ 22) * ((1 - / 2 ^ 40) * rw)).
  { rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
  lra.
Qed.

Lemma farthest_enough z :
  0 <= least_farthest /\ z <= least_farthest * least_farthest ->
  z <= ((1 - / 2 ^ 22) * ArcLemma.farthest k) * ((1 - / 2 ^ 22) * ArcLemma.farthest k).
Proof.
  intros [h0 h]. pose proof farthest_large as hl. apply Rle_trans with (1 := h).
  apply Rmult_le_compat; assumption.
Qed.

(** ** The class *)

Lemma multiple_of_den : exists j, multiple a t y = (j * den a)%Z.
Proof.
  pose proof (class_of_case (num a) (den a) (before a) (near a) t (y + period a) (integer a) (neighbours _ _ _ _ ah)) as h.
  cbv zeta in h. apply Z.mod_divide in h; [| pose proof (den_positive _ _ _ _ ah); lia].
  destruct h as [j hj]. exists j. unfold multiple, passed. exact hj.
Qed.

(** ** The short way *)

Lemma arc_kept (h : short_computed c n a t) : kept k h.
Proof.
  pose proof passed_positive as hK. pose proof q_positive as hq. pose proof B_pos as hB.
  pose proof b_range as hb. pose proof root_error_range as he.
  destruct (within _ _ _ _ ah (vertex0 a)) as (v1 & v2 & v3); [right; left; reflexivity |].
  fold m in v2. fold tt in v3. fold W in v1, v2, v3.
  pose proof (in_packet t t_between) as ht. pose proof (in_packet (near a) m_between) as hm. fold tt in ht. fold m in hm.
  pose proof (bend _ _ _ bh) as hbend. fold p b W in hbend.
  pose proof (vertex_exact _ _ _ _ ah) as hv. pose proof (vertex0_close _ _ _ _ ah) as hv0.
  pose proof (off0_small _ _ _ bh) as ho. fold W in ho.
  pose proof (eta_positive _ _ _ bh) as heta. pose proof (extent_large _ _ _ bh) as hW. fold W in hW.
  pose proof (y_off0_small _ _ _ bh) as hz.
  pose proof (root_estimate_holds _ _ ob) as o1. pose proof (reach_factor_holds _ _ ob) as o2.
  pose proof (rough_holds _ _ ob) as o3. fold b in o1, o2, o3. pose proof (reach_holds _ _ _ bh) as o4.
  destruct (Z.eq_dec K 0) as [zero | later].
  - left.
    assert (hX : X = (0 + rise a) / q) by (unfold X; rewrite zero; reflexivity).
    assert (hy : Rabs (y_short h - ((m - vertex0 a) * (m - vertex0 a) + X / pB p))
                 <= y_off0 n * (Rabs (tt - vertex0 a) + sqrt e1 + 1)).
    { rewrite hX. apply (y_short_close _ _ _ _ h). }
    set (r := sqrt (Rmax (y_short h) 1)).
    assert (m1 : 1 <= Rmax (y_short h) 1) by apply Rmax_r.
    assert (r0 : 0 <= r) by apply sqrt_pos.
    assert (hr : r * r = Rmax (y_short h) 1) by (apply sqrt_sqrt; lra).
    destruct (short_root (pA p) (pS p) (pB p) (pC p) b W (vertex a) (vertex0 a) tt m f X (eta n) (off0 n) (y_off0 n) e1
      hb hB hW hbend v1 ht hm hv hv0 ho near_vertex0 heta close hz squares_large (y_short h) hy
      root_error (reach_factor c) (root_estimate c) (rough_total c b) r (root_short h) (reach n)
      he r0 hr (root_short_close _ _ _ _ h) o1 o2 o3 o4) as (s & hs & hd).
    exists s. split; [exact hs |].
    destruct multiple_of_den as (j & hj).
    pose proof (multiple_found j (found h s) q (place h s) hq (found_close _ _ _ _ h s hs)) as hf.
    fold q.
    assert (hp : Rabs (place h s - IZR j * q) <= Rabs (tt - m - (vertex0 a - m + s * root_short h)) + 5/8).
    { pose proof (place_close _ _ _ _ h s hs) as hp. fold m in hp.
      assert (hjr : IZR j * q = tt - m + IZR (integer a * before a)).
      { unfold q. rewrite <- mult_IZR, <- hj. unfold multiple. fold K. rewrite zero.
        rewrite plus_IZR, minus_IZR, Z.add_0_r. reflexivity. }
      rewrite hjr.
      replace (place h s - (tt - m + IZR (integer a * before a)))
        with ((place h s - (vertex0 a - m + IZR (integer a * before a) + s * root_short h))
              - (tt - m - (vertex0 a - m + s * root_short h))) by ring.
      pose proof (abs_minus_le _ _ _ _ hp (Rle_refl (Rabs (tt - m - (vertex0 a - m + s * root_short h))))). lra. }
    pose proof radius_large as hrad. fold b.
    assert ((1 - / 2 ^ 43) * (root_estimate c * (1 - root_error) * sqrt e1 + reach_factor c * reach n + rough_total c b * root_short h)
      <= (1 - / 2 ^ 43) * (radius k + rough_total c b * root_short h)) by (apply Rmult_le_compat_l; lra).
    lra.
  - right. apply farthest_enough.
    (* y of the integer that the case passes *)
    set (yk := (m - vertex0 a) * (m - vertex0 a) + X / pB p
               + (y_next h - ((m - vertex0 a) * (m - vertex0 a) + (1 + rise a) / q / pB p))).
    assert (hy : Rabs (yk - ((m - vertex0 a) * (m - vertex0 a) + X / pB p))
                 <= y_off0 n * (Rabs (tt - vertex0 a) + sqrt e1 + 1)).
    { unfold yk. replace ((m - vertex0 a) * (m - vertex0 a) + X / pB p
               + (y_next h - ((m - vertex0 a) * (m - vertex0 a) + (1 + rise a) / q / pB p))
               - ((m - vertex0 a) * (m - vertex0 a) + X / pB p))
        with (y_next h - ((m - vertex0 a) * (m - vertex0 a) + (1 + rise a) / q / pB p)) by ring.
      apply (y_next_close _ _ _ _ h). }
    assert (hle : y_next h <= yk).
    { unfold yk. assert ((1 + rise a) / q / pB p <= X / pB p); [| lra].
      unfold X, Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; assumption |].
      apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; assumption |].
      assert (1 <= IZR K) by (apply (IZR_le 1); lia). lra. }
    destruct (short_more (pA p) (pS p) (pB p) (pC p) b W (vertex a) (vertex0 a) tt m f X (eta n) (off0 n) (y_off0 n) e1
      hb hB hW hbend v1 ht hm hv hv0 ho near_vertex0 heta close hz squares_large yk hy
      root_error (reach_factor c) (root_estimate c) (rough_total c b) (reach n) he o1 o2 o3 o4) as [g1 g2].
    unfold least_farthest. split; [exact g1 | lra].
Qed.

(** ** The long way *)

Lemma arc_evaluated (h : long_computed c n a t y) : evaluated y k h.
Proof.
  pose proof passed_positive as hK. pose proof q_positive as hq. pose proof B_pos as hB.
  pose proof b_range as hb. pose proof root_error_range as he. pose proof reciprocal_error_range as her.
  destruct (within _ _ _ _ ah (vertex0 a)) as (v1 & v2 & v3); [right; left; reflexivity |].
  fold m in v2. fold tt in v3. fold W in v1, v2, v3.
  destruct (within _ _ _ _ ah (vertex1 a)) as (x1 & x2 & x3); [right; right; reflexivity |].
  fold m in x2. fold tt in x3. fold W in x1, x2, x3.
  pose proof (bend _ _ _ bh) as hbend. fold p b W in hbend.
  pose proof (vertex_exact _ _ _ _ ah) as hv. pose proof (vertex0_close _ _ _ _ ah) as hv0.
  pose proof (vertex1_close _ _ _ _ ah) as hv1. pose proof (off1_small _ _ _ bh) as ho1.
  pose proof (off0_small _ _ _ bh) as ho. fold W in ho.
  pose proof (eta_positive _ _ _ bh) as heta. pose proof (extent_large _ _ _ bh) as hW. fold W in hW.
  pose proof (y_off1_small _ _ _ bh) as hz.
  pose proof (root_estimate_holds _ _ ob) as o1. pose proof (reach_factor_holds _ _ ob) as o2.
  pose proof (rough_holds _ _ ob) as o3. fold b in o1, o2, o3. pose proof (reach_holds _ _ _ bh) as o4.
  pose proof (y_long_close _ _ _ _ _ h) as hy.
  split; [exact hK | split].
  - intros i hi.
    apply Rle_trans with (1 := y_long_rises _ _ _ _ _ h i hi).
    apply farthest_enough.
    assert (hvv : Rabs (vertex0 a - vertex1 a) <= 2 * off0 n).
    { replace (vertex0 a - vertex1 a) with ((vertex0 a - vertex a) - (vertex1 a - vertex a)) by ring.
      pose proof (abs_minus_le _ _ _ _ hv0 hv1). lra. }
    exact (long_more (pA p) (pS p) (pB p) (pC p) b W (vertex a) (vertex0 a) tt m f X (eta n) (off0 n) (y_off1 n) e1
      hb hB hbend v1 v2 v3 hv hv0 ho near_vertex0 heta close hz squares_large
      root_error (reach_factor c) (root_estimate c) (rough_total c b) (reach n) he o1 o2 o3 o4
      (vertex1 a) (y_long h K) hvv x2 hy).
  - set (r := sqrt (Rmax (y_long h K) 1)).
    assert (m1 : 1 <= Rmax (y_long h K) 1) by apply Rmax_r.
    assert (r0 : 0 <= r) by apply sqrt_pos.
    assert (hr : r * r = Rmax (y_long h K) 1) by (apply sqrt_sqrt; lra).
    assert (r1 : 1 <= r) by (apply square_le; lra).
    assert (ho' : off1 n <= W / 128) by lra.
    assert (hz' : 0 <= y_off1 n <= W / 256) by lra.
    destruct (case_near_root (pA p) (pS p) (pB p) (pC p) b W (vertex a) (vertex0 a) (vertex1 a) tt m f X (eta n)
      (off1 n) (turned n) (moved n) (far n) (y_off1 n) (spread c) (y_long h K) r
      hb hB hW hbend v1 x3 hv hv1 ho' (vertices_turn _ _ _ _ ah) (turned_small _ _ _ bh) (moved_positive _ _ _ bh)
      near_vertex1 (far_small _ _ _ bh) (near_holds _ _ _ bh) heta close hz' hy (spread_holds _ _ ob)
      (squares_within _ _ _ bh) (conj r0 hr)) as (s & hs & hd1 & hd2).
    destruct multiple_of_den as (j & hj).
    exists s, j. split; [exact hs | split; [exact hj |]].
    set (kap := kappa a) in *.
    set (narrow := slope_estimate c * (e1 * inverse _ _ _ _ _ h)).
    pose proof (width_enough b e1 r (estimate _ _ _ _ _ h) (inverse _ _ _ _ _ h)
      (Rmin narrow (root_estimate c * wide_long _ _ _ _ _ h)) root_error reciprocal_error
      (slope_estimate c) (root_estimate c) (wide_long _ _ _ _ _ h)) as hw.
    assert (hwide : (1 - root_error) * sqrt e1 <= wide_long _ _ _ _ _ h).
    { eapply Rle_trans; [| apply (wide_long_close _ _ _ _ _ h)].
      apply Rmult_le_compat_l; [lra |]. apply sqrt_le_1_alt. apply Rmax_l. }
    specialize (hw ltac:(lra) squares_pos r1 he her (estimate_close _ _ _ _ _ h) (inverse_close _ _ _ _ _ h)
      (slope_estimate_holds _ _ ob) o1 hwide eq_refl).
    set (third := 5/8 * (1 + b) * (kap * kap) * (r * r * r)).
    assert (hthird : third <= (1 - / 2 ^ 43) * (third_order c * (kap / 2 * (kap / 2)) * (r * r * r))).
    { pose proof (third_order_holds _ _ ob) as o5. fold b in o5.
      assert (0 <= kap * kap) by nra. assert (0 <= r * r * r) by (repeat apply Rmult_le_pos; assumption).
      assert (h0 : 0 <= kap * kap * (r * r * r)) by (apply Rmult_le_pos; assumption).
      assert (5/2 * (1 + b) <= (1 - / 2 ^ 43) * third_order c).
      { assert ((1 - / 2 ^ 43) * (5/2 * (1 + b) + / 2 ^ 40) <= (1 - / 2 ^ 43) * third_order c) by (apply Rmult_le_compat_l; lra).
        lra. }
      replace third with (5/2 * (1 + b) * (kap * kap * (r * r * r) / 4)) by (unfold third; field).
      replace ((1 - / 2 ^ 43) * (third_order c * (kap / 2 * (kap / 2)) * (r * r * r)))
        with ((1 - / 2 ^ 43) * third_order c * (kap * kap * (r * r * r) / 4)) by field.
      apply Rmult_le_compat_r; lra. }
    set (core := 17/16 + far n + 33/16 * off1 n + 17/16 * turned n + 17/16 * y_off1 n).
    assert (hdist : Rabs (tt - m - (vertex1 a - m + s * r - kap / 2 * (r * r)))
      <= Rmin (e1 / r) ((1 + 9/16 * b) * sqrt e1) + core + third).
    { assert (g1 : Rabs (tt - m - (vertex1 a - m + s * r - kap / 2 * (r * r))) <= e1 / r + (core + third)) by exact hd1.
      assert (g2 : Rabs (tt - m - (vertex1 a - m + s * r - kap / 2 * (r * r))) <= (1 + 9/16 * b) * sqrt e1 + (core + third)) by exact hd2.
      unfold Rmin. destruct (Rle_dec (e1 / r) ((1 + 9/16 * b) * sqrt e1)); lra. }
    pose proof (fine_reach_holds _ _ _ _ _ h) as hfr. fold core in hfr.
    assert (hx : IZR j * q - centre _ _ _ _ _ h s = tt - m - (vertex1 a - m + s * r - kap / 2 * (r * r))).
    { unfold q. rewrite <- mult_IZR, <- hj. unfold multiple, centre, root. fold K. fold r. fold kap.
      rewrite plus_IZR, minus_IZR. fold tt m. ring. }
    destruct (member_visited j (start h s) q (centre _ _ _ _ _ h s)
      (Rmin (e1 / r) ((1 + 9/16 * b) * sqrt e1) + core + third)
      (width _ _ _ _ _ h) (rounding _ _ _ _ _ h) (class_share c) (least _ _ _ _ _ h s) (most h s)) as [g1 g2].
    + assumption.
    + rewrite hx. assumption.
    + unfold width, root. fold K. fold r. fold kap. fold p. fold e1. fold narrow. fold q. lra.
    + apply (least_close _ _ _ _ _ h s hs).
    + apply (most_close _ _ _ _ _ h s hs).
    + assumption.
    + apply (start_close _ _ _ _ _ h s hs).
    + split; [assumption |]. rewrite mult_IZR. assumption.
Qed.
End Proof.

Theorem arc_lemma : arc_lemma_statement.
Proof.
  intros c n a t y ob share bh ah hard k short long. split.
  - exact (arc_kept c n a t y ob bh ah hard k short).
  - exact (arc_evaluated c n a t y ob share bh ah hard k long).
Qed.

