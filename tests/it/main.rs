//! One binary of integration tests, a file per theme. `story` and `replies` are what they are told with; `docs/scenarios.md` says which test
//! shows which requirement.

mod endpoint;
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
mod guidance;
mod hint;
mod keeps;
mod leak;
mod live;
mod llama;
mod loops;
mod needs;
mod next;
mod nodes;
mod openai;
mod openai_trouble;
mod packets;
mod paths;
mod remediation;
mod report;
mod reveal;
mod review;
mod scenarios;
mod screens;
mod screens_month;
mod sections;
mod session;
mod start;
mod topic;
