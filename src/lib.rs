//! etude: a programming tutor for the terminal. See `docs/architecture.md` for the map of these modules and the way of the data.

pub mod assets;
pub mod cli;
pub mod config;
pub mod curriculum;
pub mod error;
pub mod event;
pub mod evidence;
pub mod exercise;
pub mod guard;
pub mod home;
pub mod language;
pub mod mastery;
pub mod pack;
pub mod pipeline;
pub mod proof;
pub mod provider;
pub mod report;
pub mod runner;
pub mod session;
pub mod stage;
pub mod store;
pub mod syntax;
pub mod testrun;
pub mod text;
pub mod view;
pub mod workspace;
