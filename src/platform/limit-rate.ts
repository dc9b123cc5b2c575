/** True while no more than `limit` of the calls within the last `windowMs` were let through, this one among them. */
export function limitRate(options: { limit: number; windowMs: number; now: () => number }): () => boolean {
  const passed: number[] = [];
  return () => {
    const time = options.now();
    while (passed[0] !== undefined && passed[0] <= time - options.windowMs) passed.shift();
    if (passed.length >= options.limit) return false;
    passed.push(time);
    return true;
  };
}
