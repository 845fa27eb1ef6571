(** * T4: bounds of single terms of the budget

    Each statement has the form in which the plan has the bound: crates/tmd-search/src/plan/budget.rs and the tables in
    docs/mathematics.md ("Domains and blocks", "The line", "The budget"). Terms_proof.v has the proofs.

    A polynomial is the list of its coefficients, c_0 first. *)

Require Import Reals List ZArith.
From Coquelicot Require Derive.
Import ListNotations.
Open Scope R_scope.

(** ** Polynomials *)

(** c_0 + c_1 t + c_2 t^2 + ..., by Horner's rule. *)
Fixpoint eval (c : list R) (t : R) : R :=
  match c with
  | [] => 0
  | c0 :: rest => c0 + t * eval rest t
  end.

(** Each |c_j| is at most A_j. *)
Definition bounded (c A : list R) : Prop := Forall2 (fun c A => Rabs c <= A) c A.

(** Terms that are dropped: for |t| <= T, sum over j >= n of c_j t^j is at most the sum of A_j T^j, where the coefficients kept
    are c and those dropped are d. (T^n sum A_(n+i) T^i is that sum.) *)
Definition dropped_statement : Prop :=
  forall c d A t T, bounded d A -> Rabs t <= T ->
  Rabs (eval (c ++ d) t - eval c t) <= T ^ length c * eval A T.

(** Coefficients that are not exact: if each differs by at most e_j, the values differ by at most the sum of e_j T^j.
    This is also what moving to an item costs: e_j = 2^(-64 words), T the number of items. *)
Definition coefficients_statement : Prop :=
  forall c c' e t T, Forall2 (fun x e => Rabs (fst x - snd x) <= e) (combine c c') e -> length c = length c' ->
  Rabs t <= T ->
  Rabs (eval c t - eval c' t) <= eval e T.

(** Coefficients known to 2^-c r^-j each (here delta r^-j), on |t| <= r: (D + 1) delta for degree D. *)
Definition model_coefficients_statement : Prop :=
  forall c c' delta r t, 0 < r -> Rabs t <= r -> length c = length c' ->
  (forall j, (j < length c)%nat -> Rabs (nth j c 0 - nth j c' 0) <= delta * / r ^ j) ->
  Rabs (eval c t - eval c' t) <= INR (length c) * delta.

(** Moving the origin. [choose n k] is the binomial coefficient; [moved c s j] is sum over i >= j of C(i, j) c_i s^(i-j):
    the coefficients of the polynomial about s ([taylor_shift] in the code). *)
Fixpoint choose (n k : nat) : nat :=
  match n, k with
  | _, O => 1
  | O, S _ => 0
  | S n, S k => choose n k + choose n (S k)
  end.

(** The sum over the coefficients of c, which are those of t^i, t^(i+1), ... *)
Fixpoint moved_from (i : nat) (c : list R) (s : R) (j : nat) : R :=
  match c with
  | [] => 0
  | c0 :: rest => INR (choose i j) * c0 * s ^ (i - j) + moved_from (S i) rest s j
  end.

Definition moved (c : list R) (s : R) (j : nat) : R := moved_from 0 c s j.

(** The polynomial with the coefficients [moved c s j] has at t the value of c at t + s, and if |c_j| <= A_j and |s| <= r,
    its coefficients are bounded by those that A has about r. *)
Definition moving_statement : Prop :=
  forall c s,
  (forall t, eval c (t + s) = eval (map (moved c s) (seq 0 (length c))) t) /\
  (forall A r j, bounded c A -> Rabs s <= r -> Rabs (moved c s j) <= moved A r j).

(** ** Taylor's theorem

    If |f^(n+1)/(n+1)!| <= G between c - |t| and c + |t|, the Taylor polynomial of degree n about c is within
    G |t|^(n+1) of f at c + t. f has derivatives up to order n + 1 within rho of c, a distance larger than |t|. *)
Definition taylor_statement : Prop :=
  forall f n c t rho G, Rabs t < rho ->
  (forall x k, Rabs (x - c) < rho -> (k <= S n)%nat -> Derive.ex_derive_n f k x) ->
  (forall x, Rabs (x - c) <= Rabs t -> Rabs (Derive.Derive_n f (S n) x / INR (fact (S n))) <= G) ->
  Rabs (f (c + t) - sum_f_R0 (fun k => Derive.Derive_n f k c / INR (fact k) * t ^ k) n) <= G * Rabs t ^ S n.

(** ** The line

    On a part from 0 to L the line is the chord, moved by Z L^2/16, Z the second derivative at c, the middle of the item.
    With |P''/2| <= Q2 and |P'''/6| <= Q3 and all of the part within I/2 of c (I inputs of an item), the line is nowhere
    farther from P than L^2/16 (2 Q2 + 2 (6 Q3 I/2)). P1, P2, P3 are the derivatives of P. *)
Definition line (P : R -> R) (Z L m : R) : R := P 0 + (P L - P 0) / L * m - Z * L ^ 2 / 16.

Definition line_statement : Prop :=
  forall P P1 P2 P3 L c I Q2 Q3, 0 < L ->
  (forall x, derivable_pt_lim P x (P1 x)) ->
  (forall x, derivable_pt_lim P1 x (P2 x)) ->
  (forall x, derivable_pt_lim P2 x (P3 x)) ->
  (forall x, 0 <= x <= L -> Rabs (x - c) <= I / 2) ->
  (forall x, Rabs (x - c) <= I / 2 -> Rabs (P2 x) <= 2 * Q2 /\ Rabs (P3 x) <= 6 * Q3) ->
  forall m, 0 <= m <= L ->
  Rabs (P m - line P (P2 c) L m) <= L ^ 2 / 16 * (2 * Q2 + 2 * (6 * Q3 * (I / 2))).

(** ** Tables of differences

    A table has the value and its differences; to go to the next part, each entry but the last is increased by the next
    one. After n steps the value has the error sum over m of C(n, m) e_m, if entry m had at most e_m in the beginning. *)
Fixpoint stepped (table : list R) : list R :=
  match table with
  | [] => []
  | x :: rest => (x + hd 0 rest) :: stepped rest
  end.

Definition value_after (n : nat) (table : list R) : R := hd 0 (Nat.iter n stepped table).

(** The sum over m >= k of C(n, m) e_m for the errors e_k, e_(k+1), ... *)
Fixpoint growth (n k : nat) (e : list R) : R :=
  match e with
  | [] => 0
  | e0 :: rest => INR (choose n k) * e0 + growth n (S k) rest
  end.

Definition table_statement : Prop :=
  forall n table,
  value_after n table = growth n 0 table /\
  forall table' e, Forall2 (fun x e => Rabs (fst x - snd x) <= e) (combine table table') e ->
    length table = length table' ->
    Rabs (value_after n table - value_after n table') <= growth n 0 e.

(** Differences of orders above d are left out. A table of degree d for the function f has f(0) and the differences of f at
    0 up to order d ([differences f (S d)]). F 0 is f, F 1, F 2, ... are its derivatives; the parts are 0, 1, ..., n. If
    |f^(d+1)| <= B on [0, n] (B is (d+1)! Q_(d+1) L^(d+1) in the budget: f(u) = P(u L)), the table is off by at most
    C(n, d+1) B. A table of slopes, f(u + 1) - f(u), of degree d - 1, is off by at most C(n, d) B. *)
Definition delta (f : R -> R) (x : R) : R := f (x + 1) - f x.

Fixpoint differences (f : R -> R) (entries : nat) : list R :=
  match entries with
  | O => []
  | S entries => f 0 :: differences (delta f) entries
  end.

Definition differences_statement : Prop :=
  forall (F : nat -> R -> R) d n B,
  (forall k x, derivable_pt_lim (F k) x (F (S k) x)) ->
  (forall x, 0 <= x <= INR n -> Rabs (F (S d) x) <= B) ->
  (forall u, (u <= n)%nat ->
     Rabs (F 0%nat (INR u) - value_after u (differences (F 0%nat) (S d))) <= INR (choose n (S d)) * B) /\
  (forall u, (u < n)%nat ->
     Rabs (delta (F 0%nat) (INR u) - value_after u (differences (delta (F 0%nat)) d)) <= INR (choose n d) * B).

(** ** The word of a test

    The line's offset and slope, beta and alpha, are cut to units of 1/M: their words are b and a. Over L inputs this costs
    at most (L + 1)/M. *)
Definition test_word_statement : Prop :=
  forall M a b x L alpha beta, 0 < M -> 0 <= x <= L ->
  0 <= alpha - a / M <= / M -> 0 <= beta - b / M <= / M ->
  Rabs ((beta - alpha * x) - (b - a * x) / M) <= (L + 1) * / M.
