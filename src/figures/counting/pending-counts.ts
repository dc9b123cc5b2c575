import type { CheckSource } from '../contract.ts';

export interface DayCount {
  day: string;
  kind: 'download' | 'extraction';
  name: string;
  count: number;
}

export interface SlotCount {
  /** Milliseconds since 1970. */
  startsAt: number;
  outcome: string;
  count: number;
}

export interface Check {
  source: CheckSource;
  isRead: boolean;
  code: string | null;
  checkedAt: number;
}

export interface Counts {
  days: DayCount[];
  slots: SlotCount[];
  checks: Check[];
}

/** What is counted and not yet written. All names are from closed sets, so this can't grow without limit. */
export function createPendingCounts() {
  const days = new Map<string, DayCount>();
  const slots = new Map<string, SlotCount>();
  const checks = new Map<string, Check>();

  function addDay(added: DayCount): void {
    const key = `${added.day} ${added.kind} ${added.name}`;
    days.set(key, { ...added, count: added.count + (days.get(key)?.count ?? 0) });
  }
  function addSlot(added: SlotCount): void {
    const key = `${added.startsAt} ${added.outcome}`;
    slots.set(key, { ...added, count: added.count + (slots.get(key)?.count ?? 0) });
  }
  function addCheck(added: Check): void {
    const key = `${added.source} ${added.isRead}`;
    const known = checks.get(key);
    if (!known || known.checkedAt <= added.checkedAt) checks.set(key, added);
  }

  return {
    addDay,
    addSlot,
    addCheck,
    /** In one order on all nodes, so that their transactions don't wait for each other in a circle. */
    take(): Counts {
      const taken = { days: sortByKey(days), slots: sortByKey(slots), checks: sortByKey(checks) };
      for (const counts of [days, slots, checks]) counts.clear();
      return taken;
    },
    /** Takes back what could not be written. */
    restore(taken: Counts): void {
      for (const count of taken.days) addDay(count);
      for (const count of taken.slots) addSlot(count);
      for (const check of taken.checks) addCheck(check);
    },
  };
}

function sortByKey<T>(counts: ReadonlyMap<string, T>): T[] {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
}
