import fc from 'fast-check';

// One example that fails has noticed the mutation: no smaller one is looked for.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
