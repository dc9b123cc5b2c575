import { and, eq, notInArray } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { blockSuggestion } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { renderBlockHtml } from '../blocks/join-html.ts';
import type { PostBlocks } from '../blocks/post-text.ts';
import type { InternalLink } from '../internal-links.ts';
import type { PreservedEdits } from './preserved-edits.ts';

export type BlockSuggestionRow = typeof blockSuggestion.$inferSelect;

export interface NewBlockSuggestion {
  id: string;
  hash: string;
  source: string;
  humanText: string;
  suggestedText: string;
  html: string | null;
}

export async function readBlockSuggestions(
  queries: Queries,
  postId: string,
): Promise<Map<string, BlockSuggestionRow>> {
  const rows = await queries.select().from(blockSuggestion).where(eq(blockSuggestion.postId, postId));
  return new Map(rows.map((row) => [row.hash, row]));
}

/** Deletes open suggestions whose source block is not in `hashes`. */
export async function saveBlockSuggestions(
  queries: Queries,
  postId: string,
  {
    suggestions,
    hashes,
    now,
  }: { suggestions: readonly NewBlockSuggestion[]; hashes: readonly string[]; now: Date },
): Promise<void> {
  const isOpen = and(eq(blockSuggestion.postId, postId), eq(blockSuggestion.state, 'open'));
  const isGone = hashes.length > 0 ? notInArray(blockSuggestion.hash, [...hashes]) : undefined;
  await queries.delete(blockSuggestion).where(and(isOpen, isGone));
  for (const { id: blockId, hash, source, humanText, suggestedText, html } of suggestions) {
    const row = {
      blockId,
      source,
      kept: humanText,
      offered: suggestedText,
      html,
      state: 'open' as const,
      updatedAt: now,
    };
    await queries
      .insert(blockSuggestion)
      .values({ postId, hash, ...row })
      .onConflictDoUpdate({ target: [blockSuggestion.postId, blockSuggestion.hash], set: row });
  }
}

export async function resolveBlockSuggestion(
  queries: Queries,
  { postId, hash, state, now }: { postId: string; hash: string; state: 'kept' | 'taken'; now: Date },
): Promise<void> {
  await queries
    .update(blockSuggestion)
    .set({ state, updatedAt: now })
    .where(and(eq(blockSuggestion.postId, postId), eq(blockSuggestion.hash, hash)));
}

export function ignoreTagNumbers(text: string): string {
  return text
    .replace(/<(\/?)\d+(\/?)>/g, '<$1$2>')
    .replace(/\s+/g, ' ')
    .trim();
}

interface SuggestionInput {
  text: PostBlocks;
  to: Locale;
  known: ReadonlyMap<string, string>;
  suggestedTexts: ReadonlyMap<string, string>;
  localizedUrls: ReadonlyMap<string, string>;
}

export function buildBlockSuggestions(
  editsByBlock: PreservedEdits['editsByBlock'],
  { text, to, known, suggestedTexts, localizedUrls }: SuggestionInput,
): NewBlockSuggestion[] {
  const urlFor = ({ href }: InternalLink) => localizedUrls.get(href) ?? null;
  return text.blocks.flatMap(({ id, hash, text: source }) => {
    const [edit, suggestedText] = [editsByBlock.get(id), suggestedTexts.get(id)];
    if (
      edit === undefined ||
      suggestedText === undefined ||
      ignoreTagNumbers(edit.text) === ignoreTagNumbers(suggestedText)
    )
      return [];
    const texts = new Map([...known, [id, suggestedText]]);
    const html = edit.html === null ? null : renderBlockHtml(text.split, id, to, { texts, urlFor });
    return [{ id, hash, source, humanText: edit.text, suggestedText, html }];
  });
}
