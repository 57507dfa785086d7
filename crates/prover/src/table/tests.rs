use super::*;
use serde_json::Value;

/// Two threads, and this many values of each game.
fn within(values: u64) -> Budget {
    Budget::unlimited().values(values).threads(2)
}

/// A table that is stopped is none.
#[test]
fn a_stopped_table_is_an_error() {
    let budget = within(600);
    budget.stop();
    assert_eq!(subtraction(8, 40, &budget), Err(Spent::Stopped));
    assert_eq!(sedecimal(1, true, &budget), Err(Spent::Stopped));
    assert_eq!(recurring_octal(&budget), Err(Spent::Stopped));
    assert_eq!(octal(1, &budget).map(|tables| tables.table), Err(Spent::Stopped));
    assert!(grundy_periods(100_000, &budget).is_err());
}

fn rows(part: &str) -> Vec<Value> {
    let path = format!("{}/../../testdata/oracle/{part}.jsonl", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect()
}

/// Every set of the oracle with members up to 8 of which no member can be left out is a row,
/// with the same optional members.
#[test]
fn table_of_subtraction_games() {
    let table = subtraction(8, 40, &Budget::unlimited()).unwrap();
    let list = |value: &Value| {
        value.as_array().unwrap().iter().map(Value::to_string).collect::<Vec<_>>().join(",")
    };
    let mut compared = 0;
    for row in rows("A").iter().filter(|row| row["optional_members_le_40"].is_array()) {
        let set = list(&row["game"]["subtraction"]);
        if let Some(found) = table.rows.iter().find(|r| r[0] == set) {
            assert_eq!(found[1], list(&row["optional_members_le_40"]), "{set}");
            assert_eq!(
                (&found[3], &found[4]),
                (&row["preperiod"].to_string(), &row["period"].to_string())
            );
            compared += 1;
        }
    }
    // The oracle has a sample of all sets; 107 sets have no member to spare.
    assert_eq!((compared, table.rows.len()), (60, 107));
    let misprint = table.rows.iter().find(|r| r[0] == "1,4,5,7,8").unwrap();
    let free: Vec<&str> = misprint[1].split(',').collect();
    assert!(free.contains(&"10") && !free.contains(&"13"));
}

#[test]
fn table_of_octal_games() {
    let tables = octal(2, &within(3000)).unwrap();
    let row = |code: &str| tables.table.rows.iter().find(|r| r[0] == code).unwrap();
    assert_eq!((row("0.77")[4].as_str(), row("0.77")[5].as_str()), ("71", "12"));
    // .07 is .137 in standard form
    assert_eq!((row("0.07")[2].as_str(), row("0.07")[4].as_str()), ("0.137", "52"));
    let guide = |head: &str, d: usize| {
        tables.guide.rows.iter().find(|r| r[0] == head).unwrap()[d + 1].clone()
    };
    assert_eq!(guide("0.7", 7), "-");
    assert_eq!(guide("0.2", 7), "0.26");
    assert_eq!(guide("0.0", 0), "*");
}

#[test]
fn table_of_recurring_games() {
    let table = recurring_octal(&within(1500)).unwrap();
    for row in rows("C").iter().filter(|row| row["proved"] == Value::Bool(true)) {
        let Some(block) = row["game"]["recurring"].as_str() else { continue };
        let code = row["game"]["code"].as_str().unwrap();
        let name = format!("{code}[{block}]");
        let Some(found) = table.rows.iter().find(|r| r[0] == name) else { continue };
        assert_eq!(
            [&found[3], &found[4], &found[5]].map(|s| s.parse::<u64>().unwrap()),
            ["preperiod", "period", "saltus"].map(|k| row[k].as_u64().unwrap_or(0)),
            "{name}"
        );
    }
    assert!(table.rows.len() >= 130);
}

#[test]
fn table_of_sedecimal_games() {
    let table = sedecimal(1, true, &within(600)).unwrap();
    assert_eq!(table.rows.len(), 8);
    let row = table.rows.iter().find(|r| r[0] == "0.8").unwrap();
    assert_eq!(row[3..7], ["arithmetic-periodic", "1", "3", "1"]);
}

#[test]
fn tables_of_grundys_game() {
    let table = grundy_periods(1300, &Budget::unlimited()).unwrap();
    // Schlebusch prints 125 periods; the first is 1 by G(1), 3 by G(270), the last 1222.
    assert_eq!(table.rows.len(), 125);
    assert!(table.rows.contains(&vec!["3".to_owned(), "270".to_owned()]));
    assert_eq!(table.rows.last().unwrap()[..], ["1222", "1222"]);
    let table = grundy_frequencies(10_000, &Budget::unlimited()).unwrap();
    assert_eq!(table.rows[0][1], "41");
    assert_eq!(table.rows[22][1], "523", "printed 532");
    assert_eq!(table.rows[25][1], "7");
}

#[test]
fn table_of_mark() {
    let table = mark(23);
    assert_eq!(table.rows[3][..], ["3", "2", "N", "0"]);
    assert_eq!(table.rows[4][2], "P");
}
