//! Against what CGSuite prints.

use super::*;

/// Reads nested lists of options, numbers being nim-heaps, and sums of them with nim-heaps:
/// `[[2],0]`, `[2]+2`.
fn read(forms: &mut Canonical, text: &mut &str) -> Form {
    let mut form = if let Some(rest) = text.strip_prefix('[') {
        *text = rest;
        let mut options = Vec::new();
        while !text.starts_with(']') {
            options.push(read(forms, text));
            *text = text.strip_prefix(',').unwrap_or(text);
        }
        *text = &text[1..];
        forms.of_options(options).unwrap()
    } else {
        let n = number(text);
        forms.plus_nim_heap(Form::ZERO, n).unwrap()
    };
    while let Some(rest) = text.strip_prefix('+') {
        *text = rest;
        let n = number(text);
        form = forms.plus_nim_heap(form, n).unwrap();
    }
    form
}

fn number(text: &mut &str) -> u32 {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    *text = rest;
    digits.parse().unwrap()
}

/// What CGSuite 2 prints, without `*[` and `]`, its genus and birthday: from its own tests
/// (MisereCanonicalGameTestCase.scala).
const CGSUITE: [(&str, &str, &str, u32); 16] = [
    ("0", "0", "0", 0),
    ("1", "1", "1", 1),
    ("2", "2", "2", 2),
    ("[2]", "2#", "0^0", 3),
    ("[[2]]", "2##", "1^1", 4),
    ("2+2", "2[2]", "0^0", 4),
    ("[[2]+2]", "2[#2#]", "0^0", 6),
    ("[[2],0]", "2#0", "1^2", 4),
    ("[[2],1]", "2#1", "2^1420", 4),
    ("[4+2]", "4[2#]", "0^0", 7),
    ("[[[2]],[[2],1]]", "(2#1)2##", "0^0", 5),
    ("[[[2]],[[[2],0],0,1]]", "((2#0)10)2##", "0^0", 6),
    ("[[[2],1]+1,[[2],[2]+1,[[2],0]]]", "((2#0)2[#1]2#)(2#1)[1]", "0^120", 6),
    ("[[[2],2,0],[[2],3],1]", "(2#20)2[#1]1", "0^2", 5),
    ("[[[2],1],2,1]", "(2#1)21", "", 5),
    ("[[[[2],1],2,1],3,2]", "((2#1)21)32", "", 6),
];

#[test]
fn as_cgsuite_prints() {
    let mut forms = Canonical::new(1_000_000);
    for (mut lists, text, genus, birthday) in CGSUITE {
        let form = read(&mut forms, &mut lists);
        assert_eq!(Notation::new(&mut forms, 100).write(form).as_deref(), Some(text));
        assert_eq!(forms.birthday(form), birthday, "{text}");
        if !genus.is_empty() {
            assert_eq!(forms.print_genus(form), genus, "{text}");
        }
    }
}

/// 2# is the sum of 2 and 2[#-2], and 2## that of 2# and 2[##-2]0 (from the same tests: parts of 2# and 2##).
/// 2[#-2] is a position with the option 2#, and others, whose sum with 2 is 2#.
#[test]
fn differences() {
    let mut forms = Canonical::new(1_000_000);
    let sharp = read(&mut forms, &mut "[2]");
    let nim: Vec<Form> = (0..4).map(|n| forms.plus_nim_heap(Form::ZERO, n).unwrap()).collect();
    let more = [nim[0], nim[1], nim[2], nim[3], read(&mut forms, &mut "[2]+1")];
    let mut found = Vec::new();
    for set in 0u32..1 << more.len() {
        let mut options = vec![sharp];
        options.extend((0..more.len()).filter(|i| set >> i & 1 == 1).map(|i| more[i]));
        let form = forms.of_options(options).unwrap();
        if forms.plus_nim_heap(form, 2).unwrap() == sharp && !found.contains(&form) {
            found.push(form);
        }
    }
    let [difference] = found[..] else { panic!("{found:?}") };
    assert_eq!(Notation::new(&mut forms, 100).write(difference).unwrap(), "2[#-2]");
}

/// Different forms are written differently, and nothing is longer than it may be.
#[test]
fn forms_and_texts() {
    let mut forms = Canonical::new(1_000_000);
    let mut known = vec![Form::ZERO];
    for day in 1..=5 {
        let mut next = known.clone();
        for set in 0u32..1 << known.len() {
            // all of the first days, some of day 5
            if day < 5 || set % 9973 == 0 {
                let options = (0..known.len()).filter(|i| set >> i & 1 == 1).map(|i| known[i]);
                next.push(forms.of_options(options.collect()).unwrap());
            }
        }
        next.sort_unstable();
        next.dedup();
        known = next;
    }
    let mut notation = Notation::new(&mut forms, 400);
    let texts: Vec<String> = known.iter().map(|&form| notation.write(form).unwrap()).collect();
    let different: FxHashSet<&String> = texts.iter().collect();
    assert_eq!(different.len(), known.len());
    let longest = known[(0..known.len()).max_by_key(|&i| texts[i].len()).unwrap()];
    let symbols = texts.iter().map(String::len).max().unwrap();
    assert!(Notation::new(&mut forms, symbols).write(longest).is_some());
    assert!(Notation::new(&mut forms, symbols - 1).write(longest).is_none());
}
