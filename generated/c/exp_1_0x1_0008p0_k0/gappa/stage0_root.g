# Stage 0 of kernel 0 of exp(x), plan 6a862e8356060faa01ccdb2838c367dae8b6dd688679a1ca628f00416bf70eb6:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target c
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# The root of y, from estimates that keep to the contracts of `sqrt_near` and `recip_near`, is within 2^-48 of it,
# relatively. y >= 1 is taken to be below 4: four times y has twice the root, and no rounding differs.

@rnd = float<ieee_64, ne>;
v412 = exact * exact;  # %412
v413 = rnd(v413_);  # %413
v414 = rnd(v414_);  # %414
v416 = rnd(v414 * 1b-1);  # %416
v417 = rnd(v412 - p417);  # %417
v418 = rnd(v413 + p418);  # %418
v419 = rnd(v412 - p419);  # %419
v420 = rnd(v418 + p420);  # %420
v421 = rnd(v412 - p421);  # %421
v422 = rnd(v420 + p422);  # %422
v423 = rnd(v412 - p423);  # %423
root = rnd(v422 + p424);  # %root.424

{
  # the root
  exact in [1, 2] /\
  # its estimate, by the contract of `sqrt_near`
  (v413 - exact) / exact in [-1b-11, 1b-11] /\
  # the estimate's reciprocal, by the contract of `recip_near`
  v414 * v413 - 1 in [-1b-10, 1b-10] /\
  # a product, rounded or not
  p417 -/ (v413 * v413) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p418 -/ (v417 * v416) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p419 -/ (v418 * v418) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p420 -/ (v419 * v416) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p421 -/ (v420 * v420) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p422 -/ (v421 * v416) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p423 -/ (v422 * v422) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p424 -/ (v423 * v416) in [-1b-53, 1b-53]
->
  # the root is within 2^-48
  (root - exact) / exact in [-1b-48, 1b-48]
}

# Errors as Gappa is to write them; it checks that both sides are equal.
exact * v416 ->
  v416 * v413 / (1 + (v413 - exact) / exact) { exact <> 0, v413 <> 0 };
v416 * v413 ->
  v414 * v413 * 1b-1 + (v416 - v414 * 1b-1) * v413;
(v413 + exact) * v416 ->
  (2 + (v413 - exact) / exact) * (exact * v416) { exact <> 0 };
v413 ->
  exact * (1 + (v413 - exact) / exact) { exact <> 0 };
v412 - v413 * v413 ->
  -(exact * exact) * ((v413 - exact) / exact * (2 + (v413 - exact) / exact)) { exact <> 0 };
(v418 - exact) / exact ->
  ((v413 - exact) / exact) * (1 - (v413 + exact) * v416) + (v417 - (v412 - v413 * v413)) * v416 / exact + (v418 - (v413 + v417 * v416)) / exact { exact <> 0 };
(v418 + exact) * v416 ->
  (2 + (v418 - exact) / exact) * (exact * v416) { exact <> 0 };
v418 ->
  exact * (1 + (v418 - exact) / exact) { exact <> 0 };
v412 - v418 * v418 ->
  -(exact * exact) * ((v418 - exact) / exact * (2 + (v418 - exact) / exact)) { exact <> 0 };
(v420 - exact) / exact ->
  ((v418 - exact) / exact) * (1 - (v418 + exact) * v416) + (v419 - (v412 - v418 * v418)) * v416 / exact + (v420 - (v418 + v419 * v416)) / exact { exact <> 0 };
(v420 + exact) * v416 ->
  (2 + (v420 - exact) / exact) * (exact * v416) { exact <> 0 };
v420 ->
  exact * (1 + (v420 - exact) / exact) { exact <> 0 };
v412 - v420 * v420 ->
  -(exact * exact) * ((v420 - exact) / exact * (2 + (v420 - exact) / exact)) { exact <> 0 };
(v422 - exact) / exact ->
  ((v420 - exact) / exact) * (1 - (v420 + exact) * v416) + (v421 - (v412 - v420 * v420)) * v416 / exact + (v422 - (v420 + v421 * v416)) / exact { exact <> 0 };
(v422 + exact) * v416 ->
  (2 + (v422 - exact) / exact) * (exact * v416) { exact <> 0 };
v422 ->
  exact * (1 + (v422 - exact) / exact) { exact <> 0 };
v412 - v422 * v422 ->
  -(exact * exact) * ((v422 - exact) / exact * (2 + (v422 - exact) / exact)) { exact <> 0 };
(root - exact) / exact ->
  ((v422 - exact) / exact) * (1 - (v422 + exact) * v416) + (v423 - (v412 - v422 * v422)) * v416 / exact + (root - (v422 + v423 * v416)) / exact { exact <> 0 };
