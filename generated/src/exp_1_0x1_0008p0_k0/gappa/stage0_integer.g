# Stage 0 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# I is an integer and, but for the roundings that the bias has room for, not below q*P less the bias and not above
# it by 1 or more; I - q*P is rounded by no more than that.

@rnd = float<ieee_64, ne>;
q = int<ne>(q_);  # %q.243
value = rnd(value_);  # %value.327
v330 = rnd(511b-10 + p330);  # %330
v333 = rnd(v330 + 6755399441055744);  # %333
integer = rnd(v333 - 6755399441055744);  # %integer.335
rise = rnd(integer - p336);  # %rise.336

{
  # a denominator
  q in [1, 262143] /\
  # the plan's V: 2^9.44
  |value| <= 3037876796239605b-42 /\
  # a product, rounded or not
  p330 -/ (q * value) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p336 -/ (q * value) in [-1b-53, 1b-53]
->
  # I is an integer
  @FIX(integer, 0) /\
  # it is not below q*P less 2^-10 and 2^-19.77
  integer - q * value + 1b-10 >= -5263068826430399b-72 /\
  # nor above q*P by more than one less that
  integer - q * value - 1023b-10 <= 5263068826430399b-72 /\
  # the difference is rounded by at most 2^-19.77
  |rise - (integer - q * value)| <= 5263068826430399b-72
}

# Errors as Gappa is to write them; it checks that both sides are equal.
integer - q * value ->
  (integer - v330) + (v330 - (511b-10 + p330)) + 511b-10 + (p330 - q * value);
integer - v330 ->
  (v333 - (v330 + 6755399441055744)) - (v333 - 6755399441055744 - integer);
