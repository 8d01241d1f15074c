package backoff

// hangUps is empty: Plan 9 tells a broken connection by its text alone.
var hangUps []error
