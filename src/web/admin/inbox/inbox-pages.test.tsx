import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { InboxMessage, MessageStatus } from '#inbox/contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { recordSubmissions } from '#test/support/components/record-submissions.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import InboxPage from './inbox-page.tsx';
import MessagePage from './message-page.tsx';

const createMessage = (id: string, more: Partial<InboxMessage> = {}): InboxMessage => ({
  id,
  receivedAt: '2026-11-24T12:00:00.000Z',
  deleteAt: '2027-02-22T12:00:00.000Z',
  status: 'new',
  repliedAt: null,
  content: { name: 'Ada', email: 'ada@example.com', subject: `Subject ${id}`, message: 'Hi', locale: 'de' },
  ...more,
});
const lost = createMessage('3', { content: null });

async function showList(messages: InboxMessage[], more: object = {}, actionData?: object) {
  const counts = { new: 1, read: 0, done: 0 } satisfies Record<MessageStatus, number>;
  const base = { status: null, page: 1, pages: 1, counts, total: messages.length, messageDays: 90 };
  const { screen } = await renderAdminPage(InboxPage, {
    path: '/admin/inbox',
    loaderData: { ...base, isSaved: false, messages, ...more },
    ...(actionData && { actionData }),
  });
  return screen;
}

async function showMessage(message: InboxMessage, more: object = {}, actionData?: object) {
  const { screen } = await renderAdminPage(MessagePage, {
    path: `/admin/inbox/${message.id}`,
    route: '/admin/inbox/:message',
    loaderData: {
      message,
      replyLink: message.content && 'mailto:ada@example.com?subject=Re',
      canSendEmail: false,
      isReplied: false,
      ...more,
    },
    ...(actionData && { actionData }),
  });
  return screen;
}

test('the list shows sender, subject, date and status, and links to each message', async () => {
  const done = createMessage('2', { status: 'done', repliedAt: '2026-11-25T12:00:00.000Z' });
  const screen = await showList([createMessage('1'), done, lost]);
  const items = screen.getByRole('main').getByRole('listitem').elements().slice(4);
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Ada.*November 24.*Subject 1.*New/),
    expect.stringMatching(/Ada.*Subject 2.*Done · Replied/),
    expect.stringContaining('Message can’t be decrypted'),
  ]);
  await expect
    .element(screen.getByRole('link', { name: 'Ada' }).first())
    .toHaveAttribute('href', '/admin/inbox/1');
  await expectAccessible({ isPage: true });
});

test('messages are selected and marked by keyboard', async () => {
  const submissions = recordSubmissions();
  const screen = await showList([createMessage('1'), createMessage('2')]);
  await screen.getByRole('checkbox', { name: 'Select “Subject 2”' }).click();
  await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}{Space}');
  await expect.element(screen.getByRole('checkbox', { name: 'Select “Subject 1”' })).toBeChecked();
  await screen.getByRole('button', { name: 'Mark as done' }).click();
  expect(submissions).toMatchObject([{ method: 'post', path: '/admin/inbox', fields: { intent: 'done' } }]);
});

test('deletion is confirmed first', async () => {
  const submissions = recordSubmissions();
  const screen = await showList([createMessage('1')]);
  const confirm = screen.getByRole('button', { name: 'Yes, delete for good' });
  expect(confirm.elements()).toEqual([]);
  await screen.getByText('Delete', { exact: true }).click();
  await expect.element(screen.getByText(/The selected messages will be deleted/)).toBeVisible();
  await confirm.click();
  expect(submissions).toMatchObject([{ fields: { intent: 'delete' } }]);
});

test('an empty inbox, an empty filter, a missing selection and a saved change are explained', async () => {
  await expect.element((await showList([])).getByText('There are no messages yet.')).toBeVisible();
  await expect
    .element((await showList([], { status: 'done', total: 4 })).getByText('No message has this status.'))
    .toBeVisible();
  const failed = await showList([createMessage('1')], {}, { error: 'none' });
  await expect.element(failed.getByRole('alert')).toMatchTextContent('Select at least one message.');
  const saved = await showList([createMessage('1')], { isSaved: true });
  await expect.element(saved.getByRole('status')).toMatchTextContent('Changes saved.');
});

test('at 390 px long names, subjects and addresses need no horizontal scrolling', async () => {
  await page.viewport(390, 844);
  const long = { name: 'N'.repeat(100), email: `${'e'.repeat(240)}@b.example`, subject: 'S'.repeat(150) };
  const content = { ...long, message: 'M'.repeat(5000), locale: 'th' as const };
  await showList([createMessage('1', { content })], { pages: 20, page: 10, total: 500 });
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(overflow()).toBeLessThanOrEqual(0);
  await showMessage(createMessage('1', { content }), { canSendEmail: true });
  expect(overflow()).toBeLessThanOrEqual(0);
});

test('a message shows its text as it was written, never as HTML', async () => {
  const content = {
    name: 'Ada',
    email: 'ada@example.com',
    subject: '<b>Hi</b>',
    message: 'One\n  <img src=x>',
    locale: 'th' as const,
  };
  const screen = await showMessage(createMessage('1', { status: 'read', content }));
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent('<b>Hi</b>');
  const text = document.querySelector('article p');
  expect([text?.textContent, text?.getAttribute('lang'), text?.querySelector('img')]).toEqual([
    content.message,
    'th',
    null,
  ]);
  await expect.element(screen.getByText('ไทย')).toBeVisible();
  await expectAccessible({ isPage: true });
});

test('without a mail server, a link opens the mail program, and another the settings', async () => {
  const screen = await showMessage(createMessage('1'));
  await expect
    .element(screen.getByRole('link', { name: 'Reply in your email app' }))
    .toHaveAttribute('href', 'mailto:ada@example.com?subject=Re');
  await expect
    .element(screen.getByRole('link', { name: 'Connect a mail server' }))
    .toHaveAttribute('href', '/admin/settings/mail');
  await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument();
});

test('with a mail server, a reply is sent as a form', async () => {
  const submissions = recordSubmissions();
  const screen = await showMessage(createMessage('1'), { canSendEmail: true });
  const reply = screen.getByLabelText('Your reply');
  await expect.element(reply).toHaveAccessibleDescription(/^Goes to ada@example.com from the contact/);
  await reply.fill('Thanks');
  await userEvent.keyboard('{Tab}{Enter}');
  expect(submissions).toEqual([
    { method: 'post', path: '/admin/inbox/1', fields: { text: 'Thanks', intent: 'reply' } },
  ]);
});

test.each([
  ['empty', 'Enter your reply first.'],
  ['too_long', 'Shorten this text to 10,000 characters or fewer.'],
  ['rejected', /The mail server rejected your reply/],
  ['unreachable', /The mail server can’t be reached/],
  ['sign_in', /rejected the username or the password/],
] as const)('the error "%s" is explained, and the reply is kept', async (error, sentence) => {
  const screen = await showMessage(createMessage('1'), { canSendEmail: true }, { error, text: 'My reply' });
  await expect.element(screen.getByRole('alert').getByText(sentence)).toBeVisible();
  await expect.element(screen.getByLabelText('Your reply')).toHaveValue('My reply');
});

test('a message that can’t be decrypted has no reply form and can be deleted', async () => {
  const submissions = recordSubmissions();
  const screen = await showMessage(lost);
  await expect.element(screen.getByText(/server’s app secret has changed/)).toBeVisible();
  await expect.element(screen.getByText('Your reply')).not.toBeInTheDocument();
  await screen.getByText('Delete', { exact: true }).click();
  await screen.getByRole('button', { name: 'Yes, delete for good' }).click();
  expect(submissions).toMatchObject([{ path: '/admin/inbox/3', fields: { intent: 'delete' } }]);
});
