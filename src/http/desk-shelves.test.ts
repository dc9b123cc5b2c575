import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeskEdge, deskSave, startDeskEdge } from '#test/support/start-desk-edge.ts';

let edge: DeskEdge;
beforeAll(async () => {
  edge = await startDeskEdge();
});
afterAll(() => edge?.[Symbol.asyncDispose]());

test('a category is kept over HTTP, and readers see each change at once', async () => {
  const readers = async () => {
    const answer = await fetch(`${edge.origin}/api/blog/categories?locale=de`);
    return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
  };
  const body = { names: { en: 'How it works', de: 'So geht es' }, color: '#336699' };
  const made = await edge.ask('editor', 'POST /categories', { body });
  expect([made.status, made.body]).toEqual([
    201,
    { ...body, id: expect.any(String), slug: 'how-it-works', descriptions: {}, articles: 0 },
  ]);
  expect(await readers()).toEqual(['So geht es']);

  const { id } = made.body;
  await edge.ask('editor', 'POST /posts', { body: deskSave({ category_id: id }, { locale: 'en' }) });
  const renamed = { ...body, slug: 'howto', names: { en: 'How to', de: 'Anleitungen' } };
  expect((await edge.ask('editor', `PUT /categories/${id}`, { body: renamed })).body.articles).toBe(1);
  expect(await readers()).toEqual(['Anleitungen']);
  const listed = await edge.ask('author', 'GET /categories');
  expect(listed.body).toMatchObject({ categories: [{ id, slug: 'howto', articles: 1 }] });

  expect((await edge.ask('editor', `DELETE /categories/${id}`)).body).toEqual({ success: true });
  expect(await readers()).toEqual([]);
  const { posts } = (await edge.ask('editor', 'GET /posts')).body;
  expect(posts).toMatchObject([{ title: 'A title', category_id: null }]);
});

test('tags are kept in the same way', async () => {
  const made = await edge.ask('owner', 'POST /tags', { body: { names: { en: 'Ünïque tag', th: 'แท็ก' } } });
  expect(made).toMatchObject({ status: 201, body: { slug: 'unique-tag', articles: 0 } });
  const twice = await edge.ask('owner', 'POST /tags', { body: { names: { en: 'x' }, slug: made.body.slug } });
  expect([twice.status, twice.body.code]).toEqual([409, 'slug.taken']);
  for (const call of ['PUT /tags/x', `PUT /tags/${made.body.id}0`, 'DELETE /tags/x']) {
    const gone = await edge.ask('owner', call, { body: { names: { en: 'x' } } });
    expect([gone.status, gone.body.code], call).toEqual([404, 'tag.missing']);
  }
  const wrong = await edge.ask('owner', 'POST /tags', {
    body: { names: { en: '', xx: 'y' }, color: '#336699' },
  });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'fields.unfit']);
  expect((await edge.ask('owner', 'GET /tags')).body.tags).toHaveLength(1);
});
