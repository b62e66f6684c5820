//! The pairing curve of revocation, BN254 as amcl computes it: numbers modulo the order, points, products of pairings.
//!
//! Texts of points are pairs of a small number and a hexadecimal coordinate in Montgomery's form, as amcl writes them.
//! Its own readers panic, so texts are checked here and it gets only those that were put together here.
use amcl::bn254::big::BIG;
use amcl::bn254::ecp::ECP;
use amcl::bn254::ecp2::ECP2;
use amcl::bn254::fp::FP;
use amcl::bn254::fp12::FP12;
use amcl::bn254::fp2::FP2;
use amcl::bn254::pair::{ate, ate2, fexp, g1mul, g2mul};
use amcl::bn254::rom::{CURVE_BNX, CURVE_ORDER, FRA, FRB, MODULUS};
use num_bigint::BigUint;

use crate::random;

/// Bytes of a coordinate.
const BYTES: usize = 32;
/// Bytes of a G1 or a G2 point in a hash; of a G1 point the first 65 are used.
pub const POINT_BYTES: usize = 4 * BYTES;
const PAIRING_BYTES: usize = 16 * BYTES;
/// Hexadecimal digits of a coordinate, with room for one that is not fully reduced.
const MOST_DIGITS: usize = 70;

/// A number modulo the order of the groups.
#[derive(Clone, Copy, PartialEq)]
pub struct Scalar(BIG);

/// A point that is not the one at infinity: of prime order then, as the curve has no other points.
#[derive(Clone, Copy, PartialEq)]
pub struct G1(ECP);

/// A point of the twist, of any order, until `in_group` says more.
#[derive(Clone, Copy, PartialEq)]
pub struct G2(ECP2);

/// A value of the pairing.
#[derive(Clone, Copy, PartialEq)]
pub struct Pairing(FP12);

fn order() -> BIG {
    BIG::new_ints(&CURVE_ORDER)
}

fn to_number(mut big: BIG) -> BigUint {
    let mut bytes = [0; BYTES];
    big.tobytes(&mut bytes);
    BigUint::from_bytes_be(&bytes)
}

/// Of a number of at most 256 bits.
fn to_big(number: &BigUint) -> BIG {
    let digits = number.to_bytes_be();
    let mut bytes = [0; BYTES];
    bytes[BYTES - digits.len()..].copy_from_slice(&digits);
    BIG::frombytes(&bytes)
}

impl Scalar {
    pub fn random() -> Scalar {
        Scalar(to_big(&random::below(&to_number(order()))))
    }

    pub fn from_number(number: &BigUint) -> Scalar {
        Scalar(to_big(&(number % to_number(order()))))
    }

    pub fn read(text: &str) -> Option<Scalar> {
        Some(Scalar::from_number(&hexadecimal(text)?))
    }

    pub fn add(&self, other: &Scalar) -> Scalar {
        let mut sum = self.0;
        sum.add(&other.0);
        sum.rmod(&order());
        Scalar(sum)
    }

    pub fn subtract(&self, other: &Scalar) -> Scalar {
        let mut sum = BIG::modneg(&other.0, &order());
        sum.add(&self.0);
        sum.rmod(&order());
        Scalar(sum)
    }

    pub fn multiply(&self, other: &Scalar) -> Scalar {
        Scalar(BIG::modmul(&self.0, &other.0, &order()))
    }

    pub fn text(&self) -> String {
        let mut big = self.0;
        big.to_hex()
    }
}

impl G1 {
    pub fn generator() -> G1 {
        G1(ECP::generator())
    }

    pub fn read(text: &str) -> Option<G1> {
        let point = ECP::from_hex(coordinates(text, 3)?);
        // y²z = x³ + 2z³
        let (x, y, z) = (point.getpx(), point.getpy(), point.getpz());
        let left = product(&[y, y, z]);
        let mut right = product(&[z, z, z]);
        right.dbl();
        right.add(&product(&[x, x, x]));
        (left.equals(&right) && !z.iszilch()).then_some(G1(point))
    }

    pub fn add(&self, other: &G1) -> G1 {
        let mut sum = self.0;
        sum.add(&other.0);
        G1(sum)
    }

    pub fn subtract(&self, other: &G1) -> G1 {
        self.add(&other.negate())
    }

    pub fn negate(&self) -> G1 {
        let mut point = self.0;
        point.neg();
        G1(point)
    }

    pub fn multiply(&self, scalar: &Scalar) -> G1 {
        let mut factor = scalar.0;
        G1(g1mul(&self.0, &mut factor))
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; POINT_BYTES];
        self.0.tobytes(&mut bytes, false);
        bytes
    }

    pub fn text(&self) -> String {
        let mut point = self.0;
        point.affine();
        point.to_hex()
    }
}

impl G2 {
    pub fn generator() -> G2 {
        G2(ECP2::generator())
    }

    pub fn infinity() -> G2 {
        G2(ECP2::new())
    }

    pub fn read(text: &str) -> Option<G2> {
        let point = ECP2::from_hex(coordinates(text, 6)?);
        // y²z = x³ + (1 - i)z³
        let (x, y, z) = (point.getpx(), point.getpy(), point.getpz());
        let twist = FP2::new_fps(&FP::new_int(1), &FP::new_int(-1));
        let left = product2(&[y, y, z]);
        let mut right = product2(&[z, z, z, twist]);
        right.add(&product2(&[x, x, x]));
        left.equals(&right).then_some(G2(point))
    }

    /// Of POINT_BYTES bytes; what is not on the curve becomes the point at infinity.
    pub fn from_bytes(bytes: &[u8]) -> G2 {
        G2(ECP2::frombytes(bytes))
    }

    pub fn is_infinity(&self) -> bool {
        self.0.is_infinity()
    }

    /// Whether its order is that of the group: there the Frobenius endomorphism multiplies by t - 1 = 6u² (which is p
    /// modulo the order), and nowhere else, because it is a root of x² - tx + p and (t-1)² - t(t-1) + p is the order.
    pub fn in_group(&self) -> bool {
        let u = to_number(BIG::new_ints(&CURVE_BNX));
        let mut image = self.0;
        image.frob(&FP2::new_bigs(&BIG::new_ints(&FRA), &BIG::new_ints(&FRB)));
        image.equals(&self.0.mul(&to_big(&(&u * &u * 6u32))))
    }

    pub fn add(&self, other: &G2) -> G2 {
        let mut sum = self.0;
        sum.add(&other.0);
        G2(sum)
    }

    /// Right for points of the group only.
    pub fn multiply(&self, scalar: &Scalar) -> G2 {
        G2(g2mul(&self.0, &scalar.0))
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; POINT_BYTES];
        self.0.tobytes(&mut bytes);
        bytes
    }

    pub fn text(&self) -> String {
        let mut point = self.0;
        point.affine();
        point.to_hex()
    }
}

impl Pairing {
    pub fn read(text: &str) -> Option<Pairing> {
        Some(Pairing(FP12::from_hex(coordinates(text, 12)?)))
    }

    /// e(p, q) e(r, s). The point at infinity pairs to 1, which the library does not know.
    pub fn product(p: &G1, q: &G2, r: &G1, s: &G2) -> Pairing {
        let unreduced = match (q.is_infinity(), s.is_infinity()) {
            (false, false) => ate2(&q.0, &p.0, &s.0, &r.0),
            (true, false) => ate(&s.0, &r.0),
            (false, true) => ate(&q.0, &p.0),
            (true, true) => return Pairing(FP12::new_int(1)),
        };
        let mut value = fexp(&unreduced);
        value.reduce();
        Pairing(value)
    }

    pub fn is_one(&self) -> bool {
        self.0.isunity()
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut value = self.0;
        let mut bytes = vec![0; PAIRING_BYTES];
        value.tobytes(&mut bytes);
        bytes
    }
}

fn product(factors: &[FP]) -> FP {
    let mut product = FP::new_int(1);
    factors.iter().for_each(|factor| product.mul(factor));
    product
}

fn product2(factors: &[FP2]) -> FP2 {
    let mut product = FP2::new_int(1);
    factors.iter().for_each(|factor| product.mul(factor));
    product
}

fn hexadecimal(text: &str) -> Option<BigUint> {
    let sound = (1..=MOST_DIGITS).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    sound.then(|| BigUint::parse_bytes(text.as_bytes(), 16)).flatten()
}

/// @returns the same coordinates, each below the modulus and with 64 digits
fn coordinates(text: &str, count: usize) -> Option<String> {
    if text.len() > count * (MOST_DIGITS + 12) {
        return None;
    }
    let modulus = to_number(BIG::new_ints(&MODULUS));
    let parts: Vec<&str> = text.split_ascii_whitespace().collect();
    if parts.len() != 2 * count {
        return None;
    }
    let mut rewritten = Vec::with_capacity(count);
    for pair in parts.chunks_exact(2) {
        pair[0].parse::<u32>().ok()?;
        rewritten.push(format!("1 {:064X}", hexadecimal(pair[1])? % &modulus));
    }
    Some(rewritten.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generators() -> (G1, G2) {
        (G1::generator(), G2::generator())
    }

    #[test]
    fn texts_come_back() {
        let (p, q) = generators();
        let (p, q) = (p.multiply(&Scalar::random()), q.multiply(&Scalar::random()));
        assert!(G1::read(&p.text()) == Some(p) && G2::read(&q.text()) == Some(q));
        let scalar = Scalar::random();
        assert!(Scalar::read(&scalar.text()) == Some(scalar));
    }

    #[test]
    fn points_off_the_curve_and_odd_texts_are_refused() {
        let (p, q) = generators();
        let zero = "0".repeat(64);
        for text in ["", " ", "G", "1 G 1 1 1 1", "1 é 1 1 1 1", "x 1 1 1 1 1", "-1 1 1 1 1 1", "1 1 1 1 1 1 1"] {
            assert!(G1::read(text).is_none() && Scalar::read(text).is_none());
        }
        assert!(G1::read(&p.text().replacen('0', "1", 1)).is_none());
        assert!(G1::read(&format!("1 {zero} 1 {} 1 {zero}", "1".repeat(64))).is_none());
        assert!(G2::read(&q.text().replacen("1 ", "1 1", 2)).is_none());
        assert!(Scalar::read("1").is_some() && Scalar::read(&"F".repeat(71)).is_none());
    }

    #[test]
    fn points_of_other_orders_are_told_from_those_of_the_group() {
        let (_, q) = generators();
        assert!(q.multiply(&Scalar::random()).in_group() && G2::infinity().in_group());
        // Points by their first coordinate are on the twist, whose order is a multiple.
        let stray = (1..).map(|x| G2(ECP2::new_fp2(&FP2::new_int(x)))).find(|point| !point.is_infinity()).unwrap();
        assert!(!stray.in_group() && !stray.add(&q).in_group());
    }

    #[test]
    fn pairings_are_bilinear() {
        let (p, q) = generators();
        let (a, b) = (Scalar::random(), Scalar::random());
        let product = |a: &Scalar, b: &Scalar| Pairing::product(&p.multiply(a), &q.multiply(b), &p, &G2::infinity());
        assert!(product(&a, &b) == product(&b, &a) && !product(&a, &b).is_one());
        let one = Pairing::product(&p.multiply(&a), &q.multiply(&b), &p.multiply(&b).negate(), &q.multiply(&a));
        assert!(one.is_one());
        assert!(a.add(&b).subtract(&b) == a && a.subtract(&a) == Scalar::from_number(&BigUint::from(0u32)));
    }
}
