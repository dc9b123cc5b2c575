import { expect, test } from 'vitest';
import { type SharedLink, shareLink } from './share-link.ts';

const link: SharedLink = { title: 'A title', text: 'What it says', url: 'https://unspool.example/blog/a' };

/** A device that notes what it was given. */
function openDevice() {
  const shared: SharedLink[] = [];
  const copied: string[] = [];
  const share = async (given: SharedLink) => void shared.push(given);
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  return { shared, copied, share, clipboard };
}

test('a device that shares is given title, text and address, and nothing is copied', async () => {
  const device = openDevice();
  expect(await shareLink(device, link)).toBe('shared');
  expect(device.shared).toEqual([link]);
  expect(device.copied).toEqual([]);
});

test('where nothing can be shared, or not this, the address is copied', async () => {
  const { share, ...device } = openDevice();
  expect(await shareLink(device, link)).toBe('copied');
  expect(await shareLink({ ...device, share, canShare: () => false }, link)).toBe('copied');
  expect(device.copied).toEqual([link.url, link.url]);
  expect(device.shared).toEqual([]);
});

test('whoever closes the sheet has not met a fault', async () => {
  const share = () => Promise.reject(new DOMException('closed', 'AbortError'));
  expect(await shareLink({ ...openDevice(), share }, link)).toBe('cancelled');
});

test('a refusal is told with its reason, and nothing is copied behind the back', async () => {
  const cause = new DOMException('denied', 'NotAllowedError');
  const device = openDevice();
  expect(await shareLink({ ...device, share: () => Promise.reject(cause) }, link)).toEqual({ cause });
  expect(device.copied).toEqual([]);
  const clipboard = { writeText: () => Promise.reject(cause) };
  expect(await shareLink({ clipboard }, link)).toEqual({ cause });
});

test('a browser with neither way says so; a bug is no refusal', async () => {
  expect(await shareLink({}, link)).toEqual({ cause: undefined });
  const share = () => Promise.reject(new RangeError('a bug'));
  await expect(shareLink({ share }, link)).rejects.toThrow('a bug');
});
