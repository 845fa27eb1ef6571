//! Computes a function of bfloat16 numbers, correctly rounded, in two modes.

include!(concat!(env!("OUT_DIR"), "/tmd/silu.rs"));

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
}
