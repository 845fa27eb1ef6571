# Stage 0 of kernel 0 of exp(x), plan 964485b1b363e9debce5b51686d992abe3928b48c21b36d17d065f07d6df026e:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# P(t) = A + (S1 + S2)*t + B*t^2 + C*t^3, less an integer, is evaluated to the bound `evaluation at an input`.

@rnd = float<ieee_64, ne>;
near = int<ne>(near_);  # %near.305
s1 = fixed<-22, ne>(s1_);  # %s1.147
s2 = rnd(s2_);  # %s2.154
a = rnd(a_);  # %a.142
b = rnd(b_);  # %b.158
c = rnd(c_);  # %c.168
s1_near = rnd(s1 * near);
v309 = rnd(6755399441055744 + s1_near);  # %309
v311 = rnd(v309 - 6755399441055744);  # %311
v312 = rnd(s1_near - v311);  # %312
v314 = rnd(b + p314);  # %314
v315 = rnd(v314 * near);  # %315
v316 = rnd(a + p316);  # %316
v313 = rnd(v312 + p313);  # %313
value = rnd(v316 + v313);  # %value.317
unrounded = ((a + ((b + c * near) * near) * near) + ((s1 * near - v311) + s2 * near));
polynomial = a + (s1 + s2) * near + b * near * near + c * near * near * near - v311;

{
  # an input
  near in [0, 2147483647] /\
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
  p314 -/ (c * near) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p316 -/ (v315 * near) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p313 -/ (s2 * near) in [-1b-53, 1b-53]
->
  # the product is exact
  s1_near - s1 * near in [0, 0] /\
  # what is taken away is an integer
  @FIX(v311, 0) /\
  # it is the nearest one
  |s1 * near - v311| <= 1b-1 /\
  # the fraction of S1*t is exact
  v312 - (s1 * near - v311) in [0, 0] /\
  # evaluation at an input: 2^-39.56
  |value - polynomial| <= 6075753592479209b-92
}

# Errors as Gappa is to write them; it checks that both sides are equal.
s1_near - v311 ->
  (6755399441055744 + s1_near - v309) + (v309 - 6755399441055744 - v311);
s1 * near - v311 ->
  (6755399441055744 + s1_near - v309) + (v309 - 6755399441055744 - v311) - (s1_near - s1 * near);
value - polynomial ->
  value - unrounded;
