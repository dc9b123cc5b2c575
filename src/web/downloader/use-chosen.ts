import { useCallback, useState } from 'react';

export interface ZipSelection {
  has(itemId: string): boolean;
  setSelected(itemId: string, isSelected: boolean): void;
  selectAll(): void;
  selectNone(): void;
}

/** All items are selected at first. */
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
