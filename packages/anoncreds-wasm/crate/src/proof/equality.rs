//! Knowledge of a signature, of the attributes that are not revealed, and that those revealed are in it.
use std::collections::{BTreeMap, BTreeSet};

use num_bigint::{BigInt, BigUint};
use num_traits::One;
use serde_json::{json, Map, Value};

use crate::credential::Credential;
use crate::key::{Key, LINK_SECRET_NAME};
use crate::lengths::{ATTRIBUTE_BLINDING, COMMITMENT, E_BLINDING, E_START, V_BLINDING};
use crate::proof::Transcript;
use crate::random;

pub struct Equality {
    a_prime: BigUint,
    v_prime: BigInt,
    e_tilde: BigUint,
    v_tilde: BigUint,
    m2_tilde: BigUint,
    /// By the names of attributes that are not revealed, the link secret among them.
    m_tildes: BTreeMap<String, BigUint>,
}

impl Equality {
    /// @param link_secret_tilde the same for all credentials of a presentation, which proves that they have one holder
    pub fn commit(
        key: &mut Key,
        credential: &Credential,
        revealed: &BTreeSet<String>,
        link_secret_tilde: &BigUint,
        m2_tilde: &BigUint,
        transcript: &mut Transcript,
    ) -> Equality {
        let signature = &credential.signature;
        let r = random::bits(COMMITMENT);
        let blinding = key.group.product(&[key.s.to(&r, COMMITMENT)]);
        let a_prime = key.group.multiply(&key.group.element(&signature.a), &blinding);
        let hidden = credential.values.keys().filter(|name| !revealed.contains(*name));
        let mut m_tildes: BTreeMap<_, _> =
            hidden.map(|name| (name.clone(), random::bits(ATTRIBUTE_BLINDING))).collect();
        m_tildes.insert(LINK_SECRET_NAME.to_owned(), link_secret_tilde.clone());

        // A'^e~ s^v~ rctxt^m2~ ∏ r_i^m~_i
        let (e_tilde, v_tilde) = (random::bits(E_BLINDING), random::bits(V_BLINDING));
        let mut powers = vec![key.s.to(&v_tilde, V_BLINDING), key.rctxt.to(m2_tilde, ATTRIBUTE_BLINDING)];
        powers.extend(m_tildes.iter().map(|(name, tilde)| key.r[name].to(tilde, ATTRIBUTE_BLINDING)));
        let fixed = key.group.product(&powers);
        let varying = key.group.powers(&[(&a_prime, &e_tilde)]);
        let commitment = key.group.multiply(&fixed, &varying);

        let a_prime = key.group.number(&a_prime);
        transcript.blindings.push(key.group.number(&commitment).to_bytes_be());
        transcript.shown.push(a_prime.to_bytes_be());
        let v_prime = BigInt::from(signature.v.clone()) - BigInt::from(&signature.e * r);
        Equality { a_prime, v_prime, e_tilde, v_tilde, m2_tilde: m2_tilde.clone(), m_tildes }
    }

    /// The blinding of an attribute that is not revealed.
    pub fn tilde(&self, name: &str) -> &BigUint {
        &self.m_tildes[name]
    }

    pub fn respond(
        &self,
        credential: &Credential,
        revealed: &BTreeSet<String>,
        link_secret: &BigUint,
        challenge: &BigUint,
    ) -> Value {
        let signature = &credential.signature;
        let respond = |tilde: &BigUint, value: BigInt| {
            Value::from((BigInt::from(tilde.clone()) + BigInt::from(challenge.clone()) * value).to_string())
        };
        let encoded = |name: &str| credential.values[name].encoded.clone();
        let mut m = Map::new();
        for (name, tilde) in &self.m_tildes {
            let value = if name == LINK_SECRET_NAME { link_secret.clone().into() } else { encoded(name) };
            m.insert(name.clone(), respond(tilde, value));
        }
        let revealed: Map<_, _> =
            revealed.iter().map(|name| (name.clone(), encoded(name).to_string().into())).collect();
        let e_prime = &signature.e - (BigUint::one() << E_START);
        json!({
            "revealed_attrs": revealed,
            "a_prime": self.a_prime.to_string(),
            "e": respond(&self.e_tilde, e_prime.into()),
            "v": respond(&self.v_tilde, self.v_prime.clone()),
            "m": m,
            "m2": respond(&self.m2_tilde, signature.m2.clone().into()),
        })
    }
}
