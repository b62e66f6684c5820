//! Runs the arithmetic once on numbers of nobody, so that the engine has compiled it when a person waits.
use num_bigint::BigUint;
use serde_json::Value;

use crate::curve::{Pairing, Scalar, G1, G2};
use crate::group::Group;
use crate::primes::is_prime;
use crate::random;

pub fn warm_up() -> Value {
    let n = (BigUint::from(1u32) << 2048) - 1u32;
    if let Some(mut group) = Group::new(&n) {
        let base = group.add_base(random::bits(2047));
        let exponent = random::bits(2048);
        for _ in 0..8 {
            let element = group.product(&[base.to(&exponent, 2048)]);
            group.powers(&[(&element, &random::bits(592))]);
        }
    }
    is_prime(&((BigUint::from(1u32) << 607) - 1u32));
    let (p, q) = (G1::generator(), G2::generator());
    for _ in 0..4 {
        let (a, b) = (Scalar::random(), Scalar::random());
        Pairing::product(&p.multiply(&a), &q.multiply(&b), &p.multiply(&b), &q.multiply(&a)).bytes();
        q.in_group();
    }
    Value::Null
}
