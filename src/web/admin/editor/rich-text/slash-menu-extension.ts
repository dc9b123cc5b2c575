import { Extension, type Range } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { exitSuggestion, Suggestion, type SuggestionProps } from '@tiptap/suggestion';
import { createStore, type StoreApi } from 'zustand';
import type { SlashCommand } from './slash-commands.ts';

export interface SlashMenuState {
  items: SlashCommand[];
  activeIndex: number;
  /** Of the slash, in viewport coordinates. */
  position: { left: number; top: number; bottom: number };
  choose(item: SlashCommand): void;
}

/** null while the menu is closed. */
export type SlashMenuStore = StoreApi<SlashMenuState | null>;

export const createSlashMenuStore = (): SlashMenuStore => createStore<SlashMenuState | null>(() => null);

interface SlashOptions {
  store: SlashMenuStore;
  find(query: string): SlashCommand[];
  run(item: SlashCommand, range: Range): void;
}

const key = new PluginKey('slash');

/** Opens at a slash that starts a word, but not during IME composition or in code. */
export function createSlashMenuExtension({ store, find, run }: SlashOptions) {
  const show = ({ items, clientRect, command }: SuggestionProps<SlashCommand, SlashCommand>) => {
    const rect = clientRect?.();
    if (!rect || items.length === 0) return store.setState(null, true);
    const before = store.getState();
    const activeId = before?.items[before.activeIndex]?.action.id;
    const activeIndex = Math.max(
      0,
      items.findIndex(({ action }) => action.id === activeId),
    );
    const menu = {
      items,
      activeIndex: before?.items.length === items.length ? activeIndex : 0,
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
          allow: ({ editor, state, range }) =>
            !editor.view.composing && state.doc.resolve(range.from).parent.type.spec.code !== true,
          items: ({ query }) => find(query),
          command: ({ range, props }) => run(props, range),
          render: () => ({
            onUpdate: (props) => {
              if (!props.loading) show(props);
            },
            onExit: () => store.setState(null, true),
            onKeyDown: ({ view, event }) => handleKeyDown(store, event, () => exitSuggestion(view, key)),
          }),
        }),
      ];
    },
    onBlur() {
      if (store.getState()) exitSuggestion(this.editor.view, key);
    },
  });
}

function handleKeyDown(store: SlashMenuStore, event: KeyboardEvent, exit: () => void): boolean {
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
