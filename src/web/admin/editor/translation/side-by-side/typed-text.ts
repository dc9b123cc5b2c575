import { escapeBlockText, parseBlockText } from '#ai/block-text-contract.ts';

/** What a person sees and types: numbered tags, and every other character as it is. */
export function toTypedText(blockText: string): string {
  return mapTexts(blockText, escapeAmbiguous);
}

export function toBlockText(typed: string): string {
  return mapTexts(typed, escapeBlockText)
    .replace(/\s+/g, (space) => (space.includes('\u00a0') ? space : ' '))
    .trim();
}

function mapTexts(taggedText: string, change: (text: string) => string): string {
  return parseBlockText(taggedText)
    .map((segment) => (segment.kind === 'text' ? change(segment.text) : formatTag(segment)))
    .join('');
}

/** Only text that would be read as a reference or a numbered tag. */
function escapeAmbiguous(text: string): string {
  return text
    .replace(/&(?=(?:lt|gt|amp|quot|#39|apos|nbsp);)/g, '&amp;')
    .replace(/<(?=\/?\s*\d{1,4}\s*\/?>)/g, '&lt;');
}

export function formatTag({ kind, number }: { kind: 'open' | 'close' | 'empty'; number: number }): string {
  return kind === 'open' ? `<${number}>` : kind === 'close' ? `</${number}>` : `<${number}/>`;
}

/** The tags of the source that the text lacks, in the order of the source. */
export function listMissingTags(source: string, text: string): { number: number; isEmpty: boolean }[] {
  const present = new Set(
    parseBlockText(text).map((segment) => (segment.kind === 'text' ? 0 : segment.number)),
  );
  return parseBlockText(source).flatMap((segment) =>
    (segment.kind === 'open' || segment.kind === 'empty') && !present.has(segment.number)
      ? [{ number: segment.number, isEmpty: segment.kind === 'empty' }]
      : [],
  );
}
