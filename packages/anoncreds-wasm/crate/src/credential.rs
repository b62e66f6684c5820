//! A credential: read, checked against its definition when it comes, and made the holder's own.
use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::One;
use serde_json::{json, Value};
use sha2::{Digest, Sha256};

use crate::curve::G2;
use crate::error::{ensure, Code, Result};
use crate::group::{Element, Power};
use crate::input::Input;
use crate::key::{with_key, Key, LINK_SECRET_NAME, MOST_ATTRIBUTES};
use crate::lengths::{COMMITMENT, E_RANGE, E_START, FOREIGN_NONCE, HASH, V_ISSUER};
use crate::primes::is_prime;
use crate::registry::{Registry, RevocationSignature};
use crate::request::read_link_secret;

/// Of v, which may have grown by the sum of both parts.
const V_BITS: usize = V_ISSUER + 1;

pub struct Credential<'a> {
    pub schema_id: &'a str,
    pub definition_id: &'a str,
    pub registry_id: Option<&'a str>,
    /// By the attribute's name as definitions know it.
    pub values: BTreeMap<String, AttributeValue<'a>>,
    pub signature: Signature,
    pub revocation: Option<RevocationSignature>,
    /// The accumulator for which the witness was made, and the witness.
    pub witness: Option<(G2, G2)>,
}

pub struct AttributeValue<'a> {
    pub raw: &'a str,
    pub encoded: BigInt,
}

pub struct Signature {
    pub m2: BigUint,
    pub a: BigUint,
    pub e: BigUint,
    pub v: BigUint,
}

/// Definitions know names without spaces and in small letters.
pub fn common_name(name: &str) -> String {
    name.replace(' ', "").to_lowercase()
}

impl<'a> Credential<'a> {
    pub fn read(credential: Input<'a>) -> Result<Self> {
        let mut values = BTreeMap::new();
        for (name, value) in credential.field("values")?.entries(MOST_ATTRIBUTES)? {
            let value = AttributeValue {
                raw: value.field("raw")?.text()?,
                encoded: value.field("encoded")?.signed_number(HASH)?,
            };
            let name = common_name(name);
            let allowed = name != LINK_SECRET_NAME && values.insert(name, value).is_none();
            ensure(allowed, Code::BadCredential, "two attributes have the same name, or one that of the link secret")?;
        }
        let signature = credential.field("signature")?;
        let primary = signature.field("p_credential")?;
        let revocation = signature.optional("r_credential").map(RevocationSignature::read).transpose()?;
        let registry_id = credential.optional("rev_reg_id").map(Input::text).transpose()?;
        ensure(
            revocation.is_some() == registry_id.is_some(),
            Code::BadCredential,
            "only a part of it says that it is revocable",
        )?;
        let witness = match (credential.optional("rev_reg"), credential.optional("witness")) {
            (Some(registry), Some(witness)) if revocation.is_some() => {
                Some((registry.field("accum")?.any_g2()?, witness.field("omega")?.any_g2()?))
            }
            _ => None,
        };
        Ok(Credential {
            schema_id: credential.field("schema_id")?.text()?,
            definition_id: credential.field("cred_def_id")?.text()?,
            registry_id,
            values,
            signature: Signature {
                m2: primary.field("m_2")?.number(HASH)?,
                a: primary.field("a")?.number(2069)?,
                e: primary.field("e")?.number(E_START + 1)?,
                v: primary.field("v")?.number(V_BITS)?,
            },
            revocation,
            witness,
        })
    }

    /// Checks z = A^e s^v rctxt^m2 ∏ r_i^m_i, with the link secret among the m_i.
    /// @returns A^e
    pub fn check_signature(&self, key: &mut Key, link_secret: &BigUint) -> Result<Element> {
        let signature = &self.signature;
        let one = BigUint::one();
        ensure(
            signature.a > one && &signature.a < key.group.n(),
            Code::BadCredential,
            "the signature is no element of the group",
        )?;
        ensure(
            self.values.len() + 1 == key.r.len() && self.values.keys().all(|name| key.r.contains_key(name)),
            Code::BadCredential,
            "its attributes are not those of its definition",
        )?;
        let mut powers = vec![
            key.s.to(&signature.v, V_BITS),
            key.rctxt.to(&signature.m2, HASH),
            key.r[LINK_SECRET_NAME].to(link_secret, HASH),
        ];
        // Powers with negative exponents go to the other side.
        let mut other_side = vec![key.z.to(&one, 1)];
        for (name, value) in &self.values {
            let side: &mut Vec<Power> = if value.encoded.sign() == Sign::Minus { &mut other_side } else { &mut powers };
            side.push(key.r[name].to(value.encoded.magnitude(), HASH));
        }
        let (right, left) = (key.group.product(&powers), key.group.product(&other_side));
        let q = key.group.powers(&[(&key.group.element(&signature.a), &signature.e)]);
        ensure(
            key.group.number(&key.group.multiply(&q, &right)) == key.group.number(&left),
            Code::BadCredential,
            "the signature does not fit these values and this link secret",
        )?;
        Ok(q)
    }
}

/// `{ credential, metadata, linkSecret, definition, registry? }` → the credential to keep
pub fn process_credential(task: Input) -> Result<Value> {
    let link_secret = read_link_secret(task)?;
    let given = task.field("credential")?.from(Code::BadCredential);
    let metadata = task.field("metadata")?;
    let nonce = metadata.field("nonce")?.number(FOREIGN_NONCE)?;
    let blinding = metadata.field("link_secret_blinding_data")?;
    let mut credential = Credential::read(given)?;
    ensure(credential.signature.v.bits() as usize <= V_ISSUER, Code::BadCredential, "v is too great")?;
    credential.signature.v += blinding.field("v_prime")?.number(COMMITMENT)?;

    with_key(task.field("definition")?, |key| {
        check_exponent(&credential.signature.e)?;
        let q = credential.check_signature(key, &link_secret)?;
        check_correctness(key, &credential.signature, &q, given.field("signature_correctness_proof")?, &nonce)?;
        let Some(revocation) = &mut credential.revocation else {
            return Ok(());
        };
        let revocation_key = given.expect(key.revocation.as_ref(), "is revocable, its definition is not")?;
        let Some(registry) = task.optional("registry") else {
            return Err(Code::NoRegistry.because("the registry of a revocable credential is needed to check it"));
        };
        let vr_prime =
            blinding.expect(blinding.optional("vr_prime"), "was made for a credential without revocation")?;
        let (accumulator, witness) = given.expect(credential.witness, "has no witness")?;
        revocation.vr = revocation.vr.add(&vr_prime.scalar()?);
        revocation.check(revocation_key, &credential.signature.m2)?;
        let registry = Registry::read(registry.from(Code::BadRegistry))?;
        registry.check_witness(revocation_key, revocation, &accumulator, &witness, Code::BadCredential)
    })?;

    let mut kept = given.json().clone();
    kept["signature"]["p_credential"]["v"] = credential.signature.v.to_string().into();
    if let Some(revocation) = credential.revocation {
        kept["signature"]["r_credential"]["vr_prime_prime"] = json!(revocation.vr.text());
    }
    Ok(kept)
}

fn check_exponent(e: &BigUint) -> Result<()> {
    let start = BigUint::one() << E_START;
    let in_range = *e >= start && e - start < BigUint::one() << E_RANGE;
    ensure(in_range && is_prime(e), Code::BadCredential, "the exponent of the signature is no prime of its range")
}

/// The issuer's proof that A is a power of Q = A^e, so that it tells nothing about the one whom it was made for.
fn check_correctness(key: &Key, signature: &Signature, q: &Element, proof: Input, nonce: &BigUint) -> Result<()> {
    let challenge = proof.field("c")?.number(HASH)?;
    let response = proof.field("se")?.number(key.group.n().bits() as usize)?;
    let a = key.group.element(&signature.a);
    // A^(c + se e)
    let commitment = key.group.powers(&[(&a, &challenge), (q, &response)]);
    let mut hash = Sha256::new();
    for number in [&key.group.number(q), &signature.a, &key.group.number(&commitment), nonce] {
        hash.update(number.to_bytes_be());
    }
    let right = BigUint::from_bytes_be(&hash.finalize()) == challenge;
    ensure(right, Code::BadCredential, "the correctness proof of the signature is wrong")
}
