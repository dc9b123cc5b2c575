import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { glossary } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { wordsOf } from './block-tags.ts';
import type { GlossaryTerm } from './check-block.ts';
import type { AddressForm } from './contract.ts';
import type { TranslationBlock } from './translation-block.ts';

/** To be raised where the instructions of `block-ask.ts` change so that all should be translated anew. */
const instructionsVersion = 1;

export interface Recipe {
  terms: GlossaryTerm[];
  /** What the instructions say of it. */
  style: string;
  /** The name of how a text is translated: made otherwise, it is asked for anew. Only its own terms count. */
  idOf(text: string): string;
}

const addresses = {
  free: '',
  formal: 'Address the reader formally.',
  informal: 'Address the reader informally.',
} as const satisfies Record<AddressForm, string>;

/** How a language is written. */
export async function readRecipe(queries: Queries, locale: Locale): Promise<Recipe> {
  const [row] = await queries.select().from(glossary).where(eq(glossary.locale, locale));
  const { terms = [], style: note = '', address = 'free' } = row ?? {};
  const style = [addresses[address], note].filter(Boolean).join(' ');
  return {
    terms,
    style,
    idOf(text) {
      const own = terms.filter((term) => isUsed(term, text));
      const digest = createHash('sha256')
        .update(JSON.stringify([own, style]))
        .digest('hex')
        .slice(0, 12);
      return `${instructionsVersion}/${digest}`;
    },
  };
}

/** The names of these blocks' recipes, by their hash. */
export function recipesOf(
  { idOf }: Recipe,
  blocks: readonly Pick<TranslationBlock, 'hash' | 'text'>[],
): (hash: string) => string {
  const names = new Map(blocks.map(({ hash, text }) => [hash, idOf(text)]));
  return (hash) => names.get(hash) ?? '';
}

function isUsed({ source }: GlossaryTerm, text: string): boolean {
  return wordsOf(text).toLowerCase().includes(source.toLowerCase());
}
