//! Whether an issuer's exponent is prime.
use num_bigint::BigUint;

use crate::montgomery::Modulus;
use crate::random;

/// A composite number passes one round with a probability of at most 1/4.
const ROUNDS: usize = 24;

/// Miller-Rabin with random bases, for odd numbers of 64 to 725 bits; everything else is said not to be prime.
pub fn is_prime(number: &BigUint) -> bool {
    let Some(modulus) = Modulus::<26>::new(number).filter(|_| number.bits() >= 64) else {
        return false;
    };
    let before = number - 1u32;
    let twos = before.trailing_zeros().unwrap_or(0);
    let odd = &before >> twos;
    (0..ROUNDS).all(|_| {
        let base = random::below(&(number - 3u32)) + 2u32;
        let mut power = modulus.powers(&[(modulus.enter(&base), &odd)]);
        let first = modulus.leave(&power);
        // 1, or -1 here or after one of the squarings that lead to the power of number - 1.
        first == BigUint::from(1u32)
            || first == before
            || (1..twos).any(|_| {
                power = modulus.square(&power);
                modulus.leave(&power) == before
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(decimal: &str) -> BigUint {
        decimal.parse().unwrap()
    }

    #[test]
    fn tells_primes() {
        assert!(is_prime(&((BigUint::from(1u32) << 521) - 1u32)));
        assert!(is_prime(&((BigUint::from(1u32) << 607) - 1u32)));
        assert!(!is_prime(&((BigUint::from(1u32) << 597) - 1u32)));
        assert!(!is_prime(&(BigUint::from(1u32) << 596)));
        assert!(!is_prime(&number("0")));
    }

    /// (6k+1)(12k+1)(18k+1) with three prime factors: every base passes Fermat's test.
    #[test]
    fn a_carmichael_number_is_not_prime() {
        let k = number(include_str!("../tests/carmichael.txt").trim());
        let factors = [6u32, 12, 18].map(|times| &k * times + 1u32);
        assert!(factors.iter().all(is_prime));
        let carmichael = factors.iter().product::<BigUint>();
        assert_eq!(BigUint::from(2u32).modpow(&(&carmichael - 1u32), &carmichael), BigUint::from(1u32));
        assert!(!is_prime(&carmichael));
    }
}
