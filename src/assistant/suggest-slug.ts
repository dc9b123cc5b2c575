import { askForWords } from './ask-model.ts';
import { cleanWords } from './clean-words.ts';
import type { GenerateRequest, SlugAnswer } from './contract.ts';
import type { AssistantDesk } from './desk.ts';
import { repeatsInstructions, wordAsk } from './word-ask.ts';

const longestAnswer = 200;

/** A short address for a title; by the blog's own rule where the model has none. */
export async function suggestSlug(
  desk: AssistantDesk,
  { locale, title }: Extract<GenerateRequest, { type: 'slug' }>,
  signal: AbortSignal,
): Promise<SlugAnswer> {
  const task =
    'Write the slug of the title: three to seven words that a reader would search for, in lower case, with hyphens between. Answer with the slug alone.';
  const words = wordAsk({ locale, task, material: { title }, random: desk.random });
  const written = await askForWords(desk, 'slug', words, (model) => model.writeText(words, signal));
  const slug = written.ok && !repeatsInstructions(written.value, words) ? slugIn(written.value) : '';
  if (slug !== '') return { success: true, slug, fallback: false };
  const code = written.ok ? 'model.malformed' : written.error.code;
  return { success: true, slug: desk.slugOf(locale, title), fallback: true, code };

  function slugIn(answer: string): string {
    const said = cleanWords(answer, title, desk.textOf);
    return said.length > longestAnswer ? '' : desk.slugOf(locale, said);
  }
}
