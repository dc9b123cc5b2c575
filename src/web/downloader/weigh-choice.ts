import { maxZipBytes } from '#media/contract.ts';

/** `sum` is in bytes, or null if a size is unknown or nothing is selected. */
export function measureZipSelection(bytes: readonly (number | null)[]): {
  sum: number | null;
  isTooLarge: boolean;
} {
  const known = bytes.filter((size) => size !== null);
  const sum = known.reduce((total, size) => total + size, 0);
  return {
    sum: known.length === bytes.length && bytes.length > 0 ? sum : null,
    isTooLarge: sum > maxZipBytes,
  };
}
