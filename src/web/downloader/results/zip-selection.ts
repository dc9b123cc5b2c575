import { useCallback, useState } from 'react';
import { maxZipBytes } from '#media/contract.ts';

export interface ZipSelection {
  has(itemId: string): boolean;
  setSelected(itemId: string, isSelected: boolean): void;
  selectAll(): void;
  selectNone(): void;
}

export function useZipSelection(itemIds: readonly string[]): ZipSelection {
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const setSelected = useCallback((itemId: string, isSelected: boolean) => {
    setExcluded((before) => {
      const after = new Set(before);
      if (isSelected) after.delete(itemId);
      else after.add(itemId);
      return after;
    });
  }, []);
  return {
    has: (itemId) => !excluded.has(itemId),
    setSelected,
    selectAll: () => setExcluded(new Set()),
    selectNone: () => setExcluded(new Set(itemIds)),
  };
}

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
