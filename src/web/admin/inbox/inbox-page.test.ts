import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Role } from '#accounts/contract.ts';
import { contactMessage } from '#database/schema.ts';
import { createInbox } from '#inbox/inbox.ts';
import { createLogger } from '#platform/logger.ts';
import { emptyDatabase, type TestDatabase } from '#test/support/databases.ts';
import { startAdminPages } from '#test/support/start-admin-pages.ts';
import type { AdminTestServer } from '#test/support/start-admin-server.ts';
import { startMailServer } from '#test/support/start-mail-server.ts';

let server: AdminTestServer;
let database: TestDatabase;
let mail: Awaited<ReturnType<typeof startMailServer>>;
const lines: string[] = [];
beforeAll(async () => {
  mail = await startMailServer();
  database = await emptyDatabase();
  const log = createLogger('trace', { write: (line) => void lines.push(line) });
  server = await startAdminPages({ overrides: { database, log } });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await mail?.[Symbol.asyncDispose]();
});
beforeEach(() => database.query.delete(contactMessage));

async function request(path: string, { role = 'owner', body }: { role?: Role; body?: URLSearchParams } = {}) {
  const response = await fetch(server.origin + path, {
    ...(body && { method: 'POST', body }),
    redirect: 'manual',
    headers: { cookie: server.getCookie(role), 'sec-fetch-site': 'same-origin', origin: server.origin },
  });
  const text = await response.text();
  const { loaderData = {}, actionData = {} } = text.startsWith('{') ? JSON.parse(text) : {};
  return {
    status: response.status,
    location: response.headers.get('location'),
    layout: loaderData?.['admin/layout'],
    list: loaderData?.['admin/inbox/inbox-page'],
    page: loaderData?.['admin/inbox/message-page'],
    settings: actionData?.['admin/settings/settings-page'],
    result: actionData?.['admin/inbox/inbox-page'] ?? actionData?.['admin/inbox/message-page'],
  };
}

const send = (path: string, fields: [string, string][] | Record<string, string>, role: Role = 'owner') =>
  request(path, { role, body: new URLSearchParams(fields) });

async function store(count: number, subject = 'Hello'): Promise<string[]> {
  const { inbox } = server.services;
  const message = { name: 'Zqname', email: 'zqmail@example.com', message: 'Zqmessage\n> old', locale: 'de' };
  for (let at = 0; at < count; at += 1)
    await inbox.store({ ...message, locale: 'de', subject: `${subject}${at || ''}` });
  const { messages } = await inbox.list({ status: null, page: 1 });
  return messages.map(({ id }) => id);
}

const find = (id = '') => server.services.inbox.find(id);

test.each(['editor', 'author'] as const)('an %s sees no message and changes none', async (role) => {
  const [id = ''] = await store(1);
  expect((await request('/admin/inbox', { role })).status).toBe(403);
  expect((await request(`/admin/inbox/${id}`, { role })).status).toBe(403);
  expect((await send('/admin/inbox', { id, intent: 'delete' }, role)).status).toBe(403);
  expect((await send(`/admin/inbox/${id}`, { intent: 'delete' }, role)).status).toBe(403);
  expect(await find(id)).toMatchObject({ status: 'new' });
  expect((await request('/admin/blog', { role })).layout.newMessages).toBe(0);
});

test('every page of an owner has the number of new messages', async () => {
  await store(2);
  expect((await request('/admin/account')).layout.newMessages).toBe(2);
});

test('500 messages are listed in pages, and an empty page leads to the last one', async () => {
  const dates = { receivedAt: new Date(), deleteAt: new Date(Date.now() + 60_000) };
  await database.query
    .insert(contactMessage)
    .values(Array.from({ length: 500 }, () => ({ ...dates, content: 'x' })));
  const first = (await request('/admin/inbox')).list;
  expect([first.messages.length, first.pages, first.total]).toEqual([25, 20, 500]);
  expect((await request('/admin/inbox?page=20')).list.messages).toHaveLength(25);
  expect((await request('/admin/inbox?page=21')).location).toBe('/admin/inbox?page=20');
  expect((await request('/admin/inbox?status=done&page=2')).location).toBe('/admin/inbox?status=done');
  expect((await request('/admin/inbox?page=x')).status).toBe(404);
});

test('selected messages are marked and deleted, and the list stays where it was', async () => {
  const [first = '', second = '', third = ''] = await store(3);
  const ids: [string, string][] = [first, second].map((id) => ['id', id]);
  const marked = await send('/admin/inbox', [
    ...ids,
    ['shown', third],
    ['intent', 'done'],
    ['status', 'new'],
    ['page', '2'],
  ]);
  expect(marked.location).toBe('/admin/inbox?status=new&page=2&done=saved');
  const status = async (id: string) => (await find(id))?.status;
  expect([await status(first), await status(second), await status(third)]).toEqual(['done', 'done', 'new']);
  await send('/admin/inbox', [...ids, ['intent', 'delete']]);
  expect([await status(first), await status(second), await status(third)]).toEqual([
    undefined,
    undefined,
    'new',
  ]);
});

test('"all on this page" applies to the messages that were shown', async () => {
  const [first = '', second = '', third = ''] = await store(3);
  const shown: [string, string][] = [first, second].map((id) => ['shown', id]);
  await send('/admin/inbox', [...shown, ['all', 'yes'], ['intent', 'delete']]);
  expect([await find(first), await find(second)]).toEqual([null, null]);
  expect(await find(third)).not.toBeNull();
});

test('without a selection nothing changes', async () => {
  const [id = ''] = await store(1);
  const result = await send('/admin/inbox', { shown: id, intent: 'delete' });
  expect([result.status, result.result]).toEqual([422, { error: 'none' }]);
  expect((await send('/admin/inbox', { id, intent: 'nonsense' })).status).toBe(400);
  expect(await find(id)).toMatchObject({ status: 'new' });
});

test('opening a message marks it as read, and it can be marked as new or done again', async () => {
  const [id = ''] = await store(1);
  const { page } = await request(`/admin/inbox/${id}`);
  expect(page.message).toMatchObject({ status: 'read', content: { subject: 'Hello', name: 'Zqname' } });
  expect(await find(id)).toMatchObject({ status: 'read' });
  expect((await send(`/admin/inbox/${id}`, { intent: 'new' })).location).toBe('/admin/inbox?done=saved');
  expect(await find(id)).toMatchObject({ status: 'new' });
  await send(`/admin/inbox/${id}`, { intent: 'done' });
  expect((await request(`/admin/inbox/${id}`)).page.message.status).toBe('done');
  await send(`/admin/inbox/${id}`, { intent: 'delete' });
  expect((await request(`/admin/inbox/${id}`)).status).toBe(404);
  for (const unknown of ['x', crypto.randomUUID()])
    expect((await request(`/admin/inbox/${unknown}`)).status).toBe(404);
});

test('without a mail server, a message is answered in the mail program of the owner', async () => {
  const [id = ''] = await store(1, 'Größe & Maße?');
  const { page } = await request(`/admin/inbox/${id}`);
  expect(page.canSendEmail).toBe(false);
  const link = new URL(page.replyLink);
  expect(link.protocol + decodeURIComponent(link.pathname)).toBe('mailto:zqmail@example.com');
  expect(link.searchParams.get('subject')).toBe('Re: Größe & Maße?');
  expect(link.searchParams.get('body')).toMatch(/^\r\n\r\nAm .* schrieb Zqname:\r\n> Zqmessage\r\n> > old$/);
  const reply = await send(`/admin/inbox/${id}`, { intent: 'reply', text: 'Hi' });
  expect([reply.status, reply.result]).toEqual([502, { error: 'missing', text: 'Hi' }]);
});

test('a message that can’t be decrypted is shown as such, stays new, and can be deleted', async () => {
  const other = createInbox({
    database,
    secret: 'another secret for tests, long enough',
    retentionDays: () => 90,
    now: Date.now,
    onError: () => undefined,
  });
  await other.store({ name: 'A', email: 'a@b.example', subject: 'S', message: 'M', locale: 'en' });
  const { list } = await request('/admin/inbox');
  const [{ id, content }] = list.messages;
  expect(content).toBeNull();
  const { page } = await request(`/admin/inbox/${id}`);
  expect([page.message.status, page.message.content, page.replyLink]).toEqual(['new', null, null]);
  expect((await send(`/admin/inbox/${id}`, { intent: 'reply', text: 'Hi' })).status).toBe(400);
  await send(`/admin/inbox/${id}`, { intent: 'delete' });
  expect((await request('/admin/inbox')).list.total).toBe(0);
});

test('with a mail server, a reply quotes the message, and the message is done', async () => {
  await server.services.settings.save(
    { CONTACT_EMAIL: 'desk@example.org', SMTP_URL: mail.url },
    { name: 'A' },
  );
  const [id = ''] = await store(1, 'Re: Hello');
  expect((await request(`/admin/inbox/${id}`)).page.canSendEmail).toBe(true);
  for (const [text, error] of [
    [' \r\n ', 'empty'],
    ['x'.repeat(10_001), 'too_long'],
  ] as const) {
    const rejected = await send(`/admin/inbox/${id}`, { intent: 'reply', text });
    expect([rejected.status, rejected.result.error]).toEqual([422, error]);
  }
  const sent = await send(`/admin/inbox/${id}`, { intent: 'reply', text: 'First\r\n.\r\nZqreply' });
  expect(sent.location).toBe(`/admin/inbox/${id}?done=replied`);
  const [email] = mail.received;
  expect(email).toMatchObject({ from: 'desk@example.org', to: ['zqmail@example.com'] });
  expect(email?.data).toContain('Subject: Re: Hello\r\n');
  expect(email?.data).toContain('To: Zqname <zqmail@example.com>\r\n');
  expect(email?.data).toMatch(
    /First\r\n\.\r\nZqreply\r\n\r\nAm .* schrieb Zqname:\r\n> Zqmessage\r\n> > old/,
  );
  const message = await find(id);
  expect([message?.status, typeof message?.repliedAt]).toEqual(['done', 'string']);
});

test('a reply that the mail server rejects stays in the form, and no log has it', async () => {
  const [id = ''] = await store(1);
  mail.rejectRecipients();
  const rejected = await send(`/admin/inbox/${id}`, { intent: 'reply', text: 'Zqreply' });
  expect([rejected.status, rejected.result]).toEqual([502, { error: 'rejected', text: 'Zqreply' }]);
  expect(await find(id)).toMatchObject({ status: 'read', repliedAt: null });
  expect(lines.join('')).not.toMatch(/zq(name|mail|message|reply)|Hello/i);
});

test('a shorter time that deletes messages is saved only after a confirmation', async () => {
  const [id = ''] = await store(2);
  const received = new Date(Date.now() - 20 * 24 * 3_600_000);
  await database.query.update(contactMessage).set({ receivedAt: received }).where(eq(contactMessage.id, id));
  const days = (value: string, more = {}) =>
    send('/admin/settings/contact', {
      CONTACT_EMAIL: 'desk@example.org',
      messageDays: value,
      replyHours: '12',
      intent: 'save',
      ...more,
    });
  const { settings } = server.services;
  for (const more of [{}, { 'confirm-retention': '19' }, { 'confirm-retention': 'yes' }]) {
    const asked = await days('14', more);
    expect([asked.status, asked.settings.shortened]).toMatchObject([422, { days: 14, count: 1 }]);
    expect(new Map(asked.settings.shortened.fields).get('replyHours')).toBe('12');
  }
  expect(settings.site()).toMatchObject({ messageDays: 90, replyHours: 24 });
  expect(await find(id)).not.toBeNull();
  // Invalid values are not asked about.
  expect((await days('-1')).settings.shortened).toBeNull();
  expect((await days('20.5')).settings.shortened).toBeNull();
  expect((await days('30')).status).toBe(303);
  expect((await days('14', { 'confirm-retention': '14' })).status).toBe(303);
  expect(settings.site()).toMatchObject({ messageDays: 14, replyHours: 12 });
  expect(await find(id)).toBeNull();
  expect((await server.services.inbox.list({ status: null, page: 1 })).messages).toHaveLength(1);
  expect((await days('')).status).toBe(303);
});

test('a shorter time for messages applies at once, and an invalid one changes nothing', async () => {
  const [id = ''] = await store(1);
  const days = (value: string) =>
    send('/admin/settings/contact', {
      CONTACT_EMAIL: 'desk@example.org',
      messageDays: value,
      intent: 'save',
    });
  expect((await days('0')).status).toBe(422);
  expect((await days('731')).status).toBe(422);
  expect((await days('7')).status).toBe(303);
  const message = await find(id);
  const lifetime = Date.parse(message?.deleteAt ?? '') - Date.parse(message?.receivedAt ?? '');
  expect(lifetime).toBe(7 * 24 * 3_600_000);
  expect((await days('')).status).toBe(303);
  expect(server.services.settings.site().messageDays).toBe(90);
});
