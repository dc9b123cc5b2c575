import fc from 'fast-check';

/**
 * Properties look at the same examples in every run, so that a run says something about the change and not about
 * chance. `PROPERTY_SEED=random` or a number looks at others.
 */
const asked = process.env.PROPERTY_SEED;
if (asked !== 'random') fc.configureGlobal({ seed: asked === undefined ? 20_261_122 : Number(asked) });
