// `npm run canary -- [--explain] [--report] LINK…`: requests public posts from Threads as the server does (THREADS_ORIGIN,
// THREADS_PROFILES), and reports whether the extraction still works. Prints no link and no content of a post.
// With --explain: also reads each post with every strategy and compares its fields with the known ones.
// With --report: tells the running server on this machine whether Threads can be read, for the administration.
// Exit code: 0 works; 1 markup changed; 2 unknown; 3 only a fallback strategy works; 64 no link.

import { parseArgs } from 'node:util';
import type { ExtractionErrorCode, ExtractionResult, StrategyAttempt } from '#threads/contract.ts';
import { readConfig } from '../src/app/config.ts';
import { createSafeFetch } from '../src/platform/fetch/safe-fetch.ts';
import { explainPost } from '../src/threads/drift-report.ts';
import { findPostLink } from '../src/threads/post-links.ts';
import { createThreadsReader } from '../src/threads/reader.ts';
import { callRunningServer } from './call-server.ts';

const { values, positionals: links } = parseArgs({
  options: { explain: { type: 'boolean' }, report: { type: 'boolean' } },
  allowPositionals: true,
});
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
const options = {
  fetch: pages.fetch,
  origin: threads.origin,
  profiles: threads.profiles,
  now: Date.now,
  random: Math.random,
};
const reader = createThreadsReader({ ...options, onAttempt: (attempt) => attempts.push(attempt) });

const exitCodes: number[] = [];
const results: (ExtractionErrorCode | null)[] = [];
for (const [index, link] of links.entries()) {
  attempts.length = 0;
  const result = await reader.extract(link);
  for (const { strategy, profile, outcome, milliseconds } of attempts)
    console.log(`${index + 1}  ${strategy} ${profile ?? ''}: ${outcome}, ${Math.round(milliseconds)} ms`);
  const { code, text } = classify(result);
  console.log(`${index + 1}  ${text}`);
  exitCodes.push(code);
  results.push(result.ok ? null : result.error.code);
  const target = values.explain ? findPostLink(result.ok ? result.value.url : link) : null;
  if (values.explain && !(target?.ok && target.value.kind === 'post'))
    console.log(
      `${index + 1}  No explanation: this isn’t a link to a post. Use the link to the post itself.`,
    );
  if (target?.ok && target.value.kind === 'post')
    for (const line of await explainPost(options, target.value)) console.log(`${index + 1}  ${line}`);
}
await pages.close();
if (values.report) {
  // A change of Threads may affect some posts only. Otherwise, one post that was read is enough.
  const isChanged = results.includes('upstream.changed');
  const failure = results.find((code) => code?.startsWith('upstream.')) ?? results[0];
  const code = isChanged ? 'upstream.changed' : results.includes(null) ? null : failure;
  const sent = await callRunningServer(config.value, '/canary', { code });
  console.log(sent.ok ? 'Reported.' : `Not reported. ${sent.error}`);
}
// Worst first.
process.exit([1, 3, 2].find((code) => exitCodes.includes(code)) ?? 0);

function classify(result: ExtractionResult): { code: number; text: string } {
  if (!result.ok) {
    const { code } = result.error;
    if (code === 'upstream.changed') return { code: 1, text: 'Cannot parse the page (upstream.changed).' };
    return { code: 2, text: `No result: ${code}. Try another link, or try again later.` };
  }
  const { strategy } = attempts.at(-1) ?? {};
  const kinds = result.value.items.map(({ type }) => type).join(', ');
  if (strategy !== 'page') return { code: 3, text: `Read by the fallback ${strategy} only: ${kinds}.` };
  if (result.value.incomplete) return { code: 3, text: `Read in part: ${kinds}.` };
  return { code: 0, text: `Read: ${kinds}.` };
}
