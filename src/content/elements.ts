/** An element that a post can have. */
export interface ContentElement {
  /**
   * Within a line, a `mark` has text in it and a `leaf` has none. A `line` has one line of text, an `item` is a part of
   * a list or table with blocks in it, and a `group` only holds other blocks together.
   */
  role: 'mark' | 'leaf' | 'line' | 'item' | 'block' | 'group';
  /** Besides `lang` and `dir`, which all have. */
  attributes?: readonly string[];
  /** The values that `class` may have, if it is one word. */
  classes?: readonly string[];
  /** Readers see it although it has no text. */
  isVisible?: true;
  /** The node or mark of the editor, if it isn't named like the element. null if it has none of its own. */
  editorType?: string | null;
  /** The sign around it, the element itself, or a prefix for each of its lines. Without one, only the text is left. */
  markdown?: '**' | '*' | '~~' | 'html' | 'prefix';
  /** The kind of a block of a translation. What is locked isn't translated. */
  translation?: 'heading' | 'list item' | 'table cell' | 'caption' | 'quote' | 'locked';
}

/** What an `aside` can be. */
export const calloutKinds = ['note', 'tip', 'warning'] as const;

const heading: ContentElement = {
  role: 'line',
  attributes: ['id'],
  editorType: 'heading',
  translation: 'heading',
};
const rowGroup: ContentElement = { role: 'group', editorType: null };

const elements = {
  a: {
    role: 'mark',
    attributes: ['class', 'href', 'target', 'rel'],
    classes: ['button'],
    editorType: 'link',
  },
  strong: { role: 'mark', editorType: 'bold', markdown: '**' },
  em: { role: 'mark', editorType: 'italic', markdown: '*' },
  u: { role: 'mark', editorType: 'underline' },
  s: { role: 'mark', editorType: 'strike', markdown: '~~' },
  sub: { role: 'mark', editorType: 'subscript' },
  sup: { role: 'mark', attributes: ['class'], classes: ['footnote'], editorType: 'superscript' },
  code: { role: 'mark', attributes: ['class'], translation: 'locked' },
  span: { role: 'mark', editorType: 'language' },
  mark: { role: 'mark', markdown: 'html' },
  abbr: { role: 'mark', attributes: ['title'], markdown: 'html' },
  time: { role: 'mark', attributes: ['datetime'], markdown: 'html' },
  kbd: { role: 'mark', markdown: 'html', translation: 'locked' },
  cite: { role: 'mark', markdown: 'html' },
  ruby: { role: 'mark', markdown: 'html', translation: 'locked' },
  rt: { role: 'mark', markdown: 'html' },
  rp: { role: 'leaf', editorType: null, markdown: 'html' },
  br: { role: 'leaf', editorType: 'hardBreak' },
  img: {
    role: 'leaf',
    attributes: ['src', 'alt', 'width', 'height'],
    isVisible: true,
    editorType: 'image',
  },
  p: { role: 'line', editorType: 'paragraph' },
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  ul: { role: 'block', editorType: 'bulletList', markdown: 'prefix' },
  ol: {
    role: 'block',
    attributes: ['class', 'start'],
    classes: ['footnotes'],
    editorType: 'orderedList',
    markdown: 'prefix',
  },
  li: { role: 'item', attributes: ['id'], editorType: 'listItem', translation: 'list item' },
  blockquote: { role: 'block', markdown: 'prefix', translation: 'quote' },
  aside: {
    role: 'block',
    attributes: ['class'],
    classes: calloutKinds.map((kind) => `callout-${kind}`),
    editorType: 'callout',
    markdown: 'prefix',
  },
  section: {
    role: 'block',
    attributes: ['class'],
    classes: ['faq'],
    editorType: 'faq',
    markdown: 'html',
  },
  pre: { role: 'block', editorType: 'codeBlock', translation: 'locked' },
  hr: { role: 'block', isVisible: true, editorType: 'horizontalRule' },
  div: { role: 'group', editorType: null },
  details: { role: 'block', attributes: ['open'], markdown: 'html' },
  summary: { role: 'line', markdown: 'html' },
  dl: { role: 'block', editorType: 'descriptionList', markdown: 'html' },
  dt: { role: 'line', editorType: 'descriptionTerm', markdown: 'html', translation: 'list item' },
  dd: { role: 'item', editorType: 'description', markdown: 'html', translation: 'list item' },
  figure: { role: 'block', attributes: ['class'], editorType: 'blockFigure' },
  figcaption: { role: 'line', editorType: 'figureCaption', translation: 'caption' },
  table: { role: 'block' },
  caption: { role: 'line', editorType: null, translation: 'caption' },
  thead: rowGroup,
  tbody: rowGroup,
  tfoot: rowGroup,
  tr: { role: 'group', editorType: 'tableRow' },
  th: {
    role: 'item',
    attributes: ['colspan', 'rowspan', 'scope'],
    isVisible: true,
    editorType: 'tableHeader',
    translation: 'table cell',
  },
  td: {
    role: 'item',
    attributes: ['colspan', 'rowspan'],
    isVisible: true,
    editorType: 'tableCell',
    translation: 'table cell',
  },
} satisfies Record<string, ContentElement>;

/** All elements of stored posts, by name. */
export const contentElements: ReadonlyMap<string, ContentElement> = new Map(Object.entries(elements));

const elementAliases: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ b: 'strong', i: 'em', ins: 'u', del: 's', strike: 's', tt: 'code', samp: 'code' }),
  ...Object.entries({ listing: 'pre', h5: 'h4', h6: 'h4' }),
  ...'section article header footer main aside nav address center hgroup fieldset legend form search dialog body'
    .split(' ')
    .map((name) => [name, 'div'] as const),
]);

/** Their content is no text to read. */
export const nonTextElements: readonly string[] =
  'script style textarea option xmp noscript title iframe noembed'.split(' ');

export function namesByRole(...roles: readonly ContentElement['role'][]): ReadonlySet<string> {
  const entries = [...contentElements].filter(([, { role }]) => roles.includes(role));
  return new Set(entries.map(([name]) => name));
}

const inlineNames = namesByRole('mark', 'leaf');

/** Whether the words before it and in it are in the same line. */
export function isInlineElement(name: string): boolean {
  return inlineNames.has(name);
}

/** The value of `class` if the element may have it. */
export function parseBlockClass(name: string, classes = ''): string | undefined {
  return contentElements.get(name)?.classes?.find((blockClass) => blockClass === classes.trim());
}

/** The element that is stored in place of this one. */
export function storedElementName(name: string, classes?: string): string {
  // `section` and `aside` without one of their classes say nothing.
  return parseBlockClass(name, classes) === undefined ? (elementAliases.get(name) ?? name) : name;
}
