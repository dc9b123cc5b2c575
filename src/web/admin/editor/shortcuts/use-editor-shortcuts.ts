import type { MessageKey } from '#i18n/translator.ts';
import { useWindowEvent } from '../../../browser/use-window-event.ts';

export type EditorShortcut = 'save' | 'publish' | 'preview' | 'help';

export const editorShortcuts = [
  { keys: 'Mod+S', name: 'admin.editor.help.save' },
  { keys: 'Mod+Enter', name: 'admin.editor.help.publish' },
  { keys: 'Mod+Shift+P', name: 'admin.editor.help.preview' },
  { keys: '?', name: 'admin.editor.help.open' },
] as const satisfies readonly { keys: string; name: MessageKey }[];

/** Returns null during IME composition and for repeated keys. */
export function matchShortcut(event: KeyboardEvent, isMac: boolean): EditorShortcut | null {
  if (event.isComposing || event.keyCode === 229 || event.repeat) return null;
  const { key, shiftKey, altKey } = event;
  const isModified = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!isModified || altKey) return key === '?' && !event.metaKey && !event.ctrlKey ? 'help' : null;
  if (key.toLowerCase() === 's' && !shiftKey) return 'save';
  if (key === 'Enter' && !shiftKey) return 'publish';
  return key.toLowerCase() === 'p' && shiftKey ? 'preview' : null;
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Listens before the text editor does. While a dialog is open, only saving works, and nothing behind a modal one. */
export function useEditorShortcuts(run: Record<EditorShortcut, () => void>): void {
  const handleKey = (event: KeyboardEvent) => {
    const shortcut = matchShortcut(event, /Mac|iPhone|iPad/.test(navigator.platform));
    if (!shortcut || (shortcut === 'help' && isField(event.target))) return;
    const isDialogOpen = document.querySelector('dialog[open]') !== null;
    const isModalOpen = document.querySelector('dialog:modal') !== null;
    if (isDialogOpen && shortcut === 'help') return;
    event.preventDefault();
    event.stopPropagation();
    if (!isDialogOpen || (shortcut === 'save' && !isModalOpen)) run[shortcut]();
  };
  useWindowEvent('keydown', handleKey, { capture: true });
}
