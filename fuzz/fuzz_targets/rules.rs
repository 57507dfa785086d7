//! The rule parser: no text makes it panic or hang, what it reads it prints and reads
//! again, and the engine chosen for small heaps agrees with the definition.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_games::Ruleset;

fuzz_target!(|text: &str| {
    let Ok(rules) = text.parse::<Ruleset>() else { return };
    let again: Ruleset = rules.to_string().parse().expect("what was printed is read");
    assert_eq!(again, rules);
    let to = 9;
    let options = sprague_engine::Budget::unlimited();
    let fast = sprague_engine::values(&rules, to, &options);
    let slow = sprague_engine::reference::values(&rules, to);
    if let (Ok(fast), Ok(slow)) = (fast, slow) {
        assert_eq!(fast, slow, "{rules}");
    }
});
