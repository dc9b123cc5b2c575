import { sql } from 'drizzle-orm';
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { inboxLimit } from '#inbox/contract.ts';
import { createLogger } from '#platform/logger.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { startMailServer } from '#test/support/start-mail-server.ts';
import { startTestServer } from '#test/support/start-server.ts';
import { servicesContext, type WebServices } from '../../services.ts';
import { contactChallengeHeader, parseContactChallenge } from './contact-message.ts';
import { action, loader } from './contact-page.tsx';

const message = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'One\n.\nTwo' };
type ContactServices = Pick<WebServices, 'accounts' | 'contactEmail' | 'sendMessage' | 'verification'>;
const environment = (smtpUrl: string) => ({ SMTP_URL: smtpUrl, CONTACT_EMAIL: 'desk@example.org' });

/** `fields` replace those of the solved form. */
async function send(
  fields: Record<string, string>,
  services: ContactServices,
  { path = '/contact', headers = {} } = {},
) {
  const {
    challenge: { left, right },
    token,
  } = services.verification.issue();
  const form = { token, answer: String(left + right), ...fields };
  const request = new Request(`http://x${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
  });
  const context = new RouterContextProvider();
  context.set(servicesContext, services as unknown as WebServices);
  const { data, init } = await action({ request, params: {}, context } as unknown as LoaderFunctionArgs);
  return { ...data, status: init?.status, headers: new Headers(init?.headers) };
}

const outcome = async (...args: Parameters<typeof send>) => {
  const { headers: _, ...result } = await send(...args);
  return result;
};

test('a valid message is stored with the language of its page, also without a mail server', async () => {
  await using server = await startTestServer();
  const { services } = server;
  expect(await outcome(message, services)).toEqual({ outcome: 'sent', status: 200 });
  expect(await outcome({ ...message, subject: 'Hallo' }, services, { path: '/de/contact' })).toMatchObject({
    outcome: 'sent',
  });
  const { messages } = await services.inbox.list({ status: 'new', page: 1 });
  const contents = messages.map(({ content }) => content).toSorted((a) => (a?.locale === 'de' ? 1 : -1));
  expect(contents).toEqual([
    { ...message, locale: 'en' },
    { ...message, subject: 'Hallo', locale: 'de' },
  ]);
});

test('an invalid message is not stored, and its values are returned', async () => {
  await using server = await startTestServer();
  expect(await outcome({ ...message, email: 'x' }, server.services)).toEqual({
    outcome: 'refused',
    status: 422,
    values: { ...message, email: 'x' },
    errors: { email: 'invalid' },
  });
  expect(await server.services.inbox.countNew()).toBe(0);
});

test('a message needs the solved sum of a token that has not expired, and a rejection has a new sum', async () => {
  let time = 0;
  await using server = await startTestServer({ overrides: { now: () => time } });
  const { services } = server;
  expect(await outcome({ ...message, answer: ' ' }, services)).toMatchObject({
    status: 422,
    errors: { answer: 'missing' },
  });
  for (const fields of [{ answer: '1' }, { token: '' }, { token: 'forged' }])
    expect(await outcome({ ...message, ...fields }, services)).toMatchObject({
      status: 422,
      errors: { answer: 'invalid' },
      values: message,
    });
  const { challenge, token } = services.verification.issue();
  const solved = { token, answer: String(challenge.left + challenge.right) };
  time = 30 * 60_000;
  const { status, headers } = await send({ ...message, ...solved }, services);
  const next = parseContactChallenge(headers.get(contactChallengeHeader));
  if (!next) throw new Error('no new sum');
  expect(status).toBe(422);
  expect(await services.inbox.countNew()).toBe(0);
  const answer = String(next.challenge.left + next.challenge.right);
  expect(await outcome({ ...message, token: next.token, answer }, services)).toMatchObject({ status: 200 });
  expect(await services.inbox.countNew()).toBe(1);
});

test('the page has a sum, and says whether messages are emailed', async () => {
  await using mailServer = await startMailServer();
  const read = (services: ContactServices) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, services as unknown as WebServices);
    return loader({ request: new Request('http://x/contact'), params: {}, context } as never);
  };
  await using server = await startTestServer();
  expect(read(server.services)).toMatchObject({ contactEmail: null, isMailed: false });
  await using mailing = await startTestServer({ environment: environment(mailServer.url) });
  const { challenge, ...rest } = read(mailing.services);
  expect(rest).toEqual({ contactEmail: 'desk@example.org', isMailed: true });
  expect(mailing.services.verification.verify(challenge.token, sumOf(challenge.challenge))).toBe(true);
});

const sumOf = ({ left, right }: { left: number; right: number }) => String(left + right);

test('a message with the hidden field is rejected and not stored', async () => {
  await using server = await startTestServer();
  expect(await outcome({ ...message, website: 'https://spam.example' }, server.services)).toEqual({
    outcome: 'failed',
    status: 400,
    code: 'spam',
    values: message,
  });
  expect(await server.services.inbox.countNew()).toBe(0);
});

test('a full inbox is reported, and the values are returned', async () => {
  const database = await emptyDatabase();
  await database.query.execute(
    sql`insert into contact_message (received_at, delete_at, content)
      select now(), now() + interval '1 day', 'x' from generate_series(1, ${inboxLimit}::int)`,
  );
  await using server = await startTestServer({ overrides: { database } });
  expect(await outcome(message, server.services)).toEqual({
    outcome: 'failed',
    status: 507,
    code: 'full',
    values: message,
  });
});

test.each([
  ['read-only', Object.assign(new Error('read-only'), { code: '25006' })],
  ['unreachable', Object.assign(new Error('connection refused'), { code: '08006' })],
])('if the database is %s, the values are returned, and the log has no message', async (_, cause) => {
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line) => void lines.push(line) });
  const working = await emptyDatabase();
  const error = new Error('insert into contact_message: Zqmessage', { cause });
  // Only the inbox deletes rows here, before it stores a message.
  const query = new Proxy(working.query, {
    get: (target, name) =>
      name === 'delete' ? () => ({ where: () => Promise.reject(error) }) : Reflect.get(target, name, target),
  });
  await using server = await startTestServer({ overrides: { database: { ...working, query }, log } });
  const values = { ...message, message: 'Zqmessage', name: 'Zqname', email: 'zqmail@example.com' };
  expect(await outcome(values, server.services)).toEqual({
    outcome: 'failed',
    status: 503,
    code: 'unavailable',
    values,
  });
  expect(lines.join('')).toContain('contact message not stored');
  expect(lines.join('')).not.toMatch(/zq(name|mail|subject|message)/i);
});

test('no log line has a part of a message, whatever becomes of it', async () => {
  await using mailServer = await startMailServer();
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line) => void lines.push(line) });
  await using server = await startTestServer({
    environment: environment(mailServer.url),
    overrides: { log },
  });
  const values = { name: 'Zqname', email: 'zqmail@example.com', subject: 'Zqsubject', message: 'Zqmessage' };
  await send(values, server.services);
  await expect.poll(() => mailServer.received.length).toBe(1);
  mailServer.rejectRecipients();
  await send(values, server.services);
  await send({ ...values, answer: '' }, server.services);
  await expect.poll(() => lines.join('')).toContain('contact message stored but not emailed');
  expect(lines.join('')).not.toMatch(/zq(name|mail|subject|message)/i);
});

test('an empty form is rejected with 422, an oversized one with 413', async () => {
  await using server = await startTestServer();
  expect(await send({}, server.services)).toMatchObject({ outcome: 'refused', status: 422 });
  await expect(send({ ...message, message: 'x'.repeat(70_000) }, server.services)).rejects.toMatchObject({
    init: { status: 413 },
  });
});

test('the longest message in a three-byte script fits', async () => {
  await using server = await startTestServer();
  expect(await send({ ...message, message: 'ก'.repeat(5000) }, server.services)).toMatchObject({
    outcome: 'sent',
  });
});

test('with a mail server, a message is also emailed to the operator, with the sender as Reply-To', async () => {
  await using mailServer = await startMailServer();
  await using server = await startTestServer({
    environment: environment(mailServer.url),
  });
  expect(await outcome(message, server.services)).toEqual({ outcome: 'sent', status: 200 });
  await expect.poll(() => mailServer.received.length).toBe(1);
  const [mail] = mailServer.received;
  expect(mail).toMatchObject({ from: 'desk@example.org', to: ['desk@example.org'] });
  expect(mail?.data).toContain('Reply-To: Ada <ada@example.com>\r\n');
  expect(mail?.data).toContain('Subject: [Unspool] Hello\r\n');
  expect(mail?.data).toContain('One\r\n.\r\nTwo');
});

test('emails name the site as its owner does', async () => {
  await using mailServer = await startMailServer();
  await using server = await startTestServer({ environment: environment(mailServer.url) });
  const siteName = 'Ginas "Seite" <a@b.example>, ไทย';
  await server.services.settings.save({ siteName }, { name: 'Ada' });
  expect(await send(message, server.services)).toMatchObject({ outcome: 'sent' });
  await expect.poll(() => mailServer.received.length).toBe(1);
  const actor = { id: '1', name: 'Ada', email: 'ada@example.com', role: 'owner', locale: 'de' } as const;
  await server.services.accounts.invite({ email: 'bo@example.org', role: 'author' }, actor);
  await expect.poll(() => mailServer.received.length).toBe(2);
  const [contact = '', invitation = ''] = mailServer.received.map(({ data }) => decodeHeaders(data));
  expect(contact).toContain(`\nSubject: [${siteName}] Hello\r\n`);
  expect(contact).toContain(`${siteName} contact form <desk@example.org>\r\n`);
  expect(invitation).toContain(`für den Blog von ${siteName} zu schreiben`);
  expect(invitation).toContain(`${siteName} <desk@example.org>\r\n`);
  expect(mailServer.received.map(({ to }) => to)).toEqual([['desk@example.org'], ['bo@example.org']]);
});

/** Encoded words of RFC 2047, in folded headers. */
function decodeHeaders(data: string): string {
  return data
    .replaceAll(/\?=(\r\n)? +=\?/g, '?==?')
    .replaceAll('\r\n ', ' ')
    .replaceAll(/=\?UTF-8\?(Q|B)\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('latin1')
        : unescape(text.replaceAll('_', ' ').replaceAll('=', '%')),
    )
    .split('\r\n')
    .map((line) => Buffer.from(line, 'latin1').toString('utf8'))
    .join('\r\n');
}

test('a mail server that rejects the email or is away loses no message', async () => {
  await using mailServer = await startMailServer();
  mailServer.rejectRecipients();
  await using server = await startTestServer({ environment: environment(mailServer.url) });
  expect(await send(message, server.services)).toMatchObject({ outcome: 'sent', status: 200 });
  await mailServer[Symbol.asyncDispose]();
  expect(await send(message, server.services)).toMatchObject({ outcome: 'sent', status: 200 });
  expect(await server.services.inbox.countNew()).toBe(2);
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
  expect(await server.services.inbox.countNew()).toBe(31);
  await expect.poll(() => mailServer.received.length).toBe(31);
});
