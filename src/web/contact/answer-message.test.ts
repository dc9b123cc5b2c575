import { expect, test } from 'vitest';
import { startEdge } from '#test/support/start-edge.ts';
import { startMailServer } from '#test/support/start-mail-server.ts';
import { answerMessage } from './answer-message.ts';
import type { ContactMessage } from './contact-message.ts';

const message = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'One\n.\nTwo' };
type Desk = Parameters<typeof answerMessage>[1];

async function send(fields: Partial<ContactMessage>, desk: Desk) {
  const request = new Request('http://x/contact', { method: 'POST', body: new URLSearchParams(fields) });
  const { data, init } = await answerMessage(request, desk);
  return { ...data, status: init?.status };
}

test('where the message stays on screen, it is judged and handed to nobody', async () => {
  const handed: ContactMessage[] = [];
  const desk: Desk = {
    contactDelivery: 'screen',
    async sendMessage(one) {
      handed.push(one);
      return { ok: true, value: null };
    },
  };
  expect(await send(message, desk)).toEqual({ outcome: 'sent', status: 200 });
  expect(await send({ ...message, email: 'x' }, desk)).toEqual({
    outcome: 'refused',
    status: 422,
    typed: { ...message, email: 'x' },
    faults: { email: 'invalid' },
  });
  expect(handed).toEqual([]);
});

test('a form without fields, or with far too much, is refused', async () => {
  const desk: Desk = { contactDelivery: 'screen', sendMessage: async () => ({ ok: true, value: null }) };
  expect(await send({}, desk)).toMatchObject({ outcome: 'refused', status: 422 });
  await expect(send({ ...message, message: 'x'.repeat(70_000) }, desk)).rejects.toMatchObject({
    init: { status: 413 },
  });
});

test('the longest message of any script fits', async () => {
  const desk: Desk = { contactDelivery: 'screen', sendMessage: async () => ({ ok: true, value: null }) };
  expect(await send({ ...message, message: 'ก'.repeat(5000) }, desk)).toMatchObject({ outcome: 'sent' });
});

test('with a mail server it is delivered to the operator, to be answered to the visitor', async () => {
  await using server = await startMailServer();
  await using edge = await startEdge({
    environment: { SMTP_URL: server.url, CONTACT_EMAIL: 'desk@example.org' },
  });
  expect(await send(message, edge.services)).toEqual({ outcome: 'sent', status: 200 });
  const [mail] = server.received;
  expect(mail).toMatchObject({ from: 'desk@example.org', to: ['desk@example.org'] });
  expect(mail?.data).toContain('Reply-To: Ada <ada@example.com>\r\n');
  expect(mail?.data).toContain('Subject: [Unspool] Hello\r\n');
  expect(mail?.data).toContain('One\r\n.\r\nTwo');
});

test('a server that refuses leaves the visitor their text', async () => {
  await using server = await startMailServer();
  server.refuse();
  await using edge = await startEdge({
    environment: { SMTP_URL: server.url, CONTACT_EMAIL: 'desk@example.org' },
  });
  expect(await send(message, edge.services)).toEqual({
    outcome: 'failed',
    status: 502,
    code: 'undelivered',
    typed: message,
  });
});

test('beyond the limit messages wait for the next ten minutes', async () => {
  await using server = await startMailServer();
  let time = 0;
  await using edge = await startEdge({
    environment: { SMTP_URL: server.url, CONTACT_EMAIL: 'desk@example.org' },
    overrides: { now: () => time },
  });
  for (let count = 0; count < 30; count += 1) await send(message, edge.services);
  expect(await send(message, edge.services)).toMatchObject({ outcome: 'failed', code: 'busy', status: 429 });
  time = 600_000;
  expect(await send(message, edge.services)).toMatchObject({ outcome: 'sent' });
  expect(server.received).toHaveLength(31);
});
