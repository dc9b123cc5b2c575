import { expect, test } from 'vitest';
import { matchShortcut } from './use-editor-shortcuts.ts';

const pressed = (keys: Partial<KeyboardEvent>) => ({ key: '', shiftKey: false, ...keys }) as KeyboardEvent;

test.each([
  [{ key: 's', ctrlKey: true }, 'save'],
  [{ key: 'S', ctrlKey: true }, 'save'],
  [{ key: 'Enter', ctrlKey: true }, 'publish'],
  [{ key: 'P', ctrlKey: true, shiftKey: true }, 'preview'],
  [{ key: '?', shiftKey: true }, 'help'],
  [{ key: 's', ctrlKey: true, shiftKey: true }, null],
  [{ key: 's', ctrlKey: true, altKey: true }, null],
  [{ key: 's', metaKey: true }, null],
  [{ key: 's' }, null],
  [{ key: 'Enter' }, null],
] as const)('%j matches %s', (keys, shortcut) => expect(matchShortcut(pressed(keys), false)).toBe(shortcut));

test('on a Mac, shortcuts use the command key', () => {
  expect(matchShortcut(pressed({ key: 's', metaKey: true }), true)).toBe('save');
  expect(matchShortcut(pressed({ key: 's', ctrlKey: true }), true)).toBe(null);
});

test('composing and repeated keys match no shortcut', () => {
  for (const state of [{ isComposing: true }, { keyCode: 229 }, { repeat: true }])
    expect(matchShortcut(pressed({ key: 's', ctrlKey: true, ...state }), false)).toBe(null);
});
