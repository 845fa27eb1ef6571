(** * T2: every input near an integer is evaluated (search by Farey arcs)

    On a packet the kernel has a polynomial P(t) = A + S t + B t^2 + C t^3. It cuts the packet into arcs, one for each
    fraction r/q next to the slope, and evaluates only those inputs of an arc that may be near an integer. The theorem
    says: an input t of the arc with |P(t) - y| <= eta, y an integer, is one of them.

    Everything here is about real numbers and integers. Where the kernel rounds, a hypothesis says how far what it
    computes may be from what the formula says; each of them is named, and lists the roundings that it stands for.
    The five numbers of P are the kernel's binary64 numbers, taken exactly.

    This file has the definitions and the statement; ArcLemmaProof.v puts the proof together from

    - ArcResidue.v: the residue class of a case, K >= 0, and the members of the class that a loop goes through;
    - BentRoot.v, RootNear.v, ArcRoot.v: how far a case may be from a computed root;
    - ArcShort.v: the short way, and the farthest place that an arc reaches.

    The code: crates/tmd-kernel/src/kernel/arcs.rs. The names of the contract's constants are the code's. *)

Require Import Reals ZArith.
Local Open Scope R_scope.

(** ** The contract *)

(** Estimates of roots and reciprocals are right to these shares: what the kernel asks of its target. *)
Definition root_error : R := / 2 ^ 11.
Definition reciprocal_error : R := / 2 ^ 10.

(** The kernel's constants. *)
Record contract := Contract {
  spread : R;          (* E = spread eta/B: |w^2 - y| of a case is at most that *)
  reach_factor : R;    (* factor of the short way's reach *)
  root_estimate : R;   (* factor of an estimated root of max(E, 1) *)
  slope_estimate : R;  (* factor of E/R found by an estimated 1/R *)
  class_share : R;     (* share of q by which a member of the class may be off *)
  rough : R;           (* the short way's root is off by rough (b + rough_estimate) of itself *)
  rough_estimate : R;
  third_order : R      (* the third-order term is third_order (k/2)^2 R^3 *)
}.

Definition rough_total (c : contract) (b : R) : R := rough c * (b + rough_estimate c).

(** The obligations that concern constants alone: the planner states them with numbers in every certificate, under
    these names. b bounds the bend: 3 |C| W <= b B for the largest distance W. *)
Record obligations (c : contract) (b : R) : Prop := Obligations {
  straight : 0 <= b <= / 2 ^ 5;
  spread_holds : 2 * (1 + 3/8 * b) / (1 - b) + / 2 ^ 40 <= spread c;
  root_estimate_holds : (1 + 9/16 * b) * (64/63) / (1 - root_error) + / 2 ^ 40 <= root_estimate c;
  reach_factor_holds : (1 + 9/16 * b) * (64/63) + / 2 ^ 40 <= reach_factor c;
  rough_holds : (9/16 * b + root_error) * (64/63) + / 2 ^ 20 <= rough_total c b;
  slope_estimate_holds : (1 + root_error) / (1 - reciprocal_error) + / 2 ^ 40 <= slope_estimate c;
  third_order_holds : 5/2 * (1 + b) + / 2 ^ 40 <= third_order c
}.

(** ** The polynomial *)

Record polynomial := Polynomial { pA : R; pS : R; pB : R; pC : R }.

Definition value (p : polynomial) (x : R) : R := pA p + pS p * x + pB p * (x * x) + pC p * (x * x * x).
Definition slope (p : polynomial) (x : R) : R := pS p + 2 * pB p * x + 3 * pC p * (x * x).
(** Half of the second derivative, lambda/2 in the code. *)
Definition half (p : polynomial) (x : R) : R := pB p + 3 * pC p * x.

(** ** An arc *)

Record arc := Arc {
  poly : polynomial;
  num : Z;             (* r *)
  den : Z;             (* q *)
  before : Z;          (* q0, the denominator of the fraction before r/q *)
  vertex : R;          (* where the slope is r/q, exactly *)
  vertex0 : R;         (* the vertex as it is computed first *)
  vertex1 : R;         (* and after a step of Newton's method *)
  first : Z;           (* the arc's first input *)
  last : Z;            (* the packet's last input *)
  near : Z;            (* m, the input next to vertex0 *)
  period : Z;          (* P(m) is computed modulo 1: this much is added *)
  integer : Z;         (* I *)
  rise : R             (* I - q P(m), as computed *)
}.

(** Bounds: the quantities of the contract that the planner computes. *)
Record bounds := Bounds {
  eta : R;             (* the threshold epsilon'' *)
  extent : R;          (* W, the largest distance from a vertex *)
  bent : R;            (* b *)
  bias : R;            (* 2^-bias of the kernel *)
  bias_rounding : R;   (* rounding of I *)
  off0 : R;            (* delta_0: |vertex0 - vertex| *)
  off1 : R;            (* delta_v: |vertex1 - vertex| *)
  moved : R;           (* mu: |vertex0 - vertex1| for a vertex within the packet *)
  turned : R;          (* what half the second derivative, taken at vertex0, costs *)
  far : R;             (* what m costs that is next to vertex0, not to vertex1 *)
  y_off0 : R;          (* rounding of y, the short way *)
  y_off1 : R;          (* rounding of y, the long way *)
  reach : R;           (* the kernel's reach *)
  fine_reach : R       (* and fine reach *)
}.

(** |w^2 - y| <= E: the spread of squared roots. *)
Definition squares (c : contract) (n : bounds) (p : polynomial) : R := spread c * (eta n / pB p).

(** How far an input of the arc can lie below m: [dip] in the plan. *)
Definition dip (n : bounds) (p : polynomial) : R :=
  (1 + bent n) * pB p * (2 * off0 n + off0 n * off0 n)
  + 2 * Rabs (pC p) * ((1/2 + off0 n) * (1/2 + off0 n) * (1/2 + off0 n)).

(** What the planner proves of its bounds: the obligations that concern a packet. *)
Record bounds_hold (c : contract) (n : bounds) (p : polynomial) : Prop := BoundsHold {
  curvature : 0 < pB p;
  eta_positive : 0 <= eta n;
  extent_large : 64 <= extent n;
  bend : 3 * Rabs (pC p) * extent n <= bent n * pB p;
  off0_small : off0 n <= extent n / 128;
  off1_small : off1 n <= off0 n;
  moved_positive : 0 <= moved n;
  turned_small : 0 <= turned n <= extent n / 256;
  far_small : 0 <= far n <= extent n / 16;
  y_off0_small : 0 <= y_off0 n <= off0 n / 2;
  y_off1_small : 0 <= y_off1 n <= off0 n / 2;
  squares_within : squares c n p <= extent n * extent n;
  (* obligation near *)
  near_holds : 17/8 * (off1 n * moved n)
    + 17/16 * (turned n / extent n) * ((1/2 + moved n) * (1/2 + moved n)) <= (1 + far n) * (1 + far n);
  (* obligation reach *)
  reach_holds : 4 * off0 n + 27/16 <= reach n
}.

(** The arc as the kernel has it; [t] is any input of the arc. *)
Record arc_holds (c : contract) (n : bounds) (a : arc) (t : Z) : Prop := ArcHolds {
  den_positive : (0 < den a)%Z;
  (* neighbours in the Farey sequence: Farey.v *)
  neighbours : (num a * before a mod den a = 1 mod den a)%Z;
  vertex_exact : slope (poly a) (vertex a) = IZR (num a) / IZR (den a);
  vertex0_close : Rabs (vertex0 a - vertex a) <= off0 n;
  vertex1_close : Rabs (vertex1 a - vertex a) <= off1 n;
  (* what C turns half the second derivative by, between the two *)
  vertices_turn : 3 * Rabs (pC (poly a)) * Rabs (vertex0 a - vertex1 a) * extent n
    <= turned n * half (poly a) (vertex0 a);
  (* if m is next to the first vertex, or between the two *)
  vertices_near : Rabs (IZR (near a) - vertex0 a) <= 1/2
      \/ (IZR (near a) - vertex0 a) * (IZR (near a) - vertex1 a) <= 0 ->
    Rabs (vertex0 a - vertex1 a) <= moved n;
  (* the extent *)
  inputs : (0 <= first a <= t)%Z /\ (t <= last a)%Z /\ IZR (last a) <= extent n;
  within : forall x, x = vertex a \/ x = vertex0 a \/ x = vertex1 a ->
    Rabs x <= extent n /\ Rabs (IZR (near a) - x) <= extent n /\ Rabs (IZR t - x) <= extent n;
  (* near is vertex0, kept between first and last, and rounded *)
  near_rounded : Rabs (IZR (near a) - Rmax (Rmin (vertex0 a) (IZR (last a))) (IZR (first a))) <= 1/2;
  (* P(m) modulo 1, and the rounding of I - q P(m) *)
  rise_close : Rabs (rise a - (IZR (integer a) - IZR (den a) * (value (poly a) (IZR (near a)) + IZR (period a))))
    <= IZR (den a) * eta n;
  (* I is the integer nearest to q P(m) + 1/2 - 2^-bias *)
  rise_below : rise a <= 1 - bias n + bias_rounding n;
  (* obligation bias *)
  bias_holds : 2 * (IZR (den a) * eta n) + IZR (den a) * dip n (poly a) + bias_rounding n < bias n
}.

(** ** What the kernel computes of the arc *)

(** K: the integers that q P passes on the way from m to the case (t, y). *)
Definition passed (a : arc) (t y : Z) : Z :=
  (den a * (y + period a) - integer a - num a * (t - near a))%Z.

(** The multiple of q that stands for the input t. *)
Definition multiple (a : arc) (t y : Z) : Z := (t - near a + (integer a + passed a t y) * before a)%Z.

Definition sign (s : R) : Prop := s = 1 \/ s = -1.

(** Both ways compare with these. *)
Record arc_computed (c : contract) (n : bounds) (a : arc) (t : Z) := ArcComputed {
  wide : R;            (* estimated root of max(E, 1) *)
  wide_close : (1 - root_error) * sqrt (Rmax (squares c n (poly a)) 1) <= wide;
  longer : R;          (* the arc's larger part *)
  longer_covers : (1 - / 2 ^ 40) * Rabs (IZR t - vertex0 a) <= longer
}.
Arguments wide {c n a t}.
Arguments wide_close {c n a t}.
Arguments longer {c n a t}.
Arguments longer_covers {c n a t}.

Definition radius {c n a t} (k : arc_computed c n a t) : R := root_estimate c * wide k + reach_factor c * reach n.
Definition farthest {c n a t} (k : arc_computed c n a t) : R := (1 + rough_total c (bent n)) * longer k + radius k.

(** The short way: roots of w^2 = y for the integer I, with B for half the second derivative. *)
Record short_computed (c : contract) (n : bounds) (a : arc) (t : Z) := ShortComputed {
  (* how far y may be off: the rounding of its terms, 1/q being found to 2^-39 *)
  short_room := y_off0 n * (Rabs (IZR t - vertex0 a) + sqrt (squares c n (poly a)) + 1);
  short_square (k : R) := (IZR (near a) - vertex0 a) * (IZR (near a) - vertex0 a)
    + (k + rise a) / IZR (den a) / pB (poly a);
  y_short : R;
  y_short_close : Rabs (y_short - short_square 0) <= short_room;
  y_next : R;          (* y of the integer after I *)
  y_next_close : Rabs (y_next - short_square 1) <= short_room;
  root_short : R;
  root_short_close : Rabs (root_short - sqrt (Rmax y_short 1)) <= root_error * sqrt (Rmax y_short 1);
  (* the two places among the multiples of q, and the multiple found next to each *)
  place : R -> R;
  place_close : forall s, sign s ->
    Rabs (place s - (vertex0 a - IZR (near a) + IZR (integer a * before a) + s * root_short)) <= 5/8;
  found : R -> Z;
  found_close : forall s, sign s -> Rabs (IZR (found s) - place s / IZR (den a)) <= 1/2 + 1/254
}.
Arguments place {c n a t}.
Arguments found {c n a t}.
Arguments root_short {c n a t}.
Arguments y_next {c n a t}.
Arguments y_short {c n a t}.

(** The arc is kept: a root is near a multiple of q, or the arc reaches the next integer. The powers of two have
    room for the rounding of what is compared. *)
Definition kept {c n a t} (k : arc_computed c n a t) (h : short_computed c n a t) : Prop :=
  (exists s, sign s /\
     Rabs (place h s - IZR (found h s) * IZR (den a))
     <= (1 - / 2 ^ 43) * (radius k + rough_total c (bent n) * root_short h))
  \/ y_next h <= ((1 - / 2 ^ 22) * farthest k) * ((1 - / 2 ^ 22) * farthest k).

(** The long way: roots of w^2 (1 + k w) = y for the integer I + K. *)
Definition kappa (a : arc) : R := pC (poly a) / half (poly a) (vertex0 a).

Record long_computed (c : contract) (n : bounds) (a : arc) (t y : Z) := LongComputed {
  offset := IZR (near a) - vertex1 a;
  y_long : Z -> R;     (* y for I + i *)
  y_long_close :
    Rabs (y_long (passed a t y)
          - (offset * offset + kappa a * (offset * offset * offset)
             + (IZR (passed a t y) + rise a) / IZR (den a) / half (poly a) (vertex0 a)))
    <= / 2 ^ 42 * (eta n / pB (poly a)) + y_off1 n * (Rabs (IZR t - vertex1 a) + 1);
  (* rounding is monotone *)
  y_long_rises : forall i, (0 <= i <= passed a t y)%Z -> y_long i <= y_long (passed a t y);
  root := sqrt (Rmax (y_long (passed a t y)) 1);
  estimate : R;
  estimate_close : Rabs (estimate - root) <= root_error * root;
  inverse : R;
  inverse_close : Rabs (inverse * estimate - 1) <= reciprocal_error;
  wide_long : R;
  wide_long_close : (1 - root_error) * sqrt (Rmax (squares c n (poly a)) 1) <= wide_long;
  (* how far from the root members of the class are evaluated *)
  width := (1 - / 2 ^ 43) * (Rmin (slope_estimate c * (squares c n (poly a) * inverse)) (root_estimate c * wide_long)
             + third_order c * (kappa a / 2 * (kappa a / 2)) * (root * root * root))
           + fine_reach n + class_share c * IZR (den a);
  (* the root's place among the multiples of q *)
  centre (s : R) := vertex1 a - IZR (near a) + IZR ((integer a + passed a t y) * before a)
                    + s * root - kappa a / 2 * (root * root);
  rounding : R;        (* of the centre, of least and most: 5/8, and what the root is off *)
  least : R -> R;
  most : R -> R;
  least_close : forall s, sign s -> least s <= centre s - width + rounding;
  most_close : forall s, sign s -> centre s + width - rounding <= most s;
  start : R -> Z;      (* the first member gone through is start s times q *)
  start_close : forall s, sign s -> IZR (start s) <= 1 + least s / IZR (den a) + class_share c;
  (* obligation fine-reach *)
  fine_reach_holds : 17/16 + far n + 33/16 * off1 n + 17/16 * turned n + 17/16 * y_off1 n + rounding < fine_reach n
}.
Arguments y_long {c n a t y}.
Arguments start {c n a t y}.
Arguments most {c n a t y}.

(** The input t is evaluated: the loop over integers comes to I + K, and the loop over the members of one of the two
    roots, from [start] on while they are at most [most], comes to the multiple of q that stands for t. *)
Definition evaluated {c n a t} (y : Z) (k : arc_computed c n a t) (h : long_computed c n a t y) : Prop :=
  (0 <= passed a t y)%Z
  /\ (forall i, (0 <= i <= passed a t y)%Z ->
        y_long h i <= ((1 - / 2 ^ 22) * farthest k) * ((1 - / 2 ^ 22) * farthest k))
  /\ exists s j, sign s /\ multiple a t y = (j * den a)%Z /\ (start h s <= j)%Z /\ IZR (j * den a) <= most h s.

(** ** The arc lemma *)

Definition arc_lemma_statement : Prop :=
  forall (c : contract) (n : bounds) (a : arc) (t y : Z),
  obligations c (bent n) -> 0 <= class_share c ->
  bounds_hold c n (poly a) -> arc_holds c n a t ->
  Rabs (value (poly a) (IZR t) - IZR y) <= eta n ->
  forall (k : arc_computed c n a t) (short : short_computed c n a t) (long : long_computed c n a t y),
  kept k short /\ evaluated y k long.
