# Stage 0 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target cuda
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# The root of y, from estimates that keep to the contracts of `sqrt_near` and `recip_near`, is within 2^-48 of it,
# relatively. y >= 1 is taken to be below 4: four times y has twice the root, and no rounding differs.

@rnd = float<ieee_64, ne>;
v425 = exact * exact;  # %425
v426 = rnd(v426_);  # %426
v427 = rnd(v427_);  # %427
v429 = rnd(v427 * 1b-1);  # %429
v430 = rnd(v425 - p430);  # %430
v431 = rnd(v426 + p431);  # %431
v432 = rnd(v425 - p432);  # %432
v433 = rnd(v431 + p433);  # %433
v434 = rnd(v425 - p434);  # %434
v435 = rnd(v433 + p435);  # %435
v436 = rnd(v425 - p436);  # %436
root = rnd(v435 + p437);  # %root.437

{
  # the root
  exact in [1, 2] /\
  # its estimate, by the contract of `sqrt_near`
  (v426 - exact) / exact in [-1b-11, 1b-11] /\
  # the estimate's reciprocal, by the contract of `recip_near`
  v427 * v426 - 1 in [-1b-10, 1b-10] /\
  # a product, rounded or not
  p430 -/ (v426 * v426) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p431 -/ (v430 * v429) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p432 -/ (v431 * v431) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p433 -/ (v432 * v429) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p434 -/ (v433 * v433) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p435 -/ (v434 * v429) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p436 -/ (v435 * v435) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p437 -/ (v436 * v429) in [-1b-53, 1b-53]
->
  # the root is within 2^-48
  (root - exact) / exact in [-1b-48, 1b-48]
}

# Errors as Gappa is to write them; it checks that both sides are equal.
exact * v429 ->
  v429 * v426 / (1 + (v426 - exact) / exact) { exact <> 0, v426 <> 0 };
v429 * v426 ->
  v427 * v426 * 1b-1 + (v429 - v427 * 1b-1) * v426;
(v426 + exact) * v429 ->
  (2 + (v426 - exact) / exact) * (exact * v429) { exact <> 0 };
v426 ->
  exact * (1 + (v426 - exact) / exact) { exact <> 0 };
v425 - v426 * v426 ->
  -(exact * exact) * ((v426 - exact) / exact * (2 + (v426 - exact) / exact)) { exact <> 0 };
(v431 - exact) / exact ->
  ((v426 - exact) / exact) * (1 - (v426 + exact) * v429) + (v430 - (v425 - v426 * v426)) * v429 / exact + (v431 - (v426 + v430 * v429)) / exact { exact <> 0 };
(v431 + exact) * v429 ->
  (2 + (v431 - exact) / exact) * (exact * v429) { exact <> 0 };
v431 ->
  exact * (1 + (v431 - exact) / exact) { exact <> 0 };
v425 - v431 * v431 ->
  -(exact * exact) * ((v431 - exact) / exact * (2 + (v431 - exact) / exact)) { exact <> 0 };
(v433 - exact) / exact ->
  ((v431 - exact) / exact) * (1 - (v431 + exact) * v429) + (v432 - (v425 - v431 * v431)) * v429 / exact + (v433 - (v431 + v432 * v429)) / exact { exact <> 0 };
(v433 + exact) * v429 ->
  (2 + (v433 - exact) / exact) * (exact * v429) { exact <> 0 };
v433 ->
  exact * (1 + (v433 - exact) / exact) { exact <> 0 };
v425 - v433 * v433 ->
  -(exact * exact) * ((v433 - exact) / exact * (2 + (v433 - exact) / exact)) { exact <> 0 };
(v435 - exact) / exact ->
  ((v433 - exact) / exact) * (1 - (v433 + exact) * v429) + (v434 - (v425 - v433 * v433)) * v429 / exact + (v435 - (v433 + v434 * v429)) / exact { exact <> 0 };
(v435 + exact) * v429 ->
  (2 + (v435 - exact) / exact) * (exact * v429) { exact <> 0 };
v435 ->
  exact * (1 + (v435 - exact) / exact) { exact <> 0 };
v425 - v435 * v435 ->
  -(exact * exact) * ((v435 - exact) / exact * (2 + (v435 - exact) / exact)) { exact <> 0 };
(root - exact) / exact ->
  ((v435 - exact) / exact) * (1 - (v435 + exact) * v429) + (v436 - (v425 - v435 * v435)) * v429 / exact + (root - (v435 + v436 * v429)) / exact { exact <> 0 };
