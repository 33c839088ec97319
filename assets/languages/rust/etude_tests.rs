//! Names the test files of this exercise, so that they build as one program. etude wrote this file.

mod {{test_module}};
