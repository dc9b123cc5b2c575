import type { MessageKey } from '#i18n/translate.ts';

/** Keys as ProseMirror names them: `Mod` is Command on Apple's machines and Control elsewhere. */
interface TextShortcut {
  keys: string;
  label: MessageKey;
}

/** What the keyboard does in the text. */
export const textShortcuts = [
  { keys: 'Mod-b', label: 'admin.text.bold' },
  { keys: 'Mod-i', label: 'admin.text.italic' },
  { keys: 'Mod-u', label: 'admin.text.underline' },
  { keys: 'Mod-Shift-s', label: 'admin.text.strike' },
  { keys: 'Mod-e', label: 'admin.text.code' },
  { keys: 'Mod-k', label: 'admin.text.link' },
  { keys: 'Mod-Alt-0', label: 'admin.text.paragraph' },
  { keys: 'Mod-Alt-1', label: 'admin.text.heading_1' },
  { keys: 'Mod-Alt-2', label: 'admin.text.heading_2' },
  { keys: 'Mod-Alt-3', label: 'admin.text.heading_3' },
  { keys: 'Mod-Shift-8', label: 'admin.text.bullet_list' },
  { keys: 'Mod-Shift-7', label: 'admin.text.ordered_list' },
  { keys: 'Mod-Shift-b', label: 'admin.text.quote' },
  { keys: 'Mod-Alt-c', label: 'admin.text.code_block' },
  { keys: 'Mod-z', label: 'admin.text.undo' },
  { keys: 'Mod-Shift-z', label: 'admin.text.redo' },
  { keys: 'Mod-Shift-v', label: 'admin.text.plain_paste' },
  { keys: 'Alt-F10', label: 'admin.text.to_toolbar' },
] satisfies TextShortcut[];

/** What is typed at the beginning of a line, or around words, and becomes a format. */
export const textPatterns = [
  { typed: '/', label: 'admin.text.block_menu' },
  { typed: '# ', label: 'admin.text.heading_1' },
  { typed: '## ', label: 'admin.text.heading_2' },
  { typed: '### ', label: 'admin.text.heading_3' },
  { typed: '- ', label: 'admin.text.bullet_list' },
  { typed: '1. ', label: 'admin.text.ordered_list' },
  { typed: '> ', label: 'admin.text.quote' },
  { typed: '``` ', label: 'admin.text.code_block' },
  { typed: '--- ', label: 'admin.text.divider' },
  { typed: '**…**', label: 'admin.text.bold' },
  { typed: '*…*', label: 'admin.text.italic' },
  { typed: '~~…~~', label: 'admin.text.strike' },
  { typed: '`…`', label: 'admin.text.code' },
] satisfies { typed: string; label: MessageKey }[];

const apple: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };
const others: Record<string, string> = { Mod: 'Ctrl', Shift: 'Shift', Alt: 'Alt' };

/** Keys as they stand on the keyboard before the person. */
export function shownKeys(keys: string, platform: string): string {
  const isApple = /mac|iphone|ipad/i.test(platform);
  const parts = keys
    .split('-')
    .map((key) => (isApple ? apple : others)[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  return parts.join(isApple ? '' : '+');
}

/** The same for programs that read the page out. */
export function spokenKeys(keys: string, platform: string): string {
  const isApple = /mac|iphone|ipad/i.test(platform);
  return keys
    .split('-')
    .map((key) => (key === 'Mod' ? (isApple ? 'Meta' : 'Control') : key))
    .join('+');
}
