import {
  type CallOutcome,
  createCircuitBreaker,
  createRetryBudget,
} from '#platform/limits/circuit-breaker.ts';
import { createSemaphore } from '#platform/limits/semaphore.ts';
import { fail, type Result } from '#platform/result.ts';
import type { ModelError, ModelErrorCode, Prompt } from './contract.ts';
import { parseModelJson } from './provider/parse-model-json.ts';
import { createProviderFetch, type ProviderAttempt } from './provider/provider-fetch.ts';
import {
  isProviderError,
  type ModelUsage,
  type ProviderRequest,
  type ProviderResult,
  requestImage,
  requestText,
  requestTextStream,
} from './provider/requests.ts';
import { retryModelCall } from './provider/retry.ts';

export interface ModelConfig extends Pick<ProviderRequest, 'baseUrl' | 'apiKey'> {
  textModel: string | null;
  imageModel: string | null;
}

export interface ModelLimits {
  /** From the call to the last byte, including queueing and retries. */
  wholeMs: number;
  longMs: number;
  /** Between two chunks of a response. */
  idleMs: number;
  textBytes: number;
  imageBytes: number;
  maxOutputTokens: number;
  concurrency: number;
  maxQueued: number;
  pauseMs: number;
  /** A provider that asks for a longer pause is not retried. */
  retryAfterMaxMs: number;
}

export const defaultModelLimits: ModelLimits = {
  wholeMs: 60_000,
  longMs: 180_000,
  idleMs: 20_000,
  textBytes: 1024 * 1024,
  imageBytes: 24 * 1024 * 1024,
  maxOutputTokens: 4000,
  concurrency: 2,
  maxQueued: 100,
  pauseMs: 1000,
  retryAfterMaxMs: 15_000,
};

/** Errors that count as outages for the circuit breaker. */
const outageCodes: readonly ModelErrorCode[] = ['model.unreachable', 'model.timeout'];

/** Statuses with which providers reject JSON schemas; others ignore them. */
const schemaRejectionStatuses = new Set([400, 404, 415, 422, 501]);

/** `unmeteredAttempts`: attempts that may have cost tokens the provider didn't report. */
export type ModelOutcome<T> = Result<T, ModelError> & { usage: ModelUsage | null; unmeteredAttempts: number };

export interface LanguageModel {
  generateText(prompt: Prompt, signal: AbortSignal): Promise<ModelOutcome<string>>;
  /** No retry after the first text. */
  streamText(
    prompt: Prompt,
    signal: AbortSignal,
    onText: (text: string) => void,
  ): Promise<ModelOutcome<string>>;
  /** `read` validates the parsed value (undefined if it isn't JSON); null means `model.malformed`. */
  generateJson<T>(
    prompt: Prompt,
    signal: AbortSignal,
    read: (value: unknown, text: string) => T | null,
    options?: { isLong?: boolean },
  ): Promise<ModelOutcome<T>>;
  generateImage(prompt: string, signal: AbortSignal): Promise<ModelOutcome<Uint8Array>>;
}

/** Client for an OpenAI-compatible API. Failures are values; the key is sent only to that host. */
export function createLanguageModel(
  config: ModelConfig,
  options: { random: () => number; now: () => number; limits?: Partial<ModelLimits> },
): LanguageModel {
  const limits = { ...defaultModelLimits, ...options.limits };
  const semaphore = createSemaphore(limits);
  const breaker = createCircuitBreaker(options.now);
  const retries = createRetryBudget(6);
  let supportsJsonSchema = true;

  async function call<T>(
    model: string | null,
    maxBytes: number,
    signal: AbortSignal,
    run: (provider: ProviderRequest) => Promise<ProviderResult<T>>,
    { hasStarted, wholeMs = limits.wholeMs }: { hasStarted?: () => boolean; wholeMs?: number } = {},
  ): Promise<ModelOutcome<T>> {
    if (model === null) return { ...fail({ code: 'model.unconfigured' }), usage: null, unmeteredAttempts: 0 };
    const deadline = AbortSignal.timeout(wholeMs);
    const callSignal = AbortSignal.any([signal, deadline]);
    const failed = (failure: ModelError) => {
      if (signal.aborted) return fail<ModelError>({ code: 'model.cancelled' });
      return fail<ModelError>(deadline.aborted ? { code: 'model.timeout' } : failure);
    };

    async function runOnce(model: string): Promise<{ outcome: ModelOutcome<T>; mayRetry: boolean }> {
      const attempt: ProviderAttempt = { failure: null, mayHaveWorked: true };
      const send = createProviderFetch(attempt, { ...limits, maxBytes, now: options.now });
      try {
        const { maxOutputTokens } = limits;
        const provider = {
          ...config,
          model,
          maxOutputTokens,
          fetch: send,
          signal: callSignal,
          supportsJsonSchema,
        };
        const { usage, ...result } = await run(provider);
        const outcome = result.ok ? result : failed({ code: result.error });
        return { outcome: { ...outcome, usage, unmeteredAttempts: usage ? 0 : 1 }, mayRetry: false };
      } catch (cause) {
        if (!attempt.failure && !callSignal.aborted && !(await isProviderError(cause))) throw cause;
        const outcome = failed(attempt.failure ?? { code: 'model.malformed' });
        const unmeteredAttempts = attempt.mayHaveWorked ? 1 : 0;
        return {
          outcome: { ...outcome, usage: null, unmeteredAttempts },
          mayRetry: !hasStarted?.(),
        };
      }
    }

    const reportOutcome = breaker.start();
    if (!reportOutcome)
      return { ...failed({ code: 'model.unreachable' }), usage: null, unmeteredAttempts: 0 };
    retries.recordCall();
    const release = await semaphore.acquire(callSignal);
    if (!release) {
      reportOutcome('neither');
      return { ...failed({ code: 'model.busy' }), usage: null, unmeteredAttempts: 0 };
    }
    let callOutcome: CallOutcome = 'neither';
    try {
      const attempts = {
        ...limits,
        random: options.random,
        signal: callSignal,
        consumeRetry: retries.consume,
      };
      const [last, ...before] = (await retryModelCall(attempts, () => runOnce(model))).reverse();
      if (!last) throw new Error('nothing was tried');
      const outcome = last.ok ? last : { ...last, ...failed(last.error) };
      if (outcome.ok || !outageCodes.includes(outcome.error.code)) callOutcome = 'worked';
      else callOutcome = 'failed';
      if (signal.aborted) callOutcome = 'neither';
      return {
        ...outcome,
        unmeteredAttempts: before.reduce(
          (sum, attemptOutcome) => sum + attemptOutcome.unmeteredAttempts,
          last.unmeteredAttempts,
        ),
      };
    } finally {
      reportOutcome(callOutcome);
      release();
    }
  }

  return {
    generateText: (prompt, signal) =>
      call(config.textModel, limits.textBytes, signal, (provider) => requestText(provider, prompt)),
    streamText(prompt, signal, onText) {
      let hasStarted = false;
      const handleText = (text: string) => {
        hasStarted = true;
        onText(text);
      };
      return call(
        config.textModel,
        limits.textBytes,
        signal,
        (provider) => requestTextStream(provider, prompt, handleText),
        { hasStarted: () => hasStarted },
      );
    },
    async generateJson(prompt, signal, read, { isLong = false } = {}) {
      const wholeMs = isLong ? limits.longMs : limits.wholeMs;
      const request = () =>
        call(
          config.textModel,
          limits.textBytes,
          signal,
          async (provider) => {
            const written = await requestText(provider, prompt);
            if (!written.ok) return written;
            const value = read(parseModelJson(written.value), written.value);
            return value === null
              ? { ...fail('model.malformed' as const), usage: written.usage }
              : { ...written, value };
          },
          { wholeMs },
        );
      const withSchema = supportsJsonSchema && prompt.schema !== undefined;
      const outcome = await request();
      const isSchemaRejected = !outcome.ok && schemaRejectionStatuses.has(outcome.error.status ?? 0);
      if (!withSchema || !isSchemaRejected) return outcome;
      supportsJsonSchema = false;
      const plain = await request();
      // A request rejected with and without the schema wasn't rejected because of it.
      if (!plain.ok && plain.error.status === outcome.error.status) supportsJsonSchema = true;
      return plain;
    },
    generateImage: (prompt, signal) =>
      call(config.imageModel, limits.imageBytes, signal, (provider) => requestImage(provider, prompt)),
  };
}
