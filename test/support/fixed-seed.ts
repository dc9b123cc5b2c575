import fc from 'fast-check';

/** The same examples in every run. `PROPERTY_SEED=random` or a number selects others. */
const seed = process.env.PROPERTY_SEED;
if (seed !== 'random') fc.configureGlobal({ seed: seed === undefined ? 20_261_122 : Number(seed) });
