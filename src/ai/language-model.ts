import { setTimeout as pause } from 'node:timers/promises';
import { parseJson } from '#platform/json.ts';
import {
  type CallOutcome,
  createCircuitBreaker,
  createRetryBudget,
} from '#platform/limits/circuit-breaker.ts';
import { createSemaphore } from '#platform/limits/semaphore.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { ModelError, ModelErrorCode, Prompt } from './contract.ts';
import { type AnswerReader, createAnswerReader } from './model-answer.ts';
import type { ModelUsage, ProviderAttempt, ProviderRequest, ProviderResult } from './provider.ts';
import type { CallPrices, ModelPrices } from './text-contract.ts';

export interface ModelConfig extends Pick<ProviderRequest, 'baseUrl' | 'apiKey'> {
  textModel: string | null;
  imageModel: string | null;
}

export interface AiProvider extends ModelConfig {
  dailyTokens: number;
  runTokens: number;
  /** Calls to the provider at a time, and languages of translation runs. */
  concurrency: number;
  /** Whether the text model accepts images. */
  seesImages: boolean;
  /** null: usage is shown in tokens only. */
  prices: ModelPrices | null;
  /** Reads translations a second time, with a budget of its own; null: only rules do. */
  secondReader: AiProvider | null;
  /** Lowest score of a translation that is published by itself; 0 demands none. */
  threshold: number;
}

export function getCallPrices(provider: AiProvider | null): CallPrices | null {
  if (!provider?.prices) return null;
  return { text: provider.prices, review: provider.secondReader?.prices ?? provider.prices };
}

export const noProvider: AiProvider = {
  baseUrl: '',
  apiKey: null,
  textModel: null,
  imageModel: null,
  dailyTokens: 0,
  runTokens: 0,
  concurrency: 1,
  seesImages: false,
  prices: null,
  secondReader: null,
  threshold: 0,
};

export interface ModelLimits {
  /** From the call to the last byte, including queueing and retries. */
  timeoutMs: number;
  longTimeoutMs: number;
  /** Between two chunks of a response. */
  idleMs: number;
  textBytes: number;
  imageBytes: number;
  maxOutputTokens: number;
  concurrency: number;
  maxQueued: number;
  /** Before the first retry. It doubles with each retry, and up to half of it is random. */
  pauseMs: number;
  retryAfterMaxMs: number;
}

export const defaultModelLimits: ModelLimits = {
  timeoutMs: 60_000,
  longTimeoutMs: 180_000,
  idleMs: 20_000,
  textBytes: 1024 * 1024,
  imageBytes: 24 * 1024 * 1024,
  maxOutputTokens: 4000,
  concurrency: 2,
  maxQueued: 100,
  pauseMs: 1000,
  retryAfterMaxMs: 15_000,
};

const outageCodes: readonly ModelErrorCode[] = ['model.unreachable', 'model.timeout'];

const maxAttempts = 3;

const schemaRejectionStatuses = new Set([400, 404, 415, 422, 501]);

/** `unmeteredAttempts`: attempts that may have cost tokens the provider didn't report. */
export type ModelOutcome<T> = Result<T, ModelError> & { usage: ModelUsage | null; unmeteredAttempts: number };

/** What it returns has been read as an answer (`model-answer.ts`): a refusal is `model.refused`. */
export interface LanguageModel {
  generateText(prompt: Prompt, signal: AbortSignal): Promise<ModelOutcome<string>>;
  /** `onText` gets the answer so far. No retry after the first text. */
  streamText(
    prompt: Prompt,
    signal: AbortSignal,
    onText: (soFar: string) => void,
  ): Promise<ModelOutcome<string>>;
  /**
   * `parse` gets undefined if `text` is not JSON, and returns null for `model.malformed`. With `readsStrings: false`,
   * it gets the strings as they are: the caller knows the source of each.
   */
  generateJson<T>(
    prompt: Prompt,
    signal: AbortSignal,
    parse: (value: unknown, text: string) => T | null,
    options?: { isLong?: boolean; readsStrings?: boolean },
  ): Promise<ModelOutcome<T>>;
  generateImage(prompt: string, signal: AbortSignal): Promise<ModelOutcome<Uint8Array>>;
}

type Sdk = typeof import('./provider.ts');

/** Client for an OpenAI-compatible API. The key is sent only to that host. */
export function createLanguageModel(
  config: ModelConfig,
  options: { random: () => number; now: () => number; limits?: Partial<ModelLimits> },
): LanguageModel {
  const limits = { ...defaultModelLimits, ...options.limits };
  const semaphore = createSemaphore(limits);
  const breaker = createCircuitBreaker(options.now);
  const retries = createRetryBudget(6);
  let supportsJsonSchema = true;
  /** A provider that is busy for one call is busy for all. */
  let busyUntil = 0;

  /** Milliseconds; null to give up. */
  function retryDelay({ code, retryAfterSeconds = 0 }: ModelError, attempts: number): number | null {
    const requestedMs = retryAfterSeconds * 1000;
    const isTemporary = code === 'model.busy' || code === 'model.unreachable';
    if (!isTemporary || attempts === maxAttempts || requestedMs > limits.retryAfterMaxMs) return null;
    if (!retries.consume()) return null;
    return Math.max(requestedMs, limits.pauseMs * 2 ** (attempts - 1) * (0.5 + options.random() / 2));
  }

  /** A longer wait fails the call instead. */
  function recordBusy({ code, retryAfterSeconds = 0 }: ModelError): void {
    const requestedMs = retryAfterSeconds * 1000;
    if (code !== 'model.busy' || requestedMs > limits.retryAfterMaxMs) return;
    busyUntil = Math.max(busyUntil, options.now() + requestedMs);
  }

  async function call<T>(
    model: string | null,
    maxBytes: number,
    signal: AbortSignal,
    run: (sdk: Sdk, provider: ProviderRequest, attempt: ProviderAttempt) => Promise<ProviderResult<T>>,
    timeoutMs = limits.timeoutMs,
  ): Promise<ModelOutcome<T>> {
    const unsent = { usage: null, unmeteredAttempts: 0 };
    if (model === null) return { ...fail({ code: 'model.unconfigured' }), ...unsent };
    const deadline = AbortSignal.timeout(timeoutMs);
    const callSignal = AbortSignal.any([signal, deadline]);
    const toFailure = (failure: ModelError) => {
      if (signal.aborted) return fail<ModelError>({ code: 'model.cancelled' });
      return fail<ModelError>(deadline.aborted ? { code: 'model.timeout' } : failure);
    };
    const reportOutcome = breaker.start();
    if (!reportOutcome) return { ...toFailure({ code: 'model.unreachable' }), ...unsent };
    retries.recordCall();
    const release = await semaphore.acquire(callSignal);
    if (!release) {
      reportOutcome('neither');
      return { ...toFailure({ code: 'model.busy' }), ...unsent };
    }
    let callOutcome: CallOutcome = 'neither';
    try {
      const sdk = await import('./provider.ts');
      const { idleMs, maxOutputTokens } = limits;
      let unmeteredAttempts = 0;
      for (let attempts = 1; ; attempts += 1) {
        const busyMs = busyUntil - options.now();
        if (busyMs > 0) await pause(busyMs, undefined, { signal: callSignal }).catch(() => undefined);
        if (callSignal.aborted)
          return { ...toFailure({ code: 'model.busy' }), usage: null, unmeteredAttempts };
        const attempt: ProviderAttempt = { failure: null, isChargeable: false, mayRetry: true };
        const fetch = sdk.createProviderFetch(attempt, { maxBytes, idleMs, now: options.now });
        const provider = { ...config, model, maxOutputTokens, fetch, signal: callSignal, supportsJsonSchema };
        const { usage, ...answer } = await run(sdk, provider, attempt).catch((cause: unknown) => {
          if (!attempt.failure && !callSignal.aborted && !sdk.isProviderError(cause)) throw cause;
          return { ...fail<ModelError>({ code: 'model.malformed' }), usage: null };
        });
        if (attempt.isChargeable && !usage) unmeteredAttempts += 1;
        const result = attempt.failure ? fail(attempt.failure) : answer;
        if (attempt.failure) recordBusy(attempt.failure);
        const mayRetry = !result.ok && attempt.mayRetry && !callSignal.aborted;
        const delayMs = mayRetry ? retryDelay(result.error, attempts) : null;
        if (delayMs !== null) await pause(delayMs, undefined, { signal: callSignal }).catch(() => undefined);
        if (delayMs !== null && !callSignal.aborted) continue;
        const outcome = result.ok ? result : toFailure(result.error);
        const isOutage = !outcome.ok && outageCodes.includes(outcome.error.code);
        if (!signal.aborted) callOutcome = isOutage ? 'failed' : 'worked';
        return { ...outcome, usage, unmeteredAttempts };
      }
    } finally {
      reportOutcome(callOutcome);
      release();
    }
  }

  return {
    generateText: (prompt, signal) =>
      call(config.textModel, limits.textBytes, signal, async (sdk, provider) =>
        readText(
          await sdk.requestText(provider, prompt),
          createAnswerReader(prompt.data, { paragraphIn: prompt.paragraphIn }),
        ),
      ),
    streamText: (prompt, signal, onText) =>
      call(config.textModel, limits.textBytes, signal, async (sdk, provider, attempt) => {
        const reader = createAnswerReader(prompt.data, { paragraphIn: prompt.paragraphIn });
        let soFar = '';
        const response = await sdk.requestTextStream(provider, prompt, (piece) => {
          attempt.mayRetry = false;
          soFar += piece;
          onText(reader.readPartial(soFar));
        });
        return readText(response, reader);
      }),
    async generateJson(prompt, signal, parse, { isLong = false, readsStrings = true } = {}) {
      const timeoutMs = isLong ? limits.longTimeoutMs : limits.timeoutMs;
      const request = () =>
        call(
          config.textModel,
          limits.textBytes,
          signal,
          async (sdk, provider) => {
            const response = await sdk.requestText(provider, prompt);
            if (!response.ok) return response;
            const reader = createAnswerReader(prompt.data, { paragraphIn: prompt.paragraphIn });
            return { ...readJson(response.value, reader, parse, readsStrings), usage: response.usage };
          },
          timeoutMs,
        );
      const withSchema = supportsJsonSchema && prompt.schema !== undefined;
      const outcome = await request();
      const isSchemaRejected = !outcome.ok && schemaRejectionStatuses.has(outcome.error.status ?? 0);
      if (!withSchema || !isSchemaRejected) return outcome;
      supportsJsonSchema = false;
      const withoutSchema = await request();
      // Rejected with and without the schema: the schema was not the reason.
      if (!withoutSchema.ok && withoutSchema.error.status === outcome.error.status) supportsJsonSchema = true;
      return withoutSchema;
    },
    generateImage: (prompt, signal) =>
      call(config.imageModel, limits.imageBytes, signal, (sdk, provider) =>
        sdk.requestImage(provider, prompt),
      ),
  };
}

function readText(response: ProviderResult<string>, reader: AnswerReader): ProviderResult<string> {
  if (!response.ok) return response;
  const answer = reader.read(response.value);
  return { ...(answer.ok ? answer : fail({ code: answer.error })), usage: response.usage };
}

function readJson<T>(
  output: string,
  reader: AnswerReader,
  parse: (value: unknown, text: string) => T | null,
  readsStrings: boolean,
): Result<T, ModelError> {
  const text = reader.removeThoughts(output);
  const json = parseModelJson(text);
  const answer = readsStrings && json !== undefined ? reader.readStrings(json) : ok(json);
  if (!answer.ok) return fail({ code: answer.error });
  const value = parse(answer.value, text);
  if (value !== null) return ok(value);
  const plain = reader.read(text);
  return fail({ code: plain.ok ? 'model.malformed' : plain.error });
}

const codeFence = /^```[a-z]*\s*\n?([\s\S]*?)\n?```$/i;

function parseModelJson(text: string): unknown {
  const bare = text.trim();
  const inFence = codeFence.exec(bare)?.[1] ?? bare;
  const inBraces = inFence.slice(inFence.indexOf('{'), inFence.lastIndexOf('}') + 1);
  const value = parseJson(inFence) ?? parseJson(inBraces);
  return typeof value === 'string' ? parseModelJson(value) : value;
}
