# Stage 0 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# P(t) = A + (S1 + S2)*t + B*t^2 + C*t^3, less an integer, is evaluated to the bound `evaluation at an input`.

@rnd = float<ieee_64, ne>;
near = int<ne>(near_);  # %near.315
s1 = fixed<-22, ne>(s1_);  # %s1.147
s2 = rnd(s2_);  # %s2.154
a = rnd(a_);  # %a.142
b = rnd(b_);  # %b.158
c = rnd(c_);  # %c.168
s1_near = rnd(s1 * near);
v319 = rnd(6755399441055744 + s1_near);  # %319
v321 = rnd(v319 - 6755399441055744);  # %321
v322 = rnd(s1_near - v321);  # %322
v324 = rnd(b + p324);  # %324
v325 = rnd(v324 * near);  # %325
v326 = rnd(a + p326);  # %326
v323 = rnd(v322 + p323);  # %323
value = rnd(v326 + v323);  # %value.327
unrounded = ((a + ((b + c * near) * near) * near) + ((s1 * near - v321) + s2 * near));
polynomial = a + (s1 + s2) * near + b * near * near + c * near * near * near - v321;

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
  p324 -/ (c * near) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p326 -/ (v325 * near) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p323 -/ (s2 * near) in [-1b-53, 1b-53]
->
  # the product is exact
  s1_near - s1 * near in [0, 0] /\
  # what is taken away is an integer
  @FIX(v321, 0) /\
  # it is the nearest one
  |s1 * near - v321| <= 1b-1 /\
  # the fraction of S1*t is exact
  v322 - (s1 * near - v321) in [0, 0] /\
  # evaluation at an input: 2^-39.56
  |value - polynomial| <= 6075753592479209b-92
}

# Errors as Gappa is to write them; it checks that both sides are equal.
s1_near - v321 ->
  (6755399441055744 + s1_near - v319) + (v319 - 6755399441055744 - v321);
s1 * near - v321 ->
  (6755399441055744 + s1_near - v319) + (v319 - 6755399441055744 - v321) - (s1_near - s1 * near);
value - polynomial ->
  value - unrounded;
