import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';
import { type AdminTestServer, createSaveRequest } from '#test/support/start-admin-server.ts';
import type { RunState } from '#translation/contract.ts';

let harness: RunTestServer;
let server: AdminTestServer;
beforeAll(async () => {
  harness = await startRunTestServer(await emptyDatabase());
  server = harness.adminServer;
});
afterAll(() => harness?.[Symbol.asyncDispose]());

type Role = 'owner' | 'editor' | 'author';

const missing = { id: '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d', version: 1 };

async function create(fields: object = {}, role: Role = 'editor', more: object = {}): Promise<EditorPost> {
  const body = createSaveRequest(
    { content: '<p>We took pictures of it.</p>', ...fields },
    { locale: 'en', ...more },
  );
  const created = await server.request(role, 'POST /posts', { body });
  expect(created.status).toBe(201);
  return created.body;
}
const read = async (id: string): Promise<EditorPost> =>
  (await server.request('owner', `GET /posts/${id}`)).body;
const toTarget = ({ id, version }: { id: string; version: number }) => ({ id, version });

async function change(role: Role, posts: { id: string; version: number }[], request: object) {
  const body = { posts: posts.map(toTarget), ...request };
  const response = await server.request(role, 'POST /posts/bulk', { body });
  expect(response.status).toBe(200);
  return response.body.results as {
    id: string;
    success: boolean;
    changed?: boolean;
    code?: string;
    error?: string;
  }[];
}

describe('a bulk action', () => {
  test('changes every post it can and says of each other one why not', async () => {
    const draft = await create();
    const published = await create({ status: 'published' });
    const stale = await create();
    const results = await change('editor', [draft, missing, published, { ...stale, version: 9 }], {
      action: 'publish',
    });
    expect(results).toEqual([
      { id: draft.id, success: true, changed: true },
      { id: missing.id, success: false, code: 'post.missing', error: expect.stringMatching(/./) },
      { id: published.id, success: true, changed: false },
      { id: stale.id, success: false, code: 'post.conflict', error: expect.stringMatching(/./) },
    ]);
    expect(await read(draft.id)).toMatchObject({ status: 'published', published_at: expect.any(String) });
    expect(await read(published.id)).toMatchObject({ version: published.version });
    expect((await read(stale.id)).status).toBe('draft');
    const archived = await change('editor', [published], { action: 'archive' });
    expect(archived).toEqual([{ id: published.id, success: true, changed: true }]);
    expect((await read(published.id)).status).toBe('archived');
  });

  test('an unexpected failure of one post does not stop the others', async () => {
    const [first, second] = [await create(), await create()];
    const { editor } = server.services;
    const { setStatus } = editor;
    editor.setStatus = async (id, ...rest) => {
      if (id === first.id) throw new Error('broken');
      return setStatus(id, ...rest);
    };
    try {
      const results = await change('editor', [first, second], { action: 'archive' });
      expect(results.map(({ success, code }) => code ?? success)).toEqual(['server.failed', true]);
    } finally {
      editor.setStatus = setStatus;
    }
  });

  test('checks the permission for each post', async () => {
    const mine = await create({}, 'author');
    const theirs = await create();
    const forbidden = { success: false, code: 'role.forbids' };
    const archive = await change('author', [theirs, mine], { action: 'archive' });
    expect(archive).toMatchObject([forbidden, { success: true }]);
    const draft = await create({}, 'author');
    for (const action of ['publish', 'translate', 'delete'])
      expect(await change('author', [draft], { action })).toMatchObject([forbidden]);
    expect(await change('editor', [theirs], { action: 'delete' })).toMatchObject([forbidden]);
    expect(await change('owner', [theirs, draft], { action: 'delete' })).toMatchObject([
      { success: true },
      { success: true },
    ]);
    expect((await server.request('owner', `GET /posts/${theirs.id}`)).status).toBe(404);
  });

  test('adds a tag to the selected posts and removes it', async () => {
    const created = await server.request('editor', 'POST /tags', { body: { names: { en: 'Kites' } } });
    const tag_id = created.body.id;
    const posts = [await create(), await create({ tag_ids: [tag_id] })];
    const added = await change('editor', posts, { action: 'add_tag', tag_id });
    expect(added.map(({ changed }) => changed)).toEqual([true, false]);
    const tagged = await Promise.all(posts.map(({ id }) => read(id)));
    expect(tagged.map(({ fields }) => fields.tag_ids)).toEqual([[tag_id], [tag_id]]);
    const removed = await change('editor', tagged, { action: 'remove_tag', tag_id });
    expect(removed.map(({ changed }) => changed)).toEqual([true, true]);
    expect((await read(posts[1]?.id ?? '')).fields.tag_ids).toEqual([]);
    const names = Array.from({ length: 50 }, (_, index) => ({ names: { en: `Tag ${index}` } }));
    const tag_ids = [];
    for (const body of names) tag_ids.push((await server.request('editor', 'POST /tags', { body })).body.id);
    const full = await change('editor', [await create({ tag_ids })], { action: 'add_tag', tag_id });
    expect(full).toMatchObject([{ success: false, code: 'fields.unfit' }]);
    const unknown = { posts: posts.map(toTarget), action: 'add_tag', tag_id: missing.id };
    const response = await server.request('editor', 'POST /posts/bulk', { body: unknown });
    expect([response.status, response.body.code]).toEqual([404, 'tag.missing']);
  });

  test.each([
    ['no posts', { action: 'archive', posts: [] }],
    ['a post twice', { action: 'archive', posts: [missing, missing] }],
    ['an unknown action', { action: 'rename', posts: [missing] }],
    ['a tag without an ID', { action: 'add_tag', posts: [missing] }],
    [
      'more than 100 posts',
      {
        action: 'archive',
        posts: Array.from({ length: 101 }, (_, index) => ({
          ...missing,
          id: missing.id.slice(0, -3) + String(index + 100),
        })),
      },
    ],
  ])('rejects a request with %s', async (_name, body) => {
    const response = await server.request('owner', 'POST /posts/bulk', { body });
    expect([response.status, response.body.code]).toEqual([400, 'fields.unfit']);
  });
});

describe('translating what is missing', () => {
  test('runs only the missing languages of each article, as drafts, whichever language was selected', async () => {
    const original = await create({ title: 'A garden in the morning' });
    const { article_id } = original;
    const german = await create({ title: 'Ein Garten' }, 'editor', { locale: 'de', article_id });
    const empty = await create({ title: '', content: '' });
    const results = await change('editor', [original, german, empty], { action: 'translate' });
    expect(results).toMatchObject([
      { success: true, changed: true },
      { success: true, changed: false },
      { success: false, code: 'run.empty', error: 'Please enter title and content first' },
    ]);
    const { id }: RunState = (await server.request('editor', `GET /posts/${original.id}/run`)).body;
    const run = await harness.ended(id);
    expect(run).toMatchObject({ choice: 'drafts', status: 'done', post_id: original.id });
    expect(run.steps.map(({ locale }) => locale)).toEqual([
      'en',
      'es',
      'pt',
      'fr',
      'it',
      'zh',
      'vi',
      'id',
      'th',
    ]);
    const { languages, status } = await read(original.id);
    expect(status).toBe('draft');
    expect(languages.map((language) => language.status)).toEqual(Array(10).fill('draft'));
    expect((await read(german.id)).fields.title).toBe('Ein Garten');

    const spanish = languages.find(({ locale }) => locale === 'es');
    const again = await change('editor', [{ id: spanish?.id ?? '', version: 1 }], { action: 'translate' });
    expect(again).toMatchObject([{ success: true, changed: false }]);
    await change('owner', [{ id: spanish?.id ?? '', version: 1 }], { action: 'delete' });
    const french = languages.find(({ locale }) => locale === 'fr');
    const fromFrench = await change('editor', [{ id: french?.id ?? '', version: 1 }], {
      action: 'translate',
    });
    expect(fromFrench).toMatchObject([{ success: true, changed: true }]);
    const latest: RunState = (await server.request('editor', `GET /posts/${original.id}/run`)).body;
    expect(latest.steps.map(({ locale }) => locale)).toEqual(['en', 'es']);
    await harness.ended(latest.id);
  });
});
