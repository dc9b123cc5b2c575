import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { postId, postWith } from '../fixtures/editor-data.ts';
import {
  button,
  dialog,
  expectSaveState,
  expectToast,
  field,
  hidePage,
  listSaves,
  renderEditor,
  tab,
  textBox,
} from '../fixtures/render-editor.tsx';

const help = dialog('Keyboard shortcuts');
const frame = () => page.getByTitle('The post as readers will see it').element() as HTMLIFrameElement;
const previewHeading = () => frame().contentDocument?.querySelector('h1')?.textContent;
const stubPreview = () =>
  commands.stubResponses('GET /admin/preview/*', [
    { headers: { 'content-type': 'text/html' }, body: '<h1>As it will be</h1>' },
  ]);

test('an empty new post has nothing to preview', async () => {
  await renderEditor();
  await button('Preview').click();
  await expectToast('Nothing to preview yetWrite a title or some text first.');
  expect(await listSaves()).toEqual([]);
});

test('previewing a new post saves it first, and "Edit" returns to the text', async () => {
  await stubPreview();
  await renderEditor();
  await textBox().click();
  await userEvent.keyboard('Typed just now.{Control>}{Shift>}p{/Shift}{/Control}');
  await expect.poll(previewHeading).toBe('As it will be');
  expect(new URL(frame().src).pathname).toBe(`/admin/preview/${postId}`);
  expect(await listSaves()).toMatchObject([
    { mode: 'autosave', fields: { content: '<p>Typed just now.</p>' } },
  ]);
  await button('Edit').click();
  await expect.element(textBox()).toHaveTextContent('Typed just now.');
  expect(page.getByTitle('The post as readers will see it').query()).toBeNull();
});

test('a text that cannot be saved is not previewed', async () => {
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  await field('Title').fill('Other');
  await button('Preview').click();
  await expectSaveState('offline');
  await expect.element(field('Title')).toBeVisible();
  expect(page.getByTitle('The post as readers will see it').query()).toBeNull();
});

test('the question mark opens the shortcuts and Escape closes them', async () => {
  await renderEditor();
  await tab('Content').click();
  await userEvent.keyboard('?');
  await expect.element(help).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  await expect.element(tab('Content')).toHaveFocus();
});

test('a question mark typed in a field stays in the field', async () => {
  await renderEditor();
  await field('Title').click();
  await userEvent.keyboard('Why?');
  await expect.element(field('Title')).toHaveValue('Why?');
  expect(help.query()).toBeNull();
});

test('Ctrl+S saves, and Ctrl+Enter asks how to publish', async () => {
  await renderEditor();
  await field('Title').fill('By keyboard');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expectToast('Post created successfully');
  expect(await listSaves()).toMatchObject([{ mode: 'save', fields: { title: 'By keyboard' } }]);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog('Publish this post?')).toBeVisible();
});

test('page shortcuts do nothing while a dialog is open', async () => {
  await renderEditor();
  await field('Title').fill('By keyboard');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog('Publish this post?')).toBeVisible();
  await userEvent.keyboard('?{Control>}{Shift>}p{/Shift}{/Control}');
  expect(page.getByRole('dialog').elements()).toHaveLength(1);
});

const offlineText = 'You’re offline. Your changes will be saved when you’re back online.';

test('a lost connection is announced, and text typed offline is saved once the connection is back', async () => {
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  await field('Title').fill('Typed');
  hidePage();
  await expectSaveState('offline');
  await expect.element(page.getByRole('status').getByText(offlineText)).toBeInTheDocument();
  await field('Title').fill('Typed offline');
  await commands.stubResponses('PUT /api/admin/posts/*', [{ savedPost: postWith() }]);
  window.dispatchEvent(new Event('online'));
  await expectSaveState('saved');
  expect((await listSaves()).at(-1)).toMatchObject({ version: '"1"', fields: { title: 'Typed offline' } });
  await expect.element(page.getByText('All changes saved')).toBeVisible();
});

test('a rejected save shows the server’s message and can be retried', async () => {
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [
    { status: 422, body: { code: 'post.invalid', error: 'The slug is taken.' } },
    { savedPost: postWith() },
  ]);
  await field('Slug').fill('taken');
  hidePage();
  await expectSaveState('failed');
  await expect.element(page.getByRole('status').getByText('The slug is taken.')).toBeInTheDocument();
  await button('Try again').click();
  await expectSaveState('saved');
  expect(button('Try again').query()).toBeNull();
});

const scheduled = postWith({}, { scheduled_at: '2099-05-04T09:30:00.000Z' });

test('the schedule of a draft can be cancelled', async () => {
  await renderEditor({ document: scheduled });
  await expect.element(page.getByText(/^Goes live on Monday, May 4, 2099/)).toBeVisible();
  await commands.stubResponses('POST /api/admin/posts/*/status', [
    { body: { ...scheduled, version: 2, scheduled_at: null } },
  ]);
  await button('Cancel schedule').click();
  await expect.element(button('Cancel schedule')).not.toBeInTheDocument();
  const [request] = await commands.listRequests();
  expect(request).toMatchObject({
    path: `/api/admin/posts/${postId}/status`,
    headers: { 'if-match': '"1"' },
    body: { status: 'draft' },
  });
});

test('a slug made by the server is shown after an explicit save', async () => {
  const document = postWith({ slug: '' });
  await renderEditor({ document });
  const fields = { ...document.fields, title: '视频', slug: '视频' };
  await commands.stubResponses('PUT /api/admin/posts/*', [{ body: { ...document, version: 2, fields } }]);
  await field('Title').fill('视频');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(field('Slug')).toHaveValue('视频');
});
