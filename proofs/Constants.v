(* The constants of the contract of the arcs, the binary64 numbers that kernels compute with, as fractions.
   Made of crates/tmd-design/src/arcs.rs by tests/tests/proofs.rs; what each is for is said there. *)
From Coq Require Import Reals.
Open Scope R_scope.

(* E = spread·ε''/B *)
Definition spread : R := 4728779608739021 / 2251799813685248.

(* times the reach, the short way *)
Definition reach_factor : R := 1170935903116329 / 1125899906842624.

(* times an estimate of √E *)
Definition root_estimate : R := 2386907802506363 / 2251799813685248.

(* times E and an estimate of 1/R *)
Definition slope_estimate : R := 4548635623644201 / 4503599627370496.

(* times q: a member of the class may be off *)
Definition class_share : R := 1 / 1048576.

(* times bend and rough_estimate: a root without C *)
Definition rough : R := 1170935903116329 / 1125899906842624.

(* for the estimate of that root *)
Definition rough_estimate : R := 1 / 2048.

(* times (κ/2)²·R³ *)
Definition third_order : R := 3 / 1.

(* times Q and the denominator before *)
Definition above : R := 274877906945 / 274877906944.

(* what an estimate of 1/a is off by *)
Definition reciprocal_error : R := 1 / 1024.

(* what an estimate of √a is off by *)
Definition root_error : R := 1 / 2048.

(* Steps of Newton's method: to 1/q, and to √y *)
Definition inverse_steps : nat := 2.
Definition root_steps : nat := 4.

(* Terms of a vertex' series *)
Definition vertex_terms : nat := 4.
