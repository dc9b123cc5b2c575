import type { Node } from '@tiptap/pm/model';
import { normalizeLinkUrl } from '../extensions/link-url.ts';
import {
  escapeHtml,
  normalizeAltText,
  serializeImage,
  serializeInline,
  startTag,
} from './serialize-inline.ts';
import { serializeTable } from './serialize-table.ts';

/** Cache for unchanged blocks: a keystroke serializes only one block, not the whole text. */
const htmlCache = new WeakMap<Node, string>();

/** HTML that the server stores unchanged: no empty elements and no trailing spaces. */
export function serializeHtml(doc: Node): string {
  let html = '';
  doc.forEach((block) => {
    const blockHtml = htmlCache.get(block) ?? serializeBlock(block);
    htmlCache.set(block, blockHtml);
    html += blockHtml;
  });
  return html;
}

export function languageAttributes({ attrs }: Node): Record<string, unknown> {
  return { lang: attrs.lang, dir: attrs.dir };
}

export function wrapInTag(name: string, attributes: Record<string, unknown>, html: string): string {
  return html === '' ? '' : `${startTag(name, attributes)}${html}</${name}>`;
}

function serializeBlock(node: Node): string {
  return serializers[node.type.name]?.(node) ?? '';
}

const serializers: Record<string, (node: Node) => string> = {
  paragraph: (node) => wrapInTag('p', languageAttributes(node), serializeInline(node)),
  heading: (node) => wrapInTag(`h${node.attrs.level}`, languageAttributes(node), serializeInline(node)),
  blockquote: (node) => wrapInTag('blockquote', languageAttributes(node), serializeBlocks(node)),
  bulletList: (node) => wrapInTag('ul', languageAttributes(node), serializeBlocks(node)),
  orderedList: (node) => {
    const { start } = node.attrs;
    return wrapInTag(
      'ol',
      { start: start > 1 ? start : null, ...languageAttributes(node) },
      serializeBlocks(node),
    );
  },
  listItem: (node) =>
    wrapInTag('li', languageAttributes(node), serializeTight(node, ['bulletList', 'orderedList'])),
  codeBlock: (node) => {
    const lines = node.textContent.split('\n').map((line) => line.trimEnd());
    const code = escapeHtml(lines.join('\n').replace(/\n+$/, ''));
    const { language } = node.attrs;
    const kind = /^[a-z0-9+#-]{1,40}$/.test(language ?? '') ? `language-${language}` : null;
    return code.trim() === '' ? '' : `<pre>${wrapInTag('code', { class: kind }, code)}</pre>`;
  },
  horizontalRule: () => '<hr>',
  figure: (node) => {
    const image = serializeImage(node);
    if (image === '') return wrapInTag('p', {}, serializeInline(node));
    return wrapInTag(
      'figure',
      languageAttributes(node),
      image + wrapInTag('figcaption', {}, serializeInline(node)),
    );
  },
  // Saves a link until the image is stored: nothing is lost, and readers load nothing from other sites.
  pendingPicture: ({ attrs }) => {
    const href = /^https?:/i.test(attrs.address ?? '') ? normalizeLinkUrl(attrs.address) : null;
    if (href === null) return '';
    const link = startTag('a', { href, rel: 'noopener' });
    return `<p>${link}${escapeHtml(normalizeAltText(attrs.alt) || href)}</a></p>`;
  },
  table: (node) => serializeTable(node, (cell) => serializeCell(cell)),
};

function serializeBlocks(node: Node): string {
  let html = '';
  node.forEach((child) => {
    html += serializeBlock(child);
  });
  return html;
}

/** Headings in a header cell become paragraphs. */
function serializeCell(cell: Node): string {
  if (cell.type.name !== 'tableHeader') return serializeTight(cell, []);
  return serializeTight(cell, []).replace(/<(\/?)h[1-4](?=[ >])/g, '<$1p');
}

/** Writes a single line without its `p`, even if blocks of the types in `before` follow it. */
function serializeTight(node: Node, before: readonly string[]): string {
  const parts: { node: Node; html: string }[] = [];
  node.forEach((child) => {
    const html = serializeBlock(child);
    if (html !== '') parts.push({ node: child, html });
  });
  const [first, ...rest] = parts;
  const isBare =
    first?.node.type.name === 'paragraph' &&
    first.html.startsWith('<p>') &&
    rest.every((part) => before.includes(part.node.type.name));
  const html = parts.map((part) => part.html);
  if (first && isBare) html[0] = serializeInline(first.node);
  return html.join('');
}
