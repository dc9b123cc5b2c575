import { textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import type { ContentArticle, ContentPost } from './content-schema.ts';

type ChildNode = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<ChildNode, { attribs: unknown }>;

const isTag = (node: ChildNode): node is Element => 'attribs' in node;

/** A post for people and other programs: its texts in Markdown, what is about it above them. Pictures are beside it. */
export function writeMarkdown(article: ContentArticle, post: ContentPost): string {
  const about = {
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
  // JSON is YAML too: no title can break out of its line.
  const head = Object.entries(about).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${head.join('\n')}\n---\n\n${markdownOf(post.content)}\n`;
}

/** Of sanitised HTML. A table with anything but rows stays HTML, which Markdown allows. */
export function markdownOf(html: string): string {
  return blocks(parseDocument(html).children).trim();
}

const isBlock =
  /^(?:p|h[1-4]|ul|ol|blockquote|pre|hr|div|figure|figcaption|table|caption|thead|tbody|tfoot|tr|li|th|td)$/;

function blocks(nodes: ChildNode[]): string {
  const parts: string[] = [];
  let line = '';
  const flush = () => {
    if (line.trim() !== '') parts.push(line.trim());
    line = '';
  };
  for (const node of nodes) {
    if (isTag(node) && isBlock.test(node.name)) {
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
      return `${'#'.repeat(Number(name[1]))} ${inlines(children).replace(/\s+/g, ' ').trim()}`;
    case 'ul':
    case 'ol':
      return items(node);
    case 'blockquote':
      return prefixed(blocks(children), '> ', '> ');
    case 'pre':
      return fenced(textContent(children));
    case 'hr':
      return '---';
    case 'table':
      return table(children);
    default:
      return blocks(children);
  }
}

function items(list: Element): string {
  const first = Number(list.attribs.start ?? 1);
  return list.children
    .filter(isTag)
    .filter((child) => child.name === 'li')
    .map((child, index) => {
      const mark = list.name === 'ul' ? '- ' : `${first + index}. `;
      return prefixed(blocks(child.children), mark, ' '.repeat(mark.length));
    })
    .join('\n');
}

function table(children: ChildNode[]): string {
  const rows = rowsOf(children).map((cells) => `| ${cells.join(' | ')} |`);
  const width = rowsOf(children)[0]?.length ?? 0;
  if (width === 0) return '';
  return [rows[0], `|${' --- |'.repeat(width)}`, ...rows.slice(1)].join('\n');
}

function rowsOf(nodes: ChildNode[]): string[][] {
  return nodes.filter(isTag).flatMap((node) => {
    if (node.name !== 'tr') return rowsOf(node.children);
    const cells = node.children.filter(isTag);
    return [cells.map((cell) => inlines(cell.children).replace(/\s+/g, ' ').replaceAll('|', '\\|').trim())];
  });
}

function inlines(nodes: ChildNode[]): string {
  return nodes.map(inline).join('');
}

function inline(node: ChildNode): string {
  if (node.type === 'text') return escaped(node.data.replace(/\s+/g, ' '));
  if (!isTag(node)) return '';
  const inner = () => inlines(node.children);
  switch (node.name) {
    case 'strong':
      return around('**', inner());
    case 'em':
      return around('*', inner());
    case 's':
      return around('~~', inner());
    case 'code':
      return `\`${textContent(node).replaceAll('`', "'")}\``;
    case 'br':
      return '\\\n';
    case 'a':
      return `[${inner()}](<${address(node.attribs.href ?? '')}>)`;
    case 'img': {
      const alt = escaped((node.attribs.alt ?? '').replace(/\s+/g, ' '));
      return `![${alt}](<${picture(node.attribs.src ?? '')}>)`;
    }
    default:
      return inner();
  }
}

/** Marks count only at words, not at spaces. */
function around(mark: string, text: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return words === '' ? text : `${before}${mark}${words}${mark}${after}`;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#~|]/g, '\\$&').replace(/^(\s*)([-+]|\d+\.)(?=\s)/, '$1\\$2');
}

function address(href: string): string {
  return href.replace(/[<>\s]/g, (character) => encodeURIComponent(character));
}

function picture(src: string): string {
  const id = /^\/files\/([0-9a-f-]{36})\/\d+\.webp$/.exec(src)?.[1];
  return id ? `../../files/${id}.webp` : address(src);
}

function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`;
}

function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd())
    .join('\n');
}
