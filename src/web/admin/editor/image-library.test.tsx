import { expect, test, vi } from 'vitest';
import { commands } from 'vitest/browser';
import type { ListedImage } from '#blog/images.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { ImageLibrary } from './image-library.tsx';

const listed = (index: number): ListedImage => {
  const src = `/files/picture-${index}/640.webp`;
  const created_at = new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString();
  return { id: String(index), src, srcset: `${src} 640w`, width: 640, height: 400, created_at };
};
const images = (from: number, count: number) => Array.from({ length: count }, (_, at) => listed(from + at));

const requestedLists = async () =>
  (await commands.listRequests()).map(({ path }) => path).filter((path) => path.startsWith('/api/'));

async function open(responses: Parameters<typeof commands.stubResponses>[1]) {
  await commands.stubResponses('GET /files/*', [
    { headers: { 'content-type': 'image/svg+xml' }, body: '<svg/>' },
  ]);
  await commands.stubResponses('GET /api/admin/pictures', responses);
  const onPick = vi.fn<(src: string) => void>();
  const screen = await renderComponent(<ImageLibrary onPick={onPick} />);
  const toggle = screen.getByRole('button', { name: 'Image library' });
  const list = screen.getByRole('list', { name: 'Image library' });
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(await requestedLists()).toEqual([]);
  await toggle.click();
  return { screen, onPick, toggle, list, items: list.getByRole('button') };
}

test('the button opens the list; picking an image closes it and restores the focus', async () => {
  const { toggle, list, items, onPick } = await open([{ body: { pictures: images(0, 3) } }]);
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect.element(items.first()).toHaveAccessibleName('Image 1, 640 × 400 pixels');
  expect(items.elements()).toHaveLength(3);
  await expectAccessible();
  await items.nth(1).click();
  expect(onPick.mock.calls).toEqual([['/files/picture-1/640.webp']]);
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect.element(toggle).toHaveFocus();
});

test('the list is marked as busy while it loads, and says if it is empty', async () => {
  const { screen, list } = await open([{ body: { pictures: [] }, isPending: true }]);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading images…');
  await expect.element(list).toHaveAttribute('aria-busy', 'true');
  await commands.releaseResponses();
  await expect.element(list).toHaveAttribute('aria-busy', 'false');
  await expect.element(screen.getByRole('status')).toHaveTextContent('There are no images yet.');
});

test('older images can be loaded after a full page', async () => {
  const { screen, items } = await open([
    { body: { pictures: images(0, 100) } },
    { body: { pictures: images(100, 2) } },
  ]);
  const older = screen.getByRole('button', { name: 'Load older images' });
  await older.click();
  await expect.poll(() => items.elements().length).toBe(102);
  await expect.element(older).not.toBeInTheDocument();
  expect(await requestedLists()).toEqual([
    '/api/admin/pictures',
    `/api/admin/pictures?${new URLSearchParams({ before: listed(99).created_at })}`,
  ]);
});

test('a failed request shows the reason and can be retried', async () => {
  const { screen, items } = await open([
    { status: 500, body: { code: 'internal', error: 'Something broke.' } },
    { body: { pictures: images(0, 1) } },
  ]);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Something broke.');
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(items.first()).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('reopening the list reloads it', async () => {
  const { toggle, items } = await open([
    { body: { pictures: images(0, 1) } },
    { body: { pictures: images(0, 2) } },
  ]);
  await expect.poll(() => items.elements().length).toBe(1);
  await toggle.click();
  await toggle.click();
  await expect.poll(() => items.elements().length).toBe(2);
});
