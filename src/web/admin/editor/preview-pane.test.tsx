import { expect, test, vi } from 'vitest';
import { commands } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import PreviewPane from './preview-pane.tsx';

const post = '0199c7f0-0000-7000-8000-000000000001';
const makeLink = `POST /api/admin/posts/${post}/preview-link`;
const url = 'https://unspool.example/preview/token';
const link = { body: { url, expiresAt: '2099-05-04T12:30:00.000Z' } };
const previewHtml =
  '<!doctype html><html lang="en"><title>Seen before</title><h1>Seen before</h1><a id="away" href="/about">About</a><a id="part" href="#part">Part</a><a id="named" href="/x" target="_top">Named</a>';

async function openPreview() {
  await commands.stubResponses(`GET /admin/preview/${post}`, [
    { headers: { 'content-type': 'text/html' }, body: previewHtml },
  ]);
  const screen = await renderComponent(<PreviewPane post={post} version={1} />);
  const frame = screen.getByTitle('The post as readers will see it');
  const frameDocument = () => (frame.element() as HTMLIFrameElement).contentDocument;
  await expect.poll(() => frameDocument()?.querySelector('h1')?.textContent).toBe('Seen before');
  return {
    screen,
    frame,
    frameDocument,
    copy: screen.getByRole('button', { name: 'Copy preview link' }),
  };
}

test('the preview can have the width of a phone or of a desktop', async () => {
  const { screen, frame } = await openPreview();
  const [phone, desktop] = ['Phone', 'Desktop'].map((name) => screen.getByRole('button', { name }));
  if (!phone || !desktop) throw new Error('a width is missing');
  const width = () => frame.element().clientWidth;
  await expect.element(desktop).toHaveAttribute('aria-pressed', 'true');
  expect(width()).toBeGreaterThan(600);
  await phone.click();
  await expect.element(phone).toHaveAttribute('aria-pressed', 'true');
  await expect.element(desktop).toHaveAttribute('aria-pressed', 'false');
  expect(width()).toBeLessThan(400);
  await desktop.click();
  expect(width()).toBeGreaterThan(600);
  await expectAccessible();
});

test('links to other pages open in a new tab, links within the page do not', async () => {
  const { frameDocument } = await openPreview();
  const target = (id: string) => frameDocument()?.getElementById(id)?.getAttribute('target');
  await expect.poll(() => target('away')).toBe('_blank');
  expect(target('part')).toBeNull();
  expect(target('named')).toBe('_top');
});

test('the preview link is copied, and a notice says how long it is valid', async () => {
  await commands.stubResponses(makeLink, [link]);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { screen, copy } = await openPreview();
  await copy.click();
  await expect.element(screen.getByText('Preview link copied', { exact: true })).toBeVisible();
  await expect
    .element(screen.getByText(/^Anyone with this link can read the post until Monday, May 4, 2099 at/))
    .toBeVisible();
  expect(write.mock.calls).toEqual([[url]]);
});

test('if the browser blocks copying, the link is shown for manual copying', async () => {
  await commands.stubResponses(makeLink, [link]);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  const { screen, copy } = await openPreview();
  await copy.click();
  const field = screen.getByRole('textbox', { name: 'Preview link' });
  await expect.element(field).toHaveValue(url);
  await expect.element(field).toHaveAttribute('readonly');
  await field.click();
  const input = field.element() as HTMLInputElement;
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, url.length]);
  await expectAccessible();
});

test('a failure to create the link shows the reason', async () => {
  await commands.stubResponses(makeLink, [
    { status: 404, body: { code: 'post.missing', error: 'It is gone.' } },
  ]);
  const { screen, copy } = await openPreview();
  await copy.click();
  await expect.element(screen.getByText('Failed to create preview link', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('It is gone.', { exact: true })).toBeVisible();
  await expect.element(copy).toBeVisible();
});
