import type { Editor } from '@tiptap/core';
import { useEffect, useId, useRef } from 'react';
import { useStore } from 'zustand';
import { useTranslator } from '../../../../translator.tsx';
import type { SlashMenuStore } from './slash-menu-extension.ts';

/** The menu scrolls if it has more items. In pixels. */
const maxHeight = 424;
const gap = 6;
const width = 288;

/** The focus stays in the text, which references the selected item via `aria-activedescendant`. */
export function SlashMenu({ editor, store }: { editor: Editor; store: SlashMenuStore }) {
  const t = useTranslator();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const menu = useStore(store);
  const activeId = menu?.items[menu.activeIndex]?.action.id ?? null;
  useEffect(() => {
    const { dom } = editor.view;
    const ariaAttributes = {
      'aria-controls': `${id}-list`,
      'aria-haspopup': 'listbox',
      'aria-autocomplete': 'list',
      'aria-activedescendant': `${id}-${activeId}`,
    };
    for (const [name, value] of Object.entries(ariaAttributes)) {
      if (activeId === null) dom.removeAttribute(name);
      else dom.setAttribute(name, value);
    }
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [editor, id, activeId]);
  if (!menu) return null;
  const { height, ...edge } = computePlacement(menu.position);
  const left = Math.max(8, Math.min(menu.position.left, document.documentElement.clientWidth - width - 8));
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      // A region that scrolls has to be focusable. Tab never gets here: it inserts the selected block.
      tabIndex={0}
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
          aria-selected={item.action.id === activeId}
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

/** Prefers the space below the slash. Allows for an on-screen keyboard. */
function computePlacement({ top, bottom }: { top: number; bottom: number }) {
  const below = (window.visualViewport?.height ?? window.innerHeight) - bottom - 2 * gap;
  const above = top - 2 * gap;
  if (below >= Math.min(maxHeight, above)) return { height: Math.min(maxHeight, below), top: bottom + gap };
  // Anchored at its bottom, so a shrinking list stays next to the slash.
  return { height: Math.min(maxHeight, above), bottom: document.documentElement.clientHeight - top + gap };
}
