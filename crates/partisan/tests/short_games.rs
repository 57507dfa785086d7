//! The calculus of short games against identities of the literature.

use sprague_partisan::Games;

#[track_caller]
fn same(a: &str, b: &str) {
    let mut games = Games::new();
    let x = games.parse(a).unwrap_or_else(|e| panic!("{a}: {e}"));
    let y = games.parse(b).unwrap_or_else(|e| panic!("{b}: {e}"));
    assert_eq!(games.display(x).unwrap(), games.display(y).unwrap(), "{a} = {b}");
    assert_eq!(x, y, "{a} = {b}");
}

#[track_caller]
fn prints(a: &str, text: &str) {
    let mut games = Games::new();
    let x = games.parse(a).unwrap_or_else(|e| panic!("{a}: {e}"));
    assert_eq!(games.display(x).unwrap(), text, "{a}");
}

#[test]
fn classical_values() {
    prints("{|}", "0");
    prints("{0|}", "1");
    prints("{0|1}", "1/2");
    prints("{-1/2|1}", "0");
    prints("{1*|1*}", "1");
    prints("{0|0}", "*");
    prints("{0,*|0,*}", "*2");
    prints("{0|*}", "^");
    prints("{*|0}", "v");
    prints("{0|^*}", "^2");
    prints("{0|^}", "^2*");
    prints("{0,*|0}", "^*");
    prints("{0|*2}", "^*3");
    prints("^ + ^ + *", "^2*");
    prints("{1|-1}", "+-1");
    prints("{{3|2}|{-2|-3}}", "+-{3|2}");
    prints("{0||0|-2}", "+_2");
    prints("{2|0||0}", "-_2");
    prints("{0|1} + *2 - ^", "1/2v*2");
    prints("{1|1,{1|0}||0}", "{1|1,{1|0}||0}");
    prints("2+-1", "{3|1}");
    prints("{100000000000000000000000|}", "100000000000000000000001");
    same("+-1 + +-1", "0");
    same("{0|*} - {0|*}", "0");
    same("Subtraction(1,3|2,3): 6", "Subtraction(1,3|2,3): 6");
}
