//! Lengths in bits. Source: AnonCreds specification 1.0 and the paper it rests on, with a modulus of 2,048 bits.

/// A SHA-256 hash: challenges, and what attributes are encoded as.
pub const HASH: usize = 256;
pub const LINK_SECRET: usize = 256;
pub const NONCE: usize = 80;
/// Nonces of others may be longer than they need to be.
pub const FOREIGN_NONCE: usize = 256;

/// By how much a blinding is longer than what it hides.
const MARGIN: usize = 80;

/// A signature's exponent lies between 2^E_START and 2^E_START + 2^E_RANGE.
pub const E_START: usize = 596;
pub const E_RANGE: usize = 119;
/// The issuer's part of a signature's blinding factor.
pub const V_ISSUER: usize = 2724;
/// Exponents that hide over the whole group, whose order is unknown: v', r, r_i.
pub const COMMITMENT: usize = 2128;

pub const E_BLINDING: usize = E_RANGE + HASH + MARGIN + 1;
pub const V_BLINDING: usize = 3060;
/// For hidden attributes, the link secret and m2, so that a verifier can bound the responses for all of them.
pub const ATTRIBUTE_BLINDING: usize = HASH + HASH + MARGIN;
/// For v' and r_i: longer than the paper's 673 and 672 bits, which leave most of the exponent in the open (record 80).
pub const COMMITMENT_BLINDING: usize = COMMITMENT + HASH + MARGIN;
/// For a root of a predicate's difference.
pub const ROOT_BLINDING: usize = 592;
pub const ALPHA_BLINDING: usize = 2787;
