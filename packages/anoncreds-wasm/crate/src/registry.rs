//! A revocation registry, and the witness that a credential's place in it is not revoked.
use crate::credential::RevocationSignature;
use crate::curve::{Pairing, G2, POINT_BYTES};
use crate::error::{ensure, Code, Result};
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
            let Some(tail) = tail(self.places + 1 - other + index) else {
                return Err(Code::BadRegistry.because("the tails file is too short"));
            };
            sum = sum.add(&tail);
        }
        Ok(sum)
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
    let Some(revocation_key) = &key.revocation else {
        return Err(Code::BadDefinition.because("the definition is not revocable"));
    };
    let witness = match issued {
        // No credential was revoked or issued since.
        Some((accumulator, witness)) if accumulator == list.accumulator => witness,
        _ => registry.witness(signature.index, &list, tails)?,
    };
    registry.check_witness(revocation_key, signature, &list.accumulator, &witness, Code::BadRegistry)?;
    Ok((RevocationState { accumulator: list.accumulator, witness }, revocation_key))
}
