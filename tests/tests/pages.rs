//! Reports as readers see them, in Chromium where it is installed: on a phone and on a desk, light and dark, no word is cut
//! or broken, texts in pictures have a size that can be read, nothing sticks out, and texts stand out from their ground.

use serde_json::Value;
use std::path::Path;
use tmd_codegen::atlas::{Atlas, site};
use tmd_codegen::campaign::journal::{Event, Journal};
use tmd_codegen::campaign::worker::{self, Work};
use tmd_codegen::campaign::{Campaign, overview};
use tmd_codegen::load::{self, INTERPRETER, LoadOptions};
use tmd_codegen::output::html;
use tmd_codegen::plan;
use tmd_codegen::request::Request;
use tmd_codegen::results::Results;
use tmd_runtime::Level;
use tmd_tests::chromium::{Chromium, Scheme};
use tmd_tests::engine::Engine;

const WIDTHS: [u32; 2] = [400, 1280];

/// Measures the page that it is a part of, and leaves what it finds in an element of the page around it.
const MEASURE: &str = include_str!("../data/measure_page.js");

/// The page of a search with cases.
fn of_search() -> String {
    let request = Request { bits: Some(34), ..Request::in_range("exp", "1,0x1.0008p0") };
    let plan = plan::make(&request).expect("plan");
    let kernels = Engine::Native(Level::detect()).kernels(&plan);
    let report = tmd_codegen::search::run(&plan, &kernels, &Default::default(), &());
    let command = request.command("search");
    let results = Results { plan: &plan, report: &report, command: &command, units: &[] };
    html::search(results).expect("a page")
}

/// The page of a campaign of which so many units at most are done; a worker of it has had trouble.
fn of_campaign(most: usize) -> String {
    let request = Request {
        precision: 12.into(),
        target: INTERPRETER.into(),
        ..Request::in_range("exp", "0.01,2")
    };
    let seconds = plan::make(&request).expect("plan").predicted_seconds() / 1e4;
    let folder = tempfile::tempdir().expect("temporary directory");
    let campaign =
        Campaign::create(&folder.path().join("c"), &request, seconds).expect("a campaign");
    let options = LoadOptions { target: INTERPRETER.into(), ..LoadOptions::default() };
    let loaded = load::load(campaign.plan.clone(), &options, "test").expect("kernels");
    let work = Work { most, ..Work::default() };
    worker::run(&campaign, &loaded.kernels, &work, &()).expect("searched");
    let mut journal = Journal::open(&campaign.dir, "node-0123-14634-6a840aee");
    let devices = ["rust-simd avx512 (exp_0_01_2_k0)", "rust-simd avx512 (exp_0_01_2_k1)"];
    journal.note(Event::Begin { devices: devices.map(str::to_owned).to_vec() });
    journal.note(Event::Rejected { unit: 1, why: "the file is shorter than it says".to_owned() });
    html::campaign(&campaign, &overview::overview(&campaign)).expect("a page")
}

/// A page with the script in a frame of some pixels: a window of Chromium is never as narrow as a phone.
fn framed(html: &str, width: u32) -> String {
    let script = format!("<script>\n{MEASURE}</script>\n</body>");
    let inside = html.replace("</body>", &script).replace('&', "&amp;").replace('"', "&quot;");
    let frame = format!(
        "<iframe style=\"border: 0\" width=\"{width}\" height=\"900\" srcdoc=\"{inside}\"></iframe>"
    );
    format!(
        "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"/></head><body>{frame}</body></html>\n"
    )
}

/// What the script has measured of a page.
fn measured(chromium: &Chromium, page: &Path, scheme: Scheme) -> Value {
    let elements = chromium.elements(page, scheme);
    let (_, after) = elements.split_once("<pre id=\"measured\">").expect("measured");
    let (text, _) = after.split_once("</pre>").expect("an end");
    serde_json::from_str(&text.replace("&quot;", "\"").replace("&lt;", "<").replace("&amp;", "&"))
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn check(chromium: &Chromium, name: &str, html: &str) {
    let folder = tempfile::tempdir().expect("temporary directory");
    let page = folder.path().join("page.html");
    for width in WIDTHS {
        for scheme in [Scheme::Light, Scheme::Dark] {
            let what = format!("{name}, {width} pixels, {scheme:?}");
            std::fs::write(&page, framed(html, width)).expect("written");
            let found = measured(chromium, &page, scheme);
            let number = |field: &str| found[field].as_f64().unwrap_or_else(|| panic!("{field}"));
            assert_eq!(found["width"], width, "{what}");
            assert_eq!(found["broken"], Value::Array(vec![]), "{what}: words that are broken");
            assert_eq!(found["cut"], Value::Array(vec![]), "{what}: cells that are cut");
            assert!(number("page") <= f64::from(width), "{what}: the page is wider: {found}");
            // There is none where there are no pictures.
            let smallest = found["smallest"].as_f64().unwrap_or(f64::INFINITY);
            assert!(smallest >= 9.5, "{what}: texts of pictures are small: {found}");
            assert!(number("contrast") >= 4.5, "{what}: texts hardly stand out: {found}");
            let ground = number("ground");
            match scheme {
                Scheme::Light => assert!(ground > 0.9, "{what}: the ground is not light: {ground}"),
                Scheme::Dark => assert!(ground < 0.1, "{what}: the ground is not dark: {ground}"),
            }
        }
    }
}

#[test]
fn pages_can_be_read() {
    let Some(chromium) = Chromium::find() else { return };
    check(&chromium, "search", &of_search());
    check(&chromium, "campaign that begins", &of_campaign(0));
    check(&chromium, "campaign", &of_campaign(3));
}

/// The index of the atlas, pages of functions, entries (one with long numbers, one of which not all could be searched), and parts.
#[test]
fn the_site_of_the_atlas_can_be_read() {
    let Some(chromium) = Chromium::find() else { return };
    let folder = tempfile::tempdir().expect("temporary directory");
    let atlas = Atlas::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../atlas"));
    atlas.and_then(|atlas| site::write(&atlas, folder.path())).expect("a site");
    let entries = ["index", "functions/exp", "binary64/tanh", "binary32/gamma"];
    let parts = ["functions/rsqrt", "parts/rsqrt-x87", "parts/pow-binary32"];
    for name in entries.into_iter().chain(parts) {
        let path = folder.path().join(format!("{name}.html"));
        check(&chromium, name, &std::fs::read_to_string(path).expect("a page"));
    }
}

/// The answer comes first, and there is one picture of what was covered.
#[test]
fn pages_begin_with_the_answer() {
    let answers = [
        (of_search(), "94 bits of f(x) suffice for correct rounding in every mode"),
        (of_campaign(0), "nothing is known, for no input was searched"),
    ];
    for (html, answer) in answers {
        let body = html.split_once("</h1>").expect("a title").1;
        let first = body.split_once("</p>").expect("a paragraph").0;
        assert!(first.contains(answer), "{first}");
        assert_eq!(
            body.matches("class=\"narrow\"").count(),
            body.matches("class=\"wide\"").count()
        );
        assert_eq!(
            body.matches("<title>Coverage of the range</title>").count(),
            2,
            "two forms of one"
        );
    }
}
