import { expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import type { EditorPost } from '#blog/editing-contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { localDraftDelayMs } from '#web/contract.ts';
import { postWith } from '../fixtures/editor-data.ts';
import {
  button,
  dialog,
  expectSaveState,
  field,
  hidePage,
  listSaves,
  renderEditor,
} from '../fixtures/render-editor.tsx';

const copies = () => Object.entries(localStorage).filter(([key]) => key.startsWith('unspool.draft:'));
const recoveryNotice = page.getByText('You have unsaved changes');

/** Types into a post while offline and closes the page. */
async function leaveCopy(title: string, document: EditorPost | null = postWith()) {
  const screen = await renderEditor({ document });
  for (const request of ['PUT /api/admin/posts/*', 'POST /api/admin/posts'])
    await commands.stubResponses(request, [{ isOffline: true }]);
  await field('Title').fill(title);
  hidePage();
  await expectSaveState('offline');
  await screen.unmount();
}

test('a draft of a closed page is offered, restored and saved', async () => {
  await leaveCopy('Typed before');
  expect(copies()).toHaveLength(1);
  await renderEditor({ document: postWith() });
  await expect.element(recoveryNotice).toBeVisible();
  await expect
    .element(page.getByText(/^This browser still has the changes you made here on .+ \d{4}/))
    .toBeVisible();
  await expect.element(field('Title')).toHaveValue('A title');
  await expectAccessible();
  await button('Restore').click();
  await expect.element(field('Title')).toHaveValue('Typed before');
  hidePage();
  await expectSaveState('saved');
  expect((await listSaves()).at(-1)).toMatchObject({ fields: { title: 'Typed before' } });
  await expect.poll(copies).toEqual([]);
});

test('discarding a draft deletes it', async () => {
  await leaveCopy('Typed before');
  await renderEditor({ document: postWith() });
  await button('Discard').click();
  await expect.element(recoveryNotice).not.toBeInTheDocument();
  await expect.element(field('Title')).toHaveValue('A title');
  expect(copies()).toEqual([]);
});

test('restoring a draft opens the conflict dialog if the post has changed since', async () => {
  await leaveCopy('Typed before');
  await renderEditor({ document: postWith({ title: 'Their title' }, { version: 5 }) });
  await button('Restore').click();
  const choice = dialog('This post was changed elsewhere').getByRole('group', { name: 'Title' });
  await expect.element(choice).toHaveTextContent('TitleYour versionTyped beforeSaved versionTheir title');
});

test('a draft of a new post is offered only for the next new post in the same language', async () => {
  await leaveCopy('Never created', null);
  const screen = await renderEditor({ start: { locale: 'de' } });
  await expect.element(field('Title')).toHaveValue('');
  expect(recoveryNotice.query()).toBeNull();
  await screen.unmount();
  await renderEditor();
  await expect.element(recoveryNotice).toBeVisible();
});

test('a draft of another user is not offered, nor one that the server already has', async () => {
  await leaveCopy('Typed before');
  const screen = await renderEditor({
    document: postWith(),
    user: { id: 'grace', email: 'grace@example.org' },
  });
  await field('Title').click();
  expect(recoveryNotice.query()).toBeNull();
  expect(copies()).toHaveLength(1);
  await screen.unmount();
  await renderEditor({ document: postWith({ title: 'Typed before' }) });
  await expect.poll(copies).toEqual([]);
  expect(recoveryNotice.query()).toBeNull();
});

test('a draft is not offered if the server stored its save although the response was lost', async () => {
  await leaveCopy('Typed before ');
  const save_id = (await listSaves()).at(-1)?.save_id ?? null;
  expect(save_id).not.toBeNull();
  await renderEditor({ document: postWith({ title: 'Typed before' }, { version: 2, save_id }) });
  await expect.poll(copies).toEqual([]);
  expect(recoveryNotice.query()).toBeNull();
});

test('signing out deletes all drafts from the browser', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await renderEditor({ document: postWith() });
  await commands.stubResponses('PUT /api/admin/posts/*', [{ isOffline: true }]);
  await field('Title').fill('Unsaved');
  await vi.advanceTimersByTimeAsync(localDraftDelayMs);
  expect(copies()).toHaveLength(1);
  const stay = (event: Event) => event.preventDefault();
  window.addEventListener('submit', stay);
  await button('Sign out').click();
  window.removeEventListener('submit', stay);
  expect(copies()).toEqual([]);
});

const anonymous = { status: 401, body: { code: 'request.anonymous', error: 'Please sign in.' } };
const signIn = dialog('Sign in again');

async function endSession() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await renderEditor({ document: postWith({ title: 'Session' }) });
  await commands.stubResponses('PUT /api/admin/posts/*', [anonymous]);
  await field('Title').fill('Session ended');
  hidePage();
  await expectSaveState('signed-out');
  // The dialog opens by itself after a pause in typing.
  await vi.advanceTimersByTimeAsync(1000);
  await expect.element(signIn).toBeVisible();
  vi.useRealTimers();
}

const signedIn = (id: string) => ({ body: { user: { id, email: `${id}@example.org` } } });

test('after the session ends, the user signs in without leaving the page and the text is saved', async () => {
  await endSession();
  await expectSaveState('signed-out');
  await expect.element(signIn.getByLabelText('Email')).toHaveValue('ada@example.org');
  await expect.element(signIn.getByLabelText('Password')).toHaveFocus();
  await expectAccessible();
  await commands.stubResponses('POST /api/accounts/sign-in', [{ body: {} }]);
  await commands.stubResponses('GET /api/accounts/session', [signedIn('ada')]);
  await commands.stubResponses('PUT /api/admin/posts/*', [{ savedPost: postWith() }]);
  await userEvent.keyboard('correct horse battery{Enter}');
  await expectSaveState('saved');
  await expect.element(signIn).not.toBeInTheDocument();
  const requests = await commands.listRequests();
  expect(requests.find(({ path }) => path === '/api/accounts/sign-in')?.body).toEqual({
    email: 'ada@example.org',
    password: 'correct horse battery',
  });
  expect((await listSaves()).at(-1)).toMatchObject({ fields: { title: 'Session ended' } });
});

test('a user who does not sign in can keep typing and sign in later', async () => {
  await endSession();
  await userEvent.keyboard('{Escape}');
  await expect.element(signIn).not.toBeInTheDocument();
  await expect
    .element(page.getByText(/^You’re signed out\. Sign in again to save your changes/).first())
    .toBeVisible();
  await field('Title').fill('Session ended but');
  await expect.element(field('Title')).toHaveValue('Session ended but');
  await button('Sign in').click();
  await expect.element(signIn).toBeVisible();
});

test('a failed sign-in shows the reason and can be repeated, and a user with a second factor enters the code in the same window', async () => {
  await endSession();
  await commands.stubResponses('POST /api/accounts/sign-in', [{ status: 401, body: {} }]);
  await userEvent.keyboard('not the password{Enter}');
  await expect.element(signIn.getByRole('alert')).toHaveTextContent('Wrong email or password. Try again.');
  await expect.element(signIn.getByLabelText('Password')).toBeEnabled();
  const pendingSignIn = 'sealed';
  await commands.stubResponses('POST /api/accounts/sign-in', [
    { status: 401, body: { code: 'code.missing', pendingSignIn } },
  ]);
  await signIn.getByLabelText('Password').fill('correct horse battery');
  await userEvent.keyboard('{Enter}');
  await expect.element(signIn.getByLabelText('Your code')).toHaveFocus();
  expect(signIn.getByLabelText('Password').elements()).toEqual([]);
  await expectAccessible();
  await commands.stubResponses('POST /api/accounts/sign-in/code', [
    { status: 401, body: { code: 'code.wrong', pendingSignIn } },
    { body: {} },
  ]);
  await userEvent.keyboard('12{Enter}');
  await expect
    .element(signIn.getByRole('alert'))
    .toHaveTextContent('This code is wrong or was already used. Enter the current code.');
  await commands.stubResponses('GET /api/accounts/session', [signedIn('ada')]);
  await commands.stubResponses('PUT /api/admin/posts/*', [{ savedPost: postWith() }]);
  await signIn.getByLabelText('Your code').fill('123456');
  await userEvent.keyboard('{Enter}');
  await expectSaveState('saved');
  const sent = (await commands.listRequests()).filter(({ path }) => path === '/api/accounts/sign-in/code');
  expect(sent.map(({ body }) => body)).toEqual([
    { pendingSignIn, code: '12' },
    { pendingSignIn, code: '123456' },
  ]);
});

test('if another user signs in, the editor asks before saving the text as that user', async () => {
  await endSession();
  await commands.stubResponses('POST /api/accounts/sign-in', [{ body: {} }]);
  await commands.stubResponses('GET /api/accounts/session', [signedIn('grace')]);
  await commands.stubResponses('PUT /api/admin/posts/*', [{ savedPost: postWith() }]);
  await userEvent.keyboard('another password{Enter}');
  const other = dialog('You’re signed in as a different user');
  await expect.element(other.getByText(/made by ada@example\.org/)).toBeVisible();
  expect(await listSaves()).toHaveLength(1);
  await other.getByRole('button', { name: 'Sign in as ada@example.org' }).click();
  await expect.element(signIn).toBeVisible();
  await signIn.getByLabelText('Password').fill('another password');
  await userEvent.keyboard('{Enter}');
  await other.getByRole('button', { name: 'Continue as grace@example.org' }).click();
  await expectSaveState('saved');
  expect(await listSaves()).toHaveLength(2);
});

test('a sign-in in another window is detected when this window gets the focus', async () => {
  await endSession();
  await commands.stubResponses('GET /api/accounts/session', [signedIn('ada')]);
  await commands.stubResponses('PUT /api/admin/posts/*', [{ savedPost: postWith() }]);
  window.dispatchEvent(new Event('focus'));
  await expectSaveState('saved');
  await expect.element(signIn).not.toBeInTheDocument();
});
