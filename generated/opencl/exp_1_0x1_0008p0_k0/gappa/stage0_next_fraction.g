# Stage 0 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target opencl
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# The numerator and the denominator of the next fraction are exact.

@rnd = float<ieee_64, ne>;
v272 = int<ne>(v272_);  # %272
r = int<ne>(r_);  # %r.242
r_before = int<ne>(r_before_);  # %r_before.240
q = int<ne>(q_);  # %q.243
q_before = int<ne>(q_before_);  # %q_before.241
v272_r = rnd(v272 * r);
r_next = rnd(v272_r - r_before);  # %r_next.273
v272_q = rnd(v272 * q);
q_next = rnd(v272_q - q_before);  # %q_next.274

{
  # a denominator
  q_before in [1, 262143] /\
  # not above Q + q_before
  v272 * q in [1, 524286] /\
  # by the plan's slopes, below 2^1.01
  |v272 * r| <= 4503599999558677b-32 /\
  # by the plan's slopes
  |r_before| <= 1125899999889669b-31
->
  # the product is exact
  v272_r - v272 * r in [0, 0] /\
  # the product is exact
  v272_q - v272 * q in [0, 0] /\
  # so is r
  r_next - (v272 * r - r_before) in [0, 0] /\
  # and q
  q_next - (v272 * q - q_before) in [0, 0]
}
