import { listedChangesMax, type RestoreChange, restoreChanges } from '../data-job-contract.ts';

interface ChangedItem {
  change: RestoreChange;
}

/** Keeps the first of each change, so that its size doesn't depend on the backup. */
export function createChangeList<Item extends ChangedItem>() {
  const items: Item[] = [];
  return {
    add(item: Item): void {
      if (items.filter(({ change }) => change === item.change).length < listedChangesMax) items.push(item);
    },
    list: () => restoreChanges.flatMap((change) => items.filter((item) => item.change === change)),
  };
}

/** A forged backup could contain anything. */
export const toLine = (value: unknown) => String(value).slice(0, 254);
