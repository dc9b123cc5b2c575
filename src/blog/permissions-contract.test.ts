import { expect, test } from 'vitest';
import { canChangePost } from './permissions-contract.ts';

const author = { id: 'ada', mayPublish: false };
const editor = { id: 'eve', mayPublish: true };
const draft = { author_id: 'ada', status: 'draft', scheduled_at: null } as const;

test.each([
  ['their own draft', draft, true],
  ['their own archived post', { ...draft, status: 'archived' }, true],
  ['their own scheduled draft', { ...draft, scheduled_at: '2026-12-01T08:00:00.000Z' }, false],
  ['their own published post', { ...draft, status: 'published' }, false],
  ['the draft of another author', { ...draft, author_id: 'bob' }, false],
  ['a draft without an author', { ...draft, author_id: null }, false],
] as const)('whether an author may change %s', (_name, post, isAllowed) => {
  expect(canChangePost(author, post)).toBe(isAllowed);
  expect(canChangePost(editor, post)).toBe(true);
});
