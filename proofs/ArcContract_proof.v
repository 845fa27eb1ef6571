(** Proofs of the statements of ArcContract.v. *)
Require Import Reals ZArith Lra Psatz.
From TMD Require Import ArcTools ArcLemma ArcLemma_proof ArcContract.
From TMD Require Constants.
Local Open Scope R_scope.

Theorem constants : constants_statement.
Proof.
  intros b hb. assert (hb' : 0 <= b <= 1/32) by lra.
  assert (e11 : / 2 ^ 11 = 1 / 2048) by lra. assert (e10 : / 2 ^ 10 = 1 / 1024) by lra.
  constructor; cbn [spread reach_factor root_estimate slope_estimate rough rough_estimate third_order kernel_contract];
    unfold rough_total, root_error, reciprocal_error, Constants.spread, Constants.reach_factor, Constants.root_estimate,
    Constants.slope_estimate, Constants.rough, Constants.rough_estimate, Constants.third_order;
    cbn [rough rough_estimate kernel_contract]; unfold Constants.rough, Constants.rough_estimate.
  - lra.
  - apply (Rmult_le_reg_r (1 - b)); [lra |].
    replace ((2 * (1 + 3/8 * b) / (1 - b) + / 2 ^ 40) * (1 - b))
      with (2 * (1 + 3/8 * b) + / 2 ^ 40 * (1 - b)) by (field; lra). lra.
  - lra.
  - lra.
  - lra.
  - lra.
  - lra.
Qed.

Section Contract.
Variables (c : contract) (k : packet) (p : polynomial).
Hypothesis spread_small : spread c <= 100.
Hypothesis nn : packet_numbers k.
Hypothesis oo : packet_obligations k.
Hypothesis pp : polynomial_within k p.

Lemma W_parts : 64 <= W k /\ length k <= W k /\ 3 / 4 <= W k * (least_b k * low k).
Proof.
  destruct nn as [h1 _ h3 _ [h5 _] _ _ _].
  assert (hp : 0 < least_b k * low k) by (apply Rmult_lt_0_compat; lra).
  assert (h0 : 0 <= 3 / (4 * least_b k * low k)).
  { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]. }
  unfold W. repeat split; try lra.
  replace ((51/50 * length k + 3 / (4 * least_b k * low k)) * (least_b k * low k))
    with (51/50 * length k * (least_b k * low k) + 3/4) by (field; split; lra).
  assert (0 <= 51/50 * length k * (least_b k * low k)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma B3_range : 0 <= B3 k <= 1/32 /\ B3 k * least_b k = 3 * most_c k * W k.
Proof.
  destruct W_parts as (w1 & _). destruct nn as [_ _ h3 h4 _ _ _ _]. destruct oo as [o1 o2 _ _ _ _ _].
  split; [split; [| lra] |].
  - unfold B3. apply Rmult_le_pos; [repeat apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat; lra].
  - unfold B3. field. lra.
Qed.

Lemma series_range : / 2 ^ 37 <= series k <= 1/500.
Proof.
  destruct B3_range as [[b0 b1] _]. unfold series, Constants.vertex_terms. simpl (B3 k ^ 4).
  assert (0 <= B3 k * (B3 k * 1) <= 1/32 * (1/32)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat]; lra).
  assert (0 <= B3 k * (B3 k * (B3 k * 1)) <= 1/32 * (1/32 * (1/32)))
    by (split; [apply Rmult_le_pos | apply Rmult_le_compat]; lra).
  assert (0 <= B3 k * (B3 k * (B3 k * (B3 k * 1))) <= 1/32 * (1/32 * (1/32 * (1/32))))
    by (split; [apply Rmult_le_pos | apply Rmult_le_compat]; lra). lra.
Qed.

Lemma order_small : 1 <= order k <= 2 ^ 25.
Proof.
  destruct nn as [_ _ _ _ [h5 h6] h7 _ _]. destruct oo as [_ _ _ o4 _ _ _].
  split; [lra |]. apply square_le; [lra |].
  assert (h0 : 0 <= order k * order k) by (apply Rmult_le_pos; lra).
  assert (order k * order k * 3 <= order k * order k * magnitude k) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** 1/b0 is at most 4/3 of W times the smallest order. *)
Lemma inverse_b : / least_b k <= 4/3 * W k * order k.
Proof.
  destruct W_parts as (w1 & _ & w3). destruct nn as [_ _ h3 _ [h5 h6] _ _ _].
  apply (Rmult_le_reg_r (least_b k)); [assumption |].
  replace (/ least_b k * least_b k) with 1 by (field; lra).
  assert (W k * least_b k * low k <= W k * least_b k * order k).
  { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]. }
  lra.
Qed.

Lemma slope_off_range : 0 <= slope_off k <= W k / 2 ^ 26.
Proof.
  destruct W_parts as (w1 & _ & _). destruct nn as [_ [u0 u1] h3 _ _ _ _ _]. pose proof inverse_b as hi.
  pose proof order_small as ho.
  assert (i0 : 0 < / least_b k) by (apply Rinv_0_lt_compat; assumption).
  replace (slope_off k) with (/ 2 ^ 52 * (slope_unit k * / least_b k)) by (unfold slope_off; field; lra).
  assert (0 <= slope_unit k * / least_b k <= 1 * / least_b k).
  { split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]. }
  assert (W k * order k <= W k * 2 ^ 25) by (apply Rmult_le_compat_l; lra).
  split; lra.
Qed.

Lemma cubic_share : 0 <= / 2 ^ 40 * B3 k + / 2 ^ 48 + B3 k * (series k * series k) <= series k / 2.
Proof.
  destruct B3_range as [[b0 b1] _]. pose proof series_range as [s0 s1].
  assert (0 <= series k * series k <= 1/500 * series k) by (split; [apply Rmult_le_pos | apply Rmult_le_compat]; lra).
  assert (0 <= B3 k * (series k * series k) <= 1/32 * (1/500 * series k)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat]; lra).
  lra.
Qed.

Lemma first_range : slope_off k <= first_off k <= W k / 128 /\ W k * / 2 ^ 37 <= first_off k.
Proof.
  destruct W_parts as (w1 & _ & _). pose proof series_range as [s0 s1]. pose proof slope_off_range as [t0 t1].
  assert (W k * / 2 ^ 37 <= W k * series k <= W k * (1/500)) by (split; apply Rmult_le_compat_l; lra).
  unfold first_off. lra.
Qed.

Lemma refined_range x : 0 <= x <= W k -> slope_off k <= refined_off k x <= refined_off k (W k) /\ refined_off k (W k) <= first_off k.
Proof.
  intros hx. destruct W_parts as (w1 & _ & _). pose proof cubic_share as [s0 s1]. pose proof series_range as [r0 r1].
  unfold refined_off, first_off.
  set (s := / 2 ^ 40 * B3 k + / 2 ^ 48 + B3 k * (series k * series k)) in *.
  assert (0 <= x * s <= W k * s) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (W k * s <= W k * series k) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma B_range : 0 < pB p /\ 0 <= threshold k / pB p <= threshold k * / least_b k.
Proof.
  destruct nn as [_ _ h3 _ _ _ h7 _]. destruct pp as (p1 & _).
  assert (hB : 0 < pB p) by lra. split; [assumption |].
  split; [apply Rmult_le_pos; [assumption | left; apply Rinv_0_lt_compat; assumption] |].
  apply Rmult_le_compat_l; [assumption |]. apply Rinv_le_contravar; assumption.
Qed.

Lemma dip_small n : n = inner_bounds k \/ n = outer_bounds k -> 0 <= packet_dip k /\ dip n p <= packet_dip k.
Proof.
  intros hn.
  assert (e : dip n p = (1 + allowed_bend k) * pB p * (2 * first_off k + first_off k * first_off k)
    + 2 * Rabs (pC p) * ((1/2 + first_off k) * (1/2 + first_off k) * (1/2 + first_off k))).
  { destruct hn as [-> | ->]; reflexivity. }
  rewrite e. destruct pp as (p1 & p2 & p3). destruct B_range as [hB _].
  destruct B3_range as [[b0 b1] _]. destruct oo as [o1 _ _ _ _ _ _]. pose proof first_range as [[f0 f1] f2].
  pose proof slope_off_range as [t0 _]. pose proof (Rabs_pos (pC p)) as cp.
  assert (q1 : 0 <= 2 * first_off k + first_off k * first_off k).
  { assert (0 <= first_off k * first_off k) by (apply Rmult_le_pos; lra). lra. }
  assert (q2 : 0 <= (1/2 + first_off k) * (1/2 + first_off k) * (1/2 + first_off k)) by (repeat apply Rmult_le_pos; lra).
  unfold packet_dip. split.
  - assert (0 <= (1 + allowed_bend k) * most_b k) by (apply Rmult_le_pos; lra).
    assert (0 <= (1 + allowed_bend k) * most_b k * (2 * first_off k + first_off k * first_off k)) by (apply Rmult_le_pos; assumption).
    assert (0 <= 2 * most_c k * ((1/2 + first_off k) * (1/2 + first_off k) * (1/2 + first_off k))) by (apply Rmult_le_pos; lra).
    lra.
  - apply Rplus_le_compat.
    + apply Rmult_le_compat_r; [assumption |]. apply Rmult_le_compat_l; lra.
    + apply Rmult_le_compat_r; [assumption |]. lra.
Qed.

Lemma hold n : n = inner_bounds k \/ n = outer_bounds k -> bounds_hold c n p.
Proof.
  intros hn.
  destruct W_parts as (w1 & w2 & w3). destruct B3_range as [[b0 b1] b2]. pose proof series_range as [s0 s1].
  pose proof first_range as [[f0 f1] f2]. pose proof slope_off_range as [t0 t1].
  destruct B_range as [hB [e0 e1]]. pose proof order_small as [d0 d1]. pose proof inverse_b as hi.
  destruct (dip_small n hn) as [dp _].
  destruct nn as [n1 n2 n3 n4 [n5 n6] n7 n8 n9]. destruct oo as [o1 o2 o3 o4 o5 o6 o7].
  destruct pp as (p1 & p2 & p3). pose proof (Rabs_pos (pC p)) as cp.
  assert (ws : 0 <= W k * (B3 k * series k) <= W k * (1/16000)).
  { assert (0 <= B3 k * series k <= 1/32 * (1/500)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat]; lra).
    split; [apply Rmult_le_pos | apply Rmult_le_compat_l]; lra. }
  assert (hx : exists x mu, n = packet_bounds k x mu /\ 0 <= x <= W k /\ 0 <= mu /\
    17/8 * (refined_off k x * mu) + 9/8 * (B3 k * series k) * ((1/2 + mu) * (1/2 + mu))
    <= (1 + 2 * W k * B3 k * series k) * (1 + 2 * W k * B3 k * series k)).
  { destruct hn as [-> | ->].
    - exists (length k), (apart k (length k)). repeat split; try lra.
      unfold apart. apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra].
    - exists (W k), 0. repeat split; try lra.
      assert (0 <= 2 * W k * B3 k * series k) by lra.
      assert (1 * 1 <= (1 + 2 * W k * B3 k * series k) * (1 + 2 * W k * B3 k * series k)) by (apply Rmult_le_compat; lra).
      assert (B3 k * series k <= 1/32 * (1/500)) by (apply Rmult_le_compat; lra). lra. }
  destruct hx as (x & mu & -> & hx & hmu & hnear).
  destruct (refined_range x hx) as [[r0 r1] r2].
  constructor; cbn [eta extent bent off0 off1 moved turned far y_off0 y_off1 reach packet_bounds].
  - assumption.
  - assumption.
  - assumption.
  - assert (3 * Rabs (pC p) * W k <= 3 * most_c k * W k) by (apply Rmult_le_compat_r; lra).
    assert (B3 k * least_b k <= allowed_bend k * pB p) by (apply Rmult_le_compat; lra). lra.
  - assumption.
  - lra.
  - assumption.
  - lra.
  - lra.
  - lra.
  - lra.
  - unfold squares. cbn [eta packet_bounds].
    assert (hth : threshold k * order k <= 4/17).
    { assert (0 <= order k * packet_dip k) by (apply Rmult_le_pos; lra).
      assert (0 <= order k * magnitude k * / 2 ^ 50) by (repeat apply Rmult_le_pos; lra). lra. }
    assert (threshold k * / least_b k <= threshold k * (4/3 * W k * order k)) by (apply Rmult_le_compat_l; lra).
    assert (W k * (threshold k * order k) <= W k * (4/17)) by (apply Rmult_le_compat_l; lra).
    assert (spread c * (threshold k / pB p) <= 100 * (threshold k / pB p)) by (apply Rmult_le_compat_r; lra).
    assert (64 * W k <= W k * W k) by (apply Rmult_le_compat_r; lra). lra.
  - replace (33/31 * B3 k * W k * series k / W k) with (33/31 * (B3 k * series k)) by (field; lra).
    assert (0 <= (1/2 + mu) * (1/2 + mu)) by (apply Rmult_le_pos; lra).
    assert (0 <= B3 k * series k * ((1/2 + mu) * (1/2 + mu))) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | assumption]).
    lra.
  - assumption.
Qed.

Lemma bias_enough n : n = inner_bounds k \/ n = outer_bounds k ->
  forall q, 0 <= q <= order k -> 2 * (q * eta n) + q * dip n p + bias_rounding n < bias n.
Proof.
  intros hn q [q0 q1]. destruct (dip_small n hn) as [dp dl].
  destruct nn as [n1 n2 n3 n4 [n5 n6] n7 n8 n9]. destruct oo as [o1 o2 o3 o4 o5 o6 o7].
  assert (e1 : eta n = threshold k /\ bias_rounding n = order k * magnitude k * / 2 ^ 51 + / 2 ^ 21 /\ bias n = allowed_bias k).
  { destruct hn as [-> | ->]; repeat split; reflexivity. }
  destruct e1 as (-> & -> & ->).
  assert (q * threshold k <= order k * threshold k) by (apply Rmult_le_compat_r; lra).
  assert (0 <= order k * threshold k) by (apply Rmult_le_pos; lra).
  assert (q * dip n p <= q * packet_dip k) by (apply Rmult_le_compat_l; lra).
  assert (q * packet_dip k <= order k * packet_dip k) by (apply Rmult_le_compat_r; lra).
  assert (0 <= order k * magnitude k) by (apply Rmult_le_pos; lra).
  lra.
Qed.

Lemma turn_enough v0 v1 : Rabs v0 <= W k -> Rabs (v0 - v1) <= apart k (W k) ->
  3 * Rabs (pC p) * Rabs (v0 - v1) * W k <= 33/31 * B3 k * W k * series k * half p v0.
Proof.
  intros h0 h1. destruct W_parts as (w1 & w2 & w3). destruct B3_range as [[b0 b1] b2]. pose proof series_range as [s0 s1].
  destruct pp as (p1 & p2 & p3). destruct B_range as [hB _]. pose proof (Rabs_pos (pC p)) as cp.
  assert (hc : 3 * Rabs (pC p) * W k <= B3 k * least_b k).
  { rewrite b2. apply Rmult_le_compat_r; lra. }
  assert (hb : B3 k * least_b k <= 1/32 * pB p) by (apply Rmult_le_compat; destruct nn; lra).
  assert (hv : Rabs (3 * pC p * v0) <= 1/32 * pB p).
  { rewrite !Rabs_mult, (Rabs_right 3) by lra.
    assert (Rabs (pC p) * Rabs v0 <= Rabs (pC p) * W k) by (apply Rmult_le_compat_l; lra). lra. }
  apply abs_inside in hv.
  assert (hh : 31/32 * least_b k <= half p v0) by (unfold half; lra).
  pose proof (Rabs_pos (v0 - v1)) as vp.
  assert (3 * Rabs (pC p) * W k * Rabs (v0 - v1) <= B3 k * least_b k * apart k (W k)).
  { apply Rmult_le_compat; try assumption. repeat apply Rmult_le_pos; lra. }
  assert (33/31 * B3 k * W k * series k * (31/32 * least_b k) <= 33/31 * B3 k * W k * series k * half p v0).
  { apply Rmult_le_compat_l; [| assumption].
    assert (0 <= W k * series k) by (apply Rmult_le_pos; lra).
    assert (0 <= B3 k * (W k * series k)) by (apply Rmult_le_pos; lra). lra. }
  unfold apart in *. lra.
Qed.

Lemma fine_enough n : n = inner_bounds k \/ n = outer_bounds k ->
  17/16 + far n + 33/16 * off1 n + 17/16 * turned n + 17/16 * y_off1 n + (9/16 + W k * / 2 ^ 48 * (93/64)) < fine_reach n.
Proof.
  intros hn. destruct W_parts as (w1 & w2 & w3). destruct B3_range as [[b0 b1] b2]. pose proof series_range as [s0 s1].
  pose proof slope_off_range as [t0 t1].
  assert (hx : exists x mu, n = packet_bounds k x mu /\ 0 <= x <= W k).
  { destruct nn. destruct hn as [-> | ->]; [exists (length k), (apart k (length k)) | exists (W k), 0]; split; try reflexivity; lra. }
  destruct hx as (x & mu & -> & hx).
  destruct (refined_range x hx) as [[r0 r1] r2].
  cbn [far off1 turned y_off1 fine_reach packet_bounds].
  destruct oo as [o1 o2 o3 o4 o5 o6 o7].
  apply Rlt_le_trans with (2 := o6). unfold second_off.
  assert (hr : refined_off k (W k) = slope_off k + W k * (/ 2 ^ 40 * B3 k) + W k * / 2 ^ 48 + W k * (B3 k * (series k * series k)))
    by (unfold refined_off; ring).
  rewrite hr in r1.
  assert (0 <= B3 k * series k) by (apply Rmult_le_pos; lra).
  assert (B3 k * (series k * series k) <= B3 k * series k * (1/500)).
  { rewrite <- Rmult_assoc. apply Rmult_le_compat_l; lra. }
  assert (W k * (B3 k * (series k * series k)) <= W k * (B3 k * series k * (1/500))) by (apply Rmult_le_compat_l; lra).
  assert (0 <= W k * (B3 k * series k)) by (apply Rmult_le_pos; lra).
  assert (0 <= W k * (/ 2 ^ 40 * B3 k)) by (apply Rmult_le_pos; lra).
  lra.
Qed.
End Contract.

Theorem contract_suffices : contract_statement.
Proof.
  intros c k p hs hn ho hp n hc. split; [| split; [| split]].
  - exact (hold c k p hs hn ho hp n hc).
  - exact (bias_enough k p hn ho hp n hc).
  - intros v0 v1 h0 h1.
    replace (extent n) with (W k) by (destruct hc as [-> | ->]; reflexivity).
    replace (turned n) with (33/31 * B3 k * W k * series k) by (destruct hc as [-> | ->]; reflexivity).
    exact (turn_enough k p hn ho hp v0 v1 h0 h1).
  - exact (fine_enough k hn ho n hc).
Qed.
