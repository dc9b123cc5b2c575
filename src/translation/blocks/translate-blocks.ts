import { escapeBlockText, plainBlockText } from '#ai/block-text-contract.ts';
import { truncateWords } from '#ai/clean-output.ts';
import type { ModelError } from '#ai/contract.ts';
import { createAnswerReader } from '#ai/model-answer.ts';
import { leaksPrompt } from '#ai/prompt.ts';
import { callTextModel, type ModelDeps } from '#ai/token-budget.ts';
import { detectLanguage } from '#i18n/detect-language.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { TranslationBlock } from './block.ts';
import { type BlockRequest, buildBlockPrompt, parseBlocks } from './block-prompt.ts';
import { type BlockCheckOptions, type BlockIssue, checkBlock, isInLanguage } from './check-block.ts';
import { createRepetitionFinder } from './find-repetition.ts';

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
export const firstBatchBytes = 4500;
const retryBatchBytes = 2000;
/** Gives up after this many blocks have failed in their own call. */
const maxFailures = 5;
const maxProviderErrors = 2;

export interface TranslateBlocksOptions extends BlockCheckOptions {
  contextBlocks?: readonly TranslationBlock[];
  /** Translations of earlier calls. One whose text a new block gets too is an outcome `repeated`. */
  remembered?: readonly { block: TranslationBlock; text: string }[];
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
  attempts: number;
}

interface PendingBlock {
  block: TranslationBlock;
  attempts: number;
  issue: BlockIssue | null;
}

/**
 * Retries rejected blocks in smaller batches, then one by one. With a `failure`, the outcomes of unfinished blocks
 * are missing.
 */
export async function translateBlocks(
  deps: ModelDeps & { random: () => number },
  blocks: readonly TranslationBlock[],
  options: TranslateBlocksOptions,
): Promise<{ outcomes: BlockOutcome[]; failure: ModelError | null }> {
  const { signal, onBlocks, contextBlocks = blocks, remembered = [] } = options;
  const blocksByHash = Map.groupBy(blocks, ({ hash }) => hash);
  const pendingBlocks = new Map<string, PendingBlock>();
  for (const [hash, [block, ...others]] of blocksByHash) {
    if (!block) continue;
    const limits = [block, ...others].flatMap(({ most }) => most ?? []);
    const most = limits.length > 0 ? Math.min(...limits) : null;
    pendingBlocks.set(hash, { block: { ...block, most }, attempts: 0, issue: null });
  }
  const done = new Map<string, BlockOutcome>();
  let failure: ModelError | null = null;
  let providerErrors = 0;
  const repetitions = createRepetitionFinder();
  for (const { block, text } of remembered) repetitions.record(block, text);

  const isRepeated = (block: TranslationBlock) => repetitions.findRepetitions(block).length > 0;
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
    const unresolved = listPending().flatMap((block) => finish(block, 'needs_review', block.text));
    if (unresolved.length > 0) await onBlocks?.(unresolved);
  }
  const repeatedHashes = new Set(blocks.flatMap(repetitions.findRepetitions).map(({ hash }) => hash));
  // A text is accepted before another block gets the same one.
  const outcomes = [
    ...blocks.flatMap((block) => {
      const outcome = done.get(block.id);
      if (!outcome) return [];
      return outcome.state === 'ok' && isRepeated(block) ? [toRepeated(block)] : [outcome];
    }),
    ...remembered.flatMap(({ block }) => (repeatedHashes.has(block.hash) ? [toRepeated(block)] : [])),
  ];
  return { outcomes, failure };

  function toRepeated({ id, hash, text }: TranslationBlock): BlockOutcome {
    const attempts = done.get(id)?.attempts ?? 0;
    return { id, hash, state: 'needs_review', text, issue: 'repeated', attempts };
  }

  async function translateBatch(
    batch: readonly TranslationBlock[],
    previousIssue?: BlockIssue,
  ): Promise<void> {
    if (signal.aborted) {
      failure = { code: 'model.cancelled' };
      return;
    }
    const request = { ...options, contextBlocks, blocks: batch, ...(previousIssue && { previousIssue }) };
    const result = await requestBlocks(deps, request);
    if (!result.ok) {
      const errorKind = classifyError(result.error);
      providerErrors = errorKind === 'outage' ? providerErrors + 1 : 0;
      if (errorKind === 'fatal' || providerErrors === maxProviderErrors) failure = result.error;
      else for (const block of batch) recordAttempt(block, errorKind === 'outage' ? 'missing' : errorKind);
      return;
    }
    providerErrors = 0;
    for (const { block, text } of result.value) repetitions.record(block, text);
    const finished = result.value.flatMap(({ block, text, issue: ownIssue }) => {
      const issue = ownIssue ?? (isRepeated(block) ? 'repeated' : null);
      recordAttempt(block, issue);
      return issue === null && text !== null ? finish(block, 'ok', text) : [];
    });
    if (finished.length > 0) await onBlocks?.(finished);
  }

  function recordAttempt({ hash }: TranslationBlock, issue: BlockIssue | null): void {
    const pending = pendingBlocks.get(hash);
    if (!pending) return;
    pending.attempts += 1;
    pending.issue = issue;
  }

  function finish({ hash }: TranslationBlock, state: BlockOutcome['state'], text: string): BlockOutcome[] {
    const { issue = null, attempts = 0 } = pendingBlocks.get(hash) ?? {};
    pendingBlocks.delete(hash);
    const outcomes = (blocksByHash.get(hash) ?? []).map(({ id }) => ({
      id,
      hash,
      state,
      text,
      issue,
      attempts,
    }));
    for (const outcome of outcomes) done.set(outcome.id, outcome);
    return outcomes;
  }
}

function classifyError({ code, status }: ModelError): BlockIssue | 'outage' | 'fatal' {
  if (code === 'model.malformed') return 'missing';
  if (code === 'model.refused' && (status === undefined || [400, 413, 422].includes(status)))
    return 'refused';
  return ['model.busy', 'model.unreachable', 'model.timeout'].includes(code) ? 'outage' : 'fatal';
}

type BlockResult = { block: TranslationBlock; text: string | null; issue: BlockIssue | null };

/** One call. Fails only if the call itself fails. */
async function requestBlocks(
  deps: ModelDeps & { random: () => number },
  request: BlockRequest & { signal: AbortSignal },
): Promise<Result<BlockResult[], ModelError>> {
  const { blocks, signal, to } = request;
  const prompt = buildBlockPrompt(request, deps.random);
  const result = await callTextModel(deps, 'translate', prompt, (model) =>
    model.generateJson(prompt, signal, parseBlocks, { isLong: true, readsStrings: false }),
  );
  if (!result.ok) return result;
  const answers = new Map<string, string>();
  for (const [id, output] of result.value) {
    const source = blocks.find((block) => block.id === id)?.text ?? '';
    const answer = createAnswerReader(plainBlockText(source), { isTranslation: true }).read(output);
    // A model that refuses one block may have refused the others in other words.
    if (!answer.ok && answer.error === 'model.refused') return fail({ code: answer.error });
    answers.set(id, answer.ok ? answer.value : '');
  }
  const response = [...answers.values()].map(plainBlockText).join('\n');
  const isResponseWrongLanguage = !isInLanguage(response, to);
  return ok(
    blocks.map((block): BlockResult => {
      const translation = answers.get(block.id);
      if (translation === undefined) return { block, text: null, issue: 'missing' };
      const { text, issue } = validateBlock(block, normalizeTranslation(translation, block.text), request);
      if (issue !== null) return { block, text, issue };
      if (leaksPrompt(plainBlockText(text), prompt)) return { block, text, issue: 'chatter' };
      // A block too short for language detection follows the whole response.
      const isWrongLanguage = isResponseWrongLanguage && detectLanguage(plainBlockText(text)) !== to;
      return { block, text, issue: isWrongLanguage ? 'language' : null };
    }),
  );
}

/** Truncates a text that is only too long, once the model has failed before. */
function validateBlock(
  block: TranslationBlock,
  text: string,
  request: BlockRequest,
): { text: string; issue: BlockIssue | null } {
  const issue = checkBlock(block, text, request);
  if (issue !== 'limit' || !request.previousIssue || block.most === null) return { text, issue };
  const truncated = escapeBlockText(truncateWords(plainBlockText(text), block.most));
  return checkBlock(block, truncated, request) === null ? { text: truncated, issue: null } : { text, issue };
}

/** Keeps zero-width joiners, and format characters of the source except bidi controls. */
export function normalizeTranslation(text: string, source: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\u202a-\u202e\u2066-\u2069]|(?![\u200b-\u200d])\p{Cf}/gu, (sign) =>
      /\p{Bidi_Control}/u.test(sign) || !source.includes(sign) ? '' : sign,
    )
    .replace(/[ \t\n\r\f]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}
