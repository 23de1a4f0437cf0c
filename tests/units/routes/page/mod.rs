//! Pages as they are rendered.

mod refill;
mod render;
