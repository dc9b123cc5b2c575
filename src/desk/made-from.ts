import { eq } from 'drizzle-orm';
import type { PreparedPost } from '#blog/prepare-post.ts';
import type { Queries } from '#database/connect.ts';
import { workingCopy } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { TranslationInput } from './contract.ts';

export type SourceRevision = NonNullable<(typeof workingCopy.$inferSelect)['sourceRevision']>;

export function toSourceRevision({
  origin,
  source,
}: Pick<TranslationInput, 'origin' | 'source'>): SourceRevision {
  const { version, digest, locale } = source;
  return { origin, version, digest, locale };
}

/** Adds the source revision if the text comes from a translated working copy. */
export async function withSourceRevision(
  queries: Queries,
  postId: string,
  prepared: PreparedPost,
): Promise<PreparedPost> {
  const [row] = await queries
    .select({ sourceRevision: workingCopy.sourceRevision })
    .from(workingCopy)
    .where(eq(workingCopy.postId, postId));
  if (!row?.sourceRevision) return prepared;
  const { origin, version, digest, locale } = row.sourceRevision;
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
