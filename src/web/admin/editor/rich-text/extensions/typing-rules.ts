import { type AnyExtension, InputRule, Mark, markInputRule, Node, wrappingInputRule } from '@tiptap/core';
import type { NodeType, Node as ProseMirrorNode, ResolvedPos } from '@tiptap/pm/model';

/**
 * As in CommonMark, no space is next to the inner side of a delimiter, so `2 * 3 * 4` is no emphasis. Two underscores
 * are none either, because of names such as `__init__`.
 */
const delimiters: Record<string, readonly RegExp[]> = {
  bold: [/(?:^|\s)(\*\*(?!\s)([^*]*[^*\s])\*\*)$/],
  italic: [/(?:^|\s)(\*(?!\s)([^*]*[^*\s])\*)$/, /(?:^|\s)(_(?!\s)([^_]*[^_\s])_)$/],
  strike: [/(?:^|\s)(~~(?!\s)([^~]*[^~\s])~~)$/],
};

/**
 * What typed characters turn into. Pasted ones turn into nothing here: `MarkdownPaste` recognizes a whole text, and
 * parts of other texts must stay as they are.
 */
export function withTypingRules(extension: AnyExtension): AnyExtension {
  if (extension instanceof Mark && extension.name !== 'link') {
    const rules = delimiters[extension.name];
    return extension.extend({
      addPasteRules: () => [],
      ...(rules && {
        addInputRules() {
          return rules.map((find) => markInputRule({ find, type: this.type }));
        },
      }),
    });
  }
  if (!(extension instanceof Node)) return extension;
  return extension.extend({
    addInputRules() {
      const rules = extension.name === 'orderedList' ? [createListRule(this.type)] : (this.parent?.() ?? []);
      return rules.map(
        ({ find, handler }) =>
          new InputRule({
            find,
            handler: (rule) =>
              isStartOfItem(rule.state.doc.resolve(rule.range.from)) ? null : handler(rule),
          }),
      );
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
