const dayMs = 86_400_000;

export function toUtcDay(timestamp: number): string {
  return new Date(timestamp).toISOString().slice(0, 10);
}

/** The days until today, the oldest first. */
export function listUtcDays(range: number, now: number): string[] {
  return Array.from({ length: range }, (_, index) => toUtcDay(now - (range - 1 - index) * dayMs));
}
