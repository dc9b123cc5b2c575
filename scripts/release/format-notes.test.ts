import { expect, test } from 'vitest';
import { formatNotes } from './format-notes.ts';

const release = {
  version: '1.2.3',
  commit: 'a1b2',
  name: 'unspool-1.2.3-linux-x64',
  lowestNode: ['22.23.4', '24.22.1'],
  node: '24.22.3',
  npm: '11.19.0',
  changes: null,
};

test('the notes say what a release needs, how it is checked and started, and what changed', () => {
  const notes = formatNotes(release);
  expect(notes).toContain('Node 22.23.4, 24.22.1 or a later version');
  expect(notes).toContain('built by Node 24.22.3 and npm 11.19.0');
  expect(notes).toContain('node unspool-1.2.3-linux-x64/build/server/main.js');
  expect(notes).toMatch(/## Changes\n\nThis is the first release\.\n$/);
  expect(formatNotes({ ...release, changes: ['blog: one', 'media: two'] })).toMatch(
    /## Changes\n\n- blog: one\n- media: two\n$/,
  );
});
