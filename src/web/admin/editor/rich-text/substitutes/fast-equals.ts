/** Takes the place of fast-equals: what our selectors return is flat. */
export function circularDeepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  const [entries, otherEntries] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    entries.length === otherEntries.size &&
    entries.every(([key, value]) => otherEntries.has(key) && Object.is(value, otherEntries.get(key)))
  );
}
