import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ExtractAnswer } from '#media/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { filledDataDir, startApp } from '#test/support/start-app.ts';
import { isStress, stressRuns } from '#test/support/stress.ts';

const times = stressRuns(20, 1_000);
const secret = 'a secret of thirty-two bytes or more for marks';
const metricsToken = 'metrics-token-0123456789';
const mark = 'zqmark';
/** Of a network for documentation: nothing else here has such addresses. */
const addressOf = (at: number) => `198.51.${100 + Math.floor(at / 250)}.${1 + (at % 250)}`;
const codeOf = (at: number) => `DZqmark${String(at).padStart(4, '0')}`;

/** A text as a careless program might keep it: plain, and as digests with salts that an attacker would know. */
function spellings(text: string): string[] {
  const made = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((kind) => [
    createHash(kind).update(text).digest(),
    createHmac(kind, secret).update(text).digest(),
    createHash(kind)
      .update(secret + text)
      .digest(),
    createHash(kind)
      .update(text + secret)
      .digest(),
  ]);
  // Kept in part they would still tell who it was: eight bytes are enough to look for.
  return made.flatMap((digest) => [
    digest.toString('hex').slice(0, 16),
    digest.toString('base64').slice(0, 11),
    digest.toString('base64url').slice(0, 11),
    digest.subarray(0, 8).toString('latin1'),
  ]);
}

function bytesBelow(folder: string): { name: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
      return {
        name: relative(folder, path),
        text: (isPacked ? gunzipSync(bytes) : bytes).toString('latin1'),
      };
    });
}

test('of extractions and files with marks, no mark and no digest of one is left anywhere', {
  timeout: 600_000,
}, async () => {
  const temp = mkdtempSync(join(tmpdir(), 'unspool-trace-'));
  await using threads = await startFakeThreads();
  await using app = await startApp({
    ...threads.environment,
    ...{
      APP_SECRET: secret,
      METRICS_TOKEN: metricsToken,
      TMPDIR: temp,
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  const headersOf = (at: number) => ({
    'x-forwarded-for': addressOf(at),
    'user-agent': `${mark}-agent-${at}`,
    referer: `https://${mark}-${at}.example/`,
    cookie: `${mark}=${at}`,
  });
  const linkOf = (at: number) =>
    at % 2 === 0
      ? `https://www.threads.com/@${mark}/post/${codeOf(at)}?xmt=${mark}${at}`
      : `look ${mark}${at} ${scenes.photo.link}?xmt=${mark}${at}#${mark}`;
  async function extract(at: number): Promise<ExtractAnswer> {
    const answer = await fetch(`${app.origin}/functions/v1/extract-threads-media`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersOf(at) },
      body: JSON.stringify({ url: linkOf(at) }),
    });
    return (await answer.json()) as ExtractAnswer;
  }
  const tickets: string[] = [];
  let found = 0;
  for (let at = 0; at < times; at += 1) {
    const answer = await extract(at);
    const [quality] = answer.qualities;
    if (answer.success) found += 1;
    if (!quality || tickets.length >= 40) continue;
    const path = new URL(quality.url, app.origin).pathname;
    tickets.push(path.split('/').at(-1) ?? path);
    const file = await fetch(app.origin + path, { headers: headersOf(at) });
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0);
    await fetch(`${app.origin}/${mark}${at}?${mark}`, { headers: headersOf(at) }).then((gone) => gone.text());
  }
  // Otherwise nothing would have had to be forgotten.
  expect(found).toBe(times / 2);
  expect(tickets.length).toBe(Math.min(40, times / 2));
  const metrics = await fetch(`${app.origin}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const told = await metrics.text();
  expect(told).toContain('unspool_extractions_total');
  expect(await app.stop()).toBe(0);

  const digests = (isStress ? [0, 1, times - 1] : [0]).flatMap((at) => [
    ...spellings(addressOf(at)),
    ...spellings(linkOf(at)),
    ...spellings(codeOf(at)),
    ...spellings(`${mark}-agent-${at}`),
  ]);
  const plain = [
    mark,
    'Zqmark',
    scenes.photo.code,
    addressOf(0).slice(0, 7),
    ...tickets.slice(0, 3),
    threads.mediaHost,
  ];
  // The database's own files, as they are before anybody visits, take most of the time to look through.
  const firstTexts = new Map(
    bytesBelow(await filledDataDir('none')).map(({ name, text }) => [name, text] as const),
  );
  const places = [
    ...bytesBelow(app.dataDir).filter(({ name, text }) => firstTexts.get(name) !== text),
    ...bytesBelow(temp).map(({ name, text }) => ({ name: `temp/${name}`, text })),
    { name: 'log', text: app.output.join('\n') },
    { name: 'metrics', text: told },
  ];
  expect(places.some(({ name }) => name.startsWith('database/'))).toBe(true);
  const left = places.flatMap(({ name, text }) =>
    [...plain, ...digests].filter((needle) => text.includes(needle)).map((needle) => `${name}: ${needle}`),
  );
  expect(left).toEqual([]);
  rmSync(temp, { recursive: true, force: true });
});
