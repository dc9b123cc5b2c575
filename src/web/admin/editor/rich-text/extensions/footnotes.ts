import { type CommandProps, type Editor, Node } from '@tiptap/core';
import { type Node as DocumentNode, Fragment } from '@tiptap/pm/model';
import { Plugin, Selection, type Transaction } from '@tiptap/pm/state';
import { createNoteId, parseNoteId } from '#content/block-contract.ts';
import { continueAfter, findDepth, placeCaret } from './block-commands.ts';

/** CSS counts the references, as the browser does with the notes. */
const FootnoteReference = Node.create({
  name: 'footnoteReference',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({ id: { default: null, rendered: false } }),
  // Before superscript. A link within the editor would open instead of selecting the note.
  parseHTML: () => [{ tag: 'sup.footnote', priority: 60, getAttrs: parseReference }],
  renderHTML: ({ node }) => ['sup', { class: 'footnote', 'data-note': node.attrs.id }],
  addKeyboardShortcuts() {
    const goToTextEnd = () => this.editor.commands.command(goBeforeNotes);
    return {
      End: () => this.editor.commands.command(goPastReference),
      'Ctrl-End': goToTextEnd,
      'Cmd-ArrowDown': goToTextEnd,
    };
  },
  addProseMirrorPlugins() {
    return [createFootnotePlugin(this.editor)];
  },
});

const Footnotes = Node.create({
  name: 'footnotes',
  group: 'block',
  content: 'footnote+',
  defining: true,
  parseHTML: () => [{ tag: 'ol.footnotes', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['ol', { ...HTMLAttributes, class: 'footnotes' }, 0],
});

const Footnote = Node.create({
  name: 'footnote',
  content: 'paragraph block*',
  defining: true,
  isolating: true,
  addAttributes: () => ({ id: { default: null, rendered: false } }),
  parseHTML: () => [{ tag: 'ol.footnotes > li', priority: 60, getAttrs: parseNote }],
  renderHTML: ({ node, HTMLAttributes }) => ['li', { ...HTMLAttributes, 'data-note': node.attrs.id }, 0],
  addKeyboardShortcuts() {
    return {
      Escape: () => this.editor.commands.command(leaveNote),
      Backspace: () => this.editor.commands.command(removeEmptyNote),
    };
  },
});

export const footnoteNodes = [FootnoteReference, Footnotes, Footnote];

function parseReference(element: HTMLElement) {
  const id = parseNoteId(
    element.dataset.note ?? element.querySelector('a')?.getAttribute('href')?.replace(/^#/, ''),
  );
  return id === undefined ? false : { id };
}

function parseNote(element: HTMLElement) {
  return { id: parseNoteId(element.dataset.note ?? element.id) ?? null };
}

export const canInsertFootnote = ({ state: { selection, schema } }: Editor) => {
  if (findDepth(selection, 'footnotes') !== null) return false;
  const type = schema.nodes.footnoteReference;
  return type !== undefined && selection.$from.parent.type.contentMatch.matchType(type) !== null;
};

/** After the selected text. The caret goes to the new note. */
export function insertFootnote(editor: Editor): void {
  if (!canInsertFootnote(editor)) return;
  const id = createNoteId();
  editor
    .chain()
    .focus()
    .insertContentAt(editor.state.selection.to, { type: 'footnoteReference', attrs: { id } })
    .run();
  editor.commands.command(goToNote(id));
}

interface Placed {
  node: DocumentNode;
  at: number;
}
interface Found {
  lists: Placed[];
  notes: Placed[];
  references: (Placed & { isInNote: boolean })[];
}

function findFootnotes(doc: DocumentNode): Found {
  const found: Found = { lists: [], notes: [], references: [] };
  doc.descendants((node, at) => {
    const placed = { node, at };
    if (node.type.name === 'footnotes') found.lists.push(placed);
    if (node.type.name === 'footnote') found.notes.push(placed);
    if (node.type.name !== 'footnoteReference') return;
    const list = found.lists.at(-1);
    found.references.push({ ...placed, isInNote: !!list && at < list.at + list.node.nodeSize });
  });
  return found;
}

type CommandTarget = Pick<CommandProps, 'tr'>;

const getId = ({ node }: Placed): string => node.attrs.id;

const goToNote =
  (id: string) =>
  ({ tr }: CommandTarget) => {
    const note = findFootnotes(tr.doc).notes.find((placed) => getId(placed) === id);
    return note !== undefined && placeCaret(tr, note.at + (note.node.firstChild?.nodeSize ?? 2));
  };

/** Chromium can't move the caret past a reference that ends a line, and from there moves it to the end of the text. */
function goPastReference({ tr }: CommandTarget): boolean {
  const { $from, empty } = tr.selection;
  const { parent } = $from;
  if (!empty || parent.lastChild?.type.name !== 'footnoteReference') return false;
  return $from.parentOffset >= parent.content.size - 1 && placeCaret(tr, $from.end());
}

/** From the text, its end is before the notes. */
function goBeforeNotes({ tr }: CommandTarget): boolean {
  const { lastChild } = tr.doc;
  if (lastChild?.type.name !== 'footnotes' || findDepth(tr.selection, 'footnotes') !== null) return false;
  const $end = tr.doc.resolve(tr.doc.content.size - lastChild.nodeSize);
  if ($end.nodeBefore?.isAtom) return continueAfter(tr, $end.pos);
  tr.setSelection(Selection.near($end, -1)).scrollIntoView();
  return true;
}

function leaveNote({ tr }: CommandTarget): boolean {
  const depth = findDepth(tr.selection, 'footnote');
  const id = depth === null ? null : tr.selection.$from.node(depth).attrs.id;
  const reference = findFootnotes(tr.doc).references.find((placed) => getId(placed) === id);
  return id !== null && reference !== undefined && placeCaret(tr, reference.at + 1);
}

/** With its reference, and the caret takes the place of that. */
function removeEmptyNote({ tr }: CommandTarget): boolean {
  const depth = findDepth(tr.selection, 'footnote');
  if (depth === null || tr.selection.$from.node(depth).content.size > 2 || !leaveNote({ tr })) return false;
  const { pos } = tr.selection.$from;
  tr.delete(pos - 1, pos);
  return true;
}

/** Keeps one note for each reference, in the same order, at the end of the text. */
function createFootnotePlugin(editor: Editor): Plugin {
  /** By id. The notes of references that were cut, until these are pasted. */
  const knownNotes = new Map<string, DocumentNode>();
  return new Plugin({
    appendTransaction(transactions, before, { doc, tr }) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null;
      const old = findFootnotes(before.doc);
      const found = findFootnotes(doc);
      if (old.references.length + found.references.length + found.lists.length === 0) return null;
      for (const note of [...old.notes, ...found.notes]) knownNotes.set(getId(note), note.node);
      if (isArranged(doc, found)) return null;
      return arrange(tr, found, { removedIds: findRemovedNotes(old, found), knownNotes });
    },
    props: {
      // A click beside the end of a line also counts as one on its last node.
      handleClickOn(_view, _at, { type, attrs }, _nodeAt, { target }) {
        if (type.name !== 'footnoteReference') return false;
        if (!(target instanceof Element) || target.closest('.footnote') === null) return false;
        return editor.commands.command(goToNote(attrs.id));
      },
    },
  });
}

function isArranged(doc: DocumentNode, { lists, notes, references }: Found): boolean {
  const isInPlace = lists.length === 0 || (lists.length === 1 && doc.lastChild === lists[0]?.node);
  const noteIds = notes.map(getId);
  const isSame = noteIds.length === references.length && new Set(noteIds).size === noteIds.length;
  return (
    isInPlace &&
    isSame &&
    references.every((placed, index) => !placed.isInNote && getId(placed) === noteIds[index])
  );
}

/** The notes that were deleted, unless with their references. */
function findRemovedNotes(old: Found, found: Found): Set<string> {
  const ids = new Set(found.notes.map(getId));
  const oldReferences = new Set(old.references.map(getId));
  return new Set(old.notes.map(getId).filter((id) => !ids.has(id) && oldReferences.has(id)));
}

function arrange(
  tr: Transaction,
  { lists, notes, references }: Found,
  changes: { removedIds: ReadonlySet<string>; knownNotes: ReadonlyMap<string, DocumentNode> },
): Transaction {
  const { schema } = tr.doc.type;
  const current = new Map<string, DocumentNode>();
  for (const note of notes) if (!current.has(getId(note))) current.set(getId(note), note.node);
  const arranged: DocumentNode[] = [];
  const used = new Set<string>();
  for (const reference of references) {
    const id = getId(reference);
    const at = tr.mapping.map(reference.at);
    if (reference.isInNote) continue;
    if (changes.removedIds.has(id)) {
      tr.delete(at, at + 1);
      continue;
    }
    const node = current.get(id) ?? changes.knownNotes.get(id);
    // A copied reference gets a copy of the note.
    const ownId = used.has(id) ? createNoteId() : id;
    if (ownId !== id) tr.setNodeAttribute(at, 'id', ownId);
    used.add(ownId);
    const content = node ? withoutReferences(node.content) : schema.node('paragraph');
    arranged.push(schema.node('footnote', { ...node?.attrs, id: ownId }, content));
  }
  for (const { at, node } of lists.toReversed()) {
    const from = tr.mapping.map(at);
    tr.delete(from, from + node.nodeSize);
  }
  if (arranged.length > 0)
    tr.insert(tr.doc.content.size, schema.node('footnotes', lists[0]?.node.attrs, arranged));
  return tr;
}

function withoutReferences(content: Fragment): Fragment {
  const nodes = content.content.filter(({ type }) => type.name !== 'footnoteReference');
  return Fragment.fromArray(nodes.map((node) => node.copy(withoutReferences(node.content))));
}
