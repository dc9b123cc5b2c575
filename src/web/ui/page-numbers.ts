/** Maximum length, including gaps. */
const rowLength = 7;

/** All pages if there are few; otherwise both ends, the current page and its neighbors, with gaps. */
export function pageNumbers(current: number, last: number): (number | 'gap')[] {
  if (last <= rowLength) return Array.from({ length: last }, (_, index) => index + 1);
  // The row has the same length at either end, so that its buttons don't move.
  const middle = Math.min(Math.max(current, 4), last - 3);
  const before = middle === 4 ? [2, 3] : (['gap', middle - 1] as const);
  const after = middle === last - 3 ? [last - 2, last - 1] : ([middle + 1, 'gap'] as const);
  return [1, ...before, middle, ...after, last];
}
