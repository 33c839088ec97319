//! One binary of integration tests, a file per theme. `story` and `replies` are what they are told with; `docs/scenarios.md` says which test
//! shows which requirement.

mod recorded;
mod redact;
mod replies;
mod responses;
mod running;
mod stored;
mod story;
mod tiny;

mod attack;
mod attempt;
mod choosing;
mod claude;
mod clean;
mod codex;
mod content;
mod durable;
mod export;
mod hint;
mod loops;
mod next;
mod nodes;
mod packets;
mod paths;
mod remediation;
mod report;
mod reveal;
mod review;
mod scenarios;
mod screens;
mod sections;
mod session;
mod start;
mod topic;
