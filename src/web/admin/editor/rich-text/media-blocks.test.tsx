import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import type { EmbeddedThreadsPost } from '#content/block-contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { imageUrl, storedImage, stubImages } from '../fixtures/stored-image.ts';
import { openText, paste, type } from './fixtures/open-text.tsx';

const link = 'https://www.threads.com/@mira.demo/post/DemoPhoto01';
const threadsPost: EmbeddedThreadsPost = {
  url: link,
  name: 'Mira Demo',
  username: 'mira.demo',
  date: '2026-11-20',
  text: 'First light\nover hills\n\nAnd <more>',
  lang: 'en',
  images: [{ src: imageUrl, width: 640, height: 360, alt: 'A sun', isVideo: false }],
  missingImages: 0,
};
const image = `<img src="${imageUrl}" alt="A sun" width="640" height="360">`;
const threadsHtml =
  `<figure class="threads-post"><blockquote lang="en"><p>First light<br>over hills</p><p>And &lt;more&gt;</p><p>${image}</p></blockquote>` +
  `<figcaption><a href="${link}" rel="noopener">Mira Demo (@mira.demo)</a>, <time datetime="2026-11-20">2026-11-20</time></figcaption></figure>`;

async function open(content = '', options = {}) {
  await stubImages({ body: storedImage });
  const opened = await openText(content, options);
  const { screen } = opened;
  return {
    ...opened,
    dialog: (name: string) => screen.getByRole('dialog', { name }),
    choose: async (name: string) => {
      await opened.text.click();
      await type(`/${name.split(' ')[0]}`);
      await screen.getByRole('option', { name }).click();
    },
  };
}

const stubThreads = (...responses: Parameters<typeof commands.stubResponses>[1]) =>
  commands.stubResponses('POST /api/admin/threads-posts', responses);
const listThreadsRequests = async () =>
  (await commands.listRequests()).filter(({ path }) => path === '/api/admin/threads-posts');

test('a Threads post is inserted from the menu, undone and redone', async () => {
  await stubThreads({ body: threadsPost, status: 201 });
  const { dialog, choose, content, find, text } = await open();
  await choose('Threads post');
  const prompt = dialog('Link to the Threads post:');
  const field = prompt.getByRole('textbox', { name: 'Link to the Threads post:' });
  await expect.element(field).toHaveFocus();
  await expectAccessible();
  await field.fill(link);
  await userEvent.keyboard('{Enter}');
  await expect.poll(content).toBe(threadsHtml);
  await expect.element(prompt).not.toBeInTheDocument();
  expect((await listThreadsRequests()).map(({ body }) => body)).toEqual([{ url: link, locale: 'en' }]);
  await expectAccessible();
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => find('.threads-post').length).toBe(0);
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.poll(content).toBe(threadsHtml);
});

test('an error of the reader is shown, and the link stays in the field and in the text', async () => {
  await stubThreads(
    { status: 422, body: { code: 'post.private', error: 'This post is private.' } },
    { body: threadsPost, status: 201 },
  );
  const { dialog, content, text, screen } = await open();
  await text.click();
  paste(text.element(), { text: link });
  await screen.getByRole('option', { name: 'Threads post' }).click();
  const prompt = dialog('Link to the Threads post:');
  await expect.element(prompt.getByRole('alert')).toHaveTextContent('This post is private.');
  await expect.element(prompt.getByRole('textbox')).toHaveValue(link);
  expect(content()).toContain(`>${link}</a>`);
  await prompt.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(content).toBe(threadsHtml);
});

test('a pasted link to a post is offered as a block, by keyboard too, and can stay a link', async () => {
  await stubThreads({ body: threadsPost, status: 201 });
  const { text, screen, content } = await open();
  await text.click();
  paste(text.element(), { text: link });
  const options = screen.getByRole('listbox', { name: 'Insert a block' }).getByRole('option');
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
  expect(options.elements().map(({ textContent }) => textContent)).toEqual(['Threads post', 'Keep the link']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
  await expect.poll(content).toBe(`<p><a href="${link}" rel="noopener">${link}</a></p>`);
  expect(await listThreadsRequests()).toEqual([]);

  await userEvent.keyboard('{Enter}');
  paste(text.element(), { text: link });
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(content).toBe(`<p><a href="${link}" rel="noopener">${link}</a></p>${threadsHtml}`);
});

test('a link within a line, another link and Escape offer nothing', async () => {
  const { text, screen } = await open();
  const list = screen.getByRole('listbox');
  await text.click();
  await type('see ');
  paste(text.element(), { text: link });
  await expect.element(list).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  paste(text.element(), { text: 'https://example.org/a' });
  await expect.element(list).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  paste(text.element(), { text: link });
  await expect.element(list).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
});

test('a stored Threads post is read again, and its alt texts can be changed', async () => {
  const { screen, content, find } = await open(`<p>a</p>${threadsHtml}`);
  const block = screen.getByRole('group', { name: 'Threads post' });
  await block.getByLabelText('Alt text').fill('A "pale" sun');
  await expect.poll(content).toBe(`<p>a</p>${threadsHtml.replace('A sun', 'A &quot;pale&quot; sun')}`);
  expect(find('.threads-post a')).toHaveLength(1);
  await block.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(content).toBe('<p>a</p>');
});

test('a figure with other content loses nothing', async () => {
  const other = `<figure class="threads-post"><blockquote><p>a <strong>b</strong></p></blockquote><figcaption><a href="${link}">c</a></figcaption></figure>`;
  const { text, find, content } = await open(other);
  await text.click();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await type('!');
  await expect.poll(content).toContain('<strong>b</strong>');
  expect(content()).toContain(`<a href="${link}" rel="noopener">c</a>`);
  expect(find('[role=group]')).toEqual([]);
});

test('the download field links to the home page of the language, and its heading can be changed', async () => {
  const { choose, screen, content } = await open('', { locale: 'de' });
  await choose('Download field');
  await expect
    .poll(content)
    .toBe('<figure class="download-field"><a href="/de">Save media from a Threads post</a></figure>');
  const heading = screen.getByRole('textbox', { name: 'Heading of the field' });
  await heading.fill('Medien <speichern>');
  await expect
    .poll(content)
    .toBe('<figure class="download-field"><a href="/de">Medien &lt;speichern&gt;</a></figure>');
  await expectAccessible();
});

test('typing after a block was inserted continues below it, also in the middle of a text', async () => {
  const card = '<figure class="download-field"><a href="/">Save media from a Threads post</a></figure>';
  const { choose, content, find, replace } = await open();
  await choose('Download field');
  await type('two');
  await expect.poll(content).toBe(`${card}<p>two</p>`);
  replace('<p>a</p><p>b</p>');
  await expect.poll(() => find('p').length).toBe(2);
  await userEvent.click(find('p')[0] as HTMLElement);
  await userEvent.keyboard('{End}{Enter}');
  await type('/download');
  await userEvent.keyboard('{Enter}');
  await type('more ');
  await expect.poll(content).toBe(`<p>a</p>${card}<p>more b</p>`);
});

test('Enter in a caption leaves the image or the gallery', async () => {
  const figure = `<figure>${image}<figcaption>One</figcaption></figure>`;
  const gallery = `<figure class="gallery">${figure}${figure.replace('One', 'Two')}</figure>`;
  const { find, content } = await open(`${figure}${gallery}<h2>Next</h2>`);
  await userEvent.click(find('figcaption')[0] as HTMLElement);
  await userEvent.keyboard('{End}{Enter}');
  await type('below');
  await userEvent.click(find('figcaption')[1] as HTMLElement);
  await userEvent.keyboard('{End}{Enter}');
  await type('The ');
  await expect.poll(content).toBe(`${figure}<p>below</p>${gallery}<h2>The Next</h2>`);
});

test('an image gets a width', async () => {
  const figure = (attributes: string) => `<figure${attributes}><img src="${imageUrl}" alt="A"></figure>`;
  const { screen, content, find } = await open(figure(' class="wide"'));
  const width = screen.getByRole('combobox', { name: 'Width' });
  await expect.element(width).toHaveValue('wide');
  await width.selectOptions('Full width');
  await expect.poll(content).toBe(figure(' class="full"'));
  expect(find('figure.full')).toHaveLength(1);
  await width.selectOptions('Text width');
  await expect.poll(content).toBe(figure(''));
});

test('a gallery is made of files and stored images, with alt texts and captions', async () => {
  const second = imageUrl.replace('5c6d', '5c6e');
  await stubImages({ body: storedImage });
  await commands.stubResponses('GET /api/admin/pictures', [
    { body: { pictures: [{ ...storedImage, src: second, created_at: '2026-01-01T00:00:00.000Z' }] } },
  ]);
  const { screen, text, content } = await openText();
  const dialog = screen.getByRole('dialog', { name: 'Choose 2 to 9 images:' });
  await text.click();
  await type('/gall');
  await userEvent.keyboard('{Enter}');
  await dialog
    .getByLabelText('Choose 2 to 9 images:')
    .upload(new File(['x'], 'a.png', { type: 'image/png' }));
  await expect.element(dialog.getByRole('button', { name: 'Remove image 1' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('A gallery has 2 to 9 images.');
  await dialog.getByRole('button', { name: 'Image library' }).click();
  await dialog.getByRole('button', { name: 'Image 1, 640 × 360 pixels' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Remove image 2' })).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await screen.getByLabelText('Alt text').first().fill('One');
  await expect
    .poll(content)
    .toBe(
      `<figure class="gallery"><figure><img src="${imageUrl}" alt="One" width="640" height="360"></figure><figure><img src="${second}" alt=""></figure></figure>`,
    );
  await screen.getByRole('button', { name: 'Remove image' }).first().click();
  await expect.poll(content).toBe(`<figure><img src="${second}" alt=""></figure>`);
  await screen.getByRole('button', { name: 'Remove image' }).click();
  await expect.poll(content).toBe('');
});

test('a video becomes a card with its title, and other sites a card with their name', async () => {
  const { choose, dialog, content, screen } = await open();
  await choose('Video or link card');
  const prompt = dialog('Link to the video or page:');
  const field = prompt.getByRole('textbox', { name: 'Link to the video or page:' });
  for (const invalid of ['javascript:alert(1)', 'http://example.org', 'word', '']) {
    await field.fill(invalid);
    await prompt.getByRole('button', { name: 'Apply' }).click();
    await expect.element(prompt.getByRole('alert')).toMatchTextContent('This can’t be embedded.');
  }
  await expectAccessible();
  await field.fill('vimeo.com/76979871');
  await prompt.getByRole('textbox', { name: 'Title' }).fill('A film');
  await prompt.getByRole('button', { name: 'Apply' }).click();
  await expect
    .poll(content)
    .toBe('<figure class="embed"><a href="https://vimeo.com/76979871" rel="noopener">A film</a></figure>');
  await screen.getByRole('textbox', { name: 'Title', exact: true }).fill('');
  await expect
    .poll(content)
    .toBe('<figure class="embed"><a href="https://vimeo.com/76979871" rel="noopener">vimeo.com</a></figure>');
});

test('a video file is uploaded, plays in the editor, and is stored as a link with its title', async () => {
  const src = '/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d/clip.mp4';
  const refused = { status: 422, body: { code: 'clip.unreadable', error: 'This file can’t be used.' } };
  await commands.stubResponses(`GET ${src}`, [{ headers: { 'content-type': 'video/mp4' }, body: '' }]);
  await commands.stubResponses('POST /api/admin/clips', [refused, { status: 201, body: { src } }]);
  const { choose, dialog, content, screen, find } = await open();
  await choose('Video or audio file');
  const prompt = dialog('Choose a video or audio file:');
  const apply = prompt.getByRole('button', { name: 'Apply' });
  await apply.click();
  await expect.element(prompt.getByRole('alert')).toHaveTextContent('Choose a file first.');
  await expectAccessible();
  const input = prompt.getByLabelText('Choose a video or audio file:');
  const large = new DataTransfer();
  large.items.add(new File([new Uint8Array(50 * 1024 * 1024 + 1)], 'Large.mp4'));
  (input.element() as HTMLInputElement).files = large.files;
  input.element().dispatchEvent(new Event('change', { bubbles: true }));
  await apply.click();
  await expect.element(prompt.getByRole('alert')).toMatchTextContent('The limit is 50 MB.');
  await input.upload(new File(['x'], 'A walk.mp4', { type: 'video/mp4' }));
  await apply.click();
  await expect.element(prompt.getByRole('alert')).toHaveTextContent('This file can’t be used.');
  await apply.click();
  await expect.poll(content).toBe(`<figure class="clip"><a href="${src}">A walk</a></figure>`);
  const player = find('video')[0];
  expect(player?.getAttribute('src')).toBe(src);
  await screen.getByRole('textbox', { name: 'Title', exact: true }).fill('A long walk');
  await expect.poll(content).toBe(`<figure class="clip"><a href="${src}">A long walk</a></figure>`);
  expect(find('video')[0]).toBe(player);
  await expectAccessible();
});

test('closing the dialog during an upload stops it and inserts nothing', async () => {
  await commands.stubResponses('POST /api/admin/clips', [
    {
      isPending: true,
      headers: { 'content-type': 'application/json' },
      chunks: ['{', '"src":"/files/clip.mp4"}'],
    },
  ]);
  const { choose, dialog, content, screen } = await open();
  await choose('Video or audio file');
  const prompt = dialog('Choose a video or audio file:');
  await prompt
    .getByLabelText('Choose a video or audio file:')
    .upload(new File(['x'], 'A walk.mp4', { type: 'video/mp4' }));
  await prompt.getByRole('button', { name: 'Apply' }).click();
  await expect.element(prompt.getByRole('status')).toMatchTextContent('Uploading the file…');
  const before = content();
  await prompt.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect
    .poll(async () => (await commands.listRequests()).find(({ path }) => path === '/api/admin/clips'))
    .toMatchObject({ isCancelled: true });
  expect(content()).toBe(before);
});

test('blocks copied within the editor stay blocks', async () => {
  const html = `${threadsHtml}<figure class="embed"><a href="https://vimeo.com/1" rel="noopener">A film</a></figure><figure class="gallery"><figure>${image}</figure><figure>${image}</figure></figure>`;
  const { text, content } = await open(html);
  const data = new DataTransfer();
  (text.element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}a{/Control}');
  text
    .element()
    .dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
  await userEvent.keyboard('{Backspace}');
  await expect.poll(content).toBe('');
  paste(text.element(), { html: data.getData('text/html') });
  await expect.poll(content).toBe(html);
});
