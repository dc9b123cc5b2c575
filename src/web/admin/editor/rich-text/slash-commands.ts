import type { Editor, Range } from '@tiptap/core';
import type { Translator } from '#i18n/translator.ts';
import { type EditorCommand, type EditorDialogKind, editorCommands } from './editor-commands.ts';

/** The commands of the menu in display order, with additional search terms. */
const aliases: Record<string, string> = {
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
const allCommands: EditorCommand[] = editorCommands.flat();

export interface SlashCommand {
  action: EditorCommand;
  label: string;
}

/** Matches the translated label or an English name; prefix matches come first. */
export function findSlashCommands(t: Translator, query: string): SlashCommand[] {
  const normalizedQuery = normalizeForSearch(query);
  const items = allCommands
    .filter(({ id }) => Object.hasOwn(aliases, id))
    .map((action: EditorCommand) => ({ action, label: t(action.label) }))
    .sort((a, b) => getMenuIndex(a.action.id) - getMenuIndex(b.action.id));
  const toSearchText = ({ action, label }: SlashCommand) =>
    normalizeForSearch(`${label} ${action.id} ${aliases[action.id]}`);
  const prefixMatches = items.filter((item) =>
    toSearchText(item)
      .split(/[\s-]+/)
      .some((name) => name.startsWith(normalizedQuery)),
  );
  const otherMatches = items.filter(
    (item) => !prefixMatches.includes(item) && toSearchText(item).includes(normalizedQuery),
  );
  return [...prefixMatches, ...otherMatches];
}

export function runSlashCommand(
  editor: Editor,
  range: Range,
  { action }: SlashCommand,
  openDialog: (kind: EditorDialogKind) => void,
): void {
  editor.chain().focus().deleteRange(range).run();
  action.run(editor, openDialog);
}

function getMenuIndex(id: string): number {
  return Object.keys(aliases).indexOf(id);
}

function normalizeForSearch(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').toLowerCase();
}
