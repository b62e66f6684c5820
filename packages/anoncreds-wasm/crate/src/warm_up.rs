//! Work done before a person waits for it: the engine has compiled the arithmetic then, and tables are there.
use num_bigint::BigUint;
use serde_json::Value;

use crate::curve::{Pairing, Scalar, G1, G2};
use crate::error::Result;
use crate::group::Group;
use crate::input::Input;
use crate::key::with_key;
use crate::primes::is_prime;
use crate::random;

/// More would push each other out.
const MOST_DEFINITIONS: usize = 8;

/// `{ definitions }` → null
pub fn warm_up(task: Input) -> Result<Value> {
    run_arithmetic();
    for definition in task.field("definitions")?.list(MOST_DEFINITIONS)? {
        with_key(definition, |key| {
            key.prepare();
            Ok(())
        })?;
    }
    Ok(Value::Null)
}

/// On numbers of nobody.
fn run_arithmetic() {
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
}
