import type { PostFields } from '#desk/contract.ts';
import type { ThreeSides } from '../draft/draft-contract.ts';
import { fieldNames, isSameValue } from '../draft/draft-fields.ts';
import { type Block, splitBlocks } from './blocks.ts';
import { mergeSequences, type Piece } from './merge-sequences.ts';

export type Side = 'mine' | 'theirs';
export type Choice = Side | 'both';
type RowName = Exclude<keyof PostFields, 'content' | 'tag_ids'>;

export interface Comparison {
  /** Everything that goes together by itself; of the rest, mine. */
  fields: PostFields;
  /** Fields besides the text that both changed differently. */
  rows: RowName[];
  theirs: PostFields;
  pieces: Piece<Block>[];
}

export function compareSides({ base, known, mine, theirs }: ThreeSides): Comparison {
  const fields = { ...mine };
  const rows: RowName[] = [];
  for (const name of fieldNames) {
    if (name === 'content') continue;
    if (name === 'tag_ids') {
      fields.tag_ids = mergeSets(known.tag_ids, mine.tag_ids, theirs.tag_ids);
      continue;
    }
    const isMineChanged = !isSameField(mine[name], known[name]) && !isSameField(mine[name], base[name]);
    const isTheirsChanged = !isSameField(theirs[name], base[name]) && !isSameField(theirs[name], known[name]);
    if (!isTheirsChanged || isSameField(mine[name], theirs[name])) continue;
    if (isMineChanged) rows.push(name);
    else Object.assign(fields, { [name]: theirs[name] });
  }
  const pieces = mergeSequences(
    splitBlocks(base.content),
    inFormOf(base.content, known.content, splitBlocks(mine.content)),
    splitBlocks(theirs.content),
  );
  return { fields, rows, theirs, pieces };
}

/** `choices`: by the name of the row or the place of the piece; mine where none was made. */
export function resolveComparison(
  { fields, rows, theirs, pieces }: Comparison,
  choices: ReadonlyMap<string | number, Choice>,
): PostFields {
  const chosen = rows.filter((name) => choices.get(name) === 'theirs');
  const content = pieces.flatMap((piece, place) => {
    if (piece.kind !== 'choice') return piece.items;
    const choice = choices.get(place) ?? 'mine';
    return choice === 'both' ? [...piece.mine, ...piece.theirs] : piece[choice];
  });
  return {
    ...fields,
    ...Object.fromEntries(chosen.map((name) => [name, theirs[name]])),
    content: content.map(({ html }) => html).join(''),
  };
}

/** Blanks and what is not there are one. */
function isSameField(one: unknown, other: unknown): boolean {
  const tidy = (value: unknown) => (typeof value === 'string' ? value.trim() : (value ?? ''));
  return isSameValue(tidy(one), tidy(other));
}

function mergeSets(base: string[], mine: string[], theirs: string[]): string[] {
  const added = theirs.filter((id) => !base.includes(id) && !mine.includes(id));
  return [...mine.filter((id) => theirs.includes(id) || !base.includes(id)), ...added];
}

/** Blocks that are as they were sent count as what the server made of them: a picture of its own, a link set right. */
function inFormOf(base: string, known: string, mine: Block[]): Block[] {
  if (base === known) return mine;
  const [kept, sent] = [splitBlocks(base), splitBlocks(known)];
  if (kept.length !== sent.length) return mine;
  const keys = new Map(sent.map(({ key }, place) => [key, kept[place]?.key ?? key]));
  return mine.map((block) => ({ ...block, key: keys.get(block.key) ?? block.key }));
}
