// `npm run canary -- LINK…`: requests public posts from Threads as the server does (THREADS_ORIGIN,
// THREADS_PROFILES), and reports whether the extraction still works. Prints no link and no content of a post.
// Exit code: 0 works; 1 markup changed; 2 unknown; 3 only a fallback strategy works; 64 no link.

import type { ExtractionResult, StrategyAttempt } from '#threads/contract.ts';
import { readConfig } from '../src/app/config.ts';
import { createSafeFetch } from '../src/platform/fetch/safe-fetch.ts';
import { createThreadsReader } from '../src/threads/reader.ts';

const links = process.argv.slice(2);
if (links.length === 0) {
  console.error(
    'Usage, with links of public posts that have media: npm run canary -- https://www.threads.com/@name/post/CODE',
  );
  process.exit(64);
}
const config = readConfig(process.env);
if (!config.ok) {
  for (const { name, hint } of config.error) console.error(`${name}: ${hint}`);
  process.exit(78);
}
const { threads, upstreamLoopback } = config.value;
const pages = createSafeFetch({
  isAllowed: (url) => url.origin === threads.origin,
  loopbackOrigins: upstreamLoopback ? [threads.origin] : [],
});
const attempts: StrategyAttempt[] = [];
const reader = createThreadsReader({
  fetch: pages.fetch,
  origin: threads.origin,
  profiles: threads.profiles,
  now: Date.now,
  random: Math.random,
  onAttempt: (attempt) => attempts.push(attempt),
});

const exitCodes: number[] = [];
for (const [index, link] of links.entries()) {
  attempts.length = 0;
  const result = await reader.extract(link);
  for (const { strategy, profile, outcome, milliseconds } of attempts)
    console.log(`${index + 1}  ${strategy} ${profile ?? ''}: ${outcome}, ${Math.round(milliseconds)} ms`);
  const { code, text } = classify(result);
  console.log(`${index + 1}  ${text}`);
  exitCodes.push(code);
}
await pages.close();
// Worst first.
process.exit([1, 3, 2].find((code) => exitCodes.includes(code)) ?? 0);

function classify(result: ExtractionResult): { code: number; text: string } {
  if (!result.ok) {
    const { code } = result.error;
    if (code === 'upstream.changed') return { code: 1, text: 'Cannot parse the page (upstream.changed).' };
    return { code: 2, text: `No result: ${code}. Try another link, or try later.` };
  }
  const { strategy } = attempts.at(-1) ?? {};
  const kinds = result.value.items.map(({ type }) => type).join(', ');
  if (strategy !== 'page') return { code: 3, text: `Read by the fallback ${strategy} only: ${kinds}.` };
  if (result.value.incomplete) return { code: 3, text: `Read in part: ${kinds}.` };
  return { code: 0, text: `Read: ${kinds}.` };
}
