import { z } from 'zod';
import { callTextModel } from '../call-model.ts';
import { cleanModelText, truncateWords } from '../clean-output.ts';
import { type GenerateRequest, suggestionLimits as limits, type SeoResponse } from '../contract.ts';
import type { SuggestionDeps } from '../deps.ts';
import { buildPrompt, leaksPrompt } from '../prompt.ts';
import { excerptFromText } from './suggest-excerpt.ts';

type SeoRequest = Extract<GenerateRequest, { type: 'seo' | 'image' }>;

const keywordsSchema = z.union([z.array(z.string()), z.string().transform((text) => text.split(','))]);
/** Models use both spellings. */
const responseSchema = z
  .object({
    seoTitle: z.string().optional(),
    title: z.string().optional(),
    seoDescription: z.string().optional(),
    description: z.string().optional(),
    seoKeywords: keywordsSchema.optional(),
    keywords: keywordsSchema.optional(),
  })
  .transform((raw) => ({
    title: raw.seoTitle ?? raw.title ?? '',
    description: raw.seoDescription ?? raw.description ?? '',
    keywords: raw.seoKeywords ?? raw.keywords ?? [],
  }));

export async function suggestSeo(
  deps: SuggestionDeps,
  { locale, title, content }: SeoRequest,
  signal: AbortSignal,
): Promise<SeoResponse> {
  const text = deps.htmlToText(content);
  const task =
    'Write what a search engine shows of this post. Answer with one JSON object and nothing else: {"seoTitle": string of 60 characters at most, "seoDescription": string of 155 characters at most, "seoKeywords": list of four to eight short search terms}.';
  const prompt = buildPrompt({ locale, task, material: { title, text }, random: deps.random });
  const source = `${title}\n${text}`;
  const result = await callTextModel(deps, 'seo', prompt, (model) =>
    model.generateJson(prompt, signal, parseSeo),
  );
  if (result.ok) return { success: true, ...result.value, fallback: false };
  return {
    success: true,
    seoTitle: title.trim(),
    seoDescription: excerptFromText(text),
    seoKeywords: [],
    fallback: true,
    code: result.error.code,
  };

  function parseSeo(value: unknown): Pick<SeoResponse, 'seoTitle' | 'seoDescription' | 'seoKeywords'> | null {
    const { success, data } = responseSchema.safeParse(value);
    if (!success || leaksPrompt(JSON.stringify(data), prompt)) return null;
    const clean = (raw: string, maxLength: number) =>
      truncateWords(cleanModelText(raw, source, deps.htmlToText), maxLength);
    const seoTitle = clean(data.title, limits.seoTitle);
    const seoDescription = clean(data.description, limits.seoDescription);
    const seoKeywords = data.keywords.map((keyword) => clean(keyword, limits.keyword)).filter(Boolean);
    if (seoTitle === '' || seoDescription === '') return null;
    return { seoTitle, seoDescription, seoKeywords: [...new Set(seoKeywords)].slice(0, limits.keywords) };
  }
}
