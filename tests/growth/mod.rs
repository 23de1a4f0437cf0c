//! What must not get larger as there is more of everything: the number of a statement's parameters, and the rows that a
//! transaction writes.

mod parameters;
mod transactions;
mod world;
