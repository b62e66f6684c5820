//! Arithmetic modulo an odd number in Montgomery's form, for WebAssembly, where the widest product is one of 64 bits.
//!
//! Limbs have 28 bits, so that all products of a column (2K below 2^56) fit a u64 and carries wait until the end.
//! Residues stay below twice the modulus and are reduced fully only when they leave.
use num_bigint::BigUint;

const LIMB: usize = 28;
const MASK: u64 = (1 << LIMB) - 1;
/// Bits of an exponent that `powers` takes at once.
const WINDOW: usize = 5;

/// A number in Montgomery's form.
pub type Residue<const K: usize> = [u32; K];

/// An odd modulus of at most 28K - 3 bits. K is 2 more than a multiple of 8, for the steps of `multiply`.
pub struct Modulus<const K: usize> {
    pub n: BigUint,
    limbs: Residue<K>,
    /// -1/n modulo 2^28.
    negative_inverse: u64,
    r_squared: Residue<K>,
    pub one: Residue<K>,
}

/// In one struct, so that the inner loop reaches everything by one pointer; u64, so that it widens nothing.
struct Columns<const K: usize> {
    sum: [u64; K],
    a: [u64; K],
    n: [u64; K],
}

impl<const K: usize> Modulus<K> {
    const FITS: () = assert!(K % 8 == 2 && 2 * K < 256);

    /// @returns None when the number is even or too long
    pub fn new(n: &BigUint) -> Option<Self> {
        #[allow(clippy::let_unit_value)]
        let () = Self::FITS;
        if !n.bit(0) || n.bits() > (LIMB * K - 3) as u64 || n.bits() < 2 {
            return None;
        }
        let limbs = to_limbs(n);
        let low = u64::from(limbs[0]);
        // Newton: each step doubles the number of right bits, of which an odd number is its own inverse in 3.
        let inverse = (0..4).fold(low, |x, _| x.wrapping_mul(2u64.wrapping_sub(low.wrapping_mul(x))));
        let power_of_two = |bits: usize| to_limbs(&((BigUint::from(1u32) << bits) % n));
        Some(Modulus {
            n: n.clone(),
            limbs,
            negative_inverse: inverse.wrapping_neg() & MASK,
            r_squared: power_of_two(2 * LIMB * K),
            one: power_of_two(LIMB * K),
        })
    }

    pub fn enter(&self, number: &BigUint) -> Residue<K> {
        self.multiply(&to_limbs(&(number % &self.n)), &self.r_squared)
    }

    pub fn leave(&self, residue: &Residue<K>) -> BigUint {
        let mut unit = [0; K];
        unit[0] = 1;
        from_limbs(&self.multiply(residue, &unit)) % &self.n
    }

    /// a b / 2^28K: two rows of the product at once, each with its multiple of n that makes the lowest column 0.
    #[inline(never)]
    pub fn multiply(&self, a: &Residue<K>, b: &Residue<K>) -> Residue<K> {
        let mut w = Columns { sum: [0; K], a: a.map(u64::from), n: self.limbs.map(u64::from) };
        for rows in b.chunks_exact(2) {
            let (b0, b1) = (u64::from(rows[0]), u64::from(rows[1]));
            let column = w.sum[0] + w.a[0] * b0;
            let m0 = (column & MASK).wrapping_mul(self.negative_inverse) & MASK;
            let carry = (column + m0 * w.n[0]) >> LIMB;
            let column = w.sum[1] + w.a[1] * b0 + m0 * w.n[1] + w.a[0] * b1 + carry;
            let m1 = (column & MASK).wrapping_mul(self.negative_inverse) & MASK;
            let carry = (column + m1 * w.n[0]) >> LIMB;
            let (mut a_before, mut n_before) = (w.a[1], w.n[1]);
            // Steps of eight: a plain loop is a third slower.
            for step in 0..(K - 2) / 8 {
                for j in 2 + 8 * step..10 + 8 * step {
                    let (aj, nj) = (w.a[j], w.n[j]);
                    w.sum[j - 2] = w.sum[j] + aj * b0 + m0 * nj + a_before * b1 + m1 * n_before;
                    (a_before, n_before) = (aj, nj);
                }
            }
            w.sum[0] += carry;
            w.sum[K - 2] = a_before * b1 + m1 * n_before;
            w.sum[K - 1] = 0;
        }
        let mut carry = 0;
        w.sum.map(|column| {
            let whole = column + carry;
            carry = whole >> LIMB;
            (whole & MASK) as u32
        })
    }

    /// A squaring of its own (three quarters of the products) was not faster: loads and stores decide.
    pub fn square(&self, a: &Residue<K>) -> Residue<K> {
        self.multiply(a, a)
    }

    /// The product of powers, which share their squarings.
    pub fn powers(&self, factors: &[(Residue<K>, &BigUint)]) -> Residue<K> {
        let prepared: Vec<(Vec<Residue<K>>, Vec<u32>)> =
            factors.iter().map(|(base, exponent)| (self.first_powers(base), exponent.to_u32_digits())).collect();
        let bits = factors.iter().map(|(_, exponent)| exponent.bits()).max().unwrap_or(0) as usize;
        let mut result = self.one;
        for window in (0..bits.div_ceil(WINDOW)).rev() {
            for _ in 0..WINDOW {
                result = self.square(&result);
            }
            for (table, words) in &prepared {
                result = self.multiply(&result, &table[digit(words, window * WINDOW, 1, WINDOW)]);
            }
        }
        result
    }

    fn first_powers(&self, base: &Residue<K>) -> Vec<Residue<K>> {
        let mut table = vec![self.one];
        for i in 1..1 << WINDOW {
            table.push(self.multiply(&table[i - 1], base));
        }
        table
    }
}

/// The number whose bits, lowest first, are those at start, start + stride …
pub fn digit(words: &[u32], start: usize, stride: usize, count: usize) -> usize {
    (0..count).rev().fold(0, |digit, i| {
        let at = start + i * stride;
        let bit = words.get(at / 32).map_or(0, |word| word >> (at % 32) & 1);
        digit << 1 | bit as usize
    })
}

/// Of a number of at most 28K bits.
fn to_limbs<const K: usize>(number: &BigUint) -> Residue<K> {
    let words = number.to_u32_digits();
    let word = |i: usize| u64::from(words.get(i).copied().unwrap_or(0));
    std::array::from_fn(|j| {
        let at = j * LIMB;
        (((word(at / 32 + 1) << 32 | word(at / 32)) >> (at % 32)) & MASK) as u32
    })
}

fn from_limbs<const K: usize>(limbs: &Residue<K>) -> BigUint {
    let mut words = vec![0u32; K * LIMB / 32 + 2];
    for (j, limb) in limbs.iter().enumerate() {
        let at = j * LIMB;
        let shifted = u64::from(*limb) << (at % 32);
        words[at / 32] |= shifted as u32;
        words[at / 32 + 1] |= (shifted >> 32) as u32;
    }
    BigUint::new(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random;

    fn agrees<const K: usize>(bits: usize) {
        let mut n = random::bits(bits);
        n.set_bit(0, true);
        n.set_bit(bits as u64 - 1, true);
        let modulus = Modulus::<K>::new(&n).unwrap();
        let zero = BigUint::from(0u32);
        for base in [zero.clone(), BigUint::from(1u32), &n - 1u32, n.clone(), random::bits(2 * bits)] {
            for (first, second) in [(0, 1), (5, 0), (257, 592), (2128, 80)] {
                let (e, f) = (random::bits(first), random::bits(second));
                let found =
                    modulus.leave(&modulus.powers(&[(modulus.enter(&base), &e), (modulus.enter(&(&base + 2u32)), &f)]));
                assert_eq!(found, base.modpow(&e, &n) * (&base + 2u32).modpow(&f, &n) % &n);
            }
        }
    }

    #[test]
    fn agrees_with_num_bigint() {
        for bits in [512, 2047, 2048, 2050, 2069] {
            agrees::<74>(bits);
        }
        for bits in [64, 597, 725] {
            agrees::<26>(bits);
        }
    }

    #[test]
    fn the_greatest_limbs_do_not_overflow() {
        let power = |bits: usize| BigUint::from(1u32) << bits;
        let n = power(2069) - 1u32;
        let modulus = Modulus::<74>::new(&n).unwrap();
        // The greatest residue, 2n - 1, has nothing but ones in its limbs, and so has n.
        let greatest = power(2070) - 3u32;
        let found = modulus.leave(&modulus.square(&to_limbs(&greatest)));
        // Twice divided by 2^2072, which is 8 modulo n.
        assert_eq!(found * 64u32 % &n, &greatest * &greatest % &n);
    }

    #[test]
    fn even_and_long_numbers_are_none() {
        assert!(Modulus::<74>::new(&(BigUint::from(1u32) << 2048)).is_none());
        assert!(Modulus::<74>::new(&((BigUint::from(1u32) << 2069) + 1u32)).is_none());
        assert!(Modulus::<74>::new(&BigUint::from(0u32)).is_none());
    }
}
