import type { ModelDeps } from '#ai/call-model.ts';
import type { ModelError } from '#ai/contract.ts';
import type { TranslationBlock } from './block.ts';
import type { BlockCheckOptions, BlockIssue } from './check-block.ts';
import { requestBlocks } from './request-blocks.ts';

/** Groups blocks up to `bytesMax` of text. A longer block gets its own batch. */
export function batchBlocks<B extends TranslationBlock>(blocks: readonly B[], bytesMax: number): B[][] {
  const batches: B[][] = [];
  let bytes = 0;
  for (const block of blocks) {
    const blockBytes = Buffer.byteLength(block.text) + Buffer.byteLength(block.keep.join(''));
    const last = batches.at(-1);
    if (last && bytes + blockBytes <= bytesMax) {
      last.push(block);
      bytes += blockBytes;
    } else {
      batches.push([block]);
      bytes = blockBytes;
    }
  }
  return batches;
}

/** Text bytes per call: about 1,500 tokens, so that any response fits the call's token limit. */
const firstBytes = 4500;
const againBytes = 2000;
/** Gives up after this many blocks have failed in a call of their own. */
const failuresMax = 5;
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
  /** In block order. With a `failure`, unfinished blocks are missing. */
  outcomes: BlockOutcome[];
  failure: ModelError | null;
}

interface PendingBlock {
  block: TranslationBlock;
  attempts: number;
  issue: BlockIssue | null;
  rejectedText: string | null;
}

/** Retries rejected blocks in smaller batches, then one by one. What still fails keeps its source text. */
export async function translateBlocks(
  deps: ModelDeps & { random: () => number },
  blocks: readonly TranslationBlock[],
  options: TranslateBlocksOptions,
): Promise<TranslateBlocksResult> {
  const { signal, onBlocks, contextBlocks = blocks } = options;
  const idsOf = Map.groupBy(blocks, ({ hash }) => hash);
  const waiting = new Map<string, PendingBlock>();
  for (const block of blocks) {
    const known = waiting.get(block.hash);
    const most = minNullable(block.most, known?.block.most ?? null);
    waiting.set(block.hash, {
      block: { ...(known?.block ?? block), most },
      attempts: 0,
      issue: null,
      rejectedText: null,
    });
  }
  const done = new Map<string, BlockOutcome>();
  let failure: ModelError | null = null;
  let providerErrors = 0;

  const open = () => [...waiting.values()].map(({ block }) => block);
  for (const bytes of [firstBytes, againBytes]) {
    for (const batch of batchBlocks(open(), bytes)) {
      if (failure === null) await translateBatch(batch);
    }
  }
  let failures = 0;
  for (const block of open()) {
    if (failure !== null || failures === failuresMax) break;
    await translateBatch([block], waiting.get(block.hash)?.issue ?? undefined);
    if (waiting.has(block.hash)) failures += 1;
  }
  if (failure === null) {
    const unresolved = [...waiting.values()].flatMap((pending) =>
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
      providerErrors = errorKind === 'trouble' ? providerErrors + 1 : 0;
      if (errorKind === 'end' || providerErrors === maxProviderErrors) failure = result.error;
      else
        for (const block of batch)
          recordAttempt(block, errorKind === 'trouble' ? 'missing' : errorKind, null);
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
    const pending = waiting.get(hash);
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
    waiting.delete(hash);
    return (idsOf.get(hash) ?? []).map(({ id }) => {
      const outcome: BlockOutcome = { id, hash, state, text, issue, rejectedText, attempts };
      done.set(id, outcome);
      return outcome;
    });
  }
}

function minNullable(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

/** Maps a failed call to an issue of its blocks, to provider trouble, or to the end of the translation. */
function classifyError({ code, status }: ModelError): BlockIssue | 'trouble' | 'end' {
  if (code === 'model.malformed') return 'missing';
  if (code === 'model.refused' && (status === undefined || [400, 413, 422].includes(status)))
    return 'refused';
  return ['model.busy', 'model.unreachable', 'model.timeout'].includes(code) ? 'trouble' : 'end';
}
