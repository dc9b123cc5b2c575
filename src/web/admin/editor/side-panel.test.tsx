import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { postId, postWith } from './fixtures/editor-data.ts';
import {
  button,
  dialog,
  expectSaveState,
  expectToast,
  field,
  listSaves,
  renderEditor,
} from './fixtures/render-editor.tsx';

const document = postWith({ title: 'Out there', status: 'published' });
const notice = page.getByText(
  'Readers don’t see your latest changes yet. To apply them, click “Save & Exit” or “Publish.”',
);
const discardDialog = dialog('Discard your changes?');

async function type() {
  await renderEditor({ document });
  await field('Title').fill('Half a thought');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expectSaveState('saved');
  await expect.element(notice).toBeVisible();
}

test('Ctrl+S in a published post saves a working copy, and the editor says so', async () => {
  await type();
  await expect.element(page.getByRole('region', { name: 'Unpublished changes' })).toBeVisible();
  expect(await listSaves()).toMatchObject([
    { mode: 'autosave', fields: { title: 'Half a thought', status: 'published' } },
  ]);
});

test('discarding changes restores the published text in the form', async () => {
  await type();
  await commands.stubResponses('DELETE /api/admin/posts/*/working-copy', [
    { body: { ...document, version: 3 } },
  ]);
  await button('Discard changes').click();
  await discardDialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(field('Title')).toHaveValue('Out there');
  expect((await commands.listRequests()).at(-1)).toMatchObject({
    path: `/api/admin/posts/${postId}/working-copy`,
    headers: { 'if-match': '"2"' },
  });
});

test('keeping on writing discards nothing', async () => {
  await type();
  await button('Discard changes').click();
  await discardDialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(discardDialog).not.toBeInTheDocument();
  await expect.element(button('Discard changes')).toHaveFocus();
  await expect.element(field('Title')).toHaveValue('Half a thought');
});

test('changes that cannot be discarded stay', async () => {
  await type();
  await commands.stubResponses('DELETE /api/admin/posts/*/working-copy', [
    { status: 403, body: { code: 'role.forbids', error: 'You may not do this.' } },
  ]);
  await button('Discard changes').click();
  await discardDialog.getByRole('button', { name: 'Discard changes' }).click();
  await expectToast('You may not do this.');
  await expect.element(field('Title')).toHaveValue('Half a thought');
  await expect.element(notice).toBeVisible();
});

test.each([
  ['a draft shows no notice', null, 0],
  ['a scheduled draft shows the notice', '2099-05-04T09:30:00.000Z', 1],
])('%s', async (_, scheduled_at, notices) => {
  await renderEditor({ document: postWith({}, { has_working_copy: true, scheduled_at }) });
  expect(notice.elements()).toHaveLength(notices);
});
