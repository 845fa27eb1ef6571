//! Folds operations whose operands are all uniform constants that do not depend on the number of lanes.

use crate::ir::{Kernel, Op, Scalar, Shape, Stmt, Value, evaluate};
use std::collections::BTreeMap;

/// Replaces every uniform operation on constants by its result.
pub(super) fn fold(mut kernel: Kernel) -> Kernel {
    let mut known: BTreeMap<Value, u64> = BTreeMap::new();
    let mut body = vec![];
    for stmt in std::mem::take(&mut kernel.body) {
        let Stmt::Let(outs, op) = &stmt else {
            body.push(stmt);
            continue;
        };
        let uniform = outs.iter().all(|out| kernel.ty(*out).shape == Shape::Uniform);
        let by_lanes = outs.iter().any(|out| kernel.values[out.0 as usize].by_lanes);
        let computed =
            !by_lanes && !matches!(op, Op::Item | Op::Seed(_) | Op::Argument(_) | Op::Parameter(_));
        let constant = op.operands().iter().all(|v| known.contains_key(v));
        // An estimate is each target's own.
        if !uniform
            || !computed
            || !constant
            || matches!(op, Op::RecipBelow(_) | Op::RecipNear(_) | Op::SqrtNear(_))
        {
            body.push(stmt);
            continue;
        }
        let (first, second) = evaluate(op, kernel.width, |v| known[v]);
        for (&out, bits) in outs.iter().zip([Some(first), second].into_iter().flatten()) {
            known.insert(out, bits);
            let op = match kernel.ty(out).scalar {
                Scalar::Word => Op::ConstU(bits),
                Scalar::Number => Op::ConstF(kernel.width.number(bits)),
                Scalar::Mask => Op::ConstM(bits != 0),
            };
            body.push(Stmt::Let(vec![out], op));
        }
    }
    Kernel { body, ..kernel }
}
