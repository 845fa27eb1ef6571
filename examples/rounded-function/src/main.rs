//! Computes functions of bfloat16 numbers, correctly rounded, and one of binary64 with a proved error.

// From the build script.
include!(concat!(env!("OUT_DIR"), "/tmd/silu.rs"));

// The same by a macro: the module `tanh_bf16`.
tmd_macros::round! {
    name: tanh_bf16,
    function: tanh(x),
    precision: bfloat16,
    rounding: nearest,
}

/// The logistic function: the body is replaced by an evaluator whose error is less than 1e-12 on the range.
#[tmd_macros::approx(range = "-8,8", tolerance = 1e-12)]
fn logistic(x: f64) -> f64 {
    1 / (1 + exp(-x))
}

/// The number that an encoding of bfloat16 stands for: the upper half of a number of binary32.
fn number(encoding: u16) -> f32 {
    f32::from_bits(u32::from(encoding) << 16)
}

fn main() {
    let x: Vec<u16> =
        [-8.0_f32, -1.0, 0.0, 0.5, 1.0, 3.0].map(|x| (x.to_bits() >> 16) as u16).into();
    let (mut down, mut up) = (vec![0; x.len()], vec![0; x.len()]);
    silu::silu_down_slice(&x, &mut down);
    silu::silu_up_slice(&x, &mut up);
    for (x, (down, up)) in x.iter().zip(down.iter().zip(&up)) {
        println!("{} <= silu({}) <= {}", number(*down), number(*x), number(*up));
    }
    for x in &x {
        println!("tanh({}) = {}", number(*x), number(tanh_bf16::tanh_bf16_nearest(*x)));
    }
    for x in &x {
        let x = f64::from(number(*x));
        println!("logistic({x}) = {}", logistic(x));
    }
}
