import type { ThreadGap } from '../contract.ts';
import { type AuthorThread, type GapCounts, statedLength, statedPosition } from './author-thread.ts';
import type { JsonNode } from './json.ts';

export interface GapEntry {
  node: JsonNode;
  /** What the page itself shows to be missing before the post. */
  gap: GapCounts;
}

/** Larger numbers are no thread's. */
const maxCount = 1_000;

/** Where posts are missing, from the positions that Threads states and from what stands in place of a post. */
export function findGaps(
  entries: readonly GapEntry[],
  endGap: GapCounts,
  thread: Pick<AuthorThread, 'hasUnlistedStart' | 'hasUnlistedEnd' | 'tombstonesAtEnd'>,
  /** Posts beyond our own limit are not missing. */
  { isCutBefore, isCutAfter }: { isCutBefore: boolean; isCutAfter: boolean },
): ThreadGap[] {
  const gaps: ThreadGap[] = [];
  /** The position of the last post, as far as it is known. */
  let position: number | null = isCutBefore ? null : 0;
  const addGap = (after: number, { missing, unavailable }: GapCounts, stated: number) => {
    const allMissing = Math.max(missing, stated - unavailable);
    if (unavailable > 0) gaps.push({ after, count: unavailable, reason: 'unavailable' });
    if (allMissing > 0)
      gaps.push({ after, count: allMissing > maxCount ? true : allMissing, reason: 'missing' });
    return unavailable + Math.max(0, allMissing);
  };
  for (const [index, { node, gap }] of entries.entries()) {
    const stated = Math.trunc(statedPosition(node));
    const count = addGap(index, gap, stated > 0 && position !== null ? stated - 1 - position : 0);
    const isStartUnknown = index === 0 && stated === 0 && count === 0 && thread.hasUnlistedStart;
    if (isStartUnknown && !isCutBefore) gaps.push({ after: 0, count: true, reason: 'missing' });
    if (stated > 0) position = stated;
    else if (isStartUnknown || position === null) position = null;
    else position += count + 1;
  }
  const length = Math.max(0, ...entries.map(({ node }) => Math.trunc(statedLength(node))));
  if (isCutAfter) return gaps;
  const stated = position === null ? 0 : length - position;
  const unavailable = Math.max(endGap.unavailable, Math.min(thread.tombstonesAtEnd, stated));
  const count = addGap(entries.length, { ...endGap, unavailable }, stated);
  if (count === 0 && thread.hasUnlistedEnd)
    gaps.push({ after: entries.length, count: true, reason: 'missing' });
  return gaps;
}
