//! `etude doctor`: what works on this machine, and what to do about what does not.

use std::ffi::OsStr;
use std::time::Duration;

use super::Done;
use super::app::App;
use crate::checkers;
use crate::error::{Error, Exit};
use crate::language::{self, Language, Probe};
use crate::provider::{self, Failure, FailureKind, openai};
use crate::runner::sandbox::around::Mode;
use crate::runner::{self, Cancel, End, RunSpec};
use crate::testrun;
use crate::text::sentence;
use crate::view::{DoctorCheck, DoctorView, Health, View};

/// Check toolchains, home, editor and provider.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(super) fn run(app: &mut App, _: Args) -> Result<Done, Error> {
    let mut checks = Vec::new();
    for language in language::all() {
        checks.extend(language.probes.iter().map(|p| toolchain(language, p)));
        checks.extend(sanitizers(app, language));
    }
    checks.push(home(app));
    checks.push(name_on_path(app));
    checks.push(editor());
    checks.push(DoctorCheck {
        area: "provider".to_owned(),
        what: format!("bank: {} exercises, offline, nothing to set up", crate::pack::Bank::Embedded.list().len()),
        state: Health::Works,
        advice: None,
    });
    checks.push(program(app, "codex", provider::codex::check(&app.config.codex)));
    checks.push(program(app, "claude", provider::claude::check(&app.config.claude)));
    checks.push(openai(app));
    checks.push(sandbox(app.config.sandbox));
    let works_somewhere = language::all().iter().any(|l| crate::testrun::missing_program(l).is_none());
    let home_works = checks.iter().all(|c| c.area != "home" || c.state == Health::Works);
    let exit = if works_somewhere && home_works { Exit::Done } else { Exit::Failed };
    let next = if exit == Exit::Done { "start" } else { "doctor" };
    Ok(Done { exit, ..Done::new(View::Doctor(DoctorView { checks }), next) })
}

fn toolchain(language: &Language, probe: &Probe) -> DoctorCheck {
    let found = runner::find_program(OsStr::new(&probe.program), std::env::var_os("PATH").as_deref());
    let version = found.is_some().then(|| version(probe)).flatten();
    let (what, state, advice) = match (&found, version) {
        (Some(_), Some(version)) => (version, Health::Works, None),
        (Some(path), None) => (format!("{} does not answer", path.display()), Health::Missing, Some(probe.install.clone())),
        (None, _) => (format!("{} was not found; it {}", probe.program, probe.why), Health::Missing, Some(probe.install.clone())),
    };
    DoctorCheck { area: language.title.clone(), what, state, advice }
}

pub(super) fn version(probe: &Probe) -> Option<String> {
    let spec = RunSpec {
        program: probe.program.clone().into(),
        args: probe.args.iter().map(Into::into).collect(),
        dir: std::env::temp_dir(),
        env: runner::clean_environment(&[]),
        input: None,
        limit: Duration::from_secs(5),
        guard: None,
    };
    let mut first = None;
    let end = runner::run(&spec, &Cancel::never(), &mut |_, line| {
        if first.is_none() && !line.trim().is_empty() {
            first = Some(crate::text::bounded(&crate::text::clean(line.trim()), 80));
        }
    });
    end.ok().filter(|e| e.end == End::Exited(0)).and(first)
}

/// Nothing where the language has none, or where the toolchain is missing: that is said already.
fn sanitizers(app: &App, language: &Language) -> Option<DoctorCheck> {
    let install = &language.checkers.as_ref()?.install;
    let missing_program = crate::testrun::missing_program(language).is_some();
    let checked = (!missing_program).then(|| checkers::of_machine(language, app.config.limits())).flatten()?;
    let working = checked.working.join(" and ");
    let (what, state) = match (checked.working.is_empty(), checked.missing.is_empty()) {
        (_, true) => (format!("sanitizers: {working}"), Health::Works),
        (false, _) => (format!("sanitizers: only {working}, so some mistakes stay unseen"), Health::Note),
        (true, _) => ("sanitizers: none works, so mistakes with memory stay unseen".to_owned(), Health::Note),
    };
    let advice = (state != Health::Works).then(|| install.clone());
    Some(DoctorCheck { area: language.title.clone(), what, state, advice })
}

/// A program that asks a model. It is suggested, and picked only by the learner.
fn program(app: &App, name: &str, found: Result<String, Failure>) -> DoctorCheck {
    let chosen = super::start::provider_name(app, None) == name;
    let (what, state) = match found {
        Ok(what) => (what, Health::Works),
        // What nobody asked for is no need.
        Err(failure) => (failure.said, if chosen { Health::Missing } else { Health::Note }),
    };
    let advice =
        (!chosen).then(|| format!("`--provider {name}`, or `provider = \"{name}\"` in config.toml, makes exercises for any topic with it"));
    DoctorCheck { area: "provider".to_owned(), what, state, advice }
}

fn home(app: &App) -> DoctorCheck {
    let path = app.store.home().root().display().to_string();
    let (what, state, advice) = match app.store.ensure_writable() {
        Ok(()) => (path, Health::Works, None),
        Err(error) => (error.to_string(), Health::Missing, Some("Set ETUDE_HOME to a folder that you can write to".to_owned())),
    };
    DoctorCheck { area: "home".to_owned(), what, state, advice }
}

fn name_on_path(app: &App) -> DoctorCheck {
    let short = app.etude == "etude";
    DoctorCheck {
        area: "command".to_owned(),
        what: if short { "`etude` is on your PATH".to_owned() } else { format!("call it as {}", app.etude) },
        state: if short { Health::Works } else { Health::Note },
        advice: (!short).then(|| "`cargo install --path .` in the project puts `etude` on your PATH".to_owned()),
    }
}

fn openai(app: &App) -> DoctorCheck {
    let settings = &app.config.openai;
    let (what, state, advice) = match openai::check(settings) {
        Ok(what) => (what, Health::Works, None),
        // Nobody needs it: the bank works without.
        Err(failure) if openai::is_untouched(settings) => ("not set up".to_owned(), Health::Note, Some(sentence(&failure.said))),
        Err(failure) if failure.kind == FailureKind::NotSetUp => (failure.to_string(), Health::Missing, None),
        Err(failure) => (failure.to_string(), Health::Missing, Some(failure.advice().to_owned())),
    };
    DoctorCheck { area: "provider".to_owned(), what: format!("openai: {what}"), state, advice }
}

/// What stands between code that is run and the rest of the machine.
fn sandbox(mode: Mode) -> DoctorCheck {
    let required = mode == Mode::Required;
    let bad = if required { Health::Missing } else { Health::Note };
    let (what, state, advice) = match testrun::walls(mode) {
        Ok(None) => {
            let what = "switched off in config.toml: what runs may do all that you may".to_owned();
            (what, Health::Note, Some("Take the line `sandbox = \"off\"` out of config.toml".to_owned()))
        }
        Ok(Some(walls)) => match walls.told() {
            None => ("programs see the toolchain and the exercise only, and no network".to_owned(), Health::Works, None),
            Some(told) => {
                let why: Vec<String> = walls.missing.iter().map(|m| format!("{}: {}", m.layer.title(), m.why)).collect();
                (told, bad, Some(format!("The rest holds. {}", why.join("; "))))
            }
        },
        Err(error) => {
            (error.to_string(), bad, required.then(|| "`sandbox = \"required\"` is set in config.toml, so nothing is run".to_owned()))
        }
    };
    DoctorCheck { area: "sandbox".to_owned(), what, state, advice }
}

fn editor() -> DoctorCheck {
    let set = ["VISUAL", "EDITOR"].iter().find_map(|v| std::env::var(v).ok().filter(|v| !v.trim().is_empty()));
    let (what, state, advice) = match set {
        Some(editor) => (crate::text::clean(&editor), Health::Works, None),
        None => {
            let advice = "Any editor will do. Set EDITOR to name yours".to_owned();
            ("EDITOR is not set".to_owned(), Health::Note, Some(advice))
        }
    };
    DoctorCheck { area: "editor".to_owned(), what, state, advice }
}
