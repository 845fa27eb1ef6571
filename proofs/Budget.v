(** * T4: the budget adds up, and what a search excludes holds no case

    g(x) is the function at input number x, in units of the last place of its values; an input is hard to round for eps if
    g(x) is nearer than eps to an integer. A kernel does not compute g(x): it computes a number that differs from g(x)
    by the remainder of a Taylor model, by the terms that a block drops, by the line that replaces the curve, by the
    rounding of tables and words ... Everything is modulo 1. The plan has a bound of each of these differences, and
    eps'' is eps and the sum of them.

    This file says that an input that is hard for eps has a number nearer than eps'' to an integer, what the kernels'
    comparisons then see, and (with T1) that an interval that an existence test excludes holds no input that is hard to
    round. Terms.v has the bounds of single terms. Budget_proof.v has the proofs.

    The code: crates/tmd-search/src/plan/budget.rs and the table in docs/mathematics.md. *)

Require Import Reals List ZArith.
From TMD Require Import TwoLengths.
Open Scope R_scope.

(** ** The distance to the nearest integer *)

(** frac_part x is x less the largest integer that is not above it, 0 <= frac_part x < 1. *)
Definition distZ (x : R) : R := Rmin (frac_part x) (1 - frac_part x).

(** This is the distance to the nearest integer: it is not above |x - n| for any integer n, and equal to it for one. *)
Definition dist_statement : Prop :=
  forall x, (forall n : Z, distZ x <= Rabs (x - IZR n)) /\ exists n : Z, distZ x = Rabs (x - IZR n).

(** ** The sum *)

Definition total (terms : list R) : R := fold_right Rplus 0 terms.

(** From the number x to the number y by steps, one for each term: a step with the term e goes to a number that differs by
    at most e modulo 1. (The numbers in between are those of the model, of the block's polynomial, of the line ...) *)
Inductive chain : R -> list R -> R -> Prop :=
  | no_terms : forall x, chain x nil x
  | a_term : forall x e y terms z, distZ (x - y) <= e -> chain y terms z -> chain x (e :: terms) z.

(** The triangle inequality modulo 1, for any number of terms. *)
Definition budget_statement : Prop :=
  forall g terms y eps, chain g terms y -> distZ g < eps -> distZ y < eps + total terms.

(** An order of the terms is of no importance, for their sum has none; but a chain has one. A difference that is bounded
    without "modulo 1" is a term, too. *)
Definition plain_statement : Prop := forall x y, distZ (x - y) <= Rabs (x - y).

(** ** What a comparison sees

    eps'' is added to the number beforehand, so that one comparison does for both signs: y + eps'' is in [0, 2 eps'')
    modulo 1 if y is nearer than eps'' to an integer. *)
Definition comparison_statement : Prop :=
  forall y e, distZ y < e -> frac_part (y + e) < 2 * e.

(** The same in words. W is the word that stands for y + eps'' modulo 1 in units of 1/M (M = 2^F), and the threshold is an
    integer not below 2 eps'' in these units. *)
Definition word_statement : Prop :=
  forall M W threshold y e n,
  (0 <= W < M)%Z -> IZR W / IZR M = y + e + IZR n ->
  2 * e * IZR M <= IZR threshold ->
  distZ y < e -> (W < threshold)%Z.

(** ** An excluded interval holds no case

    [test] is any of the kernels' existence tests (T1). g is any function of the inputs of the interval, N of them. For
    each input x the line's number (b - a x)/M, less the eps'' that was added to b, is reached from g(x) by the terms of
    the budget. If the test answers with a number that is not below the threshold, no input of the interval is hard to
    round for eps. *)
Definition excluded_interval_statement : Prop :=
  forall test, test = regular false \/ test = regular true \/ test = shared \/ test = lefevre ->
  forall (M a b N threshold result : Z) (g : Z -> R) (eps : R) (terms : list R),
  (0 <= a < M)%Z -> (0 <= b < M)%Z -> (1 <= N)%Z ->
  let eps'' := eps + total terms in
  (forall x, (0 <= x < N)%Z -> chain (g x) terms (IZR (b - a * x) / IZR M - eps'')) ->
  2 * eps'' * IZR M <= IZR threshold ->
  test M a b N result -> (threshold <= result)%Z ->
  forall x, (0 <= x < N)%Z -> ~ distZ (g x) < eps.
