/** Visitors who come at a rate, whatever becomes of those before them; in a process of its own, for held-rate.ts. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './figures.ts';

export interface Hold {
  url: string;
  /** Of the page: a shorter one is a fault. */
  bytes: number;
  perSecond: number;
  seconds: number;
  /** Asked beside it, ten times a second; has to answer 200. */
  liveUrl?: string;
}

export interface Held {
  askedPerSecond: number;
  servedPerSecond: number;
  /** 503 or 429 that say when to come again. */
  refused: number;
  /** Everything else, and how often. */
  faults: Record<string, number>;
  /** Of served pages, in milliseconds. */
  p50: number;
  p99: number;
  /** For each second: only pages, 99 of 100 within `calmMs`. */
  calm: boolean[];
  lives: number;
  /** Askings of `liveUrl` that were not answered 200. */
  silences: number;
}

export const calmMs = 250;
const patienceMs = 10_000;

interface Answer {
  second: number;
  ms: number;
  what: string;
}

function ask(url: string, agent: Agent, judge: (answer: IncomingMessage, bytes: number) => string) {
  return new Promise<string>((resolve) => {
    const sent = request(url, { agent, timeout: patienceMs }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('close', () => resolve(judge(answer, bytes)));
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });
}

function judgePage({ statusCode = 0, headers }: IncomingMessage, bytes: number, expected: number): string {
  if (statusCode === 200) return bytes === expected ? 'served' : 'a page came short';
  const isRefusal = (statusCode === 503 || statusCode === 429) && Number(headers['retry-after']) > 0;
  return isRefusal ? 'refused' : `status ${statusCode}`;
}

async function hold({ url, bytes, perSecond, seconds, liveUrl }: Hold): Promise<Held> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const answers: Answer[] = [];
  const visits: Promise<void>[] = [];
  const lives: Promise<string>[] = [];
  const started = performance.now();
  const visit = async () => {
    const asked = performance.now();
    const what = await ask(url, agent, (answer, length) => judgePage(answer, length, bytes));
    const second = Math.min(Math.floor((asked - started) / 1000), seconds - 1);
    answers.push({ second, ms: performance.now() - asked, what });
  };
  const liveAgent = new Agent({ keepAlive: true });
  for (let passed = 0; passed < seconds; passed = (performance.now() - started) / 1000) {
    while (visits.length < passed * perSecond) visits.push(visit());
    if (liveUrl && lives.length < passed * 10)
      lives.push(ask(liveUrl, liveAgent, ({ statusCode }) => `${statusCode}`));
    await pause(2);
  }
  const askedPerSecond = visits.length / seconds;
  await Promise.all(visits);
  const lived = await Promise.all(lives);
  agent.destroy();
  liveAgent.destroy();

  const served = answers.filter(({ what }) => what === 'served').map(({ ms }) => ms);
  const faults: Record<string, number> = {};
  for (const { what } of answers)
    if (what !== 'served' && what !== 'refused') faults[what] = (faults[what] ?? 0) + 1;
  return {
    askedPerSecond,
    servedPerSecond: served.length / seconds,
    refused: answers.filter(({ what }) => what === 'refused').length,
    faults,
    p50: percentile(served, 50),
    p99: percentile(served, 99),
    calm: Array.from({ length: seconds }, (_, second) => {
      const mine = answers.filter((answer) => answer.second === second);
      return (
        mine.length > 0 &&
        mine.every(({ what }) => what === 'served') &&
        percentile(
          mine.map(({ ms }) => ms),
          99,
        ) <= calmMs
      );
    }),
    lives: lived.length,
    silences: lived.filter((status) => status !== '200').length,
  };
}

if (process.send) {
  process.on('message', async (wish: Hold) => process.send?.(await hold(wish)));
  process.on('disconnect', () => process.exit());
}
