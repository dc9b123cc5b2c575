import { expect, test } from 'vitest';
import { listFiles } from './page-scripts.ts';

const entry = 'src/web/entries/home.tsx';

test('listFiles puts the entry first, then direct and indirect imports once each, without lazy ones', () => {
  const manifest = {
    [entry]: { file: 'assets/entry.js', imports: ['_start.js', '_react.js'], dynamicImports: ['later.ts'] },
    '_start.js': { file: 'assets/start.js', imports: ['_frame.js'] },
    '_frame.js': { file: 'assets/frame.js', imports: ['_react.js'] },
    '_react.js': { file: 'assets/react.js' },
    'later.ts': { file: 'assets/later.js' },
  };
  expect(listFiles(manifest, entry)).toEqual([
    '/assets/entry.js',
    '/assets/start.js',
    '/assets/react.js',
    '/assets/frame.js',
  ]);
});

test('listFiles rejects a build without the entry', () => {
  expect(() => listFiles({}, entry)).toThrow(entry);
});
