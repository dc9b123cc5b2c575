import { Extension, type Range } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { exitSuggestion, Suggestion, type SuggestionProps } from '@tiptap/suggestion';
import type { SlashItem } from './slash-items.ts';

/** The open menu of blocks; null while it is closed. */
export interface SlashMenu {
  items: SlashItem[];
  chosen: number;
  /** Of the slash, in the window. */
  place: { left: number; top: number; bottom: number };
  choose(item: SlashItem): void;
}

export interface SlashStore {
  current(): SlashMenu | null;
  set(menu: SlashMenu | null): void;
  subscribe(listener: () => void): () => void;
}

export function createSlashStore(): SlashStore {
  let menu: SlashMenu | null = null;
  const listeners = new Set<() => void>();
  return {
    current: () => menu,
    set(next) {
      menu = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface SlashOptions {
  store: SlashStore;
  find(query: string): SlashItem[];
  run(item: SlashItem, range: Range): void;
}

const key = new PluginKey('slash');

/** A slash at the beginning of a word opens the menu; never while a word is being composed, nor in code. */
export function createSlashMenu({ store, find, run }: SlashOptions) {
  const show = ({ items, clientRect, command }: SuggestionProps<SlashItem, SlashItem>) => {
    const rect = clientRect?.();
    if (!rect || items.length === 0) return store.set(null);
    const before = store.current();
    const kept = before?.items[before.chosen]?.action.id;
    const chosen = Math.max(
      0,
      items.findIndex(({ action }) => action.id === kept),
    );
    store.set({
      items,
      chosen: before?.items.length === items.length ? chosen : 0,
      place: { left: rect.left, top: rect.top, bottom: rect.bottom },
      choose: command,
    });
  };
  return Extension.create({
    name: 'slashMenu',
    addProseMirrorPlugins() {
      return [
        Suggestion<SlashItem, SlashItem>({
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
            onExit: () => store.set(null),
            onKeyDown: ({ view, event }) => moveIn(store, event, () => exitSuggestion(view, key)),
          }),
        }),
      ];
    },
    onBlur() {
      if (store.current()) exitSuggestion(this.editor.view, key);
    },
  });
}

function moveIn(store: SlashStore, event: KeyboardEvent, leave: () => void): boolean {
  const menu = store.current();
  if (!menu || event.isComposing) return false;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    const chosen = (menu.chosen + step + menu.items.length) % menu.items.length;
    store.set({ ...menu, chosen });
    return true;
  }
  const item = menu.items[menu.chosen];
  if ((event.key !== 'Enter' && event.key !== 'Tab') || !item) return false;
  leave();
  menu.choose(item);
  return true;
}
