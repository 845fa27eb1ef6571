# Stage 1 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# One length is reduced by another, both integers: x - k*y is exact and not negative, whatever k was rounded to.
# (Of x = 0 nothing is taken away. Lanes whose result is not used may hold other numbers.)
# The same operations lead to %216.

@rnd = float<ieee_64, ne>;
d = int<ne>(d_);  # %d.134
p = int<ne>(p_);  # %p.127
v163 = rnd(d / p);  # %163
v164 = int<zr>(v163);  # %164
v164_p = rnd(v164 * p);
v165 = rnd(d - v164_p);  # %165

{
  # a length
  d in [1, 1b52] /\
  # another
  p in [1, 1b52]
->
  # the product is exact
  v164_p - v164 * p in [0, 0] /\
  # k is an integer
  @FIX(v164, 0) /\
  # the rest is exact
  v165 - (d - v164 * p) in [0, 0] /\
  # and not negative, being an integer
  d - v164 * p >= -1b-1
}

# Errors as Gappa is to write them; it checks that both sides are equal.
d - v164 * p ->
  -(d * ((v163 - (d / p)) / (d / p))) + (v163 - v164) * p { d <> 0, p <> 0 };
