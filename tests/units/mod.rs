//! Parts of the application, called without an instance. What needs no application at all is tested in its crate.

mod attention;
mod background;
mod cli;
mod resources;
mod routes;
mod security;
