//! The ranks of an MPI program as workers of one campaign.
//!
//! MPI starts the workers and tells each which of how many it is; the work itself goes through the
//! campaign's directory as ever. At the end the ranks wait for each other, so that the first can tell how far
//! the campaign is.

use tmd_base::diag::Diag;

/// This rank among all.
pub struct Ranks(linked::World);

impl Ranks {
    /// Joins the other ranks. Once a process, and before any other thread is started.
    ///
    /// # Errors
    /// If the program was built without MPI, or MPI cannot be used here.
    pub fn join() -> Result<Ranks, Diag> {
        linked::join().map(Ranks)
    }

    /// Which rank this is, and of how many: a worker's share.
    pub fn share(&self) -> (usize, usize) {
        linked::share(&self.0)
    }

    /// Waits until all ranks have come here.
    pub fn wait(&self) {
        linked::wait(&self.0);
    }
}

#[cfg(feature = "mpi")]
mod linked {
    use mpi::Threading;
    use mpi::environment::Universe;
    use mpi::topology::{Communicator, SimpleCommunicator};
    use mpi::traits::CommunicatorCollectives;
    use std::thread;
    use std::time::Duration;
    use tmd_base::diag::{Diag, DiagKind};

    /// MPI ends when the universe is dropped.
    pub(super) struct World {
        all: SimpleCommunicator,
        _universe: Universe,
    }

    /// How often a rank that waits looks whether the others have come.
    const LOOK: Duration = Duration::from_millis(50);

    pub(super) fn join() -> Result<World, Diag> {
        let refuse = |message: &str| {
            Err(Diag::new(DiagKind::Environment, message)
                .help("start with `mpirun -n N tmd-codegen campaign run DIR --mpi`"))
        };
        // Only this thread talks to MPI; those that search do not.
        match mpi::initialize_with_threading(Threading::Funneled) {
            None => refuse("MPI was started already in this process"),
            Some((_, threading)) if threading < Threading::Funneled => {
                refuse("this MPI library allows no threads")
            }
            Some((universe, _)) => Ok(World { all: universe.world(), _universe: universe }),
        }
    }

    pub(super) fn share(world: &World) -> (usize, usize) {
        // MPI promises 0 ≤ rank < size.
        (world.all.rank().unsigned_abs() as usize, world.all.size().unsigned_abs() as usize)
    }

    pub(super) fn wait(world: &World) {
        // MPI's own barrier would keep a core busy that other ranks may need.
        let mut barrier = world.all.immediate_barrier();
        while let Err(pending) = barrier.test() {
            barrier = pending;
            thread::sleep(LOOK);
        }
    }
}

#[cfg(not(feature = "mpi"))]
mod linked {
    use tmd_base::diag::{Diag, DiagKind};

    /// There is none.
    pub(super) enum World {}

    pub(super) fn join() -> Result<World, Diag> {
        Err(Diag::new(DiagKind::Unsupported, "--mpi: this program was built without MPI").help(
            "build it with `cargo build --release --features mpi`, which needs an MPI library and libclang; or \
             start workers without MPI, with --share I/N or nothing at all",
        ))
    }

    pub(super) fn share(world: &World) -> (usize, usize) {
        match *world {}
    }

    pub(super) fn wait(world: &World) {
        match *world {}
    }
}
