import { expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import type { PostFields } from '#blog/editing-contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { stopClock } from '#test/support/components/stop-clock.ts';
import { postWith } from '../fixtures/editor-data.ts';
import {
  button,
  dialog,
  expectSaveState,
  field,
  hidePage,
  listSaves,
  renderEditor,
  textBox,
} from '../fixtures/render-editor.tsx';

const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');
const base = postWith({ excerpt: 'Before.', content: paragraphs('First.', 'Second.', 'Third.') });
const compare = dialog('This post was changed elsewhere');
const save = compare.getByRole('button', { name: 'Save the result' });
const choice = (name: string) => compare.getByRole('group', { name });

/** Types into a post that someone else has saved meanwhile. */
async function editConcurrently(
  theirs: Partial<PostFields>,
  { excerpt, text }: { excerpt?: string; text?: [paragraph: string, typed: string] },
) {
  stopClock();
  const current = { ...base, version: 4, fields: { ...base.fields, ...theirs } };
  await renderEditor({ document: base });
  await commands.stubResponses('PUT /api/admin/posts/*', [
    { status: 409, body: { code: 'post.conflict', error: 'Changed elsewhere.', current } },
    { savedPost: current },
  ]);
  if (excerpt !== undefined) await field('Excerpt').fill(excerpt);
  if (text) {
    await textBox().getByText(text[0]).click();
    await userEvent.keyboard(`{End}${text[1]}`);
    // The text editor reports typed text on blur.
    await field('Title').click();
  }
  hidePage();
}

/** Waits for the pause in typing after which the dialog opens. */
async function waitForDialog() {
  await expectSaveState('conflict');
  await vi.advanceTimersByTimeAsync(1000);
  await expect.element(compare).toBeVisible();
  vi.useRealTimers();
}

/** Both sides change the excerpt and one paragraph; only the other side changes another paragraph. */
async function openConflict() {
  await editConcurrently(
    { excerpt: 'Their excerpt.', content: paragraphs('First. By them.', 'Second. Theirs too.', 'Third.') },
    { excerpt: 'My excerpt.', text: ['Second.', ' Mine too.'] },
  );
  await waitForDialog();
}

test('the dialog opens by itself after a pause in typing', async () => {
  await editConcurrently({ excerpt: 'Their excerpt.' }, { excerpt: 'My excerpt.' });
  await expectSaveState('conflict');
  await expect.element(button('Compare')).toBeVisible();
  await vi.advanceTimersByTimeAsync(500);
  expect(compare.query()).toBeNull();
  await vi.advanceTimersByTimeAsync(500);
  // The focus is on the explanation, so that a late keystroke selects nothing.
  await expect.element(compare.getByText(/^Choose which changes to keep\./)).toHaveFocus();
});

test('the user resolves every conflict, and the result is saved on top of the other version', async () => {
  await openConflict();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await save.click({ force: true });
  expect(await listSaves()).toHaveLength(1);
  await expect.element(compare.getByRole('status').getByText('2 choices left')).toBeVisible();
  await choice('Choice 1: Excerpt')
    .getByRole('radio', { name: /^Saved version/ })
    .click();
  await expect.element(compare.getByRole('status').getByText('1 choice left')).toBeVisible();
  await choice('Choice 2: Text').getByRole('radio', { name: 'Both versions' }).click();
  await save.click();
  await expectSaveState('saved');
  expect((await listSaves()).at(-1)).toMatchObject({
    version: '"4"',
    fields: {
      excerpt: 'Their excerpt.',
      content: paragraphs('First. By them.', 'Second. Mine too.', 'Second. Theirs too.', 'Third.'),
    },
  });
  await expect.element(field('Excerpt')).toHaveValue('Their excerpt.');
  await expect.element(textBox().getByText('First. By them.')).toBeVisible();
});

test('changes of each side are marked for screen readers as added or removed, and my text can be copied, unless the browser refuses', async () => {
  await openConflict();
  const part = choice('Choice 2: Text');
  await expect.element(part).toBeVisible();
  const added = [...part.element().querySelectorAll('ins')].map(({ textContent }) => textContent);
  expect(added.join('|')).toContain('Added:');
  expect(added.join('|')).toContain('Mine too');
  expect(added.join('|')).toContain('Theirs too');
  await expect.element(compare.getByText('Changed in the saved version')).toBeVisible();
  await expect.element(compare.getByText('1 unchanged block')).toBeVisible();
  await expectAccessible();

  const write = vi.spyOn(navigator.clipboard, 'write');
  write.mockRejectedValueOnce(new DOMException('refused', 'NotAllowedError')).mockResolvedValueOnce();
  for (const message of [
    'Your browser doesn’t allow copying here. Go back to the editor and copy the text there.',
    'Copied',
  ]) {
    await compare.getByRole('button', { name: 'Copy your text' }).click();
    await expect.element(compare.getByText(message, { exact: true })).toBeVisible();
  }
  for (const [[item]] of write.mock.calls)
    expect(await (await item?.getType('text/plain'))?.text()).toBe('First.\nSecond. Mine too.\nThird.');
  expect(write).toHaveBeenCalledTimes(2);
});

test('"Keep only your version" saves my text on top of theirs', async () => {
  await openConflict();
  await compare.getByRole('button', { name: 'Keep only your version' }).click();
  await expectSaveState('saved');
  expect((await listSaves()).at(-1)).toMatchObject({
    version: '"4"',
    fields: { excerpt: 'My excerpt.', content: paragraphs('First.', 'Second. Mine too.', 'Third.') },
  });
});

test('"Back to the editor" closes the dialog, the notice reopens it, and "Keep only the saved version" shows their text and saves nothing', async () => {
  await openConflict();
  await compare.getByRole('button', { name: 'Back to the editor' }).click();
  await expect.element(compare).not.toBeInTheDocument();
  await expect.element(field('Excerpt')).toHaveValue('My excerpt.');
  await expect
    .element(
      page.getByText('Your changes are still here, but they won’t be saved until you compare both versions.'),
    )
    .toBeVisible();
  await button('Compare').click();
  await expect.element(compare).toBeVisible();

  await compare.getByRole('button', { name: 'Keep only the saved version' }).click();
  await expect.element(compare).not.toBeInTheDocument();
  await expect.element(field('Excerpt')).toHaveValue('Their excerpt.');
  await expect.element(textBox()).toMatchTextContent('Second. Theirs too.');
  expect(await listSaves()).toHaveLength(1);
});

test.each([
  ['is shown without a number', 'Their excerpt.', 'Their excerpt.'],
  ['shows a field that one side cleared as empty', '', 'Empty'],
])('a single conflict %s', async (_, theirs, shown) => {
  await editConcurrently({ excerpt: theirs }, { excerpt: 'My excerpt.' });
  await waitForDialog();
  await expect
    .element(choice('Excerpt'))
    .toHaveTextContent(`ExcerptYour versionMy excerpt.Saved version${shown}`);
});

test('compatible changes that alter the text are shown and need no choice', async () => {
  await editConcurrently(
    { content: paragraphs('First. By them.', 'Second.', 'Third.') },
    { text: ['Third.', ' By me.'] },
  );
  await waitForDialog();
  await expect.element(compare.getByText(/^There’s nothing to choose/)).toBeVisible();
  await expect.element(save).toHaveAttribute('aria-disabled', 'false');
  await save.click();
  await expectSaveState('saved');
  expect((await listSaves()).at(-1)).toMatchObject({
    fields: { content: paragraphs('First. By them.', 'Second.', 'Third. By me.') },
  });
});
