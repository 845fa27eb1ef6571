(** Proofs of the statements of TwoLengths.v. *)

From TMD Require Import TwoLengths.
Require Import ZArith Bool Lia.
Open Scope Z_scope.

(** ** Moves along the circle *)

Section Circle.
Variables M a b : Z.
Hypothesis positive : 0 < M.
Notation dist := (distance M a b).

Lemma dist_range x : 0 <= dist x < M.
Proof. unfold distance. apply Z.mod_pos_bound; assumption. Qed.

(** From x to x + n: if a n is l modulo M, the distance falls by l. *)
Lemma dist_move x n l : (M | a * n - l) -> dist (x + n) = (dist x - l) mod M.
Proof.
  intros [c H]. unfold distance.
  rewrite Zminus_mod_idemp_l.
  replace (b - a * (x + n)) with (b - a * x - l + (- c) * M) by lia.
  apply Z_mod_plus_full.
Qed.

Lemma dist_move_to x n l : (M | a * n - l) -> 0 <= dist x - l < M -> dist (x + n) = dist x - l.
Proof. intros H R. rewrite (dist_move x n l H). apply Z.mod_small; assumption. Qed.

(** ... and once round the circle if it would become negative. *)
Lemma dist_move_round x n l : (M | a * n - l) -> - M <= dist x - l < 0 -> dist (x + n) = dist x - l + M.
Proof.
  intros H R. rewrite (dist_move x n l H).
  rewrite <- (Z_mod_plus_full _ 1). rewrite Z.mul_1_l. apply Z.mod_small; lia.
Qed.

(** ** The gap that b lies in

    x0 is the number of its left end: b is within its gap, beyond the gap of every other point, and no point is nearer. *)
Definition gap (p q u v x : Z) : Z := if x <? u then p else q.

Definition left_end (p q u v x0 : Z) : Prop :=
  0 <= x0 < u + v /\ dist x0 < gap p q u v x0 /\
  forall x, 0 <= x < u + v -> dist x0 <= dist x /\ (x <> x0 -> gap p q u v x <= dist x).

Lemma gap_first p q u v x : x < u -> gap p q u v x = p.
Proof. unfold gap. destruct (Z.ltb_spec x u); lia. Qed.

Lemma gap_second p q u v x : u <= x -> gap p q u v x = q.
Proof. unfold gap. destruct (Z.ltb_spec x u); lia. Qed.

(** There is only one: its distance is below its gap. *)
Lemma left_end_unique p q u v x0 x :
  left_end p q u v x0 -> 0 <= x < u + v -> dist x < gap p q u v x -> x = x0.
Proof.
  intros (_ & _ & H) R L. destruct (H x R) as [_ G].
  destruct (Z.eq_dec x x0) as [E | E]; [exact E | specialize (G E); lia].
Qed.

Definition circled (p q u v : Z) : Prop := describes M a (Circle p q u v 0).

Lemma circled_spec p q u v : circled p q u v <->
  0 <= p /\ 0 <= q /\ 0 <= u /\ 1 <= v /\ u * p + v * q = M /\ (M | a * v - p) /\ (M | a * u + q).
Proof. unfold circled, describes. cbn. tauto. Qed.

Lemma multiple_v p v j : (M | a * v - p) -> (M | a * (j * v) - j * p).
Proof. intros [c H]. exists (j * c). nia. Qed.

Lemma multiple_u q u i : (M | a * u + q) -> (M | a * (i * u) - - (i * q)).
Proof. intros [c H]. exists (i * c). nia. Qed.

(** *** Reducing q: the points x + v, ..., x + k v are placed behind each x of the second kind. *)

Lemma circled_reduce_q p q u v k :
  circled p q u v -> 0 <= k -> 0 <= q - k * p -> circled p (q - k * p) (u + k * v) v.
Proof.
  rewrite !circled_spec. intros (P & Q & U & V & S & [c C] & [e E]) K R.
  repeat split; try nia.
  - exists c; assumption.
  - exists (e + k * c). nia.
Qed.

(** Each placed point is an old one of the first kind, or the j-th behind an old one of the second kind. *)
Lemma placed_by_q u v k y : 0 <= u -> 1 <= v -> 0 <= k -> u <= y < u + k * v + v ->
  exists x j, u <= x < u + v /\ 0 <= j <= k /\ y = x + j * v /\ (y < u + k * v <-> j < k).
Proof.
  intros U V K Y.
  exists (u + (y - u) mod v), ((y - u) / v).
  pose proof (Z.mod_pos_bound (y - u) v ltac:(lia)).
  pose proof (Z.div_mod (y - u) v ltac:(lia)).
  assert (0 <= (y - u) / v) by (apply Z.div_pos; lia).
  assert ((y - u) / v < k + 1) by (apply Z.div_lt_upper_bound; nia).
  repeat split; try nia.
Qed.

Lemma left_end_reduce_q p q u v k x0 :
  circled p q u v -> 0 <= k -> 0 < p -> 0 <= q - k * p ->
  left_end p q u v x0 ->
  let i := if x0 <? u then 0 else Z.min (dist x0 / p) k in
  left_end p (q - k * p) (u + k * v) v (x0 + i * v) /\
  dist (x0 + i * v) = dist x0 - i * p /\
  (x0 + i * v < u + k * v <-> x0 < u \/ i < k).
Proof.
  intros C K P R (X0 & D0 & L). rewrite circled_spec in C.
  destruct C as (_ & Q & U & V & S & Cv & Cu).
  assert (KP : 0 <= k * p) by (apply Z.mul_nonneg_nonneg; lia).
  assert (KV : 0 <= k * v) by (apply Z.mul_nonneg_nonneg; lia).
  assert (QM : q <= M) by (clear L; nia).
  pose proof (dist_range x0) as D0'.
  (* what a new point's distance is *)
  assert (Move : forall x j, 0 <= dist x - j * p < M -> dist (x + j * v) = dist x - j * p).
  { intros x j H. apply dist_move_to; [apply multiple_v; assumption | exact H]. }
  assert (Within : forall j, 0 <= j <= k -> 0 <= j * p <= k * p).
  { intros j J. split; [apply Z.mul_nonneg_nonneg; lia | apply Z.mul_le_mono_nonneg_r; lia]. }
  assert (Gap : forall x j, u <= x < u + v -> 0 <= j <= k ->
            gap p (q - k * p) (u + k * v) v (x + j * v) <= q - j * p).
  { intros x j X J. destruct (Z.eq_dec j k) as [-> | Nj].
    - rewrite gap_second by lia. lia.
    - assert ((j + 1) * v <= k * v) by (apply Z.mul_le_mono_nonneg_r; lia).
      assert ((j + 1) * p <= k * p) by (apply Z.mul_le_mono_nonneg_r; lia).
      rewrite gap_first by lia. lia. }
  (* new points behind old ones other than x0 *)
  assert (Others : forall x j, u <= x < u + v -> x <> x0 -> 0 <= j <= k ->
            dist x0 <= dist (x + j * v) /\ gap p (q - k * p) (u + k * v) v (x + j * v) <= dist (x + j * v)).
  { intros x j X N0 J. specialize (Within j J). specialize (Gap x j X J).
    destruct (L x) as [_ L2]; [lia |]. rewrite gap_second in L2 by lia. specialize (L2 N0).
    (* the old right neighbour of x is x - u; it bounds what is left *)
    destruct (L (x - u)) as [L3 _]; [lia |]. pose proof (dist_range x).
    assert (E : dist (x + (-1) * u) = dist x - q).
    { apply dist_move_to; [destruct Cu as [c Cu]; exists (- c); lia | lia]. }
    replace (x - u) with (x + (-1) * u) in L3 by lia. rewrite Move by lia. lia. }
  destruct (Z.ltb_spec x0 u) as [F | F]; cbn zeta.
  - (* b lies in a gap of the first kind, which is untouched *)
    rewrite gap_first in D0 by assumption.
    replace (x0 + 0 * v) with x0 by lia.
    split; [| split; [lia | split; intros; [left; assumption | lia]]].
    split; [lia | split; [rewrite gap_first by lia; assumption |]].
    intros y Y. destruct (Z.lt_ge_cases y u) as [Fy | Fy].
    { destruct (L y) as [L1 L2]; [lia |]. rewrite gap_first in L2 by assumption.
      rewrite gap_first by lia. auto. }
    destruct (placed_by_q u v k y) as (x & j & Xr & Jr & -> & J); try lia.
    destruct (Others x j Xr ltac:(lia) Jr). auto.
  - (* b lies in a gap of the second kind *)
    rewrite gap_second in D0 by assumption.
    set (i := Z.min (dist x0 / p) k).
    pose proof (Z.div_mod (dist x0) p ltac:(lia)) as DM.
    pose proof (Z.mod_pos_bound (dist x0) p ltac:(lia)) as MB.
    set (f := dist x0 / p) in *.
    assert (F0 : 0 <= f) by (apply Z.div_pos; lia).
    assert (I : 0 <= i <= k) by lia.
    assert (IP : 0 <= i * p <= f * p).
    { split; [apply Within; assumption | apply Z.mul_le_mono_nonneg_r; lia]. }
    assert (Ei : dist (x0 + i * v) = dist x0 - i * p) by (apply Move; lia).
    assert (Kind : x0 + i * v < u + k * v <-> i < k).
    { split; intros H.
      - destruct (Z.eq_dec i k) as [E | E]; [rewrite E in H; lia | lia].
      - assert ((i + 1) * v <= k * v) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
    assert (IV : 0 <= i * v <= k * v).
    { split; [apply Z.mul_nonneg_nonneg; lia | apply Z.mul_le_mono_nonneg_r; lia]. }
    split; [| split; [exact Ei | rewrite Kind; lia]].
    split; [lia |]. split.
    { rewrite Ei. destruct (Z.lt_ge_cases i k) as [Hi | Hi].
      - rewrite gap_first by tauto. replace i with f by lia. lia.
      - replace i with k in * by lia. rewrite gap_second by lia. lia. }
    rewrite Ei. intros y Y. destruct (Z.lt_ge_cases y u) as [Fy | Fy].
    { destruct (L y) as [L1 L2]; [lia |]. rewrite gap_first in L2 by assumption.
      rewrite gap_first by lia. split; [lia |]. intros _. apply L2. lia. }
    destruct (placed_by_q u v k y) as (x & j & Xr & Jr & -> & J); try lia.
    destruct (Z.eq_dec x x0) as [-> | Nx].
    + (* behind x0 itself *)
      pose proof (Gap x0 j Xr Jr) as G. pose proof (Within j Jr) as Wj.
      destruct (Z.lt_trichotomy j i) as [Hj | [-> | Hj]].
      * assert ((j + 1) * p <= i * p) by (apply Z.mul_le_mono_nonneg_r; lia).
        rewrite Move by lia. split; [lia |]. intros _.
        rewrite gap_first by (apply J; lia). lia.
      * rewrite Ei. split; [lia |]. intros; lia.
      * (* these lie beyond b, once round the circle *)
        assert (E : i = f) by lia. assert ((f + 1) * p <= j * p) by (apply Z.mul_le_mono_nonneg_r; lia).
        assert (Ej : dist (x0 + j * v) = dist x0 - j * p + M).
        { apply dist_move_round; [apply multiple_v; assumption | lia]. }
        rewrite Ej. split; [lia |]. intros _. lia.
    + destruct (Others x j Xr Nx Jr). split; [lia | auto].
Qed.

(** *** Reducing p: the points x + v + u, ..., x + v + k u are placed before the right end x + v of each gap of the first
    kind. *)

Lemma circled_reduce_p p q u v k :
  circled p q u v -> 0 <= k -> 0 <= p - k * q -> circled (p - k * q) q u (v + k * u).
Proof.
  rewrite !circled_spec. intros (P & Q & U & V & S & [c C] & [e E]) K R.
  repeat split; try nia.
  - exists (c + k * e). nia.
  - exists e; assumption.
Qed.

Lemma placed_by_p u v k y : 0 <= u -> 0 <= k -> u + v <= y < u + (v + k * u) ->
  exists x i, 0 <= x < u /\ 1 <= i <= k /\ y = x + (v + i * u).
Proof.
  intros U K Y. assert (0 < u) by nia.
  exists ((y - v) mod u), ((y - v) / u).
  pose proof (Z.mod_pos_bound (y - v) u ltac:(lia)).
  pose proof (Z.div_mod (y - v) u ltac:(lia)).
  assert (1 <= (y - v) / u) by (apply Z.div_le_lower_bound; lia).
  assert ((y - v) / u < k + 1) by (apply Z.div_lt_upper_bound; nia).
  repeat split; lia.
Qed.

Lemma multiple_p p q u v i : (M | a * v - p) -> (M | a * u + q) -> (M | a * (v + i * u) - (p - i * q)).
Proof. intros [c C] [e E]. exists (c + i * e). nia. Qed.

(** The number of the new left end, and how far it is behind the old one. *)
Definition new_end (p' q u v k x0 : Z) : Z :=
  if (x0 <? u) && (p' <=? dist x0) then x0 + (v + (k - (dist x0 - p') / q) * u) else x0.

Lemma left_end_reduce_p p q u v k x0 :
  circled p q u v -> 0 <= k -> 0 < q -> 0 <= p - k * q ->
  left_end p q u v x0 ->
  let x1 := new_end (p - k * q) q u v k x0 in
  left_end (p - k * q) q u (v + k * u) x1 /\
  (x0 < u -> dist x0 < p - k * q -> x1 = x0) /\
  (x0 < u -> p - k * q <= dist x0 -> u <= x1 /\ dist x1 = dist x0 - (p - k * q) - (dist x0 - (p - k * q)) / q * q) /\
  (u <= x0 -> x1 = x0).
Proof.
  intros C K Q' R (X0 & D0 & L). rewrite circled_spec in C.
  destruct C as (P & Q & U & V & S & Cv & Cu).
  assert (KQ : 0 <= k * q) by (apply Z.mul_nonneg_nonneg; lia).
  assert (KU : 0 <= k * u) by (apply Z.mul_nonneg_nonneg; lia).
  pose proof (dist_range x0) as D0'.
  assert (PM : 0 < u -> p <= M) by (clear L; nia).
  (* what a new point's distance is *)
  assert (Move : forall x i, 0 <= dist x - p + i * q < M -> dist (x + (v + i * u)) = dist x - p + i * q).
  { intros x i H. rewrite (dist_move_to x (v + i * u) (p - i * q)); [lia | apply multiple_p; assumption | lia]. }
  assert (Round : forall x i, - M <= dist x - p + i * q < 0 -> dist (x + (v + i * u)) = dist x - p + i * q + M).
  { intros x i H. rewrite (dist_move_round x (v + i * u) (p - i * q)); [lia | apply multiple_p; assumption | lia]. }
  assert (Within : forall i, 1 <= i <= k -> q <= i * q <= k * q).
  { intros i I. split; [| apply Z.mul_le_mono_nonneg_r; lia].
    rewrite <- (Z.mul_1_l q) at 1. apply Z.mul_le_mono_nonneg_r; lia. }
  (* new points behind old ones other than x0 *)
  assert (Others : forall x i, 0 <= x < u -> x <> x0 -> 1 <= i <= k ->
            dist x0 <= dist (x + (v + i * u)) /\ q <= dist (x + (v + i * u))).
  { intros x i X N0 I. specialize (Within i I).
    destruct (L x) as [_ L2]; [lia |]. rewrite gap_first in L2 by lia. specialize (L2 N0).
    destruct (L (x + (v + 0 * u))) as [L3 _]; [lia |].
    pose proof (dist_range x).
    rewrite Move in L3 by lia. rewrite Move by lia. lia. }
  unfold new_end. destruct (Z.ltb_spec x0 u) as [F | F]; cbn [andb].
  - rewrite gap_first in D0 by assumption. specialize (PM ltac:(lia)).
    destruct (Z.leb_spec (p - k * q) (dist x0)) as [B | B]; cbn zeta.
    + (* b lies beyond the first new point *)
      set (n := (dist x0 - (p - k * q)) / q).
      pose proof (Z.div_mod (dist x0 - (p - k * q)) q ltac:(lia)) as DM.
      pose proof (Z.mod_pos_bound (dist x0 - (p - k * q)) q ltac:(lia)) as MB.
      fold n in DM.
      assert (N0 : 0 <= n) by (apply Z.div_pos; lia).
      assert (N1 : n < k) by (apply Z.div_lt_upper_bound; lia).
      assert (NQ : 0 <= n * q) by (apply Z.mul_nonneg_nonneg; lia).
      assert (E : dist (x0 + (v + (k - n) * u)) = dist x0 - (p - k * q) - n * q).
      { rewrite Move; lia. }
      assert (KN : u <= (k - n) * u <= k * u) by (clear - N0 N1 U; nia).
      split; [| split; [intros; lia | split; [intros; split; [lia | exact E] | intros; lia]]].
      split; [lia |]. split; [rewrite gap_second by lia; lia |].
      rewrite E. intros y Y. destruct (Z.lt_ge_cases y (u + v)) as [Oy | Oy].
      { destruct (L y) as [L1 L2]; [lia |]. split; [lia |]. intros Ny.
        destruct (Z.lt_ge_cases y u) as [Fy | Fy].
        - rewrite gap_first in * by assumption.
          destruct (Z.eq_dec y x0) as [-> | Ny']; [assumption |]. specialize (L2 Ny'). lia.
        - rewrite gap_second in * by assumption. apply L2. lia. }
      destruct (placed_by_p u v k y) as (x & i & X & I & ->); try lia.
      rewrite gap_second by lia.
      destruct (Z.eq_dec x x0) as [-> | Nx]; [| specialize (Others x i X Nx I); lia].
      destruct (Z.lt_trichotomy i (k - n)) as [Hi | [-> | Hi]].
      * assert (Iq : i * q <= (k - n - 1) * q) by (apply Z.mul_le_mono_nonneg_r; lia).
        specialize (Within i I). rewrite Round by lia. lia.
      * rewrite E. lia.
      * assert (Iq : (k - n + 1) * q <= i * q) by (apply Z.mul_le_mono_nonneg_r; lia).
        specialize (Within i I). rewrite Move by lia. lia.
    + (* b lies before the first new point *)
      split; [| split; [lia | split; intros; lia]].
      split; [lia |]. split; [rewrite gap_first by lia; lia |].
      intros y Y. destruct (Z.lt_ge_cases y (u + v)) as [Oy | Oy].
      { destruct (L y) as [L1 L2]; [lia |]. split; [lia |]. intros Ny. specialize (L2 Ny).
        destruct (Z.lt_ge_cases y u) as [Fy | Fy].
        - rewrite gap_first in * by assumption. lia.
        - rewrite gap_second in * by assumption. lia. }
      destruct (placed_by_p u v k y) as (x & i & X & I & ->); try lia.
      rewrite gap_second by lia.
      destruct (Z.eq_dec x x0) as [-> | Nx]; [| specialize (Others x i X Nx I); lia].
      specialize (Within i I). rewrite Round by lia. lia.
  - (* b lies in a gap of the second kind, which is untouched *)
    rewrite gap_second in D0 by assumption. cbn zeta.
    split; [| split; [lia | split; intros; lia]].
    split; [lia |]. split; [rewrite gap_second by lia; lia |].
    intros y Y. destruct (Z.lt_ge_cases y (u + v)) as [Oy | Oy].
    { destruct (L y) as [L1 L2]; [lia |]. split; [lia |]. intros Ny. specialize (L2 Ny).
      destruct (Z.lt_ge_cases y u) as [Fy | Fy].
      - rewrite gap_first in * by assumption. lia.
      - rewrite gap_second in * by assumption. lia. }
    destruct (placed_by_p u v k y) as (x & i & X & I & ->); try lia.
    rewrite gap_second by lia.
    assert (x <> x0) by lia. specialize (Others x i X ltac:(assumption) I). lia.
Qed.

(** ** The offset

    d is the distance to the left end of b's gap or, in a gap of the second kind, less by a multiple of p: it then has
    anticipated what reducing q by p will do. *)

Definition offset_of (p u x0 d : Z) : Prop :=
  (x0 < u /\ d = dist x0) \/ (u <= x0 /\ exists j, 0 <= j /\ d = dist x0 - j * p).

Definition invariant (c : circle) : Prop :=
  circled (p c) (q c) (u c) (v c) /\ 0 <= d c /\
  exists x0, left_end (p c) (q c) (u c) (v c) x0 /\ offset_of (p c) (u c) x0 (d c).

Lemma invariant_start : 0 <= a < M -> 0 <= b < M -> invariant (start M a b).
Proof.
  intros A B. assert (D : dist 0 = b) by (unfold distance; rewrite Z.mul_0_r, Z.sub_0_r; apply Z.mod_small; lia).
  split; [| split; [cbn; lia |]].
  - apply circled_spec. cbn [start TwoLengths.p TwoLengths.q TwoLengths.u TwoLengths.v].
    repeat split; try lia; [exists 0; lia | exists 1; lia].
  - exists 0. cbn. split; [| right; split; [lia | exists 0; lia]].
    split; [lia |]. rewrite D. split; [rewrite gap_second by lia; lia |].
    intros x X. replace x with 0 by lia. rewrite D. lia.
Qed.

(** A gap that is shortened was no shorter than the other kind. *)
Lemma nothing_anticipated p q k e j :
  0 < k -> 0 < q -> 0 <= p - k * q -> e < q -> 0 <= j -> 0 <= e - j * p -> j = 0.
Proof.
  intros K Q R E J D.
  assert (1 * q <= k * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  destruct (Z.eq_dec j 0); [assumption |].
  assert (1 * p <= j * p) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

Lemma invariant_step c c' : invariant c -> step M a b c c' -> invariant c'.
Proof.
  intros (C & D & x0 & L & O) H.
  destruct H as [p q u v d k m K P R M0 M1 M2 | p q u v d k K Q R B | p q u v d k m K Q R B M0 M1 M2 | p q u v d k K Q R W];
    cbn [TwoLengths.p TwoLengths.q TwoLengths.u TwoLengths.v TwoLengths.d] in *.
  - (* reducing q *)
    split; [apply circled_reduce_q; assumption | split; [cbn; lia |]].
    destruct (left_end_reduce_q p q u v k x0 C K P R L) as (L' & E & Kind).
    destruct L as (X0 & D0 & _). pose proof (dist_range x0).
    eexists. split; [exact L' |]. cbn. unfold offset_of. rewrite E.
    destruct (Z.ltb_spec x0 u) as [F | F].
    + (* d = dist x0 < p: m = 0 *)
      rewrite gap_first in D0 by assumption.
      assert (d = dist x0) by (destruct O; [tauto | lia]). subst d.
      assert (m = 0) by nia. subst m. left. split; [tauto | lia].
    + destruct O as [O | (_ & j & J & ->)]; [lia |].
      pose proof (Z.div_mod (dist x0) p ltac:(lia)) as DM.
      pose proof (Z.mod_pos_bound (dist x0) p ltac:(lia)) as MB.
      assert (Ej : (dist x0 - j * p) / p = dist x0 / p - j).
      { replace (dist x0 - j * p) with (dist x0 + (- j) * p) by lia. rewrite Z_div_plus by lia. lia. }
      rewrite Ej in M1. set (f := dist x0 / p) in *.
      assert (Hm : j + m <= f) by (clear - M2 DM MB P; nia).
      destruct (Z.lt_ge_cases f k) as [Hf | Hf].
      * (* the quotient is enough: b is in a gap of the first kind, and d is its distance *)
        rewrite Z.min_l in * by lia.
        assert (j + m = f) by lia.
        left. split; [tauto | replace f with (j + m) by assumption; lia].
      * rewrite Z.min_r in * by lia.
        right. split; [lia |]. exists (j + m - k). split; [lia | lia].
  - (* reducing p, d is to the left *)
    split; [apply circled_reduce_p; assumption | split; [cbn; lia |]].
    destruct (left_end_reduce_p p q u v k x0 C K Q R L) as (L' & Left & Beyond & Second).
    destruct L as (X0 & D0 & _). pose proof (dist_range x0).
    eexists. split; [exact L' |]. cbn. destruct O as [[F ->] | [F (j & J & ->)]].
    + rewrite Left by lia. left. lia.
    + rewrite Second by lia. rewrite gap_second in D0 by assumption. right. split; [assumption |].
      destruct (Z.eq_dec k 0) as [-> | K0]; [exists j; lia |].
      (* p is at least q, and so beyond d: nothing was anticipated *)
      assert (j = 0) by (apply (nothing_anticipated p q k (dist x0)); lia). subst j. exists 0; lia.
  - (* reducing p, d is beyond *)
    split; [apply circled_reduce_p; assumption | split; [cbn; lia |]].
    destruct (left_end_reduce_p p q u v k x0 C K Q R L) as (L' & Left & Beyond & Second).
    destruct L as (X0 & D0 & _). pose proof (dist_range x0).
    eexists. split; [exact L' |]. cbn. destruct O as [[F ->] | [F (j & J & ->)]].
    + destruct (Beyond F B) as [U1 E]. rewrite gap_first in D0 by assumption.
      right. split; [assumption |]. exists 0. rewrite E.
      set (e := dist x0 - (p - k * q)) in *.
      pose proof (Z.div_mod e q ltac:(lia)) as DM. pose proof (Z.mod_pos_bound e q ltac:(lia)) as MB.
      assert (e / q < k) by (apply Z.div_lt_upper_bound; lia).
      assert (m = e / q) by (clear - M0 M1 M2 DM MB H0 Q; nia). subst m. lia.
    + rewrite Second by lia. rewrite gap_second in D0 by assumption. right. split; [assumption |].
      assert (JP : 0 <= j * p) by (apply Z.mul_nonneg_nonneg; [lia | nia]).
      assert (m = 0) by (clear - M0 M2 D0 JP R Q; nia). subst m.
      destruct (Z.eq_dec k 0) as [-> | K0]; [exists (j + 1); lia |].
      assert (j = 0) by (apply (nothing_anticipated p q k (dist x0)); lia). subst j. exists 1; lia.
  - (* reducing p, b is known to be elsewhere *)
    split; [apply circled_reduce_p; assumption | split; [cbn; lia |]].
    destruct (left_end_reduce_p p q u v k x0 C K Q R L) as (L' & Left & Beyond & Second).
    eexists. split; [exact L' |]. cbn.
    destruct W as (x & X & E & G). cbn in X, E, G.
    rewrite circled_spec in C. destruct C as (_ & _ & U & _).
    assert (x = x0) by (eapply left_end_unique; [exact L | lia | rewrite gap_second by lia; lia]). subst x.
    rewrite Second by lia. right. split; [lia | exists 0; lia].
Qed.

Lemma invariant_steps c : 0 <= a < M -> 0 <= b < M -> steps M a b (start M a b) c -> invariant c.
Proof.
  intros A B H. remember (start M a b) as s eqn:E. induction H as [| c c' c'' _ IH H]; subst.
  - apply invariant_start; assumption.
  - eapply invariant_step; [apply IH; reflexivity | exact H].
Qed.

Lemma invariant_bound c : invariant c -> 0 <= d c /\ forall x, 0 <= x < u c + v c -> d c <= dist x.
Proof.
  intros (C & D & x0 & (_ & _ & L) & O). split; [assumption |]. intros x X.
  destruct (L x X) as [Lx _]. rewrite circled_spec in C.
  destruct O as [[_ E] | [_ (j & J & E)]]; [lia |].
  assert (0 <= j * p c) by (apply Z.mul_nonneg_nonneg; lia). lia.
Qed.

Lemma invariant_finished c N : invariant c -> finished N c -> forall x, 0 <= x < N -> d c <= dist x.
Proof.
  intros I F x X. destruct (invariant_bound c I) as [_ L].
  destruct I as (C & _). rewrite circled_spec in C. destruct C as (P & Q & U & V & S & Cv & Cu).
  (* points that repeat *)
  assert (Repeats : forall n, 0 < n <= u c + v c -> (M | a * n) -> d c <= dist x).
  { intros n Hn [e E]. pose proof (Z.div_mod x n ltac:(lia)). pose proof (Z.mod_pos_bound x n ltac:(lia)).
    replace (dist x) with (dist (x mod n)); [apply L; lia |].
    unfold distance. replace (b - a * x) with (b - a * (x mod n) + (- (x / n) * e) * M) by nia.
    symmetry. apply Z_mod_plus_full. }
  destruct F as [F | [F | F]].
  - apply L. lia.
  - apply (Repeats (v c)); [lia |]. destruct Cv as [e E]. exists e. lia.
  - assert (0 < u c) by nia. apply (Repeats (u c)); [lia |]. destruct Cu as [e E]. exists e. lia.
Qed.

End Circle.

(** ** The statements *)

Theorem two_length_invariant : invariant_statement.
Proof. intros M a b c A B H. destruct (invariant_steps M a b ltac:(lia) c A B H) as [C _]. exact C. Qed.

Theorem lower_bound : lower_bound_statement.
Proof. intros M a b c A B H. apply (invariant_bound M a b). apply invariant_steps; auto; lia. Qed.

Theorem sharpness : sharpness_statement.
Proof. exists 10, 3, 5, 1, 0, 1. cbv. intuition congruence. Qed.

Theorem lower_bound_of_all : finished_statement.
Proof.
  intros M a b N c A B H F. apply (invariant_finished M a b ltac:(lia)); [| assumption].
  apply invariant_steps; auto; lia.
Qed.

Theorem exclusion : exclusion_statement.
Proof.
  intros M a b N threshold c A B H F T (x & X & Y).
  pose proof (lower_bound_of_all M a b N c A B H F x X). unfold distance in *. lia.
Qed.

(** ** The kernels' tests *)

Lemma steps_step M a b s c c' : steps M a b s c -> step M a b c c' -> steps M a b s c'.
Proof. intros; econstructor; eassumption. Qed.

Lemma steps_reduced M a b s p q u v d k d' :
  steps M a b s (Circle p q u v d) -> 0 < p -> quotient q p k -> reduced d p k d' ->
  steps M a b s (Circle p (q - k * p) (u + k * v) v d').
Proof.
  intros H P [K R] (m & M0 & M1 & -> & M2). eapply steps_step; [exact H |].
  apply reduce_q; lia.
Qed.

Lemma steps_passed M a b s p q u v d k cap d' :
  steps M a b s (Circle p q u v d) -> 0 < q -> quotient p q k -> k - 1 <= cap -> passed d (p - k * q) q cap d' ->
  steps M a b s (Circle (p - k * q) q u (v + k * u) d').
Proof.
  intros H Q [K R] Cap [[D ->] | [D (m & M0 & M1 & -> & M2)]]; (eapply steps_step; [exact H |]).
  - apply reduce_p_left; lia.
  - apply reduce_p_beyond; lia.
Qed.

(** The cut quotient is a quotient, and it reaches N points. *)
Lemma cut_reaches N u v count k taken :
  0 <= k -> 0 < count -> N <= u + v + k * count -> u + v <= N -> cut_quotient N u v count k taken ->
  0 <= taken <= k /\ N <= u + v + taken * count.
Proof.
  unfold cut_quotient. intros K C R L T.
  pose proof (Z.div_mod (N - (u + v)) count ltac:(lia)).
  pose proof (Z.mod_pos_bound (N - (u + v)) count ltac:(lia)).
  assert (0 <= (N - (u + v)) / count) by (apply Z.div_pos; lia).
  split; [lia |]. destruct (Z.le_ge_cases k taken); nia.
Qed.

Section Instances.
Variables M a b N : Z.
Hypothesis (A : 0 <= a < M) (B : 0 <= b < M) (N1 : 1 <= N).
Notation reached := (steps M a b (start M a b)).
Definition answers (result : Z) : Prop := exists c, reached c /\ finished N c /\ d c = result.

Lemma counts c : reached c -> 0 <= u c /\ 1 <= v c.
Proof. intros H. destruct (two_length_invariant M a b c A B H). tauto. Qed.

Lemma finish_answers cut h c result : finish cut N h c result -> reached c ->
  match h with First => 0 < p c /\ u c + v c <= N | Second => 0 < q c /\ u c + v c < N end ->
  answers result.
Proof.
  induction 1 as [p q u v d k d' result Qu Re Co Po _ IH | p q u v d k d' Qu Re En | p q u v d k taken d' Qu Re Cut Ta Ro
    | p q u v d k d' result Qu Pa Co Po _ IH | p q u v d k d' Qu Pa En | p q u v d k taken d' Qu Re Cut Ta Pa];
    intros H; cbn; intros [L C]; pose proof (counts _ H) as [U V]; cbn in U, V.
  - apply IH; [apply (steps_reduced M a b _ p q u v d k d'); assumption | cbn; lia].
  - exists (Circle p (q - k * p) (u + k * v) v d'). split; [apply steps_reduced with d; assumption |].
    split; [unfold finished; cbn; lia | reflexivity].
  - destruct Qu as [K R]. destruct (cut_reaches N u v v k taken) as [T T']; try lia; [assumption |].
    exists (Circle p (q - taken * p) (u + taken * v) v d'). split; [apply steps_reduced with d; try assumption |].
    + split; nia.
    + split; [unfold finished; cbn; lia | reflexivity].
  - apply IH; [apply (steps_passed M a b _ p q u v d k k d'); try assumption; lia | cbn; lia].
  - exists (Circle (p - k * q) q u (v + k * u) d'). split; [apply steps_passed with d k; try assumption; lia |].
    split; [unfold finished; cbn; lia | reflexivity].
  - destruct Qu as [K R]. assert (0 < u) by nia.
    destruct (cut_reaches N u v u k taken) as [T T']; try lia; [assumption |].
    exists (Circle (p - taken * q) q u (v + taken * u) d').
    split; [apply steps_passed with d taken; try assumption; [split; nia | lia] |].
    split; [unfold finished; cbn; lia | reflexivity].
Qed.

(** A slope of 0: all points are the first one. *)
Lemma slope_zero : a = 0 -> answers b.
Proof.
  intros E. exists (start M a b). split; [constructor | split; [unfold finished; cbn; lia | reflexivity]].
Qed.

Lemma regular_answers cut result : regular cut M a b N result -> answers result.
Proof.
  intros [[E ->] | [P F]]; [apply slope_zero; assumption |].
  eapply finish_answers; [exact F | constructor | cbn; lia].
Qed.

Lemma guided_reached h c : 0 < a -> guided M a b N h c -> reached c /\ 0 < p c /\ 0 < q c /\ u c + v c <= N.
Proof.
  intros P. induction 1 as [| p q u v d k d' _ [H (P' & Q' & C)] K R L Re | p q u v d k d' _ [H (P' & Q' & C)] K R L Pa];
    cbn in *.
  - split; [constructor | lia].
  - split; [apply steps_reduced with d; try assumption; split; lia | lia].
  - split; [apply steps_passed with d (k - 1); try assumption; [split; lia | lia] | lia].
Qed.

Lemma shared_answers result : shared M a b N result -> answers result.
Proof.
  intros [[E ->] | [P (h & c & G & F)]]; [apply slope_zero; assumption |].
  destruct (guided_reached h c P G) as (H & P' & Q' & C).
  eapply finish_answers; [exact F | exact H | cbn; lia].
Qed.

(** Lefevre's test knows in which gap b lies, and d is its distance there. *)
Definition circle_of (s : lefevre_state) : circle :=
  if in_p s then Circle (own s) (other s) (own_count s) (other_count s) (offset s)
  else Circle (other s) (own s) (other_count s) (own_count s) (offset s).

Definition knows (s : lefevre_state) : Prop :=
  reached (circle_of s) /\ offset s < own s /\
  exists x, distance M a b x = offset s /\
    if in_p s then 0 <= x < own_count s else other_count s <= x < other_count s + own_count s.

Lemma knows_start : knows (lefevre_start M a b).
Proof.
  split; [constructor | split; [cbn; lia |]].
  exists 0. cbn. split; [| lia]. unfold distance. rewrite Z.mul_0_r, Z.sub_0_r. apply Z.mod_small. lia.
Qed.

Lemma knows_divided s k : knows s -> quotient (other s) (own s) k -> 0 < own s -> knows (lefevre_divided s k).
Proof.
  destruct s as [own own_count other other_count in_p offset].
  intros (H & L & x & E & X) [K R] P. cbn in *.
  pose proof (counts _ H) as C. pose proof (lower_bound M a b _ A B H) as [D _].
  unfold knows, circle_of in *. cbn in *. destruct in_p; cbn in *.
  - split; [| split; [assumption | exists x; split; [assumption | nia]]].
    assert (Z := reduce_q M a b own other own_count other_count offset k 0).
    replace (offset - 0 * own) with offset in Z by lia.
    eapply steps_step; [exact H |]. apply Z; try lia. rewrite Z.div_small; lia.
  - split; [| split; [assumption | exists x; split; [assumption | nia]]].
    eapply steps_step; [exact H |]. apply reduce_p_elsewhere; try lia.
    exists x. cbn. lia.
Qed.

Lemma knows_placed s : knows s -> 0 < other s < own s -> knows (lefevre_placed s).
Proof.
  destruct s as [own own_count other other_count in_p offset].
  intros (H & L & x & E & X) P. cbn in *.
  pose proof (counts _ H) as C. pose proof (lower_bound M a b _ A B H) as [D _].
  pose proof (two_length_invariant M a b _ A B H) as (_ & _ & _ & _ & S & Cv & Cu).
  assert (M0 : 0 < M) by lia. pose proof (dist_range M a b M0 x).
  unfold lefevre_placed, knows, circle_of in *. cbn in *. destruct in_p; cbn in *.
  - destruct (Z.leb_spec (own - other) offset) as [Ri | Le]; cbn.
    + (* right of the new point, now in a gap of the second kind *)
      split; [| split; [lia | exists (x + (other_count + own_count)); split; [| lia]]].
      * replace (own - other) with (own - 1 * other) by lia.
        replace (offset - (own - 1 * other)) with (offset - (own - 1 * other) - 0 * other) by lia.
        replace (other_count + own_count) with (other_count + 1 * own_count) by lia.
        eapply steps_step; [exact H |]. apply reduce_p_beyond; lia.
      * rewrite (dist_move_to M a b x (other_count + own_count) (own - other)); [lia | | nia].
        destruct Cv as [c Cv], Cu as [e Cu]. exists (c + e). lia.
    + split; [| split; [lia | exists x; split; [assumption | lia]]].
      replace (own - other) with (own - 1 * other) by lia.
      replace (other_count + own_count) with (other_count + 1 * own_count) by lia.
      eapply steps_step; [exact H |]. apply reduce_p_left; lia.
  - destruct (Z.leb_spec other offset) as [Ri | Le]; cbn.
    + split; [| split; [lia | exists (x + own_count); split; [| lia]]].
      * replace (own - other) with (own - 1 * other) by lia.
        replace (offset - other) with (offset - 1 * other) by lia.
        replace (other_count + own_count) with (other_count + 1 * own_count) by lia.
        eapply steps_step; [exact H |]. apply reduce_q; lia.
      * rewrite (dist_move_to M a b x own_count other); [lia | assumption | lia].
    + (* left of it, now in a gap of the first kind *)
      split; [| split; [lia | exists x; split; [assumption | lia]]].
      replace (own - other) with (own - 1 * other) by lia.
      replace (other_count + own_count) with (other_count + 1 * own_count) by lia.
      assert (R := reduce_q M a b other own other_count own_count offset 1 0).
      replace (offset - 0 * other) with offset in R by lia.
      eapply steps_step; [exact H |]. apply R; try lia. rewrite Z.div_small; lia.
Qed.

Lemma knows_second_half s : knows s -> 0 < other s -> knows (lefevre_second_half s).
Proof.
  intros H P. unfold lefevre_second_half. destruct (Z.ltb_spec (other s) (own s)); [| assumption].
  apply knows_placed; [assumption | lia].
Qed.

Lemma knows_answers s : knows s -> N <= lefevre_points s \/ own s = 0 \/ other s = 0 -> answers (offset s).
Proof.
  intros (H & _) F. exists (circle_of s). split; [assumption |].
  unfold circle_of, finished, lefevre_points in *. destruct (in_p s); cbn; lia.
Qed.

Lemma lefevre_answers result : lefevre M a b N result -> answers result.
Proof.
  intros [[E ->] | [P F]]; [apply slope_zero; assumption |].
  assert (K : knows (lefevre_start M a b)) by apply knows_start.
  assert (O : 0 < own (lefevre_start M a b)) by (cbn; lia).
  induction F as [s k Qu s' En | s k Qu s' Co Po s'' En | s k result Qu s' Co Po s'' Co' Po' _ IH].
  - apply knows_answers; [apply knows_divided; assumption | tauto].
  - apply knows_answers; [apply knows_second_half; [apply knows_divided; assumption | assumption] | tauto].
  - apply IH; [apply knows_second_half; [apply knows_divided; assumption | assumption] | assumption].
Qed.

End Instances.

Theorem variants : variants_statement.
Proof.
  split; [| split; [| split]]; intros M a b N result A B N1 H.
  - eapply regular_answers; eassumption.
  - eapply regular_answers; eassumption.
  - eapply shared_answers; eassumption.
  - eapply lefevre_answers; eassumption.
Qed.

Theorem tests : tests_statement.
Proof.
  intros test T M a b N threshold result A B N1 H Th x X.
  destruct variants as (V1 & V2 & V3 & V4).
  assert (I : instance test) by (destruct T as [-> | [-> | [-> | ->]]]; assumption).
  destruct (I M a b N result A B N1 H) as (c & S & F & E).
  pose proof (lower_bound_of_all M a b N c A B S F x X). unfold distance in *. lia.
Qed.

(** ** Each test has a result: that of full quotients. *)

Lemma full_quotient x y : 0 <= x -> 0 < y -> quotient x y (x / y).
Proof. intros X Y. split; [apply Z.div_pos; lia |]. rewrite Z.mul_comm. apply Z.mul_div_le. assumption. Qed.

Lemma reduced_exists x y cap : 0 <= x -> 0 < y -> 0 <= cap -> exists rest, reduced x y cap rest /\ rest <= x.
Proof.
  intros X Y C. pose proof (full_quotient x y X Y) as [Q1 Q2].
  exists (x - Z.min (x / y) cap * y).
  assert (0 <= Z.min (x / y) cap * y <= x / y * y).
  { split; [apply Z.mul_nonneg_nonneg; lia | apply Z.mul_le_mono_nonneg_r; lia]. }
  split; [exists (Z.min (x / y) cap); lia | lia].
Qed.

Lemma passed_exists d p' q cap : 0 <= d -> 0 <= p' -> 0 < q -> 0 <= cap -> exists d', passed d p' q cap d' /\ 0 <= d'.
Proof.
  intros D P Q C. destruct (Z.lt_ge_cases d p') as [L | G].
  - exists d. split; [left; lia | assumption].
  - destruct (reduced_exists (d - p') q cap) as (rest & R & _); try lia.
    exists rest. split; [right; split; assumption | destruct R as (m & H); lia].
Qed.

Lemma cut_exists N u v count k : 0 <= k -> 0 < count -> u + v <= N -> exists taken, cut_quotient N u v count k taken /\ 0 <= taken <= k.
Proof.
  intros K C L. exists (Z.min k ((N - (u + v)) / count + 1)).
  assert (0 <= (N - (u + v)) / count) by (apply Z.div_pos; lia).
  unfold cut_quotient. lia.
Qed.

Lemma finish_runs cut N (n : nat) : forall p q u v d,
  0 < p <= q -> 0 <= u -> 1 <= v -> 0 <= d -> u + v <= N -> N - (u + v) < Z.of_nat n ->
  exists result, finish cut N First (Circle p q u v d) result.
Proof.
  induction n as [| n IH]; intros p q u v d P U V D L E; [lia |].
  set (k := q / p). pose proof (full_quotient q p ltac:(lia) ltac:(lia)) as [K1 K2]. fold k in K1, K2.
  pose proof (Z.div_mod q p ltac:(lia)) as DM. fold k in DM.
  pose proof (Z.mod_pos_bound q p ltac:(lia)) as MB.
  assert (K : 1 <= k) by (apply Z.div_le_lower_bound; lia).
  assert (KV : v <= k * v) by (rewrite <- (Z.mul_1_l v) at 1; apply Z.mul_le_mono_nonneg_r; lia).
  destruct (reduced_exists d p k) as (d' & R & _); try lia.
  assert (D' : 0 <= d') by (destruct R as (m & H); lia).
  destruct (Z.eq_dec (q - k * p) 0) as [Zero | NZ].
  { exists d'. apply first_ends with k; [split | |]; auto. }
  destruct (Z.le_gt_cases N (u + k * v + v)) as [Last | More].
  { destruct cut.
    - destruct (cut_exists N u v v k) as (taken & T & T'); try lia.
      destruct (reduced_exists d p taken) as (dc & Rc & _); try lia.
      exists dc. apply first_is_cut with k taken; auto; split; assumption.
    - exists d'. apply first_ends with k; auto; split; assumption. }
  (* the second half *)
  set (q' := q - k * p) in *. set (u' := u + k * v) in *.
  assert (Q' : 0 < q' < p) by lia.
  set (j := p / q'). pose proof (full_quotient p q' ltac:(lia) ltac:(lia)) as [J1 J2]. fold j in J1, J2.
  pose proof (Z.div_mod p q' ltac:(lia)) as DM'. fold j in DM'.
  pose proof (Z.mod_pos_bound p q' ltac:(lia)) as MB'.
  assert (J : 1 <= j) by (apply Z.div_le_lower_bound; lia).
  assert (JU : u' <= j * u') by (rewrite <- (Z.mul_1_l u') at 1; apply Z.mul_le_mono_nonneg_r; lia).
  assert (Goes : forall result, finish cut N Second (Circle p q' u' v d') result ->
            exists result, finish cut N First (Circle p q u v d) result).
  { intros result H. exists result. apply first_goes_on with k d'; auto; [split; assumption | lia]. }
  destruct (passed_exists d' (p - j * q') q' j) as (d2 & Pa & D2); try lia.
  destruct (Z.eq_dec (p - j * q') 0) as [Zero | NZ'].
  { apply (Goes d2). apply second_ends with j; [split; assumption | assumption | auto]. }
  destruct (Z.le_gt_cases N (u' + (v + j * u'))) as [Last | More'].
  { destruct cut.
    - destruct (cut_exists N u' v u' j) as (taken & T & T'); try lia.
      assert (taken * q' <= j * q') by (apply Z.mul_le_mono_nonneg_r; lia).
      destruct (passed_exists d' (p - taken * q') q' taken) as (dc & Pc & _); try lia.
      apply (Goes dc). apply second_is_cut with j taken; auto; split; assumption.
    - apply (Goes d2). apply second_ends with j; auto; split; assumption. }
  destruct (IH (p - j * q') q' u' (v + j * u') d2) as (result & H); try lia.
  apply (Goes result). apply second_goes_on with j d2; auto; [split; assumption | lia].
Qed.

Lemma lefevre_runs N (n : nat) : forall s,
  0 < own s -> 0 < other s -> 1 <= own_count s -> 0 <= other_count s -> N - lefevre_points s < Z.of_nat n ->
  exists result, lefevre_loop N s result.
Proof.
  unfold lefevre_points. induction n as [| n IH]; intros s O T C C' E.
  - exists (offset s). replace (offset s) with (offset (lefevre_divided s 0)) by (destruct s; reflexivity).
    apply lefevre_ends_divided; [split; lia |]. left. unfold lefevre_points, lefevre_divided. cbn. lia.
  - set (k := other s / own s).
    pose proof (full_quotient (other s) (own s) ltac:(lia) O) as Qu. fold k in Qu.
    pose proof (Z.div_mod (other s) (own s) ltac:(lia)) as DM. fold k in DM.
    pose proof (Z.mod_pos_bound (other s) (own s) O) as MB.
    assert (K : 0 <= k * other_count s) by (apply Z.mul_nonneg_nonneg; [apply Qu | assumption]).
    set (s' := lefevre_divided s k).
    destruct (Z.eq_dec (other s') 0) as [Zero | NZ].
    { exists (offset s'). apply lefevre_ends_divided; auto. }
    destruct (Z.le_gt_cases N (lefevre_points s')) as [Last | More].
    { exists (offset s'). apply lefevre_ends_divided; auto. }
    set (s'' := lefevre_second_half s').
    assert (Os : 0 < other s' < own s') by (unfold s', lefevre_divided in *; cbn in *; lia).
    assert (New : 0 < own s'' /\ 0 < other s'' /\ 1 <= own_count s'' /\ 0 <= other_count s'' /\
                  lefevre_points s' < lefevre_points s'').
    { unfold s'', lefevre_second_half. destruct (Z.ltb_spec (other s') (own s')); [| lia].
      unfold lefevre_placed, lefevre_points. unfold s', lefevre_divided in *. cbn in *.
      destruct (in_p s); cbn;
        match goal with |- context [?l <=? ?o] => destruct (l <=? o) end; cbn; lia. }
    destruct (Z.le_gt_cases N (lefevre_points s'')) as [Last | More'].
    { exists (offset s''). apply (lefevre_ends_placed N s k); auto; fold s'; lia. }
    destruct (IH s'') as (result & H); try (apply New).
    { unfold lefevre_points in *. destruct New as (_ & _ & _ & _ & G). unfold s', lefevre_divided in G, More. cbn in G, More. lia. }
    exists result. apply (lefevre_goes_on N s k); auto; fold s'; fold s''; first [lia | apply New].
Qed.

Theorem runs : runs_statement.
Proof.
  intros test T M a b N A B N1.
  destruct (Z.eq_dec a 0) as [E | E].
  { exists b. destruct T as [-> | [-> | [-> | ->]]]; left; auto. }
  assert (F : forall cut, exists result, finish cut N First (start M a b) result).
  { intros cut. apply (finish_runs cut N (Z.to_nat N)); lia. }
  destruct T as [-> | [-> | [-> | ->]]].
  - destruct (F false) as [result H]. exists result. right. split; [lia | exact H].
  - destruct (F true) as [result H]. exists result. right. split; [lia | exact H].
  - destruct (F true) as [result H]. exists result. right. split; [lia |].
    exists First, (start M a b). split; [constructor | exact H].
  - destruct (lefevre_runs N (Z.to_nat N) (lefevre_start M a b)) as [result H];
      try (unfold lefevre_points; cbn; lia).
    exists result. right. split; [lia | exact H].
Qed.
