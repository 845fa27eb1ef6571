(** * The vertex of an arc, before roundings

    The vertex v is where the slope S + 2 B v + 3 C v^2 is f = r/q. The kernel takes four terms of its series, and then
    a step of Newton's method with the second derivative at the first place. Both errors here are exact arithmetic's;
    the contract's s0 and delta_1 have room for roundings as well. *)
Require Import Reals Lra Psatz.
From TMD Require Import ArcTools.
From TMD Require Constants.
Local Open Scope R_scope.

Section Vertex.
Variables S B C f v : R.
Hypothesis B_positive : 0 < B.
Hypothesis vertex : S + 2 * B * v + 3 * C * (v * v) = f.

(** x is where the slope would be f if C were 0; the first vertex is x (1 - y + 2 y^2 - 5 y^3), y = 3 C/(2 B) x, off by
    its own length times the fourth power of the bend. *)
Definition linear : R := (f - S) / (2 * B).
Definition sheared : R := 3 * C / (2 * B) * linear.
Definition first : R := linear * (1 - sheared + 2 * (sheared * sheared) - 5 * (sheared * sheared * sheared)).

Theorem first_vertex (bend : R) :
  0 <= bend <= 1 / 32 -> 3 * Rabs C * Rabs v <= bend * B ->
  Rabs (first - v) <= Rabs v * bend ^ Constants.vertex_terms.
Proof.
  intros hb hc.
  set (g := 3 * C / (2 * B) * v).
  assert (hl : linear = v * (1 + g)) by (unfold linear, g; rewrite <- vertex; field; lra).
  assert (hs : sheared = g * (1 + g)) by (unfold sheared; rewrite hl; unfold g; field; lra).
  assert (e : first - v = v * (- (g * g * (g * g) * (14 + 28 * g + 20 * (g * g) + 5 * (g * g * g)))))
    by (unfold first; rewrite hs, hl; ring).
  assert (hg : Rabs g <= bend / 2).
  { apply (Rmult_le_reg_r (2 * B)); [lra |].
    rewrite abs_times by lra. replace (g * (2 * B)) with (3 * C * v) by (unfold g; field; lra).
    rewrite !Rabs_mult, (Rabs_right 3) by lra. lra. }
  rewrite e, Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos |].
  unfold Constants.vertex_terms. simpl (bend ^ 4). rewrite Rabs_Ropp.
  assert (h1 : Rabs (g * g) <= bend / 2 * (bend / 2)) by (apply abs_mult_le; assumption).
  assert (h2 : Rabs (g * g * (g * g)) <= bend / 2 * (bend / 2) * (bend / 2 * (bend / 2))) by (apply abs_mult_le; assumption).
  assert (h4 : Rabs (g * g * g) <= bend / 2 * (bend / 2) * (bend / 2)) by (apply abs_mult_le; assumption).
  assert (0 <= bend * bend <= 1/32 * (1/32)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat]; lra).
  assert (0 <= bend * bend * bend <= 1/32 * (1/32) * (1/32)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat]; lra).
  assert (0 <= bend * bend * (bend * bend)) by (apply Rmult_le_pos; lra).
  assert (h3 : Rabs (14 + 28 * g + 20 * (g * g) + 5 * (g * g * g)) <= 16).
  { apply abs_inside in hg. apply abs_inside in h1. apply abs_inside in h4. apply inside_abs. lra. }
  pose proof (abs_mult_le _ _ _ _ h2 h3) as h. lra.
Qed.

(** The step: quadratic in the error of the vertex [v0] that it starts from. *)
Definition refined (v0 : R) : R := v0 + (f - S - (2 * B + 3 * C * v0) * v0) / (2 * (B + 3 * C * v0)).

Theorem second_vertex (v0 : R) :
  0 < B + 3 * C * v0 ->
  Rabs (refined v0 - v) = 3 * Rabs C * ((v0 - v) * (v0 - v)) / (2 * (B + 3 * C * v0)).
Proof.
  intros hp.
  assert (e : refined v0 - v = 3 * C * ((v0 - v) * (v0 - v)) / (2 * (B + 3 * C * v0))).
  { unfold refined. rewrite <- vertex. field. lra. }
  rewrite e. unfold Rdiv. rewrite !Rabs_mult, (Rabs_right 3) by lra.
  rewrite (Rabs_right (/ (2 * (B + 3 * C * v0)))).
  2:{ left. apply Rinv_0_lt_compat. lra. }
  rewrite <- (Rabs_mult (v0 - v)). rewrite (Rabs_right ((v0 - v) * (v0 - v))) by (apply Rle_ge, Rle_0_sqr). reflexivity.
Qed.
End Vertex.
