import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { messageFiles } from './message-files.ts';

test('in development, a changed message is read again without a restart', async () => {
  const root = temporaryFolder();
  const i18n = join(root, 'src/i18n');
  const write = (text: string) => {
    for (const locale of locales)
      writeFileSync(join(i18n, `messages/home/${locale}.json`), JSON.stringify({ text }));
  };
  mkdirSync(join(i18n, 'messages/home'), { recursive: true });
  write('before');
  writeFileSync(
    join(i18n, 'server-translator.ts'),
    `import fs from 'node:fs';
    export const text = JSON.parse(fs.readFileSync(new URL('messages/home/de.json', import.meta.url), 'utf8')).text;`,
  );
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
    plugins: [messageFiles()],
  });
  onTestFinished(() => vite.close());
  const read = async () => (await vite.ssrLoadModule('/src/i18n/server-translator.ts')).text;
  expect(await read()).toBe('before');
  // The watcher may miss a change while it starts.
  const changeAndRead = () => {
    write('after');
    return read();
  };
  await expect.poll(changeAndRead, { timeout: 10_000 }).toBe('after');
});
