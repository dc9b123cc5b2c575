import { expect, test } from 'vitest';
import { formatFilename } from './filename.ts';
import { filenameStyleNames, filenameStyles, findFilenameStyle } from './styles.ts';
import { parseFilenameTemplate } from './template.ts';

const post = {
  username: 'maya.ink',
  code: 'DR4nB8xQz1K',
  text: 'Morning at the harbour',
  publishedAt: '2026-11-22T09:00:00.000Z',
};

function format(template: string, count: number, text = post.text): string | null {
  const parsed = parseFilenameTemplate(template);
  const item = { displayName: 'Video 1', type: 'video', index: 1, count };
  return parsed.ok ? formatFilename(parsed.value, { ...post, text }, item) : null;
}

test('a style names an only file without a number, and several files with one', () => {
  expect(format(filenameStyles.author_post, 1)).toBe('maya.ink_DR4nB8xQz1K');
  expect(format(filenameStyles.author_post, 3)).toBe('maya.ink_DR4nB8xQz1K_01');
  expect(format(filenameStyles.date_text, 1)).toBe('2026-11-22_maya.ink_Morning at the harbour');
  expect(format(filenameStyles.date_text, 12)).toBe('2026-11-22_maya.ink_Morning at the harbour_01');
});

test('a post without text leaves no gap in its name', () => {
  expect(format(filenameStyles.date_text, 1, '')).toBe('2026-11-22_maya.ink');
  expect(format(filenameStyles.date_text, 3, '')).toBe('2026-11-22_maya.ink_01');
});

test('a style is found by its template, and no other template is one', () => {
  for (const style of filenameStyleNames) expect(findFilenameStyle(filenameStyles[style])).toBe(style);
  expect(findFilenameStyle('{code}_{user}')).toBeNull();
});
