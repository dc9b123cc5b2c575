import { z } from 'zod';
import type { ModelErrorCode } from './model-error.ts';
import { parseJson } from './parse-json.ts';
import { fail, ok, type Result } from './result.ts';

export interface Provider {
  /** Up to and with `/v1` or what stands for it. */
  baseUrl: string;
  /** null: the provider asks for none. */
  apiKey: string | null;
  model: string;
  tokensOut: number;
  fetch: typeof fetch;
  signal: AbortSignal;
  takesSchemas: boolean;
}

export interface Words {
  instructions: string;
  /** What the instructions are about: material of others. */
  data: string;
  /** A JSON schema the answer is to have. Sent where the provider takes one; the instructions have to say it too. */
  schema?: Record<string, unknown>;
}

/** What a call has cost, as the provider says. */
export interface ModelUsage {
  tokensIn: number;
  tokensOut: number;
}

/** One answer; `usage` is null where the provider did not say. Whatever else goes wrong is thrown. */
export type Answered<T> = Result<T, ModelErrorCode> & { usage: ModelUsage | null };

/** More than any language needs: a provider that goes on does not keep to the bound it was given. */
const lettersPerToken = 16;

/** The SDK would write to the console what it thinks of a provider. */
globalThis.AI_SDK_LOG_WARNINGS = false;

export async function writeOnce(provider: Provider, words: Words): Promise<Answered<string>> {
  const { generateText } = await import('ai');
  const result = await generateText(await settingsOf(provider, words));
  return judge(result.text, result.finishReason, result.usage);
}

export async function streamOnce(
  provider: Provider,
  words: Words,
  onPiece: (text: string) => void,
): Promise<Answered<string>> {
  const { streamText } = await import('ai');
  // Leaving the loop early would wait for the whole answer: the SDK reads it in two places.
  const stop = new AbortController();
  const signal = AbortSignal.any([provider.signal, stop.signal]);
  const settings = await settingsOf({ ...provider, signal }, words);
  const { stream } = streamText({ ...settings, onError: () => undefined });
  let text = '';
  let end: Answered<string> | null = null;
  let fault: unknown = new DOMException('the stream was given up', 'AbortError');
  for await (const part of stream) {
    if (end) continue;
    if (part.type === 'text-delta') {
      text += part.text;
      if (text.length <= provider.tokensOut * lettersPerToken) onPiece(part.text);
      else end = { ...fail('model.malformed'), usage: null };
    } else if (part.type === 'finish') end = judge(text, part.finishReason, part.totalUsage);
    else if (part.type === 'error') fault = part.error;
    if (end || part.type === 'error') stop.abort();
  }
  if (end) return end;
  throw fault;
}

const drawn = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).min(1),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }).nullish().catch(null),
});

/** A picture that the answer only names is fetched from the provider's own host, without the key, or not at all. */
export async function drawOnce(provider: Provider, prompt: string): Promise<Answered<Uint8Array>> {
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
  const answer = drawn.safeParse(parseJson(await response.text()));
  if (!answer.success) return { ...fail('model.malformed'), usage: null };
  const { data, usage: said } = answer.data;
  const usage = said ? { tokensIn: said.input_tokens, tokensOut: said.output_tokens } : null;
  const { b64_json, url } = data[0] ?? {};
  if (b64_json) return { ...ok(new Uint8Array(Buffer.from(b64_json, 'base64'))), usage };
  if (!url || URL.parse(url)?.origin !== new URL(provider.baseUrl).origin)
    return { ...fail('model.malformed'), usage };
  const picture = await provider.fetch(url, { signal });
  return { ...ok(new Uint8Array(await picture.arrayBuffer())), usage };
}

/** Whether the SDK found fault with an answer. */
export async function isProviderFault(cause: unknown): Promise<boolean> {
  const { AISDKError } = await import('ai');
  return AISDKError.isInstance(cause);
}

async function settingsOf(
  { baseUrl, apiKey, model, tokensOut, fetch, signal, takesSchemas }: Provider,
  words: Words,
) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl,
    ...(apiKey !== null && { apiKey }),
    includeUsage: true,
    transformRequestBody: (body) => ({
      ...boundBody(body, baseUrl, tokensOut),
      ...(takesSchemas && words.schema && { response_format: schemaFormat(words.schema) }),
    }),
    fetch,
  });
  return {
    model: provider(model),
    instructions: words.instructions,
    prompt: words.data,
    maxRetries: 0,
    abortSignal: signal,
  };
}

function schemaFormat(schema: Record<string, unknown>) {
  return { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } };
}

/** OpenAI's own newer models refuse the name that everybody else knows. */
function boundBody(body: Record<string, unknown>, baseUrl: string, tokensOut: number) {
  const isOpenAi = new URL(baseUrl).host === 'api.openai.com';
  return { ...body, [isOpenAi ? 'max_completion_tokens' : 'max_tokens']: tokensOut };
}

function judge(
  text: string,
  finishReason: string,
  said: { inputTokens: number | undefined; outputTokens: number | undefined },
): Answered<string> {
  const { inputTokens, outputTokens } = said;
  const usage =
    inputTokens === undefined || outputTokens === undefined
      ? null
      : { tokensIn: inputTokens, tokensOut: outputTokens };
  if (finishReason === 'content-filter') return { ...fail('model.refused'), usage };
  const isWhole = finishReason === 'stop' && text.trim() !== '';
  return { ...(isWhole ? ok(text) : fail('model.malformed')), usage };
}
