import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { glossary } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { plainBlockText, type TranslationBlock } from '../blocks/block.ts';
import type { GlossaryTerm } from '../blocks/check-block.ts';
import type { Formality } from '../contract.ts';

/** Increment to invalidate remembered translations after a change of `block-prompt.ts`. */
const instructionsVersion = 1;

export interface PromptStyle {
  terms: GlossaryTerm[];
  style: string;
  /** Identifies the style and the terms that the text uses. */
  cacheKey(text: string): string;
}

const formalityInstructions = {
  free: '',
  formal: 'Address the reader formally.',
  informal: 'Address the reader informally.',
} as const satisfies Record<Formality, string>;

export async function readPromptStyle(queries: Queries, locale: Locale): Promise<PromptStyle> {
  const [row] = await queries.select().from(glossary).where(eq(glossary.locale, locale));
  const { terms = [], style: styleNote = '', address = 'free' } = row ?? {};
  const style = [formalityInstructions[address], styleNote].filter(Boolean).join(' ');
  return {
    terms,
    style,
    cacheKey(text) {
      const usedTerms = terms.filter((term) => isUsed(term, text));
      const digest = createHash('sha256')
        .update(JSON.stringify([usedTerms, style]))
        .digest('hex')
        .slice(0, 12);
      return `${instructionsVersion}/${digest}`;
    },
  };
}

export function promptStyleKeys(
  { cacheKey }: PromptStyle,
  blocks: readonly Pick<TranslationBlock, 'hash' | 'text'>[],
): (hash: string) => string {
  const keys = new Map(blocks.map(({ hash, text }) => [hash, cacheKey(text)]));
  return (hash) => keys.get(hash) ?? '';
}

function isUsed({ source }: GlossaryTerm, text: string): boolean {
  return plainBlockText(text).toLowerCase().includes(source.toLowerCase());
}
