import { z } from 'zod';
import { parseJson } from '#platform/json.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { ModelErrorCode, Prompt } from '../contract.ts';

export interface ProviderRequest {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  maxOutputTokens: number;
  fetch: typeof fetch;
  signal: AbortSignal;
  supportsJsonSchema: boolean;
}

export interface ModelUsage {
  tokensIn: number;
  tokensOut: number;
}

/** `usage` is null if the provider did not report it. Other failures throw. */
export type ProviderResult<T> = Result<T, ModelErrorCode> & { usage: ModelUsage | null };

const maxCharactersPerToken = 16;

globalThis.AI_SDK_LOG_WARNINGS = false;

export async function requestText(
  provider: ProviderRequest,
  prompt: Prompt,
): Promise<ProviderResult<string>> {
  const { generateText } = await import('ai');
  const result = await generateText(await callOptions(provider, prompt));
  return toResult(result.text, result.finishReason, result.usage);
}

export async function requestTextStream(
  provider: ProviderRequest,
  prompt: Prompt,
  onPiece: (text: string) => void,
): Promise<ProviderResult<string>> {
  const { streamText } = await import('ai');
  // Leaving the loop early would wait for the response, which the SDK reads twice.
  const stop = new AbortController();
  const signal = AbortSignal.any([provider.signal, stop.signal]);
  const settings = await callOptions({ ...provider, signal }, prompt);
  const { stream } = streamText({ ...settings, onError: () => undefined });
  let text = '';
  let result: ProviderResult<string> | null = null;
  let error: unknown = new DOMException('the stream was aborted', 'AbortError');
  for await (const part of stream) {
    if (result) continue;
    if (part.type === 'text-delta') {
      text += part.text;
      if (text.length <= provider.maxOutputTokens * maxCharactersPerToken) onPiece(part.text);
      else result = { ...fail('model.malformed'), usage: null };
    } else if (part.type === 'finish') result = toResult(text, part.finishReason, part.totalUsage);
    else if (part.type === 'error') error = part.error;
    if (result || part.type === 'error') stop.abort();
  }
  if (result) return result;
  throw error;
}

const imageResponseSchema = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).min(1),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }).nullish().catch(null),
});

/** An image URL is fetched only from the provider's own host and without the key. */
export async function requestImage(
  provider: ProviderRequest,
  prompt: string,
): Promise<ProviderResult<Uint8Array>> {
  const { apiKey, model, signal } = provider;
  const response = await provider.fetch(`${provider.baseUrl}/images/generations`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ model, prompt, n: 1 }),
    signal,
  });
  const parsed = imageResponseSchema.safeParse(parseJson(await response.text()));
  if (!parsed.success) return { ...fail('model.malformed'), usage: null };
  const { data, usage: reportedUsage } = parsed.data;
  const usage = reportedUsage
    ? { tokensIn: reportedUsage.input_tokens, tokensOut: reportedUsage.output_tokens }
    : null;
  const { b64_json, url } = data[0] ?? {};
  if (b64_json) return { ...ok(new Uint8Array(Buffer.from(b64_json, 'base64'))), usage };
  if (!url || URL.parse(url)?.origin !== new URL(provider.baseUrl).origin)
    return { ...fail('model.malformed'), usage };
  const imageResponse = await provider.fetch(url, { signal });
  return { ...ok(new Uint8Array(await imageResponse.arrayBuffer())), usage };
}

export async function isProviderError(cause: unknown): Promise<boolean> {
  const { AISDKError } = await import('ai');
  return AISDKError.isInstance(cause);
}

async function callOptions(
  { baseUrl, apiKey, model, maxOutputTokens, fetch, signal, supportsJsonSchema }: ProviderRequest,
  prompt: Prompt,
) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl,
    ...(apiKey !== null && { apiKey }),
    includeUsage: true,
    transformRequestBody: (body) => ({
      ...limitOutputTokens(body, baseUrl, maxOutputTokens),
      ...(supportsJsonSchema && prompt.schema && { response_format: schemaFormat(prompt.schema) }),
    }),
    fetch,
  });
  return {
    model: provider(model),
    instructions: prompt.instructions,
    prompt: prompt.data,
    maxRetries: 0,
    abortSignal: signal,
  };
}

function schemaFormat(schema: Record<string, unknown>) {
  return { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } };
}

/** OpenAI's newer models reject `max_tokens`; other providers know only that name. */
function limitOutputTokens(body: Record<string, unknown>, baseUrl: string, maxOutputTokens: number) {
  const isOpenAi = new URL(baseUrl).host === 'api.openai.com';
  return { ...body, [isOpenAi ? 'max_completion_tokens' : 'max_tokens']: maxOutputTokens };
}

function toResult(
  text: string,
  finishReason: string,
  reportedUsage: { inputTokens: number | undefined; outputTokens: number | undefined },
): ProviderResult<string> {
  const { inputTokens, outputTokens } = reportedUsage;
  const usage =
    inputTokens === undefined || outputTokens === undefined
      ? null
      : { tokensIn: inputTokens, tokensOut: outputTokens };
  if (finishReason === 'content-filter') return { ...fail('model.refused'), usage };
  const isComplete = finishReason === 'stop' && text.trim() !== '';
  return { ...(isComplete ? ok(text) : fail('model.malformed')), usage };
}
