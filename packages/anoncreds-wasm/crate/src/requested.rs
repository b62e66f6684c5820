//! The items of a verifier's request, by referents, and which credential answers each.
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{json, Map, Value};

use crate::credential::{common_name, AttributeValue, Credential};
use crate::error::{ensure, require, Code, Result};
use crate::input::Input;
use crate::key::MOST_ATTRIBUTES;
use crate::proof::predicate::Predicate;

pub const MOST_REFERENTS: usize = 1000;
/// Each takes as long as a whole proof without predicates.
const MOST_PREDICATES: usize = 64;

pub struct Requested<'a> {
    pub request: Input<'a>,
    attributes: BTreeMap<&'a str, Input<'a>>,
    predicates: BTreeMap<&'a str, Input<'a>>,
    non_revoked: bool,
}

/// The requirements of one credential, by attributes' common names.
pub struct Requirements {
    pub revealed: BTreeSet<String>,
    pub predicates: BTreeSet<Predicate>,
    /// Whether the verifier wants to know that it is not revoked.
    pub non_revoked: bool,
}

/// Where each referent of a request is answered.
#[derive(Default)]
pub struct Referents {
    answered: BTreeSet<String>,
    revealed: Map<String, Value>,
    groups: Map<String, Value>,
    self_attested: Map<String, Value>,
    unrevealed: Map<String, Value>,
    predicates: Map<String, Value>,
}

impl<'a> Requested<'a> {
    pub fn read(request: Input<'a>) -> Result<Self> {
        let entries = |name, most| match request.optional(name) {
            Some(entries) => Ok(entries.entries(most)?.collect()),
            None => Ok(BTreeMap::new()),
        };
        let attributes = entries("requested_attributes", MOST_REFERENTS)?;
        let predicates = entries("requested_predicates", MOST_PREDICATES)?;
        ensure(!attributes.is_empty() || !predicates.is_empty(), Code::BadRequest, "the request asks for nothing")?;
        Ok(Requested { request, attributes, predicates, non_revoked: request.optional("non_revoked").is_some() })
    }
}

impl Referents {
    pub fn self_attested(&mut self, requested: &Requested, referent: &str, value: &str) -> Result<()> {
        self.answer(&requested.attributes, referent)?;
        self.self_attested.insert(referent.to_owned(), value.into());
        Ok(())
    }

    /// @param chosen the referents that the credential is to answer: `{ revealed, unrevealed, predicates }`
    pub fn of_credential(
        &mut self,
        requested: &Requested,
        index: usize,
        chosen: Input,
        credential: &Credential,
    ) -> Result<Requirements> {
        let answered_before = self.answered.len();
        let mut requirements =
            Requirements { revealed: BTreeSet::new(), predicates: BTreeSet::new(), non_revoked: requested.non_revoked };
        for referent in chosen.field("revealed")?.list(MOST_REFERENTS)? {
            let referent = referent.text()?;
            let attribute = self.answer(&requested.attributes, referent)?;
            requirements.note(attribute);
            let mut values = Map::new();
            for name in names(attribute)? {
                let (common, value) = value_of(credential, name)?;
                let shown = json!({ "raw": value.raw, "encoded": value.encoded.to_string() });
                values.insert(name.to_owned(), shown);
                requirements.revealed.insert(common);
            }
            if attribute.optional("names").is_some() {
                let group = json!({ "sub_proof_index": index, "values": values });
                self.groups.insert(referent.to_owned(), group);
            } else if let Some(mut single) = values.into_iter().next().map(|(_, value)| value) {
                single["sub_proof_index"] = index.into();
                self.revealed.insert(referent.to_owned(), single);
            }
        }
        for referent in chosen.field("unrevealed")?.list(MOST_REFERENTS)? {
            let referent = referent.text()?;
            let attribute = self.answer(&requested.attributes, referent)?;
            requirements.note(attribute);
            for name in names(attribute)? {
                value_of(credential, name)?;
            }
            self.unrevealed.insert(referent.to_owned(), json!({ "sub_proof_index": index }));
        }
        for referent in chosen.field("predicates")?.list(MOST_PREDICATES)? {
            let referent = referent.text()?;
            let predicate = self.answer(&requested.predicates, referent)?;
            requirements.note(predicate);
            let (common, _) = value_of(credential, predicate.field("name")?.text()?)?;
            requirements.predicates.insert(Predicate::read(common, predicate)?);
            self.predicates.insert(referent.to_owned(), json!({ "sub_proof_index": index }));
        }
        ensure(self.answered.len() > answered_before, Code::BadSelection, "a credential is to answer nothing")?;
        let overlap = requirements.predicates.iter().any(|each| requirements.revealed.contains(&each.attribute));
        ensure(!overlap, Code::BadSelection, "an attribute cannot be revealed and have a predicate in one proof")?;
        Ok(requirements)
    }

    fn answer<'a>(&mut self, requested: &BTreeMap<&str, Input<'a>>, referent: &str) -> Result<Input<'a>> {
        let found = require(requested.get(referent), Code::BadSelection, "the request has no such referent")?;
        ensure(self.answered.insert(referent.to_owned()), Code::BadSelection, "a referent is answered twice")?;
        Ok(*found)
    }

    pub fn check_complete(&self, requested: &Requested) -> Result<()> {
        let mut all = requested.attributes.keys().chain(requested.predicates.keys());
        ensure(
            all.all(|referent| self.answered.contains(*referent)),
            Code::BadSelection,
            "the request is not answered in full",
        )
    }

    pub fn requested_proof(self) -> Value {
        json!({
            "revealed_attrs": self.revealed,
            "revealed_attr_groups": self.groups,
            "self_attested_attrs": self.self_attested,
            "unrevealed_attrs": self.unrevealed,
            "predicates": self.predicates,
        })
    }
}

impl Requirements {
    fn note(&mut self, referent: Input) {
        self.non_revoked |= referent.optional("non_revoked").is_some();
    }
}

/// The attributes of a referent: `name`, or a group of `names`.
fn names<'a>(attribute: Input<'a>) -> Result<Vec<&'a str>> {
    match (attribute.optional("name"), attribute.optional("names")) {
        (Some(name), None) => Ok(vec![name.text()?]),
        (None, Some(names)) => names.list(MOST_ATTRIBUTES)?.map(Input::text).collect(),
        _ => attribute.fail("has not either name or names"),
    }
}

fn value_of<'a, 'b>(credential: &'b Credential<'a>, name: &str) -> Result<(String, &'b AttributeValue<'a>)> {
    let common = common_name(name);
    match credential.values.get(&common) {
        Some(value) => Ok((common, value)),
        None => Err(Code::BadSelection.because("the credential has not every attribute that it is to answer")),
    }
}
