import { expect, test } from 'vitest';
import { shortcutOf } from './use-shortcuts.ts';

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
] as const)('%j is %s', (keys, shortcut) => expect(shortcutOf(pressed(keys), false)).toBe(shortcut));

test('on a Mac it is the command key', () => {
  expect(shortcutOf(pressed({ key: 's', metaKey: true }), true)).toBe('save');
  expect(shortcutOf(pressed({ key: 's', ctrlKey: true }), true)).toBe(null);
});

test('while a word is composed, and while a key is held, there are none', () => {
  for (const state of [{ isComposing: true }, { keyCode: 229 }, { repeat: true }])
    expect(shortcutOf(pressed({ key: 's', ctrlKey: true, ...state }), false)).toBe(null);
});
