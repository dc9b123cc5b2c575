import { ReadableStream } from 'node:stream/web';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  AISDKError,
  generateText,
  InvalidResponseDataError,
  jsonSchema,
  type ModelMessage,
  Output,
  streamText,
} from 'ai';
import { z } from 'zod';
import { rejectedEncodingCode } from '#platform/fetch/content-encoding.ts';
import { type Fetch, serviceFetch } from '#platform/fetch/service-fetch.ts';
import { parseJson } from '#platform/json.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { ModelError, Prompt } from './contract.ts';

export interface ProviderRequest {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  maxOutputTokens: number;
  fetch: Fetch;
  signal: AbortSignal;
  supportsJsonSchema: boolean;
}

export interface ModelUsage {
  tokensIn: number;
  tokensOut: number;
}

/** `usage` is null if the provider did not report it. Other failures throw. */
export type ProviderResult<T> = Result<T, ModelError> & { usage: ModelUsage | null };

const maxCharactersPerToken = 16;
const malformed = fail<ModelError>({ code: 'model.malformed' });

globalThis.AI_SDK_LOG_WARNINGS = false;

export async function requestText(
  provider: ProviderRequest,
  prompt: Prompt,
): Promise<ProviderResult<string>> {
  const { schema } = prompt;
  const result = await generateText({
    ...textSettings(provider, prompt),
    ...(schema && provider.supportsJsonSchema && { output: schemaOutput(schema) }),
  });
  return toResult(result.text, result.finishReason, result.usage);
}

export async function requestTextStream(
  provider: ProviderRequest,
  prompt: Prompt,
  onPiece: (text: string) => void,
): Promise<ProviderResult<string>> {
  // Leaving the loop early would wait for the response, which the SDK reads twice.
  const stop = new AbortController();
  const signal = AbortSignal.any([provider.signal, stop.signal]);
  const settings = textSettings({ ...provider, signal }, prompt);
  let isBroken = false;
  const onError = ({ error }: { error: unknown }) => {
    // The SDK reports a truncated response as invalid data.
    isBroken = !InvalidResponseDataError.isInstance(error);
  };
  const result = streamText({ ...settings, onError });
  const maxLength = provider.maxOutputTokens * maxCharactersPerToken;
  let length = 0;
  for await (const piece of result.textStream) {
    length += piece.length;
    if (length <= maxLength) onPiece(piece);
    else stop.abort();
  }
  if (length > maxLength) return { ...malformed, usage: null };
  if (isBroken) return { ...fail({ code: 'model.unreachable' }), usage: null };
  return toResult(await result.text, await result.finishReason, await result.usage);
}

const imageResponseSchema = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).min(1),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }).nullish().catch(null),
});

/**
 * Not the SDK's `generateImage`: it fetches URLs on any host, sends the key to its own, and rejects the image
 * with an unusual `usage`. An image URL is fetched only from the provider's own host and without the key.
 */
export async function requestImage(
  { baseUrl, apiKey, model, fetch, signal }: ProviderRequest,
  prompt: string,
): Promise<ProviderResult<Uint8Array>> {
  const response = await fetch(`${baseUrl}/images/generations`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ model, prompt, n: 1 }),
    signal,
  });
  const { success, data: body } = imageResponseSchema.safeParse(parseJson(await response.text()));
  if (!success) return { ...malformed, usage: null };
  const usage = toUsage({ inputTokens: body.usage?.input_tokens, outputTokens: body.usage?.output_tokens });
  const { b64_json, url } = body.data[0] ?? {};
  if (b64_json) return { ...ok(new Uint8Array(Buffer.from(b64_json, 'base64'))), usage };
  if (!url || URL.parse(url)?.origin !== new URL(baseUrl).origin) return { ...malformed, usage };
  const imageResponse = await fetch(url, { signal });
  return { ...ok(new Uint8Array(await imageResponse.arrayBuffer())), usage };
}

export const isProviderError = (cause: unknown) => AISDKError.isInstance(cause);

function textSettings(provider: ProviderRequest, { instructions, data, image }: Prompt) {
  const { baseUrl, apiKey, model, maxOutputTokens, fetch, signal } = provider;
  const isOpenAi = new URL(baseUrl).host === 'api.openai.com';
  const createModel = createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl,
    ...(apiKey !== null && { apiKey }),
    includeUsage: true,
    supportsStructuredOutputs: true,
    // OpenAI's newer models reject `max_tokens`; other providers know only that name.
    transformRequestBody: ({ max_tokens, ...body }) => ({
      ...body,
      [isOpenAi ? 'max_completion_tokens' : 'max_tokens']: max_tokens,
    }),
    fetch,
  });
  return {
    model: createModel(model),
    instructions,
    prompt: image ? [toImageMessage(data, image)] : data,
    maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
  };
}

function toImageMessage(text: string, image: Uint8Array): ModelMessage {
  return {
    role: 'user',
    content: [
      { type: 'text', text },
      { type: 'file', data: image, mediaType: 'image/jpeg' },
    ],
  };
}

/** The SDK's parser rejects code fences and double-encoded strings. */
function schemaOutput(schema: Record<string, unknown>) {
  return {
    ...Output.object({ schema: jsonSchema(schema), name: 'answer' }),
    parseCompleteOutput: async ({ text }: { text: string }) => text,
  };
}

interface ReportedUsage {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

function toUsage({ inputTokens, outputTokens }: ReportedUsage): ModelUsage | null {
  if (inputTokens === undefined || outputTokens === undefined) return null;
  return { tokensIn: inputTokens, tokensOut: outputTokens };
}

function toResult(text: string, finishReason: string, reported: ReportedUsage): ProviderResult<string> {
  const usage = toUsage(reported);
  if (finishReason === 'content-filter') return { ...fail<ModelError>({ code: 'model.refused' }), usage };
  const isComplete = finishReason === 'stop' && text.trim() !== '';
  return { ...(isComplete ? ok(text) : malformed), usage };
}

export interface ProviderAttempt {
  failure: ModelError | null;
  /** It may have cost tokens: the provider accepted it, or was still working on it. */
  isChargeable: boolean;
  mayRetry: boolean;
}

interface ProviderFetchLimits {
  maxBytes: number;
  idleMs: number;
  now: () => number;
}

/** Rejects redirects, because they would get the key. */
export function createProviderFetch(
  attempt: ProviderAttempt,
  { maxBytes, idleMs, now }: ProviderFetchLimits,
): Fetch {
  return async (input, init) => {
    const idle = new AbortController();
    const signal = AbortSignal.any([idle.signal, ...(init?.signal ? [init.signal] : [])]);
    const options: RequestInit = { ...init, redirect: 'error', signal };
    const response = await serviceFetch(input, options).catch((cause: unknown) => {
      const hasAnswered = isRefusedEncoding(cause);
      attempt.isChargeable = signal.aborted || hasAnswered;
      if (signal.aborted) throw cause;
      throw toError({ code: hasAnswered ? 'model.malformed' : 'model.unreachable' });
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw toError(classifyStatus(response.status, readRetryAfter(response.headers, now())));
    }
    attempt.isChargeable = true;
    if (response.body === null) return response;
    const body = ReadableStream.from(limitBody(response.body, idle, init?.signal)) as BodyInit;
    return new Response(body, { status: response.status, headers: response.headers });
  };

  function toError(failure: ModelError): Error {
    attempt.failure = failure;
    return new Error(failure.code);
  }

  async function* limitBody(
    body: AsyncIterable<Uint8Array>,
    idle: AbortController,
    callerSignal: AbortSignal | null | undefined,
  ) {
    const timer = setTimeout(() => idle.abort(), idleMs);
    let bytes = 0;
    try {
      for await (const chunk of body) {
        timer.refresh();
        bytes += chunk.length;
        if (bytes > maxBytes) break;
        yield chunk;
      }
    } catch (cause) {
      if (callerSignal?.aborted) throw cause;
      throw toError({ code: idle.signal.aborted ? 'model.timeout' : 'model.unreachable' });
    } finally {
      clearTimeout(timer);
    }
    if (bytes > maxBytes) throw toError({ code: 'model.malformed' });
  }
}

const isRefusedEncoding = (error: unknown) =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === rejectedEncodingCode;

function classifyStatus(status: number, retryAfterSeconds: number | null): ModelError {
  const details = { status, ...(retryAfterSeconds !== null && { retryAfterSeconds }) };
  if ([429, 503, 529].includes(status)) return { code: 'model.busy', ...details };
  if (status >= 500 || status === 408) return { code: 'model.unreachable', ...details };
  return { code: 'model.refused', ...details };
}

/** In seconds. A date is relative to the provider's clock, if it sends one. */
function readRetryAfter(headers: Headers, now: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,6}$/.test(value)) return Number(value);
  const retryAt = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(retryAt)) return null;
  const serverDate = Date.parse(headers.get('date') ?? '');
  return Math.max(0, Math.ceil((retryAt - (Number.isNaN(serverDate) ? now : serverDate)) / 1000));
}
