//! Tables of machine code for readers.

use super::MachineKernel;
use crate::table::Table;

/// The number of the most frequent classes that are shown.
const CLASSES: usize = 5;

/// A line for each function. What goes to the stack and comes from it is in bytes on a GPU, in
/// instructions on a CPU.
pub fn table(kernels: &[MachineKernel]) -> String {
    let heads = ["function", "instructions", "registers", "stack", "to + from it", "most frequent"];
    let mut table = Table::new(&heads);
    for kernel in kernels {
        table.row([
            title(kernel),
            kernel.instructions.to_string(),
            kernel.registers.map_or("-".to_owned(), |registers| registers.to_string()),
            kernel.stack_bytes.to_string(),
            format!("{} + {}", kernel.spill_stores, kernel.spill_loads),
            most_frequent(kernel),
        ]);
    }
    table.to_string()
}

/// The assembly text of each function under its name.
pub fn listing(kernels: &[MachineKernel]) -> String {
    let texts = kernels.iter().map(|kernel| format!("{}:\n{}", title(kernel), kernel.listing));
    texts.collect::<Vec<_>>().join("\n")
}

fn title(kernel: &MachineKernel) -> String {
    match &kernel.within {
        Some(function) => format!("{} (inlined in {function})", kernel.name),
        None => kernel.name.clone(),
    }
}

fn most_frequent(kernel: &MachineKernel) -> String {
    let mut classes: Vec<(&String, &usize)> = kernel.classes.iter().collect();
    classes.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), (*name).clone()));
    let shown = classes.iter().take(CLASSES).map(|(name, count)| format!("{name} {count}"));
    shown.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_for_each_function() {
        let counts = [("add", 2), ("vmulpd", 9), ("jmp", 2), ("ret", 1), ("lea", 1), ("mov", 1)];
        let kernel = MachineKernel {
            name: "stage0".into(),
            within: Some("run".into()),
            instructions: 16,
            registers: Some(7),
            stack_bytes: 64,
            spill_stores: 1,
            spill_loads: 2,
            classes: counts.map(|(name, count)| (name.into(), count)).into(),
            listing: "       0:  ret\n".into(),
            ..MachineKernel::default()
        };
        assert_eq!(
            table(std::slice::from_ref(&kernel)),
            "function                 instructions  registers  stack  to + from it  most frequent\n\
             stage0 (inlined in run)  16            7          64     1 + 2         \
             vmulpd 9, add 2, jmp 2, lea 1, mov 1\n"
        );
        assert_eq!(listing(&[kernel]), "stage0 (inlined in run):\n       0:  ret\n");
        assert_eq!(table(&[]).lines().count(), 1);
    }
}
