# Stage 0 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target opencl
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# 1/q, from an estimate that keeps to the contract of `recip_near`, is within 2^-39 of 1/q, relatively.

@rnd = float<ieee_64, ne>;
q = int<ne>(q_);  # %q.243
v254 = rnd(v254_);  # %254
v256 = rnd(1 - p256);  # %256
v257 = rnd(v254 + p257);  # %257
v259 = rnd(1 - p259);  # %259
inverse = rnd(v257 + p260);  # %inverse.260

{
  # a denominator
  q in [1, 262143] /\
  # an estimate
  v254 * q - 1 in [-1b-10, 1b-10] /\
  # a product, rounded or not
  p256 -/ (q * v254) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p257 -/ (v254 * v256) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p259 -/ (q * v257) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p260 -/ (v257 * v259) in [-1b-53, 1b-53]
->
  # the result is within 2^-39
  |inverse * q - 1| <= 1b-39
}

# Errors as Gappa is to write them; it checks that both sides are equal.
1 - q * v254 ->
  -(v254 * q - 1);
v257 * q - 1 ->
  (v257 - (v254 + v254 * v256)) * q + (v256 - (1 - q * v254)) * (v254 * q) - (v254 * q - 1) * (v254 * q - 1);
1 - q * v257 ->
  -(v257 * q - 1);
inverse * q - 1 ->
  (inverse - (v257 + v257 * v259)) * q + (v259 - (1 - q * v257)) * (v257 * q) - (v257 * q - 1) * (v257 * q - 1);
