import { expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderIsland } from '#test/support/components/render-island.tsx';
import type { Appearance } from '../../appearance/appearance.ts';
import { contactSendDelayMs } from '../../contract.ts';
import { CrashBoundary } from '../../ui/crash-boundary.tsx';
import { ContactDetails } from './contact-details.tsx';
import { ContactForm } from './contact-form.tsx';
import { ContactFormError } from './contact-form-error.tsx';
import type { ContactResult } from './contact-message.ts';

const labels = ['Name', 'Email', 'Subject', 'Message'];
const sum = { challenge: { left: 3, right: 4 }, token: 'sealed' };
const email = 'owner@example.org';

interface ContactOptions {
  isMailed?: boolean;
  contactEmail?: string | null;
  result?: ContactResult;
  locale?: 'en' | 'de';
  appearance?: Partial<Appearance>;
}

async function openContact(options: ContactOptions = {}) {
  const { isMailed = false, contactEmail = null, result = null, locale = 'en', appearance = {} } = options;
  const screen = await renderIsland(
    <main>
      <ContactForm challenge={sum} isMailed={isMailed} result={result} />
      <ContactDetails email={contactEmail} />
    </main>,
    { locale, appearance },
  );
  const field = (label: string) => screen.getByLabelText(label, { exact: true });
  const answer = screen.getByLabelText(/3 \+ 4/);
  return {
    screen,
    field,
    answer,
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
      await answer.fill('7');
    },
  };
}

test('every missing field has an error, and the first one gets the focus', async () => {
  const { field, send, answer } = await openContact();
  await send.click();
  const reasons = [
    'Enter your name.',
    'Enter your email address.',
    'Enter a subject.',
    'Enter your message.',
  ];
  for (const [index, label] of labels.entries()) {
    await expect.element(field(label)).toBeInvalid();
    await expect.element(field(label)).toHaveAccessibleDescription(reasons[index] ?? '');
  }
  await expect.element(answer).toBeInvalid();
  await expect
    .element(answer)
    .toHaveAccessibleDescription(
      'Enter the answer to the math problem. The math problem keeps out spam programs.',
    );
  await expect.element(field('Name')).toHaveFocus();
  await expectAccessible();
});

test('a wrong answer is reported without a request, and the error disappears once it is right', async () => {
  await commands.stubResponses('POST /contact', [{ status: 500 }]);
  const { fillAll, send, answer, screen } = await openContact();
  await fillAll();
  await answer.fill('8');
  await send.click();
  await expect.element(answer).toHaveFocus();
  await expect.element(screen.getByText(/The answer is wrong/)).toBeVisible();
  await answer.fill('๗');
  await expect.element(answer).toBeValid();
  expect(await commands.listRequests()).toEqual([]);
});

test('after the sum has expired, the next one gets the focus, and the text is kept', async () => {
  const headers = { 'x-contact-challenge': '9 2 next' };
  await commands.stubResponses('POST /contact', [{ status: 422, headers }, { status: 200 }]);
  const { fillAll, sendAndWait, screen, field, thanks } = await openContact();
  await fillAll();
  await sendAndWait();
  const next = screen.getByLabelText('What is 9 + 2?');
  await expect.element(next).toHaveFocus();
  await expect.element(next).toHaveValue('');
  await expect.element(next).toBeInvalid();
  await expect.element(field('Message')).toHaveValue('x');
  await next.fill('11');
  await sendAndWait();
  await expect.element(thanks).toBeVisible();
  const bodies = (await commands.listRequests()).map(({ body }) =>
    Object.fromEntries(new URLSearchParams(String(body))),
  );
  expect(bodies.map(({ token, answer }) => [token, answer])).toEqual([
    ['sealed', '7'],
    ['next', '11'],
  ]);
});

test('the hidden field is sent, and emptied after it was reported', async () => {
  await commands.stubResponses('POST /contact', [{ status: 400 }, { status: 200 }]);
  const { fillAll, sendAndWait, alert, thanks, answer } = await openContact();
  const trap = document.querySelector<HTMLInputElement>('[name=website]');
  if (!trap) throw new Error('no hidden field');
  await answer.click();
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement).not.toBe(trap);
  await fillAll();
  trap.value = 'https://spam.example';
  await sendAndWait();
  await expect.element(alert.getByText(/A hidden field was filled in/)).toBeVisible();
  await sendAndWait();
  await expect.element(thanks).toBeVisible();
  const bodies = (await commands.listRequests()).map(({ body }) => new URLSearchParams(String(body)));
  expect(bodies.map((body) => body.get('website'))).toEqual(['https://spam.example', '']);
});

test('an error disappears once the field is valid, and an invalid email is reported on submit', async () => {
  const { screen, field, send } = await openContact();
  await send.click();
  await userEvent.keyboard('Ada');
  await expect.element(screen.getByText('Enter your name.')).not.toBeInTheDocument();
  await expect.element(screen.getByText('Enter a subject.')).toBeVisible();
  await field('Email').fill('nobody');
  await expect
    .element(screen.getByText('Enter a valid email address, like name@example.com.', { exact: true }))
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
  await expect.element(screen.getByText('Enter your name.')).not.toBeInTheDocument();
});

test('the error of a long text names the limit', async () => {
  const { field, send } = await openContact();
  await field('Subject').fill('x'.repeat(151));
  await send.click();
  await expect
    .element(field('Subject'))
    .toHaveAccessibleDescription('Shorten this text to 150 characters or fewer.');
});

test('the form waits, clears the fields and shows the success message', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await commands.stubResponses('POST /contact', [{ status: 200 }]);
  const { screen, field, send, fillAll, thanks } = await openContact();
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
  expect(await commands.listRequests()).toHaveLength(1);
});

const stored =
  'Your message is stored encrypted. Only the owners of this site can read it, and it’s deleted after 90 days.';

test.each([
  [false, null, stored],
  [false, email, stored],
  [true, email, `${stored} They also get it by email.`],
] as const)(
  'with a mail server (%s) and contact email %s the form says who gets a message',
  async (isMailed, contactEmail, sentence) => {
    const { screen } = await openContact({ isMailed, contactEmail });
    await expect.element(screen.getByText(sentence, { exact: true })).toBeVisible();
    const address = screen.getByRole('link', { name: email });
    if (contactEmail) await expect.element(address).toHaveAttribute('href', `mailto:${email}`);
    else
      await expect.element(screen.getByText('This site doesn’t have a contact address yet.')).toBeVisible();
  },
);

test('the time of storage is the owner’s, and without a reply time no reply is promised', async () => {
  const { screen } = await openContact({
    appearance: { messageDays: 1, replyHours: null },
    result: { outcome: 'sent' },
  });
  await expect.element(screen.getByText(/it’s deleted after 1 day\.$/)).toBeVisible();
  await expect.element(screen.getByText(/owners of this site can read it now/)).toBeVisible();
  await expect.element(screen.getByText(/get back to you soon/)).not.toBeInTheDocument();
});

test('the trimmed message is posted to the page in its language', async () => {
  await commands.stubResponses('POST /de/contact', [{ status: 200 }]);
  const { screen, sendAndWait, answer } = await openContact({ locale: 'de' });
  const [name, address, subject, message] = screen.getByRole('textbox').all();
  await name?.fill(' Ada ');
  await address?.fill('ada@example.com');
  await subject?.fill('Hello');
  await message?.fill('One\nTwo');
  await answer.fill('7');
  await sendAndWait();
  await expect.element(screen.getByText('Nachricht gesendet!').first()).toBeVisible();
  const sent = (await commands.listRequests()).map(({ path, body }) => [
    path,
    Object.fromEntries(new URLSearchParams(String(body))),
  ]);
  const fields = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'One\nTwo' };
  expect(sent).toEqual([['/de/contact', { ...fields, answer: '7', token: 'sealed', website: '' }]]);
  await expect.element(screen.getByRole('textbox').last()).toHaveValue('');
});

const unavailable = 'Your message couldn’t be sent. Your text is still here. Try again in a few minutes.';
const full =
  'This site’s inbox is full, so your message wasn’t stored. Your text is still here. Try again in a few days.';

const busy =
  'Too many messages were sent in a short time. Your text is still here. Try again in ten minutes.';

test('if there is no connection, the database is away, the inbox is full or too many arrive, the text is kept and the error is announced', async () => {
  const failures = [
    [{ isOffline: true }, unavailable],
    [{ status: 507 }, full],
    [{ status: 503 }, unavailable],
    [{ status: 429 }, busy],
  ] as const;
  await commands.stubResponses('POST /contact', [...failures.map(([response]) => response), { status: 200 }]);
  const { screen, field, alert, thanks, fillAll, sendAndWait } = await openContact();
  await fillAll();
  for (const [, reason] of failures) {
    await sendAndWait();
    await expect.element(alert.getByText('Message not sent', { exact: true })).toBeVisible();
    await expect.element(alert.getByText(reason, { exact: true })).toBeVisible();
    await expect.element(field('Message')).toHaveValue('x');
  }
  await sendAndWait();
  await expect.element(thanks).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(screen.getByText('Message not sent')).not.toBeInTheDocument();
});

const values = { name: 'Ada', email: 'nobody', subject: '', message: 'Hi' };

test('a rejected form without JavaScript is shown with its values and errors', async () => {
  const { field, answer } = await openContact({
    result: {
      outcome: 'refused',
      values,
      errors: { email: 'invalid', subject: 'missing', answer: 'invalid' },
    },
  });
  await expect.element(field('Name')).toHaveValue('Ada');
  await expect.element(field('Message')).toHaveValue('Hi');
  await expect.element(field('Subject')).toHaveAccessibleDescription('Enter a subject.');
  await expect.element(field('Email')).toBeInvalid();
  await expect.element(answer).toBeInvalid();
  await expect.element(answer).toHaveValue('');
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

function Broken(): never {
  throw new Error('broken form');
}

test('after a crash, the place of the form says so, and the rest of the page stays', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const screen = await renderIsland(
    <main>
      <CrashBoundary ErrorPage={ContactFormError}>
        <Broken />
      </CrashBoundary>
      <ContactDetails email={email} />
    </main>,
  );
  await expect.element(screen.getByRole('alert').getByText('broken form')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: email })).toBeVisible();
  expect(error).toHaveBeenCalledOnce();
});
