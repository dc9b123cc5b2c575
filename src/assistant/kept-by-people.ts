import { eq } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { translationWritten } from '#database/schema.ts';
import type { TranslationFields } from '#desk/contract.ts';
import { keepBlock } from './block-memory.ts';
import { hasTagsOf } from './block-tags.ts';
import { findHumanEdits, type HumanEdit, type Written } from './human-edits.ts';
import { placeEdits } from './place-edits.ts';
import { type RunText, takeApart, textsOf } from './run-source.ts';
import type { RunTools } from './run-tools.ts';
import type { TaskWork } from './task-work.ts';

export interface KeptByPeople {
  /** The source but for the fields that are a person's. */
  text: RunText;
  /** A person's blocks, by the id of the source's block. */
  placed: ReadonlyMap<string, HumanEdit>;
  fields: Partial<TranslationFields>;
  /** What the run before wrote. */
  before: Written | null;
}

/** What stays as a person wrote it; null: all of the post. */
export async function keptByPeople(
  tools: RunTools,
  { existing, run, source, to, text: whole, recipe }: TaskWork,
): Promise<KeptByPeople | null> {
  const { query } = tools.database;
  const nothing = { text: whole, placed: new Map<string, HumanEdit>(), fields: {}, before: null };
  if (!existing) return nothing;
  const before = await readWritten(query, existing.id);
  if (!before) return existing.origin === 'machine' || existing.origin === 'untranslated' ? nothing : null;
  const found = findHumanEdits(before, textsOf(existing.fields), to);
  if (found.kind === 'whole') return null;
  const place = { from: run.sourceLocale, to, recipe: recipe.id };
  for (const { madeFor: hash, text } of found.edits)
    await keepBlock(query, { hash, text, origin: 'human' }, place, new Date(tools.now()));
  const { edits, fields } = withoutSource(found, before, whole, textsOf(existing.fields));
  const text = takeApart({ ...source, ...emptied(fields) }, run.sourceLocale);
  const placed = placeEdits(before.blocks, text.blocks, edits);
  // Words that cannot stand where the source has other marks now would be lost.
  const fits = text.blocks.every((block) => {
    const edit = placed?.get(block.id);
    return !edit || hasTagsOf(edit.text, block.text);
  });
  return placed && fits ? { text, placed, fields, before } : null;
}

/** A person's words for a field that the source has not any more stay with the fields. */
function withoutSource(
  { edits, fields }: { edits: HumanEdit[]; fields: Partial<TranslationFields> },
  before: Written,
  { blocks }: RunText,
  current: TranslationFields,
): { edits: HumanEdit[]; fields: Partial<TranslationFields> } {
  const lost = edits.filter(({ place }) => {
    const own = before.blocks[place];
    return own && own.id in current && !blocks.some(({ id }) => id === own.id);
  });
  const names = lost.flatMap(({ place }) => before.blocks[place]?.id ?? []) as (keyof TranslationFields)[];
  return {
    edits: edits.filter((edit) => !lost.includes(edit)),
    fields: { ...fields, ...Object.fromEntries(names.map((name) => [name, current[name]])) },
  };
}

function emptied(fields: Partial<TranslationFields>): Partial<TranslationFields> {
  const names = Object.keys(fields);
  return Object.fromEntries(names.map((name) => [name, name === 'seo_keywords' ? [] : '']));
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
