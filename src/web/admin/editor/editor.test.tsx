import { expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { autosaveMs } from '#web/contract.ts';
import { postId, postWith } from './fixtures/editor-data.ts';
import {
  button,
  dialog,
  expectList,
  expectSaveState,
  expectStoredToast,
  expectToast,
  field,
  hidePage,
  listSaves,
  renderEditor,
  tab,
  textBox,
} from './fixtures/render-editor.tsx';

const post401 = { status: 401, body: { code: 'request.anonymous', error: 'Please sign in.' } };

test('the first characters create a new post, and later ones are saved to it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await renderEditor({ start: { locale: 'de' } });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Create New Post');
  await expect.element(page.getByText('Write and publish your blog post')).toBeVisible();
  await field('Title').fill('Erster');
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
  await vi.advanceTimersByTimeAsync(autosaveMs.quiet);
  await expect.element(page.getByText('All changes saved')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Edit Post');
  expect(location.pathname).toBe(`/admin/blog/${postId}`);
  await expect
    .element(page.getByRole('link', { name: 'Back to Posts' }))
    .toHaveAttribute('href', '/admin/blog?locale=de');
  await field('Title').fill('Erster Beitrag');
  await expectSaveState('unsaved');
  await vi.advanceTimersByTimeAsync(autosaveMs.quiet);
  await expectSaveState('saved');
  expect(await listSaves()).toMatchObject([
    { method: 'POST', mode: 'autosave', locale: 'de', fields: { title: 'Erster', status: 'draft' } },
    {
      method: 'PUT',
      path: `/api/admin/posts/${postId}`,
      version: '"1"',
      mode: 'autosave',
      fields: { title: 'Erster Beitrag' },
    },
  ]);
});

test('a new translation is created in its article', async () => {
  const articleId = '22222222-2222-4222-8222-222222222222';
  await renderEditor({ start: { locale: 'th', articleId } });
  await field('Title').fill('x');
  hidePage();
  await expectSaveState('saved');
  expect(await listSaves()).toMatchObject([{ locale: 'th', article_id: articleId }]);
});

test('a new page is created as a page', async () => {
  await renderEditor({ kind: 'page', start: { locale: 'en', kind: 'page' } });
  await field('Title').fill('Imprint');
  hidePage();
  await expectSaveState('saved');
  expect(await listSaves()).toMatchObject([{ method: 'POST', kind: 'page', fields: { title: 'Imprint' } }]);
});

test('"Save & Exit" saves title, excerpt, text and settings, then opens the list with a notice', async () => {
  await renderEditor();
  await field('Title').fill('Saving 3 Videos');
  await field('Excerpt').fill('All of a thread.');
  await textBox().click();
  await userEvent.keyboard('Words of mine.');
  await field('Status').selectOptions('Archived');
  await field('Category').selectOptions('Guides');
  await button('Video').click();
  await button('Save & Exit').click();
  await expectList();
  expectStoredToast('Post created successfully');
  expect((await listSaves()).at(-1)).toMatchObject({
    mode: 'save',
    fields: {
      title: 'Saving 3 Videos',
      excerpt: 'All of a thread.',
      content: '<p>Words of mine.</p>',
      status: 'archived',
      category_id: 'guides',
      tag_ids: ['video'],
    },
  });
});

test('every field shows the saved post', async () => {
  const document = postWith({
    excerpt: 'In short.',
    status: 'archived',
    category_id: 'guides',
    tag_ids: ['video'],
    seo_keywords: ['video', 'threads', 'save a post'],
  });
  await renderEditor({ document });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Edit Post');
  await expect.element(field('Title')).toHaveValue('A title');
  await expect.element(field('Excerpt')).toHaveValue('In short.');
  await expect.element(textBox()).toHaveTextContent('Some text.');
  await expect.element(field('Status')).toHaveValue('archived');
  await expect.element(field('Category')).toHaveValue('guides');
  await expect.element(button('Video')).toHaveAttribute('aria-pressed', 'true');
  await tab('SEO').click();
  await expect.element(field('SEO Keywords')).toHaveValue('video, threads, save a post');
  await expect.element(page.getByText('All changes saved')).toBeVisible();
  expect(await listSaves()).toEqual([]);
});

test('the buttons are disabled and show the progress during a save', async () => {
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ savedPost: postWith(), isPending: true }]);
  await field('Title').fill('Slow');
  await button('Save & Exit').click();
  await expect.element(button('Saving...')).toBeDisabled();
  for (const name of ['Preview', 'Translate & Publish', 'Publish'])
    await expect.element(button(name)).toBeDisabled();
  await commands.releaseResponses();
  await expectList();
});

test('a save that the server rejects shows the reason, and the editor stays open', async () => {
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [
    { status: 422, body: { code: 'post.invalid', error: 'The slug is taken.' } },
  ]);
  await field('Slug').fill('taken');
  await button('Save & Exit').click();
  await expectToast('Failed to save postThe slug is taken.');
  await expect.element(field('Slug')).toHaveValue('taken');
  await expect.element(button('Save & Exit')).toBeEnabled();
});

test('a save whose images could not be copied succeeds and says so', async () => {
  const url = 'https://pictures.example/a.png';
  const document = postWith({ featured_image_url: url, content: '<p>Text</p><img src="/files/1/1.webp">' });
  await renderEditor({ document });
  await field('Title').fill('With a cover');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expectToast(
    'The featured image couldn’t be fetched. Its URL is saved, but readers don’t see the image yet.',
  );
  const withoutCover = { ...document.fields, featured_image_url: null, content: '<p>Text</p>' };
  await commands.stubResponses('PUT /api/admin/posts/*', [
    { body: { ...document, version: 3, fields: withoutCover } },
  ]);
  await userEvent.keyboard('{Control>}s{/Control}');
  await expectToast('1 image from another site couldn’t be copied. Readers see a link instead.');
});

test('an ended session is reported when publishing, and the status is restored', async () => {
  await renderEditor();
  await commands.stubResponses('POST /api/admin/posts', [post401]);
  await field('Title').fill('No session');
  await button('Publish').click();
  await dialog('Publish this post?').getByRole('button', { name: 'Publish now' }).click();
  await expectToast('You must be authenticated to publish posts');
  await expectSaveState('signed-out');
  await expect.element(field('Title')).toHaveValue('No session');
  await expect.element(field('Status')).toHaveValue('draft');
});

test('a published post links to its page, and Publish does not ask how', async () => {
  const document = postWith({ status: 'published' }, { published_at: '2026-01-01T00:00:00.000Z' });
  await renderEditor({ document });
  const link = page.getByRole('link', { name: 'View post' });
  await expect.element(link).toHaveAttribute('href', '/blog/a-title');
  await expect.element(link).toHaveAttribute('target', '_blank');
  await field('Excerpt').fill('Anew');
  await button('Publish').click();
  await expectList();
  expectStoredToast('Post updated successfullyView post');
  expect(await listSaves()).toMatchObject([
    { mode: 'publish', fields: { excerpt: 'Anew', status: 'published' } },
  ]);
});

test('an author can save drafts but not publish or translate', async () => {
  await renderEditor({ mayPublish: false, start: { locale: 'de' } });
  await expect.element(button('Save & Exit')).toBeVisible();
  expect(button('Publish').query()).toBeNull();
  expect(button('Translate & Publish').query()).toBeNull();
  await field('Title').fill('Vom Autor');
  // The shortcut must not bypass the missing permission.
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(page.getByRole('dialog').query()).toBeNull();
  await button('Save & Exit').click();
  await expectList();
});

test('a post that the user may not edit is shown read-only', async () => {
  const document = postWith({ title: 'Not theirs', status: 'published' }, { scheduled_at: null });
  await renderEditor({ document, mayEdit: false, mayPublish: false });
  await expect.element(page.getByText(/^You can read this post but not edit it\./)).toBeVisible();
  await expect.element(field('Title')).toBeDisabled();
  await expect.element(field('Status')).toBeDisabled();
  await expect.element(field('Status')).toHaveValue('published');
  await expect.element(button('Save & Exit')).toBeDisabled();
  await expect.element(page.getByText('Some text.')).toBeVisible();
  expect(textBox().query()).toBeNull();
  expect(button('Versions').query()).toBeNull();
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(await listSaves()).toEqual([]);
});

test.each([
  ['a phone, in German', 320, 'de', ['SEO', 'Medien', 'Inhalt'], 'Veröffentlichen', 'Artikeldetails'],
  ['a large screen, in English', 1280, 'en', ['SEO', 'Media', 'Content'], 'Publish', null],
] as const)(
  'details and publish dialog are accessible on %s',
  async (_, width, pageLocale, tabs, publish, details) => {
    await page.viewport(width, 700);
    await renderEditor({ document: postWith(), pageLocale });
    if (details) await button(details).click();
    for (const name of tabs) {
      await tab(name).click();
      await expectAccessible();
    }
    await button(publish).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expectAccessible();
  },
);

test('on a phone, caret and toasts stay above the buttons, and wide tables scroll alone', async () => {
  await page.viewport(390, 844);
  const cells = '<th><p>Column with words</p></th>'.repeat(6);
  const content = `<table><tr>${cells}</tr></table><p>Below</p>`;
  await renderEditor({ document: postWith({ content }) });
  await textBox().getByText('Below').click();
  await userEvent.keyboard(`${'{Enter}'.repeat(20)}last`);
  expect(document.documentElement.scrollWidth).toBe(390);
  const barTop = () =>
    page.getByRole('region', { name: 'Save and publish' }).element().getBoundingClientRect().top;
  const caretBottom = () => getSelection()?.getRangeAt(0).getBoundingClientRect().bottom ?? 0;
  await expect.poll(caretBottom).toBeGreaterThan(0);
  await expect.poll(() => barTop() - caretBottom()).toBeGreaterThan(0);
  await field('Title').clear();
  await button('Translate & Publish').click();
  await expectToast('Please enter title and content first');
  const toast = document.querySelector('.toast');
  await expect
    .poll(() => barTop() - (toast?.getBoundingClientRect().bottom ?? Number.NaN))
    .toBeGreaterThanOrEqual(0);
});

test('on a phone, the details replace the text, and their button leads back to it', async () => {
  await page.viewport(390, 844);
  await renderEditor({ document: postWith() });
  const details = page.getByRole('complementary', { name: 'Post details' });
  const toggle = button('Post details');
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect.element(textBox()).toBeVisible();
  await toggle.click();
  await expect.element(details).toHaveFocus();
  await expect.element(field('Slug')).toBeVisible();
  await expect.element(textBox()).not.toBeInTheDocument();
  await toggle.click();
  await expect.element(textBox()).toBeVisible();
  expect(details.query()).toBeNull();
});

test('on a large screen, the details stand beside the text and can be closed, and the preview takes the whole width', async () => {
  await page.viewport(1280, 800);
  await commands.stubResponses('GET /admin/preview/*', [
    { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>x</title>' },
  ]);
  await renderEditor({ document: postWith() });
  await expect.element(field('Slug')).toBeVisible();
  await expect.element(textBox()).toBeVisible();
  await button('Post details').click();
  expect(field('Slug').query()).not.toBeNull();
  await expect.element(field('Slug')).not.toBeVisible();
  await expect.element(textBox()).toBeVisible();
  await button('Preview').click();
  const frame = page.getByTitle('The post as readers will see it');
  await expect.element(frame).toBeVisible();
  expect(frame.element().clientWidth).toBeGreaterThan(1000);
});
