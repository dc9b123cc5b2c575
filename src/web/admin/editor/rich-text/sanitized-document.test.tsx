import { DOMParser as EditorParser } from '@tiptap/pm/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { elementsByEditorType, isInlineElement } from '#content/elements.ts';
import { anyHtml } from './fixtures/any-html.ts';
import { everyFormat } from './fixtures/every-format.ts';
import { textSchema } from './fixtures/text-schema.ts';
import { serializeHtml } from './serialize-html.ts';

const parser = EditorParser.fromSchema(textSchema);

const parseHtml = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;
const openInEditor = (html: string) => parser.parse(parseHtml(html));

const isVoid = (name: string) => ['br', 'img', 'hr'].includes(name);
/** An image alone in its paragraph becomes a figure without a caption. */
const isLoneImage = ({ localName, children, textContent }: Element) =>
  /^(?:p|figure)$/.test(localName) &&
  children.length === 1 &&
  textContent === '' &&
  children[0]?.localName === 'img';

/**
 * Each piece of text and each image with the blocks and marks around it. Whether a line of an item or cell has its own
 * paragraph changes nothing for readers, nor do spaces at its ends. In a code block, the editor keeps only the text.
 */
function describeDocument(html: string): string[] {
  const pieces: { where: string; text: string }[] = [];
  let blockCount = 0;
  let separator = '';
  const add = (where: string, text: string) => {
    const last = pieces.at(-1);
    if (last?.where === where) last.text += separator + text;
    else pieces.push({ where, text });
    separator = '';
  };
  const walk = (node: Node, blocks: readonly string[], marks: ReadonlySet<string>): void => {
    const isCode = blocks.at(-1)?.startsWith('pre(');
    const around = isCode ? '' : [...marks].toSorted().join(' ');
    if (node instanceof Text) add(`${blocks.join(' ')} | ${around}`, node.data);
    if (!(node instanceof Element) || node.localName === 'rp') return;
    const name = node.localName;
    const attributes = Array.from(node.attributes, (attribute) => `${attribute.name}=${attribute.value}`);
    const label = `${name}(${attributes.toSorted().join()})`;
    if (isVoid(name)) add(`${blocks.join(' ')} ${label}`, label);
    const isBare = isLoneImage(node) || (name === 'p' && attributes.length === 0);
    const isBlock = !isBare && !isInlineElement(name);
    if (isBlock) blockCount += 1;
    if (isBare) separator = '\n';
    const blocksInside = isBlock ? [...blocks, `${label}#${blockCount}`] : blocks;
    const marksInside = isInlineElement(name) ? new Set([...marks, label]) : marks;
    for (const child of node.childNodes) walk(child, blocksInside, marksInside);
    if (isBare) separator = '\n';
  };
  for (const node of parseHtml(html).childNodes) walk(node, [], new Set());
  return pieces
    .map(({ where, text }) => ({
      where,
      text: text
        .replace(/\s*\n\s*/g, '\n')
        .replace(/ +/g, ' ')
        .trim(),
    }))
    .filter(({ text }) => text !== '')
    .map(({ where, text }) => `${where}: ${text}`);
}

/** Where the editor changes the document: it has one of two nested marks, lines in a caption, and images elsewhere. */
const changes = [
  ...['sub sup', 'sup sub', 'span span', 'figcaption p'],
  ...['pre img', 'figure * img', 'figure > img ~ :not(figcaption)'],
];

/** Whether the HTML has what the editor changes. */
function isChanged(html: string): boolean {
  const body = parseHtml(html);
  const images = [...body.querySelectorAll('img[lang], img[dir]')];
  return (
    body.querySelector(changes.join()) !== null ||
    images.some((image) => image.closest('p, figure')?.textContent?.trim() === '')
  );
}

test('what the sanitizer lets through is the same document after the editor', async () => {
  const stored = await commands.sanitizeHtml([
    everyFormat,
    ...fc.sample(anyHtml, { seed: 1, numRuns: 1000 }),
  ]);
  const kept = stored.filter((html) => html !== '' && !isChanged(html));
  const written = kept.map((html) => serializeHtml(openInEditor(html)));
  expect(kept.length).toBeGreaterThan(300);
  expect(await commands.sanitizeHtml(written)).toEqual(written);
  expect(written.map((html) => serializeHtml(openInEditor(html)))).toEqual(written);
  const isSame = (html: string, index: number) =>
    describeDocument(html).join() === describeDocument(written[index] ?? '').join();
  expect(kept.filter((html, index) => !isSame(html, index))).toEqual([]);
});

test('the table of elements and the editor have the same nodes and marks', () => {
  const { nodes, marks } = textSchema;
  const withoutElement = ['doc', 'text', 'pendingPicture'];
  const types = Object.keys({ ...nodes, ...marks }).filter((type) => !withoutElement.includes(type));
  expect([...elementsByEditorType.keys()].toSorted()).toEqual(types.toSorted());
});
