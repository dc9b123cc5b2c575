import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { categorySchema, postSchema, postSummarySchema, tagSchema } from '#blog/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startBlogTestServer, startTestServer } from '#test/support/start-server.ts';
import { startThreadsTestServer } from '../../fixtures/threads-test-server.ts';
import { downloadResponseSchema, extractResponseSchema } from '../extract-schema.ts';
import { type OpenApiDocument, referencePageStyle } from './reference-page.ts';

const calls = [
  'GET /api/blog/posts',
  'GET /api/blog/categories',
  'GET /api/blog/tags',
  'GET /api/blog/posts/{slug}',
  'POST /api/blog/posts/{id}/views',
  'GET /api/blog/posts/{id}/views.gif',
  'POST /functions/v1/extract-threads-media',
  'GET /media/{ticket}',
  'GET /media/zip/{ticket}',
];
const environment = { PUBLIC_ORIGIN: 'https://unspool.example' };

async function readDocument() {
  await using server = await startTestServer({ environment });
  const response = await fetch(`${server.origin}/openapi.json`);
  return { response, document: (await response.json()) as OpenApiDocument };
}

async function readPage() {
  await using server = await startTestServer({ environment });
  const response = await fetch(`${server.origin}/api`);
  return { response, html: await response.text() };
}

test('the document lists every operation and the server URL, and any site may read it', async () => {
  const { response, document } = await readDocument();
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('etag')).toMatch(/^"[\w-]+"$/);
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://unspool.example' }] });
  const named = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(named).toEqual(calls);
});

test('every $ref resolves, and every path segment in braces is a required parameter', async () => {
  const { document } = await readDocument();
  const text = JSON.stringify(document);
  const names = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    expect(name).toMatch(/^#\/components\/schemas\/\w+$/);
    expect(document.components?.schemas, name).toHaveProperty(name.split('/').at(-1) ?? '');
  }
  for (const [path, item] of Object.entries(document.paths)) {
    for (const { parameters = [], responses = {} } of Object.values(item) as {
      parameters?: { name: string; in: string; required?: boolean }[];
      responses?: object;
    }[]) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(inPath.every(({ required }) => required)).toBe(true);
      expect(Object.keys(responses)).toContain('200');
    }
  }
});

test('the document has the bounds and defaults of the list parameters', async () => {
  const { document } = await readDocument();
  const { parameters = [] } = document.paths['/api/blog/posts']?.get ?? {};
  expect(parameters).toContainEqual({
    in: 'query',
    name: 'pageSize',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  });
  expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
});

test('blog responses match their documented schemas without extra fields', async () => {
  await using server = await startBlogTestServer();
  await server.seedPost({
    slug: 'x',
    category: 'guides',
    tags: ['video'],
    cover: { width: 1600, height: 900 },
  });
  const getJson = async (path: string) => (await server.request(`/api/blog/${path}`)).json();
  const category = z.strictObject(categorySchema.shape);
  const tag = z.strictObject(tagSchema.shape);
  const nested = { category, tags: z.array(tag) };
  const post = z.strictObject({ ...postSchema.shape, ...nested });
  const summary = z.strictObject({ ...postSummarySchema.shape, ...nested });
  const list = (posts: z.ZodType) => z.strictObject({ posts: z.array(posts).length(1), totalPosts: z.int() });
  for (const [path, schema] of [
    ['posts', list(post)],
    ['posts?fields=summary', list(summary)],
    ['posts/x', post],
    ['categories', z.array(category).length(1)],
    ['tags', z.array(tag).length(1)],
  ] as const) {
    expect(schema.safeParse(await getJson(path)).error, path).toBe(undefined);
  }
});

test('function responses match their documented schemas without extra fields', async () => {
  await using server = await startThreadsTestServer();
  for (const { link } of [scenes.video, scenes.carouselMixed, scenes.linkPreview, { link: 'nothing' }]) {
    expect(extractResponseSchema.safeParse(await server.extract(link)).error, link).toBe(undefined);
  }
  const { qualities } = await server.extract(scenes.photo.link);
  for (const downloadUrl of [qualities[0]?.url ?? '', '/media/x']) {
    const result = await (await server.call({ downloadUrl, filename: 'x' })).json();
    expect(downloadResponseSchema.safeParse(result).error).toBe(undefined);
  }
});

test('every operation accepts an optional key, and the page shows how to send it', async () => {
  const { document } = await readDocument();
  expect(document.security).toEqual([{}, { apiKey: [] }]);
  expect(document.components?.securitySchemes).toMatchObject({ apiKey: { type: 'http', scheme: 'bearer' } });
  for (const item of Object.values(document.paths)) {
    for (const call of Object.values(item)) expect(call).not.toHaveProperty('security');
  }
  const { html } = await readPage();
  const [, keys = ''] = /<h2 id="keys">([\s\S]*?)<\/section>/.exec(html) ?? [];
  expect(keys).toContain('<code>Authorization: Bearer unspool_');
  for (const header of ['Retry-After', 'RateLimit', 'RateLimit-Policy']) expect(keys).toContain(header);
});

test('retryable errors match the documented schema and headers', async () => {
  const { document } = await readDocument();
  const { responses = {} } = document.paths['/functions/v1/extract-threads-media']?.post ?? {};
  const retryableBody = z.strictObject({
    success: z.literal(false),
    code: z.string(),
    error: z.string(),
    retryAfter: z.int(),
  });
  expect(document.components?.schemas?.RetryableError).toMatchObject({
    required: Object.keys(retryableBody.shape),
  });
  const overrides = { now: () => 1_763_715_600_000 };
  await using server = await startThreadsTestServer({ overrides, environment: { LIMITS_SCALE: '1' } });
  await using busy = await startThreadsTestServer({ overrides, app: { isOverloaded: () => true } });
  const body = { url: scenes.photo.link };
  for (let posts = 0; posts < 20; posts += 1) expect((await server.call(body)).status).toBe(200);
  for (const [{ call }, status] of [
    [server, '429'],
    [busy, '503'],
  ] as const) {
    const response = await call(body);
    expect(String(response.status)).toBe(status);
    expect(retryableBody.safeParse(await response.json()).error).toBe(undefined);
    const described = responses[status] as { headers: object };
    expect(Object.keys(described.headers).filter((name) => !response.headers.has(name))).toEqual([]);
  }
});

test('every status and parameter of the media URLs is documented', async () => {
  const { document } = await readDocument();
  await using server = await startThreadsTestServer();
  const { qualities, zipUrl = '' } = await server.extract(scenes.carouselMixed.link);
  const file = qualities[0]?.url ?? '';
  for (const [path, mediaUrl, range, status] of [
    ['/media/{ticket}', file, null, 200],
    ['/media/{ticket}', file, 'bytes=0-9', 206],
    ['/media/{ticket}', file, 'bytes=999999999-', 416],
    ['/media/{ticket}', `${file}?as=gif&name=x`, null, 404],
    ['/media/{ticket}', '/media/nothing', null, 404],
    ['/media/zip/{ticket}', `${zipUrl}?items=1,3`, null, 200],
    ['/media/zip/{ticket}', `${zipUrl}?item=1&item=3&name={code}`, 'bytes=0-9', 206],
    ['/media/zip/{ticket}', `${zipUrl}?items=99`, null, 400],
  ] as const) {
    const url = new URL(mediaUrl, server.origin);
    const response = await fetch(url, { headers: range === null ? {} : { range } });
    await response.arrayBuffer();
    expect(response.status, mediaUrl).toBe(status);
    const { parameters = [], responses } = document.paths[path]?.get ?? {};
    expect(Object.keys(responses ?? {})).toContain(String(status));
    const known = parameters.map((parameter) => ('name' in parameter ? parameter.name : ''));
    expect(known).toEqual(expect.arrayContaining([...url.searchParams.keys()]));
  }
});

test('the page shows a runnable example for every operation and has no scripts', async () => {
  const { response, html } = await readPage();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(html).toContain('<html lang="en">');
  const headings = [...html.matchAll(/<h2 id="[\w-]+"><b>(\w+)<\/b> (.*?)<\/h2>/g)];
  expect(headings.map(([, method, path]) => `${method} ${path?.replaceAll('<wbr>', '')}`)).toEqual(calls);
  for (const section of html.split('<section>').filter((part) => part.includes('<h3>Responses</h3>')))
    expect(section).toMatch(/<h3>Example: curl<\/h3>\n<pre><code>curl [^<]*https:\/\/unspool\.example\//);
  expect(html).toMatch(/Example: curl, with a key[^>]*>\n<pre><code>curl [^<]*Bearer \$UNSPOOL_KEY/);
  expect(html).toMatch(/Example: PowerShell[\s\S]*?Invoke-RestMethod [^<]*https:\/\/unspool\.example\//);
  expect(html).not.toMatch(/<script|\son\w+=|style=/);
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id);
});

test('the page is valid HTML', async () => {
  const { html } = await readPage();
  const rules = { root: true, extends: ['html-validate:recommended', 'html-validate:a11y'] };
  const { results } = await new HtmlValidate(new StaticConfigLoader(rules)).validateString(html);
  const errors = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
  );
  expect(errors).toEqual([]);
});

test('the content security policy allows only the inline style and images of the site', async () => {
  const { response, html } = await readPage();
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(response.headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});

test('the page uses the colors of the site in light and dark mode', () => {
  const site = readFileSync('src/web/styles.css', 'utf8');
  const [light = [], dark = []] = referencePageStyle
    .split('prefers-color-scheme')
    .map((css) => [...css.matchAll(/--(\w+):(?:var\(--accent-\w+,)?(#[0-9a-f]{6})/g)]);
  expect(light.length).toBeGreaterThan(5);
  const toValue = (name: string, theme: string, color = '') =>
    name === 'accent' ? `var(--accent-${theme}, ${color})` : color;
  for (const [index, [, name = '', color]] of light.entries())
    expect(site).toContain(
      `--${name}: light-dark(${toValue(name, 'light', color)}, ${toValue(name, 'dark', dark[index]?.[2])});`,
    );
});
