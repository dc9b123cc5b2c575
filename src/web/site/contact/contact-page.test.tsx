import { beforeEach, expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderPublicPage } from '#test/support/components/render-page.tsx';
import type { ContactResult } from '../../contact-message.ts';
import { contactSendDelayMs } from '../../contract.ts';
import ContactPage from './contact-page.tsx';

const labels = ['Name', 'Email', 'Subject', 'Message'];
const email = 'owner@example.org';

beforeEach(() => localStorage.setItem('unspool.language-suggestion', 'given'));

interface ContactOptions {
  delivery?: 'screen' | 'mail';
  contactEmail?: string | null;
  result?: ContactResult;
  locale?: 'en' | 'de';
}

async function openContact(options: ContactOptions = {}) {
  const { delivery = 'screen', contactEmail = null, result, locale = 'en' } = options;
  const { screen } = await renderPublicPage(ContactPage, {
    path: locale === 'en' ? '/contact' : `/${locale}/contact`,
    loaderData: { contactEmail, contactDelivery: delivery },
    locale,
    ...(result && { actionData: result }),
  });
  const field = (label: string) => screen.getByLabelText(label, { exact: true });
  return {
    screen,
    field,
    send: screen.getByRole('button', { name: 'Send message' }),
    alert: screen.getByRole('alert'),
    thanks: screen.getByText("Thank you for your message. We'll get back to you soon.").first(),
    /** Submits the form and waits for its minimum sending time. */
    async sendAndWait() {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      await screen.getByRole('button', { name: /^(Send message|Nachricht senden)$/ }).click();
      await vi.advanceTimersByTimeAsync(contactSendDelayMs);
    },
    async fillAll() {
      for (const label of labels) await field(label).fill(label === 'Email' ? 'ada@example.com' : 'x');
    },
  };
}

test('every missing field has an error, and the first one gets the focus', async () => {
  const { field, send } = await openContact();
  await send.click();
  const reasons = [
    'Please enter your name.',
    'Please enter your email address.',
    'Please enter a subject.',
    'Please enter your message.',
  ];
  for (const [index, label] of labels.entries()) {
    await expect.element(field(label)).toBeInvalid();
    await expect.element(field(label)).toHaveAccessibleDescription(reasons[index] ?? '');
  }
  await expect.element(field('Name')).toHaveFocus();
  await expectAccessible();
});

test('an error disappears once the field is valid, and an invalid email is reported on submit', async () => {
  const { screen, field, send } = await openContact();
  await send.click();
  await userEvent.keyboard('Ada');
  await expect.element(screen.getByText('Please enter your name.')).not.toBeInTheDocument();
  await expect.element(screen.getByText('Please enter a subject.')).toBeVisible();
  await field('Email').fill('nobody');
  await expect
    .element(
      screen.getByText('This is not an email address. It looks like name@example.com.', { exact: true }),
    )
    .toBeVisible();
  await send.click();
  await expect.element(field('Email')).toHaveFocus();
  await expect.element(field('Name')).toBeValid();
});

test('no error appears while a valid field is edited', async () => {
  const { screen, field, send } = await openContact();
  await field('Name').fill('Ada');
  await send.click();
  await field('Name').fill('');
  await expect.element(screen.getByText('Please enter your name.')).not.toBeInTheDocument();
});

test('the error of a long text names the limit', async () => {
  const { field, send } = await openContact();
  await field('Subject').fill('x'.repeat(151));
  await send.click();
  await expect
    .element(field('Subject'))
    .toHaveAccessibleDescription('Please shorten this: at most 150 characters fit.');
});

test('without mail delivery the form waits, clears the fields and shows the success message', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await commands.stubResponses('POST /contact', [{ status: 500 }]);
  const { screen, field, send, fillAll, thanks } = await openContact();
  await expect.element(screen.getByText(/your message stays on this screen only/)).toBeVisible();
  await fillAll();
  const sentAt = Date.now();
  await send.click();
  const sending = screen.getByRole('button', { name: 'Sending...' });
  await expect.element(sending).toHaveAttribute('aria-disabled', 'true');
  await expect.element(field('Message')).toHaveAttribute('readonly');
  await sending.click({ force: true });
  await expect.element(thanks).toBeVisible();
  expect(Date.now() - sentAt).toBeGreaterThanOrEqual(contactSendDelayMs);
  for (const label of labels) await expect.element(field(label)).toHaveValue('');
  await expect.element(send).toBeVisible();
  expect(await commands.listRequests()).toEqual([]);
});

test.each([
  [
    'screen',
    null,
    'Good to know: your message stays on this screen only. It is not sent to anyone and not stored.',
  ],
  [
    'screen',
    email,
    'Good to know: your message stays on this screen only. It is not sent to anyone and not stored. To reach us, write to the contact address.',
  ],
  [
    'mail',
    email,
    'Your message is delivered to the mailbox of the people who run this site. It is not stored here.',
  ],
] as const)('delivery by %s with contact email %s is explained', async (delivery, contactEmail, sentence) => {
  const { screen } = await openContact({ delivery, contactEmail });
  await expect.element(screen.getByText(sentence, { exact: true })).toBeVisible();
  const address = screen.getByRole('link', { name: email });
  if (contactEmail) await expect.element(address).toHaveAttribute('href', `mailto:${email}`);
  else await expect.element(screen.getByText('This site gives no contact address yet.')).toBeVisible();
});

test('with mail delivery the trimmed message is posted to the page', async () => {
  await commands.stubResponses('POST /de/contact', [{ status: 200 }]);
  const { screen, sendAndWait } = await openContact({ delivery: 'mail', contactEmail: email, locale: 'de' });
  const [name, address, subject, message] = screen.getByRole('textbox').all();
  await name?.fill(' Ada ');
  await address?.fill('ada@example.com');
  await subject?.fill('Hello');
  await message?.fill('One\nTwo');
  await sendAndWait();
  await expect.element(screen.getByText('Nachricht gesendet!').first()).toBeVisible();
  const sent = (await commands.listRequests()).map(({ path, body }) => [
    path,
    Object.fromEntries(new URLSearchParams(String(body))),
  ]);
  expect(sent).toEqual([
    ['/de/contact', { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'One\nTwo' }],
  ]);
  await expect.element(screen.getByRole('textbox').last()).toHaveValue('');
});

const undelivered =
  'Your message could not be delivered right now. Your text is still here: please try again in a few minutes.';

const busy =
  'Too many messages are arriving right now. Your text is still here: please try again in ten minutes.';

test.each([
  ['the mail server refuses it', { status: 502 }, undelivered],
  ['too many arrive', { status: 429 }, busy],
  ['there is no connection', { isOffline: true }, undelivered],
])('if %s, the text is kept and the error is announced', async (_, response, reason) => {
  await commands.stubResponses('POST /contact', [response, { status: 200 }]);
  const { screen, field, alert, thanks, fillAll, sendAndWait } = await openContact({
    delivery: 'mail',
    contactEmail: email,
  });
  await fillAll();
  await sendAndWait();
  await expect.element(alert.getByText('Message not sent', { exact: true })).toBeVisible();
  await expect.element(alert.getByText(reason, { exact: true })).toBeVisible();
  await expect.element(field('Message')).toHaveValue('x');
  await sendAndWait();
  await expect.element(thanks).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(screen.getByText('Message not sent')).not.toBeInTheDocument();
});

const values = { name: 'Ada', email: 'nobody', subject: '', message: 'Hi' };

test('a rejected form without JavaScript is shown with its values and errors', async () => {
  const { field } = await openContact({
    result: { outcome: 'refused', values, errors: { email: 'invalid', subject: 'missing' } },
  });
  await expect.element(field('Name')).toHaveValue('Ada');
  await expect.element(field('Message')).toHaveValue('Hi');
  await expect.element(field('Subject')).toHaveAccessibleDescription('Please enter a subject.');
  await expect.element(field('Email')).toBeInvalid();
});

test('the error of a form without JavaScript is shown until the form is sent again', async () => {
  await page.viewport(320, 700);
  const { send, alert, field } = await openContact({
    result: { outcome: 'failed', values: { ...values, subject: 'x' }, code: 'busy' },
  });
  await expect.element(alert.getByText(busy, { exact: true })).toBeVisible();
  await expectAccessible();
  await expect.element(field('Name')).toHaveValue('Ada');
  expect(document.querySelector('form')?.getAttribute('action')).toBe('/contact#contact-form');
  await send.click();
  await expect.element(alert).not.toBeInTheDocument();
});

test('the success message of a form without JavaScript is above the empty form', async () => {
  const { screen, field } = await openContact({ result: { outcome: 'sent' } });
  await expect.element(screen.getByRole('status').getByText('Message sent!', { exact: true })).toBeVisible();
  await expect.element(field('Name')).toHaveValue('');
});
