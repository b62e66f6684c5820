//! A number as the sum of four squares (Lagrange): that there are such roots proves that it is not negative.

pub fn four_squares(number: u64) -> [u64; 4] {
    for first in roots(number) {
        let three = number - first * first;
        // Legendre: all but 4^a (8b + 7) are sums of three squares.
        if three != 0 && (three >> (three.trailing_zeros() & !1)) % 8 == 7 {
            continue;
        }
        for second in roots(three) {
            if let Some((third, fourth)) = two_squares(three - second * second) {
                return [first, second, third, fourth];
            }
        }
    }
    // Never, for there are always such roots.
    [0; 4]
}

fn two_squares(number: u64) -> Option<(u64, u64)> {
    roots(number).take_while(|greater| greater * greater * 2 >= number).find_map(|greater| {
        let lesser = (number - greater * greater).isqrt();
        (greater * greater + lesser * lesser == number).then_some((greater, lesser))
    })
}

/// Numbers whose square is not above it, greatest first.
fn roots(number: u64) -> impl Iterator<Item = u64> {
    (0..=number.isqrt()).rev()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_right() {
        let hard = (0..14).flat_map(|a| (0..9).map(move |b| (8 * b + 7) << (2 * a)));
        for number in (0..2000).chain(hard).chain((1 << 32) - 200..=1 << 32) {
            let sum = four_squares(number).iter().map(|root| root * root).sum::<u64>();
            assert_eq!(sum, number);
        }
    }
}
