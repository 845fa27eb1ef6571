(** * T2, continued: the contract's obligations are what the arc lemma needs

    ArcLemma.v has bounds as hypotheses. Here they are the formulas of the contract, and the theorem says that its
    obligations, as every certificate states them, imply what the arc lemma asks of the bounds.

    An arc is [inner] if the input next to its vertex, as that is computed first, is within 1/2 of the vertex, or between
    that and the refined vertex: then the vertex is within the packet, and its errors are shares of the packet's
    length T. Otherwise they are shares of the extent W.

    That the vertices are as close as [off0], [off1] and [moved] say is Vertex.v's affair (but for roundings). *)

Require Import Reals ZArith.
From TMD Require Import ArcLemma.
From TMD Require Constants.
Local Open Scope R_scope.

(** ** The constants *)

Definition kernel_contract : contract := {|
  spread := Constants.spread;
  reach_factor := Constants.reach_factor;
  root_estimate := Constants.root_estimate;
  slope_estimate := Constants.slope_estimate;
  class_share := Constants.class_share;
  rough := Constants.rough;
  rough_estimate := Constants.rough_estimate;
  third_order := Constants.third_order |}.

(** Whatever the bend, as far as a plan may go: obligation straight. *)
Definition constants_statement : Prop :=
  forall b, 0 <= b <= / 2 ^ 5 -> obligations kernel_contract b.

(** ** The quantities of a packet *)

Record packet := Packet {
  length : R;        (* T, inputs of a packet *)
  slope_unit : R;    (* 2^-beta: the slope's leading part is a multiple of it *)
  least_b : R;       (* b0 <= B *)
  most_b : R;        (* B <= b1 *)
  most_c : R;        (* |C| <= c1 *)
  low : R;           (* smallest order of a Farey sequence *)
  order : R;         (* 2^omega: orders are below *)
  magnitude : R;     (* M: |P|, and all sums on the way *)
  threshold : R;     (* eta *)
  allowed_bend : R;  (* b = 2^-bend *)
  allowed_bias : R;  (* 2^-bias *)
  allowed_reach : R;
  allowed_fine_reach : R
}.

Section Quantities.
Variable k : packet.

Definition W : R := 51/50 * length k + 3 / (4 * least_b k * low k).
Definition B3 : R := 3 * most_c k * W / least_b k.
Definition series : R := / 2 ^ 37 + 2 * B3 ^ Constants.vertex_terms.
Definition slope_off : R := / 2 ^ 51 * slope_unit k / (2 * least_b k).
(** delta_0 and delta_1 *)
Definition first_off : R := slope_off + W * series.
Definition second_off : R := slope_off + W * (/ 2 ^ 40 * B3 + / 2 ^ 48 + B3 * series).
(** How far the refined vertex is off, and the first from it, for a vertex within x of the packet's first input. *)
Definition refined_off (x : R) : R := slope_off + x * (/ 2 ^ 40 * B3 + / 2 ^ 48 + B3 * (series * series)).
Definition apart (x : R) : R := 33/32 * x * series.
Definition packet_dip : R :=
  (1 + allowed_bend k) * most_b k * (2 * first_off + first_off * first_off)
  + 2 * most_c k * ((1/2 + first_off) * (1/2 + first_off) * (1/2 + first_off)).

(** The obligations, by their names in a certificate. *)
Record packet_obligations : Prop := PacketObligations {
  bend_obligation : B3 <= allowed_bend k;
  straight_obligation : allowed_bend k <= / 2 ^ 5;
  bias_obligation : 17/8 * order k * threshold k + order k * packet_dip + order k * magnitude k * / 2 ^ 50 + / 2 ^ 20
                    <= allowed_bias k;
  exact_class_obligation : order k * order k * magnitude k <= 2 ^ 50;
  reach_obligation : 4 * first_off + 27/16 <= allowed_reach k;
  fine_reach_obligation : 4 * second_off + 27/16 <= allowed_fine_reach k;
  near_obligation :
    17/8 * refined_off (length k) * apart (length k)
    + 9/8 * B3 * series * ((1/2 + apart (length k)) * (1/2 + apart (length k)))
    <= (1 + 2 * W * B3 * series) * (1 + 2 * W * B3 * series)
}.

(** What holds of these numbers whatever the plan: a packet has 64 inputs or more, orders are what they are, bias is
    at least 1. *)
Record packet_numbers : Prop := PacketNumbers {
  length_large : 64 <= length k;
  slope_unit_small : 0 <= slope_unit k <= 1;
  least_b_positive : 0 < least_b k;
  most_c_positive : 0 <= most_c k;
  low_order : 1 <= low k <= order k;
  magnitude_large : 3 <= magnitude k;
  threshold_positive : 0 <= threshold k;
  bias_small : allowed_bias k <= 1/2
}.

(** The polynomial of the packet is within the planner's bounds. *)
Definition polynomial_within (p : polynomial) : Prop :=
  least_b k <= pB p /\ pB p <= most_b k /\ Rabs (pC p) <= most_c k.

(** The bounds of the arc lemma: [x] is T for an inner arc, W for another, and [mu] is then [apart T] or 0. *)
Definition packet_bounds (x mu : R) : bounds := {|
  eta := threshold k;
  extent := W;
  bent := allowed_bend k;
  bias := allowed_bias k;
  bias_rounding := order k * magnitude k * / 2 ^ 51 + / 2 ^ 21;
  off0 := first_off;
  off1 := refined_off x;
  moved := mu;
  turned := 33/31 * B3 * W * series;
  far := 2 * W * B3 * series;
  y_off0 := W * / 2 ^ 39;
  y_off1 := W * / 2 ^ 50;
  reach := allowed_reach k;
  fine_reach := allowed_fine_reach k
|}.

Definition inner_bounds : bounds := packet_bounds (length k) (apart (length k)).
Definition outer_bounds : bounds := packet_bounds W 0.
End Quantities.

(** The bounds hold, for both kinds of arcs; so does the bias, for every denominator below 2^omega; so does the turn;
    and fine-reach leaves 9/16 for the roundings of a root's place, and W 2^-48 93/64 for the root itself. *)
Definition contract_statement : Prop :=
  forall (c : contract) (k : packet) (p : polynomial),
  spread c <= 100 ->
  packet_numbers k -> packet_obligations k -> polynomial_within k p ->
  forall n, n = inner_bounds k \/ n = outer_bounds k ->
  bounds_hold c n p
  /\ (forall q, 0 <= q <= order k -> 2 * (q * eta n) + q * dip n p + bias_rounding n < bias n)
  /\ (forall v0 v1, Rabs v0 <= W k -> Rabs (v0 - v1) <= apart k (W k) ->
        3 * Rabs (pC p) * Rabs (v0 - v1) * extent n <= turned n * half p v0)
  /\ 17/16 + far n + 33/16 * off1 n + 17/16 * turned n + 17/16 * y_off1 n + (9/16 + W k * / 2 ^ 48 * (93/64)) < fine_reach n.
