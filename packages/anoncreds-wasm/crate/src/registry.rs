//! A revocation registry, and the witness that a credential's place in it is not revoked.
use num_bigint::BigUint;

use crate::curve::{Pairing, Scalar, G1, G2, POINT_BYTES};
use crate::error::{ensure, require, Code, Result};
use crate::input::Input;
use crate::key::{Key, RevocationKey};

/// Places of a registry: its tails take 256 bytes each.
const MOST_PLACES: u64 = 1 << 16;
/// The file's version, before the first tail.
const TAILS_HEADER: [u8; 2] = [0, 2];

pub struct Registry {
    z: Pairing,
    places: u64,
}

/// The unrevoked credentials at some time.
pub struct StatusList {
    pub accumulator: G2,
    revoked: Vec<bool>,
}

/// The signature about the credential's place in its registry.
pub struct RevocationSignature {
    pub sigma: G1,
    pub c: Scalar,
    pub vr: Scalar,
    pub sigma_i: G2,
    pub u_i: G2,
    pub g_i: G1,
    pub index: u64,
    pub m2: Scalar,
}

impl Registry {
    pub fn read(registry: Input) -> Result<Self> {
        let value = registry.field("value")?;
        let places = value.field("maxCredNum")?.integer()?;
        ensure(places <= MOST_PLACES, Code::BadRegistry, "the registry is too large")?;
        Ok(Registry { z: value.field("publicKeys")?.field("accumKey")?.field("z")?.pairing()?, places })
    }

    /// Checks e(g_i, accumulator) = e(g, witness) z, and that the witness is of the group, whose points hide it.
    pub fn check_witness(
        &self,
        key: &RevocationKey,
        signature: &RevocationSignature,
        accumulator: &G2,
        witness: &G2,
        code: Code,
    ) -> Result<()> {
        self.check_place(signature, code)?;
        let right = !accumulator.is_infinity()
            && witness.in_group()
            && Pairing::product(&signature.g_i, accumulator, &key.g.negate(), witness) == self.z;
        ensure(right, code, "the witness does not fit the registry's accumulator")
    }

    fn check_place(&self, signature: &RevocationSignature, code: Code) -> Result<()> {
        ensure((1..=self.places).contains(&signature.index), code, "its place is not in the registry")
    }

    /// The sum of the tails of all others that are not revoked. Source: Camenisch, Kohlweiss, Soriente, "An accumulator
    /// based on bilinear maps and efficient revocation for anonymous credentials".
    fn witness(&self, index: u64, list: &StatusList, tails: &[u8]) -> Result<G2> {
        let tail = |at: u64| {
            let start = TAILS_HEADER.len() + at as usize * POINT_BYTES;
            tails.get(start..start + POINT_BYTES).map(G2::from_bytes)
        };
        let mut sum = G2::infinity();
        for other in (1..=self.places).filter(|other| *other != index && !list.is_revoked(*other)) {
            let tail = tail(self.places + 1 - other + index);
            sum = sum.add(&require(tail, Code::BadRegistry, "the tails file is too short")?);
        }
        Ok(sum)
    }
}

impl RevocationSignature {
    pub fn read(signature: Input) -> Result<Self> {
        let witness = signature.field("witness_signature")?;
        let g_i = signature.field("g_i")?.g1()?;
        ensure(g_i == witness.field("g_i")?.g1()?, Code::BadCredential, "it has two places in its registry")?;
        Ok(RevocationSignature {
            sigma: signature.field("sigma")?.g1()?,
            c: signature.field("c")?.scalar()?,
            vr: signature.field("vr_prime_prime")?.scalar()?,
            sigma_i: witness.field("sigma_i")?.any_g2()?,
            u_i: witness.field("u_i")?.any_g2()?,
            g_i,
            index: signature.field("i")?.integer()?,
            m2: signature.field("m2")?.scalar()?,
        })
    }

    /// The equations that the holder will have to prove knowledge of; without them a proof would fail later.
    pub fn check(&self, key: &RevocationKey, m2: &BigUint) -> Result<()> {
        let m2 = Scalar::from_number(m2);
        // Points of the group hide these; of another order they could tell who presents them.
        let in_group = [&self.sigma_i, &self.u_i].iter().all(|point| !point.is_infinity() && point.in_group());
        let place = Pairing::product(&key.pk.add(&self.g_i), &self.sigma_i, &key.g.negate(), &key.g_dash).is_one();
        let tail = Pairing::product(&self.g_i, &key.u, &key.g.negate(), &self.u_i).is_one();
        let signed = key.h0.add(&key.h1.multiply(&m2)).add(&key.h2.multiply(&self.vr)).add(&self.g_i);
        let signature =
            Pairing::product(&self.sigma, &key.y.add(&key.h_cap.multiply(&self.c)), &signed.negate(), &key.h_cap);
        let right = in_group && m2 == self.m2 && place && tail && signature.is_one();
        ensure(right, Code::BadCredential, "its revocation part does not fit")
    }
}

impl StatusList {
    pub fn read(list: Input) -> Result<Self> {
        let accumulator = list.optional("currentAccumulator").map_or_else(|| list.field("accum"), Ok)?.g2()?;
        let statuses = list.field("revocationList")?.list(MOST_PLACES as usize + 1)?;
        let revoked = statuses
            .map(|status| match status.integer() {
                Ok(0) => Ok(false),
                Ok(1) => Ok(true),
                _ => status.fail("holds something else than 0 and 1"),
            })
            .collect::<Result<_>>()?;
        Ok(StatusList { accumulator, revoked })
    }

    fn is_revoked(&self, index: u64) -> bool {
        self.revoked.get(index as usize).copied().unwrap_or(false)
    }
}

/// The proof material of non-revocation: a place's witness for an accumulator.
pub struct RevocationState {
    pub accumulator: G2,
    pub witness: G2,
}

/// @param issued the accumulator and the witness that came with the credential
pub fn revocation_state<'a>(
    key: &'a Key,
    signature: &RevocationSignature,
    issued: Option<(G2, G2)>,
    registry: Input,
    list: Input,
    tails: &[u8],
) -> Result<(RevocationState, &'a RevocationKey)> {
    let registry = Registry::read(registry)?;
    let list = StatusList::read(list)?;
    registry.check_place(signature, Code::BadRegistry)?;
    ensure(!list.is_revoked(signature.index), Code::Revoked, "the credential is revoked")?;
    ensure(tails.starts_with(&TAILS_HEADER), Code::BadRegistry, "the tails file is of another version")?;
    let revocation_key = require(key.revocation.as_ref(), Code::BadDefinition, "the definition is not revocable")?;
    let witness = match issued {
        // No credential was revoked or issued since.
        Some((accumulator, witness)) if accumulator == list.accumulator => witness,
        _ => registry.witness(signature.index, &list, tails)?,
    };
    registry.check_witness(revocation_key, signature, &list.accumulator, &witness, Code::BadRegistry)?;
    Ok((RevocationState { accumulator: list.accumulator, witness }, revocation_key))
}
