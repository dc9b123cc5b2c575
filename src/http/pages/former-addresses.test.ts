import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createWriterFixture } from '#blog/fixtures/open-writer.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { startTestServer } from '#test/support/start-server.ts';
import type { WebHandler } from '../context.ts';

const ownPaths = new Set(['/', '/about', '/blog']);
const web: WebHandler = async (request) => {
  const isKnown = ownPaths.has(new URL(request.url).pathname);
  return new Response(isKnown ? 'page' : 'missing', {
    status: isKnown ? 200 : 404,
    headers: { 'content-type': 'text/html' },
  });
};

async function start() {
  const database = await emptyDatabase();
  using blog = createWriterFixture(database);
  const post = await blog.save({ locale: 'de', title: 'Eins', status: 'published' });
  const page = await blog.save({ kind: 'page', locale: 'en', title: 'Imprint', status: 'published' });
  await blog.writer.addRedirects(post.id, [
    '/2014/05/01/eins/',
    '/about/',
    '/?p=7',
    '/%E4%BA%8C/',
    '/t/photography/',
  ]);
  await blog.writer.addRedirects(page.id, ['/old/imprint/']);
  const server = await startTestServer({ web, overrides: { database } });
  const request = async (path: string, method = 'GET') => {
    const response = await fetch(server.origin + path, { redirect: 'manual', method });
    return [response.status, response.headers.get('location')];
  };
  return { server, request };
}

test('a former address redirects to its post in one step', async () => {
  const { server, request } = await start();
  await using _ = server;
  for (const path of [
    '/2014/05/01/eins',
    '/2014/05/01/eins/',
    '//2014/05/01/Eins/?utm_source=x',
    '/?p=7',
    '/?a=b&p=7',
  ])
    expect(await request(path), path).toEqual([301, '/de/blog/eins']);
  expect(await request('/%E4%BA%8C')).toEqual([301, '/de/blog/eins']);
  // It could also be a post of Threads.
  expect(await request('/t/photography/')).toEqual([301, '/de/blog/eins']);
  expect(await request('/old/imprint/', 'HEAD')).toEqual([301, '/imprint']);
});

test('a page of this site is not replaced, and other addresses stay missing', async () => {
  const { server, request } = await start();
  await using _ = server;
  expect(await request('/about')).toEqual([200, null]);
  expect(await request('/about/')).toEqual([308, '/about']);
  expect(await request('/?p=8')).toEqual([200, null]);
  expect(await request('/2014/05/01/zwei')).toEqual([404, null]);
  expect(await request('/2014/05/01/eins', 'POST')).toEqual([404, null]);
});

test('while the database is unreachable, unknown paths stay missing and pages stay', async () => {
  const { server, request } = await start();
  await using _ = server;
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  server.services.blog.findRedirect = () => Promise.reject(new DrizzleQueryError('select', [], refused));
  expect(await request('/2014/05/01/eins')).toEqual([404, null]);
  expect(await request('/?p=7')).toEqual([200, null]);
  expect(await request('/about/')).toEqual([308, '/about']);
});
