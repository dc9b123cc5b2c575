import { expect, test } from 'vitest';
import { emptyDatabase } from '#test/support/databases.ts';
import { isStress } from '#test/support/stress.ts';
import { emptyPostFields } from '#web/admin/editor/draft/post-fields.ts';
import { createSaveRequest, sendAsOwner, startAdminTestServer } from '../support/start-admin-server.ts';

/** Values as raw JSON, because JSON.stringify cannot produce some of them. */
const kinds = [
  ...['-1', '0.5', '2147483648', '1e999', 'null', '[[]]', '{"__proto__":{"x":1}}'],
  ...['"0000-01-01T00:00:00Z"', '"9999-12-31T23:59:59.999Z"', '"2026-02-30T00:00:00Z"'],
];
const moreKinds = [
  ...['0', '-0', '9007199254740993', '-1e999', 'true', '[]', '{}', '[null]', '[{}]', '["x"]', '{"en":1}'],
  ...[
    '{"length":1e9}',
    '"0001-01-01T00:00:00Z"',
    '"1000-01-01T00:00:00Z"',
    '"2026-01-01T24:00:00Z"',
    '"infinity"',
  ],
  '"00000000-0000-0000-0000-000000000000"',
];
const nobody = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';
const validBodies = (id: string): [method: string, path: string, body: Record<string, unknown>][] => [
  [
    ...(['POST', '/api/admin/posts'] as const),
    {
      mode: 'schedule',
      locale: 'en',
      article_id: nobody,
      scheduled_at: '2100-01-01T00:00:00Z',
      fields: { ...emptyPostFields, title: 'x' },
    },
  ],
  ['POST', '/api/admin/posts', { mode: 'schedule', locale: 'en', scheduled_at: '', fields: { title: 'x' } }],
  ['POST', `/api/admin/posts/${id}/status`, { status: 'draft' }],
  ['POST', `/api/admin/posts/${id}/translations/estimate`, { choice: 'all', locales: ['de'] }],
  ['POST', '/api/admin/runs/x/retry', { locale: 'de' }],
  [
    'POST',
    '/api/admin/categories',
    { names: { en: 'x', de: 'y' }, descriptions: { en: '' }, slug: '', color: '#123456' },
  ],
  ['POST', '/api/admin/tags', { names: { en: 'x' }, slug: '' }],
  [
    'PUT',
    '/api/admin/translation/styles/de',
    { address: 'formal', style: '', terms: [{ source: 'a', target: 'b' }] },
  ],
  ['POST', '/api/admin/pictures/fetch', { url: '' }],
  ['POST', '/api/accounts/sign-in', { email: 'x@example.org', password: 'x' }],
  ['POST', '/functions/v1/extract-threads-media', { url: '' }],
  ['POST', '/functions/v1/extract-threads-media', { downloadUrl: '', filename: '' }],
  ['POST', '/functions/v1/generate-content', { type: 'seo', locale: 'en', title: 'x', content: 'x' }],
];
const placeholder = '@@';
/** Yields the body with each value, and each nested value, replaced by the placeholder. */
function* withPlaceholder(body: Record<string, unknown>): Generator<string> {
  for (const [name, value] of Object.entries(body)) {
    yield JSON.stringify({ ...body, [name]: placeholder });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const inner of Object.keys(value))
      yield JSON.stringify({ ...body, [name]: { ...value, [inner]: placeholder } });
  }
}

/** Without stress mode, each placeholder gets one kind in turn. */
const kindsFor = (index: number) =>
  isStress ? [...kinds, ...moreKinds] : kinds.slice(index % kinds.length).slice(0, 1);

test('any kind of value in any field is accepted or rejected', {
  timeout: 600_000,
}, async () => {
  await using database = await emptyDatabase();
  await using server = await startAdminTestServer({ overrides: { database } });
  const created = (
    await server.request('owner', 'POST /posts', { body: createSaveRequest({}, { locale: 'en' }) })
  ).body;
  for (const [method, path, body] of validBodies(created.id)) {
    const bodies = [...withPlaceholder(body), `"${placeholder}"`].flatMap((open, index) =>
      kindsFor(index).map((kind) => open.replace(`"${placeholder}"`, kind)),
    );
    for (let first = 0; first < bodies.length; first += 20) {
      const some = bodies.slice(first, first + 20);
      const responses = await Promise.all(
        some.map((requestBody) => sendAsOwner(server, method, path, requestBody)),
      );
      for (const [index, { status }] of responses.entries())
        expect([path, some[index], status < 500 || status === 503]).toEqual([path, some[index], true]);
    }
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('any kind of value in a URL or header is accepted or rejected', {
  timeout: 600_000,
}, async () => {
  await using database = await emptyDatabase();
  await using server = await startAdminTestServer({ overrides: { database } });
  const { id } = (
    await server.request('owner', 'POST /posts', { body: createSaveRequest({}, { locale: 'en' }) })
  ).body;
  const odds = [
    ...[...kinds, ...moreKinds].map((kind) => encodeURIComponent(kind.replaceAll('"', ''))),
    ...['', '+1', '0x10', '1e3', 'NaN', '٣', '%00', '%ed%a0%80', '%', '9'.repeat(400)],
  ];
  for (const value of isStress ? odds : odds.filter((_, index) => index % 3 === 0)) {
    const paths = [
      ...['pictures?before=', 'posts?page=', 'posts?status=', 'posts?locale=', 'posts/', 'runs/'],
      ...[`posts/${id}/revisions/`, 'translation/'],
    ].map((path) => `/api/admin/${path}${value}`);
    const open = ['page=', 'pageSize=', 'locale=', 'category=', 'tag=', 'locale=en&search='];
    const allPaths = [
      ...paths,
      ...open.map((name) => `/api/blog/posts?${name}${value}`),
      ...[`/api/blog/posts/en/${value}`, `/files/${value}/480.webp`, `/files/${nobody}/${value}.webp`],
    ];
    const responses = allPaths.map(
      async (path) => [path, (await sendAsOwner(server, 'GET', path, null)).status] as const,
    );
    const headerValue = decodeURIComponent(value.replaceAll('%ed%a0%80', '').replace(/%$/, '')).replace(
      /[^ -~]/g,
      '',
    );
    const headers = {
      'if-match': `"${headerValue}"`,
      'idempotency-key': headerValue,
      'last-event-id': headerValue,
    };
    for (const [method, path, body] of validBodies(id).slice(1, 3))
      responses.push(
        sendAsOwner(server, method, path, JSON.stringify(body), headers).then(({ status }) => [
          value,
          status,
        ]),
      );
    for (const [path, status] of await Promise.all(responses))
      expect([path, status < 500]).toEqual([path, true]);
  }
});
