import { Parser } from 'htmlparser2';

export interface ScannedAttribute {
  name: string;
  /** Decoded. */
  value: string;
  /** Its place in the tag's `raw`, name and quotes included. */
  start: number;
  end: number;
}

/** `raw` is as written: all of them together are the document again, to the letter. */
export type MarkupToken =
  | { kind: 'open'; raw: string; name: string; attributes: ScannedAttribute[] }
  | { kind: 'close'; raw: string; name: string }
  | { kind: 'text'; raw: string; text: string }
  /** A comment, or what a parser passes over. */
  | { kind: 'other'; raw: string };

/** HTML of whatever quality as a row of tokens. */
export function scanMarkup(html: string): MarkupToken[] {
  const tokens: MarkupToken[] = [];
  let at = 0;
  let attributes: { name: string; value: string; start: number; end: number }[] = [];
  const push = (end: number, make: (raw: string, start: number) => MarkupToken) => {
    const start = Math.max(parser.startIndex, at);
    if (start > at) tokens.push({ kind: 'other', raw: html.slice(at, start) });
    if (end > start) tokens.push(make(html.slice(start, end), start));
    at = Math.max(at, end);
  };
  const parser = new Parser({
    onattribute(name, value) {
      attributes.push({ name, value, start: parser.startIndex, end: parser.endIndex });
    },
    onopentag(name, _, isImplied) {
      const own = attributes;
      attributes = [];
      if (isImplied) return;
      push(parser.endIndex + 1, (raw, start) => ({
        kind: 'open',
        raw,
        name,
        attributes: own.map((one) => ({ ...one, start: one.start - start, end: one.end - start })),
      }));
    },
    onclosetag(name, isImplied) {
      if (!isImplied) push(parser.endIndex + 1, (raw) => ({ kind: 'close', raw, name }));
    },
    ontext(text) {
      push(parser.endIndex + 1, (raw) => ({ kind: 'text', raw, text }));
    },
  });
  parser.end(html);
  if (at < html.length) tokens.push({ kind: 'other', raw: html.slice(at) });
  return tokens.reduce<MarkupToken[]>(joinTexts, []);
}

/** A parser tells each character reference by itself. */
function joinTexts(tokens: MarkupToken[], token: MarkupToken): MarkupToken[] {
  const last = tokens.at(-1);
  if (last?.kind === 'text' && token.kind === 'text')
    tokens[tokens.length - 1] = { kind: 'text', raw: last.raw + token.raw, text: last.text + token.text };
  else tokens.push(token);
  return tokens;
}
