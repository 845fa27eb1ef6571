# Stage 0 of kernel 0 of exp(x), plan 6a862e8356060faa01ccdb2838c367dae8b6dd688679a1ca628f00416bf70eb6:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target c
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# An input whose evaluated P is within the plan's sum of all bounds of an integer passes the comparison.

@rnd = float<ieee_64, ne>;
v476 = rnd(v476_);  # %476
v479 = rnd(v476 + 6755399441055744);  # %479
v481 = rnd(v479 - 6755399441055744);  # %481
v482 = rnd(v476 - v481);  # %482
v483 = rnd(v482 * v482);  # %483

{
  # the plan's V: 2^9.44
  |v476| <= 3037876796239605b-42
->
  # it is compared with an integer
  @FIX(v481, 0) /\
  # it is the nearest one
  |v476 - v481| <= 1b-1 /\
  # below 2^-32.97 it is compared with success
  (|v476 - v481| <= 2293926013744695b-84 -> v483 <= 1089b-76)
}

# Errors as Gappa is to write them; it checks that both sides are equal.
v476 - v481 ->
  (v476 + 6755399441055744 - v479) + (v479 - 6755399441055744 - v481);
