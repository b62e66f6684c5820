//! Work done before a person waits for it: the engine has compiled the arithmetic then, and tables are there.
use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use num_traits::One;
use serde_json::Value;

use crate::credential::{AttributeValue, Credential, Signature};
use crate::curve::{Scalar, G1, G2};
use crate::error::Result;
use crate::group::{Base, Group};
use crate::input::Input;
use crate::key::{with_key, Key, RevocationKey, LINK_SECRET_NAME};
use crate::lengths::{ATTRIBUTE_BLINDING, E_START};
use crate::primes::is_prime;
use crate::proof::equality::Equality;
use crate::proof::non_revocation::NonRevocation;
use crate::proof::predicate::{Predicate, PredicateProof};
use crate::proof::Transcript;
use crate::random;
use crate::registry::{RevocationSignature, RevocationState};

/// More would push each other out.
const MOST_DEFINITIONS: usize = 8;
/// After so many the engine has replaced what it compiled at first.
const REHEARSALS: usize = 3;

/// `{ definitions }` → null
pub fn warm_up(task: Input) -> Result<Value> {
    if let Some(group) = Group::new(&((BigUint::one() << 2048) - 1u32)) {
        let mut key = made_up_key(group);
        for _ in 0..REHEARSALS {
            rehearse(&mut key)?;
        }
    }
    for definition in task.field("definitions")?.list(MOST_DEFINITIONS)? {
        with_key(definition, |key| {
            key.prepare();
            Ok(())
        })?;
    }
    Ok(Value::Null)
}

/// Whose numbers mean nothing: proofs of it would be refused, and take as long as others.
fn made_up_key(mut group: Group) -> Key {
    let mut base = || -> Base { group.add_base(random::bits(2047)) };
    let (s, z, rctxt) = (base(), base(), base());
    let r = BTreeMap::from([(LINK_SECRET_NAME.to_owned(), base()), ("age".to_owned(), base())]);
    let (g, h) = (G1::generator(), G2::generator());
    let revocation = RevocationKey { g, g_dash: h, h: g, h0: g, h1: g, h2: g, htilde: g, h_cap: h, u: h, pk: g, y: h };
    Key { group, s, z, rctxt, r, revocation: Some(revocation), checked: BTreeSet::new() }
}

/// A proof of each kind, and what is checked of a credential.
fn rehearse(key: &mut Key) -> Result<()> {
    let scalar = Scalar::random();
    let (g, h) = (G1::generator().multiply(&scalar), G2::generator().multiply(&scalar));
    let signature = Signature {
        m2: random::bits(256),
        a: random::bits(2047),
        e: (BigUint::one() << E_START) + 1u32,
        v: random::bits(2724),
    };
    let revocation =
        RevocationSignature { sigma: g, c: scalar, vr: scalar, sigma_i: h, u_i: h, g_i: g, index: 1, m2: scalar };
    let credential = Credential {
        schema_id: "",
        definition_id: "",
        registry_id: None,
        values: BTreeMap::from([("age".to_owned(), AttributeValue { raw: "36", encoded: 36.into() })]),
        signature,
        revocation: None,
        witness: None,
    };
    let (link_secret, m2_tilde) = (random::bits(256), random::bits(ATTRIBUTE_BLINDING));
    let mut transcript = Transcript::default();
    if let Some(revocation_key) = &key.revocation {
        let state = RevocationState { accumulator: h, witness: h };
        NonRevocation::commit(revocation_key, &revocation, &state, &m2_tilde, &mut transcript);
        h.in_group();
    }
    let nothing = BTreeSet::new();
    let equality = Equality::commit(key, &credential, &nothing, &m2_tilde, &m2_tilde, &mut transcript);
    let predicate = Predicate::at_least("age", 18);
    PredicateProof::commit(key, &credential, &predicate, equality.tilde("age"), &mut transcript)?;
    equality.respond(&credential, &nothing, &link_secret, &transcript.challenge(&m2_tilde)).to_string();
    is_prime(&((BigUint::one() << 607) - 1u32));
    Ok(())
}
