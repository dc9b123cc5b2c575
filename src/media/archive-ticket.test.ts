import { expect, test } from 'vitest';
import { createSealer, maxTokenLength } from '#platform/sealed-token.ts';
import { createArchiveTickets, markOf } from './archive-ticket.ts';
import { archivePath, resumableMs, ticketLifetimeMs } from './contract.ts';

const postUrl = 'https://www.threads.com/@a/post/b';
const ids = ['11', '12', '13', '14', '15'];

function tickets(admits: ((pass: string | null) => boolean) | null = null) {
  const clock = { now: 1_000 };
  const sealer = createSealer('a secret of at least thirty-two bytes', 'media-archive');
  const archives = createArchiveTickets({ sealer, now: () => clock.now, admits });
  const address = (archives.issue(postUrl, ids, false) ?? '').slice(archivePath.length);
  const chosen = (query: string) => {
    const opened = archives.open(address + query, true);
    return opened.ok ? opened.value.chosen.map(({ index }) => index) : opened.error.code;
  };
  return { clock, archives, address, chosen };
}

test('an address opens to all items of its post, for a quarter of an hour, and for six hours to the rest of a ZIP', () => {
  const { clock, archives, address } = tickets();
  expect(archives.open(address, true)).toEqual({
    ok: true,
    value: {
      postUrl,
      template: null,
      isThread: false,
      count: 5,
      chosen: ids.map((id, place) => ({ index: place + 1, mark: markOf(id) })),
    },
  });
  clock.now += ticketLifetimeMs;
  expect(archives.open(address, true)).toMatchObject({ ok: false, error: { code: 'ticket.expired' } });
  expect(archives.open(address, true, true)).toMatchObject({ ok: true, value: { onlyRest: true, count: 5 } });
  clock.now = 1_000 + resumableMs;
  expect(archives.open(address, true, true)).toMatchObject({ ok: false, error: { code: 'ticket.expired' } });
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
])('%s chooses %s', (query, wanted) => {
  expect(tickets().chosen(query)).toEqual(wanted);
});

test('one item is no archive, nor are more than a thread is read with; all of those are one', () => {
  const { archives } = tickets();
  expect(archives.issue(postUrl, ['11'], false)).toBeNull();
  expect(archives.issue('x'.repeat(400), ids, false)).toBeNull();
  const many = Array.from({ length: 200 }, (_, id) => `${id}`.padStart(128, 'x'));
  const address = archives.issue(postUrl, many, true) ?? '';
  expect(address.length).toBeLessThan(maxTokenLength);
  const token = address.slice(archivePath.length);
  const all = archives.open(token, true);
  expect(all.ok && all.value.chosen.map(({ index }) => index)).toEqual(many.map((_, place) => place + 1));
  expect(archives.issue(postUrl, [...many, 'x'], true)).toBeNull();
  expect(archives.open(`${token}?items=7,200`, true)).toMatchObject({ ok: true, value: { isThread: true } });
});

test('where a proof is asked for, the pass of its post opens it; its length may be known without', () => {
  const { archives, address, chosen } = tickets((pass) => pass === 'good');
  expect(chosen('')).toBe('ticket.locked');
  expect(chosen('?pass=bad')).toBe('ticket.locked');
  expect(chosen('?pass=good&items=2')).toEqual([2]);
  expect(archives.open(address, false).ok).toBe(true);
});

test('what is sealed for something else, or changed, does not open', () => {
  const { archives, address } = tickets();
  const other = createSealer('a secret of at least thirty-two bytes', 'media-ticket');
  for (const token of [
    other.seal({ post: postUrl, items: ids, expiresAt: 9e12 }),
    address.slice(0, -1),
    `${address}/`,
    '',
  ])
    expect(archives.open(token, true)).toMatchObject({ error: { code: 'ticket.invalid' } });
});
