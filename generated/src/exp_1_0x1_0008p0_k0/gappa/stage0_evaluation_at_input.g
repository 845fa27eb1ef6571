# Stage 0 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# P(t) = A + (S1 + S2)*t + B*t^2 + C*t^3, less an integer, is evaluated to the bound `evaluation at an input`.

@rnd = float<ieee_64, ne>;
t = int<ne>(t_);  # %t.474
s1 = fixed<-22, ne>(s1_);  # %s1.147
s2 = rnd(s2_);  # %s2.154
a = rnd(a_);  # %a.142
b = rnd(b_);  # %b.158
c = rnd(c_);  # %c.168
s1_t = rnd(s1 * t);
v481 = rnd(6755399441055744 + s1_t);  # %481
v483 = rnd(v481 - 6755399441055744);  # %483
v484 = rnd(s1_t - v483);  # %484
v486 = rnd(b + p486);  # %486
v487 = rnd(v486 * t);  # %487
v488 = rnd(a + p488);  # %488
v485 = rnd(v484 + p485);  # %485
v489 = rnd(v488 + v485);  # %489
unrounded = ((a + ((b + c * t) * t) * t) + ((s1 * t - v483) + s2 * t));
polynomial = a + (s1 + s2) * t + b * t * t + c * t * t * t - v483;

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
  p486 -/ (c * t) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p488 -/ (v487 * t) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p485 -/ (s2 * t) in [-1b-53, 1b-53]
->
  # the product is exact
  s1_t - s1 * t in [0, 0] /\
  # what is taken away is an integer
  @FIX(v483, 0) /\
  # it is the nearest one
  |s1 * t - v483| <= 1b-1 /\
  # the fraction of S1*t is exact
  v484 - (s1 * t - v483) in [0, 0] /\
  # evaluation at an input: 2^-39.56
  |v489 - polynomial| <= 6075753592479209b-92
}

# Errors as Gappa is to write them; it checks that both sides are equal.
s1_t - v483 ->
  (6755399441055744 + s1_t - v481) + (v481 - 6755399441055744 - v483);
s1 * t - v483 ->
  (6755399441055744 + s1_t - v481) + (v481 - 6755399441055744 - v483) - (s1_t - s1 * t);
v489 - polynomial ->
  v489 - unrounded;
