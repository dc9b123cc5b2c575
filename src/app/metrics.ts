import { modelErrorCodes } from '#ai/contract.ts';
import type { Metrics, ResponseGroup } from '#http/context.ts';
import { requestLimits } from '#http/request-limits.ts';
import { mediaErrorCodes } from '#media/contract.ts';
import { createMetricsRegistry } from '#platform/metrics/registry.ts';
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
const modelKinds = ['slug', 'excerpt', 'seo', 'image', 'translate'] as const;
const proofOutcomes = ['issued', 'taken', 'proof.invalid', 'proof.expired', 'proof.spent'] as const;
const limitGroups = Object.keys(requestLimits);

/** Alerts and dashboards depend on these metric names. */
export function createMetrics(options: { collectsProcessMetrics: boolean }): Metrics {
  const { counter, histogram, gauge, contentType, render } = createMetricsRegistry(options);
  const extractions = counter(
    'unspool_extractions_total',
    'Posts asked for, by outcome and the way that settled it.',
    {
      code: ['ok', ...extractionErrorCodes],
      strategy: strategies,
    },
  );
  const extractionSeconds = histogram(
    'unspool_extraction_seconds',
    'Time to an answer about a post.',
    [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16],
  );
  const attempts = counter(
    'unspool_threads_attempts_total',
    'Single tries at Threads, by way, profile and outcome.',
    {
      strategy: strategies,
      profile: [...requestProfiles, 'none'],
      outcome: ['found', 'shell', 'refused', ...extractionErrorCodes],
    },
  );
  const transfers = counter(
    'unspool_media_transfers_total',
    'Transfers of files by how they ended: client_gone is a visitor who left, upstream_cut a truncated file.',
    { outcome: transferOutcomes },
  );
  const fallbacks = counter(
    'unspool_media_fallbacks_total',
    'Files that the proxy in front was handed and could not fetch, by how a node then sent them. Counted as a transfer, and in bytes, when they were handed over.',
    { outcome: transferOutcomes },
  );
  const bytes = counter('unspool_media_bytes_total', 'Bytes of files handed to visitors.', {});
  const firstByte = histogram(
    'unspool_media_first_byte_seconds',
    'Time from the request for a file to its first byte.',
    [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
  );
  const responses = counter('unspool_answers_total', 'Answers by part of the product and class of status.', {
    group: responseGroups,
    status: ['2xx', '3xx', '4xx', '5xx'],
  });
  const pages = counter('unspool_page_cache_total', 'Public pages given from memory, or rendered.', {
    result: ['hit', 'miss'],
  });
  const jobs = counter('unspool_jobs_total', 'Jobs that ended, by queue; a failed one is tried again.', {
    queue: queues,
    outcome: ['done', 'failed'],
  });
  const calls = counter('unspool_model_calls_total', 'Calls of a language model, by purpose and outcome.', {
    kind: modelKinds,
    outcome: ['ok', ...modelErrorCodes],
  });
  const tokens = counter('unspool_model_tokens_total', 'Tokens counted against the budget.', {
    kind: modelKinds,
  });
  const limits = counter('unspool_limits_refused_total', 'Requests refused because they were too many.', {
    group: limitGroups,
  });
  const proofs = counter('unspool_proofs_total', 'Proofs of work, by what became of them.', {
    outcome: proofOutcomes,
  });
  const keys = counter('unspool_api_key_calls_total', 'Calls of functions with an API key.', {
    outcome: ['known', 'unknown'],
  });

  return {
    recordExtraction(code, strategy, milliseconds) {
      extractions({ code: code ?? 'ok', strategy });
      extractionSeconds(milliseconds / 1000);
    },
    recordAttempt: ({ strategy, profile, outcome }) =>
      attempts({ strategy, profile: profile ?? 'none', outcome }),
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
    watchReadiness: (read) => gauge('unspool_ready', '1 where this node takes work.', () => (read() ? 1 : 0)),
    contentType,
    render,
  };
}
