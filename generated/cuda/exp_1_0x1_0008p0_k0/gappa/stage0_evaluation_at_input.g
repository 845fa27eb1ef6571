# Stage 0 of kernel 0 of exp(x), plan 964485b1b363e9debce5b51686d992abe3928b48c21b36d17d065f07d6df026e:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target cuda
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# P(t) = A + (S1 + S2)*t + B*t^2 + C*t^3, less an integer, is evaluated to the bound `evaluation at an input`.

@rnd = float<ieee_64, ne>;
t = int<ne>(t_);  # %t.464
s1 = fixed<-22, ne>(s1_);  # %s1.147
s2 = rnd(s2_);  # %s2.154
a = rnd(a_);  # %a.142
b = rnd(b_);  # %b.158
c = rnd(c_);  # %c.168
s1_t = rnd(s1 * t);
v471 = rnd(6755399441055744 + s1_t);  # %471
v473 = rnd(v471 - 6755399441055744);  # %473
v474 = rnd(s1_t - v473);  # %474
v476 = rnd(b + p476);  # %476
v477 = rnd(v476 * t);  # %477
v478 = rnd(a + p478);  # %478
v475 = rnd(v474 + p475);  # %475
v479 = rnd(v478 + v475);  # %479
unrounded = ((a + ((b + c * t) * t) * t) + ((s1 * t - v473) + s2 * t));
polynomial = a + (s1 + s2) * t + b * t * t + c * t * t * t - v473;

{
  # an input
  t in [0, 2147483647] /\
  # proved as `packet`
  a in [0, 1] /\
  # proved as `packet`
  s1 in [0, 1] /\
  # proved as `packet`
  s2 in [0, 1b-22] /\
  # the plan's Q_2, and rounding: 2^-54.55
  |b| <= 6121843814636333b-107 /\
  # the plan's Q_3, and rounding: 2^-109.14
  |c| <= 4081229209490303b-161 /\
  # a product, rounded or not
  p476 -/ (c * t) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p478 -/ (v477 * t) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p475 -/ (s2 * t) in [-1b-53, 1b-53]
->
  # the product is exact
  s1_t - s1 * t in [0, 0] /\
  # what is taken away is an integer
  @FIX(v473, 0) /\
  # it is the nearest one
  |s1 * t - v473| <= 1b-1 /\
  # the fraction of S1*t is exact
  v474 - (s1 * t - v473) in [0, 0] /\
  # evaluation at an input: 2^-39.56
  |v479 - polynomial| <= 6075753592479209b-92
}

# Errors as Gappa is to write them; it checks that both sides are equal.
s1_t - v473 ->
  (6755399441055744 + s1_t - v471) + (v471 - 6755399441055744 - v473);
s1 * t - v473 ->
  (6755399441055744 + s1_t - v471) + (v471 - 6755399441055744 - v473) - (s1_t - s1 * t);
v479 - polynomial ->
  v479 - unrounded;
