import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import type { StubResponse } from '#test/support/components/network.ts';
import { imageUrl, listImageRequests, storedImage, stubImages } from '../../../fixtures/stored-image.ts';
import { drop, openText, paste, type } from '../../fixtures/open-text.tsx';

/** One pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const pixels = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
const file = (name = 'picture.png', type = 'image/png') => new File([pixels], name, { type });
const figure = (alt: string, caption = '', size = ' width="640" height="360"') =>
  `<figure><img src="${imageUrl}" alt="${alt}"${size}>${caption && `<figcaption>${caption}</figcaption>`}</figure>`;

const tooLarge = { status: 413, body: { code: 'picture.too_large', error: 'The picture is too large.' } };

const stored: StubResponse = { body: storedImage };

async function open(content = '', responses: StubResponse[] = [stored]) {
  await stubImages(...responses);
  const opened = await openText(content);
  await opened.text.click();
  return { ...opened, alt: opened.text.getByLabelText('Alt text') };
}

test('a dropped file is inserted between blocks, and its alternative text is requested', async () => {
  const { text, content, alt, find } = await open('<p>first</p><p>last</p>');
  const event = drop(text.element(), { files: [file()] });
  expect(event.defaultPrevented).toBe(true);
  await expect.element(alt).toBeVisible();
  await expect.element(text.getByText('Alt text is missing')).toBeVisible();
  await expect.element(alt).toHaveAccessibleDescription('Alt text is missing');
  await alt.fill('A blue field');
  await expect.element(text.getByText('Alt text is missing')).not.toBeVisible();
  await userEvent.click(find('figcaption')[0] as HTMLElement);
  await type('Blue');
  expect(content()).toBe(`<p>first</p>${figure('A blue field', 'Blue')}<p>last</p>`);
  const upload = (await commands.listRequests()).find(({ method }) => method === 'POST');
  expect([upload?.path, upload?.headers['content-type']]).toEqual(['/api/admin/pictures', 'image/png']);
  await expectAccessible();
});

test('a placeholder is shown during an upload, and the text can be edited meanwhile', async () => {
  const { text, content } = await open('<p>first</p>', [{ ...stored, isPending: true }]);
  paste(text.element(), { files: [file()] });
  await expect.element(text.getByRole('status')).toHaveTextContent('Adding image…');
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  await type('very ');
  expect(content()).toBe('<p>very first</p>');
  await commands.releaseResponses();
  await expect.element(text.getByRole('status')).not.toBeInTheDocument();
  await expect.poll(content).toBe(`<p>very first</p>${figure('')}`);
});

test('undo does not bring back the placeholder of a stored image', async () => {
  const { text, find, content } = await open();
  await type('a');
  paste(text.element(), { files: [file()] });
  await expect.poll(() => find('figure')).toHaveLength(1);
  await userEvent.keyboard('{Control>}{Home}{/Control}b{Control>}z{/Control}');
  expect(content()).toBe(`<p>a</p>${figure('')}`);
});

test('an image embedded in pasted HTML is uploaded with its alternative text', async () => {
  const { text, content, find } = await open();
  paste(text.element(), {
    html: `<p>a</p><img alt="inside" src="data:image/png;base64,${png}"><p>b</p>`,
  });
  await expect.poll(() => find('figure img')).toHaveLength(1);
  expect(content()).toBe(`<p>a</p>${figure('inside')}<p>b</p>`);
});

test('the server fetches an external image, and until then the text has a link to it', async () => {
  const { text, content, find } = await open('', [{ ...stored, isPending: true }]);
  paste(text.element(), { html: '<p>a</p><img alt="theirs" src="https://example.org/a.png"><p>b</p>' });
  await expect.element(text.getByRole('status')).toBeVisible();
  expect(content()).toBe(
    '<p>a</p><p><a href="https://example.org/a.png" rel="noopener">theirs</a></p><p>b</p>',
  );
  await commands.releaseResponses();
  await expect.poll(() => find('figure img')).toHaveLength(1);
  expect(content()).toBe(`<p>a</p>${figure('theirs')}<p>b</p>`);
  expect(await listImageRequests()).toEqual([
    ['/api/admin/pictures/fetch', { url: 'https://example.org/a.png' }],
  ]);
});

test('a rejected file shows an error, and nothing is saved', async () => {
  const { screen, text, content } = await open('', [tooLarge]);
  paste(text.element(), { files: [file()] });
  await expect.element(text.getByRole('alert')).toMatchTextContent('couldn’t be added');
  await expect.element(screen.getByText('The picture is too large.')).toBeVisible();
  await expectAccessible();
  expect(content()).toBe('');
});

test('a failed image can be retried or replaced by another file', async () => {
  const { text, content, find } = await open('', [tooLarge, tooLarge, stored]);
  paste(text.element(), { files: [file()] });
  await text.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await listImageRequests()).length).toBe(2);
  await text.getByLabelText('Or choose a file').upload(file('other.png'));
  await expect.poll(() => find('figure img')).toHaveLength(1);
  expect(content()).toBe(figure(''));
  expect(await listImageRequests()).toHaveLength(3);
});

test('an image that only the source application can read can be removed', async () => {
  const { text, content } = await open();
  paste(text.element(), { html: '<p>a</p><img alt="x" src="file:///C:/a.png"><p>b</p>' });
  await expect.element(text.getByRole('alert')).toMatchTextContent('didn’t include this image');
  await expect.element(text.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await text.getByRole('button', { name: 'Remove', exact: true }).click();
  expect(content()).toBe('<p>a</p><p>b</p>');
  expect(await listImageRequests()).toEqual([]);
});

test('dropping other files changes nothing and does not replace the page', async () => {
  const { text, content } = await open('<p>a</p>');
  const event = drop(text.element(), { files: [file('a.pdf', 'application/pdf')] });
  expect(event.defaultPrevented).toBe(true);
  expect(content()).toBe('<p>a</p>');
  expect(await listImageRequests()).toEqual([]);
});

test('the image that office programs add to copied text is ignored', async () => {
  const { text, content } = await open();
  paste(text.element(), { html: '<p>words</p>', files: [file()] });
  expect(content()).toBe('<p>words</p>');
  expect(await listImageRequests()).toEqual([]);
});

test('the button removes an image, and Enter in its alternative text returns to the text', async () => {
  const { text, content, alt } = await open(`<p>a</p>${figure('A lake')}<p>b</p>`);
  await expect.element(alt).toHaveValue('A lake');
  await alt.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(text).toHaveFocus();
  await text.getByRole('button', { name: 'Remove image' }).click();
  await expect.element(text).toHaveFocus();
  expect(content()).toBe('<p>a</p><p>b</p>');
});

test('a large image is shown at a sufficient size and saved unchanged', async () => {
  const large = figure('A lake').replace('/640.webp', '/4000.webp');
  const { find, content } = await open(`${large}<p>a</p>`);
  expect(find('figure img')[0]?.getAttribute('src')).toMatch(/\/(?:1[2-9]|2\d)\d\d\.webp$/);
  await type('b');
  expect(content()).toContain('/4000.webp');
});
