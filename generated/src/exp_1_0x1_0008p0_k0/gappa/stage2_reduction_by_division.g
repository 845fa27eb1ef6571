# Stage 2 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# One length is reduced by another, both integers: x - k*y is exact and not negative, whatever k was rounded to.
# (Of x = 0 nothing is taken away. Lanes whose result is not used may hold other numbers.)
# The same operations lead to %229.

@rnd = float<ieee_64, ne>;
d = int<ne>(d_);  # %d.147
p = int<ne>(p_);  # %p.140
v176 = rnd(d / p);  # %176
v177 = int<zr>(v176);  # %177
v177_p = rnd(v177 * p);
v178 = rnd(d - v177_p);  # %178

{
  # a length
  d in [1, 1b52] /\
  # another
  p in [1, 1b52]
->
  # the product is exact
  v177_p - v177 * p in [0, 0] /\
  # k is an integer
  @FIX(v177, 0) /\
  # the rest is exact
  v178 - (d - v177 * p) in [0, 0] /\
  # and not negative, being an integer
  d - v177 * p >= -1b-1
}

# Errors as Gappa is to write them; it checks that both sides are equal.
d - v177 * p ->
  -(d * ((v176 - (d / p)) / (d / p))) + (v176 - v177) * p { d <> 0, p <> 0 };
