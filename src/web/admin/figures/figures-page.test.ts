import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Role } from '#accounts/contract.ts';
import { createSeeder } from '#blog/fixtures/seed-posts.ts';
import { startThreadsTestServer } from '#http/fixtures/threads-test-server.ts';
import { createLogger } from '#platform/logger.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { describeDatabases, emptyDatabase } from '#test/support/databases.ts';
import { startAdminPages } from '#test/support/start-admin-pages.ts';
import type { AdminTestServer } from '#test/support/start-admin-server.ts';
import { loader as listLoader } from '../../blog/list/post-list-page.tsx';
import { servicesContext, type WebServices } from '../../services.ts';
import type { FiguresPageData } from './figures-page.tsx';
import type { PostFiguresPageData } from './post-figures-page.tsx';

const reader = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'sec-fetch-site': 'same-origin',
};

async function openPage(server: AdminTestServer, role: Role, path = '/admin/figures?days=7') {
  const response = await fetch(server.origin + path, { headers: { cookie: server.getCookie(role) } });
  const text = await response.text();
  const { loaderData = {} } = text.startsWith('{') ? JSON.parse(text) : {};
  return {
    status: response.status,
    layout: loaderData['admin/layout'] as { isThreadsChanging: boolean; allowedPaths: string[] },
    page: loaderData['admin/figures/figures-page'] as FiguresPageData,
    post: loaderData['admin/figures/post-figures-page'] as PostFiguresPageData,
  };
}

/** The blog list alone, without its HTML. */
async function renderList(request: Request, services: unknown): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(servicesContext, services as WebServices);
  return Response.json(await listLoader({ request, params: {}, context } as unknown as LoaderFunctionArgs));
}

describeDatabases('the figures of two nodes', (open) => {
  test('visits, searches, downloads and reads of both nodes add up on the page of one', async () => {
    await using database = await open();
    const environment = { TRUSTED_PROXIES: '127.0.0.1' };
    const warnings: unknown[] = [];
    const warn = (fields: unknown) => warnings.push(fields);
    const log = { ...createLogger('silent'), warn, error: warn };
    await using admin = await startAdminPages({ overrides: { database, log }, environment });
    await using other = await startThreadsTestServer({
      overrides: { database, log },
      environment,
      web: (request) => renderList(request, other.services),
    });
    const { id } = await createSeeder(database.query).seedPost({ title: 'One', slug: 'one' });
    for (const { origin } of [admin, other]) {
      await fetch(`${origin}/api/blog/posts/${id}/views`, { method: 'POST', headers: reader });
      for (const [text, totalPosts] of [
        ['Subtitles', 0],
        ['one', 1],
      ] as const)
        for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
          const headers = { ...reader, 'x-forwarded-for': address };
          const response = await fetch(`${origin}/api/blog/posts?search=${text}`, { headers });
          expect(await response.json()).toMatchObject({ totalPosts });
        }
      for (let times = 0; times < 3; times += 1)
        await fetch(`${origin}/api/blog/posts?search=Lina`, { headers: reader });
    }
    /** On the page, without JavaScript. */
    const searchPage = async (text: string, headers: object) => {
      const response = await fetch(`${other.origin}/blog?search=${text}`, {
        headers: { ...reader, ...headers },
      });
      expect(await response.json()).toMatchObject({ list: { totalPosts: 0 } });
    };
    for (const address of ['192.0.2.4', '192.0.2.5', '192.0.2.6']) {
      await searchPage('captions', { 'x-forwarded-for': address });
      await searchPage('ada@example.org', { 'x-forwarded-for': address });
      // One client that pretends to be several, with the header that the server sets for pages.
      await searchPage('Mira', { 'x-client-network': address });
    }
    const { qualities, zipUrl } = await other.extract(scenes.carouselMixed.link);
    const kinds = [...new Map(qualities.map((quality) => [quality.type, quality])).values()];
    for (const { url } of kinds) await (await fetch(other.origin + url)).arrayBuffer();
    await (await fetch(other.origin + zipUrl)).arrayBuffer();
    await (await fetch(other.origin + qualities[0]?.previewUrl)).arrayBuffer();
    await other.extract(scenes.carouselMixed.link);
    await other.extract(scenes.gone.link);
    await other.extract('no link');
    await other.services.figures.flush();

    const { page } = await openPage(admin, 'owner');
    expect(warnings).toEqual([]);
    expect(page.blog).toMatchObject({
      posts: [{ id, title: 'One', views: 2 }],
      searches: [
        { locale: 'en', term: 'subtitles', searches: 6 },
        { locale: 'en', term: 'captions', searches: 3 },
      ],
    });
    expect(page.blog.days.at(-1)?.views).toBe(2);
    expect(page.server?.figures.downloads.at(-1)).toMatchObject({ video: 1, image: 1, gif: 0, zip: 1 });
    expect(page.server?.figures.outcomes).toEqual([
      { code: null, count: 2 },
      { code: 'post.gone', count: 1 },
    ]);
    expect(page.server?.status).toMatchObject({
      state: 'readable',
      read: { source: 'traffic' },
      lastHour: { extractions: 2 },
    });
    await admin.services.figures.maintain();
    expect(admin.services.realCounts()).toEqual({ downloads: 3 });
  });
});

test('editors see the blog part, authors nothing, and an unknown period is 30 days', async () => {
  await using server = await startAdminPages();
  const editor = await openPage(server, 'editor', '/admin/figures?days=8');
  expect([editor.status, editor.page.server, editor.page.range]).toEqual([200, null, 30]);
  expect(editor.page.blog.days).toHaveLength(30);
  expect((await openPage(server, 'author')).status).toBe(403);
  const owner = await openPage(server, 'owner', '/admin/figures?days=365');
  expect(owner.page.server?.figures.tokens).toHaveLength(365);
});

test('an owner and an editor see the views of one post by day, and an author does not', async () => {
  const database = await emptyDatabase();
  await using server = await startAdminPages({ overrides: { database } });
  const { id } = await createSeeder(database.query).seedPost({ title: 'One', locale: 'de' });
  await fetch(`${server.origin}/api/blog/posts/${id}/views`, { method: 'POST', headers: reader });
  const path = `/admin/figures/${id}?days=7`;
  for (const role of ['owner', 'editor'] as const) {
    const { status, post } = await openPage(server, role, `${path}&language=one`);
    expect(status).toBe(200);
    expect(post).toMatchObject({ range: 7, isSingle: true, figures: { title: 'One', locale: 'de' } });
    expect(post.figures.languages[0]?.days.map(({ views }) => views)).toEqual([0, 0, 0, 0, 0, 0, 1]);
  }
  expect((await openPage(server, 'author', path)).status).toBe(403);
  for (const unknown of [id.replace(/^./, (letter) => (letter === 'a' ? 'b' : 'a')), 'no-id', '%00'])
    expect((await openPage(server, 'owner', `/admin/figures/${unknown}`)).status).toBe(404);
});

test('owners are warned on every page while Threads seems to be changing', async () => {
  await using server = await startAdminPages();
  const { figures } = server.services;
  expect((await openPage(server, 'owner', '/admin/tags')).layout.isThreadsChanging).toBe(false);
  for (let count = 0; count < 6; count += 1) figures.recordExtraction('upstream.changed', true);
  await figures.maintain();
  expect((await openPage(server, 'owner', '/admin/tags')).layout.isThreadsChanging).toBe(true);
  expect((await openPage(server, 'editor', '/admin/tags')).layout.isThreadsChanging).toBe(false);
});
