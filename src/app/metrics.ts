import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { modelErrorCodes } from '#ai/contract.ts';
import { textActions } from '#ai/text-contract.ts';
import type { Metrics, ResponseGroup } from '#http/context.ts';
import { requestLimits } from '#http/request-limits.ts';
import { mediaErrorCodes } from '#media/contract.ts';
import { extractionErrorCodes, requestProfiles } from '#threads/contract.ts';

/** `memory`: the post was cached, or shared with a concurrent request. */
const strategies = ['page', 'graphql', 'route', 'embed', 'og', 'memory', 'none'] as const;
const transferOutcomes = [
  ...['complete', 'client_gone', 'client_idle', 'upstream_cut', 'upstream_idle', 'handed_over'],
  ...[...mediaErrorCodes, 'ticket.locked', 'limit.reached'],
];

const responseGroups: readonly ResponseGroup[] = [
  'page',
  'media',
  'function',
  'blog',
  'admin',
  'file',
  'probe',
];
const queues = ['publish-post', 'translate-post'] as const;
const modelKinds = ['slug', 'excerpt', 'seo', 'image', 'translate', ...textActions, 'titles', 'alt'] as const;
const proofOutcomes = ['issued', 'taken', 'proof.invalid', 'proof.expired', 'proof.spent'] as const;
const limitGroups = Object.keys(requestLimits);

/** The names come from Threads, so their number is limited. The rest counts as `other`. */
const maxFieldNames = 200;

/** Alerts and dashboards depend on these metric names. */
export function createMetrics(options: { collectsProcessMetrics: boolean }): Metrics {
  const { counter, histogram, gauge, contentType, render } = createMetricsRegistry(options);
  const extractions = counter(
    'unspool_extractions_total',
    'Extractions by outcome and by the strategy that decided it.',
    {
      code: ['ok', ...extractionErrorCodes],
      strategy: strategies,
    },
  );
  const extractionSeconds = histogram(
    'unspool_extraction_seconds',
    'Duration of an extraction.',
    [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16],
  );
  const attempts = counter(
    'unspool_threads_attempts_total',
    'Single requests to Threads, by strategy, profile and outcome.',
    {
      strategy: strategies,
      profile: [...requestProfiles, 'none'],
      outcome: ['found', 'shell', 'refused', ...extractionErrorCodes],
    },
  );
  const fieldNames: string[] = [];
  const differences = counter(
    'unspool_threads_fields_total',
    'Reads of a post whose data lacked a known field, or had an unknown one, by the name of the field.',
    { kind: ['missing', 'unknown'], field: fieldNames },
  );
  const transfers = counter(
    'unspool_media_transfers_total',
    'File transfers by outcome: client_gone is a visitor who left, upstream_cut a truncated file.',
    { outcome: transferOutcomes },
  );
  const fallbacks = counter(
    'unspool_media_fallbacks_total',
    'Files that the reverse proxy could not fetch and a node then sent, by outcome. The handover to the proxy has already counted the transfer and its bytes.',
    { outcome: transferOutcomes },
  );
  const bytes = counter('unspool_media_bytes_total', 'Bytes of media sent to visitors.', {});
  const firstByte = histogram(
    'unspool_media_first_byte_seconds',
    'Time to the first byte of a file.',
    [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
  );
  const responses = counter('unspool_answers_total', 'Responses by route group and status class.', {
    group: responseGroups,
    status: ['2xx', '3xx', '4xx', '5xx'],
  });
  const pages = counter(
    'unspool_page_cache_total',
    'Public pages by whether they came from the page cache.',
    {
      result: ['hit', 'miss'],
    },
  );
  const jobs = counter('unspool_jobs_total', 'Finished jobs by queue and outcome. A failed job is retried.', {
    queue: queues,
    outcome: ['done', 'failed'],
  });
  const calls = counter('unspool_model_calls_total', 'Language model calls by purpose and outcome.', {
    kind: modelKinds,
    outcome: ['ok', ...modelErrorCodes],
  });
  const tokens = counter('unspool_model_tokens_total', 'Tokens charged to the daily budget, by purpose.', {
    kind: modelKinds,
  });
  const limits = counter('unspool_limits_refused_total', 'Requests rejected by a rate limit, by group.', {
    group: limitGroups,
  });
  const proofs = counter('unspool_proofs_total', 'Proofs of work by outcome.', {
    outcome: proofOutcomes,
  });
  const keys = counter(
    'unspool_api_key_calls_total',
    'Function calls with an API key, by whether the key is known.',
    {
      outcome: ['known', 'unknown'],
    },
  );

  return {
    recordExtraction(code, strategy, milliseconds) {
      extractions({ code: code ?? 'ok', strategy });
      extractionSeconds(milliseconds / 1000);
    },
    recordAttempt({ strategy, profile, outcome, differences: found = [] }) {
      attempts({ strategy, profile: profile ?? 'none', outcome });
      for (const { kind, field } of found) {
        if (fieldNames.length < maxFieldNames && !fieldNames.includes(field)) fieldNames.push(field);
        differences({ kind, field });
      }
    },
    recordTransfer(transfer) {
      if (transfer.isFallback) return fallbacks({ outcome: transfer.outcome });
      transfers({ outcome: transfer.outcome });
      bytes({}, transfer.bytes);
      if (transfer.firstByteMilliseconds !== null) firstByte(transfer.firstByteMilliseconds / 1000);
    },
    recordResponse: (group, status) => responses({ group, status: `${Math.floor(status / 100)}xx` }),
    recordPageCache: (isHit) => pages({ result: isHit ? 'hit' : 'miss' }),
    recordJob: (queue, isDone) => jobs({ queue, outcome: isDone ? 'done' : 'failed' }),
    recordModelCall(kind, outcome, spent) {
      calls({ kind, outcome });
      tokens({ kind }, spent);
    },
    recordRateLimit: (group) => limits({ group }),
    recordProofOfWork: (outcome) => proofs({ outcome }),
    recordApiKey: (isKnown) => keys({ outcome: isKnown ? 'known' : 'unknown' }),
    watchReadiness: (read) =>
      gauge('unspool_ready', '1 while this node accepts requests.', () => (read() ? 1 : 0)),
    contentType,
    render,
  };
}

/** Allowed values of each label. Others count as `other`, so no external text becomes a label. */
type MetricLabels<Label extends string> = Readonly<Record<Label, readonly string[]>>;

/** Up to this many series start at 0, so that their first increase is visible. */
const preparedSeries = 160;

function createMetricsRegistry({ collectsProcessMetrics }: { collectsProcessMetrics: boolean }) {
  const registry = new Registry();
  const registers = [registry];
  if (collectsProcessMetrics) collectDefaultMetrics({ register: registry });

  return {
    counter<Label extends string>(name: string, help: string, labels: MetricLabels<Label>) {
      const labelNames = Object.keys(labels) as Label[];
      const counter = new Counter({ name, help, labelNames, registers });
      const series = listCombinations(labels);
      if (series.length <= preparedSeries)
        for (const values of series) counter.inc(values as Record<Label, string>, 0);
      return (values: Record<Label, string>, amount = 1) => {
        const entries = labelNames.map((label) => {
          const isKnown = labels[label].includes(values[label]);
          return [label, isKnown ? values[label] : 'other'];
        });
        counter.inc(Object.fromEntries(entries) as Record<Label, string>, amount);
      };
    },
    histogram(name: string, help: string, buckets: number[]) {
      const histogram = new Histogram({ name, help, buckets, registers });
      return (value: number) => histogram.observe(value);
    },
    gauge(name: string, help: string, read: () => number) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    contentType: registry.contentType,
    render: () => registry.metrics(),
  };
}

function listCombinations<Label extends string>(labels: MetricLabels<Label>): Record<string, string>[] {
  return (Object.entries(labels) as [Label, readonly string[]][]).reduce<Record<string, string>[]>(
    (series, [label, values]) =>
      series.flatMap((combination) => values.map((value) => ({ ...combination, [label]: value }))),
    [{}],
  );
}
