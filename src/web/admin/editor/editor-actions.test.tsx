import { beforeAll, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import {
  button,
  dialog,
  expectSaveState,
  expectToast,
  field,
  hidePage,
  listSaves,
  loadEditorModules,
  postId,
  postWith,
  renderEditor,
  tab,
  textBox,
} from './fixtures/render-editor.tsx';

beforeAll(loadEditorModules);

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

test('the preview of a saved post includes the last typed characters', async () => {
  await stubPreview();
  await renderEditor({ document: postWith() });
  await textBox().click();
  await userEvent.keyboard('{End} Last letters.{Control>}{Shift>}p{/Shift}{/Control}');
  await expect.poll(previewHeading).toBe('As it will be');
  const requests = (await commands.listRequests()).map(({ method }) => method);
  expect(requests).toEqual(['PUT', 'GET']);
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
  await expect.element(help.getByText('Ctrl+Enter', { exact: true })).toBeVisible();
  await expect.element(help.getByText('Ctrl+B', { exact: true })).toBeVisible();
  await expectAccessible();
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

test.each(['s', 'Enter'])('Ctrl+%s is left to the input method during composition', async (key) => {
  await renderEditor();
  await field('Title').fill('By keyboard');
  const press = (isComposing: boolean) => {
    const event = new KeyboardEvent('keydown', {
      key,
      ctrlKey: true,
      isComposing,
      bubbles: true,
      cancelable: true,
    });
    field('Title').element().dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(press(true)).toBe(false);
  expect(await listSaves()).toEqual([]);
  expect(page.getByRole('dialog').query()).toBeNull();
  expect(press(false)).toBe(true);
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

test('a schedule that cannot be cancelled stays, and the reason is shown', async () => {
  await renderEditor({ document: scheduled });
  await commands.stubResponses('POST /api/admin/posts/*/status', [
    { status: 403, body: { code: 'role.forbids', error: 'You may not do this.' } },
  ]);
  await button('Cancel schedule').click();
  await expectToast('You may not do this.');
  await expect.element(button('Cancel schedule')).toBeVisible();
});

test('an autosave does not store the selected status', async () => {
  await renderEditor({ document: postWith() });
  await field('Status').selectOptions('Published');
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
  await field('Title').fill('Typed');
  hidePage();
  await expect
    .poll(listSaves)
    .toMatchObject([{ mode: 'autosave', fields: { status: 'draft', title: 'Typed' } }]);
  await expect.element(field('Status')).toHaveValue('published');
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

test('an uploaded cover is saved with the post', async () => {
  await renderEditor({ document: postWith() });
  await commands.stubResponses('POST /api/admin/pictures', [
    { body: { src: '/files/a.svg', srcset: '', width: 400, height: 300 } },
  ]);
  await tab('Media').click();
  const chooser = page.getByRole('tabpanel').element().querySelector('input[type=file]');
  await userEvent.upload(chooser as HTMLInputElement, new File(['x'], 'a.png', { type: 'image/png' }));
  await expect.element(button('Remove picture')).toBeVisible();
  hidePage();
  await expect.poll(listSaves).toMatchObject([{ fields: { featured_image_url: '/files/a.svg' } }]);
});
