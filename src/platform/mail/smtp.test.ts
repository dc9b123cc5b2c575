import { expect, test } from 'vitest';
import { startMailServer } from '#test/support/start-mail-server.ts';
import { createSmtpTransport, type Email } from './smtp.ts';

const mail: Email = {
  from: { name: 'Form', address: 'desk@example.org' },
  to: { name: '', address: 'desk@example.org' },
  replyTo: { name: 'Ada', address: 'ada@example.com' },
  subject: 'A question',
  text: 'First line\nSecond line\n.\nAfter a lone dot\n',
};

function splitMessage(data: string) {
  const headersEnd = data.indexOf('\r\n\r\n');
  const headers = data.slice(0, headersEnd).replace(/\r\n[ \t]+/g, ' ');
  return { headers: headers.split('\r\n'), body: data.slice(headersEnd + 4) };
}

test('an email arrives complete, with its reply-to address', async () => {
  await using server = await startMailServer();
  const mailer = createSmtpTransport(server.url);
  expect(await mailer.send(mail)).toEqual({ ok: true, value: null });
  mailer.close();
  const [received] = server.received;
  expect(received).toMatchObject({ from: 'desk@example.org', to: ['desk@example.org'] });
  const { headers, body } = splitMessage(received?.data ?? '');
  expect(headers).toContain('Reply-To: Ada <ada@example.com>');
  expect(headers).toContain('Subject: A question');
  expect(body).toContain('First line\r\nSecond line\r\n.\r\nAfter a lone dot');
});

test.each(['\r\n', '\n', '\r', '\u2028', '\0\n'])('%j in a field injects no header', async (lineBreak) => {
  await using server = await startMailServer();
  const mailer = createSmtpTransport(server.url);
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
    const names = splitMessage(data).headers.map((line) => line.split(':')[0]?.toLowerCase());
    expect(names).not.toContain('bcc');
    expect(names.filter((name) => name === 'subject' || name === 'reply-to')).toHaveLength(2);
  }
});

test('a text that contains a path or a URL is sent unchanged', async () => {
  await using server = await startMailServer();
  const mailer = createSmtpTransport(server.url);
  await mailer.send({ ...mail, text: 'path: /etc/passwd http://127.0.0.1/' });
  mailer.close();
  expect(splitMessage(server.received[0]?.data ?? '').body).toContain('path: /etc/passwd http://127.0.0.1/');
});

test('a rejection by the server is an error value', async () => {
  await using server = await startMailServer();
  server.rejectRecipients();
  const mailer = createSmtpTransport(server.url);
  expect(await mailer.send(mail)).toMatchObject({ ok: false, error: { code: 'mail.undelivered' } });
  mailer.close();
  expect(server.received).toEqual([]);
});

test('an unreachable server is an error value', async () => {
  const server = await startMailServer();
  await server[Symbol.asyncDispose]();
  const mailer = createSmtpTransport(server.url);
  expect(await mailer.send(mail)).toMatchObject({ ok: false, error: { code: 'mail.undelivered' } });
  mailer.close();
});
