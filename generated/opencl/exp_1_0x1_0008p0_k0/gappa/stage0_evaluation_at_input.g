# Stage 0 of kernel 0 of exp(x), plan 6a862e8356060faa01ccdb2838c367dae8b6dd688679a1ca628f00416bf70eb6:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target opencl
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# P(t) = A + (S1 + S2)*t + B*t^2 + C*t^3, less an integer, is evaluated to the bound `evaluation at an input`.

@rnd = float<ieee_64, ne>;
t = int<ne>(t_);  # %t.461
s1 = fixed<-22, ne>(s1_);  # %s1.147
s2 = rnd(s2_);  # %s2.154
a = rnd(a_);  # %a.142
b = rnd(b_);  # %b.158
c = rnd(c_);  # %c.168
s1_t = rnd(s1 * t);
v468 = rnd(6755399441055744 + s1_t);  # %468
v470 = rnd(v468 - 6755399441055744);  # %470
v471 = rnd(s1_t - v470);  # %471
v473 = rnd(b + p473);  # %473
v474 = rnd(v473 * t);  # %474
v475 = rnd(a + p475);  # %475
v472 = rnd(v471 + p472);  # %472
v476 = rnd(v475 + v472);  # %476
unrounded = ((a + ((b + c * t) * t) * t) + ((s1 * t - v470) + s2 * t));
polynomial = a + (s1 + s2) * t + b * t * t + c * t * t * t - v470;

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
  p473 -/ (c * t) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p475 -/ (v474 * t) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p472 -/ (s2 * t) in [-1b-53, 1b-53]
->
  # the product is exact
  s1_t - s1 * t in [0, 0] /\
  # what is taken away is an integer
  @FIX(v470, 0) /\
  # it is the nearest one
  |s1 * t - v470| <= 1b-1 /\
  # the fraction of S1*t is exact
  v471 - (s1 * t - v470) in [0, 0] /\
  # evaluation at an input: 2^-39.56
  |v476 - polynomial| <= 6075753592479209b-92
}

# Errors as Gappa is to write them; it checks that both sides are equal.
s1_t - v470 ->
  (6755399441055744 + s1_t - v468) + (v468 - 6755399441055744 - v470);
s1 * t - v470 ->
  (6755399441055744 + s1_t - v468) + (v468 - 6755399441055744 - v470) - (s1_t - s1 * t);
v476 - polynomial ->
  v476 - unrounded;
