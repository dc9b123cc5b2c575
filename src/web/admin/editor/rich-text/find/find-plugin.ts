import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { type FoldedText, findInText, foldText } from './fold-text.ts';

interface FindQuery {
  text: string;
  matchCase: boolean;
}

interface Match {
  from: number;
  to: number;
}

interface FindState {
  query: FindQuery;
  matches: Match[];
  decorations: DecorationSet;
}

/** More would slow down typing. */
const matchesMax = 2000;
const key = new PluginKey<FindState | null>('find');

/** Highlights the matches of a query. The selected one is the one that is equal to the selection. */
const findPlugin = new Plugin<FindState | null>({
  key,
  state: {
    init: () => null,
    apply(tr, find) {
      const query = tr.getMeta(key) as FindQuery | null | undefined;
      if (query !== undefined) return query && createState(tr.doc, query);
      return find && tr.docChanged ? createState(tr.doc, find.query) : find;
    },
  },
  props: {
    decorations(state) {
      const find = key.getState(state);
      const selected = find?.matches[getSelectedIndex(state)];
      if (!find || !selected) return find?.decorations;
      const { from, to } = selected;
      return find.decorations.add(state.doc, [Decoration.inline(from, to, { class: 'text-match-selected' })]);
    },
  },
});

function createState(doc: Node, query: FindQuery): FindState {
  const matches = findMatches(doc, query);
  const marks = matches.map(({ from, to }) => Decoration.inline(from, to, { class: 'text-match' }));
  return { query, matches, decorations: DecorationSet.create(doc, marks) };
}

/** Caches for unchanged blocks. */
const foldedTexts = { true: new WeakMap<Node, FoldedText>(), false: new WeakMap<Node, FoldedText>() };

function findMatches(doc: Node, { text, matchCase }: FindQuery): Match[] {
  const matches: Match[] = [];
  const query = foldText(text.replaceAll('\ufffc', ''), matchCase).text;
  const cache = foldedTexts[`${matchCase}`];
  doc.descendants((block, position) => {
    if (!block.isTextblock || query === '') return !block.isTextblock;
    const folded =
      cache.get(block) ?? foldText(block.textBetween(0, block.content.size, null, '\ufffc'), matchCase);
    cache.set(block, folded);
    for (const { from, to } of findInText(folded, query, matchesMax - matches.length))
      matches.push({ from: position + 1 + from, to: position + 1 + to });
    return false;
  });
  return matches;
}

function getSelectedIndex(state: EditorState): number {
  const { from, to } = state.selection;
  return key.getState(state)?.matches.findIndex((match) => match.from === from && match.to === to) ?? -1;
}

/** The number of matches, and of the selected match or else of the next one; 0 without matches. */
export function getFindPosition({ state }: Editor): { index: number; count: number } {
  const matches = key.getState(state)?.matches ?? [];
  const selected = getSelectedIndex(state);
  const next = matches.findIndex(({ from }) => from >= state.selection.from);
  const index = selected === -1 ? Math.max(next, 0) : selected;
  return { index: matches.length === 0 ? 0 : index + 1, count: matches.length };
}

/** Selects the first match after the start of the selection. null ends the search. */
export function setFindQuery(editor: Editor, query: FindQuery | null): void {
  const { view } = editor;
  if (!key.get(view.state)) editor.registerPlugin(findPlugin);
  view.dispatch(view.state.tr.setMeta(key, query));
  if (query) selectNext(view, view.state.selection.from);
}

export function selectMatch({ view }: Editor, direction: 'next' | 'previous'): void {
  const { from, to } = view.state.selection;
  if (direction === 'next') selectNext(view, getSelectedIndex(view.state) === -1 ? from : to);
  else selectPrevious(view, from);
}

function selectNext(view: EditorView, position: number): void {
  const matches = key.getState(view.state)?.matches ?? [];
  select(view, matches.find(({ from }) => from >= position) ?? matches[0]);
}

function selectPrevious(view: EditorView, position: number): void {
  const matches = key.getState(view.state)?.matches ?? [];
  select(view, matches.findLast(({ to }) => to <= position) ?? matches.at(-1));
}

const bottomMargin = 180;

/** Scrolls by itself: ProseMirror doesn't scroll to the selection while another field has the focus. */
function select(view: EditorView, match: Match | undefined): void {
  if (!match) return;
  const { doc, tr } = view.state;
  view.dispatch(tr.setSelection(TextSelection.create(doc, match.from, match.to)));
  const element = view.dom.querySelector('.text-match-selected');
  const bars = view.dom.closest('.text-editor')?.querySelector('.text-bars');
  if (!element || !bars) return;
  const { top, bottom } = element.getBoundingClientRect();
  if (top < bars.getBoundingClientRect().bottom || bottom > window.innerHeight - bottomMargin)
    element.scrollIntoView({ block: 'center' });
}

/** Replaces the selected match and selects the next one. Without a selected match, only selects. */
export function replaceMatch(editor: Editor, text: string): void {
  const { view } = editor;
  const match = key.getState(view.state)?.matches[getSelectedIndex(view.state)];
  if (!match) {
    selectMatch(editor, 'next');
    return;
  }
  view.dispatch(closeHistory(replaceText(view.state.tr, match, text)));
  selectNext(view, match.from + text.length);
}

/** One undo step. */
export function replaceAllMatches({ view }: Editor, text: string): void {
  const { tr } = view.state;
  for (const match of key.getState(view.state)?.matches.toReversed() ?? []) replaceText(tr, match, text);
  if (tr.docChanged) view.dispatch(closeHistory(tr).scrollIntoView());
}

function replaceText(tr: Transaction, { from, to }: Match, text: string): Transaction {
  return text === '' ? tr.delete(from, to) : tr.insertText(text, from, to);
}
