import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import type { StubResponse } from '#test/support/components/network.ts';
import { renderEditorPart } from '../fixtures/render-editor-part.tsx';
import { imageUrl, listImageRequests, storedImage, stubImages } from '../fixtures/stored-image.ts';
import MediaTab from './media-tab.tsx';

const stored: StubResponse = { body: storedImage };
const unreadable = { status: 422, body: { code: 'picture.unreadable', error: 'This is not a picture.' } };

async function openMedia(fields = {}, ...responses: StubResponse[]) {
  await stubImages(...responses);
  const { screen, fields: current } = await renderEditorPart((context) => <MediaTab context={context} />, {
    fields,
  });
  return {
    screen,
    current,
    url: screen.getByLabelText('Featured Image URL', { exact: true }),
    alt: screen.getByLabelText('Alt text', { exact: true }),
    chooser: screen.container.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
    button: (name: string) => screen.getByRole('button', { name, exact: true }),
    cover: screen.getByRole('img', { name: /featured image|lake/ }),
  };
}

const file = () => new File(['x'], 'cover.jpg', { type: 'image/jpeg' });
test('a cover can be uploaded, is shown in 16:9 and is removed with its alternative text', async () => {
  const pending = { ...stored, isPending: true };
  const { screen, current, url, alt, chooser, button, cover } = await openMedia({}, pending);
  await expect.element(button('Remove image')).not.toBeInTheDocument();
  await userEvent.upload(chooser, file());
  await expect.element(button('Uploading…')).toHaveAttribute('aria-disabled', 'true');
  await commands.releaseResponses();
  await expect.element(button('Upload image')).toHaveAttribute('aria-disabled', 'false');
  await expect.element(url).toHaveValue(imageUrl);
  await expect.element(cover).toBeVisible();
  await expect.poll(() => (cover.element() as HTMLImageElement).naturalWidth).toBe(640);
  const { width, height } = cover.element().getBoundingClientRect();
  expect(width / height).toBeCloseTo(16 / 9, 1);
  expect(chooser.value).toBe('');
  await alt.fill('A lake');
  await expect.element(screen.getByRole('img', { name: 'A lake' })).toBeVisible();
  expect(current()).toMatchObject({ featured_image_url: imageUrl, featured_image_alt: 'A lake' });
  await expectAccessible();
  await button('Remove image').click();
  expect(current()).toMatchObject({ featured_image_url: null, featured_image_alt: '' });
  await expect.element(cover).not.toBeInTheDocument();
});

test('a rejected file shows the server’s message until another file is uploaded', async () => {
  const { screen, current, chooser } = await openMedia({}, unreadable, stored);
  await userEvent.upload(chooser, file());
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This is not a picture.');
  expect(current().featured_image_url).toBeNull();
  await userEvent.upload(chooser, file());
  await expect.poll(() => current().featured_image_url).toBe(imageUrl);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('a dropped image becomes the cover', async () => {
  const { url } = await openMedia({}, stored);
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file());
  const dropEvent = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
  const dragOverEvent = new DragEvent('dragover', { bubbles: true, cancelable: true });
  url.element().dispatchEvent(dragOverEvent);
  url.element().dispatchEvent(dropEvent);
  expect([dragOverEvent.defaultPrevented, dropEvent.defaultPrevented]).toEqual([true, true]);
  await expect.element(url).toHaveValue(imageUrl);
});

test('a drop without a file is left to the browser', async () => {
  const { url } = await openMedia();
  const dropEvent = new DragEvent('drop', {
    dataTransfer: new DataTransfer(),
    bubbles: true,
    cancelable: true,
  });
  url.element().dispatchEvent(dropEvent);
  expect(dropEvent.defaultPrevented).toBe(false);
});

test('an image of another site is copied on blur and never loaded from there', async () => {
  const { screen, url, cover } = await openMedia({}, { ...stored, isPending: true });
  await url.fill('https://example.org/a.png');
  await userEvent.tab();
  await expect.element(screen.getByRole('button', { name: 'Uploading…' })).toBeVisible();
  await expect.element(cover).not.toBeInTheDocument();
  await commands.releaseResponses();
  await expect.element(url).toHaveValue(imageUrl);
  await expect.element(cover).toBeVisible();
  expect(await listImageRequests()).toEqual([
    ['/api/admin/pictures/fetch', { url: 'https://example.org/a.png' }],
  ]);
});

test('a local path is shown unchanged, and an empty field means no cover', async () => {
  const { current, url, cover } = await openMedia();
  await url.fill(imageUrl);
  await userEvent.tab();
  await expect.element(cover).toBeVisible();
  await url.fill('');
  expect(current().featured_image_url).toBeNull();
  expect(await listImageRequests()).toEqual([]);
});

test('a cover with a data URL is shown, and the field stays empty', async () => {
  const { url, cover } = await openMedia({
    featured_image_url: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
  });
  await expect.element(url).toHaveValue('');
  await expect.element(cover).toBeVisible();
});

test('a stored image can become the cover', async () => {
  const { url, button } = await openMedia();
  await button('Image library').click();
  await button('Image 1, 640 × 360 pixels').click();
  await expect.element(url).toHaveValue(imageUrl);
});

test('an alt text for the cover is suggested from title, excerpt and text, and accepted', async () => {
  const { screen, current, button } = await openMedia({
    title: 'A quiet lake',
    excerpt: 'It was quiet.',
    content: '<p>The lake in the morning.</p>',
    featured_image_url: imageUrl,
    featured_image_alt: 'A lake',
  });
  const charge = { tokensIn: 90, tokensOut: 9, isEstimate: false, cost: null };
  const path = 'POST /api/admin/suggestions/alt';
  await commands.stubResponses(path, [
    { body: { success: true, alt: 'A lake in the morning', sawImage: false, charge } },
  ]);
  await button('Suggest alt text').click();
  const panel = screen.getByRole('region', { name: 'Suggest alt text' });
  await expect.element(panel.getByText(/^The AI hasn’t seen the image/)).toBeVisible();
  await expectAccessible();
  expect(current().featured_image_alt).toBe('A lake');
  await panel.getByRole('button', { name: 'Use suggestion' }).click();
  await expect.poll(() => current().featured_image_alt).toBe('A lake in the morning');
  await expect.element(button('Suggest alt text')).toHaveFocus();
  const [request] = (await commands.listRequests()).filter(({ path: sent }) => path.endsWith(sent));
  expect(request?.body).toEqual({
    locale: 'en',
    src: imageUrl,
    title: 'A quiet lake',
    caption: '',
    before: 'It was quiet.',
    after: 'The lake in the morning.',
  });
});
