import { findAll, getInnerHTML, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { parseCalloutKind } from '#content/block-contract.ts';
import { contentElements, isInlineElement } from '#content/elements.ts';
import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import { escapeLineStart, escapeMarkdown, escapeMarkdownUrl } from '#platform/escape-markdown.ts';
import type { ContentArticle, ContentPost } from './content-schema.ts';

type ChildNode = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<ChildNode, { attribs: unknown }>;

const isTag = (node: ChildNode): node is Element => 'attribs' in node;

export function renderPostMarkdown(article: ContentArticle, post: ContentPost): string {
  const frontMatter = {
    title: post.title,
    slug: post.slug,
    locale: post.locale,
    status: post.status,
    published_at: post.published_at,
    category: article.category,
    tags: article.tags,
    excerpt: post.excerpt,
    cover: article.cover === null ? null : `../../files/${article.cover}.webp`,
  };
  // JSON is valid YAML, so a title can't break out of its line.
  const head = Object.entries(frontMatter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${head.join('\n')}\n---\n\n${htmlToMarkdown(post.content)}\n`;
}

export function htmlToMarkdown(html: string): string {
  const { children } = parseDocument(html);
  numberFootnotes(children);
  findAll(isContainer, children).forEach(writeCodeAsHtml);
  return blocks(children).trim();
}

/** Sets the labels of references and notes to their numbers. */
function numberFootnotes(nodes: ChildNode[]): void {
  const notes = findAll(({ name, attribs }) => name === 'li' && attribs.id !== undefined, nodes);
  const numbers = new Map(notes.map(({ attribs }, index) => [`#${attribs.id}`, String(index + 1)]));
  for (const { attribs, children } of findAll(isReference, nodes))
    attribs.id = numbers.get(children.find(isTag)?.attribs.href ?? '') ?? '';
}

const isReference = ({ name, attribs }: Element) => name === 'sup' && attribs.class === 'footnote';

function isContainer({ name }: Element): boolean {
  const { role, markdown } = contentElements.get(name) ?? {};
  return role === 'block' && markdown !== undefined;
}

/** In a container, some renderers don't recognize code, and the HTML in it would be live. */
function writeCodeAsHtml({ children }: Element): void {
  for (const code of findAll(({ name }) => name === 'code' || name === 'pre', children))
    if (textContent(code).includes('<')) code.attribs.html = '';
}

const isBlock = ({ name }: Element) => contentElements.has(name) && !isInlineElement(name);

function blocks(nodes: ChildNode[]): string {
  const parts: string[] = [];
  let line = '';
  const flush = () => {
    if (line.trim() !== '') parts.push(line.trim());
    line = '';
  };
  for (const node of nodes) {
    if (isTag(node) && isBlock(node)) {
      flush();
      parts.push(block(node));
    } else line += inline(node);
  }
  flush();
  return parts.filter((part) => part !== '').join('\n\n');
}

function block(node: Element): string {
  const { name, children } = node;
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
      return `${'#'.repeat(Number(name[1]))} ${anchor(node)}${escapeHeadingEnd(inlines(children).replace(/\s+/g, ' ').trim())}`;
    case 'ul':
    case 'ol':
      return items(node);
    case 'aside':
      return prefixLines(
        `[!${parseCalloutKind(node.attribs.class ?? '').toUpperCase()}]\n${blocks(children)}`,
        '> ',
        '> ',
      );
    case 'blockquote':
      return prefixLines(blocks(children), '> ', '> ');
    case 'pre':
      return 'html' in node.attribs
        ? `<pre><code>${escapeHtml(textContent(children))}</code></pre>`
        : fenceCode(textContent(children), getCodeLanguage(children));
    case 'hr':
      return '---';
    case 'table':
      return table(children);
    default:
      return contentElements.get(name)?.markdown === 'html' ? htmlBlock(node) : blocks(children);
  }
}

/** Markdown has no syntax for it. Blank lines separate the Markdown in it from its tags. */
function htmlBlock(node: Element): string {
  const end = `</${node.name}>`;
  return contentElements.get(node.name)?.role === 'line'
    ? `${openTag(node)}${escapeSigns(getInnerHTML(node, { encodeEntities: 'utf8' }))}${end}`
    : [openTag(node), blocks(node.children), end].join('\n\n');
}

function items(list: Element): string {
  const first = Number(list.attribs.start ?? 1);
  return list.children
    .filter(isTag)
    .filter((child) => child.name === 'li')
    .map((child, index) => {
      if (list.attribs.class === 'footnotes')
        return prefixLines(escapeNoteStart(blocks(child.children)), `[^${index + 1}]: `, ' '.repeat(4));
      const marker = list.name === 'ul' ? '- ' : `${first + index}. `;
      return prefixLines(blocks(child.children), marker, ' '.repeat(marker.length));
    })
    .join('\n');
}

/** Without footnotes, a renderer takes `[^1]: word` for the target of a link. An element in front makes it text. */
function escapeNoteStart(note: string): string {
  const isTarget = /^[^\s`<>#|-]\S*(?:[ \t]*(?:\n|$)|[ \t]+["'(])/.test(note);
  return isTarget ? `<span></span>${note}` : note;
}

function table(children: ChildNode[]): string {
  const rows = collectRows(children).map((cells) => `| ${cells.join(' | ')} |`);
  const width = collectRows(children)[0]?.length ?? 0;
  if (width === 0) return '';
  return [rows[0], `|${' --- |'.repeat(width)}`, ...rows.slice(1)].join('\n');
}

function collectRows(nodes: ChildNode[]): string[][] {
  return nodes.filter(isTag).flatMap((node) => {
    if (node.name !== 'tr') return collectRows(node.children);
    const cells = node.children.filter(isTag);
    return [
      cells.map((cell) =>
        inlines(cell.children)
          .replace(/\s+/g, ' ')
          .replace(/(?<!\\)\|/g, '\\|')
          .trim(),
      ),
    ];
  });
}

function inlines(nodes: ChildNode[]): string {
  return nodes.map(inline).join('');
}

function inline(node: ChildNode): string {
  if (node.type === 'text') return escapeText(node.data);
  if (!isTag(node)) return '';
  const inner = () => inlines(node.children);
  switch (node.name) {
    case 'code':
      return codeSpan(textContent(node), 'html' in node.attribs);
    case 'sup':
      return isReference(node) ? `[^${node.attribs.id}]` : inner();
    case 'br':
      return '\\\n';
    case 'a':
      // Markdown has no syntax for a new tab and for buttons.
      if (node.attribs.target || node.attribs.class) return `${openTag(node)}${inner()}</a>`;
      return `[${inner()}](${escapeMarkdownUrl(node.attribs.href ?? '')})`;
    case 'img': {
      return `![${escapeText(node.attribs.alt ?? '')}](${toImagePath(node.attribs.src ?? '')})`;
    }
    default: {
      const sign = isInlineElement(node.name) ? contentElements.get(node.name)?.markdown : undefined;
      if (sign === 'html') return `${openTag(node)}${inner()}</${node.name}>`;
      return sign ? wrapText(sign, inner()) : inner();
    }
  }
}

function openTag({ name, attribs }: Element): string {
  const attributes = (contentElements.get(name)?.attributes ?? []).flatMap((key) => {
    const value = attribs[key];
    if (value === undefined) return [];
    const escaped = escapeHtmlAttribute(key === 'href' ? escapeMarkdownUrl(value) : value);
    return escaped === '' ? key : `${key}="${key === 'title' ? escapeSigns(escaped) : escaped}"`;
  });
  return `<${[name, ...attributes].join(' ')}>`;
}

/** For HTML in Markdown: some renderers look for Markdown and bare URLs in it, and a blank line would end it. */
function escapeSigns(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]~|$]|:(?=\/\/)|(?<=www)\./gi, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A target for in-page links. */
function anchor({ attribs: { id } }: Element): string {
  return id === undefined ? '' : `<a id="${escapeHtmlAttribute(id)}"></a>`;
}

/** Markdown delimiters must touch the text, so surrounding spaces go outside. */
function wrapText(marker: string, text: string): string {
  const content = text.trim();
  return content === '' ? text : text.replace(content, () => `${marker}${content}${marker}`);
}

const escapeText = (text: string) => escapeLineStart(escapeMarkdown(text.replace(/\s+/g, ' ')));

/** Signs at the end would be taken for the end of the heading. */
const escapeHeadingEnd = (text: string) => (/[^\\]#$/.test(text) ? `${text.slice(0, -1)}\\#` : text);

function toImagePath(src: string): string {
  const id = /^\/files\/([0-9a-f-]{36})\/\d+\.webp$/.exec(src)?.[1];
  return id ? `../../files/${id}.webp` : escapeMarkdownUrl(src);
}

function codeSpan(code: string, isHtml: boolean): string {
  // A blank line would end the paragraph and the code.
  const text = code.replace(/\s+/g, ' ');
  // Renderers disagree about whether this would end a cell of a table.
  if (isHtml || text.includes('\\|')) return `<code>${escapeMarkdown(text)}</code>`;
  const padding = text.includes('`') ? ' ' : '';
  return [getFence(text, 1), text, getFence(text, 1)].join(padding);
}

function getFence(text: string, minLength: number): string {
  const lengths = (text.match(/`+/g) ?? []).map((run) => run.length + 1);
  return '`'.repeat(Math.max(minLength, ...lengths));
}

function getCodeLanguage(children: ChildNode[]): string {
  const [code] = children.filter(isTag);
  return /^language-([a-z0-9+#-]+)$/.exec(code?.attribs.class ?? '')?.[1] ?? '';
}

function fenceCode(text: string, language: string): string {
  const fence = getFence(text, 3);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

function prefixLines(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd())
    .join('\n');
}
