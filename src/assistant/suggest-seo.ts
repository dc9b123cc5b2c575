import { z } from 'zod';
import { askForWords } from './ask-model.ts';
import { cleanWords, cutWords } from './clean-words.ts';
import { type GenerateRequest, suggestionLimits as limits, type SeoAnswer } from './contract.ts';
import type { AssistantDesk } from './desk.ts';
import { beginningOf } from './suggest-excerpt.ts';
import { repeatsInstructions, wordAsk } from './word-ask.ts';

type SeoRequest = Extract<GenerateRequest, { type: 'seo' | 'image' }>;

const keywords = z.union([z.array(z.string()), z.string().transform((text) => text.split(','))]);
/** Both spellings that models use. */
const written = z
  .object({
    seoTitle: z.string().optional(),
    title: z.string().optional(),
    seoDescription: z.string().optional(),
    description: z.string().optional(),
    seoKeywords: keywords.optional(),
    keywords: keywords.optional(),
  })
  .transform((said) => ({
    title: said.seoTitle ?? said.title ?? '',
    description: said.seoDescription ?? said.description ?? '',
    keywords: said.seoKeywords ?? said.keywords ?? [],
  }));

/** Title, description and keywords for search engines; from title and text where the model has none. */
export async function suggestSeo(
  desk: AssistantDesk,
  { locale, title, content }: SeoRequest,
  signal: AbortSignal,
): Promise<SeoAnswer> {
  const text = desk.textOf(content);
  const task =
    'Write what a search engine shows of this post. Answer with one JSON object and nothing else: {"seoTitle": string of 60 characters at most, "seoDescription": string of 155 characters at most, "seoKeywords": list of four to eight short search terms}.';
  const words = wordAsk({ locale, task, material: { title, text }, random: desk.random });
  const source = `${title}\n${text}`;
  const answer = await askForWords(desk, 'seo', words, (model) => model.writeJson(words, signal, read));
  if (answer.ok) return { success: true, ...answer.value, fallback: false };
  return {
    success: true,
    seoTitle: title.trim(),
    seoDescription: beginningOf(text),
    seoKeywords: [],
    fallback: true,
    code: answer.error.code,
  };

  function read(value: unknown): Pick<SeoAnswer, 'seoTitle' | 'seoDescription' | 'seoKeywords'> | null {
    const { success, data } = written.safeParse(value);
    if (!success || repeatsInstructions(JSON.stringify(data), words)) return null;
    const clean = (said: string, most: number) => cutWords(cleanWords(said, source, desk.textOf), most);
    const seoTitle = clean(data.title, limits.seoTitle);
    const seoDescription = clean(data.description, limits.seoDescription);
    const seoKeywords = data.keywords.map((word) => clean(word, limits.keyword)).filter(Boolean);
    if (seoTitle === '' || seoDescription === '') return null;
    return { seoTitle, seoDescription, seoKeywords: [...new Set(seoKeywords)].slice(0, limits.keywords) };
  }
}
