import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { postId, postWith } from '../fixtures/editor-data.ts';
import {
  dialog,
  expectList,
  expectSaveState,
  field,
  listSaves,
  recordNavigation,
  renderEditor,
  textBox,
} from '../fixtures/render-editor.tsx';

const leaveDialog = dialog('Leave without saving?');
const back = page.getByRole('link', { name: 'Back to Posts' });

/** Types into a post whose saves fail, then tries to leave. */
async function leaveOffline() {
  const paths = recordNavigation();
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  await field('Title').fill('Nowhere to go');
  await back.click();
  await expect.element(leaveDialog).toBeVisible();
  return paths;
}

test('leaving waits for the save and does not ask', async () => {
  const paths = recordNavigation();
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ savedPost: postWith(), isPending: true }]);
  await field('Title').fill('On the way out');
  await back.click();
  await expectSaveState('saving');
  expect(paths).toEqual([]);
  await commands.releaseResponses();
  await expect.poll(() => paths).toEqual(['/admin/blog?locale=en']);
  expect(await listSaves()).toMatchObject([{ fields: { title: 'On the way out' } }]);
  expect(leaveDialog.query()).toBeNull();
});

test('without changes, the list opens at once', async () => {
  await renderEditor({ document: postWith() });
  await back.click();
  await expectList();
  expect(await listSaves()).toEqual([]);
});

test('after a failed save, a user who stays still has the text', async () => {
  const paths = await leaveOffline();
  await leaveDialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(leaveDialog).not.toBeInTheDocument();
  await expect.element(field('Title')).toHaveValue('Nowhere to go');
  expect(paths).toEqual([]);
});

test('"Save and leave" asks again while saving fails, and leaves once it succeeds', async () => {
  const paths = await leaveOffline();
  await leaveDialog.getByRole('button', { name: 'Save and leave' }).click();
  await expect.element(leaveDialog).toBeVisible();
  await commands.stubResponses('PUT /api/admin/posts/*', [{ savedPost: postWith() }]);
  await leaveDialog.getByRole('button', { name: 'Save and leave' }).click();
  await expect.poll(() => paths).toEqual(['/admin/blog?locale=en']);
});

test('"Leave without saving" leaves at once', async () => {
  const paths = await leaveOffline();
  await leaveDialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(() => paths).toEqual(['/admin/blog?locale=en']);
});

test('opening another language of the post asks in the same way', async () => {
  const paths = recordNavigation();
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  await field('Title').fill('Nowhere to go');
  await page.getByRole('button', { name: 'Post languages English' }).click();
  await page.getByRole('link', { name: 'Add language: German' }).click();
  await leaveDialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(() => paths).toEqual([`/admin/blog/${postId}/translate?to=de`]);
});

test.each([
  ['with unsaved text the browser asks before the page is closed', true],
  ['without it the page is closed', false],
])('%s', async (_, hasChanges) => {
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  if (hasChanges) await field('Title').fill('Typed');
  const unload = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(hasChanges);
});

test('the browser asks even if the text editor has not reported the text yet', async () => {
  await renderEditor({ document: postWith() });
  await textBox().click();
  await userEvent.keyboard('Typed');
  const unload = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(true);
});

test('a link that opens a new tab is not blocked', async () => {
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
  expect(leaveDialog.query()).toBeNull();
});
