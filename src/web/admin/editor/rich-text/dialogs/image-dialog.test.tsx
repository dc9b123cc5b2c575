import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { imageUrl, listImageRequests, storedImage, stubImages } from '../../fixtures/stored-image.ts';
import { openText } from '../fixtures/open-text.tsx';

async function openPrompt() {
  await stubImages({ body: storedImage });
  const opened = await openText();
  await opened.tool('Image').click();
  const dialog = opened.screen.getByRole('dialog', { name: 'Enter image URL:' });
  return {
    ...opened,
    dialog,
    urlField: dialog.getByRole('textbox', { name: 'Enter image URL:' }),
    alt: dialog.getByLabelText('Alt text'),
    apply: () => dialog.getByRole('button', { name: 'Apply' }).click(),
  };
}

test('a file and its alternative text become an image in the text', async () => {
  const { screen, dialog, text, alt, apply, content } = await openPrompt();
  await expectAccessible();
  await expect.element(alt).toHaveAccessibleDescription('What the image shows, for people who can’t see it.');
  await dialog.getByLabelText('Or choose a file').upload(new File(['x'], 'a.png', { type: 'image/png' }));
  await alt.fill('Green');
  await apply();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(text).toHaveFocus();
  await expect
    .poll(content)
    .toBe(`<figure><img src="${imageUrl}" alt="Green" width="640" height="360"></figure>`);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('an external URL is fetched, with http if it has no scheme', async () => {
  const { urlField, content } = await openPrompt();
  await expect.element(urlField).toHaveFocus();
  await urlField.fill('example.org/a.png');
  await userEvent.keyboard('{Enter}');
  await expect.poll(content).toContain(imageUrl);
  expect(await listImageRequests()).toEqual([
    ['/api/admin/pictures/fetch', { url: 'http://example.org/a.png' }],
  ]);
});

test('an invalid image URL shows an error until the input changes', async () => {
  const { dialog, urlField, content } = await openPrompt();
  for (const invalid of ['javascript:alert(1)', '', '/etc/passwd']) {
    await urlField.fill(invalid);
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('This isn’t an image URL.');
    await expect.element(urlField).toHaveAttribute('aria-invalid', 'true');
    await expect.element(urlField).toHaveAccessibleDescription(/This isn’t an image URL\./);
    await urlField.fill('x');
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(content()).toBe('');
});

test('a stored image is reused without a request', async () => {
  const { dialog, urlField, alt, apply, content } = await openPrompt();
  await dialog.getByRole('button', { name: 'Image library' }).click();
  await dialog.getByRole('button', { name: 'Image 1, 640 × 360 pixels' }).click();
  await expect.element(urlField).toHaveValue(imageUrl);
  await alt.fill('A lake');
  await apply();
  await expect.poll(content).toBe(`<figure><img src="${imageUrl}" alt="A lake"></figure>`);
  expect(await listImageRequests()).toEqual([]);
});
