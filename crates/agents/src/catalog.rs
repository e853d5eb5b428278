//! Agents and rulesets by name, from files or inline.
//!
//! Nothing here opens a file: a caller that allows files says how they are read. Names from untrusted sources (a page,
//! a request) are looked up with [`Source::Shipped`] and cannot reach files.

use std::{error::Error, fmt, io, marker::PhantomData};

use minolab_rules::Ruleset;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeOwned, MapAccess, Visitor, value::MapAccessDeserializer},
};

use crate::{Agent, near};

/// What is shipped by name or read from files: agents and rulesets.
pub trait CatalogItem: Clone + Serialize + DeserializeOwned + 'static {
    /// The singular noun.
    const KIND: &'static str;
    /// The plural noun.
    const KINDS: &'static str;

    /// The shipped ones.
    fn shipped() -> &'static [Self];

    /// Its name.
    fn name(&self) -> &str;

    /// One line on what it is.
    fn description(&self) -> &str;

    /// Reads a file.
    fn from_file(text: &str) -> Result<Self, Box<dyn Error + Send + Sync>>;

    /// Checks one that was read in another form than a file's.
    fn checked(self) -> Result<Self, Box<dyn Error + Send + Sync>>;

    /// Writes a file.
    fn to_file(&self) -> String;
}

impl CatalogItem for Agent {
    const KIND: &'static str = "agent";
    const KINDS: &'static str = "agents";

    fn shipped() -> &'static [Agent] {
        crate::shipped::all()
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn from_file(text: &str) -> Result<Agent, Box<dyn Error + Send + Sync>> {
        Ok(Agent::from_toml(text)?)
    }

    fn checked(self) -> Result<Agent, Box<dyn Error + Send + Sync>> {
        self.check()?;
        Ok(self)
    }

    fn to_file(&self) -> String {
        self.to_toml()
    }
}

impl CatalogItem for Ruleset {
    const KIND: &'static str = "ruleset";
    const KINDS: &'static str = "rulesets";

    fn shipped() -> &'static [Ruleset] {
        minolab_rules::shipped::all()
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn from_file(text: &str) -> Result<Ruleset, Box<dyn Error + Send + Sync>> {
        Ok(Ruleset::from_toml(text)?)
    }

    fn checked(self) -> Result<Ruleset, Box<dyn Error + Send + Sync>> {
        // Every form of it is checked on reading.
        Ok(self)
    }

    fn to_file(&self) -> String {
        self.to_toml()
    }
}

/// Reads the file of a name; `None` if there is no such file.
pub type ReadFile = dyn Fn(&str) -> Option<io::Result<String>>;

/// What a name may refer to.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// Only shipped ones.
    Shipped,
    /// Files too. Shipped names come first: `./name` means the file.
    Files(&'a ReadFile),
}

/// An agent or ruleset that could not be found or read.
#[derive(Debug)]
pub enum CatalogError {
    /// Unknown name.
    Unknown {
        /// What was looked for.
        kind: &'static str,
        /// By which name.
        name: String,
        /// The names that exist.
        expected: String,
    },
    /// A file that cannot be read.
    Read {
        /// What was looked for.
        kind: &'static str,
        /// In which file.
        name: String,
        /// Why not.
        error: io::Error,
    },
    /// A text that is not one.
    Content {
        /// What was looked for.
        kind: &'static str,
        /// In which file; `None` if it was inline.
        name: Option<String>,
        /// What is wrong with it.
        error: Box<dyn Error + Send + Sync>,
    },
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CatalogError::Unknown { kind, name, expected } => {
                write!(f, "no {kind} {name:?}: expected {expected}")
            }
            CatalogError::Read { kind, name, error } => {
                write!(f, "reading {kind} {name:?}: {error}")
            }
            CatalogError::Content { kind, name: Some(name), error } => {
                write!(f, "in {kind} {name:?}: {error}")
            }
            CatalogError::Content { kind, name: None, error } => {
                write!(f, "in the {kind}: {error}")
            }
        }
    }
}

// The cause is part of the message, so that both are always shown.
impl Error for CatalogError {}

impl Source<'_> {
    /// The one shipped under this name, in this file, or written out in this text.
    ///
    /// A text has several lines, and no name does.
    ///
    /// ```
    /// use minolab_agents::{Agent, catalog::Source};
    ///
    /// let bcts: Agent = Source::Shipped.find("bcts")?;
    /// assert_eq!(Source::Shipped.find::<Agent>(&bcts.to_toml())?, bcts);
    /// assert!(Source::Shipped.find::<Agent>("data/agents/bcts.toml").is_err());
    /// # Ok::<(), minolab_agents::catalog::CatalogError>(())
    /// ```
    pub fn find<T: CatalogItem>(&self, text: &str) -> Result<T, CatalogError> {
        if !text.contains('\n') {
            return self.named(text);
        }
        let wrong = |error| CatalogError::Content { kind: T::KIND, name: None, error };
        T::from_file(text).map_err(wrong)
    }

    /// The one shipped under this name, or in this file.
    pub fn named<T: CatalogItem>(&self, name: &str) -> Result<T, CatalogError> {
        if let Some(item) = T::shipped().iter().find(|item| item.name() == name) {
            return Ok(item.clone());
        }
        let kind = T::KIND;
        if let Source::Files(read) = self
            && let Some(text) = read(name)
        {
            let name = String::from(name);
            return match text {
                Ok(text) => T::from_file(&text).map_err(|error| {
                    let name = Some(name);
                    CatalogError::Content { kind, name, error }
                }),
                Err(error) => Err(CatalogError::Read { kind, name, error }),
            };
        }
        let near = near(name, T::shipped().iter().map(T::name));
        let names: Vec<&str> = T::shipped().iter().map(T::name).collect();
        let names = names.join(", ");
        let expected = match self {
            // A mistyped name needs that one name, not a list to search.
            _ if !near.is_empty() => format!("{}, or another {kind}", near.join(" or ")),
            Source::Shipped => format!("one of {names}, or the {kind} written out"),
            Source::Files(_) => format!("a file or one of {names}"),
        };
        Err(CatalogError::Unknown { kind, name: name.into(), expected })
    }

    /// Resolves a reference.
    pub fn resolve<T: CatalogItem>(&self, reference: &Reference<T>) -> Result<T, CatalogError> {
        match reference {
            Reference::Name(name) => self.named(name),
            Reference::Whole(item) => Ok(item.as_ref().clone()),
        }
    }
}

/// An agent or ruleset in a file or message: its name, or its whole definition, which is checked on reading.
#[derive(Clone, Debug, PartialEq)]
pub enum Reference<T> {
    /// A name, for a [`Source`] to look up.
    Name(String),
    /// Its definition.
    Whole(Box<T>),
}

impl<T> Reference<T> {
    /// A whole definition.
    pub fn whole(item: T) -> Reference<T> {
        Reference::Whole(Box::new(item))
    }
}

impl<T: Serialize> Serialize for Reference<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Reference::Name(name) => serializer.serialize_str(name),
            Reference::Whole(item) => item.serialize(serializer),
        }
    }
}

impl<'de, T: CatalogItem> Deserialize<'de> for Reference<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Reference<T>, D::Error> {
        // Not untagged: the error should be about the form that was meant.
        struct Either<T>(PhantomData<T>);

        impl<'de, T: CatalogItem> Visitor<'de> for Either<T> {
            type Value = Reference<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "the name of one of the {}, or one written out", T::KINDS)
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Reference<T>, E> {
                Ok(Reference::Name(name.into()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Reference<T>, A::Error> {
                let item = T::deserialize(MapAccessDeserializer::new(map))?;
                item.checked().map(Reference::whole).map_err(serde::de::Error::custom)
            }
        }

        deserializer.deserialize_any(Either(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str) -> Option<io::Result<String>> {
        match name {
            "mine.toml" => Some(Ok(crate::shipped::get("lee")?.to_toml())),
            "bcts" => Some(Ok("a file that a shipped name hides".into())),
            "broken.toml" => Some(Ok("name = 3".into())),
            "locked.toml" => Some(Err(io::ErrorKind::PermissionDenied.into())),
            _ => None,
        }
    }

    #[test]
    fn shipped_names_come_before_files() {
        let files = Source::Files(&read);
        assert_eq!(files.find::<Agent>("bcts").unwrap().name, "bcts");
        assert_eq!(files.find::<Agent>("mine.toml").unwrap().name, "lee");
        for rules in minolab_rules::shipped::all() {
            assert_eq!(&files.find::<Ruleset>(&rules.name).unwrap(), rules);
            assert_eq!(&Source::Shipped.find::<Ruleset>(&rules.to_toml()).unwrap(), rules);
        }
    }

    #[test]
    fn errors_say_what_was_looked_for() {
        let error = |source: Source, name| source.find::<Agent>(name).unwrap_err().to_string();
        let files = Source::Files(&read);
        assert!(error(files, "nobody").starts_with(
            "no agent \"nobody\": expected a file or one of tetrais-simple, tetrais-complex"
        ));
        assert!(error(files, "broken.toml").starts_with("in agent \"broken.toml\": not an agent"));
        assert!(error(files, "locked.toml").starts_with("reading agent \"locked.toml\": "));
        assert!(error(files, "name = 3\n").starts_with("in the agent: not an agent"));
        // Existing files are not reachable from everywhere.
        let unknown = error(Source::Shipped, "mine.toml");
        assert!(unknown.starts_with("no agent \"mine.toml\": expected one of"), "{unknown}");
        assert!(unknown.ends_with("blitz, or the agent written out"), "{unknown}");
        let unknown = Source::Shipped.find::<Ruleset>("chess").unwrap_err().to_string();
        assert!(
            unknown.starts_with("no ruleset \"chess\": expected one of guideline"),
            "{unknown}"
        );
    }

    #[test]
    fn references_are_names_or_whole() {
        let read = |text: &str| {
            let mut table: toml::Table = toml::from_str(text).map_err(|error| error.to_string())?;
            let value = table.remove("agent").ok_or("nothing")?;
            value.try_into::<Reference<Agent>>().map_err(|error| error.to_string())
        };
        assert_eq!(read("agent = 'bcts'"), Ok(Reference::Name("bcts".into())));
        for agent in crate::shipped::all() {
            let whole = Reference::whole(agent.clone());
            let written = toml::Value::try_from(&whole).unwrap();
            assert_eq!(written, toml::from_str(&agent.to_toml()).unwrap());
            assert_eq!(written.try_into::<Reference<Agent>>().unwrap(), whole);
            assert_eq!(&Source::Shipped.resolve(&whole).unwrap(), agent);
        }
        let wrong = read("agent = 7").unwrap_err();
        assert!(
            wrong.contains("expected the name of one of the agents, or one written"),
            "{wrong}"
        );
        // Inline definitions are checked like files.
        let agent = "[agent]\nname = 'a'\ndescription = 'b'\nrules = 'classic'\n";
        let wrong = read(&format!("{agent}mode = 'sprnt'")).unwrap_err();
        assert!(wrong.contains("\"sprnt\" is not a mode"), "{wrong}");
        let wrong = read(&format!("{agent}[agent.weights_for.Q]\nholes = 1")).unwrap_err();
        assert!(wrong.contains("expected a piece"), "{wrong}");
    }
}
