export interface MemorySample {
  minute: number;
  megabytes: number;
}

/**
 * Memory growth in MB after the first third, in which caches fill. Uses a linear regression, so that a single
 * peak at the end doesn't count.
 */
export function computeMemoryGrowth(samples: readonly MemorySample[]): number {
  const settled = samples.slice(Math.floor(samples.length / 3));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const minutes = mean(settled.map(({ minute }) => minute));
  const megabytes = mean(settled.map((sample) => sample.megabytes));
  const [above, below] = settled.reduce(
    ([a, b], sample) => [
      a + (sample.minute - minutes) * (sample.megabytes - megabytes),
      b + (sample.minute - minutes) ** 2,
    ],
    [0, 0],
  );
  const length = (settled.at(-1)?.minute ?? 0) - (settled[0]?.minute ?? 0);
  return (above / below) * length;
}
