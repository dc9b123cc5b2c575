import { and, eq, notInArray } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { translationOffer } from '#database/schema.ts';

export type OfferRow = typeof translationOffer.$inferSelect;

/** A block that a person wrote otherwise, and what it would be now. */
export interface MadeOffer {
  id: string;
  /** Of the source's block. */
  hash: string;
  source: string;
  kept: string;
  offered: string;
  /** As it would stand in the text; null for a field. */
  html: string | null;
}

/** All of a post, whatever became of them, by the hash of the source's block. */
export async function offersOfPost(queries: Queries, postId: string): Promise<Map<string, OfferRow>> {
  const rows = await queries.select().from(translationOffer).where(eq(translationOffer.postId, postId));
  return new Map(rows.map((row) => [row.hash, row]));
}

/**
 * What a run offers, in the transaction that keeps its text: with the blocks of the source as it is now, since what was
 * offered for others is of no use any more. What a person has decided for the same words stays decided.
 */
export async function noteOffers(
  queries: Queries,
  postId: string,
  { offers, hashes, now }: { offers: readonly MadeOffer[]; hashes: readonly string[]; now: Date },
): Promise<void> {
  const isOpen = and(eq(translationOffer.postId, postId), eq(translationOffer.state, 'open'));
  const isGone = hashes.length > 0 ? notInArray(translationOffer.hash, [...hashes]) : undefined;
  await queries.delete(translationOffer).where(and(isOpen, isGone));
  for (const { id: blockId, hash, source, kept, offered, html } of offers) {
    const row = { blockId, source, kept, offered, html, state: 'open' as const, updatedAt: now };
    await queries
      .insert(translationOffer)
      .values({ postId, hash, ...row })
      .onConflictDoUpdate({ target: [translationOffer.postId, translationOffer.hash], set: row });
  }
}

export async function decideOffer(
  queries: Queries,
  { postId, hash, state, now }: { postId: string; hash: string; state: 'kept' | 'taken'; now: Date },
): Promise<void> {
  await queries
    .update(translationOffer)
    .set({ state, updatedAt: now })
    .where(and(eq(translationOffer.postId, postId), eq(translationOffer.hash, hash)));
}

/** A block's text whichever numbers its tags have. */
export function shapeOf(text: string): string {
  return text
    .replace(/<(\/?)\d+(\/?)>/g, '<$1$2>')
    .replace(/\s+/g, ' ')
    .trim();
}
