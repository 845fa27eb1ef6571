# Stage 0 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# I*q_before and the input t that a multiple of q stands for are exact. That multiples stay below 2^52 is the
# plan's: O^2*V <= 2^50 bounds I*q_before, and vertices are within 2^49.

@rnd = float<ieee_64, ne>;
passed = int<ne>(passed_);  # %passed.418
q_before = int<ne>(q_before_);  # %q_before.241
multiple = int<ne>(multiple_);  # %multiple.470
near = int<ne>(near_);  # %near.315
class = rnd(passed * q_before);  # %class.469
v473 = rnd(multiple - class);  # %473
t = rnd(near + v473);  # %t.474

{
  # an integer that q*P passes, below O*V: 2^27.44
  |passed| <= 6075753592479211b-25 /\
  # a denominator
  q_before in [1, 262143] /\
  # a multiple of q
  |multiple| <= 1b52 /\
  # an input
  near in [0, 2147483647]
->
  # the class is exact
  class - passed * q_before in [0, 0] /\
  # and so is the input
  t - (near + (multiple - class)) in [0, 0]
}
