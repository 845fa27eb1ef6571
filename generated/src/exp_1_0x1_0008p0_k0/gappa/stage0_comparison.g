# Stage 0 of kernel 0 of exp(x), plan 964485b1b363e9debce5b51686d992abe3928b48c21b36d17d065f07d6df026e:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# An input whose evaluated P is within the plan's sum of all bounds of an integer passes the comparison.

@rnd = float<ieee_64, ne>;
v479 = rnd(v479_);  # %479
v482 = rnd(v479 + 6755399441055744);  # %482
v484 = rnd(v482 - 6755399441055744);  # %484
v485 = rnd(v479 - v484);  # %485
v486 = rnd(v485 * v485);  # %486

{
  # the plan's V: 2^9.44
  |v479| <= 3037876796239605b-42
->
  # it is compared with an integer
  @FIX(v484, 0) /\
  # it is the nearest one
  |v479 - v484| <= 1b-1 /\
  # below 2^-32.97 it is compared with success
  (|v479 - v484| <= 2293926013744695b-84 -> v486 <= 1089b-76)
}

# Errors as Gappa is to write them; it checks that both sides are equal.
v479 - v484 ->
  (v479 + 6755399441055744 - v482) + (v482 - 6755399441055744 - v484);
