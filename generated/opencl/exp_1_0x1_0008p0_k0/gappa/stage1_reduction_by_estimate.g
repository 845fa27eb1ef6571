# Stage 1 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target opencl
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# One length is reduced by another, both integers: x - k*y is exact and not negative, whatever k was rounded to.
# (Of x = 0 nothing is taken away. Lanes whose result is not used may hold other numbers.)
# The same operations lead to %152.
# The same operations lead to %189.
# The same operations lead to %203.

@rnd = float<ieee_64, ne>;
q = int<ne>(q_);  # %q.129
p = int<ne>(p_);  # %p.127
inverse = rnd(inverse_);  # %inverse.138
v139 = rnd(q * inverse);  # %139
v140 = int<zr>(v139);  # %140
v140_p = rnd(v140 * p);
v141 = rnd(q - v140_p);  # %141

{
  # a length
  q in [1, 1b52] /\
  # another
  p in [1, 1b52] /\
  # by the contract of `recip_below`
  inverse * p in [1023b-10, 1048575b-20]
->
  # the product is exact
  v140_p - v140 * p in [0, 0] /\
  # k is an integer
  @FIX(v140, 0) /\
  # the rest is exact
  v141 - (q - v140 * p) in [0, 0] /\
  # and not negative
  q - v140 * p >= 0
}

# Errors as Gappa is to write them; it checks that both sides are equal.
q - v140 * p ->
  q * (1 - (inverse * p) * (1 + (v139 - (q * inverse)) / (q * inverse))) + (v139 - v140) * p { (q * inverse) <> 0 };
