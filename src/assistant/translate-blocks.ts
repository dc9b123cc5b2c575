import type { ModelFailure } from '#platform/model-error.ts';
import { askBlocks } from './ask-blocks.ts';
import type { ModelDesk } from './ask-model.ts';
import { batchBlocks } from './batch-blocks.ts';
import type { BlockCheck, BlockFault } from './check-block.ts';
import type { TranslationBlock } from './translation-block.ts';

/** Bytes of text in one call: some 1,500 tokens, so that an answer in any language fits into what a call may cost. */
const firstBytes = 4500;
const againBytes = 2000;
/** A model that fails so many blocks that it was asked for one by one is not asked for more. */
const failuresMax = 5;
/** Calls in a row that come to nothing because of the provider. */
const troublesMax = 2;

export interface TranslateOptions extends BlockCheck {
  /** All blocks of the post, where those asked for are only some; for what stands around them. */
  around?: readonly TranslationBlock[];
  /** How the operator wants this language written. */
  style?: string;
  signal: AbortSignal;
  /** Gets blocks as soon as they are done, those of one answer together, and is waited for. */
  onBlocks?: (outcomes: readonly BlockOutcome[]) => Promise<void> | void;
}

export interface BlockOutcome {
  id: string;
  hash: string;
  /** `needs_review`: `text` is the source's. */
  state: 'ok' | 'needs_review';
  text: string;
  /** Why the last translation was not taken, and what it was; null where it was, or none came. */
  fault: BlockFault | null;
  offered: string | null;
  /** How many times it was asked for. */
  asked: number;
}

export interface TranslationOutcome {
  /** In the order of the blocks. With a `failure` those that were not done are not among them. */
  outcomes: BlockOutcome[];
  /** What the provider did that ended it before its time. */
  failure: ModelFailure | null;
}

interface Waiting {
  block: TranslationBlock;
  asked: number;
  fault: BlockFault | null;
  offered: string | null;
}

/**
 * Translates blocks: many in one call, those that were not taken once more together, then one by one with the reason.
 * What still fails keeps its source. Equal blocks are asked for once.
 */
export async function translateBlocks(
  desk: ModelDesk & { random: () => number },
  blocks: readonly TranslationBlock[],
  options: TranslateOptions,
): Promise<TranslationOutcome> {
  const { signal, onBlocks, around = blocks } = options;
  const idsOf = Map.groupBy(blocks, ({ hash }) => hash);
  const waiting = new Map<string, Waiting>();
  for (const block of blocks) {
    const known = waiting.get(block.hash);
    const most = leastOf(block.most, known?.block.most ?? null);
    waiting.set(block.hash, {
      block: { ...(known?.block ?? block), most },
      asked: 0,
      fault: null,
      offered: null,
    });
  }
  const done = new Map<string, BlockOutcome>();
  let failure: ModelFailure | null = null;
  let troubles = 0;

  const open = () => [...waiting.values()].map(({ block }) => block);
  for (const bytes of [firstBytes, againBytes]) {
    for (const batch of batchBlocks(open(), bytes)) {
      if (failure === null) await ask(batch);
    }
  }
  let failures = 0;
  for (const block of open()) {
    if (failure !== null || failures === failuresMax) break;
    await ask([block], waiting.get(block.hash)?.fault ?? undefined);
    if (waiting.has(block.hash)) failures += 1;
  }
  if (failure === null) {
    const rest = [...waiting.values()].flatMap((one) => finish(one, 'needs_review', one.block.text));
    if (rest.length > 0) await onBlocks?.(rest);
  }
  return {
    outcomes: blocks.flatMap(({ id }) => done.get(id) ?? []),
    failure,
  };

  async function ask(batch: readonly TranslationBlock[], fault?: BlockFault): Promise<void> {
    if (signal.aborted) {
      failure = { code: 'model.cancelled' };
      return;
    }
    const answer = await askBlocks(desk, { ...options, around, blocks: batch, ...(fault && { fault }) });
    if (!answer.ok) {
      const own = faultOf(answer.error);
      troubles = own === 'trouble' ? troubles + 1 : 0;
      if (own === 'end' || troubles === troublesMax) failure = answer.error;
      else for (const block of batch) note(block, own === 'trouble' ? 'missing' : own, null);
      return;
    }
    troubles = 0;
    const finished = answer.value.flatMap(({ block, text, fault: own }) => {
      const one = note(block, own, text);
      return one && own === null && text !== null ? finish(one, 'ok', text) : [];
    });
    if (finished.length > 0) await onBlocks?.(finished);
  }

  function note(
    { hash }: TranslationBlock,
    fault: BlockFault | null,
    offered: string | null,
  ): Waiting | null {
    const one = waiting.get(hash);
    if (!one) return null;
    one.asked += 1;
    one.fault = fault;
    one.offered = fault === null ? null : offered;
    return one;
  }

  function finish(
    { block: { hash }, asked, fault, offered }: Waiting,
    state: BlockOutcome['state'],
    text: string,
  ): BlockOutcome[] {
    waiting.delete(hash);
    return (idsOf.get(hash) ?? []).map(({ id }) => {
      const outcome: BlockOutcome = { id, hash, state, text, fault, offered, asked };
      done.set(id, outcome);
      return outcome;
    });
  }
}

function leastOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** What a failed call says of its blocks: nothing where the provider is in trouble, or where there is no going on. */
function faultOf({ code, status }: ModelFailure): BlockFault | 'trouble' | 'end' {
  if (code === 'model.malformed') return 'missing';
  if (code === 'model.refused' && (status === undefined || [400, 413, 422].includes(status)))
    return 'refused';
  return ['model.busy', 'model.unreachable', 'model.timeout'].includes(code) ? 'trouble' : 'end';
}
