// The sample that the environment names, as it stands on the page. Which ones there are, and what is expected of them,
// is said by the contract tests.
include!(env!("PORTICO_SAMPLE"));
