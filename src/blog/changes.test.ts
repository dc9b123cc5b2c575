import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { createBlogChangeEvents } from './changes.ts';
import type { BlogChange } from './contract.ts';

const change: BlogChange = { articleId: '7c0e3c5e-4d6c-4f0e-9d0a-111111111111', locales: ['de', 'th'] };

describeDatabases('blog change events', (open) => {
  test('a change reaches local listeners at once and other processes through the database', async () => {
    await using database = await open();
    const localChanges: BlogChange[] = [];
    const changes = createBlogChangeEvents({ ...database, onNotification: () => undefined });
    changes.onChange((received) => localChanges.push(received));
    const received = new Promise((resolve) => createBlogChangeEvents(database).onChange(resolve));
    const emitting = changes.emitChange(change);
    expect(localChanges).toEqual([change]);
    await emitting;
    expect(await received).toEqual(change);
  });
});

function listen() {
  const receivedChanges: BlogChange[] = [];
  let notifyListener: (text: string | null) => void = () => undefined;
  const changes = createBlogChangeEvents({
    notify: async () => undefined,
    onNotification: (listener) => {
      notifyListener = listener;
    },
  });
  changes.onChange((received) => receivedChanges.push(received));
  return { receivedChanges, notifyListener };
}

test('a lost connection counts as a change of everything, and other notifications are ignored', () => {
  const { receivedChanges, notifyListener } = listen();
  notifyListener('{"kind":"run"}');
  notifyListener(null);
  expect(receivedChanges).toEqual([{ articleId: null, locales: [...locales] }]);
});

test('a notification from a newer version is parsed, or counts as a change of everything', () => {
  const { receivedChanges, notifyListener } = listen();
  notifyListener(JSON.stringify({ kind: 'blog', ...change, postId: 'new' }));
  notifyListener(JSON.stringify({ kind: 'blog', ...change, locales: ['de', 'ja'] }));
  expect(receivedChanges).toEqual([change, { articleId: null, locales: [...locales] }]);
});
