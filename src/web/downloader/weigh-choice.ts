import { archiveBytesLimit } from '#media/contract.ts';

/** What the files chosen for a ZIP come to: their bytes, null where some do not say, and whether one ZIP takes them. */
export function weighChoice(bytes: readonly (number | null)[]): { sum: number | null; isTooMuch: boolean } {
  const known = bytes.filter((size) => size !== null);
  const sum = known.reduce((one, other) => one + other, 0);
  return {
    sum: known.length === bytes.length && bytes.length > 0 ? sum : null,
    isTooMuch: sum > archiveBytesLimit,
  };
}
