export function escapeBlockText(text: string): string {
  return text
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const references: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': '\u00a0',
};

export function unescapeBlockText(text: string): string {
  return text.replace(
    /&(?:lt|gt|amp|quot|#39|apos|nbsp);/g,
    (reference) => references[reference] ?? reference,
  );
}

export type BlockSegment =
  | { kind: 'text'; text: string }
  | { kind: 'open' | 'close' | 'empty'; number: number };

const tagPattern = /<(\/?)\s*(\d{1,4})\s*(\/?)>/g;

export function parseBlockText(text: string): BlockSegment[] {
  const pieces: BlockSegment[] = [];
  let at = 0;
  const pushText = (end: number) => {
    if (end > at) pieces.push({ kind: 'text', text: unescapeBlockText(text.slice(at, end)) });
  };
  for (const match of text.matchAll(tagPattern)) {
    pushText(match.index);
    at = match.index + match[0].length;
    const kind = match[1] ? 'close' : match[3] ? 'empty' : 'open';
    pieces.push({ kind, number: Number(match[2]) });
  }
  pushText(text.length);
  return pieces;
}

export function plainBlockText(text: string): string {
  return parseBlockText(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : ''))
    .join('');
}

export function ignoreTagNumbers(text: string): string {
  return text
    .replace(/<(\/?)\d+(\/?)>/g, '<$1$2>')
    .replace(/\s+/g, ' ')
    .trim();
}

interface BlockTag {
  /** 0 for none. */
  parent: number;
  plainText: string;
}

export function parseBlockTags(text: string): Map<number, BlockTag> | null {
  const found = new Map<number, BlockTag>();
  const open: number[] = [];
  for (const piece of parseBlockText(text)) {
    if (piece.kind === 'text') {
      for (const number of open) {
        const tag = found.get(number);
        if (tag) tag.plainText += piece.text;
      }
    } else if (piece.kind === 'close') {
      if (open.pop() !== piece.number) return null;
    } else {
      if (found.has(piece.number)) return null;
      found.set(piece.number, { parent: open.at(-1) ?? 0, plainText: '' });
      if (piece.kind === 'open') open.push(piece.number);
    }
  }
  return open.length === 0 ? found : null;
}

export function hasSameTags(text: string, source: string): boolean {
  const sourceTags = parseBlockTags(source);
  const tags = parseBlockTags(text);
  if (!sourceTags || !tags || sourceTags.size !== tags.size) return false;
  return [...sourceTags].every(([number, { parent, plainText }]) => {
    const tag = tags.get(number);
    return tag?.parent === parent && (tag.plainText.trim() === '') === (plainText.trim() === '');
  });
}
