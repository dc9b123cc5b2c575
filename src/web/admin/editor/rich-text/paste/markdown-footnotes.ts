import type { MarkedExtension, Token, Tokens } from 'marked';
import { createNoteId } from '#content/block-contract.ts';

interface FootnoteToken extends Tokens.Generic {
  label: string;
  tokens: Token[];
}

/** A note is a line with its indented or directly following lines. */
const notePattern =
  /^ {0,3}\[\^([^\]\s]{1,40})\]:[ \t]*([^\n]*(?:\n(?!\[\^)[^\n]*\S[^\n]*)*(?:\n+(?: {4}|\t)[^\n]*)*)(?:\n+|$)/;
const referencePattern = /^\[\^([^\]\s]{1,40})\](?!:)/;

/** `[^1]` in the text and `[^1]: Note`, for one document. A repeated reference repeats the note. */
export function createFootnoteSyntax(): { extension: MarkedExtension; renderNotes(): string } {
  const notes = new Map<string, string>();
  const references: { id: string; label: string }[] = [];
  const extension: MarkedExtension = {
    extensions: [
      {
        name: 'footnote',
        level: 'block',
        start: (text) => /^ {0,3}\[\^[^\]\s]{1,40}\]:/m.exec(text)?.index,
        tokenizer(text) {
          const [raw, label, note = ''] = notePattern.exec(text) ?? [];
          if (raw === undefined || label === undefined) return undefined;
          const tokens = this.lexer.blockTokens(note.replace(/^(?: {4}|\t)/gm, ''), []);
          return { type: 'footnote', raw, label, tokens };
        },
        renderer(token) {
          const { label, tokens } = token as FootnoteToken;
          if (!notes.has(label)) notes.set(label, this.parser.parse(tokens));
          return '';
        },
      },
      {
        name: 'footnoteReference',
        level: 'inline',
        start: (text) => text.indexOf('[^'),
        tokenizer(text) {
          const [raw, label] = referencePattern.exec(text) ?? [];
          return raw === undefined ? undefined : { type: 'footnoteReference', raw, label, tokens: [] };
        },
        renderer(token) {
          const reference = { id: createNoteId(), label: (token as FootnoteToken).label };
          references.push(reference);
          return `<sup class="footnote"><a href="#${reference.id}"></a></sup>`;
        },
      },
    ],
  };
  const renderNotes = () => {
    const items = references.map(({ id, label }) => `<li id="${id}">${notes.get(label) ?? ''}</li>`);
    return items.length === 0 ? '' : `<ol class="footnotes">${items.join('')}</ol>`;
  };
  return { extension, renderNotes };
}
