import type { Node } from '@tiptap/pm/model';
import { linkAddress } from './link-address.ts';
import { escapeText, openTag, soundLine, writeImage, writeLine } from './write-line.ts';
import { writeTable } from './write-table.ts';

/** Of blocks that have not changed since: a key in a long text costs one block's writing, not the whole text's. */
const written = new WeakMap<Node, string>();

/** The text as HTML that the server keeps as it is: nothing empty, no blanks at the ends of lines. */
export function writeHtml(doc: Node): string {
  let html = '';
  doc.forEach((block) => {
    const own = written.get(block) ?? writeBlock(block);
    written.set(block, own);
    html += own;
  });
  return html;
}

export function languageOf({ attrs }: Node): Record<string, unknown> {
  return { lang: attrs.lang, dir: attrs.dir };
}

export function wrapped(name: string, attributes: Record<string, unknown>, html: string): string {
  return html === '' ? '' : `${openTag(name, attributes)}${html}</${name}>`;
}

function writeBlock(node: Node): string {
  return writers[node.type.name]?.(node) ?? '';
}

const writers: Record<string, (node: Node) => string> = {
  paragraph: (node) => wrapped('p', languageOf(node), writeLine(node)),
  heading: (node) => wrapped(`h${node.attrs.level}`, languageOf(node), writeLine(node)),
  blockquote: (node) => wrapped('blockquote', languageOf(node), writeBlocks(node)),
  bulletList: (node) => wrapped('ul', languageOf(node), writeBlocks(node)),
  orderedList: (node) => {
    const { start } = node.attrs;
    return wrapped('ol', { start: start > 1 ? start : null, ...languageOf(node) }, writeBlocks(node));
  },
  listItem: (node) => wrapped('li', languageOf(node), writeBare(node, ['bulletList', 'orderedList'])),
  codeBlock: (node) => {
    const lines = node.textContent.split('\n').map((line) => line.trimEnd());
    const code = escapeText(lines.join('\n').replace(/\n+$/, ''));
    const { language } = node.attrs;
    const kind = /^[a-z0-9+#-]{1,40}$/.test(language ?? '') ? `language-${language}` : null;
    return code.trim() === '' ? '' : `<pre>${wrapped('code', { class: kind }, code)}</pre>`;
  },
  horizontalRule: () => '<hr>',
  figure: (node) => {
    const image = writeImage(node);
    if (image === '') return wrapped('p', {}, writeLine(node));
    return wrapped('figure', languageOf(node), image + wrapped('figcaption', {}, writeLine(node)));
  },
  // Until the picture is ours, what is saved is a link to it: nothing is lost, and no reader asks another site.
  pendingPicture: ({ attrs }) => {
    const href = /^https?:/i.test(attrs.address ?? '') ? linkAddress(attrs.address) : null;
    if (href === null) return '';
    const link = openTag('a', { href, rel: 'noopener' });
    return `<p>${link}${escapeText(soundLine(attrs.alt) || href)}</a></p>`;
  },
  table: (node) => writeTable(node, (cell) => writeCell(cell)),
};

function writeBlocks(node: Node): string {
  let html = '';
  node.forEach((child) => {
    html += writeBlock(child);
  });
  return html;
}

/** In a head, headings are lines. */
function writeCell(cell: Node): string {
  if (cell.type.name !== 'tableHeader') return writeBare(cell, []);
  return writeBare(cell, []).replace(/<(\/?)h[1-4](?=[ >])/g, '<$1p');
}

/** A single line stands without a paragraph around it, also before blocks of the kinds named. */
function writeBare(node: Node, before: readonly string[]): string {
  const parts: { node: Node; html: string }[] = [];
  node.forEach((child) => {
    const html = writeBlock(child);
    if (html !== '') parts.push({ node: child, html });
  });
  const [first, ...rest] = parts;
  const isBare =
    first?.node.type.name === 'paragraph' &&
    first.html.startsWith('<p>') &&
    rest.every((part) => before.includes(part.node.type.name));
  const html = parts.map((part) => part.html);
  if (first && isBare) html[0] = writeLine(first.node);
  return html.join('');
}
