import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ExtractResponse } from '#extraction/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { requestExtraction } from '#test/support/request-extraction.ts';
import { filledDataDir, startApp } from '#test/support/start-app.ts';
import { isStress, stressRuns } from '#test/support/stress.ts';

const times = stressRuns(8, 1_000);
const secret = 'a secret of thirty-two bytes or more for marks';
const metricsToken = 'metrics-token-0123456789';
const marker = 'zqmark';
/** From a documentation network, so no other address can match. */
const toIpAddress = (at: number) => `198.51.${100 + Math.floor(at / 250)}.${1 + (at % 250)}`;
const toCode = (at: number) => `DZqmark${String(at).padStart(4, '0')}`;

/** Digests that a careless program might store, also salted with a secret that an attacker knows. */
function listDigests(text: string): string[] {
  const digests = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((kind) => [
    createHash(kind).update(text).digest(),
    createHmac(kind, secret).update(text).digest(),
    createHash(kind)
      .update(secret + text)
      .digest(),
    createHash(kind)
      .update(text + secret)
      .digest(),
  ]);
  // A truncated digest would still identify a client, so eight bytes must not match either.
  return digests.flatMap((digest) => [
    digest.toString('hex').slice(0, 16),
    digest.toString('base64').slice(0, 11),
    digest.toString('base64url').slice(0, 11),
    digest.subarray(0, 8).toString('latin1'),
  ]);
}

function readFiles(folder: string): { name: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
      return {
        name: relative(folder, path),
        text: (isGzip ? gunzipSync(bytes) : bytes).toString('latin1'),
      };
    });
}

test('no marker of an extraction or download, nor its digest, is left anywhere', {
  timeout: 600_000,
}, async () => {
  const temp = mkdtempSync(join(tmpdir(), 'unspool-trace-'));
  await using threads = await startFakeThreads();
  await using app = await startApp({
    ...threads.environment,
    APP_SECRET: secret,
    METRICS_TOKEN: metricsToken,
    TMPDIR: temp,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const buildHeaders = (at: number) => ({
    'x-forwarded-for': toIpAddress(at),
    'user-agent': `${marker}-agent-${at}`,
    referer: `https://${marker}-${at}.example/`,
    cookie: `${marker}=${at}`,
  });
  const buildLink = (at: number) =>
    at % 2 === 0
      ? `https://www.threads.com/@${marker}/post/${toCode(at)}?xmt=${marker}${at}`
      : `look ${marker}${at} ${scenes.photo.link}?xmt=${marker}${at}#${marker}`;
  async function extract(at: number): Promise<ExtractResponse> {
    const response = await requestExtraction(app.origin, buildLink(at), buildHeaders(at));
    return (await response.json()) as ExtractResponse;
  }
  const tickets: string[] = [];
  let found = 0;
  for (let at = 0; at < times; at += 1) {
    const extraction = await extract(at);
    const [quality] = extraction.qualities;
    if (extraction.success) found += 1;
    if (!quality || tickets.length >= 40) continue;
    const path = new URL(quality.url, app.origin).pathname;
    tickets.push(path.split('/').at(-1) ?? path);
    const file = await fetch(app.origin + path, { headers: buildHeaders(at) });
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0);
    await fetch(`${app.origin}/${marker}${at}?${marker}`, { headers: buildHeaders(at) }).then((response) =>
      response.text(),
    );
  }
  // Searched often enough to be stored, if they were harmless.
  const searches = [
    ...[buildLink(0), toIpAddress(0), toCode(0), `@${marker}`, `${marker}@example.org`, `${marker}.example`],
    ...[tickets[0] ?? '', `+49 151 ${marker.length}234567`, `https://${marker}.example/a`],
  ];
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  for (const search of [...searches, 'harmless']) {
    const query = new URLSearchParams({ search: search.slice(0, 100) });
    for (let client = 0; client < 5; client += 1)
      for (const path of ['/blog', '/api/blog/posts']) {
        const response = await fetch(`${app.origin}${path}?${query}`, {
          headers: { ...browser, 'x-forwarded-for': toIpAddress(client) },
        });
        expect(response.status).toBe(200);
        await response.arrayBuffer();
      }
  }
  // Otherwise there would be nothing to leak.
  expect(found).toBe(times / 2);
  expect(tickets.length).toBe(Math.min(40, times / 2));
  const metrics = await fetch(`${app.origin}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const metricsText = await metrics.text();
  expect(metricsText).toContain('unspool_extractions_total');
  expect(await app.stop()).toBe(0);

  const digests = (isStress ? [0, 1, times - 1] : [0]).flatMap((at) => [
    ...listDigests(toIpAddress(at)),
    ...listDigests(buildLink(at)),
    ...listDigests(toCode(at)),
    ...listDigests(`${marker}-agent-${at}`),
  ]);
  const plain = [
    marker,
    'Zqmark',
    scenes.photo.code,
    toIpAddress(0).slice(0, 7),
    ...tickets.slice(0, 3),
    threads.mediaHost,
  ];
  // Skip files that equal those of a fresh database; searching them would take most of the time.
  const firstTexts = new Map(
    readFiles(await filledDataDir('none')).map(({ name, text }) => [name, text] as const),
  );
  const sources = [
    ...readFiles(app.dataDir).filter(({ name, text }) => firstTexts.get(name) !== text),
    ...readFiles(temp).map(({ name, text }) => ({ name: `temp/${name}`, text })),
    { name: 'log', text: app.output.join('\n') },
    { name: 'metrics', text: metricsText },
  ];
  expect(sources.some(({ name }) => name.startsWith('database/'))).toBe(true);
  // What is counted was stored too.
  const rows = sources.filter(({ name }) => name.startsWith('database/snapshots/'));
  for (const counted of ['harmless', '"name":"ok"', '"kind":"download"'])
    expect(rows.some(({ text }) => text.includes(counted) || text.includes(counted.replace(':', ': ')))).toBe(
      true,
    );
  const leaks = sources.flatMap(({ name, text }) =>
    [...plain, ...digests].filter((needle) => text.includes(needle)).map((needle) => `${name}: ${needle}`),
  );
  expect(leaks).toEqual([]);
  rmSync(temp, { recursive: true, force: true });
});
