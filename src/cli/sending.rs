//! Before the learner's source leaves their machine for the first time, they are asked. Owns that question and what follows from a no: etude's own coach
//! and reviewer answer instead.

use super::app::App;
use super::ask;
use crate::error::Error;
use crate::event::Event;
use crate::provider::builtin::BuiltIn;
use crate::provider::{self, Provider};
use crate::session::Session;
use crate::workspace::SealedExercise;

/// The session's provider if it may see the source, else etude's own.
pub(super) fn provider_for(app: &mut App, session: &Session, sealed: &SealedExercise) -> Result<Box<dyn Provider>, Error> {
    let name = session.provider.as_str();
    let provider = app.provider_of(session, sealed)?;
    if !provider::leaves_the_machine(name, &app.config) || app.store.may_send_source(name) || app.config.models.send_source == Some(true) {
        return Ok(provider);
    }
    let agreed = match app.config.models.send_source {
        Some(false) => false,
        _ => app.yes || asked(app, name)?,
    };
    if !agreed {
        app.event(Event::Notice { text: "Nothing is sent; etude answers by itself.".to_owned() });
        return Ok(Box::new(BuiltIn::new(&sealed.exercise)));
    }
    let lock = app.store.lock()?;
    app.store.allow_sending_source(&lock, name, app.now)?;
    Ok(provider)
}

/// Who reviews a run. An untouched starter needs no model: nothing in it is the learner's, and etude's own words say all that there is to say.
pub(super) fn reviewer_for(app: &mut App, session: &Session, sealed: &SealedExercise, untouched: bool) -> Result<Box<dyn Provider>, Error> {
    if untouched && provider::is_model(&session.provider) {
        return Ok(Box::new(BuiltIn::new(&sealed.exercise)));
    }
    provider_for(app, session, sealed)
}

fn asked(app: &mut App, name: &str) -> Result<bool, Error> {
    if !app.interactive {
        let what = format!("your source would be sent to {name} for the first time, and nobody can be asked");
        return Err(Error::MissingFlag { what, flag: "--yes, or send_source = true or false under [models] in config.toml" });
    }
    let text = format!(
        "For hints and reviews the files in src/ and what the tests showed are sent to {name}, and from there to its model. \
         `--dry-run` shows all of it. This is asked once."
    );
    app.event(Event::Notice { text });
    let options = ["yes, send them".to_owned(), "no, etude's own hints and reviews will do".to_owned()];
    // A no is kept to this command: the next one asks again, and config.toml can settle it.
    Ok(ask::pick(app, "Send your source", &options, 1, "--yes")? == Some(0))
}
