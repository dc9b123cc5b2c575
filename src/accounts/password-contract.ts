/** In characters. Apart from `contract.ts`, so that pages don't load zod. */
export const passwordLength = { min: 12, max: 128 };
