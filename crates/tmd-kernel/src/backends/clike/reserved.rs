//! Words that no value of a kernel may be named after.

/// Keywords and types of C, C++, OpenCL and CUDA; then functions that emitted functions call, the
/// helpers of templates/, and what an emitted function is given or declares itself.
const WORDS: &str = "
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept
    const constexpr continue default delete do double else enum explicit export extern false float
    for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or
    or_eq private protected public register requires restrict return short signed sizeof static
    struct switch template this throw true try typedef typeid typename typeof union unsigned using
    virtual void volatile while xor xor_eq
    complex constant event_t generic global half imaginary kernel local pipe quad read_only
    read_write sampler_t size_t uchar uint ulong uniform ushort warpSize write_only

    all any atomicAdd atomic_add barrier clz fma max min mul_hi popcount select sqrt trunc

    add_carry any_lane as_words batch bits_set divide lowest_bit masks mul_add numbers places product
    offset_of bits_of number_of long_word signed_word number no_number recip_below recip_near sqrt_near sub_borrow to_nearest_number to_number to_word widened narrowed exponent_of significand_of word words

    LANES STRIDE fill_masks fill_numbers fill_words fused fused_vectors lane_words look_up_vectors look_up_words
    select_masks select_numbers select_words survivors write_part bits_of_vectors report report_kept

    queue taken lane_queue lanes_taken put_lanes take_lanes is_due numbers_of_lane words_of_lane

    arrays counts results state streams count seeded evaluate flipped quotient rounded_root product
    at blocks first_out item kept_out lane out overrun rounds seed step";

/// The words, one by one.
pub(super) fn reserved() -> Vec<&'static str> {
    WORDS.split_whitespace().collect()
}
