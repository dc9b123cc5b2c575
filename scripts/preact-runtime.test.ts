import { expect, test } from 'vitest';
import { buildFiles } from '#test/support/build-files.ts';
import { preactRuntime } from './preact-runtime.ts';

const entry = 'src/web/entries/home.tsx';
const build = (files: Record<string, string>, input = entry) => buildFiles(files, input, preactRuntime());

test('a page on Preact and what it imports get Preact for React', async () => {
  const modules = await build({
    [entry]:
      "import { createRoot } from 'react-dom/client'; import { view } from '../view.tsx'; createRoot(view);",
    'src/web/view.tsx': "import { useState } from 'react'; export const view = useState;",
  });
  expect(modules).toContainEqual(expect.stringMatching(/src\/web\/view\.tsx\?preact$/));
  expect(modules).toContainEqual(expect.stringContaining('/node_modules/preact/compat/'));
  expect(modules.filter((path) => /node_modules\/(react|react-dom)\//.test(path))).toEqual([]);
});

test('a build fails if such a page imports React, and names the importer', async () => {
  const files = {
    [entry]: "import('../late.tsx');",
    'src/web/late.tsx': "import { useNavigate } from 'react-router'; console.log(useNavigate);",
  };
  await expect(build(files)).rejects.toThrow(/late\.tsx\?preact imports React in a page that runs on Preact/);
});

test('a build without such a page fails, because its name has changed', async () => {
  await expect(build({ 'src/web/other.tsx': 'console.log(1);' }, 'src/web/other.tsx')).rejects.toThrow(
    'no page runs on Preact',
  );
});
