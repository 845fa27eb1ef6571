(** The constants of the contract of the arcs, exactly as the kernel has them (binary64). To be replaced by the file
    that is generated from the code. *)
Require Import Reals.
Local Open Scope R_scope.

Definition spread : R := 4728779608739021 / 2251799813685248.
Definition reach_factor : R := 1170935903116329 / 1125899906842624.
Definition root_estimate : R := 2386907802506363 / 2251799813685248.
Definition slope_estimate : R := 4548635623644201 / 4503599627370496.
Definition class_share : R := 1 / 1048576.
Definition rough : R := 1170935903116329 / 1125899906842624.
Definition rough_estimate : R := 1 / 2048.
Definition third_order : R := 3 / 1.
Definition above : R := 274877906945 / 274877906944.
