import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { glossary } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { GlossaryTerm } from './check-block.ts';

/** To be raised where the instructions of `block-ask.ts` change so that all should be translated anew. */
const instructionsVersion = 1;

export interface Recipe {
  id: string;
  terms: GlossaryTerm[];
  style: string;
}

/** How a language is written, and the name of it: translations made otherwise are asked for anew. */
export async function readRecipe(queries: Queries, locale: Locale): Promise<Recipe> {
  const [row] = await queries.select().from(glossary).where(eq(glossary.locale, locale));
  const { terms = [], style = '' } = row ?? {};
  const digest = createHash('sha256')
    .update(JSON.stringify([terms, style]))
    .digest('hex')
    .slice(0, 12);
  return { id: `${instructionsVersion}/${digest}`, terms, style };
}
