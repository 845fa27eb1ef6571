(** What every theorem rests on. scripts/prove prints this for each of them and refuses any axiom that it does not
    know as one of the real numbers; a Theorem that is not named here is refused as well. *)

From TMD Require TwoLengths_proof Farey_proof Budget_proof Terms_proof.

(** T1: the existence tests. *)
Print Assumptions TwoLengths_proof.two_length_invariant.
Print Assumptions TwoLengths_proof.lower_bound.
Print Assumptions TwoLengths_proof.sharpness.
Print Assumptions TwoLengths_proof.lower_bound_of_all.
Print Assumptions TwoLengths_proof.exclusion.
Print Assumptions TwoLengths_proof.variants.
Print Assumptions TwoLengths_proof.tests.
Print Assumptions TwoLengths_proof.runs.

(** T3: Farey arcs cover the packet. *)
Print Assumptions Farey_proof.nothing_between.
Print Assumptions Farey_proof.next_neighbour.
Print Assumptions Farey_proof.inverse.
Print Assumptions Farey_proof.walk_meets_all.
Print Assumptions Farey_proof.advance.
Print Assumptions Farey_proof.mediants.
Print Assumptions Farey_proof.first_neighbours.
Print Assumptions Farey_proof.cover.

(** T4: the budget. *)
Print Assumptions Budget_proof.distance_to_the_nearest_integer.
Print Assumptions Budget_proof.budget.
Print Assumptions Budget_proof.plain_differences.
Print Assumptions Budget_proof.comparison.
Print Assumptions Budget_proof.words.
Print Assumptions Budget_proof.excluded_interval.
Print Assumptions Terms_proof.dropped.
Print Assumptions Terms_proof.coefficients.
Print Assumptions Terms_proof.model_coefficients.
Print Assumptions Terms_proof.moving.
Print Assumptions Terms_proof.tables.
Print Assumptions Terms_proof.dropped_differences.
Print Assumptions Terms_proof.taylor.
Print Assumptions Terms_proof.best_line.
Print Assumptions Terms_proof.test_word.
