# Stage 0 of kernel 0 of exp(x), plan 175bd922fba7859295a021c43f935a51ac6f1553bb4823375afcc592874fefb8:
# tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target cuda
# `gappa FILE` prints nothing and ends with 0 if all is proved. Values have the numbers of `--emit ir`.
#
# The five numbers of a packet's polynomial are the words that they are made from, but for the last terms of
# the bound `rounding of the packet's polynomial`; A and the slope's leading part are exact.

@rnd = float<ieee_64, ne>;
v138 = int<ne>(v138_);  # %138
a = rnd(v138 * 1b-52);  # %a.142
v143 = int<ne>(v143_);  # %143
s1 = rnd(v143 * 1b-22);  # %s1.147
v150 = int<ne>(v150_);  # %150
v151 = rnd(v150);  # %151
s2 = rnd(v151 * 1b-86);  # %s2.154
item_bh = int<ne>(item_bh_);  # %item_bh.121
v155 = rnd(item_bh);  # %155
b = rnd(v155 * 1b-118);  # %b.158
v161 = int<ne>(v161_);  # %161
v162 = rnd(v161);  # %162
v165 = rnd(v162 - 1b63);  # %165
c = rnd(v165 * 1b-172);  # %c.168

{
  # a word, shifted right by 12 bits
  v138 in [0, 4503599627370495] /\
  # a word, shifted right by 42 bits
  v143 in [0, 4194303] /\
  # a word
  v150 in [0, 18446744073709551615] /\
  # a word
  item_bh in [0, 18446744073709551615] /\
  # a word
  v161 in [0, 18446744073709551615]
->
  # the range of a
  a in [0, 1] /\
  # it is exact
  a - (v138) * 1b-52 in [0, 0] /\
  # the range of s1
  s1 in [0, 1] /\
  # it is exact
  s1 - (v143) * 1b-22 in [0, 0] /\
  # the range of s2
  s2 in [0, 1b-22] /\
  # it is rounded by at most 2^-75
  |s2 - (v150) * 1b-86| <= 1b-75 /\
  # the range of b
  b in [0, 1b-54] /\
  # it is rounded by at most 2^-107
  |b - (item_bh) * 1b-118| <= 1b-107 /\
  # the range of c
  c in [-1b-109, 1b-109] /\
  # it is rounded by at most 2^-161
  |c - (v161 - 1b63) * 1b-172| <= 1b-161
}
