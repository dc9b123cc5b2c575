import { callTextModel } from '../call-model.ts';
import { cleanModelText } from '../clean-output.ts';
import type { GenerateRequest, SlugResponse } from '../contract.ts';
import type { SuggestionDeps } from '../deps.ts';
import { buildPrompt, leaksPrompt } from '../prompt.ts';

const maxOutputLength = 200;

export async function suggestSlug(
  deps: SuggestionDeps,
  { locale, title }: Extract<GenerateRequest, { type: 'slug' }>,
  signal: AbortSignal,
): Promise<SlugResponse> {
  const task =
    'Write the slug of the title: three to seven words that a reader would search for, in lower case, with hyphens between. Answer with the slug alone.';
  const prompt = buildPrompt({ locale, task, material: { title }, random: deps.random });
  const response = await callTextModel(deps, 'slug', prompt, (model) => model.generateText(prompt, signal));
  const slug = response.ok && !leaksPrompt(response.value, prompt) ? extractSlug(response.value) : '';
  if (slug !== '') return { success: true, slug, fallback: false };
  const code = response.ok ? 'model.malformed' : response.error.code;
  return { success: true, slug: deps.toSlug(locale, title), fallback: true, code };

  function extractSlug(output: string): string {
    const text = cleanModelText(output, title, deps.htmlToText);
    return text.length > maxOutputLength ? '' : deps.toSlug(locale, text);
  }
}
