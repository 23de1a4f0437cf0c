//! What must not grow with the data: the number of a statement's parameters, and the rows that a transaction writes.

mod parameters;
mod transactions;
mod world;
