import { expect, test } from 'vitest';
import { contactLimits } from '../contract.ts';
import { checkMessage } from './check-message.ts';
import { emptyMessage } from './contact-message.ts';

const good = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'One\nTwo' };

test('all four fields are required, and blanks are nothing', () => {
  const all = { name: 'missing', email: 'missing', subject: 'missing', message: 'missing' };
  expect(checkMessage(emptyMessage).faults).toEqual(all);
  expect(checkMessage({ name: ' ', email: '\t', subject: '\u00a0', message: ' \n ' }).faults).toEqual(all);
  expect(checkMessage(good)).toEqual({ message: good, faults: {} });
});

test.each([
  'a@b.co',
  'first.last+tag@sub.example.org',
  "o'neil@example.travel",
  'x@münchen.example',
  'x@例え.jp',
])('%s is an email address', (email) => {
  expect(checkMessage({ ...good, email }).faults).toEqual({});
});

test.each([
  'nobody',
  'a@b',
  '@example.com',
  'a@',
  'a b@example.com',
  'a@example..com',
  'a@-example.com',
  'a@example-.com',
  'a@b@example.com',
  'a@example.com, b@example.com',
  'a<b@example.com>',
  'a@example.com\r\nBcc: c@example.com',
  'a@exa\nmple.com',
])('%j is no email address', (email) => {
  expect(checkMessage({ ...good, email }).faults).toEqual({ email: 'invalid' });
});

test('what is too long says so', () => {
  for (const field of ['name', 'subject', 'message'] as const) {
    const longest = 'x'.repeat(contactLimits[field]);
    expect(checkMessage({ ...good, [field]: longest }).faults).toEqual({});
    expect(checkMessage({ ...good, [field]: `${longest}x` }).faults).toEqual({ [field]: 'too_long' });
  }
  const email = `${'a'.repeat(60)}@${'b.'.repeat(100)}example`;
  expect(checkMessage({ ...good, email }).faults).toEqual({ email: 'too_long' });
});

test('a name and a subject become one line, a message keeps its own', () => {
  const { message } = checkMessage({
    ...good,
    name: 'Ada\r\nBcc: x@example.com',
    subject: ' A\u2028B\0C ',
    message: ' 1\r\n2 ',
  });
  expect(message).toMatchObject({ name: 'Ada Bcc: x@example.com', subject: 'A B C', message: '1\n2' });
});

test('a hostile address is judged at once', () => {
  const start = performance.now();
  checkMessage({ ...good, email: `a@${'a-'.repeat(120)}!` });
  checkMessage({ ...good, email: `${'a.'.repeat(120)}@` });
  expect(performance.now() - start).toBeLessThan(50);
});
