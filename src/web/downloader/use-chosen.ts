import { useCallback, useState } from 'react';
import { archiveFilesLimit } from '#media/contract.ts';

export interface Chosen {
  has(itemId: string): boolean;
  choose(itemId: string, isChosen: boolean): void;
  /** All, or as many as one ZIP takes. */
  chooseMany(): void;
  chooseNone(): void;
}

/** Which items of a post go into its ZIP: all, or as many as one takes, until the visitor says otherwise. */
export function useChosen(itemIds: readonly string[]): Chosen {
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set(itemIds.slice(archiveFilesLimit)));
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
    chooseMany: () => setLeft(new Set(itemIds.slice(archiveFilesLimit))),
    chooseNone: () => setLeft(new Set(itemIds)),
  };
}
