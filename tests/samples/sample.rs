//! The sample that the environment names, as it is on the page. The contract tests list the samples and check their results.

mod shown {
    include!(env!("PORTICO_SAMPLE"));
}

fn main() -> impl std::process::Termination {
    // It is built of what Portico is built of, where cryptography is named by the program. Programs that add reqwest as
    // the page says gets it with its own.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    shown::main()
}
