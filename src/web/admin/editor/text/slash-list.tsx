import type { Editor } from '@tiptap/core';
import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { useTranslator } from '../../../translation.tsx';
import type { SlashStore } from './slash-menu-state.ts';

/** All of it; it scrolls only where the window is lower. In pixels. */
const fullHeight = 424;
const gap = 6;
const width = 288;

/** The open menu of blocks. The focus stays in the text, which names the chosen one as its active descendant. */
export function SlashList({ editor, store }: { editor: Editor; store: SlashStore }) {
  const t = useTranslator();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const menu = useSyncExternalStore(store.subscribe, store.current, store.current);
  const chosen = menu?.items[menu.chosen]?.action.id ?? null;
  useEffect(() => {
    const { dom } = editor.view;
    const said = {
      'aria-controls': `${id}-list`,
      'aria-haspopup': 'listbox',
      'aria-autocomplete': 'list',
      'aria-activedescendant': `${id}-${chosen}`,
    };
    for (const [name, value] of Object.entries(said)) {
      if (chosen === null) dom.removeAttribute(name);
      else dom.setAttribute(name, value);
    }
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [editor, id, chosen]);
  if (!menu) return null;
  const { height, ...edge } = placeOf(menu.place);
  const left = Math.max(8, Math.min(menu.place.left, document.documentElement.clientWidth - width - 8));
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={t('admin.text.block_menu')}
      className="text-slash"
      style={{ ...edge, left, maxBlockSize: height, inlineSize: width }}
    >
      {menu.items.map((item) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text has the keys
        <div
          key={item.action.id}
          id={`${id}-${item.action.id}`}
          role="option"
          aria-selected={item.action.id === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => menu.choose(item)}
        >
          <item.action.Icon />
          {item.label}
        </div>
      ))}
    </div>
  );
}

/** Below the slash where there is room, else on the side that has more; a keyboard on the screen takes its share. */
function placeOf({ top, bottom }: { top: number; bottom: number }) {
  const below = (window.visualViewport?.height ?? window.innerHeight) - bottom - 2 * gap;
  const above = top - 2 * gap;
  if (below >= Math.min(fullHeight, above)) return { height: Math.min(fullHeight, below), top: bottom + gap };
  // Hung up by its lower edge: a list that grows shorter stays at the slash.
  return { height: Math.min(fullHeight, above), bottom: document.documentElement.clientHeight - top + gap };
}
