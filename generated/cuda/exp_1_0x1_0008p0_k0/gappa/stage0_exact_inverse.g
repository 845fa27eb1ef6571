# Stage 0 of kernel 0 of exp(x), plan 6a862e8356060faa01ccdb2838c367dae8b6dd688679a1ca628f00416bf70eb6:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target cuda
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# 1/q is within 2^-51 after one more step, where an arc is examined: as good as a division, nearly.

@rnd = float<ieee_64, ne>;
q = int<ne>(q_);  # %q.243
inverse = rnd(inverse_);  # %inverse.260
v378 = rnd(1 - p378);  # %378
inverse_q = rnd(inverse + p379);  # %inverse_q.379

{
  # a denominator
  q in [1, 524287] /\
  # an estimate
  inverse * q - 1 in [-1b-39, 1b-39] /\
  # a product, rounded or not
  p378 -/ (q * inverse) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p379 -/ (inverse * v378) in [-1b-53, 1b-53]
->
  # the result is within 2^-51
  |inverse_q * q - 1| <= 1b-51
}

# Errors as Gappa is to write them; it checks that both sides are equal.
1 - q * inverse ->
  -(inverse * q - 1);
inverse_q * q - 1 ->
  (inverse_q - (inverse + inverse * v378)) * q + (v378 - (1 - q * inverse)) * (inverse * q) - (inverse * q - 1) * (inverse * q - 1);
