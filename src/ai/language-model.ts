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
  timeoutMs: number;
  longTimeoutMs: number;
  /** Between two chunks of a response. */
  idleMs: number;
  textBytes: number;
  imageBytes: number;
  maxOutputTokens: number;
  concurrency: number;
  maxQueued: number;
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
  /** `parse` gets undefined if `text` is not JSON, and returns null for `model.malformed`. */
  generateJson<T>(
    prompt: Prompt,
    signal: AbortSignal,
    parse: (value: unknown, text: string) => T | null,
    options?: { isLong?: boolean },
  ): Promise<ModelOutcome<T>>;
  generateImage(prompt: string, signal: AbortSignal): Promise<ModelOutcome<Uint8Array>>;
}

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

  async function call<T>(
    model: string | null,
    maxBytes: number,
    signal: AbortSignal,
    run: (provider: ProviderRequest) => Promise<ProviderResult<T>>,
    { hasStarted, timeoutMs = limits.timeoutMs }: { hasStarted?: () => boolean; timeoutMs?: number } = {},
  ): Promise<ModelOutcome<T>> {
    if (model === null) return { ...fail({ code: 'model.unconfigured' }), usage: null, unmeteredAttempts: 0 };
    const deadline = AbortSignal.timeout(timeoutMs);
    const callSignal = AbortSignal.any([signal, deadline]);
    const toFailure = (failure: ModelError) => {
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
        const outcome = result.ok ? result : toFailure({ code: result.error });
        return { outcome: { ...outcome, usage, unmeteredAttempts: usage ? 0 : 1 }, mayRetry: false };
      } catch (cause) {
        if (!attempt.failure && !callSignal.aborted && !(await isProviderError(cause))) throw cause;
        const outcome = toFailure(attempt.failure ?? { code: 'model.malformed' });
        const unmeteredAttempts = attempt.mayHaveWorked ? 1 : 0;
        return {
          outcome: { ...outcome, usage: null, unmeteredAttempts },
          mayRetry: !hasStarted?.(),
        };
      }
    }

    const reportOutcome = breaker.start();
    if (!reportOutcome)
      return { ...toFailure({ code: 'model.unreachable' }), usage: null, unmeteredAttempts: 0 };
    retries.recordCall();
    const release = await semaphore.acquire(callSignal);
    if (!release) {
      reportOutcome('neither');
      return { ...toFailure({ code: 'model.busy' }), usage: null, unmeteredAttempts: 0 };
    }
    let callOutcome: CallOutcome = 'neither';
    try {
      const retryOptions = {
        ...limits,
        random: options.random,
        signal: callSignal,
        consumeRetry: retries.consume,
      };
      const [last, ...earlier] = (await retryModelCall(retryOptions, () => runOnce(model))).reverse();
      if (!last) throw new Error('no attempt was made');
      const outcome = last.ok ? last : { ...last, ...toFailure(last.error) };
      if (outcome.ok || !outageCodes.includes(outcome.error.code)) callOutcome = 'worked';
      else callOutcome = 'failed';
      if (signal.aborted) callOutcome = 'neither';
      return {
        ...outcome,
        unmeteredAttempts: earlier.reduce(
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
    async generateJson(prompt, signal, parse, { isLong = false } = {}) {
      const timeoutMs = isLong ? limits.longTimeoutMs : limits.timeoutMs;
      const request = () =>
        call(
          config.textModel,
          limits.textBytes,
          signal,
          async (provider) => {
            const response = await requestText(provider, prompt);
            if (!response.ok) return response;
            const value = parse(parseModelJson(response.value), response.value);
            return value === null
              ? { ...fail('model.malformed' as const), usage: response.usage }
              : { ...response, value };
          },
          { timeoutMs },
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
      call(config.imageModel, limits.imageBytes, signal, (provider) => requestImage(provider, prompt)),
  };
}
