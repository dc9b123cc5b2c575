import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { createBlogChanges } from './blog-changes.ts';
import type { BlogChange } from './contract.ts';

const change: BlogChange = { articleId: '7c0e3c5e-4d6c-4f0e-9d0a-111111111111', locales: ['de', 'th'] };

describeDatabases('changes of the blog', (open) => {
  test('a change is heard here at once and by others through the database', async () => {
    await using database = await open();
    const here: BlogChange[] = [];
    const changes = createBlogChanges({ ...database, onNotice: () => undefined });
    changes.onChange((heard) => here.push(heard));
    const elsewhere = new Promise((resolve) => createBlogChanges(database).onChange(resolve));
    const announced = changes.announce(change);
    expect(here).toEqual([change]);
    await announced;
    expect(await elsewhere).toEqual(change);
  });
});

test('after a lost connection everything counts as changed, and other notices as nothing', () => {
  const heard: BlogChange[] = [];
  let tell: (text: string | null) => void = () => undefined;
  const changes = createBlogChanges({
    notify: async () => undefined,
    onNotice: (listener) => {
      tell = listener;
    },
  });
  changes.onChange((one) => heard.push(one));
  tell('{"kind":"run"}');
  tell(null);
  expect(heard).toEqual([{ articleId: null, locales: [...locales] }]);
});

test('a notice of a newer version is understood, or counts as a change of everything', () => {
  const heard: BlogChange[] = [];
  let tell: (text: string | null) => void = () => undefined;
  const changes = createBlogChanges({
    notify: async () => undefined,
    onNotice: (listener) => {
      tell = listener;
    },
  });
  changes.onChange((one) => heard.push(one));
  tell(JSON.stringify({ kind: 'blog', ...change, postId: 'new' }));
  tell(JSON.stringify({ kind: 'blog', ...change, locales: ['de', 'ja'] }));
  expect(heard).toEqual([change, { articleId: null, locales: [...locales] }]);
});
