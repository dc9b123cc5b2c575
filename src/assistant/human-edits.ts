import type { TranslationFields } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { isSearchTerm } from './block-fields.ts';
import { hasTagsOf } from './block-tags.ts';
import { blockHtml } from './join-text.ts';
import { ownLinkOf } from './own-link.ts';
import { type RunText, takeApart } from './run-source.ts';
import type { SplitBlock } from './split-text.ts';

/** What a run wrote of a block: `hash` is the source's, `text` has the source's numbers of tags. */
export interface WrittenBlock {
  id: string;
  hash: string;
  text: string;
  /** Where the text is a person's: the hash of the source they wrote it for, which may have changed since. */
  human_for?: string;
  /** The source's words, which a person has found right here. */
  as_source?: true;
}

/** `fields` and `blocks` of what a run wrote; a field that was a person's is as the run before left it. */
export interface Written {
  fields: TranslationFields;
  blocks: readonly WrittenBlock[];
}

/** A block in a person's words, with the numbers of the source. */
export interface HumanEdit {
  /** Its place in what was written. */
  place: number;
  text: string;
  /** The hash of the source it was written for. */
  madeFor: string;
  /** How it stands in the content; null for a field. */
  html: string | null;
  /** It is the source's words, found right here: no translation for other texts. */
  isSource?: true;
}

/**
 * What of a translation is a person's: some blocks, some fields that are no blocks of the source (added, emptied, the
 * list of search terms), or so much of the text that its blocks are not told any more (`whole`).
 */
export type HumanEdits =
  | { kind: 'blocks'; edits: HumanEdit[]; fields: Partial<TranslationFields> }
  | { kind: 'whole' };

const singleFields = ['title', 'excerpt', 'featured_image_alt', 'seo_title', 'seo_description'] as const;

export function findHumanEdits(written: Written, current: TranslationFields, to: Locale): HumanEdits {
  const before = takeApart(written.fields, to);
  const after = takeApart(current, to);
  const edits: HumanEdit[] = [];
  const fields: Partial<TranslationFields> = {};
  const own = (id: string) => written.blocks.findIndex((block) => block.id === id);

  for (const name of singleFields) {
    const place = own(name);
    const made = written.blocks[place];
    const isChanged = (current[name] ?? '') !== (written.fields[name] ?? '');
    const text = after.blocks.find(({ id }) => id === name)?.text;
    if (isChanged && (!made || text === undefined)) Object.assign(fields, { [name]: current[name] });
    else if (isChanged && made && text !== undefined)
      edits.push({ place, text, madeFor: made.hash, html: null });
    else if (made?.human_for !== undefined) edits.push(keptEdit(made, place, null));
  }
  if (JSON.stringify(current.seo_keywords) !== JSON.stringify(written.fields.seo_keywords))
    fields.seo_keywords = current.seo_keywords;
  else
    for (const [place, made] of written.blocks.entries())
      if (isSearchTerm(made) && made.as_source) edits.push(keptEdit(made, place, null));

  const contents = findContentEdits(written, before, after, to);
  return contents === null ? { kind: 'whole' } : { kind: 'blocks', edits: [...edits, ...contents], fields };
}

function keptEdit(
  { text, hash, human_for, as_source: isSource }: WrittenBlock,
  place: number,
  html: string | null,
): HumanEdit {
  return { place, text, madeFor: human_for ?? hash, html, ...(isSource && { isSource }) };
}

export const isOfContent = ({ id }: Pick<WrittenBlock, 'id'>): boolean => /^b\d+$/.test(id);

/** null: its blocks are not told any more. */
function findContentEdits(written: Written, before: RunText, after: RunText, to: Locale): HumanEdit[] | null {
  const own = [...written.blocks.entries()].filter(([, block]) => isOfContent(block));
  const [was, now] = [before.split.blocks, after.split.blocks];
  if (before.html !== after.html) {
    if (was.length !== now.length || was.length !== own.length) return null;
    if (keptParts(before.html) !== keptParts(after.html)) return null;
  }
  const edits: HumanEdit[] = [];
  for (const [at, [place, made]] of own.entries()) {
    const [old, block] = [was[at], now[at]];
    const html = block ? blockHtml(after.split, block.id, to) : null;
    if (old && block && old.text !== block.text) {
      const text = renumber(old, block, made);
      if (text === null) return null;
      edits.push({ place, text, madeFor: made.hash, html });
    } else if (made.human_for !== undefined) edits.push(keptEdit(made, place, html));
  }
  return edits;
}

/** Pictures, code and links to elsewhere, which come from the source: who changes one has changed more than words. */
function keptParts(html: string): string {
  const addresses = [...html.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(([, address]) => address ?? '');
  const code = html.match(/<pre[\s>][\s\S]*?<\/pre>/g) ?? [];
  return JSON.stringify([addresses.filter((address) => ownLinkOf(address) === null).toSorted(), code]);
}

/**
 * A block of the translation with the source's numbers: its own are in the order its tags have there. Who has put tags
 * in another order is followed as long as it is told which is which.
 */
function renumber(old: SplitBlock, block: SplitBlock, made: WrittenBlock): string | null {
  const order = [...made.text.matchAll(/<(\d+)\/?>/g)].map(([, number]) => number ?? '');
  const keys = old.tags.map(keyOf);
  const isSame = JSON.stringify(keys.toSorted()) === JSON.stringify(block.tags.map(keyOf).toSorted());
  const places = block.tags.map((tag, at) => {
    if (!isSame) return at;
    const place = keys.indexOf(keyOf(tag));
    keys[place] = '';
    return place;
  });
  const numbered = block.text.replace(
    /<(\/?)(\d+)(\/?)>/g,
    (_, closes: string, number: string, empty: string) =>
      `<${closes}${order[places[Number(number) - 1] ?? -1] ?? '0'}${empty}>`,
  );
  return hasTagsOf(numbered, made.text) ? numbered : null;
}

function keyOf({ open }: SplitBlock['tags'][number]): string {
  return JSON.stringify(open);
}
