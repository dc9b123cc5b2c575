import { eq } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { translationWritten } from '#database/schema.ts';
import type { TranslationFields } from '#desk/contract.ts';
import { keepBlock } from './block-memory.ts';
import { findHumanEdits, placeEdits, type Written } from './human-edits.ts';
import { textsOf } from './run-source.ts';
import type { RunTools } from './run-tools.ts';
import type { TaskWork } from './task-work.ts';

export interface KeptByPeople {
  /** A person's texts, by the id of the block. */
  placed: ReadonlyMap<string, string>;
  /** Of those, where the source has changed since. */
  stale: ReadonlySet<string>;
}

/** What stays as a person wrote it; null: all of the post. */
export async function keptByPeople(
  tools: RunTools,
  { existing, run, to, text, recipe }: TaskWork,
): Promise<KeptByPeople | null> {
  const nothing = { placed: new Map<string, string>(), stale: new Set<string>() };
  if (!existing || existing.origin === 'untranslated') return nothing;
  const { query } = tools.database;
  const written = await readWritten(query, existing.id);
  if (!written) return existing.origin === 'machine' ? nothing : null;
  const found = findHumanEdits(written, textsOf(existing.fields), to);
  if (found.kind === 'whole') return null;
  const place = { from: run.sourceLocale, to, recipe: recipe.id };
  for (const [hash, own] of found.edits)
    await keepBlock(query, { hash, text: own, origin: 'human' }, place, new Date(tools.now()));
  const placed = placeEdits(written.blocks, text.blocks, found.edits);
  if (!placed) return null;
  const stale = text.blocks.filter(({ id, hash }) => placed.has(id) && !found.edits.has(hash));
  return { placed, stale: new Set(stale.map(({ id }) => id)) };
}

async function readWritten(queries: Queries, postId: string): Promise<Written | null> {
  const [row] = await queries.select().from(translationWritten).where(eq(translationWritten.postId, postId));
  return row ? { fields: row.fields as unknown as TranslationFields, blocks: row.blocks } : null;
}

/** What a run has written, in the transaction that keeps it. */
export async function noteWritten(
  queries: Queries,
  postId: string,
  version: number,
  { fields, blocks }: Written,
): Promise<void> {
  const row = { version, fields: { ...fields }, blocks: [...blocks] };
  await queries
    .insert(translationWritten)
    .values({ postId, ...row })
    .onConflictDoUpdate({ target: translationWritten.postId, set: row });
}
