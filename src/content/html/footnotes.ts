import { appendChild, findAll, removeElement, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { footnoteBackClass } from '../block-contract.ts';
import { normalizeHtml } from '../normalize-html.ts';
import { findReferencedNote } from './inline-content.ts';

type Document = ReturnType<typeof parseDocument>;
type Element = ReturnType<typeof findAll>[number];

const passesMax = 4;

const isReference = (element: Element) => findReferencedNote(element) !== null;
const isNoteList = ({ name, attribs }: Element) => name === 'ol' && attribs.class === 'footnotes';

/**
 * Puts the notes at the end of normalized HTML, in the order of their references. A note without a reference
 * becomes an item of an ordinary list. References without a note, in notes, or to the note of another one are removed.
 */
export function arrangeFootnotes(html: string): string {
  let arranged = html;
  // Removing a reference may leave an empty element, and the normalizer then removes more.
  for (let pass = 0; pass < passesMax && arranged.includes('class="footnote'); pass += 1) {
    const document = parseDocument(arranged);
    arrange(document);
    const next = normalizeHtml(document.children);
    if (next === arranged) break;
    arranged = next;
  }
  return arranged;
}

function arrange(document: Document): void {
  const lists = findAll(isNoteList, document.children);
  const notes = new Map<string, Element>();
  for (const note of lists.flatMap(findItems)) {
    const { id } = note.attribs;
    if (id !== undefined && !notes.has(id)) notes.set(id, note);
  }
  const references = findAll(isReference, document.children);
  const inNotes = new Set(lists.flatMap((list) => findAll(isReference, list.children)));
  const used = new Map<string, Element>();
  for (const reference of references) {
    const id = findReferencedNote(reference) ?? '';
    const note = inNotes.has(reference) || used.has(id) ? undefined : notes.get(id);
    if (note) used.set(id, note);
    else removeElement(reference);
  }
  const [first] = lists;
  if (!first) return;
  const closingList = parseDocument('<ol></ol>').children[0] as Element;
  closingList.attribs = { ...first.attribs };
  for (const note of used.values()) {
    removeElement(note);
    appendChild(closingList, note);
  }
  for (const list of lists) {
    delete list.attribs.class;
    for (const item of findItems(list)) delete item.attribs.id;
  }
  if (used.size > 0) appendChild(document, closingList);
}

function findItems({ children }: Element): Element[] {
  return children.filter((child): child is Element => 'attribs' in child && child.name === 'li');
}

/** Adds the numbers and the links from the notes back to their references. */
export function renderFootnotes(document: Document): void {
  findAll(isReference, document.children).forEach((reference, index) => {
    const id = findReferencedNote(reference) ?? '';
    const html = `<a href="#${id}" id="ref-${id}">${index + 1}</a>`;
    reference.children = [];
    appendNodes(reference, html);
  });
  for (const list of findAll(isNoteList, document.children))
    for (const note of list.children) if ('attribs' in note) renderBackLink(note);
}

/** At the end of the last paragraph. */
function renderBackLink(note: Element): void {
  const last = note.children.at(-1);
  const line = last && 'attribs' in last && last.name === 'p' ? last : note;
  const space = textContent(line) === '' ? '' : '\u00a0';
  appendNodes(line, `${space}<a class="${footnoteBackClass}" href="#ref-${note.attribs.id}">↩</a>`);
}

function appendNodes(parent: Element, html: string): void {
  for (const node of [...parseDocument(html).children]) appendChild(parent, node);
}
