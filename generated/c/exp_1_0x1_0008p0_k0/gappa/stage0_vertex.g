# Stage 0 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target c
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# With x = (r/q - S)/B, y = -3C/(8B)*x, the vertex is x*(1/2 + y + 4*y^2 + 20*y^3) but for 2^-37 of that.
# (If r - q*S or C is 0, so is what is computed with it.)

@rnd = float<ieee_64, ne>;
q = int<ne>(q_);  # %q.243
b = rnd(b_);  # %b.158
c = rnd(c_);  # %c.168
apart = rnd(apart_);  # %apart.276
inverse = rnd(inverse_);  # %inverse.260
inverse_b = rnd(1 / b);  # %inverse_b.173
unit = rnd(inverse * inverse_b);  # %unit.277
v278 = rnd(apart * unit);  # %278
v175 = rnd(c * inverse_b);  # %175
shear = rnd(v175 * -3b-3);  # %shear.177
v280 = rnd(shear * v278);  # %280
v285 = rnd(4 + p285);  # %285
v288 = rnd(1 + p288);  # %288
v291 = rnd(1b-1 + p291);  # %291
vertex = rnd(v278 * v291);  # %vertex.292
x = apart / (q * b);
g = -3b-3 * (c / b);
y = g * x;
exact = x * (1b-1 + y * (1 + y * (4 + 20 * y)));

{
  # a denominator
  q in [1, 262143] /\
  # proved as `inverse`
  |inverse * q - 1| <= 1b-39 /\
  # other packets are left out
  b in [1b-55, 6121843814636333b-107] /\
  # the plan's Q_3, and rounding
  |c| in [1b-172, 4081229209490303b-161] /\
  # a multiple of the tail's unit
  |apart| in [1b-86, 2372415510157433b-50] /\
  # a product, rounded or not
  p285 -/ (v280 * 20) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p288 -/ (v280 * v285) in [-1b-53, 1b-53] /\
  # a product, rounded or not
  p291 -/ (v280 * v288) in [-1b-53, 1b-53] /\
  # the plan's bend
  |y| <= 1b-12
->
  # where the slope is r/q, but for terms beyond the fourth
  (vertex - exact) / exact in [-1b-37, 1b-37]
}

# Errors as Gappa is to write them; it checks that both sides are equal.
(vertex - exact) / exact ->
  (1 + (vertex - (v278 * v291)) / (v278 * v291)) * (1 + (v278 - x) / x) * (1 + (v291 - (1b-1 + y * (1 + y * (4 + 20 * y)))) / (1b-1 + y * (1 + y * (4 + 20 * y)))) - 1 { x <> 0, (1b-1 + y * (1 + y * (4 + 20 * y))) <> 0, v278 * v291 <> 0 };
(v278 - x) / x ->
  (1 + (v278 - (apart * unit)) / (apart * unit)) * (1 + (unit - (inverse * inverse_b)) / (inverse * inverse_b)) * (1 + (inverse * q - 1)) * (1 + (inverse_b - (1 / b)) / (1 / b)) - 1 { (apart * unit) <> 0, (inverse * inverse_b) <> 0, b <> 0, q <> 0, apart <> 0 };
v291 - (1b-1 + y * (1 + y * (4 + 20 * y))) ->
  (v291 - (1b-1 + p291)) + y * (1 + y * (4 + 20 * y)) * ((p291 - y * (1 + y * (4 + 20 * y))) / (y * (1 + y * (4 + 20 * y)))) { y <> 0, (1 + y * (4 + 20 * y)) <> 0 };
(p291 - y * (1 + y * (4 + 20 * y))) / (y * (1 + y * (4 + 20 * y))) ->
  (1 + (p291 - (v280 * v288)) / (v280 * v288)) * (1 + (v280 - y) / y) * (1 + (v288 - (1 + y * (4 + 20 * y))) / (1 + y * (4 + 20 * y))) - 1 { y <> 0, (1 + y * (4 + 20 * y)) <> 0, v280 * v288 <> 0 };
v288 - (1 + y * (4 + 20 * y)) ->
  (v288 - (1 + p288)) + y * (4 + 20 * y) * ((p288 - y * (4 + 20 * y)) / (y * (4 + 20 * y))) { y <> 0, (4 + 20 * y) <> 0 };
(p288 - y * (4 + 20 * y)) / (y * (4 + 20 * y)) ->
  (1 + (p288 - (v280 * v285)) / (v280 * v285)) * (1 + (v280 - y) / y) * (1 + (v285 - (4 + 20 * y)) / (4 + 20 * y)) - 1 { y <> 0, (4 + 20 * y) <> 0, v280 * v285 <> 0 };
v285 - (4 + 20 * y) ->
  (v285 - (4 + p285)) + (p285 - v280 * 20) + 20 * y * ((v280 - y) / y) { y <> 0 };
(v280 - y) / y ->
  (1 + (v280 - (shear * v278)) / (shear * v278)) * (1 + (shear - g) / g) * (1 + (v278 - x) / x) - 1 { y <> 0, g <> 0, shear * v278 <> 0, x <> 0 };
(shear - g) / g ->
  (1 + (shear - (v175 * -3b-3)) / (v175 * -3b-3)) * (1 + (v175 - (c * inverse_b)) / (c * inverse_b)) * (1 + (inverse_b - (1 / b)) / (1 / b)) - 1 { c <> 0, b <> 0, g <> 0, inverse_b <> 0, v175 <> 0 };
inverse ->
  (1 + (inverse * q - 1)) / q { q <> 0 };
