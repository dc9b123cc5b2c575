import { vi } from 'vitest';

/**
 * Timers run only when the test moves the clock. With `vi.useFakeTimers` alone, Vitest moves it too, by 50 ms each time that
 * it polls, so what has happened by then would depend on the machine.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(vi, 'isFakeTimers').mockReturnValue(false);
}
