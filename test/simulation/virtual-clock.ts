export type VirtualClock = ReturnType<typeof startVirtualClock>;

/**
 * Time that stands still until it is set. The services get it as `now`; better-auth and PGlite, whose clock is that of the
 * database, read `Date`. Timers aren't affected.
 */
export function startVirtualClock(start: number) {
  const RealDate = globalThis.Date;
  let time = start;
  globalThis.Date = class extends RealDate {
    constructor(...values: [] | ConstructorParameters<typeof RealDate>) {
      if (values.length === 0) super(time);
      else super(...(values as [number]));
    }
    static override now = () => time;
  } as DateConstructor;
  return {
    now: () => time,
    set(milliseconds: number): void {
      time = milliseconds;
    },
    [Symbol.dispose]() {
      globalThis.Date = RealDate;
    },
  };
}
