import { type AnyExtension, InputRule, Mark, markInputRule, Node, wrappingInputRule } from '@tiptap/core';
import type { NodeType, Node as ProseMirrorNode, ResolvedPos } from '@tiptap/pm/model';

/**
 * As in CommonMark, no space is next to the inner side of a delimiter, so `2 * 3 * 4` is no emphasis. Two underscores
 * are none either, because of names such as `__init__`.
 */
const delimiters: Record<string, RegExp> = {
  bold: /(?:^|\s)(\*\*(?!\s)([^*]*[^*\s])\*\*)$/,
  italic: /(?:^|\s)(\*(?!\s)([^*]*[^*\s])\*)$/,
  strike: /(?:^|\s)(~~(?!\s)([^~]*[^~\s])~~)$/,
};

/** What typed characters turn into. `MarkdownPaste` recognizes pasted ones. */
export function withTypingRules(extension: AnyExtension): AnyExtension {
  const find = delimiters[extension.name];
  if (extension instanceof Mark && find)
    return extension.extend({
      addInputRules() {
        const rule = markInputRule({ find, type: this.type });
        return extension.name === 'italic' ? [rule, createUnderscoreRule(rule)] : [rule];
      },
    });
  if (!(extension instanceof Node)) return extension;
  const isNumbered = extension.name === 'orderedList';
  return extension.extend({
    // Tiptap's plugin takes any pasted lines with numbers or initials for a list, also in code.
    ...(isNumbered && { addProseMirrorPlugins: () => [] }),
    addInputRules() {
      const blockRules = isNumbered ? [createListRule(this.type)] : (this.parent?.() ?? []);
      return blockRules.map(
        ({ find: pattern, handler }) =>
          new InputRule({
            find: pattern,
            handler: (rule) =>
              isStartOfItem(rule.state.doc.resolve(rule.range.from)) ? null : handler(rule),
          }),
      );
    },
  });
}

/** As in CommonMark, an underscore inside a word closes nothing, so this waits for the sign after it. */
function createUnderscoreRule({ handler }: InputRule): InputRule {
  return new InputRule({
    find: /((?:^|\s)(_(?!\s)([^_]*[^_\s])_))([^\p{L}\p{N}\p{M}_\n])$/u,
    handler({ match, range, ...rule }) {
      const [, closed = '', delimited = '', text = '', next = ''] = match;
      const end = range.from + closed.length;
      rule.state.tr.insertText(next, end, range.to);
      return handler({ ...rule, match: [closed, delimited, text], range: { from: range.from, to: end } });
    },
  });
}

/** There, a hyphen or a number is more likely typed out of habit than for a list in the list. */
function isStartOfItem($line: ResolvedPos): boolean {
  return $line.depth > 1 && $line.node(-1).type.name === 'listItem' && $line.index(-1) === 0;
}

/** A line may also begin with a year or a date, so only the first number or the next one of a list starts an item. */
function createListRule(type: NodeType): InputRule {
  const { find, handler } = wrappingInputRule({
    find: /^(\d{1,4})\.\s$/,
    type,
    getAttributes: ([, number]) => ({ start: Number(number) }),
    joinPredicate: ([, number], list) => continuesList(list, Number(number)),
  });
  return new InputRule({
    find,
    handler(rule) {
      const { doc } = rule.state;
      const { nodeBefore } = doc.resolve(doc.resolve(rule.range.from).before());
      const number = Number(rule.match[1]);
      const isNext = nodeBefore?.type === type && continuesList(nodeBefore, number);
      return number === 1 || isNext ? handler(rule) : null;
    },
  });
}

const continuesList = ({ attrs, childCount }: ProseMirrorNode, number: number) =>
  attrs.start + childCount === number;
