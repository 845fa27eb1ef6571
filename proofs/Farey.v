(** * T3: the arcs are all fractions, one after the other, and they cover the packet

    The kernels that search by Farey arcs go through the fractions r/q of the Farey sequence of order Q (all
    fractions with denominators 1 .. Q) from the slope at a packet's first input on. Each fraction has an arc, a run of
    inputs [from, end). This file says

    - that the recurrence floor((Q + q_before)/q) times this one less the one before goes to the next fraction, and
      that no fraction of order Q is left out between two of them;
    - that the walk meets every fraction of order Q from its first one on;
    - that the search for the first two fractions ends with neighbours, whatever its factors are;
    - that the arcs cover the packet: each input is in one arc, and in one only;
    - by how much a slope that lies between the mediants of r/q with its two neighbours can differ from r/q.

    Farey_proof.v has the proofs. Everything is about integers: no axiom is used. The code: [run], [arc] and
    [neighbours] in crates/tmd-kernel/src/kernel/arcs.rs, and [ArcsPlan::start_rounds] in
    crates/tmd-design/src/design.rs. *)

Require Import ZArith List.
Open Scope Z_scope.

(** ** Fractions *)

(** r/q. *)
Record fraction := Fraction { r : Z; q : Z }.

(** x < y and x <= y, for fractions with positive denominators. *)
Definition less (x y : fraction) : Prop := r x * q y < r y * q x.
Definition at_most (x y : fraction) : Prop := r x * q y <= r y * q x.
Definition equal (x y : fraction) : Prop := r x * q y = r y * q x.

(** A fraction of order Q has a denominator from 1 to Q. *)
Definition of_order (Q : Z) (x : fraction) : Prop := 1 <= q x <= Q.

(** x and y are neighbours of order Q: y - x = 1/(q_x q_y), and the mediant (r_x + r_y)/(q_x + q_y) is not of order Q. *)
Definition neighbours (Q : Z) (x y : fraction) : Prop :=
  of_order Q x /\ of_order Q y /\ r y * q x - r x * q y = 1 /\ Q < q x + q y.

(** The recurrence: what comes after [current], if [before] came before it. *)
Definition next (Q : Z) (before current : fraction) : fraction :=
  let k := (Q + q before) / q current in
  Fraction (k * r current - r before) (k * q current - q before).

(** The walk after i steps: the fraction before the present one, and the present one. *)
Fixpoint walk (Q : Z) (before current : fraction) (i : nat) : fraction * fraction :=
  match i with
  | O => (before, current)
  | S i => let (before, current) := walk Q before current i in (current, next Q before current)
  end.

(** The present fraction after i steps. *)
Definition walked (Q : Z) (before current : fraction) (i : nat) : fraction := snd (walk Q before current i).

(** ** The statements on the sequence *)

(** Neighbours in this sense are neighbours in the Farey sequence: no fraction of order Q is strictly between. *)
Definition nothing_between_statement : Prop :=
  forall Q x y z, neighbours Q x y -> of_order Q z -> ~ (less x z /\ less z y).

(** The recurrence goes to the next neighbour. *)
Definition next_statement : Prop :=
  forall Q before current, neighbours Q before current -> neighbours Q current (next Q before current).

(** The denominator before is the inverse of r modulo q: the residue class t = m - I q_before (mod q) of the arc
    has r t + I = r m there, modulo q. *)
Definition inverse_statement : Prop :=
  forall Q before current, neighbours Q before current -> (q current | r current * q before - 1).

(** The walk is strictly rising, each pair is a pair of neighbours, and it meets every fraction of order Q that is not below
    its start. A fraction in lowest terms is met with its own numerator and denominator. *)
Definition walk_statement : Prop :=
  forall Q before current, neighbours Q before current ->
  (forall i, neighbours Q (walked Q before current i) (walked Q before current (S i)) /\
             less (walked Q before current i) (walked Q before current (S i))) /\
  (forall z, of_order Q z -> at_most current z ->
     exists i, equal z (walked Q before current i) /\
               (Z.gcd (r z) (q z) = 1 -> z = walked Q before current i)).

(** The walk advances by 1/Q^2 or more at every step: after i steps, x - c >= i/Q^2. (So there are at most 1 + l Q^2
    fractions from a slope on to one that is l larger, which bounds the rounds of the kernel's loop.) *)
Definition advance_statement : Prop :=
  forall Q before current i, neighbours Q before current ->
  let x := walked Q before current i in
  Z.of_nat i * (q x * q current) <= (r x * q current - r current * q x) * Q ^ 2.

(** Slopes between the mediants. If s = n/m (m > 0: any rational slope) is not below the mediant of [before] and
    [current], and not above that of [current] and its next, then s differs from r/q by at most 1/(q (Q + 1)). *)
Definition mediant (x y : fraction) : fraction := Fraction (r x + r y) (q x + q y).

Definition mediants_statement : Prop :=
  forall Q before current s, neighbours Q before current -> 0 < q s ->
  let after := next Q before current in
  at_most (mediant before current) s -> at_most s (mediant current after) ->
  Z.abs (r s * q current - r current * q s) * (Q + 1) <= q s.

(** ** The first neighbours

    [neighbours] in arcs.rs begins with 0/1 and 1/1 and adds k times the left fraction to the right one, then k' times the
    right one to the left one, and so on, until the sum of the denominators is beyond Q. The factors come from quotients
    of rounded numbers. All that is used of them: they are not negative, and not above floor((Q - q_far)/q_near). *)
Inductive start (Q : Z) : fraction -> fraction -> Prop :=
  | from_0_and_1 : start Q (Fraction 0 1) (Fraction 1 1)
  | right_moves : forall x y k, start Q x y -> 0 <= k <= (Q - q y) / q x ->
      start Q x (Fraction (r y + k * r x) (q y + k * q x))
  | left_moves : forall x y k, start Q x y -> 0 <= k <= (Q - q x) / q y ->
      start Q (Fraction (r x + k * r y) (q x + k * q y)) y.

(** The fraction before the left one: floor((Q + q_right)/q_left) times the left one less the right one. *)
Definition before (Q : Z) (x y : fraction) : fraction :=
  let k := (Q + q y) / q x in Fraction (k * r x - r y) (k * q x - q y).

(** Whatever the factors, when the loop ends the two are neighbours of order Q; the one before the left one and the left
    one are neighbours as well, and from these the recurrence goes to the right one. *)
Definition start_statement : Prop :=
  forall Q x y, 1 <= Q -> start Q x y -> Q < q x + q y ->
  neighbours Q x y /\ neighbours Q (before Q x y) x /\ next Q (before Q x y) x = y.

(** ** The arcs cover the packet

    The walk computes a proposal for the end of each arc (the place of the mediant, rounded). The end of the arc is the
    larger of the proposal and of its beginning; the next arc begins there. Whatever the proposals are, and however they
    were rounded, the arcs [cut i, cut (i + 1)) are runs without gaps or overlaps. The walk ends when an end is T or more
    (proposals are at most T). *)
Fixpoint cut (proposal : nat -> Z) (i : nat) : Z :=
  match i with
  | O => 0
  | S i => Z.max (proposal i) (cut proposal i)
  end.

(** Each input t of a packet [0, T) lies in exactly one arc of the n that were gone through. *)
Definition cover_statement : Prop :=
  forall proposal n T, T <= cut proposal n ->
  forall t, 0 <= t < T ->
  exists i, (i < n)%nat /\ cut proposal i <= t < cut proposal (S i) /\
    forall j, cut proposal j <= t < cut proposal (S j) -> j = i.
