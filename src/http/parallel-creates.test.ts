import { expect, test } from 'vitest';
import { deskSave, startDeskEdge } from '#test/support/start-desk-edge.ts';

test('fifty creates with one key make one post, of a hundred that ask for one slug one gets it', async () => {
  await using edge = await startDeskEdge();
  const headers = { 'idempotency-key': 'a-click-that-was-sent-again' };
  const body = deskSave({ title: 'Once' }, { locale: 'en' });
  const same = await Promise.all(
    Array.from({ length: 50 }, () => edge.ask('owner', 'POST /posts', { body, headers })),
  );
  expect(new Set(same.map((answer) => answer.body.id)).size).toBe(1);
  expect((await edge.ask('owner', 'GET /posts?locale=en')).body.totalPosts).toBe(1);

  const wanted = deskSave({ title: 'Wanted', slug: 'wanted', status: 'published' }, { locale: 'de' });
  const many = await Promise.all(
    Array.from({ length: 100 }, () => edge.ask('owner', 'POST /posts', { body: wanted })),
  );
  const outcomes = many.map((answer) => `${answer.status} ${answer.body.code ?? ''}`.trim());
  expect(outcomes.filter((one) => one === '201')).toHaveLength(1);
  expect(outcomes.filter((one) => one === '409 slug.taken')).toHaveLength(99);
}, 60_000);
