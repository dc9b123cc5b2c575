import { Parser } from 'htmlparser2';

export interface HtmlAttribute {
  name: string;
  value: string;
  /** Offsets in `raw`, including name and quotes. */
  start: number;
  end: number;
}

/** The `raw` values concatenate to the document. */
export type HtmlToken =
  | { kind: 'open'; raw: string; name: string; attributes: HtmlAttribute[] }
  | { kind: 'close'; raw: string; name: string }
  | { kind: 'text'; raw: string; text: string }
  | { kind: 'other'; raw: string };

export function tokenizeHtml(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  let at = 0;
  let attributes: { name: string; value: string; start: number; end: number }[] = [];
  const push = (end: number, createToken: (raw: string, start: number) => HtmlToken) => {
    const start = Math.max(parser.startIndex, at);
    if (start > at) tokens.push({ kind: 'other', raw: html.slice(at, start) });
    if (end > start) tokens.push(createToken(html.slice(start, end), start));
    at = Math.max(at, end);
  };
  const parser = new Parser({
    onattribute(name, value) {
      attributes.push({ name, value, start: parser.startIndex, end: parser.endIndex });
    },
    onopentag(name, _, isImplied) {
      const tagAttributes = attributes;
      attributes = [];
      if (isImplied) return;
      push(parser.endIndex + 1, (raw, start) => ({
        kind: 'open',
        raw,
        name,
        attributes: tagAttributes.map((attribute) => ({
          ...attribute,
          start: attribute.start - start,
          end: attribute.end - start,
        })),
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
  return tokens.reduce<HtmlToken[]>(joinTexts, []);
}

/** The parser splits text at each character reference. */
function joinTexts(tokens: HtmlToken[], token: HtmlToken): HtmlToken[] {
  const last = tokens.at(-1);
  if (last?.kind === 'text' && token.kind === 'text')
    tokens[tokens.length - 1] = { kind: 'text', raw: last.raw + token.raw, text: last.text + token.text };
  else tokens.push(token);
  return tokens;
}
