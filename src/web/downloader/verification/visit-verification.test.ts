import { expect, test } from 'vitest';
import { createSafeStorage } from '../../browser/storage.ts';
import { createVisitVerification } from './visit-verification.ts';

function createMemoryStorage() {
  const values = new Map<string, string>();
  return createSafeStorage(
    () =>
      ({
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => values.set(key, value),
        removeItem: (key: string) => values.delete(key),
      }) as unknown as Storage,
  );
}

test('a solved sum is remembered after a reload, until it is forgotten', () => {
  const storage = createMemoryStorage();
  const visit = createVisitVerification(storage);
  expect(visit.isVerified()).toBe(false);
  visit.remember();
  const reloaded = createVisitVerification(storage);
  expect(reloaded.isVerified()).toBe(true);
  reloaded.forget();
  expect(reloaded.isVerified()).toBe(false);
});

test('a solved sum is remembered on the page if the browser blocks storage', () => {
  const visit = createVisitVerification(
    createSafeStorage(() => {
      throw new DOMException('blocked', 'SecurityError');
    }),
  );
  visit.remember();
  expect(visit.isVerified()).toBe(true);
  visit.forget();
  expect(visit.isVerified()).toBe(false);
});
