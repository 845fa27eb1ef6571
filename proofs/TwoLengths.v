(** * T1: the existence tests never exclude an interval that holds a case

    What the kernels ask: is there an integer x, 0 <= x < N, for which

        (b - a x) mod M   <   threshold ?

    M is 2^F, the full circle in units of the last place of the test's word; a and b are the slope
    (negated) and the offset of the line, cut to F bits. (That the true line is near this one is the
    budget's affair: Budget.v.) No test goes through all x. It places the points a x mod M on the circle
    in runs, and keeps a number d that is at most the distance from b back to any point placed so far.
    If d >= threshold when N points are placed, the answer is no.

    This file has the definitions and the statements; TwoLengths_proof.v has the proofs. Everything is about
    integers: no axiom is used.

    The code: existence.rs, regular.rs, lefevre.rs, shared.rs and division.rs in
    crates/tmd-kernel/src/kernel. *)

Require Import ZArith.
Open Scope Z_scope.

(** ** The circle *)

(** The distance from b back to the point of number x: (b - a x) mod M, in 0 .. M-1. *)
Definition distance (M a b x : Z) : Z := (b - a * x) mod M.

(** What a test knows. The first u + v points cut the circle into gaps of two lengths: u gaps of length p and
    v gaps of length q. *)
Record circle := Circle { p : Z; q : Z; u : Z; v : Z; d : Z }.

(** One point is placed, number 0: p = a, q = M, u = 0, v = 1, d = b. *)
Definition start (M a b : Z) : circle := Circle a M 0 1 b.

(** What makes p, q, u, v a description of the circle:

    - u p + v q = M: the gaps fill the circle;
    - going from point x to point x + v is a move by p to the right, since a v = p modulo M;
    - going from point x to point x - u is a move by q to the right, since -a u = q modulo M.

    So the point to the right of x is x + v, at distance p, if x < u, and x - u, at distance q, if u <= x < u + v.
    The gap to the right of a point is called its gap: of the first kind (p) or of the second (q). *)
Definition describes (M a : Z) (c : circle) : Prop :=
  0 <= p c /\ 0 <= q c /\ 0 <= u c /\ 1 <= v c /\
  u c * p c + v c * q c = M /\
  (M | a * v c - p c) /\
  (M | a * u c + q c).

(** b lies in a gap of the second kind, at distance d to the right of its left end. *)
Definition lies_in_second_kind (M a b : Z) (c : circle) : Prop :=
  exists x, u c <= x < u c + v c /\ distance M a b x = d c /\ d c < q c.

(** ** One step

    k is the quotient that is taken: any integer k >= 0 that leaves a length that is not negative. It need not be
    the full quotient, need not belong to this slope (the shared quotients are another slope's), and may be 0.

    m says how often a length is taken from d. In division.rs, [Reducer::offset] takes it at least min(floor(d/length), k)
    times and never so often that d would become negative; the subtractions in shared.rs take it at least
    min(floor((d - p')/q), k - 1) times in the third rule. Both are enough. *)
Inductive step (M a b : Z) : circle -> circle -> Prop :=

  (* Reduce q by k p: k new points behind each point of the second kind. d loses m times p. *)
  | reduce_q : forall p q u v d k m,
      0 <= k -> 0 < p -> 0 <= q - k * p ->
      0 <= m -> Z.min (d / p) k <= m -> 0 <= d - m * p ->
      step M a b (Circle p q u v d) (Circle p (q - k * p) (u + k * v) v (d - m * p))

  (* Reduce p by k q; d lies to the left of all new points: it stays. *)
  | reduce_p_left : forall p q u v d k,
      0 <= k -> 0 < q -> 0 <= p - k * q ->
      d < p - k * q ->
      step M a b (Circle p q u v d) (Circle (p - k * q) q u (v + k * u) d)

  (* Reduce p by k q; d is not less than the new p: it loses the new p, and then m times q. *)
  | reduce_p_beyond : forall p q u v d k m,
      0 <= k -> 0 < q -> 0 <= p - k * q ->
      p - k * q <= d ->
      0 <= m -> Z.min ((d - (p - k * q)) / q) (k - 1) <= m -> 0 <= d - (p - k * q) - m * q ->
      step M a b (Circle p q u v d) (Circle (p - k * q) q u (v + k * u) (d - (p - k * q) - m * q))

  (* Reduce p by k q where b is known to lie in a gap of the second kind: no new point is in that gap, d stays. *)
  | reduce_p_elsewhere : forall p q u v d k,
      0 <= k -> 0 < q -> 0 <= p - k * q ->
      lies_in_second_kind M a b (Circle p q u v d) ->
      step M a b (Circle p q u v d) (Circle (p - k * q) q u (v + k * u) d).

(** Any number of steps. *)
Inductive steps (M a b : Z) : circle -> circle -> Prop :=
  | none : forall c, steps M a b c c
  | one_more : forall c c' c'', steps M a b c c' -> step M a b c' c'' -> steps M a b c c''.

(** A test may stop when N points are placed, or when a length is 0: then all further points fall on those that are there. *)
Definition finished (N : Z) (c : circle) : Prop := N <= u c + v c \/ p c = 0 \/ q c = 0.

(** ** The statements *)

(** The two-length invariant holds after any steps. *)
Definition invariant_statement : Prop :=
  forall M a b c, 0 <= a < M -> 0 <= b < M ->
  steps M a b (start M a b) c ->
  describes M a c.

(** d is at most the distance of every point placed so far, and it is not negative. *)
Definition lower_bound_statement : Prop :=
  forall M a b c, 0 <= a < M -> 0 <= b < M ->
  steps M a b (start M a b) c ->
  0 <= d c /\ forall x, 0 <= x < u c + v c -> d c <= distance M a b x.

(** How often a length is taken from d matters: in the first rule, one time less than min(floor(d/p), k) can make d too
    large, so that a point that is nearer would be missed. (M = 10, a = 3, b = 5 and k = 1: point 1 is at distance 2.) *)
Definition sharpness_statement : Prop :=
  exists M a b k m x, 0 <= a < M /\ 0 <= b < M /\
  let c := start M a b in
  1 <= k /\ 0 < p c /\ 0 <= q c - k * p c /\
  0 <= m /\ m = Z.min (d c / p c) k - 1 /\
  0 <= x < (u c + k * v c) + v c /\ distance M a b x < d c - m * p c.

(** The points repeat once a length is 0: d is then a lower bound for all of them. *)
Definition finished_statement : Prop :=
  forall M a b N c, 0 <= a < M -> 0 <= b < M ->
  steps M a b (start M a b) c -> finished N c ->
  forall x, 0 <= x < N -> d c <= distance M a b x.

(** What an exclusion means: if d >= threshold at the end, no x < N has its value below the threshold. *)
Definition exclusion_statement : Prop :=
  forall M a b N threshold c, 0 <= a < M -> 0 <= b < M ->
  steps M a b (start M a b) c -> finished N c -> threshold <= d c ->
  ~ exists x, 0 <= x < N /\ (b - a * x) mod M < threshold.

(** ** The kernels' tests

    Each is a relation "from this state, the loop may end with this d", for one lane, and each rule is one way through
    the body of the loop in the code. Quotients of lengths are whatever the planned division gives: 0 <= k <= floor(x/y)
    (division.rs, [Reducer::length]). *)

(** Taking y from x a number of times m: at least min(floor(x/y), cap), never so often that the rest is negative:
    [Reducer::offset] and [Reducer::exact]. *)
Definition reduced (x y cap rest : Z) : Prop :=
  exists m, 0 <= m /\ Z.min (x / y) cap <= m /\ rest = x - m * y /\ 0 <= rest.

(** A quotient of a length x by a length y. *)
Definition quotient (x y k : Z) : Prop := 0 <= k /\ k * y <= x.

(** The second half of a round moves d only where it is not below the shortened p: (d - p') reduced by q, else d. *)
Definition passed (d p' q cap d' : Z) : Prop :=
  (d < p' /\ d' = d) \/ (p' <= d /\ reduced (d - p') q cap d').

(** regular.rs, [cut_quotient]: the last quotient of the test with the cut, between the one that is just enough to reach
    N points and the full one. (floor((N - u - v)/count) + 1, in binary64 perhaps one more; at most k.) *)
Definition cut_quotient (N u v count k taken : Z) : Prop :=
  Z.min k ((N - (u + v)) / count + 1) <= taken <= k.

(** regular.rs, [finish]: rounds of two halves, the first reduces q, the second p. [half] says which one is next.
    A lane leaves when it has its N points (with the cut or without it), or when the length just reduced is 0. *)
Inductive half := First | Second.

Inductive finish (cut : bool) (N : Z) : half -> circle -> Z -> Prop :=
  | first_goes_on : forall p q u v d k d' result,
      quotient q p k -> reduced d p k d' ->
      u + k * v + v < N -> 0 < q - k * p ->
      finish cut N Second (Circle p (q - k * p) (u + k * v) v d') result ->
      finish cut N First (Circle p q u v d) result
  | first_ends : forall p q u v d k d',
      quotient q p k -> reduced d p k d' ->
      q - k * p = 0 \/ (cut = false /\ N <= u + k * v + v) ->
      finish cut N First (Circle p q u v d) d'
  | first_is_cut : forall p q u v d k taken d',
      quotient q p k -> N <= u + k * v + v ->
      cut = true -> cut_quotient N u v v k taken -> reduced d p taken d' ->
      finish cut N First (Circle p q u v d) d'
  | second_goes_on : forall p q u v d k d' result,
      quotient p q k -> passed d (p - k * q) q k d' ->
      u + (v + k * u) < N -> 0 < p - k * q ->
      finish cut N First (Circle (p - k * q) q u (v + k * u) d') result ->
      finish cut N Second (Circle p q u v d) result
  | second_ends : forall p q u v d k d',
      quotient p q k -> passed d (p - k * q) q k d' ->
      p - k * q = 0 \/ (cut = false /\ N <= u + (v + k * u)) ->
      finish cut N Second (Circle p q u v d) d'
  | second_is_cut : forall p q u v d k taken d',
      quotient p q k -> N <= u + (v + k * u) ->
      cut = true -> cut_quotient N u v u k taken -> passed d (p - taken * q) q taken d' ->
      finish cut N Second (Circle p q u v d) d'.

(** The regular test, with the cut or without it. A slope of 0 never enters the loop: d = b stands. *)
Definition regular (cut : bool) (M a b N result : Z) : Prop :=
  (a = 0 /\ result = b) \/ (0 < a /\ finish cut N First (start M a b) result).

(** shared.rs, [shared]: the guide's quotients are taken as long as every lane's rest is positive; they are any k >= 1
    for the lane. Each lane goes on with [finish], with the cut, in whatever state the two halves of a guided round left
    it. After a half that only some lanes could take no lane has changed.

    [guided c d] : the lane's circle is c, and d was reached by these steps; the first half may be followed by [finish]
    directly, which then begins with a first half again. *)
Inductive guided (M a b N : Z) : half -> circle -> Prop :=
  | guided_start : guided M a b N First (start M a b)
  | guided_first : forall p q u v d k d',
      guided M a b N First (Circle p q u v d) ->
      1 <= k -> 1 <= q - k * p -> u + k * v + v < N ->
      reduced d p k d' ->
      guided M a b N Second (Circle p (q - k * p) (u + k * v) v d')
  | guided_second : forall p q u v d k d',
      guided M a b N Second (Circle p q u v d) ->
      1 <= k -> 1 <= p - k * q -> u + (v + k * u) < N ->
      passed d (p - k * q) q (k - 1) d' ->
      guided M a b N First (Circle (p - k * q) q u (v + k * u) d').

Definition shared (M a b N result : Z) : Prop :=
  (a = 0 /\ result = b) \/
  (0 < a /\ exists h c, guided M a b N h c /\ finish true N First c result).

(** lefevre.rs: b lies in a gap of length [own], of which there are [own_count]; [other] is the other kind. [in_p] says
    whether own is the first kind (p) or the second (q). *)
Record lefevre_state := Lefevre { own : Z; own_count : Z; other : Z; other_count : Z; in_p : bool; offset : Z }.

Definition lefevre_start (M a b : Z) : lefevre_state := Lefevre M 1 a 0 false b.

Definition lefevre_points (s : lefevre_state) : Z := own_count s + other_count s.

(** First half of a round: the other kind is reduced by k times b's own; b is not there, and nothing moves d. *)
Definition lefevre_divided (s : lefevre_state) (k : Z) : lefevre_state :=
  Lefevre (own s) (own_count s + k * other_count s) (other s - k * own s) (other_count s) (in_p s) (offset s).

(** Second half, if the other kind is now shorter than b's gap: one point is placed in that gap. A gap p is parted into
    p - q (left) and q, a gap q into p (left) and q - p. b is to the right of the new point if its distance is not less
    than the left part. *)
Definition lefevre_placed (s : lefevre_state) : lefevre_state :=
  let rest := own s - other s in
  let left := if in_p s then rest else other s in
  let right_side := left <=? offset s in
  let offset' := if right_side then offset s - left else offset s in
  let count := other_count s + own_count s in
  let swaps := if in_p s then right_side else negb right_side in
  if swaps
  then Lefevre (other s) count rest (own_count s) (negb (in_p s)) offset'
  else Lefevre rest (own_count s) (other s) count (in_p s) offset'.

Definition lefevre_second_half (s : lefevre_state) : lefevre_state :=
  if other s <? own s then lefevre_placed s else s.

Inductive lefevre_loop (N : Z) : lefevre_state -> Z -> Prop :=
  | lefevre_ends_divided : forall s k,
      quotient (other s) (own s) k ->
      let s' := lefevre_divided s k in
      N <= lefevre_points s' \/ other s' = 0 ->
      lefevre_loop N s (offset s')
  | lefevre_ends_placed : forall s k,
      quotient (other s) (own s) k ->
      let s' := lefevre_divided s k in
      lefevre_points s' < N -> 0 < other s' ->
      let s'' := lefevre_second_half s' in
      N <= lefevre_points s'' \/ own s'' = 0 ->
      lefevre_loop N s (offset s'')
  | lefevre_goes_on : forall s k result,
      quotient (other s) (own s) k ->
      let s' := lefevre_divided s k in
      lefevre_points s' < N -> 0 < other s' ->
      let s'' := lefevre_second_half s' in
      lefevre_points s'' < N -> 0 < own s'' ->
      lefevre_loop N s'' result ->
      lefevre_loop N s result.

Definition lefevre (M a b N result : Z) : Prop :=
  (a = 0 /\ result = b) \/ (0 < a /\ lefevre_loop N (lefevre_start M a b) result).

(** Every result of a test is the d of steps from the start that place N points, or as many as there are: so the
    statements above hold for each of them. *)
Definition instance (test : Z -> Z -> Z -> Z -> Z -> Prop) : Prop :=
  forall M a b N result, 0 <= a < M -> 0 <= b < M -> 1 <= N ->
  test M a b N result ->
  exists c, steps M a b (start M a b) c /\ finished N c /\ d c = result.

Definition variants_statement : Prop :=
  instance (regular false) /\ instance (regular true) /\ instance shared /\ instance lefevre.

(** The sum of it: whichever test is planned, what it excludes holds no value below the threshold. *)
Definition tests_statement : Prop :=
  forall test, test = regular false \/ test = regular true \/ test = shared \/ test = lefevre ->
  forall M a b N threshold result, 0 <= a < M -> 0 <= b < M -> 1 <= N ->
  test M a b N result -> threshold <= result ->
  forall x, 0 <= x < N -> threshold <= (b - a * x) mod M.

(** The definitions of the tests are not empty: each has a result for every question. (So the statements above say
    something; and the loops can end, with full quotients, however many points are asked for.) *)
Definition runs_statement : Prop :=
  forall test, test = regular false \/ test = regular true \/ test = shared \/ test = lefevre ->
  forall M a b N, 0 <= a < M -> 0 <= b < M -> 1 <= N -> exists result, test M a b N result.
