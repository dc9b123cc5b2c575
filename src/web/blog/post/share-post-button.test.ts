import { expect, test } from 'vitest';
import { shareLink } from './start-post.ts';

const link = { title: 'A title', text: 'What it says', url: 'https://unspool.example/blog/a' };

function openDevice() {
  const shared: unknown[] = [];
  const copied: string[] = [];
  const share = async (shareData?: ShareData) => void shared.push(shareData);
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  return { shared, copied, share, clipboard };
}

test('a device with a share menu gets title, text and URL, and nothing is copied', async () => {
  const device = openDevice();
  expect(await shareLink(device, link)).toBe('shared');
  expect(device.shared).toEqual([link]);
  expect(device.copied).toEqual([]);
});

test("the URL is copied if the device can't share it", async () => {
  const { share, ...device } = openDevice();
  expect(await shareLink(device, link)).toBe('copied');
  expect(await shareLink({ ...device, share, canShare: () => false }, link)).toBe('copied');
  expect(device.copied).toEqual([link.url, link.url]);
  expect(device.shared).toEqual([]);
});

test('closing the share menu is reported as cancelled', async () => {
  const share = () => Promise.reject(new DOMException('closed', 'AbortError'));
  expect(await shareLink({ ...openDevice(), share }, link)).toBe('cancelled');
});

test('a rejection is returned with its cause, and nothing is copied', async () => {
  const cause = new DOMException('denied', 'NotAllowedError');
  const device = openDevice();
  expect(await shareLink({ ...device, share: () => Promise.reject(cause) }, link)).toEqual({ cause });
  expect(device.copied).toEqual([]);
  const clipboard = { writeText: () => Promise.reject(cause) };
  expect(await shareLink({ clipboard }, link)).toEqual({ cause });
});

test('a browser without both APIs returns no cause, and a programming error is rethrown', async () => {
  expect(await shareLink({}, link)).toEqual({ cause: undefined });
  const share = () => Promise.reject(new RangeError('a bug'));
  await expect(shareLink({ share }, link)).rejects.toThrow('a bug');
});
