# Stage 0 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target c
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# 1/q is within 2^-51 after one more step, where an arc is examined: as good as a division, nearly.

@rnd = float<ieee_64, ne>;
q = int<ne>(q_);  # %q.243
inverse = rnd(inverse_);  # %inverse.260
v391 = rnd(1 - p391);  # %391
inverse_q = rnd(inverse + p392);  # %inverse_q.392

{
  # a denominator
  q in [1, 262143] /\
  # an estimate
  inverse * q - 1 in [-1b-39, 1b-39] /\
  # a product, rounded or not
  p391 -/ (q * inverse) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p392 -/ (inverse * v391) in [-1b-53, 1b-53]
->
  # the result is within 2^-51
  |inverse_q * q - 1| <= 1b-51
}

# Errors as Gappa is to write them; it checks that both sides are equal.
1 - q * inverse ->
  -(inverse * q - 1);
inverse_q * q - 1 ->
  (inverse_q - (inverse + inverse * v391)) * q + (v391 - (1 - q * inverse)) * (inverse * q) - (inverse * q - 1) * (inverse * q - 1);
