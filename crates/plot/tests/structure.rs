//! Pictures judged by what is in them, not by pixels.

use sprague_plot::scale::GrundyScale;
use sprague_plot::scatter::{Class, MOST_MARKS, Scatter};
use sprague_plot::table::Table;
use sprague_plot::{Item, PlotError, Scene};

fn scatter(values: &[u32]) -> Scatter<'_> {
    Scatter {
        title: "a game".into(),
        subtitle: "what is proved".into(),
        values,
        from: 0,
        wrap: None,
        classes: vec![Class::new("values", 0)],
        class_of: &|_, _| 0,
        log_x: false,
        log_y: false,
        width: 800,
        height: 400,
    }
}

/// The centres of all marks of a class.
fn marks<'a>(scene: &'a Scene, name: &str) -> &'a [(f32, f32)] {
    scene
        .items
        .iter()
        .find_map(|item| match item {
            Item::Marks { class, centres, .. } if class == name => Some(centres.as_slice()),
            _ => None,
        })
        .unwrap_or(&[])
}

fn rasters(scene: &Scene) -> impl Iterator<Item = &sprague_plot::Pixels> {
    scene.items.iter().filter_map(|item| match item {
        Item::Raster { pixels, .. } => Some(pixels),
        _ => None,
    })
}

#[test]
fn every_point_has_its_mark_in_the_right_order() {
    let values: Vec<u32> = (0..100).map(|n| n % 7).collect();
    let scene = scatter(&values).scene().unwrap();
    let centres = marks(&scene, "values");
    assert_eq!(centres.len(), 100);
    for (pair, value) in centres.windows(2).zip(values.windows(2)) {
        assert!(pair[0].0 < pair[1].0, "heaps go from left to right");
        assert_eq!(value[0] < value[1], pair[1].1 < pair[0].1, "larger values are higher");
    }
    let texts: Vec<&str> = scene.texts().collect();
    for text in ["a game", "what is proved", "heap n", "nim-value G(n)", "0", "6"] {
        assert!(texts.contains(&text), "{text} is missing from {texts:?}");
    }
}

#[test]
fn points_at_one_place_are_drawn_once_and_wrapping_puts_them_there() {
    let values: Vec<u32> = (0..1200).map(|n| [4, 1, 2, 8][n % 4]).collect();
    let mut plot = scatter(&values);
    plot.wrap = Some(4);
    let scene = plot.scene().unwrap();
    assert_eq!(marks(&scene, "values").len(), 4);
    assert!(scene.texts().any(|t| t == "n mod 4"));
}

#[test]
fn a_million_points_become_a_raster_that_loses_none() {
    // One heap of a million has a value far from all others.
    let mut values: Vec<u32> =
        (0..1_000_000).map(|n: u32| n.wrapping_mul(2_654_435_761) >> 27).collect();
    values[777_777] = 200;
    let scene = scatter(&values).scene().unwrap();
    assert!(marks(&scene, "values").is_empty());
    let pixels = rasters(&scene).next().expect("a raster");
    let row = |r: usize| &pixels.cells[r * pixels.columns..(r + 1) * pixels.columns];
    let hit: Vec<usize> = (0..pixels.rows).filter(|&r| row(r).iter().any(|&c| c != 0)).collect();
    assert_eq!(hit.len(), 66, "32 common values and the single one, two rows of cells each");
    assert_eq!(row(hit[0]).iter().filter(|&&c| c != 0).count(), 2, "the single point is there");
    let svg = scene.svg().unwrap();
    assert!(svg.len() < 1_000_000, "{} bytes", svg.len());
    assert!(scene.png().unwrap().len() < 1_000_000);
}

#[test]
fn marked_classes_stay_marks_on_top_of_a_raster() {
    let values: Vec<u32> = (0..200_000).map(|n: u32| n.wrapping_mul(2_654_435_761) >> 20).collect();
    let mut plot = scatter(&values);
    plot.classes = vec![Class::new("common", 0), Class::new("rare", 1).marked()];
    plot.class_of = &|n, _| usize::from(n % 10_000 == 3);
    let scene = plot.scene().unwrap();
    assert_eq!(marks(&scene, "rare").len(), 20);
    assert_eq!(rasters(&scene).count(), 1);
    let at = |wanted: &dyn Fn(&Item) -> bool| scene.items.iter().position(wanted).unwrap();
    assert!(at(&|i| matches!(i, Item::Raster { .. })) < at(&|i| matches!(i, Item::Marks { .. })));
    assert!(scene.texts().any(|t| t == "rare") && scene.texts().any(|t| t == "common"));
}

#[test]
fn few_points_are_never_rasterised() {
    let values: Vec<u32> = (0..MOST_MARKS as u32).collect();
    assert_eq!(rasters(&scatter(&values).scene().unwrap()).count(), 0);
    let values: Vec<u32> = (0..=MOST_MARKS as u32).collect();
    // 800 by 400 pixels in hundredths hold them all apart.
    assert_eq!(rasters(&scatter(&values).scene().unwrap()).count(), 1);
}

#[test]
fn log_axes_keep_zero_and_spread_small_heaps() {
    let values: Vec<u32> = (0..1000).collect();
    let mut plot = scatter(&values);
    (plot.log_x, plot.log_y) = (true, true);
    let scene = plot.scene().unwrap();
    let centres = marks(&scene, "values");
    let (first, second, last) = (centres[0], centres[1], *centres.last().unwrap());
    assert!(second.0 - first.0 > 20.0, "0 and 1 are far apart");
    assert!(last.0 < 800.0 && last.1 > 0.0);
    assert!(scene.texts().any(|t| t.contains("logarithmic")));
}

#[test]
fn a_table_has_a_cell_for_every_value() {
    let values: Vec<u32> = (0..30).map(|n| n % 12).collect();
    let table = Table {
        title: "t".into(),
        subtitle: "s".into(),
        values: &values,
        from: 5,
        columns: 12,
        marked: &|n| n == 7,
    };
    let scene = table.scene().unwrap();
    let cells: Vec<&String> = scene
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Rect { label, .. } if !label.is_empty() => Some(label),
            _ => None,
        })
        .collect();
    assert_eq!(cells.len(), 30);
    assert_eq!(cells[0], "G(5) = 0");
    // Row labels are the heaps in the first column.
    for label in ["0", "12", "24", "+0", "+11"] {
        assert!(scene.texts().any(|t| t == label), "{label}");
    }
    assert!(!scene.texts().any(|t| t == "36"));
    let far = Table { columns: 401, ..table };
    assert!(matches!(far.scene(), Err(PlotError::TooLarge { .. })));
}

/// SUBTRACTION(3,4,6,10) at heap 13, as Lessons in Play shows it: mex(1,2,0,3) = 4.
#[test]
fn the_grundy_scale_of_the_book() {
    let values = [0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 3, 3, 1, 4];
    let takes = vec![3, 4, 6, 10];
    let scale = |heap: u64, options: &[u64]| {
        GrundyScale {
            title: "S(3,4,6,10)".into(),
            heap,
            values: &values[..=heap as usize],
            takes: takes.clone(),
            options: options.iter().map(|&h| vec![h]).collect(),
            all_but: false,
        }
        .scene()
        .unwrap()
    };
    let solid = |scene: &Scene, wanted: bool| {
        let is = |i: &&Item| matches!(i, Item::Triangle { solid, .. } if *solid == wanted);
        scene.items.iter().filter(is).count()
    };
    let scene = scale(13, &[10, 9, 7, 3]);
    assert_eq!(solid(&scene, true), 5, "the 0 and four marks that point at options");
    assert_eq!(solid(&scene, false), 0);
    assert!(scene.texts().any(|t| t == "G(13) = mex{0, 1, 2, 3} = 4"));
    // The lower strip's numbers stand under the heaps they lead to: 10 under heap 3.
    let place = |text: &str, wanted: f32| {
        scene.items.iter().find_map(|item| match item {
            Item::Text { x, size, text: t, .. } if t == text && (*size - wanted).abs() < 0.1 => {
                Some(*x)
            }
            _ => None,
        })
    };
    assert!(place("10", 12.0).is_some());
    assert_eq!(place("10", 12.0), place("3", 10.0));
    assert_eq!(solid(&scale(5, &[2, 1]), false), 2, "6 and 10 cannot be taken from a heap of 5");
}

#[test]
fn wrong_sizes_are_refused() {
    assert_eq!(scatter(&[]).scene(), Err(PlotError::Empty));
    let mut plot = scatter(&[1]);
    plot.width = 100_000;
    assert!(matches!(plot.scene(), Err(PlotError::TooLarge { .. })));
    // A legend that leaves no room for the points, be they many or few.
    for values in [vec![0; 10], (0..100_000).collect()] {
        let mut plot = scatter(&values);
        plot.classes = (0..31).map(|r| Class::new(format!("n mod 31 = {r}"), r)).collect();
        (plot.width, plot.height) = (200, 200);
        assert!(matches!(plot.scene(), Err(PlotError::TooLarge { .. })));
        plot.height = 800;
        assert!(plot.scene().is_ok());
    }
    let scale = GrundyScale {
        title: String::new(),
        heap: 61,
        values: &[],
        takes: vec![],
        options: vec![],
        all_but: false,
    };
    assert!(matches!(scale.scene(), Err(PlotError::TooLarge { .. })));
}

#[test]
fn both_formats_are_well_formed() {
    let values: Vec<u32> = (0..50).collect();
    let mut plot = scatter(&values);
    plot.title = "n -> a+b where a<b & \"x\"".into();
    let scene = plot.scene().unwrap();
    let svg = scene.svg().unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("a&lt;b &amp; &quot;x&quot;"));
    assert_eq!(svg.matches("h0").count(), 50, "a dot for every point");
    let png = scene.png().unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 1600);
    assert_eq!(u32::from_be_bytes(png[20..24].try_into().unwrap()), 800);
}
