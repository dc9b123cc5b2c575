import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { startMailServer } from '#test/support/start-mail-server.ts';
import { startTestServer } from '#test/support/start-server.ts';
import type { ContactMessage } from '../../contact-message.ts';
import { servicesContext, type WebServices } from '../../services.ts';
import { action } from './contact-page.tsx';

const message = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'One\n.\nTwo' };
type ContactServices = Pick<WebServices, 'contactDelivery' | 'sendMessage'>;
const onScreen: ContactServices = {
  contactDelivery: 'screen',
  sendMessage: () => Promise.reject(new Error('sent')),
};
const environment = (smtpUrl: string) => ({ SMTP_URL: smtpUrl, CONTACT_EMAIL: 'desk@example.org' });

async function send(fields: Partial<ContactMessage>, services: ContactServices) {
  const request = new Request('http://x/contact', { method: 'POST', body: new URLSearchParams(fields) });
  const context = new RouterContextProvider();
  context.set(servicesContext, services as WebServices);
  const { data, init } = await action({ request, params: {}, context } as unknown as LoaderFunctionArgs);
  return { ...data, status: init?.status };
}

test('a message with delivery "screen" is validated but not sent', async () => {
  expect(await send(message, onScreen)).toEqual({ outcome: 'sent', status: 200 });
  expect(await send({ ...message, email: 'x' }, onScreen)).toEqual({
    outcome: 'refused',
    status: 422,
    values: { ...message, email: 'x' },
    errors: { email: 'invalid' },
  });
});

test('an empty form is rejected with 422, an oversized one with 413', async () => {
  expect(await send({}, onScreen)).toMatchObject({ outcome: 'refused', status: 422 });
  await expect(send({ ...message, message: 'x'.repeat(70_000) }, onScreen)).rejects.toMatchObject({
    init: { status: 413 },
  });
});

test('the longest message in a three-byte script fits', async () => {
  expect(await send({ ...message, message: 'ก'.repeat(5000) }, onScreen)).toMatchObject({ outcome: 'sent' });
});

test('a message is mailed to the operator with the sender as Reply-To', async () => {
  await using mailServer = await startMailServer();
  await using server = await startTestServer({
    environment: environment(mailServer.url),
  });
  expect(await send(message, server.services)).toEqual({ outcome: 'sent', status: 200 });
  const [mail] = mailServer.received;
  expect(mail).toMatchObject({ from: 'desk@example.org', to: ['desk@example.org'] });
  expect(mail?.data).toContain('Reply-To: Ada <ada@example.com>\r\n');
  expect(mail?.data).toContain('Subject: [Unspool] Hello\r\n');
  expect(mail?.data).toContain('One\r\n.\r\nTwo');
});

test('a rejection by the mail server is 502 and returns the form values', async () => {
  await using mailServer = await startMailServer();
  mailServer.rejectRecipients();
  await using server = await startTestServer({
    environment: environment(mailServer.url),
  });
  expect(await send(message, server.services)).toEqual({
    outcome: 'failed',
    status: 502,
    code: 'undelivered',
    values: message,
  });
});

test('messages over the rate limit are rejected for ten minutes', async () => {
  await using mailServer = await startMailServer();
  let time = 0;
  await using server = await startTestServer({
    environment: environment(mailServer.url),
    overrides: { now: () => time },
  });
  for (let count = 0; count < 30; count += 1) await send(message, server.services);
  expect(await send(message, server.services)).toMatchObject({
    outcome: 'failed',
    code: 'busy',
    status: 429,
  });
  time = 600_000;
  expect(await send(message, server.services)).toMatchObject({ outcome: 'sent' });
  expect(mailServer.received).toHaveLength(31);
});
