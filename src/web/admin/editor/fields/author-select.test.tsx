import { expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { postId } from '../fixtures/editor-data.ts';
import { renderEditorPart } from '../fixtures/render-editor-part.tsx';
import { AuthorSelect } from './author-select.tsx';

const path = `PUT /api/admin/posts/${postId}/author`;

async function openSelect(options: Parameters<typeof renderEditorPart>[1] = { document: {} }) {
  const { screen } = await renderEditorPart((context) => <AuthorSelect context={context} />, options);
  return {
    screen,
    select: screen.getByLabelText('Author', { exact: true }),
    change: screen.getByRole('button', { name: 'Change author' }),
  };
}

test('another author is saved at once, after a second step', async () => {
  await commands.stubResponses(path, [{ body: { success: true } }]);
  const { screen, select, change } = await openSelect();
  await expect.element(select).toHaveValue('ada');
  expect(change.elements()).toEqual([]);
  await select.selectOptions('Bob (name hidden)');
  await expect
    .element(screen.getByText('The change applies at once, to all languages of this post.'))
    .toBeVisible();
  await expectAccessible();
  await change.click();
  await expect.element(screen.getByRole('status')).toMatchTextContent('The author has been changed.');
  expect(change.elements()).toEqual([]);
  await expect.element(select).toHaveValue('bob');
  expect(await commands.listRequests()).toMatchObject([{ body: { author: 'bob' } }]);
});

test('a failed change can be repeated', async () => {
  const body = { code: 'author.missing', error: 'This author no longer exists.' };
  await commands.stubResponses(path, [{ status: 404, body }]);
  const { screen, select, change } = await openSelect();
  await select.selectOptions('Bob (name hidden)');
  await change.click();
  await expect.element(screen.getByRole('status')).toMatchTextContent('This author no longer exists.');
  await expect.element(change).toBeEnabled();
});

test('the author of a post without a profile is no author of the list', async () => {
  const { select } = await openSelect({ document: { author_id: null } });
  await expect.element(select).toHaveValue('');
  await expect.element(select).toMatchTextContent('No author');
});

test.each([
  ['without publish rights', { data: { mayPublish: false }, document: {} }],
  ['before the first save', {}],
])('%s, there is no choice', async (_, options) => {
  const { select } = await openSelect(options);
  expect(select.elements()).toEqual([]);
});
