//! The integers of certificates, by which the checker adds up inequalities, against another library.

use num_bigint::{BigInt, Sign};
use sprague_certificate::Integer;

fn same(ours: &Integer, theirs: &BigInt) {
    assert_eq!(ours.to_string(), theirs.to_string());
    assert_eq!(ours.is_negative(), theirs.sign() == Sign::Minus);
    assert_eq!(ours.is_zero(), theirs.sign() == Sign::NoSign);
    assert_eq!(ours.to_u64(), u64::try_from(theirs).ok());
}

/// Numbers of every length, among them those next to powers of ten.
fn numbers() -> Vec<(Integer, BigInt)> {
    let mut random = fastrand::Rng::with_seed(20);
    let mut texts = vec!["0".to_owned(), "9".repeat(300), u64::MAX.to_string()];
    for length in 0..70 {
        let digits: String = (0..length).map(|_| random.char('0'..='9')).collect();
        let zeros = "0".repeat(length);
        texts.extend([format!("1{digits}"), format!("1{zeros}"), "9".repeat(length + 1)]);
        // A gap within.
        texts.push(format!("7{zeros}{digits}"));
    }
    let both = texts.into_iter().flat_map(|text| [format!("-{text}"), text]);
    both.map(|text| (text.parse().unwrap(), text.parse().unwrap())).collect()
}

#[test]
fn sums_and_products() {
    let numbers = numbers();
    for (x, big_x) in &numbers {
        same(x, big_x);
        for (y, big_y) in &numbers {
            let (sum, product) = (x + y, x * y);
            same(&sum, &(big_x + big_y));
            same(&product, &(big_x * big_y));
            assert_eq!(x == y, big_x == big_y);
            // There is one way only to hold a number, so that equality is that of numbers.
            let minus = &Integer::from(-1) * y;
            assert_eq!(&sum + &minus, *x);
            assert_eq!((x + &minus).is_zero(), x == y);
        }
    }
}
