//! The link secret, and the request for a credential that hides it.
use num_bigint::BigUint;
use serde_json::{json, Value};
use sha2::{Digest, Sha256};

use crate::curve::Scalar;
use crate::error::{Code, Result};
use crate::input::Input;
use crate::key::{with_key, Key, LINK_SECRET_NAME};
use crate::lengths::{ATTRIBUTE_BLINDING, COMMITMENT, COMMITMENT_BLINDING, FOREIGN_NONCE, LINK_SECRET, NONCE};
use crate::random;

pub fn create_link_secret() -> Value {
    random::bits(LINK_SECRET).to_string().into()
}

pub fn read_link_secret(task: Input) -> Result<BigUint> {
    task.field("linkSecret")?.number(LINK_SECRET)
}

/// `{ offer, definition, linkSecret, entropy }` → `{ request, metadata }`
pub fn create_credential_request(task: Input) -> Result<Value> {
    let link_secret = read_link_secret(task)?;
    let entropy = task.field("entropy")?.text()?;
    let offer = task.field("offer")?.from(Code::BadOffer);
    let definition_id = offer.field("cred_def_id")?.text()?;
    let issuer_nonce = offer.field("nonce")?.number(FOREIGN_NONCE)?;
    let correctness = offer.field("key_correctness_proof")?;
    with_key(task.field("definition")?, |key| {
        key.check_correctness(correctness)?;
        let blinding = random::bits(COMMITMENT);
        let (u, proof) = blind(key, &link_secret, &blinding, &issuer_nonce);
        let revocation = key.revocation.as_ref().map(|key| (key.h2, Scalar::random()));
        let ur = revocation.map(|(h2, blinding)| h2.multiply(&blinding).text());
        let nonce = random::bits(NONCE).to_string();
        Ok(json!({
            "request": {
                "entropy": entropy,
                "cred_def_id": definition_id,
                "blinded_ms": {
                    "u": u.to_string(),
                    "ur": ur,
                    "hidden_attributes": [LINK_SECRET_NAME],
                    "committed_attributes": {},
                },
                "blinded_ms_correctness_proof": proof,
                "nonce": nonce,
            },
            "metadata": {
                "link_secret_blinding_data": {
                    "v_prime": blinding.to_string(),
                    "vr_prime": revocation.map(|(_, blinding)| blinding.text()),
                },
                "nonce": nonce,
                "link_secret_name": "default",
            },
        }))
    })
}

/// @returns u = s^blinding r^secret, and the proof that it is of that form
fn blind(key: &mut Key, secret: &BigUint, blinding: &BigUint, nonce: &BigUint) -> (BigUint, Value) {
    let (s, r) = (key.s, key.r[LINK_SECRET_NAME]);
    let u = key.group.product(&[s.to(blinding, COMMITMENT), r.to(secret, LINK_SECRET)]);
    let u = key.group.number(&u);
    let blinding_tilde = random::bits(COMMITMENT_BLINDING);
    let secret_tilde = random::bits(ATTRIBUTE_BLINDING);
    let commitment =
        key.group.product(&[s.to(&blinding_tilde, COMMITMENT_BLINDING), r.to(&secret_tilde, ATTRIBUTE_BLINDING)]);
    let mut hash = Sha256::new();
    hash.update(u.to_bytes_be());
    hash.update(key.group.number(&commitment).to_bytes_be());
    hash.update(nonce.to_bytes_be());
    let challenge = BigUint::from_bytes_be(&hash.finalize());
    let proof = json!({
        "c": challenge.to_string(),
        "v_dash_cap": (blinding_tilde + &challenge * blinding).to_string(),
        "m_caps": { LINK_SECRET_NAME: (secret_tilde + &challenge * secret).to_string() },
        "r_caps": {},
    });
    (u, proof)
}
