import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApp } from '#test/support/start-app.ts';

const files = () =>
  readdirSync('build', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test('nothing that is served says how it was made, and no setting of the server is in it', async () => {
  const key = 'a-key-that-only-the-server-may-know-0123456789';
  await using app = await startApp({ AI_BASE_URL: 'http://127.0.0.1:1/v1', AI_MODEL: 'm', AI_API_KEY: key });
  expect(files().filter((path) => path.endsWith('.map'))).toEqual([]);
  for (const path of files().filter((each) => each.startsWith(join('build', 'client')))) {
    const text = readFileSync(path, 'latin1');
    expect(text, path).not.toMatch(/sourceMappingURL|APP_SECRET|AI_API_KEY|DATABASE_URL|SMTP_URL/);
    expect(text.includes(process.cwd()), path).toBe(false);
  }
  for (const path of [
    '/',
    '/de/blog',
    '/admin/sign-in',
    '/livez',
    '/robots.txt',
    '/nothing',
    '/api/blog/posts?locale=en',
  ]) {
    const answer = await fetch(app.origin + path);
    for (const name of ['server', 'x-powered-by', 'x-aspnet-version', 'via'])
      expect([path, answer.headers.get(name)]).toEqual([path, null]);
    expect((await answer.text()).includes(key), path).toBe(false);
  }
  expect(app.output.filter((line) => line.includes(key))).toEqual([]);
});
