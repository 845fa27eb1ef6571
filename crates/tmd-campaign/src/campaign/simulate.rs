//! Simulates a campaign on many machines: makespan, work that is lost, and what the file system has
//! to bear, by a simulation of the workers' own rules.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::fmt::Write;
use tmd_base::random::Random;
use tmd_base::text::many;

/// The machines and the work; times in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// Machines, a worker each.
    pub nodes: usize,
    /// Mean time between failures of a machine.
    pub mtbf: f64,
    /// How long a machine that failed is away.
    pub repair: f64,
    /// How long a worker takes to begin: planning and compilation.
    pub start: f64,
    /// The fastest machine is so many times as fast as the slowest; 1 where all are alike.
    pub spread: f64,
    /// Machines join one after the other during this time.
    pub joining: f64,
    /// Units.
    pub units: usize,
    /// Time of a unit on a machine of mean speed.
    pub unit_seconds: f64,
    /// Lease of a claim.
    pub lease: f64,
    /// For the random numbers.
    pub seed: u64,
}

/// How a campaign went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// When the last unit was finished.
    pub makespan: f64,
    /// The makespan without failures, waiting and late starts.
    pub ideal: f64,
    /// Machine time spent on units that failed machines did not finish.
    pub lost: f64,
    /// Failures while a unit was worked on.
    pub failures: usize,
    /// Units that were taken over.
    pub taken_over: usize,
    /// Machine time spent waiting for others' units.
    pub idle: f64,
    /// File-system operations in all.
    pub operations: f64,
    /// Most of them in one minute, a second.
    pub peak: f64,
    /// Workers that have finished each unit, at least one; for checks.
    pub finished: Vec<u8>,
}

/// An event in the life of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// Its worker begins.
    Begins,
    /// It finishes its unit.
    Finishes,
    /// It fails while it works on its unit.
    Fails,
    /// A unit whose worker failed may be taken over.
    Expires(usize),
}

/// Events in the order of their times, which are not negative, so that their bits have the same order; numbers
/// make the order of equal times certain.
type Agenda = BinaryHeap<Reverse<(u64, usize, usize, Event)>>;

/// A machine.
#[derive(Clone, Debug, Default)]
struct Node {
    speed: f64,
    /// How many units it has looked at, from the beginning of its share on.
    seen: usize,
    unit: usize,
    since: f64,
    fails_at: f64,
}

/// Operations to claim a unit, to write its file and to give the claim up: create, write; create,
/// write, sync, rename; delete.
const A_UNIT: f64 = 7.0;
/// To keep a claim, four times a lease: create, write, rename.
const A_BEAT: f64 = 3.0;
/// To look at a unit that another worker claims: an attempt to claim it, a read.
const A_CLAIMED: f64 = 2.0;
/// To see whether the file of a unit in another's share is there: names are read a thousand at a time.
const A_LOOK: f64 = 1.0 / 1000.0;
/// Units that an idle worker watches, eight times a lease.
const WATCHED: f64 = 4.0;

struct Simulation<'a> {
    cluster: &'a Cluster,
    nodes: Vec<Node>,
    /// 0: free, 1: claimed, 2: finished.
    state: Vec<u8>,
    finished: usize,
    /// Units without a worker, waiting for one that has nothing else to do.
    orphans: VecDeque<usize>,
    idle: VecDeque<(usize, f64)>,
    agenda: Agenda,
    events: usize,
    random: Random,
    minutes: Vec<f64>,
    course: Course,
}

/// Simulates a campaign.
pub fn simulate(cluster: &Cluster) -> Course {
    let mut simulation = Simulation::new(cluster);
    simulation.run();
    simulation.course
}

impl<'a> Simulation<'a> {
    fn new(cluster: &'a Cluster) -> Self {
        let mut simulation = Simulation {
            cluster,
            nodes: vec![Node::default(); cluster.nodes],
            state: vec![0; cluster.units],
            finished: 0,
            orphans: VecDeque::new(),
            idle: VecDeque::new(),
            agenda: Agenda::new(),
            events: 0,
            random: Random::new(cluster.seed),
            minutes: vec![],
            course: Course { finished: vec![0; cluster.units], ..Course::default() },
        };
        let mut speeds = 0.0;
        for node in 0..cluster.nodes {
            // Between spread^-1/2 and spread^1/2.
            let speed = cluster.spread.powf(simulation.random.unit() - 0.5);
            simulation.nodes[node].speed = speed;
            speeds += speed;
            let joins = cluster.joining * node as f64 / cluster.nodes as f64;
            simulation.plan(joins + cluster.start, node, Event::Begins);
        }
        simulation.course.ideal =
            cluster.start + cluster.units as f64 * cluster.unit_seconds / speeds;
        simulation
    }

    fn plan(&mut self, time: f64, node: usize, event: Event) {
        self.events += 1;
        self.agenda.push(Reverse((time.to_bits(), self.events, node, event)));
    }

    /// Counts operations of a moment.
    fn operate(&mut self, time: f64, operations: f64) {
        let minute = (time / 60.0) as usize;
        if self.minutes.len() <= minute {
            self.minutes.resize(minute + 1, 0.0);
        }
        self.minutes[minute] += operations;
    }

    /// Counts operations that are spread over a time.
    fn operate_during(&mut self, from: f64, to: f64, rate: f64) {
        let mut at = from;
        while at < to {
            let next = ((at / 60.0).floor() * 60.0 + 60.0).min(to);
            self.operate(at, (next - at) * rate);
            at = next;
        }
    }

    fn run(&mut self) {
        while self.finished < self.cluster.units {
            let Some(Reverse((time, _, node, event))) = self.agenda.pop() else { break };
            let now = f64::from_bits(time);
            match event {
                Event::Begins => {
                    // A new worker knows nothing.
                    self.nodes[node].seen = 0;
                    let mtbf = self.cluster.mtbf;
                    self.nodes[node].fails_at = now - mtbf * (1.0 - self.random.unit()).ln();
                    self.look(now, node);
                }
                Event::Finishes => self.finishes(now, node),
                Event::Fails => self.fails(now, node),
                Event::Expires(unit) => self.expires(now, unit),
            }
        }
        let end = self.course.makespan;
        while let Some((_, since)) = self.idle.pop_front() {
            self.waited(since, end);
        }
        self.course.operations = self.minutes.iter().sum();
        self.course.peak = self.minutes.iter().fold(0.0, |most: f64, ops| most.max(*ops)) / 60.0;
    }

    /// Moves a machine from its place on to the next unit that is free.
    fn look(&mut self, now: f64, node: usize) {
        let units = self.cluster.units;
        let border = node * units / self.cluster.nodes;
        let own = (node + 1) * units / self.cluster.nodes - border;
        // Who works is at most as many as there are machines.
        let working = (self.cluster.nodes - self.idle.len()) as f64;
        let mut operations = (working * A_LOOK).max(1.0);
        while self.nodes[node].seen < units {
            let unit = (border + self.nodes[node].seen) % units;
            // A worker reads the files of its own share.
            operations += if self.nodes[node].seen < own { 1.0 } else { A_LOOK };
            self.nodes[node].seen += 1;
            // The names of the claims were read before.
            if self.state[unit] == 0 {
                self.operate(now, operations);
                return self.take(now, node, unit);
            }
        }
        self.operate(now, operations);
        match self.orphans.pop_front() {
            Some(unit) => {
                self.course.taken_over += 1;
                self.take(now, node, unit);
            }
            None => self.idle.push_back((node, now)),
        }
    }

    fn take(&mut self, now: f64, node: usize, unit: usize) {
        self.state[unit] = 1;
        let machine = &mut self.nodes[node];
        (machine.unit, machine.since) = (unit, now);
        let end = now + self.cluster.unit_seconds / machine.speed;
        match machine.fails_at < end {
            true => {
                let fails = machine.fails_at.max(now);
                self.plan(fails, node, Event::Fails);
            }
            false => self.plan(end, node, Event::Finishes),
        }
    }

    fn finishes(&mut self, now: f64, node: usize) {
        let Node { unit, since, .. } = self.nodes[node];
        self.operate(now, A_UNIT);
        self.operate_during(since, now, A_BEAT * 4.0 / self.cluster.lease);
        self.state[unit] = 2;
        self.course.finished[unit] = self.course.finished[unit].saturating_add(1);
        self.finished += 1;
        self.course.makespan = now;
        self.look(now, node);
    }

    fn fails(&mut self, now: f64, node: usize) {
        let Node { unit, since, .. } = self.nodes[node];
        self.operate_during(since, now, A_BEAT * 4.0 / self.cluster.lease);
        self.course.lost += now - since;
        self.course.failures += 1;
        // Somebody idle has to see the claim unchanged for a lease, looking eight times.
        self.plan(now + self.cluster.lease * 1.125, node, Event::Expires(unit));
        self.plan(now + self.cluster.repair + self.cluster.start, node, Event::Begins);
    }

    fn expires(&mut self, now: f64, unit: usize) {
        match self.idle.pop_front() {
            None => self.orphans.push_back(unit),
            Some((node, since)) => {
                self.waited(since, now);
                self.course.taken_over += 1;
                // One that failed while it waited came back and waits again.
                let fails = self.nodes[node].fails_at;
                if fails < now {
                    let again = now - self.cluster.mtbf * (1.0 - self.random.unit()).ln();
                    self.nodes[node].fails_at = again;
                }
                self.take(now, node, unit);
            }
        }
    }

    fn waited(&mut self, from: f64, to: f64) {
        self.course.idle += to - from;
        self.operate_during(from, to, WATCHED * A_CLAIMED * 8.0 / self.cluster.lease);
    }
}

/// The course as a text, with what is assumed.
pub fn text(cluster: &Cluster, course: &Course) -> String {
    let work = cluster.units as f64 * cluster.unit_seconds;
    let hours = |seconds: f64| format!("{:.2} h", seconds / 3600.0);
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<24}{value}"); // writing to a text does not fail
    };
    line("machines", format!("{}", cluster.nodes));
    line(
        "units",
        format!("{}, {} s each on an average machine", cluster.units, cluster.unit_seconds),
    );
    line("makespan", hours(course.makespan));
    line("without failures", format!("{}, all working all the time", hours(course.ideal)));
    line("efficiency", format!("{:.1} %", 100.0 * course.ideal / course.makespan));
    let share = 100.0 * course.lost / work;
    line(
        "lost work",
        format!(
            "{} ({share:.3} %), {}",
            hours(course.lost),
            many(course.failures as u128, "failure")
        ),
    );
    line("taken over", many(course.taken_over as u128, "unit"));
    line("waiting for the last", hours(course.idle));
    let mean = course.operations / course.makespan.max(1.0);
    line(
        "file-system operations",
        format!("{:.0} a second, {:.0} in the busiest minute", mean, course.peak),
    );
    text += &format!(
        "\nAssumptions: each machine fails at random, every {} h on average; it is down for {} s and needs {} s to start\n\
         again. Speeds differ by a factor of {} at most, and all machines join within {} s. The file system keeps up with all\n\
         requests. A unit costs {A_UNIT} file-system operations, and {A_BEAT} more for each quarter of the lease of {} s; reading a\n\
         thousand names of other workers' files costs one, and looking at a claim {A_CLAIMED}. Idle workers look at {WATCHED} claims eight\n\
         times a lease. A unit whose worker failed is taken over by an idle worker after 9/8 of a lease, or as soon as there is\n\
         an idle worker.\n",
        cluster.mtbf / 3600.0,
        cluster.repair,
        cluster.start,
        cluster.spread,
        cluster.joining,
        cluster.lease,
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cluster() -> Cluster {
        Cluster {
            nodes: 100,
            mtbf: f64::INFINITY,
            repair: 600.0,
            start: 10.0,
            spread: 1.0,
            joining: 0.0,
            units: 2000,
            unit_seconds: 120.0,
            lease: 60.0,
            seed: 1,
        }
    }

    #[test]
    fn without_failures_nothing_is_lost() {
        let course = simulate(&cluster());
        assert!((course.makespan - course.ideal).abs() < 1e-6, "{course:?}");
        assert_eq!((course.lost, course.failures, course.taken_over), (0.0, 0, 0));
        assert!(course.finished.iter().all(|&times| times == 1));
    }

    #[test]
    fn failures_lose_work_and_never_units() {
        let mut lost = 0.0;
        for mtbf in [2e4, 5e3, 1e3] {
            let cluster = Cluster { mtbf, spread: 4.0, joining: 300.0, ..cluster() };
            let course = simulate(&cluster);
            assert!(course.finished.iter().all(|&times| times == 1), "{mtbf}");
            assert!(course.lost > lost, "{mtbf}: {course:?}");
            assert!(course.makespan > course.ideal && course.operations > 0.0);
            assert!(course.peak * 60.0 <= course.operations + 1e-6);
            assert_eq!(course, simulate(&cluster));
            assert!(text(&cluster, &course).contains("lost work"));
            lost = course.lost;
        }
    }

    #[test]
    fn one_machine_does_it_alone() {
        let course = simulate(&Cluster { nodes: 1, units: 3, mtbf: 200.0, ..cluster() });
        assert!(course.finished.iter().all(|&times| times == 1));
        let none = simulate(&Cluster { units: 0, ..cluster() });
        assert_eq!(none.makespan, 0.0);
    }
}
