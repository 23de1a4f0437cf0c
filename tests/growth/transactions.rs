//! What one transaction writes.
