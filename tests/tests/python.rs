//! What users of Python get: modules of `approx --python`, which compile themselves, and the wheel with the command line.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};
use tmd_codegen::approx::{Evaluator, Request, Source, make, surface};
use tmd_codegen::ir::Width;
use tmd_codegen::target_names::{C, CUDA};
use tmd_tests::evaluator::interpreted;
use tmd_tests::full::is_full;
use tmd_tests::python::python;

/// Prints the values of a module's function at arguments of all kinds, as bits, a line each.
const PROGRAM: &str = r#"
import math, sys, numpy as np, tested
number, bits = (np.float64, np.uint64) if sys.argv[1] == "f64" else (np.float32, np.uint32)
x = np.array([int(word, 16) for word in sys.stdin.read().split()], bits).view(number)
y = tested.tested(x)
assert y.dtype == number and y.shape == x.shape
assert (tested.tested(x[::-1]) == y[::-1]).all(), "an array with a stride"
assert tested.tested(x.reshape(3, -1)).shape == (3, len(x) // 3)
assert tested.tested(list(map(float, x[:5]))).tolist() == y[:5].tolist()
one = tested.tested(float(x[7]))
assert type(one) is float and one == float(y[7])
assert tested.tested(np.array([])).shape == (0,) and math.isnan(tested.tested(math.nan))
for wrong in ("1", 1j, [object()]):
    try:
        tested.tested(wrong)
    except TypeError as error:
        assert "real numbers" in str(error)
    else:
        raise AssertionError(wrong)
print(*(f"{word:x}" for word in y.view(bits)), sep="\n")
"#;

/// An evaluator, and a folder with its module.
struct Module {
    python: PathBuf,
    evaluator: Evaluator,
    folder: tempfile::TempDir,
}

impl Module {
    fn new(width: Width) -> Option<Module> {
        let python = python(&["numpy"])?;
        let request = Request { python: true, ..request(width) };
        let source = Source::function(&request.function, None).expect("a function");
        let evaluator = make(&request, source).expect("an evaluator");
        let folder = tempfile::tempdir().expect("temporary directory");
        for (name, text) in evaluator.emit(C, "tested").expect("sources") {
            fs::write(folder.path().join(name), text).expect("written");
        }
        Some(Module { python, evaluator, folder })
    }

    fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    /// A program that can import the module; its cache is a folder of its own.
    fn program(&self, text: &str) -> Command {
        let mut command = Command::new(&self.python);
        command.args(["-B", "-c", text]).current_dir(self.folder.path());
        command.env("TMD_CACHE_DIR", self.cache()).env_remove("TMD_CC").env_remove("CC");
        command.env("PYTHONPATH", self.folder.path());
        command
    }

    fn compiled(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.cache().join("python")).into_iter().flatten();
        files.map(|file| file.expect("a file").path()).collect()
    }
}

fn request(width: Width) -> Request {
    let tolerance = if width == Width::W64 { "abs:1e-12" } else { "abs:1e-5" };
    Request::new("exp(x) * sin(x)", "0,3", tolerance.parse().expect("a tolerance"), width)
}

fn succeeds(mut command: Command, input: &str) -> String {
    use std::io::Write;
    use std::process::Stdio;
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("Python");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("written");
    let Output { status, stdout, stderr } = child.wait_with_output().expect("an end");
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("text")
}

/// What an import that fails says at last.
fn fails(mut command: Command) -> String {
    let output = command.output().expect("Python");
    assert!(!output.status.success());
    let errors = String::from_utf8(output.stderr).expect("text");
    let at = errors.rfind("ImportError").unwrap_or_else(|| panic!("no ImportError: {errors}"));
    errors[at..].to_owned()
}

/// The values are those of the definition, bit by bit, and nothing is compiled twice.
#[test]
fn modules_compute_what_was_proved() {
    for (width, ty) in [(Width::W64, "f64"), (Width::W32, "f32")] {
        let Some(module) = Module::new(width) else { return };
        let numbers = (0..300).map(|i| -0.5 + 4.0 * f64::from(i) / 300.0);
        let x: Vec<u64> = match width {
            Width::W64 => numbers.map(f64::to_bits).collect(),
            Width::W32 => numbers.map(|x| u64::from((x as f32).to_bits())).collect(),
        };
        let input: String = x.iter().map(|word| format!("{word:x}\n")).collect();
        let wanted = interpreted(&module.evaluator, &x);
        for _ in 0..2 {
            let mut command = module.program(PROGRAM);
            command.arg(ty);
            let printed = succeeds(command, &input);
            let values: Vec<u64> = printed
                .lines()
                .map(|word| u64::from_str_radix(word, 16).expect("a word"))
                .collect();
            assert_eq!(values, wanted, "{ty}");
            assert_eq!(module.compiled().len(), 1, "{ty}");
        }
    }
}

/// The cache is the user's own, and what others could have put there is neither loaded nor added to.
#[test]
fn modules_load_only_what_is_the_users_own() {
    let Some(module) = Module::new(Width::W64) else { return };
    let import = || module.program("import tested; assert tested.tested(0.0) < 1e-9");
    succeeds(import(), "");
    let folder = module.cache().join("python");
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    let [library] = &module.compiled()[..] else { panic!("one library") };
    assert_eq!(mode(library) & 0o077, 0);
    // A library that others can write to is made anew.
    fs::write(library, "no library").expect("written");
    fs::set_permissions(library, fs::Permissions::from_mode(0o777)).expect("changed");
    succeeds(import(), "");
    assert_eq!(mode(library) & 0o022, 0);
    // A folder that others can write to is not used at all.
    fs::write(library, "no library").expect("written");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).expect("changed");
    succeeds(import(), "");
    assert_eq!(fs::read(library).expect("there"), b"no library");
}

#[test]
fn modules_say_what_is_missing() {
    let Some(module) = Module::new(Width::W64) else { return };
    let import = || module.program("import tested");
    let mut without = import();
    without.env("PATH", module.folder.path());
    let said = fails(without);
    assert!(said.contains("no C compiler") && said.contains("TMD_CC"), "{said}");
    let mut wrong = import();
    wrong.env("TMD_CC", "no-such-compiler");
    assert!(fails(wrong).contains("TMD_CC names 'no-such-compiler'"));
    let mut broken = import();
    broken.env("CC", "false");
    assert!(fails(broken).contains("failed"));
    let source = module.folder.path().join("tested.c");
    let text = fs::read_to_string(&source).expect("the source");
    fs::write(&source, text + "\n").expect("written");
    assert!(fails(import()).contains("is not the file that was generated"));
    fs::remove_file(&source).expect("removed");
    assert!(fails(import()).contains("must lie beside the module"));
    assert!(module.compiled().is_empty());
}

#[test]
fn only_the_target_c_has_modules() {
    let request = Request { python: true, ..request(Width::W32) };
    let source = Source::function(&request.function, None).expect("a function");
    let evaluator = make(&request, source).expect("an evaluator");
    let refused = evaluator.emit(CUDA, "tested").expect_err("no module");
    assert!(refused.to_string().contains("--python needs --target c, not cuda"), "{refused}");
    let keyword = evaluator.emit(C, "lambda").expect_err("a keyword");
    assert!(keyword.to_string().contains("--name lambda"), "{keyword}");
    let certificate_files = evaluator.emit(C, "tested").expect("sources");
    assert_eq!(certificate_files.keys().collect::<Vec<_>>(), ["tested.c", "tested.py"]);
}

/// The wheel installs into a new environment and runs there: `scripts/wheel` says so itself.
#[test]
fn the_wheel_installs() {
    if !is_full() {
        println!("skipped: the wheel is a release build; TMD_FULL=1 builds it");
        return;
    }
    let folder = tempfile::tempdir().expect("temporary directory");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/wheel");
    let output = Command::new(script).arg(folder.path()).output().expect("the script");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let wheels = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(wheels, 1);
}

/// Prints the values of a module's function of two variables, as bits, a line each.
const PROGRAM_OF_TWO: &str = r#"
import math, sys, numpy as np, tested
words = np.array([int(word, 16) for word in sys.stdin.read().split()], np.uint64).view(np.float64)
x, y = words.reshape(2, -1)
z = tested.tested(x, y)
assert z.dtype == np.float64 and z.shape == x.shape
assert (tested.tested(x[::-1], y[::-1]) == z[::-1]).all(), "arrays with a stride"
table = tested.tested(x[:4, None], y[None, :5])
assert table.shape == (4, 5) and table[2, 3] == tested.tested(x[2], y[3])
assert (tested.tested(x, float(y[0])) == tested.tested(x, np.full_like(x, y[0]))).all()
one = tested.tested(float(x[7]), float(y[7]))
assert type(one) is float and one == float(z[7])
assert tested.tested(np.array([]), 1.0).shape == (0,) and math.isnan(tested.tested(math.nan, 1))
for wrong, error in (((1, "1"), TypeError), ((1j, 1), TypeError), (([1, 2], [1, 2, 3]), ValueError)):
    try:
        tested.tested(*wrong)
    except error:
        pass
    else:
        raise AssertionError(wrong)
print(*(f"{word:x}" for word in z.view(np.uint64)), sep="\n")
"#;

/// The same of two variables, with arrays that are broadcast.
#[test]
fn modules_of_two_variables_compute_what_was_proved() {
    let Some(python) = python(&["numpy"]) else { return };
    let tolerance = "abs:1e-9".parse().expect("a tolerance");
    let request = surface::Request {
        python: true,
        ..surface::Request::new("exp(-x * y)", ["0,2", "-1,1"], tolerance, Width::W64)
    };
    let source = surface::Source::function(&request.function, None).expect("a function");
    let evaluator = surface::make(&request, source).expect("an evaluator");
    let folder = tempfile::tempdir().expect("temporary directory");
    for (name, text) in evaluator.emit(C, "tested").expect("sources") {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let pairs: Vec<(u64, u64)> = (0..200)
        .map(|k| (f64::from(k % 23) / 10.0 - 0.1, f64::from(k % 17) / 8.0 - 1.05))
        .map(|(x, y)| (x.to_bits(), y.to_bits()))
        .collect();
    let line = |word: &u64| format!("{word:x}\n");
    let x: String = pairs.iter().map(|(x, _)| line(x)).collect();
    let y: String = pairs.iter().map(|(_, y)| line(y)).collect();
    let mut command = Command::new(python);
    command.args(["-B", "-c", PROGRAM_OF_TWO]).current_dir(folder.path());
    command.env("TMD_CACHE_DIR", folder.path().join("cache")).env("PYTHONPATH", folder.path());
    let printed = succeeds(command, &(x + &y));
    let wanted: String =
        tmd_tests::surface::interpreted(&evaluator, &pairs).iter().map(line).collect();
    assert_eq!(printed, wanted);
}
