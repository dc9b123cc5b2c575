import { Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { exitSuggestion, Suggestion, type SuggestionProps } from '@tiptap/suggestion';
import type { StoreApi } from 'zustand';
import type { Translator } from '#i18n/translator.ts';
import {
  allEditorCommands,
  type EditorCommand,
  type EditorDialogKind,
  menuCommands,
  slashMenuTerms,
} from '../editor-commands.ts';

export interface SlashCommand {
  action: EditorCommand;
  label: string;
}

/** Matches the translated label or an English name; prefix matches come first. */
export function findSlashCommands(t: Translator, query: string): SlashCommand[] {
  const normalizedQuery = normalizeForSearch(query);
  const items = Object.keys(slashMenuTerms).flatMap((id) => {
    const action =
      allEditorCommands.find((command) => command.id === id) ??
      menuCommands.find((command) => command.id === id);
    return action ? { action, label: t(action.label) } : [];
  });
  const toSearchText = ({ action, label }: SlashCommand) =>
    normalizeForSearch(`${label} ${action.id} ${slashMenuTerms[action.id]}`);
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

function normalizeForSearch(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').toLowerCase();
}

export interface SlashMenuState {
  items: SlashCommand[];
  activeIndex: number;
  /** Of the slash, in viewport coordinates. */
  position: { left: number; top: number; bottom: number };
  choose(item: SlashCommand): void;
}

/** null while the menu is closed. */
export type SlashMenuStore = StoreApi<SlashMenuState | null>;

interface SlashOptions {
  store: SlashMenuStore;
  t: Translator;
  openDialog(kind: EditorDialogKind): void;
}

const key = new PluginKey('slash');

/** Opens at a slash that starts a word, but not during IME composition, in code or in footnotes. */
export function createSlashMenuExtension({ store, t, openDialog }: SlashOptions) {
  const show = ({ items, clientRect, command }: SuggestionProps<SlashCommand, SlashCommand>) => {
    const rect = clientRect?.();
    if (!rect || items.length === 0) return store.setState(null, true);
    const before = store.getState();
    const activeId = before?.items[before.activeIndex]?.action.id;
    const activeIndex = items.findIndex(({ action }) => action.id === activeId);
    const menu = {
      items,
      activeIndex: before?.items.length === items.length ? Math.max(0, activeIndex) : 0,
      position: { left: rect.left, top: rect.top, bottom: rect.bottom },
      choose: command,
    };
    store.setState(menu, true);
  };
  return Extension.create({
    name: 'slashMenu',
    addProseMirrorPlugins() {
      return [
        Suggestion<SlashCommand, SlashCommand>({
          pluginKey: key,
          editor: this.editor,
          char: '/',
          allow({ editor, state, range }) {
            const $from = state.doc.resolve(range.from);
            const isInNote = $from.node(1)?.type.name === 'footnotes';
            return !editor.view.composing && !isInNote && $from.parent.type.spec.code !== true;
          },
          items: ({ query }) => findSlashCommands(t, query),
          command({ editor, range, props: { action } }) {
            editor.chain().focus().deleteRange(range).run();
            action.run(editor, openDialog);
          },
          render: () => ({
            onUpdate: (props) => {
              if (!props.loading) show(props);
            },
            onExit: () => store.setState(null, true),
            onKeyDown: ({ view, event }) => handleMenuKeyDown(store, event, () => exitSuggestion(view, key)),
          }),
        }),
      ];
    },
    onBlur() {
      if (store.getState()) exitSuggestion(this.editor.view, key);
    },
  });
}

export function handleMenuKeyDown(store: SlashMenuStore, event: KeyboardEvent, exit: () => void): boolean {
  const menu = store.getState();
  if (!menu || event.isComposing) return false;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    const activeIndex = (menu.activeIndex + step + menu.items.length) % menu.items.length;
    store.setState({ ...menu, activeIndex }, true);
    return true;
  }
  const item = menu.items[menu.activeIndex];
  if ((event.key !== 'Enter' && event.key !== 'Tab') || !item) return false;
  exit();
  menu.choose(item);
  return true;
}
