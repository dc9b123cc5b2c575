import fc from 'fast-check';

// One failing example kills the mutant: skip the shrinking.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
