import type { PostFields } from '#blog/editing-contract.ts';
import type { MergeInput } from '../draft/draft-types.ts';
import { isEqualValue, postFieldNames } from '../draft/post-fields.ts';
import { type HtmlBlock, splitHtmlBlocks } from './html-blocks.ts';
import { type MergeSegment, mergeThreeWay } from './three-way-merge.ts';

export type ConflictSide = 'mine' | 'theirs';
export type ConflictResolution = ConflictSide | 'both';
type ConflictFieldName = Exclude<keyof PostFields, 'content' | 'tag_ids'>;

export interface DraftComparison {
  /** The merged fields; a field in conflict has my value. */
  fields: PostFields;
  conflictingFields: ConflictFieldName[];
  theirs: PostFields;
  segments: MergeSegment<HtmlBlock>[];
}

export function compareDrafts({ base, known, mine, theirs }: MergeInput): DraftComparison {
  const fields = { ...mine };
  const conflictingFields: ConflictFieldName[] = [];
  for (const name of postFieldNames) {
    if (name === 'content') continue;
    if (name === 'tag_ids') {
      fields.tag_ids = mergeSets(known.tag_ids, mine.tag_ids, theirs.tag_ids);
      continue;
    }
    const isMineChanged = !isSameField(mine[name], known[name]) && !isSameField(mine[name], base[name]);
    const isTheirsChanged = !isSameField(theirs[name], base[name]) && !isSameField(theirs[name], known[name]);
    if (!isTheirsChanged || isSameField(mine[name], theirs[name])) continue;
    if (isMineChanged) conflictingFields.push(name);
    else Object.assign(fields, { [name]: theirs[name] });
  }
  const segments = mergeThreeWay(
    splitHtmlBlocks(base.content),
    alignKeys(base.content, known.content, splitHtmlBlocks(mine.content)),
    splitHtmlBlocks(theirs.content),
  );
  return { fields, conflictingFields, theirs, segments };
}

/** `choices` is keyed by field name or segment index; the default is `mine`. */
export function applyResolutions(
  { fields, conflictingFields, theirs, segments }: DraftComparison,
  choices: ReadonlyMap<string | number, ConflictResolution>,
): PostFields {
  const theirFieldNames = conflictingFields.filter((name) => choices.get(name) === 'theirs');
  const content = segments.flatMap((segment, index) => {
    if (segment.kind !== 'conflict') return segment.items;
    const choice = choices.get(index) ?? 'mine';
    return choice === 'both' ? [...segment.mine, ...segment.theirs] : segment[choice];
  });
  return {
    ...fields,
    ...Object.fromEntries(theirFieldNames.map((name) => [name, theirs[name]])),
    content: content.map(({ html }) => html).join(''),
  };
}

/** Ignores surrounding whitespace; null equals ''. */
function isSameField(a: unknown, b: unknown): boolean {
  const normalize = (value: unknown) => (typeof value === 'string' ? value.trim() : (value ?? ''));
  return isEqualValue(normalize(a), normalize(b));
}

function mergeSets(base: string[], mine: string[], theirs: string[]): string[] {
  const added = theirs.filter((id) => !base.includes(id) && !mine.includes(id));
  return [...mine.filter((id) => theirs.includes(id) || !base.includes(id)), ...added];
}

/** Gives unchanged blocks the server's keys: the server may have stored an image or normalized a link. */
function alignKeys(base: string, known: string, mine: HtmlBlock[]): HtmlBlock[] {
  if (base === known) return mine;
  const [baseBlocks, knownBlocks] = [splitHtmlBlocks(base), splitHtmlBlocks(known)];
  if (baseBlocks.length !== knownBlocks.length) return mine;
  const keys = new Map(knownBlocks.map(({ key }, index) => [key, baseBlocks[index]?.key ?? key]));
  return mine.map((block) => ({ ...block, key: keys.get(block.key) ?? block.key }));
}

const toKeys = (html: string) => JSON.stringify(splitHtmlBlocks(html).map(({ key }) => key));

export function mergeWithoutConflicts(sides: MergeInput): PostFields | null {
  const comparison = compareDrafts(sides);
  if (comparison.conflictingFields.length > 0 || comparison.segments.some(({ kind }) => kind === 'conflict'))
    return null;
  const merged = applyResolutions(comparison, new Map());
  if (toKeys(merged.content) !== toKeys(sides.mine.content)) return null;
  return { ...merged, content: sides.mine.content };
}
