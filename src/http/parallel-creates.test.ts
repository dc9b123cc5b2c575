import { expect, test } from 'vitest';
import { createSaveRequest, startAdminTestServer } from '#test/support/start-admin-server.ts';

test('concurrent creates with one key make one post, and only one create gets a slug', async () => {
  await using server = await startAdminTestServer();
  const headers = { 'idempotency-key': 'a-click-that-was-sent-again' };
  const body = createSaveRequest({ title: 'Once' }, { locale: 'en' });
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => server.request('owner', 'POST /posts', { body, headers })),
  );
  expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
  expect((await server.request('owner', 'GET /posts?locale=en')).body.totalPosts).toBe(1);

  const contendedPost = createSaveRequest(
    { title: 'Wanted', slug: 'wanted', status: 'published' },
    { locale: 'de' },
  );
  const many = await Promise.all(
    Array.from({ length: 100 }, () => server.request('owner', 'POST /posts', { body: contendedPost })),
  );
  const outcomes = many.map((response) => `${response.status} ${response.body.code ?? ''}`.trim());
  expect(outcomes.filter((outcome) => outcome === '201')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === '409 slug.taken')).toHaveLength(99);
}, 60_000);
