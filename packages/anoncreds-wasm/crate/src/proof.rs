//! Zero-knowledge proofs about one credential: commitments first, then responses to the challenge that covers them all.
pub mod equality;
pub mod non_revocation;
pub mod predicate;

use num_bigint::BigUint;
use sha2::{Digest, Sha256};

/// The input of the challenge.
#[derive(Default)]
pub struct Transcript {
    /// Commitments to blindings, in their order.
    pub blindings: Vec<Vec<u8>>,
    /// Commitments that the presentation shows.
    pub shown: Vec<Vec<u8>>,
}

impl Transcript {
    pub fn challenge(&self, nonce: &BigUint) -> BigUint {
        let mut hash = Sha256::new();
        self.blindings.iter().chain(&self.shown).for_each(|bytes| hash.update(bytes));
        hash.update(nonce.to_bytes_be());
        BigUint::from_bytes_be(&hash.finalize())
    }
}
