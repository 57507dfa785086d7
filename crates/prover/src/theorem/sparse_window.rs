//! Long periodic sequences with a sparse space (to come with the sparse engine).
