# Stage 0 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target cuda
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# With n = Q + q_before, ratio + 1/2 is above n/q and not above it by more than 1/(2q), so that it lies between two
# integers as n/q does, or on the lower one, strictly above it: the integer nearest to the ratio is the floor of n/q.

@rnd = float<ieee_64, ne>;
q = int<ne>(q_);  # %q.243
q_before = int<ne>(q_before_);  # %q_before.241
order = int<ne>(order_);  # %order.170
inverse = rnd(inverse_);  # %inverse.260
order_above = rnd(order * 274877906945b-38);  # %order_above.239
v264 = rnd(order_above + p264);  # %264
v267 = rnd(-1b-1 + p267);  # %267
n = order + q_before;
exact = order * 274877906945b-38 + q_before * 274877906945b-38;

{
  # a product, rounded or not
  p264 -/ (q_before * 274877906945b-38) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p267 -/ (v264 * inverse) in [-1b-53, 1b-53] /\
  # a denominator
  q in [1, 262143] /\
  # the one before it
  q_before in [1, 262143] /\
  # the order
  order in [1, 262143] /\
  # for q <= Q
  n / q in [1, 524288] /\
  # proved as `inverse`
  |inverse * q - 1| <= 1b-39
->
  # it is above
  ((v267 + 1b-1) * q - n) / n in [1b-41, 1b-36] /\
  # by little
  (v267 + 1b-1) * q - n <= 1b-1
}

# Errors as Gappa is to write them; it checks that both sides are equal.
(v267 + 1b-1) * q - n ->
  n * (((v267 + 1b-1) * q - n) / n) { n <> 0 };
((v267 + 1b-1) * q - n) / n ->
  (v267 - (-1b-1 + p267)) / (-1b-1 + p267) * ((-1b-1 + p267) / (n / q)) + (p267 - v264 * inverse) / (v264 * inverse) * (v264 / n) * (inverse * q) + (v264 / n) * (inverse * q) - 1 { n <> 0, q <> 0, (-1b-1 + p267) <> 0, v264 * inverse <> 0 };
(-1b-1 + p267) / (n / q) ->
  (p267 / (v264 * inverse)) * (v264 / n) * (inverse * q) - 1b-1 / (n / q) { n <> 0, q <> 0, v264 * inverse <> 0 };
p267 / (v264 * inverse) ->
  1 + (p267 - v264 * inverse) / (v264 * inverse) { v264 * inverse <> 0 };
v264 * inverse ->
  (n / q) * (v264 / n) * (inverse * q) { n <> 0, q <> 0 };
v264 / n ->
  (1 + (v264 - exact) / exact) * 274877906945b-38 { n <> 0 };
