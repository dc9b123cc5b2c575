import { expect, test } from 'vitest';
import { reservedPageSlugs } from '#blog/slug.ts';
import { listRoutes } from '#test/support/list-routes.ts';
import { startTestServer } from '#test/support/start-server.ts';
import webRoutes from '#web/routes.ts';

const required: [name: string, value: RegExp][] = [
  ['content-security-policy', /./],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^(same-origin|no-referrer)$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['cross-origin-resource-policy', /^(same|cross)-origin$/],
  ['x-frame-options', /^DENY$/],
  ['permissions-policy', /camera=\(\)/],
  ['strict-transport-security', /^max-age=31536000/],
];

function findWrongHeaders({ headers }: Response): string[] {
  return required.filter(([name, value]) => !value.test(headers.get(name) ?? '')).map(([name]) => name);
}

test('every route sends the security headers, also on errors', async () => {
  const environment = { PUBLIC_ORIGIN: 'https://unspool.example' };
  const html = { 'content-type': 'text/html', 'content-security-policy': "default-src 'self'" };
  await using server = await startTestServer({
    environment,
    web: async () => new Response('<!doctype html>', { headers: html }),
  });
  const paths = new Set(
    listRoutes(server).map(({ path }) => path.replaceAll('*', 'x').replaceAll(/:\w+(\{[^}]*\})?/g, 'x')),
  );
  expect(paths.size).toBeGreaterThan(30);
  const others = ['/', '/de/blog', '/no/such/page', '/media/', '/media/x', '/livez', '/readyz', '/admin'];
  for (const path of [...paths, ...others]) {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      const response = await fetch(server.origin + path, { method, redirect: 'manual' });
      expect(findWrongHeaders(response), `${method} ${path} (${response.status})`).toEqual([]);
      expect(response.headers.get('server')).toBeNull();
      expect(response.headers.get('x-powered-by')).toBeNull();
    }
  }
});

/** Without languages, parameters and files, which no slug can equal. */
function firstSegment(pattern: string): string {
  const [, first = '', second = ''] = pattern.split('/');
  return /^:locale/.test(first) ? second : first;
}

test('no page of an owner can have the path of a route', async () => {
  await using server = await startTestServer({ web: async () => new Response() });
  const patterns = [...listRoutes(server), ...webRoutes].map(({ path = '' }) => path);
  const words = patterns.map(firstSegment).filter((segment) => /^[\w-]+$/.test(segment));
  expect(words).toEqual(expect.arrayContaining(['api', 'about', 'admin', 'files', 'og', 'de']));
  for (const word of [...words, 'media', 'assets', 'livez', 'readyz', 'metrics'])
    expect(reservedPageSlugs.has(word), word).toBe(true);
});

test('no response URL is built from a forwarded host header', async () => {
  await using server = await startTestServer({
    environment: { PUBLIC_ORIGIN: 'https://unspool.example' },
    web: async (request) => new Response(request.url, { headers: { 'content-type': 'text/html' } }),
  });
  const paths = [
    '/',
    '//evil.example/x',
    '/\\evil.example',
    '/%2F%2Fevil.example',
    '/EN//evil.example',
    '/de/',
  ];
  for (const path of paths) {
    const response = await fetch(server.origin + path, {
      redirect: 'manual',
      headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    });
    const location = response.headers.get('location') ?? '/';
    expect(location, path).toMatch(/^\/(?![/\\])/);
    if (response.status === 200) expect(await response.text()).toMatch(/^https:\/\/unspool\.example\//);
  }
});
