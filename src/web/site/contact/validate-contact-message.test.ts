import { expect, test } from 'vitest';
import { measureCpuMs } from '#test/support/measure-cpu.ts';
import { contactLimits } from '../../contract.ts';
import { emptyContactMessage } from './contact-message.ts';
import { validateContactMessage } from './validate-contact-message.ts';

const good = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'One\nTwo' };

test('all four fields are required, and blanks count as empty', () => {
  const all = { name: 'missing', email: 'missing', subject: 'missing', message: 'missing' };
  expect(validateContactMessage(emptyContactMessage).errors).toEqual(all);
  expect(
    validateContactMessage({ name: ' ', email: '\t', subject: '\u00a0', message: ' \n ' }).errors,
  ).toEqual(all);
  expect(validateContactMessage(good)).toEqual({ message: good, errors: {} });
});

test.each([
  'a@b.co',
  'first.last+tag@sub.example.org',
  "o'neil@example.travel",
  'x@münchen.example',
  'x@例え.jp',
])('%s is a valid email address', (email) => {
  expect(validateContactMessage({ ...good, email }).errors).toEqual({});
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
])('%j is not a valid email address', (email) => {
  expect(validateContactMessage({ ...good, email }).errors).toEqual({ email: 'invalid' });
});

test('a value over the maximum length is too_long', () => {
  for (const field of ['name', 'subject', 'message'] as const) {
    const longest = 'x'.repeat(contactLimits[field]);
    expect(validateContactMessage({ ...good, [field]: longest }).errors).toEqual({});
    expect(validateContactMessage({ ...good, [field]: `${longest}x` }).errors).toEqual({
      [field]: 'too_long',
    });
  }
  const email = `${'a'.repeat(60)}@${'b.'.repeat(100)}example`;
  expect(validateContactMessage({ ...good, email }).errors).toEqual({ email: 'too_long' });
});

test('name and subject are reduced to one line, the message keeps its line breaks', () => {
  const { message } = validateContactMessage({
    ...good,
    name: 'Ada\r\nBcc: x@example.com',
    subject: ' A\u2028B\0C ',
    message: ' 1\r\n2 ',
  });
  expect(message).toMatchObject({ name: 'Ada Bcc: x@example.com', subject: 'A B C', message: '1\n2' });
});

test('validation of a hostile email address takes under 50 ms', () => {
  for (const email of [`a@${'a-'.repeat(120)}!`, `${'a.'.repeat(120)}@`])
    expect(measureCpuMs(() => validateContactMessage({ ...good, email }))).toBeLessThan(50);
});
