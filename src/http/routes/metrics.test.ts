import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startTestServer, type TestServer } from '#test/support/start-server.ts';
import { startThreadsTestServer } from '../fixtures/threads-test-server.ts';

const token = 'metrics-token-0123456789';

function readMetrics(server: TestServer, authorization?: string): Promise<Response> {
  return fetch(`${server.origin}/metrics`, authorization ? { headers: { authorization } } : {});
}

async function readValue(server: TestServer, series: string): Promise<number> {
  const text = await (await readMetrics(server, `Bearer ${token}`)).text();
  const line = text.split('\n').find((row) => row.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1));
}

test('without a token there is no metrics page', async () => {
  await using server = await startTestServer();
  expect((await readMetrics(server)).status).toBe(404);
  expect((await readMetrics(server, 'Bearer ')).status).toBe(404);
});

test.each([undefined, 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token])(
  'the authorization %j is rejected with an empty body',
  async (authorization) => {
    await using server = await startTestServer({ environment: { METRICS_TOKEN: token } });
    const response = await readMetrics(server, authorization);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.text()).toBe('');
  },
);

test('fields of posts that are missing or new are counted by name', async () => {
  await using server = await startThreadsTestServer({ environment: { METRICS_TOKEN: token } });
  await server.extract(scenes.ghost.link);
  const field = (name: string) =>
    readValue(server, `unspool_threads_fields_total{kind="missing",field="${name}"}`);
  expect(await field('info.text_fragments')).toBeGreaterThan(0);
  expect(await field('post.code')).toBeNaN();
});

test('extractions, bytes, responses and pages are counted', async () => {
  await using server = await startThreadsTestServer({
    environment: { METRICS_TOKEN: token },
    web: async () => new Response('<p>x', { headers: { 'content-type': 'text/html' } }),
  });
  const found = await server.extract(scenes.photo.link);
  await server.extract(scenes.photo.link);
  await server.extract('https://example.org/');
  const file = await (await fetch(server.origin + found.qualities[0]?.url)).arrayBuffer();
  await fetch(`${server.origin}/media/forged`);
  await (await fetch(`${server.origin}/`)).text();
  await (await fetch(`${server.origin}/`)).text();

  const count = (series: string) => readValue(server, `unspool_${series}`);
  expect(await count('extractions_total{code="ok",strategy="page"}')).toBe(1);
  expect(await count('extractions_total{code="ok",strategy="memory"}')).toBe(1);
  expect(await count('extractions_total{code="link.not_threads",strategy="none"}')).toBe(1);
  expect(await count('extraction_seconds_count')).toBe(3);
  expect(await count('media_bytes_total')).toBe(file.byteLength);
  expect(await count('media_transfers_total{outcome="complete"}')).toBe(1);
  expect(await count('media_transfers_total{outcome="ticket.invalid"}')).toBe(1);
  expect(await count('media_first_byte_seconds_count')).toBe(1);
  expect(await count('page_cache_total{result="miss"}')).toBe(1);
  expect(await count('page_cache_total{result="hit"}')).toBe(1);
  await expect.poll(() => count('answers_total{group="function",status="2xx"}')).toBe(3);
  expect(await count('answers_total{group="media",status="4xx"}')).toBe(1);
});

test('a handed-over transfer with a fallback counts its bytes once', async () => {
  await using server = await startTestServer({ environment: { METRICS_TOKEN: token } });
  const { metrics } = server.services;
  const transfer = { bytes: 1000, milliseconds: 5, firstByteMilliseconds: null };
  metrics.recordTransfer({ ...transfer, outcome: 'handed_over', isFallback: false });
  metrics.recordTransfer({ ...transfer, outcome: 'complete', isFallback: true });
  const count = (series: string) => readValue(server, `unspool_media_${series}`);
  expect(await count('bytes_total')).toBe(1000);
  expect(await count('transfers_total{outcome="handed_over"}')).toBe(1);
  expect(await count('transfers_total{outcome="complete"}')).toBe(0);
  expect(await count('fallbacks_total{outcome="complete"}')).toBe(1);
});

test('labels never contain external values', async () => {
  await using server = await startTestServer({ environment: { METRICS_TOKEN: token } });
  const { metrics } = server.services;
  const injection = 'x"} 1\nforged_total 1 # 203.0.113.9 https://www.threads.com/@a/post/b';
  metrics.recordExtraction(injection, injection, 1);
  metrics.recordAttempt({ strategy: injection, profile: null, outcome: 'found', milliseconds: 1 });
  metrics.recordModelCall(injection, injection, 1);
  metrics.recordJob(injection, true);
  metrics.recordRateLimit(injection);
  metrics.recordProofOfWork(injection);
  const text = await (await readMetrics(server, `Bearer ${token}`)).text();
  expect(text).toContain('unspool_extractions_total{code="other",strategy="other"} 1');
  expect(text).not.toMatch(/forged|203\.0\.113|threads\.com/);
});

test('alerts and dashboard use only existing metrics', async () => {
  await using server = await startTestServer({ environment: { METRICS_TOKEN: token } });
  server.services.metrics.watchReadiness(() => true);
  const metricsText = await (await readMetrics(server, `Bearer ${token}`)).text();
  const alerts = readAlerts(readFileSync('deploy/monitoring/alerts.yaml', 'utf8'));
  const dashboard = JSON.parse(readFileSync('deploy/monitoring/dashboard.json', 'utf8'));
  const expressions: string[] = [
    ...alerts.map(({ expr }) => expr),
    ...dashboard.panels.flatMap((panel: { targets: { expr: string }[] }) =>
      panel.targets.map(({ expr }) => expr),
    ),
  ];
  expect(alerts.length).toBeGreaterThan(10);
  expect(expressions.length).toBeGreaterThan(25);
  const metricNames = new Set([...metricsText.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name]) => name));
  for (const expression of expressions) {
    const names = expression.match(/\b(unspool|nodejs|process)_\w+|\bup\b/g) ?? [];
    expect(names.length, expression).toBeGreaterThan(0);
    for (const name of names.filter((metric) => metric !== 'up')) {
      expect(metricNames.has(name.replace(/_bucket$/, '')), `${name} in ${expression}`).toBe(true);
    }
    for (const [, label = '', values = ''] of expression.matchAll(/(\w+)(?:=~?|!=)"([^"]+)"/g)) {
      if (label === 'job') continue;
      for (const value of values.split('|')) expect(metricsText, expression).toContain(`${label}="${value}"`);
    }
  }
});

test('public responses reveal no version', async () => {
  await using server = await startTestServer({ environment: { METRICS_TOKEN: token } });
  for (const path of ['/livez', '/readyz', '/metrics']) {
    const response = await fetch(server.origin + path);
    const output = JSON.stringify([...response.headers]) + (await response.text());
    expect(output).not.toMatch(/\d+\.\d+|node|unspool|hono|server/i);
  }
});

/** Parses only the plain YAML of our Prometheus rules. Throws on anything else, so that typos don't pass. */
function readAlerts(yaml: string) {
  const rules: Record<string, string>[] = [];
  let folded: string | null = null;
  for (const [index, line] of yaml.split('\n').entries()) {
    const location = `line ${index + 1}: ${line}`;
    if (line === '' || line.startsWith('#')) continue;
    const rule = rules.at(-1);
    if (folded !== null && rule && /^ {10}\S/.test(line)) {
      rule[folded] = `${rule[folded] ?? ''} ${line.trim()}`.trim();
      continue;
    }
    folded = null;
    if (/^groups:$|^ {2}- name: \w+$|^ {4}rules:$|^ {8}(labels|annotations):$/.test(line)) continue;
    const [, indent = '', key = '', value = ''] = /^( {6}- | {8}| {10})(\w+): (.+)$/.exec(line) ?? [];
    if (key === '' || /: |^['"[{&*!|%@]| #/.test(value)) throw new Error(location);
    if (indent === '      - ') rules.push({ [key]: value });
    else if (!rule || key in rule) throw new Error(location);
    else if (value === '>-') folded = key;
    else rule[key] = value;
  }
  return rules.map(({ alert, expr, severity, summary }) => {
    if (!alert || !expr || !severity || !summary) throw new Error(`incomplete rule: ${alert}`);
    return { alert, expr, severity, summary };
  });
}
