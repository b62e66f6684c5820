//! A presentation: what several credentials of one holder prove together for a verifier's request.
use std::collections::BTreeSet;

use num_bigint::BigUint;
use serde_json::{json, Value};
use sha2::{Digest, Sha256};

use crate::credential::{common_name, Credential};
use crate::error::{ensure, Code, Result};
use crate::input::Input;
use crate::key::{with_key, Key, MOST_ATTRIBUTES};
use crate::lengths::{ATTRIBUTE_BLINDING, FOREIGN_NONCE};
use crate::proof::equality::Equality;
use crate::proof::non_revocation::NonRevocation;
use crate::proof::predicate::PredicateProof;
use crate::proof::Transcript;
use crate::random;
use crate::registry::revocation_state;
use crate::request::read_link_secret;
use crate::requested::{Referents, Requested, MOST_REFERENTS};

/// A hostile request could ask for hours of work else.
const MOST_CREDENTIALS: usize = 32;

/// The proofs about one credential, between commitment and response.
struct SubProof<'a> {
    credential: Credential<'a>,
    revealed: BTreeSet<String>,
    equality: Equality,
    predicates: Vec<PredicateProof>,
    non_revocation: Option<NonRevocation>,
}

/// `{ request, linkSecret, selfAttested?, schemas, definitions, credentials }` → the presentation
/// @param tails where the tails files that the task names by `tails: [start, end]` are
pub fn create_presentation(task: Input, tails: &[u8]) -> Result<Value> {
    let link_secret = read_link_secret(task)?;
    let requested = Requested::read(task.field("request")?.from(Code::BadRequest))?;
    let nonce = requested.request.field("nonce")?.number(FOREIGN_NONCE)?;
    let mut referents = Referents::default();
    if let Some(attested) = task.optional("selfAttested") {
        for (referent, value) in attested.entries(MOST_REFERENTS)? {
            referents.self_attested(&requested, referent, value.text()?)?;
        }
    }
    let link_secret_tilde = random::bits(ATTRIBUTE_BLINDING);
    let mut transcript = Transcript::default();
    let mut identifiers = Vec::new();
    let mut proofs = Vec::new();
    for (index, chosen) in task.field("credentials")?.list(MOST_CREDENTIALS)?.enumerate() {
        let credential = Credential::read(chosen.field("credential")?.from(Code::BadCredential))?;
        let required = referents.of_credential(&requested, index, chosen, &credential)?;
        check_schema(task, &credential)?;
        let revocation =
            chosen.optional("revocation").filter(|_| required.non_revoked && credential.registry_id.is_some());
        ensure(
            revocation.is_some() || !required.non_revoked || credential.registry_id.is_none(),
            Code::NoRegistry,
            "the request wants to know whether a credential is revoked",
        )?;
        let timestamp = revocation.map(|revocation| revocation.field("timestamp")?.integer()).transpose()?;
        identifiers.push(json!({
            "schema_id": credential.schema_id,
            "cred_def_id": credential.definition_id,
            "rev_reg_id": credential.registry_id,
            "timestamp": timestamp,
        }));
        let definition = task.field("definitions")?.field(credential.definition_id)?;
        proofs.push(with_key(definition, |key| {
            check_signature(key, chosen.field("credential")?, &credential, &link_secret)?;
            let m2_tilde = random::bits(ATTRIBUTE_BLINDING);
            let non_revocation = match (&credential.revocation, revocation) {
                (Some(signature), Some(given)) => {
                    let file = tails_file(given, tails)?;
                    let registry = given.field("registry")?.from(Code::BadRegistry);
                    let list = given.field("statusList")?.from(Code::BadRegistry);
                    let (state, key) = revocation_state(key, signature, credential.witness, registry, list, file)?;
                    Some(NonRevocation::commit(key, signature, &state, &m2_tilde, &mut transcript))
                }
                _ => None,
            };
            let equality =
                Equality::commit(key, &credential, &required.revealed, &link_secret_tilde, &m2_tilde, &mut transcript);
            let predicates = required
                .predicates
                .iter()
                .map(|predicate| {
                    let tilde = equality.tilde(&predicate.attribute);
                    PredicateProof::commit(key, &credential, predicate, tilde, &mut transcript)
                })
                .collect::<Result<_>>()?;
            Ok(SubProof { credential, revealed: required.revealed, equality, predicates, non_revocation })
        })?);
    }
    referents.check_complete(&requested)?;

    let challenge = transcript.challenge(&nonce);
    let proofs: Vec<Value> = proofs.iter().map(|proof| proof.respond(&link_secret, &challenge)).collect();
    Ok(json!({
        "proof": {
            "proofs": proofs,
            "aggregated_proof": { "c_hash": challenge.to_string(), "c_list": transcript.shown },
        },
        "requested_proof": referents.requested_proof(),
        "identifiers": identifiers,
    }))
}

impl SubProof<'_> {
    fn respond(&self, link_secret: &BigUint, challenge: &BigUint) -> Value {
        let equality = self.equality.respond(&self.credential, &self.revealed, link_secret, challenge);
        let predicates: Vec<Value> =
            self.predicates.iter().map(|proof| proof.respond(&equality["m"][proof.attribute()], challenge)).collect();
        json!({
            "primary_proof": { "eq_proof": equality, "ge_proofs": predicates },
            "non_revoc_proof": self.non_revocation.as_ref().map(|proof| proof.respond(challenge)),
        })
    }
}

/// The verifier takes the hidden attributes from the schema, so it must be the credential's.
fn check_schema(task: Input, credential: &Credential) -> Result<()> {
    let names = task.field("schemas")?.from(Code::BadDefinition).field(credential.schema_id)?.field("attrNames")?;
    let names: BTreeSet<String> =
        names.list(MOST_ATTRIBUTES)?.map(|name| Ok(common_name(name.text()?))).collect::<Result<_>>()?;
    let same = names.len() == credential.values.len() && names.iter().all(|name| credential.values.contains_key(name));
    ensure(same, Code::BadDefinition, "the schema has other attributes than the credential")
}

/// A proof with another's link secret or changed values would be made without complaint and refused by the verifier.
fn check_signature(key: &mut Key, given: Input, credential: &Credential, link_secret: &BigUint) -> Result<()> {
    let digest = Sha256::new().chain_update(link_secret.to_bytes_be()).chain_update(given.json().to_string());
    key.check_once(digest.finalize().into(), |key| credential.check_signature(key, link_secret).map(|_| ()))
}

fn tails_file<'a>(revocation: Input, tails: &'a [u8]) -> Result<&'a [u8]> {
    let range = revocation.field("tails")?;
    let ends = range.list(2)?.map(|end| Ok(end.integer()? as usize)).collect::<Result<Vec<_>>>()?;
    match ends[..] {
        [start, end] if start <= end && end <= tails.len() => Ok(&tails[start..end]),
        _ => range.fail("is no range of the tails files"),
    }
}
