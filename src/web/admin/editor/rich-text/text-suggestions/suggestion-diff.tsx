import type { Fragment, Mark, Node } from '@tiptap/pm/model';
import { diffArrays } from 'diff';
import { type ReactNode, useMemo } from 'react';
import type { TextAction } from '#ai/text-contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { DiffPart } from '../../conflict/text-diff.tsx';

/** Above this many edits, show a full replacement: the diff would take seconds. */
const editLimit = 2000;

export interface DiffToken {
  text: string;
  marks: readonly Mark[];
}

export interface DiffRun {
  kind: 'same' | 'added' | 'removed';
  tokens: DiffToken[];
}

/** Words with their formatting: a word that only loses its link is removed and added. */
export function diffLines(
  before: readonly Fragment[],
  after: readonly Fragment[],
  { locale, bullets = false }: { locale: Locale; bullets?: boolean },
): DiffRun[] {
  const segmenter = new Intl.Segmenter(localeTags[locale], { granularity: 'word' });
  const [oldTokens, newTokens] = [toTokens(before, false), toTokens(after, bullets)];
  const changes = diffArrays(oldTokens, newTokens, {
    comparator: (a, b) => a.text === b.text && describeMarks(a.marks) === describeMarks(b.marks),
    maxEditLength: editLimit,
  });
  if (!changes)
    return [
      { kind: 'removed', tokens: oldTokens },
      { kind: 'added', tokens: newTokens },
    ];
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    tokens: value,
  }));

  function toTokens(lines: readonly Fragment[], hasBullets: boolean): DiffToken[] {
    return lines.flatMap((line, index) => [
      ...(index > 0 || hasBullets
        ? [{ text: `${index > 0 ? '\n' : ''}${hasBullets ? '• ' : ''}`, marks: [] }]
        : []),
      ...line.content.flatMap(toWords),
    ]);
  }

  function toWords(node: Node): DiffToken[] {
    if (!node.isText) {
      const text = node.type.name === 'hardBreak' ? '↵\n' : `[${node.attrs.alt || '…'}]`;
      return [{ text, marks: [] }];
    }
    const segments = segmenter.segment(node.text ?? '');
    return Array.from(segments, ({ segment }) => ({ text: segment, marks: node.marks }));
  }
}

/** Whether some formatting, link or image of the selection is nowhere in the suggestion. */
export function losesFormatting(
  before: readonly { content: Fragment }[],
  after: readonly Fragment[],
  action: TextAction,
): boolean {
  if (action === 'continue') return false;
  const kept = new Set(after.flatMap((line) => line.content.flatMap(describeFormats)));
  return before.some(({ content }) =>
    content.content.flatMap(describeFormats).some((format) => !kept.has(format)),
  );
}

/** A list may drop line breaks. */
function describeFormats(node: Node): string[] {
  const marks = node.marks.map((mark) => JSON.stringify(mark.toJSON()));
  const isObject = !node.isText && node.type.name !== 'hardBreak';
  return isObject ? [...marks, JSON.stringify(node.toJSON())] : marks;
}

const describeMarks = (marks: readonly Mark[]) => JSON.stringify(marks.map((mark) => mark.toJSON()));

export function SuggestionDiff({ runs, locale }: { runs: readonly DiffRun[]; locale: Locale }) {
  const parts = useMemo(() => toParts(runs), [runs]);
  return (
    <div lang={localeTags[locale]} className="leading-relaxed whitespace-pre-wrap wrap-anywhere">
      {parts.map(({ kind, offset, pieces }) => (
        <DiffPart key={offset} kind={kind}>
          {pieces.map(({ start, text, marks }) => (
            <FormattedText key={start} text={text} marks={marks} />
          ))}
        </DiffPart>
      ))}
    </div>
  );
}

interface DiffPiece extends DiffToken {
  start: number;
}

/** Joins neighbors with the same formatting. The offsets are unique. */
function toParts(runs: readonly DiffRun[]): { kind: DiffRun['kind']; offset: number; pieces: DiffPiece[] }[] {
  let offset = 0;
  return runs.map(({ kind, tokens }) => {
    const start = offset;
    const pieces: DiffPiece[] = [];
    for (const { text, marks } of tokens) {
      const last = pieces.at(-1);
      if (last && describeMarks(last.marks) === describeMarks(marks)) last.text += text;
      else pieces.push({ text, marks, start: offset });
      offset += text.length;
    }
    return { kind, offset: start, pieces };
  });
}

/** A link's URL is its tooltip, because that may be all that has changed. */
function FormattedText({ text, marks }: DiffToken): ReactNode {
  const [mark, ...rest] = marks;
  if (!mark) return text;
  const inner = <FormattedText text={text} marks={rest} />;
  switch (mark.type.name) {
    case 'bold':
      return <strong>{inner}</strong>;
    case 'italic':
      return <em>{inner}</em>;
    case 'code':
      return <code>{inner}</code>;
    case 'link':
      return (
        <span className="text-accent underline" title={String(mark.attrs.href ?? '')}>
          {inner}
        </span>
      );
    default:
      return <span className="underline decoration-muted decoration-dotted">{inner}</span>;
  }
}
