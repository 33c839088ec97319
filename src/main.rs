//! The program. Everything is in the library; this turns its result into an exit code.

fn main() -> std::process::ExitCode {
    std::process::ExitCode::from(etude::cli::main())
}
