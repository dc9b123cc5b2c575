import type { Editor, Range } from '@tiptap/core';
import type { Translator } from '#i18n/translate.ts';
import type { PromptKind } from './text-actions.ts';
import { type TextAction, textActions } from './text-actions.ts';

/** What the menu of blocks offers, in its order, and what else people type for it. */
const offered: Record<string, string> = {
  'heading-1': 'h1 heading1 title',
  'heading-2': 'h2 heading2',
  'heading-3': 'h3 heading3',
  'bullet-list': 'ul bullets unordered',
  'ordered-list': 'ol numbers ordered numbered',
  quote: 'blockquote',
  'code-block': 'pre codeblock',
  image: 'img picture photo figure',
  table: 'grid',
  divider: 'hr line rule',
};
const all: TextAction[] = textActions.flat();

export interface SlashItem {
  action: TextAction;
  label: string;
}

/** Those whose name in the person's language, or a usual English one, begins with what was typed, or holds it. */
export function findSlashItems(t: Translator, query: string): SlashItem[] {
  const wanted = folded(query);
  const items = all
    .filter(({ id }) => Object.hasOwn(offered, id))
    .map((action: TextAction) => ({ action, label: t(action.label) }))
    .sort((a, b) => placeOf(a.action.id) - placeOf(b.action.id));
  const namesOf = ({ action, label }: SlashItem) => folded(`${label} ${action.id} ${offered[action.id]}`);
  const begin = items.filter((item) =>
    namesOf(item)
      .split(/[\s-]+/)
      .some((name) => name.startsWith(wanted)),
  );
  const hold = items.filter((item) => !begin.includes(item) && namesOf(item).includes(wanted));
  return [...begin, ...hold];
}

/** Takes what was typed for the menu away and does what was chosen. */
export function runSlashItem(
  editor: Editor,
  range: Range,
  { action }: SlashItem,
  ask: (kind: PromptKind) => void,
): void {
  editor.chain().focus().deleteRange(range).run();
  action.run(editor, ask);
}

function placeOf(id: string): number {
  return Object.keys(offered).indexOf(id);
}

/** Without case and accents. */
function folded(words: string): string {
  return words.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').toLowerCase();
}
