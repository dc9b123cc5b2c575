import type { MessageKey, Translator } from '#i18n/translator.ts';

interface TextShortcut {
  keys: string;
  name: MessageKey;
}

/** `Mod` is Command on a Mac, Control elsewhere. */
export const textShortcuts: TextShortcut[] = [
  { keys: 'Mod+B', name: 'admin.text.bold' },
  { keys: 'Mod+I', name: 'admin.text.italic' },
  { keys: 'Mod+U', name: 'admin.text.underline' },
  { keys: 'Mod+Shift+S', name: 'admin.text.strike' },
  { keys: 'Mod+E', name: 'admin.text.code' },
  { keys: 'Mod+K', name: 'admin.text.link' },
  { keys: 'Mod+F', name: 'admin.text.find' },
  { keys: 'Mod+J', name: 'admin.text.ai' },
  { keys: 'Mod+Alt+0', name: 'admin.text.paragraph' },
  { keys: 'Mod+Alt+1', name: 'admin.text.heading_1' },
  { keys: 'Mod+Alt+2', name: 'admin.text.heading_2' },
  { keys: 'Mod+Alt+3', name: 'admin.text.heading_3' },
  { keys: 'Mod+Shift+8', name: 'admin.text.bullet_list' },
  { keys: 'Mod+Shift+7', name: 'admin.text.ordered_list' },
  { keys: 'Mod+Shift+B', name: 'admin.text.quote' },
  { keys: 'Mod+Alt+C', name: 'admin.text.code_block' },
  { keys: 'Mod+Z', name: 'admin.text.undo' },
  { keys: 'Mod+Shift+Z', name: 'admin.text.redo' },
  { keys: 'Mod+Shift+V', name: 'admin.text.plain_paste' },
  { keys: 'Alt+F10', name: 'admin.text.to_toolbar' },
];

export const inputRuleShortcuts: TextShortcut[] = [
  { keys: '/', name: 'admin.text.block_menu' },
  { keys: '# ', name: 'admin.text.heading_1' },
  { keys: '## ', name: 'admin.text.heading_2' },
  { keys: '### ', name: 'admin.text.heading_3' },
  { keys: '- ', name: 'admin.text.bullet_list' },
  { keys: '1. ', name: 'admin.text.ordered_list' },
  { keys: '> ', name: 'admin.text.quote' },
  { keys: '``` ', name: 'admin.text.code_block' },
  { keys: '--- ', name: 'admin.text.divider' },
  { keys: '**…**', name: 'admin.text.bold' },
  { keys: '*…*', name: 'admin.text.italic' },
  { keys: '~~…~~', name: 'admin.text.strike' },
  { keys: '`…`', name: 'admin.text.code' },
];

const macSymbols: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↩' };

const isMac = (platform: string) => /Mac|iPhone|iPad/.test(platform);

/** Keys whose printed names differ between languages. */
const keyNames: Record<string, MessageKey> = {
  Mod: 'admin.key.control',
  Shift: 'admin.key.shift',
  Enter: 'admin.key.enter',
};

export function formatShortcut(keys: string, platform: string, t: Translator): string {
  const parts = keys.split('+');
  if (isMac(platform)) return parts.map((key) => macSymbols[key] ?? key).join('');
  return parts.map((key) => (keyNames[key] ? t(keyNames[key]) : key)).join('+');
}

export function formatAriaShortcut(keys: string, platform: string): string {
  return keys.replace('Mod', isMac(platform) ? 'Meta' : 'Control');
}
