import { beforeAll, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import {
  dialog,
  expectSaveState,
  field,
  listSaves,
  loadEditorModules,
  postWith,
  recordNavigation,
  renderEditor,
} from './fixtures/render-editor.tsx';

beforeAll(loadEditorModules);

const question = dialog('Leave without saving?');
const back = page.getByRole('link', { name: 'Back to Posts' });

/** Types into a post whose saves do not arrive, and tries to leave. */
async function leaveOffline() {
  const paths = recordNavigation();
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  await field('Title').fill('Nowhere to go');
  await back.click();
  await expect.element(question).toBeVisible();
  return paths;
}

test('whoever leaves waits for the save, and is not asked', async () => {
  const paths = recordNavigation();
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ savedPost: postWith(), isHeld: true }]);
  await field('Title').fill('On the way out');
  await back.click();
  await expectSaveState('saving');
  expect(paths).toEqual([]);
  await commands.releaseResponses();
  await expect.poll(() => paths).toEqual(['/admin/blog?locale=en']);
  expect(await listSaves()).toMatchObject([{ fields: { title: 'On the way out' } }]);
  expect(question.query()).toBeNull();
});

test('without changes the list opens at once', async () => {
  await renderEditor({ document: postWith() });
  await back.click();
  await expect.element(page.getByText('another page')).toBeVisible();
  expect(await listSaves()).toEqual([]);
});

test('where the save fails, whoever stays finds the text as it was', async () => {
  const paths = await leaveOffline();
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(field('Title')).toHaveValue('Nowhere to go');
  expect(paths).toEqual([]);
});

test('"Save and leave" asks again while the save fails, and leaves once it succeeds', async () => {
  const paths = await leaveOffline();
  await question.getByRole('button', { name: 'Save and leave' }).click();
  await expect.element(question).toBeVisible();
  await commands.stubResponses('PUT /api/admin/posts/*', [{ savedPost: postWith() }]);
  await question.getByRole('button', { name: 'Save and leave' }).click();
  await expect.poll(() => paths).toEqual(['/admin/blog?locale=en']);
});

test('"Leave without saving" leaves at once', async () => {
  const paths = await leaveOffline();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(() => paths).toEqual(['/admin/blog?locale=en']);
});

test('another language of the post is another page, and is left for in the same way', async () => {
  const paths = recordNavigation();
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  await field('Title').fill('Nowhere to go');
  await page.getByRole('link', { name: 'Write it in Deutsch' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(() => paths).toEqual([expect.stringMatching(/^\/admin\/blog\/new\?locale=de&article=/)]);
});

test.each([
  ['with unsaved text the browser asks before the page is closed', true],
  ['without it the page is closed', false],
])('%s', async (_, isTyped) => {
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  if (isTyped) await field('Title').fill('Typed');
  const unload = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(isTyped);
});

test('a link that opens another tab is not held up', async () => {
  await renderEditor({ document: postWith({ status: 'published' }) });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  await field('Title').fill('Typed');
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  const link = page.getByRole('link', { name: 'View post' }).element();
  link.addEventListener('click', (event) => event.preventDefault(), { once: true });
  let isSeen = false;
  link.addEventListener('click', () => {
    isSeen = true;
  });
  link.dispatchEvent(click);
  expect(isSeen).toBe(true);
  expect(question.query()).toBeNull();
});
