//! The command line. Owns arguments, the choice of face and the way from an error to an exit code. A command is one file: its arguments, its help, one
//! function; it gathers a view and says what comes next, and the face does the rest.

mod app;
mod ask;
mod attempt;
mod bank;
mod choose;
mod clean;
mod dev;
mod doctor;
mod end;
mod export;
mod hint;
mod import;
mod lesson;
mod list;
mod next;
mod nodes;
mod recheck;
mod report;
mod reset;
mod resume;
mod review;
mod sending;
mod show;
mod start;
mod status;
mod topic;
mod typed;
mod welcome;

use std::io::IsTerminal;

use clap::{Parser, Subcommand};

use crate::error::{Error, Exit};
use crate::report::{Face, JsonFace, TerminalFace};
use crate::runner::guard;
use crate::view::{View, Welcome};
use app::App;

/// A programming tutor for the terminal: lessons, exercises and hints for Rust and C.
#[derive(Debug, Parser)]
#[command(name = "etude", version, propagate_version = true, disable_help_subcommand = true)]
struct Cli {
    /// Print events and the result as JSON lines.
    #[arg(long, global = true)]
    json: bool,
    /// Answer yes to what would be asked.
    #[arg(long, short = 'y', global = true)]
    yes: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Start(start::Args),
    Attempt(attempt::Args),
    Hint(hint::Args),
    Review(review::Args),
    Show(show::Args),
    Lesson(lesson::Args),
    Reset(reset::Args),
    Status(status::Args),
    List(list::Args),
    Resume(resume::Args),
    End(end::Args),
    Next(next::Args),
    Nodes(nodes::Args),
    Topic(topic::Args),
    Report(report::Args),
    Clean(clean::Args),
    Export(export::Args),
    Import(import::Args),
    Doctor(doctor::Args),
    Bank(bank::Args),
    Dev(dev::Args),
}

/// What a command ends with.
pub(crate) struct Done {
    pub view: View,
    /// Arguments of the command that comes next, without the program's name.
    pub next: Option<String>,
    pub exit: Exit,
    /// The work is done but something beside it failed, such as a review: told on stderr.
    pub trouble: Option<Error>,
}

impl Done {
    pub fn new(view: View, next: impl Into<Option<&'static str>>) -> Done {
        Done { view, next: next.into().map(str::to_owned), exit: Exit::Done, trouble: None }
    }

    /// The learner left a question, which is an answer too.
    pub fn nothing_made() -> Done {
        Done::new(View::Welcome(Welcome { offers: Vec::new() }), "start")
    }
}

/// Runs the command line and answers the exit code.
pub fn main() -> u8 {
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|first| first == guard::NAME) {
        return guard::act(words);
    }
    guard::enable();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to stdout with 0, mistakes to stderr with 2. A closed pipe is nobody's error.
            if error.use_stderr() && std::env::args_os().any(|a| a == "--json") {
                let said = error.to_string();
                let first = said.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
                let mut face = JsonFace::new(meant_command(), &app::invocation());
                return fail(&mut face, &Error::WrongUse { what: first, next: usage_help() }) as u8;
            }
            let _ = error.print();
            if error.use_stderr() {
                crate::report::usage_next(&format!("{} {}", app::invocation(), usage_help()));
            }
            return if error.use_stderr() { Exit::Usage as u8 } else { Exit::Done as u8 };
        }
    };
    let name = cli.command.as_ref().map_or("etude", Command::name);
    let colour = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) && std::io::stdout().is_terminal();
    let invocation = app::invocation();
    let mut face: Box<dyn Face> =
        if cli.json { Box::new(JsonFace::new(name, &invocation)) } else { Box::new(TerminalFace::new(&invocation, colour)) };
    let only_reads = cli.command.as_ref().is_none_or(Command::only_reads);
    let exit = match App::new(&mut *face, &invocation, cli.yes, cli.json, only_reads) {
        Ok(mut app) => match app.dispatch(cli.command) {
            Ok(done) => {
                app.tell_notices();
                let next = done.next.as_deref().map(|next| app.command_line(next));
                face.done(&done.view, next.as_deref(), done.exit, done.trouble.as_ref());
                done.exit
            }
            Err(error) => {
                app.tell_notices();
                fail(&mut *face, &error)
            }
        },
        Err(error) => fail(&mut *face, &error),
    };
    exit as u8
}

/// The command that arguments with a mistake in them were meant for.
fn meant_command() -> &'static str {
    use clap::CommandFactory;
    let known: Vec<String> = Cli::command().get_subcommands().map(|c| c.get_name().to_owned()).collect();
    let first = std::env::args().skip(1).find(|a| known.contains(a));
    // The names live as long as the program: there are a dozen of them, and this is its last act.
    first.map_or("etude", |name| &*Box::leak(name.into_boxed_str()))
}

fn usage_help() -> String {
    match meant_command() {
        "etude" => "--help".to_owned(),
        command => format!("{command} --help"),
    }
}

fn fail(face: &mut dyn Face, error: &Error) -> Exit {
    face.failed(error);
    error.exit()
}

impl Command {
    /// Looks without changing anything.
    fn only_reads(&self) -> bool {
        use Command::{Doctor, Export, Lesson, List, Next, Nodes, Show, Status, Topic};
        match self {
            Topic(args) => args.only_reads(),
            // A picture or an exported file is written where the learner says; what etude keeps stays as it is.
            Status(_) | List(_) | Show(_) | Lesson(_) | Doctor(_) | Next(_) | Nodes(_) | Export(_) => true,
            _ => false,
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Command::Start(_) => "start",
            Command::Attempt(_) => "attempt",
            Command::Hint(_) => "hint",
            Command::Review(_) => "review",
            Command::Show(_) => "show",
            Command::Lesson(_) => "lesson",
            Command::Reset(_) => "reset",
            Command::Status(_) => "status",
            Command::List(_) => "list",
            Command::Resume(_) => "resume",
            Command::End(_) => "end",
            Command::Next(_) => "next",
            Command::Nodes(_) => "nodes",
            Command::Topic(_) => "topic",
            Command::Report(_) => "report",
            Command::Clean(_) => "clean",
            Command::Export(_) => "export",
            Command::Import(_) => "import",
            Command::Doctor(_) => "doctor",
            Command::Bank(_) => "bank",
            Command::Dev(_) => "dev",
        }
    }
}

impl App<'_> {
    fn dispatch(&mut self, command: Option<Command>) -> Result<Done, Error> {
        match command {
            None => welcome::run(self),
            Some(Command::Start(args)) => start::run(self, args),
            Some(Command::Attempt(args)) => attempt::run(self, args),
            Some(Command::Hint(args)) => hint::run(self, args),
            Some(Command::Review(args)) => review::run(self, args),
            Some(Command::Show(args)) => show::run(self, args),
            Some(Command::Lesson(args)) => lesson::run(self, args),
            Some(Command::Reset(args)) => reset::run(self, args),
            Some(Command::Status(args)) => status::run(self, args),
            Some(Command::List(args)) => list::run(self, args),
            Some(Command::Resume(args)) => resume::run(self, args),
            Some(Command::End(args)) => end::run(self, args),
            Some(Command::Next(args)) => next::run(self, args),
            Some(Command::Nodes(args)) => nodes::run(self, args),
            Some(Command::Topic(args)) => topic::run(self, args),
            Some(Command::Report(args)) => report::run(self, args),
            Some(Command::Clean(args)) => clean::run(self, args),
            Some(Command::Export(args)) => export::run(self, args),
            Some(Command::Import(args)) => import::run(self, args),
            Some(Command::Doctor(args)) => doctor::run(self, args),
            Some(Command::Bank(args)) => bank::run(self, args),
            Some(Command::Dev(args)) => dev::run(self, args),
        }
    }
}
