//! What must not get larger as there is more of everything: the number of a statement's parameters.

mod parameters;
mod world;
