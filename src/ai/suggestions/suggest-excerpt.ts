import { callTextModel } from '../call-model.ts';
import { cleanModelText, truncateGraphemes, truncateWords } from '../clean-output.ts';
import { type ExcerptResponse, excerptFallbackLength, type GenerateRequest } from '../contract.ts';
import type { SuggestionDeps } from '../deps.ts';
import { buildPrompt, leaksPrompt, startsLeakingPrompt } from '../prompt.ts';
import { createStreamFilter } from './stream-filter.ts';

type ExcerptRequest = Extract<GenerateRequest, { type: 'excerpt' }>;

export async function suggestExcerpt(
  deps: SuggestionDeps,
  { locale, content }: ExcerptRequest,
  signal: AbortSignal,
  onPiece?: (text: string) => void,
): Promise<ExcerptResponse> {
  const text = deps.htmlToText(content);
  const task =
    'Write the excerpt of this text that stands below its title in a list of posts: one or two plain sentences, 280 characters at most, that make the right reader want to read on. Answer with the excerpt alone.';
  const prompt = buildPrompt({ locale, task, material: { text }, random: deps.random });
  const stream = onPiece && createStreamFilter(sanitizePartial, onPiece);
  const response = await callTextModel(deps, 'excerpt', prompt, (model) =>
    stream ? model.streamText(prompt, signal, stream.push) : model.generateText(prompt, signal),
  );
  const excerpt = response.ok && !leaksPrompt(response.value, prompt) ? clean(response.value) : '';
  if (excerpt !== '') {
    stream?.end(excerpt);
    return { success: true, excerpt, fallback: false };
  }
  const code = response.ok ? 'model.malformed' : response.error.code;
  return { success: true, excerpt: excerptFromText(text), fallback: true, code };

  function sanitizePartial(soFar: string): string | null {
    return startsLeakingPrompt(soFar, prompt) ? null : clean(soFar);
  }

  function clean(output: string): string {
    return truncateWords(cleanModelText(output, text, deps.htmlToText), excerptFallbackLength);
  }
}

export function excerptFromText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const truncated = truncateGraphemes(line, excerptFallbackLength);
  return truncated.length < line.length ? `${truncated}...` : line;
}
