//! The questions that `sprague` answers for pages.
//!
//! Every question is one row of a table ([`endpoints`]): its name, its parameters with
//! their ranges, and the function of `sprague-answers` that computes it. Routing,
//! validation and the OpenAPI document all read that table, so none of them can differ
//! from the others. It knows neither HTTP nor browsers: the server asks it, and so does the
//! module that runs in a browser's tab.
//!
//! ```
//! use sprague_questions::{Asked, Limits, endpoints};
//! let endpoint = endpoints::find("values").unwrap();
//! let asked = Asked::read(endpoint, "game=0.77&to=9", None).unwrap();
//! let budget = Limits::default().budget(std::time::Duration::from_secs(10)).started();
//! let answer = asked.answer(&budget, &Default::default(), None).unwrap();
//! assert!(answer.body.starts_with(br#"{"game":"0.77","from":0,"values":[0,1,2,3,1"#));
//! ```

pub mod endpoints;
pub mod openapi;
pub mod query;
pub mod question;
pub mod status;

pub use question::{Answer, Asked, Endpoint, Limits};
