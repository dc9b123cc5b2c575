import { eq } from 'drizzle-orm';
import type { PreparedPost } from '#blog/prepare-post.ts';
import type { Queries } from '#database/connect.ts';
import { workingCopy } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { TranslationSave } from './contract.ts';

export type MadeFrom = NonNullable<(typeof workingCopy.$inferSelect)['madeFrom']>;

export function madeFromOf({ origin, source }: Pick<TranslationSave, 'origin' | 'source'>): MadeFrom {
  const { version, digest, locale } = source;
  return { origin, version, digest, locale };
}

/** A post whose text comes from a working copy that is a translation: with what that was made from. */
export async function withMadeFrom(
  queries: Queries,
  postId: string,
  prepared: PreparedPost,
): Promise<PreparedPost> {
  const [row] = await queries
    .select({ madeFrom: workingCopy.madeFrom })
    .from(workingCopy)
    .where(eq(workingCopy.postId, postId));
  if (!row?.madeFrom) return prepared;
  const { origin, version, digest, locale } = row.madeFrom;
  const source = {
    origin,
    ...{ source_version: version, source_digest: digest, source_locale: locale as Locale },
  };
  return {
    ...prepared,
    fields: { ...prepared.fields, ...source },
    has: (field) => field in source || prepared.has(field),
  };
}
