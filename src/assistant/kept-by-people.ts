import { eq } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { translationWritten } from '#database/schema.ts';
import type { TranslationFields } from '#desk/contract.ts';
import { keepBlocks } from './block-memory.ts';
import { offersOfPost } from './block-offers.ts';
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
  /** Of those, as they stand in the text: the source has other marks there now, into which the words do not fit. */
  asTheyStand: ReadonlyMap<string, string>;
  fields: Partial<TranslationFields>;
  /** What the run before wrote. */
  before: Written | null;
}

/** A block that kept the original's words: as words alone, and with its tags. */
export type ReviewBlock = { hash: string; text: string; source: string };

/** What stays as a person wrote it; null: all of the post. */
export async function keptByPeople(
  tools: RunTools,
  { existing, run, source, to, text: whole, recipe }: TaskWork,
): Promise<KeptByPeople | null> {
  const { query } = tools.database;
  const none = { placed: new Map<string, HumanEdit>(), asTheyStand: new Map<string, string>() };
  const nothing = { text: whole, ...none, fields: {}, before: null };
  if (!existing) return nothing;
  const before = await readWritten(query, existing.id);
  if (!before) return existing.origin === 'machine' || existing.origin === 'untranslated' ? nothing : null;
  const found = findHumanEdits(before, textsOf(existing.fields), to);
  if (found.kind === 'whole') return null;
  const place = { from: run.sourceLocale, to, recipe: () => recipe.idOf('') };
  const own = found.edits.flatMap(({ madeFor: hash, text, isSource }) => {
    if (isSource) return [];
    const block = whole.blocks.find((one) => one.hash === hash);
    // Words that do not fit where they were said to be right are this text's alone.
    return !block || hasTagsOf(text, block.text) ? [{ hash, text }] : [];
  });
  await keepBlocks(query, own, 'human', place, new Date(tools.now()));
  const { edits, fields } = withoutSource(
    { ...found, edits: found.edits.filter((edit) => !edit.isSource || isThere(whole, edit)) },
    ...([before, whole, textsOf(existing.fields)] as const),
  );
  const text = takeApart({ ...source, ...emptied(fields) }, run.sourceLocale);
  const placed = placeEdits(before.blocks, text.blocks, edits);
  if (!placed) return null;
  const offers = await offersOfPost(query, existing.id);
  const asTheyStand = new Map<string, string>();
  for (const { id, hash, text: own } of text.blocks) {
    const edit = placed.get(id);
    if (!edit) continue;
    if (offers.get(hash)?.state === 'kept') placed.set(id, { ...edit, madeFor: hash });
    if (hasTagsOf(edit.text, own)) continue;
    // Words that cannot stand where the source has other marks now would be lost.
    if (edit.html === null) return null;
    asTheyStand.set(id, edit.html);
  }
  return { text, placed, asTheyStand, fields, before };
}

/** Words of the source that were found right go with it. */
function isThere({ blocks }: RunText, { madeFor }: HumanEdit): boolean {
  return blocks.some(({ hash }) => hash === madeFor);
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

/** What a run has written into a post last. */
export async function readWritten(
  queries: Queries,
  postId: string,
): Promise<(Written & { review: ReviewBlock[]; version: number }) | null> {
  const [row] = await queries.select().from(translationWritten).where(eq(translationWritten.postId, postId));
  if (!row) return null;
  const { blocks, review, version } = row;
  return { fields: row.fields as unknown as TranslationFields, blocks, review, version };
}

/** What a run has written, in the transaction that keeps it. */
export async function noteWritten(
  queries: Queries,
  postId: string,
  version: number,
  { fields, blocks, review }: Written & { review: readonly ReviewBlock[] },
): Promise<void> {
  const row = { version, fields: { ...fields }, blocks: [...blocks], review: [...review] };
  await queries
    .insert(translationWritten)
    .values({ postId, ...row })
    .onConflictDoUpdate({ target: translationWritten.postId, set: row });
}
