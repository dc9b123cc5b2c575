/** An element that a post can have. */
export interface ContentElement {
  /**
   * In a line, a `mark` contains text and a `leaf` doesn't. A `line` is one line of text, an `item` is a part of a
   * list or table and contains blocks, and a `group` only keeps other blocks together.
   */
  role: 'mark' | 'leaf' | 'line' | 'item' | 'block' | 'group';
  /** Besides `lang` and `dir`, which all have. */
  attributes?: readonly string[];
  /** The values that `class` may have, if it is one word. */
  classes?: readonly string[];
  isVisible?: true;
  /** The nodes or marks of the editor, if there isn't only one of the same name. */
  editorTypes?: readonly string[];
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
  editorTypes: ['heading'],
  translation: 'heading',
};
const rowGroup: ContentElement = { role: 'group', editorTypes: [] };

const elements = {
  a: {
    role: 'mark',
    attributes: ['class', 'href', 'target', 'rel'],
    classes: ['button'],
    editorTypes: ['link'],
  },
  strong: { role: 'mark', editorTypes: ['bold'], markdown: '**' },
  em: { role: 'mark', editorTypes: ['italic'], markdown: '*' },
  u: { role: 'mark', editorTypes: ['underline'] },
  s: { role: 'mark', editorTypes: ['strike'], markdown: '~~' },
  sub: { role: 'mark', editorTypes: ['subscript'] },
  sup: {
    role: 'mark',
    attributes: ['class'],
    classes: ['footnote'],
    editorTypes: ['superscript', 'footnoteReference'],
  },
  code: { role: 'mark', attributes: ['class'], translation: 'locked' },
  span: { role: 'mark', editorTypes: ['language'] },
  mark: { role: 'mark', markdown: 'html' },
  abbr: { role: 'mark', attributes: ['title'], markdown: 'html' },
  time: { role: 'mark', attributes: ['datetime'], markdown: 'html' },
  kbd: { role: 'mark', markdown: 'html', translation: 'locked' },
  cite: { role: 'mark', markdown: 'html' },
  ruby: { role: 'mark', markdown: 'html', translation: 'locked' },
  rt: { role: 'mark', markdown: 'html' },
  rp: { role: 'leaf', editorTypes: [], markdown: 'html' },
  br: { role: 'leaf', editorTypes: ['hardBreak'] },
  img: {
    role: 'leaf',
    attributes: ['src', 'alt', 'width', 'height'],
    isVisible: true,
    editorTypes: ['image'],
  },
  p: { role: 'line', editorTypes: ['paragraph', 'buttonLink'] },
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  ul: { role: 'block', editorTypes: ['bulletList'], markdown: 'prefix' },
  ol: {
    role: 'block',
    attributes: ['class', 'start'],
    classes: ['footnotes'],
    editorTypes: ['orderedList', 'footnotes'],
    markdown: 'prefix',
  },
  li: { role: 'item', attributes: ['id'], editorTypes: ['listItem', 'footnote'], translation: 'list item' },
  blockquote: { role: 'block', markdown: 'prefix', translation: 'quote' },
  aside: {
    role: 'block',
    attributes: ['class'],
    classes: calloutKinds.map((kind) => `callout-${kind}`),
    editorTypes: ['callout'],
    markdown: 'prefix',
  },
  section: {
    role: 'block',
    attributes: ['class'],
    classes: ['faq'],
    editorTypes: ['faq'],
    markdown: 'html',
  },
  pre: { role: 'block', editorTypes: ['codeBlock'], translation: 'locked' },
  hr: { role: 'block', isVisible: true, editorTypes: ['horizontalRule'] },
  div: { role: 'group', editorTypes: [] },
  details: { role: 'block', attributes: ['open'], markdown: 'html' },
  summary: { role: 'line', markdown: 'html' },
  dl: { role: 'block', editorTypes: ['descriptionList'], markdown: 'html' },
  dt: { role: 'line', editorTypes: ['descriptionTerm'], markdown: 'html', translation: 'list item' },
  dd: { role: 'item', editorTypes: ['description'], markdown: 'html', translation: 'list item' },
  figure: {
    role: 'block',
    attributes: ['class'],
    editorTypes: ['blockFigure', 'figure', 'gallery', 'threadsPost', 'downloadField', 'embed', 'clip'],
  },
  figcaption: { role: 'line', editorTypes: ['figureCaption'], translation: 'caption' },
  table: { role: 'block' },
  caption: { role: 'line', editorTypes: [], translation: 'caption' },
  thead: rowGroup,
  tbody: rowGroup,
  tfoot: rowGroup,
  tr: { role: 'group', editorTypes: ['tableRow'] },
  th: {
    role: 'item',
    attributes: ['colspan', 'rowspan', 'scope'],
    isVisible: true,
    editorTypes: ['tableHeader'],
    translation: 'table cell',
  },
  td: {
    role: 'item',
    attributes: ['colspan', 'rowspan'],
    isVisible: true,
    editorTypes: ['tableCell'],
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

/** Whether readers see it although it has no text. */
export function isVisibleElement(name: string): boolean {
  return contentElements.get(name)?.isVisible === true;
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

/** The element of each node or mark of the editor. */
export const elementsByEditorType: ReadonlyMap<string, string> = new Map(
  [...contentElements].flatMap(([name, { editorTypes = [name] }]) => editorTypes.map((type) => [type, name])),
);
