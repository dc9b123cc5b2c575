import { askForWords } from './ask-model.ts';
import { cleanWords, cutLetters, cutWords } from './clean-words.ts';
import { type ExcerptAnswer, excerptFallbackLength, type GenerateRequest } from './contract.ts';
import type { AssistantDesk } from './desk.ts';
import { streamJudged } from './stream-judged.ts';
import { beginsInstructions, repeatsInstructions, wordAsk } from './word-ask.ts';

type ExcerptRequest = Extract<GenerateRequest, { type: 'excerpt' }>;

/** A summary in two sentences; the beginning of the text where the model has none. */
export async function suggestExcerpt(
  desk: AssistantDesk,
  { locale, content }: ExcerptRequest,
  signal: AbortSignal,
  onPiece?: (text: string) => void,
): Promise<ExcerptAnswer> {
  const text = desk.textOf(content);
  const task =
    'Write the excerpt of this text that stands below its title in a list of posts: one or two plain sentences, 280 characters at most, that make the right reader want to read on. Answer with the excerpt alone.';
  const words = wordAsk({ locale, task, material: { text }, random: desk.random });
  const stream = onPiece && streamJudged(shownOf, onPiece);
  const written = await askForWords(desk, 'excerpt', words, (model) =>
    stream ? model.streamText(words, signal, stream.take) : model.writeText(words, signal),
  );
  const excerpt = written.ok && !repeatsInstructions(written.value, words) ? cleaned(written.value) : '';
  if (excerpt !== '') {
    stream?.end(excerpt);
    return { success: true, excerpt, fallback: false };
  }
  const code = written.ok ? 'model.malformed' : written.error.code;
  return { success: true, excerpt: beginningOf(text), fallback: true, code };

  function shownOf(soFar: string): string | null {
    return beginsInstructions(soFar, words) ? null : cleaned(soFar);
  }

  function cleaned(answer: string): string {
    return cutWords(cleanWords(answer, text, desk.textOf), excerptFallbackLength);
  }
}

/** The beginning of a text on one line, `...` after it where it goes on. */
export function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const cut = cutLetters(line, excerptFallbackLength);
  return cut.length < line.length ? `${cut}...` : line;
}
