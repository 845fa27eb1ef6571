# Stage 0 of kernel 0 of exp(x), plan 964485b1b363e9debce5b51686d992abe3928b48c21b36d17d065f07d6df026e:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target cuda
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# The root of y, from estimates that keep to the contracts of `sqrt_near` and `recip_near`, is within 2^-48 of it,
# relatively. y >= 1 is taken to be below 4: four times y has twice the root, and no rounding differs.

@rnd = float<ieee_64, ne>;
v415 = exact * exact;  # %415
v416 = rnd(v416_);  # %416
v417 = rnd(v417_);  # %417
v419 = rnd(v417 * 1b-1);  # %419
v420 = rnd(v415 - p420);  # %420
v421 = rnd(v416 + p421);  # %421
v422 = rnd(v415 - p422);  # %422
v423 = rnd(v421 + p423);  # %423
v424 = rnd(v415 - p424);  # %424
v425 = rnd(v423 + p425);  # %425
v426 = rnd(v415 - p426);  # %426
root = rnd(v425 + p427);  # %root.427

{
  # the root
  exact in [1, 2] /\
  # its estimate, by the contract of `sqrt_near`
  (v416 - exact) / exact in [-1b-11, 1b-11] /\
  # the estimate's reciprocal, by the contract of `recip_near`
  v417 * v416 - 1 in [-1b-10, 1b-10] /\
  # a product, rounded or not
  p420 -/ (v416 * v416) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p421 -/ (v420 * v419) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p422 -/ (v421 * v421) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p423 -/ (v422 * v419) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p424 -/ (v423 * v423) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p425 -/ (v424 * v419) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p426 -/ (v425 * v425) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p427 -/ (v426 * v419) in [-1b-53, 1b-53]
->
  # the root is within 2^-48
  (root - exact) / exact in [-1b-48, 1b-48]
}

# Errors as Gappa is to write them; it checks that both sides are equal.
exact * v419 ->
  v419 * v416 / (1 + (v416 - exact) / exact) { exact <> 0, v416 <> 0 };
v419 * v416 ->
  v417 * v416 * 1b-1 + (v419 - v417 * 1b-1) * v416;
(v416 + exact) * v419 ->
  (2 + (v416 - exact) / exact) * (exact * v419) { exact <> 0 };
v416 ->
  exact * (1 + (v416 - exact) / exact) { exact <> 0 };
v415 - v416 * v416 ->
  -(exact * exact) * ((v416 - exact) / exact * (2 + (v416 - exact) / exact)) { exact <> 0 };
(v421 - exact) / exact ->
  ((v416 - exact) / exact) * (1 - (v416 + exact) * v419) + (v420 - (v415 - v416 * v416)) * v419 / exact + (v421 - (v416 + v420 * v419)) / exact { exact <> 0 };
(v421 + exact) * v419 ->
  (2 + (v421 - exact) / exact) * (exact * v419) { exact <> 0 };
v421 ->
  exact * (1 + (v421 - exact) / exact) { exact <> 0 };
v415 - v421 * v421 ->
  -(exact * exact) * ((v421 - exact) / exact * (2 + (v421 - exact) / exact)) { exact <> 0 };
(v423 - exact) / exact ->
  ((v421 - exact) / exact) * (1 - (v421 + exact) * v419) + (v422 - (v415 - v421 * v421)) * v419 / exact + (v423 - (v421 + v422 * v419)) / exact { exact <> 0 };
(v423 + exact) * v419 ->
  (2 + (v423 - exact) / exact) * (exact * v419) { exact <> 0 };
v423 ->
  exact * (1 + (v423 - exact) / exact) { exact <> 0 };
v415 - v423 * v423 ->
  -(exact * exact) * ((v423 - exact) / exact * (2 + (v423 - exact) / exact)) { exact <> 0 };
(v425 - exact) / exact ->
  ((v423 - exact) / exact) * (1 - (v423 + exact) * v419) + (v424 - (v415 - v423 * v423)) * v419 / exact + (v425 - (v423 + v424 * v419)) / exact { exact <> 0 };
(v425 + exact) * v419 ->
  (2 + (v425 - exact) / exact) * (exact * v419) { exact <> 0 };
v425 ->
  exact * (1 + (v425 - exact) / exact) { exact <> 0 };
v415 - v425 * v425 ->
  -(exact * exact) * ((v425 - exact) / exact * (2 + (v425 - exact) / exact)) { exact <> 0 };
(root - exact) / exact ->
  ((v425 - exact) / exact) * (1 - (v425 + exact) * v419) + (v426 - (v415 - v425 * v425)) * v419 / exact + (root - (v425 + v426 * v419)) / exact { exact <> 0 };
