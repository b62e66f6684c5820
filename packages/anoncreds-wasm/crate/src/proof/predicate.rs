//! That an attribute is at least, more than, at most or less than a number: their difference is a sum of four squares.
use num_bigint::{BigInt, BigUint};
use serde_json::{json, Map, Value};

use crate::credential::Credential;
use crate::error::{ensure, require, Code, Result};
use crate::group::{Element, Group};
use crate::input::Input;
use crate::key::Key;
use crate::lengths::{ALPHA_BLINDING, ATTRIBUTE_BLINDING, COMMITMENT, COMMITMENT_BLINDING, ROOT_BLINDING};
use crate::proof::Transcript;
use crate::random;
use crate::squares::four_squares;

/// Of a difference between two numbers of 32 bits, and of its roots.
const DIFFERENCE: usize = 33;
const ROOT: usize = 17;
/// By which proofs name the parts for the roots and for the difference.
const PARTS: [&str; 5] = ["0", "1", "2", "3", "DELTA"];

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Predicate {
    /// As definitions know it.
    pub attribute: String,
    /// The attribute may not be equal to the value.
    is_strict: bool,
    /// The value is the greatest, not the least.
    is_upper: bool,
    value: i32,
}

pub struct PredicateProof {
    predicate: Predicate,
    /// Four roots, then the difference.
    values: [BigUint; 5],
    /// The values that hide them.
    blindings: [BigUint; 5],
    commitments: [BigUint; 5],
    root_tildes: [BigUint; 4],
    blinding_tildes: [BigUint; 5],
    alpha_tilde: BigUint,
}

impl Predicate {
    pub fn at_least(attribute: &str, value: i32) -> Predicate {
        Predicate { attribute: attribute.to_owned(), is_strict: false, is_upper: false, value }
    }

    pub fn read(attribute: String, requested: Input) -> Result<Predicate> {
        let p_type = requested.field("p_type")?;
        let (is_strict, is_upper) = match p_type.text()? {
            ">=" => (false, false),
            "<=" => (false, true),
            ">" => (true, false),
            "<" => (true, true),
            _ => return p_type.fail("is no comparison"),
        };
        let p_value = requested.field("p_value")?;
        let value = p_value.expect(i32::try_from(p_value.signed_integer()?).ok(), "is out of range")?;
        Ok(Predicate { attribute, is_strict, is_upper, value })
    }

    /// The distance to the bound, which must not be negative.
    fn difference(&self, credential: &Credential) -> Result<u64> {
        let Ok(attribute) = i32::try_from(&credential.values[&self.attribute].encoded) else {
            return Err(Code::FalsePredicate.because(format!("{} is no number of 32 bits", self.attribute)));
        };
        let (attribute, value) = (i64::from(attribute), i64::from(self.value));
        let distance = if self.is_upper { value - attribute } else { attribute - value };
        let difference = distance - i64::from(self.is_strict);
        ensure(difference >= 0, Code::FalsePredicate, "a predicate is not true of the credential")?;
        Ok(difference.unsigned_abs())
    }
}

impl PredicateProof {
    /// @param attribute_tilde the blinding of the attribute in the proof of the signature
    pub fn commit(
        key: &mut Key,
        credential: &Credential,
        predicate: &Predicate,
        attribute_tilde: &BigUint,
        transcript: &mut Transcript,
    ) -> Result<PredicateProof> {
        let difference = predicate.difference(credential)?;
        let [a, b, c, d] = four_squares(difference);
        let values = [a, b, c, d, difference].map(BigUint::from);
        let blindings = std::array::from_fn(|_| random::bits(COMMITMENT));
        let root_tildes = std::array::from_fn(|_| random::bits(ROOT_BLINDING));
        let blinding_tildes = std::array::from_fn(|_| random::bits(COMMITMENT_BLINDING));
        let alpha_tilde = random::bits(ALPHA_BLINDING);

        // T = z^value s^blinding
        let commitments = std::array::from_fn(|i| {
            let bits = if i < 4 { ROOT } else { DIFFERENCE };
            let powers = [key.z.to(&values[i], bits), key.s.to(&blindings[i], COMMITMENT)];
            let commitment = key.group.product(&powers);
            key.group.number(&commitment)
        });
        let proof = PredicateProof {
            predicate: predicate.clone(),
            values,
            blindings,
            commitments,
            root_tildes,
            blinding_tildes,
            alpha_tilde,
        };
        for element in proof.commit_to_blindings(key, attribute_tilde)? {
            transcript.blindings.push(key.group.number(&element).to_bytes_be());
        }
        transcript.shown.extend(proof.commitments.iter().map(BigUint::to_bytes_be));
        Ok(proof)
    }

    fn commit_to_blindings(&self, key: &mut Key, attribute_tilde: &BigUint) -> Result<Vec<Element>> {
        let (s, z) = (key.s, key.z);
        let group: &mut Group = &mut key.group;
        let mut elements: Vec<Element> = (0..4)
            .map(|i| {
                let blinding = s.to(&self.blinding_tildes[i], COMMITMENT_BLINDING);
                group.product(&[z.to(&self.root_tildes[i], ROOT_BLINDING), blinding])
            })
            .collect();

        let blinding = s.to(&self.blinding_tildes[4], COMMITMENT_BLINDING);
        let attribute = z.to(attribute_tilde, ATTRIBUTE_BLINDING);
        elements.push(if self.predicate.is_upper {
            let blinding = group.product(&[blinding]);
            let inverse = require(group.invert(&blinding), Code::BadDefinition, "s has no inverse")?;
            let attribute = group.product(&[attribute]);
            group.multiply(&attribute, &inverse)
        } else {
            group.product(&[attribute, blinding])
        });

        // ∏ T_i^u~_i s^alpha~, where T_i = z^u_i s^r_i is known to us: two powers instead of five
        let weighted = |values: &[BigUint]| values.iter().zip(&self.root_tildes).map(|(a, b)| a * b).sum::<BigUint>();
        let of_z = weighted(&self.values[..4]);
        let of_s = weighted(&self.blindings[..4]) + &self.alpha_tilde;
        elements.push(group.product(&[z.to(&of_z, ROOT_BLINDING + ROOT + 2), s.to(&of_s, ALPHA_BLINDING + 1)]));
        Ok(elements)
    }

    pub fn attribute(&self) -> &str {
        &self.predicate.attribute
    }

    /// @param attribute_response that of the attribute in the proof of the signature
    pub fn respond(&self, attribute_response: &Value, challenge: &BigUint) -> Value {
        let respond = |tilde: &BigUint, value: &BigUint| Value::from((tilde + challenge * value).to_string());
        let mut u = Map::new();
        let (mut r, mut t) = (Map::new(), Map::new());
        for (i, part) in PARTS.iter().enumerate() {
            if let Some(tilde) = self.root_tildes.get(i) {
                u.insert((*part).to_owned(), respond(tilde, &self.values[i]));
            }
            r.insert((*part).to_owned(), respond(&self.blinding_tildes[i], &self.blindings[i]));
            t.insert((*part).to_owned(), self.commitments[i].to_string().into());
        }
        let product: BigUint = (0..4).map(|i| &self.values[i] * &self.blindings[i]).sum();
        let alpha = BigInt::from(self.blindings[4].clone()) - BigInt::from(product);
        let alpha = BigInt::from(self.alpha_tilde.clone()) + BigInt::from(challenge.clone()) * alpha;
        let p_type = match (self.predicate.is_strict, self.predicate.is_upper) {
            (false, false) => "GE",
            (false, true) => "LE",
            (true, false) => "GT",
            (true, true) => "LT",
        };
        json!({
            "u": u,
            "r": r,
            "mj": attribute_response,
            "alpha": alpha.to_string(),
            "t": t,
            "predicate": { "attr_name": self.predicate.attribute, "p_type": p_type, "value": self.predicate.value },
        })
    }
}
