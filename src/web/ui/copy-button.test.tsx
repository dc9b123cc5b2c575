import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderIsland } from '#test/support/components/render-island.tsx';
import { buildPost, postUrl } from '../downloader/fixtures/build-response.ts';
import { PostActions } from '../downloader/words/post-words.tsx';
import { CopyAltText, CopyButton } from './copy-button.tsx';

test('the button confirms a copy for four seconds, visually and to screen readers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await renderIsland(<CopyButton label="Copy text" text="Words" />);
  await page.getByRole('button', { name: 'Copy text' }).click();
  expect(write).toHaveBeenCalledWith('Words');
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('Copied');
  vi.advanceTimersByTime(4000);
  await expect.element(page.getByRole('button', { name: 'Copy text' })).toBeVisible();
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
});

test('the text is shown selected when the clipboard rejects it', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await renderIsland(<CopyButton label="Copy text" text="Words" />);
  await page.getByRole('button', { name: 'Copy text' }).click();
  const field = page.getByLabelText(/^Your browser doesn’t allow copying here\./);
  await expect.element(field).toHaveValue('Words');
  await expect.element(field).toHaveSelection('Words');
  await expect.element(page.getByRole('button', { name: 'Copy text' })).toBeVisible();
});

test('the text is shown for manual copying when there is no clipboard API', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  await renderIsland(<CopyButton label="Copy text" text="Words" />);
  await page.getByRole('button', { name: 'Copy text' }).click();
  await expect.element(page.getByLabelText(/^Your browser doesn’t allow/)).toHaveValue('Words');
});

test('the alt text button names its file, and a file without alt text has no button', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await renderIsland(
    <>
      <CopyAltText alt="A boat" name="Image 1" />
      <CopyAltText alt={null} name="Image 2" />
    </>,
  );
  await page.getByRole('button', { name: 'Copy description Image 1' }).click();
  expect(write).toHaveBeenCalledWith('A boat');
  expect(page.getByRole('button').elements()).toHaveLength(1);
});

test('the text and link of a post can be copied, and its text saved as a file', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await renderIsland(<PostActions post={buildPost()} qualities={[]} />);
  await page.getByRole('button', { name: 'Copy text' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  expect(write.mock.calls).toEqual([['Words of the post'], [postUrl]]);
  const links = page.getByRole('link');
  expect(links.elements().map((link) => [link.ariaLabel, link.getAttribute('download')])).toEqual([
    ['Save as TXT', 'threads-maker-DAbcdefgh01.txt'],
    ['Save as Markdown', 'threads-maker-DAbcdefgh01.md'],
    ['Save as HTML', 'threads-maker-DAbcdefgh01.html'],
  ]);
  const text = await (await fetch(links.first().element().getAttribute('href') ?? '')).text();
  expect(text).toBe(`Maker @maker\n2026-10-02T07:30:00.000Z\n${postUrl}\n\nWords of the post\n`);
});

test('a post without text offers only its link', async () => {
  await renderIsland(<PostActions post={buildPost({ text: '' })} qualities={[]} />);
  await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  expect(page.getByRole('button').elements()).toHaveLength(1);
  expect(page.getByRole('link').elements()).toEqual([]);
});
