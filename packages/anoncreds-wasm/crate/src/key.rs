//! The public key of a credential definition.
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use num_traits::One;
use sha2::{Digest, Sha256};

use crate::curve::{G1, G2};
use crate::error::{ensure, require, Code, Result};
use crate::group::{Base, Group};
use crate::input::Input;
use crate::lengths::{HASH, V_BLINDING};

/// The name by which definitions know the link secret.
pub const LINK_SECRET_NAME: &str = "master_secret";
/// As many as the specification lets a schema have.
pub const MOST_ATTRIBUTES: usize = 125;
const LEAST_MODULUS_BITS: u64 = 2047;
const MOST_MODULUS_BITS: u64 = 2069;
/// Tables of definitions not used for the longest time go when all take more.
const MOST_TABLE_BYTES: usize = 24 << 20;
const MOST_KEYS: usize = 16;
/// Signatures that were checked and need not be again.
const MOST_CHECKED: usize = 256;

pub struct Key {
    pub group: Group,
    pub s: Base,
    pub z: Base,
    pub rctxt: Base,
    /// By the attribute's name, the link secret among them.
    pub r: BTreeMap<String, Base>,
    pub revocation: Option<RevocationKey>,
    /// Digests of what was found right under this key.
    pub checked: BTreeSet<[u8; 32]>,
}

pub struct RevocationKey {
    pub g: G1,
    pub g_dash: G2,
    pub h: G1,
    pub h0: G1,
    pub h1: G1,
    pub h2: G1,
    pub htilde: G1,
    pub h_cap: G2,
    pub u: G2,
    pub pk: G1,
    pub y: G2,
}

thread_local! {
    /// Keys read before, by the digest of their JSON; the one used last is the last.
    static KEYS: RefCell<Vec<([u8; 32], Key)>> = const { RefCell::new(Vec::new()) };
}

/// Calls with the key of a definition, which keeps what was computed for it.
pub fn with_key<T>(definition: Input, work: impl FnOnce(&mut Key) -> Result<T>) -> Result<T> {
    let value = definition.from(Code::BadDefinition).field("value")?;
    let digest = Sha256::digest(value.json().to_string()).into();
    KEYS.with_borrow_mut(|keys| {
        let at = match keys.iter().position(|(known, _)| *known == digest) {
            Some(at) => at,
            None => {
                keys.push((digest, Key::read(value)?));
                keys.len() - 1
            }
        };
        let mut entry = keys.remove(at);
        let result = work(&mut entry.1);
        keys.push(entry);
        while keys.len() > MOST_KEYS || keys.len() > 1 && table_bytes(keys) > MOST_TABLE_BYTES {
            keys.remove(0);
        }
        result
    })
}

fn table_bytes(keys: &[([u8; 32], Key)]) -> usize {
    keys.iter().map(|(_, key)| key.group.table_bytes()).sum()
}

impl Key {
    fn read(value: Input) -> Result<Key> {
        let primary = value.field("primary")?;
        let n = primary.field("n")?.number(MOST_MODULUS_BITS as usize)?;
        ensure(n.bits() >= LEAST_MODULUS_BITS, Code::BadDefinition, "the modulus is too short")?;
        let mut group = require(Group::new(&n), Code::BadDefinition, "the modulus is even")?;
        let mut base = |field: Input| -> Result<Base> {
            let value = field.number(MOST_MODULUS_BITS as usize)?;
            field.ensure(value > BigUint::one() && value < &n - 1u32, "is no element of the group")?;
            Ok(group.add_base(value))
        };
        let (s, z, rctxt) = (base(primary.field("s")?)?, base(primary.field("z")?)?, base(primary.field("rctxt")?)?);
        let mut r = BTreeMap::new();
        for (name, field) in primary.field("r")?.entries(MOST_ATTRIBUTES + 1)? {
            r.insert(name.to_owned(), base(field)?);
        }
        ensure(r.contains_key(LINK_SECRET_NAME), Code::BadDefinition, "there is no base for the link secret")?;
        let revocation = value.optional("revocation").map(RevocationKey::read).transpose()?;
        Ok(Key { group, s, z, rctxt, r, revocation, checked: BTreeSet::new() })
    }

    /// Makes the tables that proofs take.
    pub fn prepare(&mut self) {
        let exponent = BigUint::one();
        let mut powers = vec![self.s.to(&exponent, V_BLINDING)];
        powers.extend([&self.z, &self.rctxt].into_iter().chain(self.r.values()).map(|base| base.to(&exponent, 1)));
        self.group.product(&powers);
    }

    /// Does a check once for the same digest.
    pub fn check_once(&mut self, digest: [u8; 32], check: impl FnOnce(&mut Key) -> Result<()>) -> Result<()> {
        if !self.checked.contains(&digest) {
            check(self)?;
            if self.checked.len() >= MOST_CHECKED {
                self.checked.clear();
            }
            self.checked.insert(digest);
        }
        Ok(())
    }

    /// Checks that z and all r are powers of s. With n not of safe primes it proves less (docs/anoncreds-wasm.md).
    pub fn check_correctness(&mut self, proof: Input) -> Result<()> {
        let digest = Sha256::digest(proof.json().to_string()).into();
        self.check_once(digest, |key| key.check_correctness_proof(proof))
    }

    fn check_correctness_proof(&mut self, proof: Input) -> Result<()> {
        let response_bits = MOST_MODULUS_BITS as usize + HASH + 1;
        let challenge = proof.field("c")?.number(HASH)?;
        let mut bases = vec![self.z];
        let mut responses = vec![proof.field("xz_cap")?.number(response_bits)?];
        let mut names = BTreeSet::new();
        for entry in proof.field("xr_cap")?.list(MOST_ATTRIBUTES + 1)? {
            let pair: Vec<Input> = entry.list(2)?.collect();
            let [name, response] = pair[..] else {
                return entry.fail("is no pair");
            };
            let name = name.text()?;
            let base = proof.expect(self.r.get(name).filter(|_| names.insert(name)), "is about other attributes")?;
            bases.push(*base);
            responses.push(response.number(response_bits)?);
        }
        proof.ensure(names.len() == self.r.len(), "leaves attributes out")?;

        // Each commitment is s^response / base^challenge.
        let powered: Vec<_> = bases
            .iter()
            .map(|base| self.group.powers(&[(&self.group.element(self.group.value(*base)), &challenge)]))
            .collect();
        let inverses = proof.expect(self.group.invert_all(&powered), "is about numbers without inverse")?;
        let mut hash = Sha256::new();
        for base in &bases {
            hash.update(self.group.value(*base).to_bytes_be());
        }
        for (inverse, response) in inverses.iter().zip(&responses) {
            let power = self.group.product(&[self.s.to(response, response_bits)]);
            let commitment = self.group.multiply(&power, inverse);
            hash.update(self.group.number(&commitment).to_bytes_be());
        }
        proof.ensure(BigUint::from_bytes_be(&hash.finalize()) == challenge, "does not fit the definition")
    }
}

impl RevocationKey {
    fn read(key: Input) -> Result<RevocationKey> {
        let g1 = |name| key.field(name)?.g1();
        let g2 = |name| key.field(name)?.g2();
        Ok(RevocationKey {
            g: g1("g")?,
            g_dash: g2("g_dash")?,
            h: g1("h")?,
            h0: g1("h0")?,
            h1: g1("h1")?,
            h2: g1("h2")?,
            htilde: g1("htilde")?,
            h_cap: g2("h_cap")?,
            u: g2("u")?,
            pk: g1("pk")?,
            y: g2("y")?,
        })
    }
}
