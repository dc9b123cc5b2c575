import { afterEach, expect, test, vi } from 'vitest';
import { hasProxy, type ProxyName } from './start-proxies.ts';
import { temporaryFolder } from './temporary-folder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const proxies: readonly ProxyName[] = ['caddy', 'haproxy', 'nginx'];

test.each(proxies)('without %s, its tests are skipped, but fail if it is required', (name) => {
  vi.stubEnv('PATH', temporaryFolder());
  const required = `REQUIRE_${name.toUpperCase()}`;
  vi.stubEnv(required, '');
  expect(hasProxy(name)).toBe(false);
  vi.stubEnv(required, '1');
  expect(() => hasProxy(name)).toThrow(`${required} is set, but ${name} is not installed`);
});
