//! Reads the input with bounds, before anything is computed with it.
use num_bigint::{BigInt, BigUint};
use serde_json::Value;

use crate::curve::{Pairing, Scalar, G1, G2};
use crate::error::{Code, Result};

/// A part of a JSON document. Failures name it and have the code of the party that it came from.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    value: &'a Value,
    name: &'a str,
    code: Code,
}

/// Bytes of a text: names, identifiers, raw values, of which some are pictures.
const MOST_TEXT: usize = 1 << 20;

impl<'a> Input<'a> {
    pub fn new(value: &'a Value, name: &'a str, code: Code) -> Self {
        Input { value, name, code }
    }

    /// The same, from another party.
    pub fn from(self, code: Code) -> Self {
        Input { code, ..self }
    }

    pub fn json(self) -> &'a Value {
        self.value
    }

    pub fn fail<T>(self, what: &str) -> Result<T> {
        Err(self.code.because(format!("{} {what}", self.name)))
    }

    pub fn expect<T>(self, found: Option<T>, what: &str) -> Result<T> {
        found.map_or_else(|| self.fail(what), Ok)
    }

    pub fn ensure(self, condition: bool, what: &str) -> Result<()> {
        self.expect(condition.then_some(()), what)
    }

    pub fn field(self, name: &'a str) -> Result<Input<'a>> {
        self.expect(self.optional(name), &format!("has no {name}"))
    }

    /// @returns None where it is null or left out
    pub fn optional(self, name: &'a str) -> Option<Input<'a>> {
        let value = self.value.get(name).filter(|value| !value.is_null())?;
        Some(Input { value, name, code: self.code })
    }

    pub fn list(self, most: usize) -> Result<impl Iterator<Item = Input<'a>>> {
        let list = self.expect(self.value.as_array().filter(|list| list.len() <= most), "is no list, or too long")?;
        Ok(list.iter().map(move |value| Input { value, ..self }))
    }

    /// Names of an object and what they stand for.
    pub fn entries(self, most: usize) -> Result<impl Iterator<Item = (&'a str, Input<'a>)>> {
        let entries =
            self.expect(self.value.as_object().filter(|map| map.len() <= most), "is no object, or too long")?;
        Ok(entries.iter().map(move |(name, value)| (name.as_str(), Input { value, name, code: self.code })))
    }

    pub fn text(self) -> Result<&'a str> {
        self.expect(self.value.as_str().filter(|text| text.len() <= MOST_TEXT), "is no text, or too long")
    }

    pub fn integer(self) -> Result<u64> {
        self.expect(self.value.as_u64(), "is no whole number")
    }

    pub fn signed_integer(self) -> Result<i64> {
        self.expect(self.value.as_i64(), "is no whole number")
    }

    /// A number in decimal digits.
    pub fn number(self, bits: usize) -> Result<BigUint> {
        let digits = self.text()?;
        // A decimal digit is worth more than 3.3 bits.
        let sound =
            !digits.is_empty() && digits.len() <= bits * 10 / 33 + 1 && digits.bytes().all(|c| c.is_ascii_digit());
        let number = sound.then(|| BigUint::parse_bytes(digits.as_bytes(), 10)).flatten();
        self.expect(number.filter(|number| number.bits() <= bits as u64), "is no number, or too great")
    }

    /// A number in decimal digits, perhaps with a minus sign before them.
    pub fn signed_number(self, bits: usize) -> Result<BigInt> {
        let text = self.text()?;
        let Some(digits) = text.strip_prefix('-') else {
            return Ok(self.number(bits)?.into());
        };
        let digits = Value::from(digits);
        let number =
            Input { value: &digits, ..self }.number(bits).or_else(|_| self.fail("is no number, or too great"))?;
        Ok(-BigInt::from(number))
    }

    pub fn scalar(self) -> Result<Scalar> {
        self.expect(Scalar::read(self.text()?), "is no number of the curve")
    }

    pub fn g1(self) -> Result<G1> {
        self.expect(G1::read(self.text()?), "is no point of the curve")
    }

    /// A point of any order, perhaps the one at infinity.
    pub fn any_g2(self) -> Result<G2> {
        self.expect(G2::read(self.text()?), "is no point of the curve")
    }

    pub fn g2(self) -> Result<G2> {
        let point = self.any_g2()?;
        self.expect((!point.is_infinity() && point.in_group()).then_some(point), "is no point of the group")
    }

    pub fn pairing(self) -> Result<Pairing> {
        self.expect(Pairing::read(self.text()?), "is no value of the pairing")
    }
}
