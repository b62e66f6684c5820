//! The group of a credential definition: powers of the bases that it fixes, by tables.
use num_bigint::BigUint;

use crate::montgomery::{digit, Modulus, Residue};

/// 74 limbs carry moduli of up to 2,069 bits; those of definitions have 2,047 to 2,050.
const LIMBS: usize = 74;
/// A table holds the products of TEETH powers of its base that are GAP bits apart, and so serves BLOCK bits of an
/// exponent: 616, which is one block for blindings of attributes and roots, four for commitments, five for the longest.
const TEETH: usize = 8;
const GAP: usize = 77;
const BLOCK: usize = TEETH * GAP;
/// The size of one table, in bytes.
pub const TABLE_BYTES: usize = (1 << TEETH) * LIMBS * 4;

/// A base of a group, by its place.
#[derive(Clone, Copy)]
pub struct Base(usize);

/// A base raised to an exponent of at most so many bits. What is computed depends on the bound, not on the exponent.
pub struct Power<'a> {
    base: Base,
    exponent: &'a BigUint,
    bits: usize,
}

pub struct Group {
    modulus: Modulus<LIMBS>,
    bases: Vec<Tables>,
}

struct Tables {
    value: BigUint,
    blocks: Vec<Vec<Residue<LIMBS>>>,
    /// The base raised to 2^(BLOCK * blocks.len()).
    next: Residue<LIMBS>,
}

/// An element of the group.
#[derive(Clone, Copy)]
pub struct Element(Residue<LIMBS>);

impl Group {
    pub fn new(n: &BigUint) -> Option<Group> {
        Some(Group { modulus: Modulus::new(n)?, bases: Vec::new() })
    }

    pub fn n(&self) -> &BigUint {
        &self.modulus.n
    }

    pub fn add_base(&mut self, value: BigUint) -> Base {
        self.bases.push(Tables { blocks: Vec::new(), next: self.modulus.enter(&value), value });
        Base(self.bases.len() - 1)
    }

    pub fn value(&self, base: Base) -> &BigUint {
        &self.bases[base.0].value
    }

    pub fn element(&self, value: &BigUint) -> Element {
        Element(self.modulus.enter(value))
    }

    pub fn number(&self, element: &Element) -> BigUint {
        self.modulus.leave(&element.0)
    }

    pub fn multiply(&self, a: &Element, b: &Element) -> Element {
        Element(self.modulus.multiply(&a.0, &b.0))
    }

    /// @returns None when there is no inverse: a number of another party shares a factor with the modulus
    pub fn invert(&self, element: &Element) -> Option<Element> {
        Some(self.element(&self.number(element).modinv(self.n())?))
    }

    /// All inverses with one inversion: products up to each, and back.
    pub fn invert_all(&self, elements: &[Element]) -> Option<Vec<Element>> {
        let mut products = vec![Element(self.modulus.one)];
        for (i, element) in elements.iter().enumerate() {
            products.push(self.multiply(&products[i], element));
        }
        let mut rest = self.invert(products.last()?)?;
        let mut inverses = Vec::with_capacity(elements.len());
        for (element, before) in elements.iter().zip(&products).rev() {
            inverses.push(self.multiply(&rest, before));
            rest = self.multiply(&rest, element);
        }
        inverses.reverse();
        Some(inverses)
    }

    /// The product of powers of any elements.
    pub fn powers(&self, factors: &[(&Element, &BigUint)]) -> Element {
        let factors: Vec<_> = factors.iter().map(|(base, exponent)| (base.0, *exponent)).collect();
        Element(self.modulus.powers(&factors))
    }

    /// The product of powers of the group's bases, which share their squarings. Tables are made when first needed.
    pub fn product(&mut self, powers: &[Power]) -> Element {
        for power in powers {
            self.bases[power.base.0].cover(&self.modulus, power.length());
        }
        let words: Vec<Vec<u32>> = powers.iter().map(|power| power.exponent.to_u32_digits()).collect();
        let mut result = self.modulus.one;
        for column in (0..GAP).rev() {
            result = self.modulus.square(&result);
            for (power, words) in powers.iter().zip(&words) {
                let blocks = &self.bases[power.base.0].blocks;
                for (i, block) in blocks.iter().enumerate() {
                    if i * BLOCK + column >= power.length() {
                        break;
                    }
                    let chosen = digit(words, i * BLOCK + column, GAP, TEETH);
                    result = self.modulus.multiply(&result, &block[chosen]);
                }
            }
        }
        Element(result)
    }

    pub fn table_bytes(&self) -> usize {
        self.bases.iter().map(|tables| tables.blocks.len() * TABLE_BYTES).sum()
    }
}

impl Base {
    pub fn to(self, exponent: &BigUint, bits: usize) -> Power<'_> {
        Power { base: self, exponent, bits }
    }
}

impl Power<'_> {
    fn length(&self) -> usize {
        self.bits.max(self.exponent.bits() as usize)
    }
}

impl Tables {
    fn cover(&mut self, modulus: &Modulus<LIMBS>, bits: usize) {
        while self.blocks.len() * BLOCK < bits {
            let mut block = vec![modulus.one];
            for _ in 0..TEETH {
                for i in 0..block.len() {
                    block.push(modulus.multiply(&block[i], &self.next));
                }
                for _ in 0..GAP {
                    self.next = modulus.square(&self.next);
                }
            }
            self.blocks.push(block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random;

    #[test]
    fn products_and_inverses_agree_with_num_bigint() {
        let mersenne = |bits: usize| (BigUint::from(1u32) << bits) - 1u32;
        let n = mersenne(1279) * mersenne(607);
        let mut group = Group::new(&n).unwrap();
        let values = [random::below(&n), random::below(&n)];
        let bases = values.clone().map(|value| group.add_base(value));
        for (first, second) in [(0, 3), (16, 592), (615, 616), (617, 3060), (2464, 256)] {
            let (e, f) = (random::bits(first), random::bits(second));
            let found = group.product(&[bases[0].to(&e, first), bases[1].to(&f, second)]);
            assert_eq!(group.number(&found), values[0].modpow(&e, &n) * values[1].modpow(&f, &n) % &n);
        }
        let elements = values.clone().map(|value| group.element(&value));
        for (value, inverse) in values.iter().zip(group.invert_all(&elements).unwrap()) {
            assert_eq!(value * group.number(&inverse) % &n, BigUint::from(1u32));
        }
        assert!(group.invert(&group.element(&BigUint::from(0u32))).is_none());
    }
}
