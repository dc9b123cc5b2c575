import { expect, test } from 'vitest';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import type { Post } from './contract.ts';
import { createPreviewLinks } from './preview-links.ts';

const secret = 'a secret for tests that is long enough 0123';
const post = {
  id: '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d',
  title: 'T',
  excerpt: 'E',
  content: '<p>C</p>',
  featured_image_url: null,
} as Post;
const day = 24 * 3_600_000;

function openLinks() {
  const state = { now: Date.UTC(2026, 4, 1), post: post as Post | null };
  const links = createPreviewLinks({ secret, now: () => state.now, previewPost: async () => state.post });
  const { path, expiresAt } = links.create(post);
  return { state, expiresAt, token: path.replace('/preview/', ''), open: links.open };
}

test('a preview link works for seven days', async () => {
  const { state, expiresAt, token, open } = openLinks();
  expect(expiresAt).toBe(state.now + 7 * day);
  state.now += 7 * day - 1;
  expect(await open(token)).toEqual({ ok: true, value: { post, expiresAt } });
  state.now += 1;
  expect(await open(token)).toEqual({ ok: false, error: 'preview.expired' });
});

test('a preview link works only for the text it was created for; other fields may change', async () => {
  const { state, token, open } = openLinks();
  state.post = { ...post, status: 'published', view_count: 7, updated_at: 'later' };
  expect(await open(token)).toMatchObject({ ok: true });
  for (const change of [
    { title: 'U' },
    { seo_title: 'V' },
    { featured_image_alt: 'A' },
    { excerpt: '' },
    { content: '' },
    { featured_image_url: '/x' },
  ]) {
    state.post = { ...post, ...change };
    expect(await open(token)).toEqual({ ok: false, error: 'preview.changed' });
  }
  state.post = null;
  expect(await open(token)).toEqual({ ok: false, error: 'preview.missing' });
});

test('forged tokens are rejected', async () => {
  const { token, open } = openLinks();
  const other = createSealer(secret, 'ticket').seal([post.id, 'x', Date.UTC(2030, 0)]);
  for (const forged of ['', 'x', `${token}x`, token.slice(1), other])
    expect(await open(forged)).toEqual({ ok: false, error: 'preview.missing' });
});
