import { useState } from 'react';
import type { AdminPostSummary } from '#blog/editing-contract.ts';

/** The selected posts of the visible page. */
export function useSelection(posts: readonly AdminPostSummary[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    posts: posts.filter(({ id }) => ids.has(id)),
    has: (id: string) => ids.has(id),
    set: (changed: readonly string[], isSelected: boolean) =>
      setIds((before) => {
        const next = new Set(before);
        for (const id of changed) {
          if (isSelected) next.add(id);
          else next.delete(id);
        }
        return next;
      }),
    clear: () => setIds(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
