# Stage 0 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target c
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# r - q*S1 is exact, and r - q*S is rounded once more, but for q times 2^-53 of the slope's tail.
# (If the tail S2 is 0, nothing more is taken away.)
# The same operations lead to %200, %206, %218.

@rnd = float<ieee_64, ne>;
q = int<ne>(q_);  # %q.243
r = int<ne>(r_);  # %r.242
s1 = fixed<-22, ne>(s1_);  # %s1.147
s2 = fixed<-86, ne>(s2_);  # %s2.154
q_s1 = rnd(q * s1);
v275 = rnd(r - q_s1);  # %275
apart = rnd(v275 - p276);  # %apart.276
unrounded = r - q * (s1 + s2);

{
  # a product, rounded or not
  p276 -/ (q * s2) in [-1b-53, 1b-53] /\
  # as its factors are, rounded or not
  @FIX(p276, -86) /\
  # a denominator
  q in [1, 262143] /\
  # proved as `packet`
  s1 in [0, 1] /\
  # proved as `packet`
  s2 in [1b-86, 1b-22] /\
  # by the plan's slopes
  |r| <= 1125899999889669b-31 /\
  # at a vertex q times the packet's rise from S, at the start the order: 2^18.00
  |r - q * s1| <= 262144
->
  # the product is exact
  q_s1 - q * s1 in [0, 0] /\
  # the leading part is exact
  v275 - (r - q * s1) in [0, 0] /\
  # what follows is rounded once
  apart -/ (v275 - p276) in [-1b-53, 1b-53] /\
  # the tail costs at most q*1.01*2^-75
  |(v275 - p276 - unrounded) / q| <= 4548635623644201b-127
}

# Errors as Gappa is to write them; it checks that both sides are equal.
(v275 - p276 - unrounded) / q ->
  (v275 - (r - q * s1)) / q - (p276 - q * s2) / (q * s2) * s2 { q <> 0, q * s2 <> 0 };
