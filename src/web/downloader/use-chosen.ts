import { useCallback, useState } from 'react';

export interface Chosen {
  has(itemId: string): boolean;
  choose(itemId: string, isChosen: boolean): void;
  chooseAll(): void;
  chooseNone(): void;
}

/** Which items of a post go into its ZIP: all, until the visitor says otherwise. */
export function useChosen(itemIds: readonly string[]): Chosen {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const choose = useCallback((itemId: string, isChosen: boolean) => {
    setLeft((before) => {
      const after = new Set(before);
      if (isChosen) after.delete(itemId);
      else after.add(itemId);
      return after;
    });
  }, []);
  return {
    has: (itemId) => !left.has(itemId),
    choose,
    chooseAll: () => setLeft(new Set()),
    chooseNone: () => setLeft(new Set(itemIds)),
  };
}
