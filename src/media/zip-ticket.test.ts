import { expect, test } from 'vitest';
import { createSealer, maxTokenLength } from '#platform/crypto/sealed-token.ts';
import { resumeWindowMs, ticketLifetimeMs, zipPath } from './contract.ts';
import { createZipTickets, shortId } from './zip-ticket.ts';

const postUrl = 'https://www.threads.com/@a/post/b';
const ids = ['11', '12', '13', '14', '15'];

function tickets(authorizesToken: ((pass: string | null) => boolean) | null = null) {
  const clock = { now: 1_000 };
  const sealer = createSealer('a secret of at least thirty-two bytes', 'media-archive');
  const zipTickets = createZipTickets({ sealer, now: () => clock.now, authorizesToken });
  const path = (zipTickets.issue(postUrl, ids, false) ?? '').slice(zipPath.length);
  const openSelection = (query: string) => {
    const opened = zipTickets.open(path + query, true);
    return opened.ok ? opened.value.selection.map(({ index }) => index) : opened.error.code;
  };
  return { clock, zipTickets, path, selection: openSelection };
}

test('a ticket opens all items for 15 minutes, and resumes a ZIP for six hours', () => {
  const { clock, zipTickets, path } = tickets();
  expect(zipTickets.open(path, true)).toEqual({
    ok: true,
    value: {
      postUrl,
      template: null,
      isThread: false,
      count: 5,
      selection: ids.map((id, index) => ({ index: index + 1, shortId: shortId(id) })),
    },
  });
  clock.now += ticketLifetimeMs;
  expect(zipTickets.open(path, true)).toMatchObject({ ok: false, error: { code: 'ticket.expired' } });
  expect(zipTickets.open(path, true, true)).toMatchObject({
    ok: true,
    value: { resumeOnly: true, count: 5 },
  });
  clock.now = 1_000 + resumeWindowMs;
  expect(zipTickets.open(path, true, true)).toMatchObject({ ok: false, error: { code: 'ticket.expired' } });
});

test.each<[string, number[] | string]>([
  ['?items=3,1', [1, 3]],
  ['?items=2', [2]],
  ['?item=5&item=1&item=5', [1, 5]],
  ['?item=2&items=4', [2, 4]],
  ['?items=', [1, 2, 3, 4, 5]],
  ['?pass=x&item=2', [2]],
  ['?pass=x?items=2', 'archive.unfit'],
  ['?items=2?items=3', 'archive.unfit'],
  ['?items=6', 'archive.unfit'],
  ['?items=0', 'archive.unfit'],
  ['?items=1,,x', 'archive.unfit'],
  ['?item=-1', 'archive.unfit'],
  ['?item=01', 'archive.unfit'],
  ['?item=1e0', 'archive.unfit'],
  ['?name=%7Buser%7D_%7Bindex%7D&items=2', [2]],
  ['?name=&items=2', [2]],
  ['?name=%7Bnobody%7D', 'archive.unfit'],
  ['?name=..%2F%7Bindex%7D', 'archive.unfit'],
])('%s selects %s', (query, expected) => {
  expect(tickets().selection(query)).toEqual(expected);
});

test('a ZIP ticket needs at least two items and at most 200', () => {
  const { zipTickets } = tickets();
  expect(zipTickets.issue(postUrl, ['11'], false)).toBeNull();
  expect(zipTickets.issue('x'.repeat(400), ids, false)).toBeNull();
  const many = Array.from({ length: 200 }, (_, id) => `${id}`.padStart(128, 'x'));
  const zipUrl = zipTickets.issue(postUrl, many, true) ?? '';
  expect(zipUrl.length).toBeLessThan(maxTokenLength);
  const token = zipUrl.slice(zipPath.length);
  const all = zipTickets.open(token, true);
  expect(all.ok && all.value.selection.map(({ index }) => index)).toEqual(many.map((_, index) => index + 1));
  expect(zipTickets.issue(postUrl, [...many, 'x'], true)).toBeNull();
  expect(zipTickets.open(`${token}?items=7,200`, true)).toMatchObject({
    ok: true,
    value: { isThread: true },
  });
});

test('a required proof token unlocks the files; metadata needs none', () => {
  const { zipTickets, path, selection } = tickets((pass) => pass === 'good');
  expect(selection('')).toBe('ticket.locked');
  expect(selection('?pass=bad')).toBe('ticket.locked');
  expect(selection('?pass=good&items=2')).toEqual([2]);
  expect(zipTickets.open(path, false).ok).toBe(true);
});

test('a token that is damaged or sealed for another purpose does not open', () => {
  const { zipTickets, path } = tickets();
  const other = createSealer('a secret of at least thirty-two bytes', 'media-ticket');
  for (const token of [
    other.seal({ post: postUrl, items: ids, expiresAt: 9e12 }),
    path.slice(0, -1),
    `${path}/`,
    '',
  ])
    expect(zipTickets.open(token, true)).toMatchObject({ error: { code: 'ticket.invalid' } });
});
