import {
  type Answered,
  drawOnce,
  isProviderFault,
  type ModelUsage,
  type Provider,
  streamOnce,
  type Words,
  writeOnce,
} from './ask-provider.ts';
import { type CallEnd, createBreaker, createRetryBudget } from './circuit-breaker.ts';
import type { ModelErrorCode, ModelFailure } from './model-error.ts';
import { createProviderFetch, type ProviderTry } from './provider-fetch.ts';
import { readLooseJson } from './read-loose-json.ts';
import { fail, type Result } from './result.ts';
import { createTurns } from './take-turns.ts';
import { tryAgain } from './try-again.ts';

export interface ModelConfig extends Pick<Provider, 'baseUrl' | 'apiKey'> {
  textModel: string | null;
  imageModel: string | null;
}

export interface ModelLimits {
  /** From the call to the last byte, waiting and further tries among it. */
  wholeMs: number;
  /** The same for words that say they are many. */
  longMs: number;
  /** Between two chunks of an answer. */
  idleMs: number;
  /** Of an answer, on the wire. */
  textBytes: number;
  imageBytes: number;
  tokensOut: number;
  atOnce: number;
  waitingMax: number;
  /** The first pause before a further try. */
  pauseMs: number;
  /** A provider that asks for a longer pause is not tried again. */
  retryAfterMaxMs: number;
}

export const modelLimits: ModelLimits = {
  wholeMs: 60_000,
  longMs: 180_000,
  idleMs: 20_000,
  textBytes: 1024 * 1024,
  imageBytes: 24 * 1024 * 1024,
  tokensOut: 4000,
  atOnce: 2,
  waitingMax: 100,
  pauseMs: 1000,
  retryAfterMaxMs: 15_000,
};

/** What says that the provider is not there, rather than that it has much to do or does not like what it was asked. */
const providerFaults: readonly ModelErrorCode[] = ['model.unreachable', 'model.timeout'];

/** How providers say that they know no schemas; others pass over them. */
const schemaRefusals = new Set([400, 404, 415, 422, 501]);

/** `unknownTries`: how many tries may have cost something that the provider did not tell. */
export type ModelOutcome<T> = Result<T, ModelFailure> & { usage: ModelUsage | null; unknownTries: number };

export interface LanguageModel {
  writeText(words: Words, signal: AbortSignal): Promise<ModelOutcome<string>>;
  /** `onPiece` gets the text as it comes. After the first piece there is no further try. */
  streamText(
    words: Words,
    signal: AbortSignal,
    onPiece: (text: string) => void,
  ): Promise<ModelOutcome<string>>;
  /** `read` judges the value the model wrote, undefined where it is no JSON; null is `model.malformed`. */
  writeJson<T>(
    words: Words,
    signal: AbortSignal,
    read: (value: unknown, text: string) => T | null,
    options?: { isLong?: boolean },
  ): Promise<ModelOutcome<T>>;
  /** The bytes of one picture, of whatever kind the model makes. */
  drawImage(prompt: string, signal: AbortSignal): Promise<ModelOutcome<Uint8Array>>;
}

/** A model behind an address that speaks as OpenAI's does. What fails is a value; the key goes to that host only. */
export function createLanguageModel(
  config: ModelConfig,
  options: { random: () => number; now: () => number; limits?: Partial<ModelLimits> },
): LanguageModel {
  const limits = { ...modelLimits, ...options.limits };
  const turns = createTurns(limits);
  const breaker = createBreaker(options.now);
  const retries = createRetryBudget(6);
  /** Until the provider turns one down. */
  let takesSchemas = true;

  async function call<T>(
    model: string | null,
    maxBytes: number,
    signal: AbortSignal,
    run: (provider: Provider) => Promise<Answered<T>>,
    { isBegun, wholeMs = limits.wholeMs }: { isBegun?: () => boolean; wholeMs?: number } = {},
  ): Promise<ModelOutcome<T>> {
    if (model === null) return { ...fail({ code: 'model.unconfigured' }), usage: null, unknownTries: 0 };
    const deadline = AbortSignal.timeout(wholeMs);
    const within = AbortSignal.any([signal, deadline]);
    const failed = (failure: ModelFailure) => {
      if (signal.aborted) return fail<ModelFailure>({ code: 'model.cancelled' });
      return fail<ModelFailure>(deadline.aborted ? { code: 'model.timeout' } : failure);
    };

    async function runOnce(model: string): Promise<{ outcome: ModelOutcome<T>; mayRetry: boolean }> {
      const attempt: ProviderTry = { failure: null, mayHaveWorked: true };
      const send = createProviderFetch(attempt, { ...limits, maxBytes, now: options.now });
      try {
        const { tokensOut } = limits;
        const provider = { ...config, model, tokensOut, fetch: send, signal: within, takesSchemas };
        const { usage, ...answer } = await run(provider);
        const outcome = answer.ok ? answer : failed({ code: answer.error });
        return { outcome: { ...outcome, usage, unknownTries: usage ? 0 : 1 }, mayRetry: false };
      } catch (cause) {
        if (!attempt.failure && !within.aborted && !(await isProviderFault(cause))) throw cause;
        const outcome = failed(attempt.failure ?? { code: 'model.malformed' });
        const unknownTries = attempt.mayHaveWorked ? 1 : 0;
        return { outcome: { ...outcome, usage: null, unknownTries }, mayRetry: !isBegun?.() };
      }
    }

    const tell = breaker.begin();
    if (!tell) return { ...failed({ code: 'model.unreachable' }), usage: null, unknownTries: 0 };
    retries.noteCall();
    const leave = await turns.enter(within);
    if (!leave) {
      tell('neither');
      return { ...failed({ code: 'model.busy' }), usage: null, unknownTries: 0 };
    }
    let end: CallEnd = 'neither';
    try {
      const tries = { ...limits, random: options.random, signal: within, mayTake: retries.take };
      const [last, ...before] = (await tryAgain(tries, () => runOnce(model))).reverse();
      if (!last) throw new Error('nothing was tried');
      const outcome = last.ok ? last : { ...last, ...failed(last.error) };
      if (outcome.ok || !providerFaults.includes(outcome.error.code)) end = 'worked';
      else end = 'failed';
      if (signal.aborted) end = 'neither';
      return {
        ...outcome,
        unknownTries: before.reduce((sum, one) => sum + one.unknownTries, last.unknownTries),
      };
    } finally {
      tell(end);
      leave();
    }
  }

  return {
    writeText: (words, signal) =>
      call(config.textModel, limits.textBytes, signal, (provider) => writeOnce(provider, words)),
    streamText(words, signal, onPiece) {
      let isBegun = false;
      const begin = (text: string) => {
        isBegun = true;
        onPiece(text);
      };
      return call(
        config.textModel,
        limits.textBytes,
        signal,
        (provider) => streamOnce(provider, words, begin),
        { isBegun: () => isBegun },
      );
    },
    async writeJson(words, signal, read, { isLong = false } = {}) {
      const wholeMs = isLong ? limits.longMs : limits.wholeMs;
      const ask = () =>
        call(
          config.textModel,
          limits.textBytes,
          signal,
          async (provider) => {
            const written = await writeOnce(provider, words);
            if (!written.ok) return written;
            const value = read(readLooseJson(written.value), written.value);
            return value === null
              ? { ...fail('model.malformed' as const), usage: written.usage }
              : { ...written, value };
          },
          { wholeMs },
        );
      const withSchema = takesSchemas && words.schema !== undefined;
      const outcome = await ask();
      const isRefused = !outcome.ok && schemaRefusals.has(outcome.error.status ?? 0);
      if (!withSchema || !isRefused) return outcome;
      takesSchemas = false;
      const plain = await ask();
      // What was turned down both ways was not turned down for its schema.
      if (!plain.ok && plain.error.status === outcome.error.status) takesSchemas = true;
      return plain;
    },
    drawImage: (prompt, signal) =>
      call(config.imageModel, limits.imageBytes, signal, (provider) => drawOnce(provider, prompt)),
  };
}
