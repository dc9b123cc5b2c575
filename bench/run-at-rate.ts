import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './figures.ts';

/** Sends requests at a fixed rate, whatever the response times; a separate process for sustained-rate.ts. */

export interface RateOptions {
  url: string;
  /** Expected length of the page. */
  bytes: number;
  perSecond: number;
  seconds: number;
  /** Requested ten times a second in parallel; must respond with 200. */
  liveUrl?: string;
}

export interface RateResult {
  requestsPerSecond: number;
  servedPerSecond: number;
  /** Responses 503 or 429 with Retry-After. */
  rejected: number;
  errors: Record<string, number>;
  /** In milliseconds, of served pages. */
  p50: number;
  p99: number;
  /** For each second: all pages served, 99 of 100 within `calmMs`. */
  calm: boolean[];
  liveChecks: number;
  /** Requests to `liveUrl` without a 200 response. */
  failedLiveChecks: number;
}

export const calmMs = 250;
const timeoutMs = 10_000;

interface TimedResponse {
  second: number;
  ms: number;
  outcome: string;
}

function sendRequest(
  url: string,
  agent: Agent,
  classify: (response: IncomingMessage, bytes: number) => string,
) {
  return new Promise<string>((resolve) => {
    const sent = request(url, { agent, timeout: timeoutMs }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('close', () => resolve(classify(response, bytes)));
    });
    sent.on('timeout', () => sent.destroy(new Error('timeout')));
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });
}

function classifyPage({ statusCode = 0, headers }: IncomingMessage, bytes: number, expected: number): string {
  if (statusCode === 200) return bytes === expected ? 'served' : 'incomplete page';
  const isRejection = (statusCode === 503 || statusCode === 429) && Number(headers['retry-after']) > 0;
  return isRejection ? 'rejected' : `status ${statusCode}`;
}

async function runAtRate({ url, bytes, perSecond, seconds, liveUrl }: RateOptions): Promise<RateResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const responses: TimedResponse[] = [];
  const pageRequests: Promise<void>[] = [];
  const liveChecks: Promise<string>[] = [];
  const started = performance.now();
  const measurePage = async () => {
    const startedAt = performance.now();
    const outcome = await sendRequest(url, agent, (response, length) =>
      classifyPage(response, length, bytes),
    );
    const second = Math.min(Math.floor((startedAt - started) / 1000), seconds - 1);
    responses.push({ second, ms: performance.now() - startedAt, outcome });
  };
  const liveAgent = new Agent({ keepAlive: true });
  for (
    let elapsedSeconds = 0;
    elapsedSeconds < seconds;
    elapsedSeconds = (performance.now() - started) / 1000
  ) {
    while (pageRequests.length < elapsedSeconds * perSecond) pageRequests.push(measurePage());
    if (liveUrl && liveChecks.length < elapsedSeconds * 10)
      liveChecks.push(sendRequest(liveUrl, liveAgent, ({ statusCode }) => `${statusCode}`));
    await pause(2);
  }
  const requestsPerSecond = pageRequests.length / seconds;
  await Promise.all(pageRequests);
  const liveResults = await Promise.all(liveChecks);
  agent.destroy();
  liveAgent.destroy();

  const served = responses.filter(({ outcome }) => outcome === 'served').map(({ ms }) => ms);
  const errors: Record<string, number> = {};
  for (const { outcome } of responses)
    if (outcome !== 'served' && outcome !== 'rejected') errors[outcome] = (errors[outcome] ?? 0) + 1;
  return {
    requestsPerSecond,
    servedPerSecond: served.length / seconds,
    rejected: responses.filter(({ outcome }) => outcome === 'rejected').length,
    errors,
    p50: percentile(served, 50),
    p99: percentile(served, 99),
    calm: Array.from({ length: seconds }, (_, second) => {
      const responsesInSecond = responses.filter((response) => response.second === second);
      return (
        responsesInSecond.length > 0 &&
        responsesInSecond.every(({ outcome }) => outcome === 'served') &&
        percentile(
          responsesInSecond.map(({ ms }) => ms),
          99,
        ) <= calmMs
      );
    }),
    liveChecks: liveResults.length,
    failedLiveChecks: liveResults.filter((status) => status !== '200').length,
  };
}

if (process.send) {
  process.on('message', async (options: RateOptions) => process.send?.(await runAtRate(options)));
  process.on('disconnect', () => process.exit());
}
