# Stage 0 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target cuda
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# An input whose evaluated P is within the plan's sum of all bounds of an integer passes the comparison.

@rnd = float<ieee_64, ne>;
v489 = rnd(v489_);  # %489
v492 = rnd(v489 + 6755399441055744);  # %492
v494 = rnd(v492 - 6755399441055744);  # %494
v495 = rnd(v489 - v494);  # %495
v496 = rnd(v495 * v495);  # %496

{
  # the plan's V: 2^9.44
  |v489| <= 3037876796239605b-42
->
  # it is compared with an integer
  @FIX(v494, 0) /\
  # it is the nearest one
  |v489 - v494| <= 1b-1 /\
  # below 2^-32.97 it is compared with success
  (|v489 - v494| <= 2293926013744695b-84 -> v496 <= 1089b-76)
}

# Errors as Gappa is to write them; it checks that both sides are equal.
v489 - v494 ->
  (v489 + 6755399441055744 - v492) + (v492 - 6755399441055744 - v494);
