/** Longest row of a pagination, gaps included. */
const rowLength = 7;

/** The pages a pagination names: all of a few; of many the ends, the current one and its neighbours, with gaps. */
export function pageNumbers(current: number, last: number): (number | 'gap')[] {
  if (last <= rowLength) return Array.from({ length: last }, (_, index) => index + 1);
  // At either end the row is as long as in the middle, so that its buttons stay where they are.
  const middle = Math.min(Math.max(current, 4), last - 3);
  const before = middle === 4 ? [2, 3] : (['gap', middle - 1] as const);
  const after = middle === last - 3 ? [last - 2, last - 1] : ([middle + 1, 'gap'] as const);
  return [1, ...before, middle, ...after, last];
}
