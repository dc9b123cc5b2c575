import { Mark } from '@tiptap/core';

/** Named like its element. There is no button to leave it, so typing at its end does. */
function createMark(name: string, attribute?: string, priority = 950) {
  return Mark.create({
    name,
    // Outside of bold, which would split it otherwise.
    priority,
    inclusive: false,
    addAttributes: () => (attribute ? { [attribute]: { default: null } } : {}),
    parseHTML: () => [{ tag: name }],
    renderHTML: ({ HTMLAttributes }) => [name, HTMLAttributes, 0],
  });
}

/** The text and its readings are neighbors with the same mark; the normalizer writes the parentheses. */
const Ruby = createMark('ruby', undefined, 1100).extend({
  parseHTML: () => [{ tag: 'ruby' }, { tag: 'rp', ignore: true }],
});

const InlineLanguage = Mark.create({
  name: 'language',
  priority: 900,
  parseHTML: () => [{ tag: 'span[lang]' }, { tag: 'span[dir]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

const Subscript = Mark.create({
  name: 'subscript',
  excludes: 'superscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
});

const Superscript = Mark.create({
  name: 'superscript',
  excludes: 'subscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
});

export const semanticMarks = [
  Subscript,
  Superscript,
  InlineLanguage,
  Ruby,
  createMark('rt', undefined, 1090),
  createMark('abbr', 'title'),
  createMark('time', 'datetime'),
  createMark('cite'),
  createMark('kbd'),
  createMark('mark'),
];
