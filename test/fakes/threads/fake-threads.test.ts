import { expect, test } from 'vitest';
import { type SceneName, sceneNames, scenes, shareLinks } from './scenes.ts';
import { type FakeThreads, startFakeThreads } from './start-fake-threads.ts';

const browser = {
  'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Safari/537.36',
  accept: 'text/html,application/xhtml+xml',
  'accept-encoding': 'gzip, br',
};
const crawler = {
  ...browser,
  'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
};
const form = {
  'content-type': 'application/x-www-form-urlencoded',
  'x-fb-lsd': 'token',
  'x-ig-app-id': '238260118697367',
  'sec-fetch-site': 'same-origin',
};

function get(fake: FakeThreads, path: string, headers: Record<string, string> = browser): Promise<Response> {
  return fetch(fake.origin + path, { headers, redirect: 'manual' });
}
function getPath(name: SceneName): string {
  return new URL(scenes[name].link).pathname;
}
function post(
  fake: FakeThreads,
  path: string,
  fields: Record<string, string>,
  headers = {},
): Promise<Response> {
  const body = new URLSearchParams(fields).toString();
  return fetch(fake.origin + path, {
    method: 'POST',
    headers: { ...form, ...headers },
    body,
    redirect: 'manual',
  });
}

function jsonBlocks(html: string): unknown[] {
  return [...html.matchAll(/<script\b[^>]*type="application\/json"[^>]*>(.*?)<\/script>/gs)].map((match) =>
    JSON.parse(match[1] ?? ''),
  );
}

function findObjects(value: unknown, code: string): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const descendants = Object.values(value).flatMap((child) => findObjects(child, code));
  return 'code' in value && value.code === code
    ? [value as Record<string, unknown>, ...descendants]
    : descendants;
}

test('every scene has a unique 11-character code and an expected result', () => {
  const codes = sceneNames.map((name) => scenes[name].code);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(code).toMatch(/^D[A-Za-z0-9_-]{10}$/);
  for (const name of sceneNames) {
    const { expected } = scenes[name];
    expect('code' in expected || expected.items.length > 0).toBe(true);
  }
});

/** Errors whose page has the post nevertheless. */
const withoutMedia = [
  ...[
    'text',
    'formattedText',
    'longText',
    'longTextWithheld',
    'linkPreview',
    'threadWords',
    'threadWordsWithGap',
    'conflict',
  ],
  'ghost',
];

test('the page of every scene has valid JSON blocks with its own post', async () => {
  await using fake = await startFakeThreads();
  for (const name of sceneNames.filter((sceneName) => sceneName !== 'slow')) {
    const response = await get(fake, getPath(name));
    const html = await response.text();
    if (response.status !== 200) continue;
    const blocks = jsonBlocks(html);
    expect(blocks.length, name).toBeGreaterThan(20);
    const { expected, code } = scenes[name];
    const isOnPage = 'items' in expected && !name.startsWith('pageOnly') && name !== 'emptyThenPage';
    if (isOnPage) expect(findObjects(blocks, code).length, name).toBeGreaterThan(0);
    else if (!withoutMedia.includes(name)) {
      expect(findObjects(blocks, code), name).toEqual([]);
    }
  }
});

test('a page has the size and number of blocks of a real one, including posts by others', async () => {
  await using fake = await startFakeThreads();
  const html = await (await get(fake, getPath('photo'))).text();
  expect(html.length).toBeGreaterThan(800_000);
  expect(html.length).toBeLessThan(950_000);
  const blocks = jsonBlocks(html);
  expect(blocks.length).toBeGreaterThanOrEqual(50);
  expect(html.match(/"media_type":2\b/g)?.length ?? 0).toBeGreaterThan(3);
  expect(html).toContain('RelayPrefetchedStreamCache');
  expect(html).toContain('"LSD",[],{"token":"');
  expect(html).toContain('expectedPreloaders');
  expect(html).toContain('content="https://www.threads.com/&#064;mira.demo/post/DemoPhoto01"');
});

test('an empty page has tokens but no post, and clients without browser headers get one too', async () => {
  await using fake = await startFakeThreads();
  for (const html of [
    await (await get(fake, getPath('emptyPage'))).text(),
    await (await get(fake, getPath('photo'), { 'user-agent': 'curl/8' })).text(),
  ]) {
    expect(html.length).toBeGreaterThan(200_000);
    expect(html.length).toBeLessThan(350_000);
    expect(html).toContain('"LSD",[],{"token":"');
    expect(html).not.toContain('thread_items');
  }
});

test('client hints that contradict the user agent get an empty page', async () => {
  await using fake = await startFakeThreads();
  const headers = {
    ...browser,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  };
  const contradicting = await get(fake, getPath('photo'), { ...headers, 'sec-ch-ua': '"Chromium";v="139"' });
  expect(await contradicting.text()).not.toContain('thread_items');
  const coherent = await get(fake, getPath('photo'), { ...headers, 'sec-ch-ua': '"Chromium";v="140"' });
  expect(await coherent.text()).toContain('thread_items');
});

test('short URLs and wrong user names redirect to the post', async () => {
  await using fake = await startFakeThreads();
  for (const path of ['/t/DemoPhoto01', '/@_/post/DemoPhoto01']) {
    expect((await get(fake, path)).headers.get('location')).toBe(fake.origin + getPath('photo'));
  }
  expect((await get(fake, '/post/DemoPhoto01')).status).toBe(200);
  expect((await get(fake, '/%40mira.demo/post/DemoPhoto01')).status).toBe(200);
});

test('share tokens redirect browsers to the post and return the page to crawlers', async () => {
  await using fake = await startFakeThreads();
  const path = new URL(shareLinks.photo).pathname;
  const hop = await get(fake, path);
  expect(hop.headers.get('location')).toMatch(
    new RegExp(`^${fake.origin}${getPath('photo')}\\?xmt=.*&slof=1$`),
  );
  const page = await get(fake, path, crawler);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(
    '<meta property="og:url" content="https://www.threads.com/&#064;mira.demo',
  );
  expect((await get(fake, '/share/unknown/')).headers.get('location')).toContain('invalid_post');
});

test('an unknown code redirects browsers and returns posts by others to crawlers', async () => {
  await using fake = await startFakeThreads();
  expect((await get(fake, '/@x/post/DemoUnknown')).headers.get('location')).toContain('invalid_post');
  const page = await (await get(fake, '/@x/post/DemoUnknown', crawler)).text();
  expect(page).toContain('<meta property="og:url" content="https://www.threads.com/" />');
  expect(page).toContain('thread_items');
  expect(findObjects(jsonBlocks(page), 'DemoUnknown')).toEqual([]);
});

test('a form with a wrong token, app id or fetch metadata is rejected', async () => {
  await using fake = await startFakeThreads();
  const fields = { lsd: 'token', doc_id: '25460088156920903', variables: '{"postID":"1"}' };
  const responses = [
    await post(fake, '/api/graphql', fields, { 'x-fb-lsd': 'other' }),
    await post(fake, '/api/graphql', fields, { 'x-ig-app-id': '1' }),
    await post(fake, '/api/graphql', fields, { 'sec-fetch-site': 'cross-site' }),
    await post(fake, '/graphql/query', fields),
  ];
  for (const response of responses) expect(await response.text()).toContain('"error":1357055');
  const accepted = await post(fake, '/api/graphql', fields);
  expect(await accepted.json()).toMatchObject({ data: null, errors: [{ message: 'execution error' }] });
});

test('the route definition corrects a wrong user name', async () => {
  await using fake = await startFakeThreads();
  const fields = { lsd: 'token', route_url: '/@_/post/DemoAlbum20', routing_namespace: 'barcelona_web' };
  const text = await (await post(fake, '/ajax/route-definition/', fields)).text();
  const [redirect] = text.split('for (;;);').slice(1);
  expect(JSON.parse(redirect ?? '').payload.result.redirect_result.url).toBe(getPath('carouselMixed'));
});

test('the embed shows parents first and escapes its URLs', async () => {
  await using fake = await startFakeThreads();
  const html = await (await get(fake, `${getPath('replyToStranger')}/embed`)).text();
  expect(html.indexOf('BodyContainerParent')).toBeGreaterThan(0);
  expect(html.indexOf('BodyContainerParent')).toBeLessThan(html.indexOf('OuterContainerFull'));
  expect(html).toMatch(/src="http:\/\/127[^"]+&amp;oh=00_Af/);
  expect(await (await get(fake, `${getPath('gone')}/embed`)).text()).toContain('Thread not available');
});
