(** What every theorem rests on. scripts/prove prints this for each of them and refuses any axiom that it does not
    know as one of the real numbers; a Theorem that is not named here is refused as well. *)

From TMD Require TwoLengths_proof Farey_proof.

(** T1: the existence tests. *)
Print Assumptions TwoLengths_proof.two_length_invariant.
Print Assumptions TwoLengths_proof.lower_bound.
Print Assumptions TwoLengths_proof.lower_bound_of_all.
Print Assumptions TwoLengths_proof.exclusion.
Print Assumptions TwoLengths_proof.variants.
Print Assumptions TwoLengths_proof.tests.

(** T3: Farey arcs cover the packet. *)
Print Assumptions Farey_proof.nothing_between.
Print Assumptions Farey_proof.next_neighbour.
Print Assumptions Farey_proof.inverse.
Print Assumptions Farey_proof.walk_meets_all.
Print Assumptions Farey_proof.mediants.
Print Assumptions Farey_proof.first_neighbours.
Print Assumptions Farey_proof.cover.
