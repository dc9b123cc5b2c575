import { expect, test } from 'vitest';
import { startMailServer } from '#test/support/start-mail-server.ts';
import { createMailer, type Mail } from './send-mail.ts';

const mail: Mail = {
  from: { name: 'Form', address: 'desk@example.org' },
  to: { name: '', address: 'desk@example.org' },
  replyTo: { name: 'Ada', address: 'ada@example.com' },
  subject: 'A question',
  text: 'First line\nSecond line\n.\nAfter a lone dot\n',
};

function partsOf(data: string) {
  const end = data.indexOf('\r\n\r\n');
  const headers = data.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  return { headers: headers.split('\r\n'), body: data.slice(end + 4) };
}

test('a mail arrives whole, with the address to answer to', async () => {
  await using server = await startMailServer();
  const mailer = createMailer(server.url);
  expect(await mailer.send(mail)).toEqual({ ok: true, value: null });
  mailer.close();
  const [received] = server.received;
  expect(received).toMatchObject({ from: 'desk@example.org', to: ['desk@example.org'] });
  const { headers, body } = partsOf(received?.data ?? '');
  expect(headers).toContain('Reply-To: Ada <ada@example.com>');
  expect(headers).toContain('Subject: A question');
  expect(body).toContain('First line\r\nSecond line\r\n.\r\nAfter a lone dot');
});

test.each(['\r\n', '\n', '\r', '\u2028', '\0\n'])('%j in a field opens no header', async (lineBreak) => {
  await using server = await startMailServer();
  const mailer = createMailer(server.url);
  const attack = `${lineBreak}Bcc: victim@example.net${lineBreak}${lineBreak}body`;
  const sent = await mailer.send({
    ...mail,
    subject: `Hello${attack}`,
    replyTo: { name: `Ada${attack}`, address: `ada@example.com${attack}` },
  });
  mailer.close();
  expect(sent.ok).toBe(true);
  for (const { to, data } of server.received) {
    expect(to).toEqual(['desk@example.org']);
    const names = partsOf(data).headers.map((line) => line.split(':')[0]?.toLowerCase());
    expect(names).not.toContain('bcc');
    expect(names.filter((name) => name === 'subject' || name === 'reply-to')).toHaveLength(2);
  }
});

test('a text that names a file or an address is sent as it is', async () => {
  await using server = await startMailServer();
  const mailer = createMailer(server.url);
  await mailer.send({ ...mail, text: 'path: /etc/passwd http://127.0.0.1/' });
  mailer.close();
  expect(partsOf(server.received[0]?.data ?? '').body).toContain('path: /etc/passwd http://127.0.0.1/');
});

test('a refusal is an outcome', async () => {
  await using server = await startMailServer();
  server.refuse();
  const mailer = createMailer(server.url);
  expect(await mailer.send(mail)).toMatchObject({ ok: false, error: { code: 'mail.undelivered' } });
  mailer.close();
  expect(server.received).toEqual([]);
});

test('a server that is not there is an outcome', async () => {
  const server = await startMailServer();
  await server[Symbol.asyncDispose]();
  const mailer = createMailer(server.url);
  expect(await mailer.send(mail)).toMatchObject({ ok: false, error: { code: 'mail.undelivered' } });
  mailer.close();
});
