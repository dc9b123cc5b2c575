import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model';
import { escapeBlockText, parseBlockText } from '#ai/block-text-contract.ts';

/** The selected part of one text block. */
export interface SelectedLine {
  from: number;
  to: number;
  content: Fragment;
}

/** What a numbered tag stands for: formatting around words, or a line break or an image. */
type Tag = { marks: readonly Mark[] } | { node: Node };

export interface TaggedText {
  /** Block text with a line for each text block. */
  text: string;
  tags: ReadonlyMap<number, Tag>;
}

/** Without code blocks and blank lines. */
export function selectLines(doc: Node, { from, to }: { from: number; to: number }): SelectedLine[] {
  const lines: SelectedLine[] = [];
  doc.nodesBetween(from, to, (node, position) => {
    if (!node.isTextblock) return true;
    const start = Math.max(from, position + 1);
    const end = Math.min(to, position + node.nodeSize - 1);
    const isCode = node.type.spec.code === true;
    if (!isCode && end > start && doc.textBetween(start, end).trim() !== '')
      lines.push({
        from: start,
        to: end,
        content: node.content.cut(start - position - 1, end - position - 1),
      });
    return false;
  });
  return lines;
}

/** Equal formatting has the same number. */
export function toTaggedText(lines: readonly Pick<SelectedLine, 'content'>[]): TaggedText {
  const tags = new Map<number, Tag>();
  const markSets: { number: number; marks: readonly Mark[] }[] = [];
  const numberOf = (marks: readonly Mark[]) => {
    const known = markSets.find((set) => sameMarks(set.marks, marks));
    if (known) return known.number;
    const number = tags.size + 1;
    tags.set(number, { marks });
    markSets.push({ number, marks });
    return number;
  };
  const text = lines.map(({ content }) =>
    content.content
      .map((node) => {
        if (!node.isText) {
          const number = tags.size + 1;
          tags.set(number, { node });
          return `<${number}/>`;
        }
        const words = escapeBlockText((node.text ?? '').replace(/(?<!\s)\s*\n\s*/g, ' '));
        if (node.marks.length === 0) return words;
        const number = numberOf(node.marks);
        return `<${number}>${words}</${number}>`;
      })
      .join(''),
  );
  return { text: text.join('\n'), tags };
}

function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a.length === b.length && a.every((mark, index) => b[index] && mark.eq(b[index]));
}

/** Ignores unknown and unclosed tags. A break or an image comes at most once. */
export function parseTaggedLines(text: string, tags: TaggedText['tags'], schema: Schema): Fragment[] {
  const used = new Set<number>();
  return text.split('\n').map((line) => {
    const nodes: Node[] = [];
    const open: number[] = [];
    for (const piece of parseBlockText(line)) {
      if (piece.kind === 'text') {
        const marks = open.flatMap((number) => {
          const tag = tags.get(number);
          return tag && 'marks' in tag ? tag.marks : [];
        });
        const set = marks.reduce<readonly Mark[]>((all, mark) => mark.addToSet(all), []);
        if (piece.text !== '') nodes.push(schema.text(piece.text, set));
        continue;
      }
      const { kind, number } = piece;
      const tag = tags.get(number);
      if (kind === 'empty') {
        const isNew = tag && 'node' in tag && !used.has(number);
        // A space, so that what follows does not join what precedes.
        nodes.push(isNew ? tag.node : schema.text(' '));
        used.add(number);
        continue;
      }
      if (!tag) continue;
      if (kind === 'open') open.push(number);
      else if (kind === 'close' && open.includes(number)) open.splice(open.lastIndexOf(number), 1);
    }
    return Fragment.fromArray(nodes);
  });
}

export function plainLine(line: Fragment): string {
  return line.textBetween(0, line.size, '', (node) => (node.type.name === 'hardBreak' ? '\n' : ''));
}
