import type { ModelDeps } from '#ai/call-model.ts';
import type { ModelError } from '#ai/contract.ts';
import type { TranslationBlock } from './block.ts';
import type { BlockCheckOptions, BlockIssue } from './check-block.ts';
import { requestBlocks } from './request-blocks.ts';

export function batchBlocks<B extends TranslationBlock>(blocks: readonly B[], maxBytes: number): B[][] {
  const batches: B[][] = [];
  let bytes = 0;
  for (const block of blocks) {
    const blockBytes = Buffer.byteLength(block.text) + Buffer.byteLength(block.keep.join(''));
    const last = batches.at(-1);
    if (last && bytes + blockBytes <= maxBytes) {
      last.push(block);
      bytes += blockBytes;
    } else {
      batches.push([block]);
      bytes = blockBytes;
    }
  }
  return batches;
}

/** About 1,500 tokens, so that any response fits the token limit of a call. */
const firstBatchBytes = 4500;
const retryBatchBytes = 2000;
/** Gives up after this many blocks have failed in their own call. */
const maxFailures = 5;
const maxProviderErrors = 2;

export interface TranslateBlocksOptions extends BlockCheckOptions {
  contextBlocks?: readonly TranslationBlock[];
  style?: string;
  signal: AbortSignal;
  onBlocks?: (outcomes: readonly BlockOutcome[]) => Promise<void> | void;
}

export interface BlockOutcome {
  id: string;
  hash: string;
  /** `needs_review`: `text` is the source text. */
  state: 'ok' | 'needs_review';
  text: string;
  issue: BlockIssue | null;
  rejectedText: string | null;
  attempts: number;
}

export interface TranslateBlocksResult {
  /** With a `failure`, unfinished blocks are missing. */
  outcomes: BlockOutcome[];
  failure: ModelError | null;
}

interface PendingBlock {
  block: TranslationBlock;
  attempts: number;
  issue: BlockIssue | null;
  rejectedText: string | null;
}

/** Retries rejected blocks in smaller batches, then one by one. */
export async function translateBlocks(
  deps: ModelDeps & { random: () => number },
  blocks: readonly TranslationBlock[],
  options: TranslateBlocksOptions,
): Promise<TranslateBlocksResult> {
  const { signal, onBlocks, contextBlocks = blocks } = options;
  const blocksByHash = Map.groupBy(blocks, ({ hash }) => hash);
  const pendingBlocks = new Map<string, PendingBlock>();
  for (const block of blocks) {
    const known = pendingBlocks.get(block.hash);
    const most = minNullable(block.most, known?.block.most ?? null);
    pendingBlocks.set(block.hash, {
      block: { ...(known?.block ?? block), most },
      attempts: 0,
      issue: null,
      rejectedText: null,
    });
  }
  const done = new Map<string, BlockOutcome>();
  let failure: ModelError | null = null;
  let providerErrors = 0;

  const listPending = () => [...pendingBlocks.values()].map(({ block }) => block);
  for (const bytes of [firstBatchBytes, retryBatchBytes]) {
    for (const batch of batchBlocks(listPending(), bytes)) {
      if (failure === null) await translateBatch(batch);
    }
  }
  let failures = 0;
  for (const block of listPending()) {
    if (failure !== null || failures === maxFailures) break;
    await translateBatch([block], pendingBlocks.get(block.hash)?.issue ?? undefined);
    if (pendingBlocks.has(block.hash)) failures += 1;
  }
  if (failure === null) {
    const unresolved = [...pendingBlocks.values()].flatMap((pending) =>
      finish(pending, 'needs_review', pending.block.text),
    );
    if (unresolved.length > 0) await onBlocks?.(unresolved);
  }
  return {
    outcomes: blocks.flatMap(({ id }) => done.get(id) ?? []),
    failure,
  };

  async function translateBatch(
    batch: readonly TranslationBlock[],
    previousIssue?: BlockIssue,
  ): Promise<void> {
    if (signal.aborted) {
      failure = { code: 'model.cancelled' };
      return;
    }
    const result = await requestBlocks(deps, {
      ...options,
      contextBlocks,
      blocks: batch,
      ...(previousIssue && { previousIssue }),
    });
    if (!result.ok) {
      const errorKind = classifyError(result.error);
      providerErrors = errorKind === 'outage' ? providerErrors + 1 : 0;
      if (errorKind === 'fatal' || providerErrors === maxProviderErrors) failure = result.error;
      else
        for (const block of batch) recordAttempt(block, errorKind === 'outage' ? 'missing' : errorKind, null);
      return;
    }
    providerErrors = 0;
    const finished = result.value.flatMap(({ block, text, issue }) => {
      const pending = recordAttempt(block, issue, text);
      return pending && issue === null && text !== null ? finish(pending, 'ok', text) : [];
    });
    if (finished.length > 0) await onBlocks?.(finished);
  }

  function recordAttempt(
    { hash }: TranslationBlock,
    issue: BlockIssue | null,
    rejectedText: string | null,
  ): PendingBlock | null {
    const pending = pendingBlocks.get(hash);
    if (!pending) return null;
    pending.attempts += 1;
    pending.issue = issue;
    pending.rejectedText = issue === null ? null : rejectedText;
    return pending;
  }

  function finish(
    { block: { hash }, attempts, issue, rejectedText }: PendingBlock,
    state: BlockOutcome['state'],
    text: string,
  ): BlockOutcome[] {
    pendingBlocks.delete(hash);
    return (blocksByHash.get(hash) ?? []).map(({ id }) => {
      const outcome: BlockOutcome = { id, hash, state, text, issue, rejectedText, attempts };
      done.set(id, outcome);
      return outcome;
    });
  }
}

function minNullable(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function classifyError({ code, status }: ModelError): BlockIssue | 'outage' | 'fatal' {
  if (code === 'model.malformed') return 'missing';
  if (code === 'model.refused' && (status === undefined || [400, 413, 422].includes(status)))
    return 'refused';
  return ['model.busy', 'model.unreachable', 'model.timeout'].includes(code) ? 'outage' : 'fatal';
}
