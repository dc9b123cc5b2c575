import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSignedIn, signInAsOwner } from '#test/support/admin-session.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';

/** Each test builds on the previous ones. */
let product: Product;
let cookie: string;
beforeAll(async () => {
  product = await openProduct();
  cookie = await signInAsOwner(product.app);
});
afterAll(() => product?.[Symbol.asyncDispose]());

const phone = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false };
const sumLabel = /^What is (\d+) \+ (\d+)\?$/;
const openAsOwner = (path: string, options = {}) =>
  product.openPage(path, { ...options, ...asSignedIn(cookie) });
const inboxLink = (page: Page) => page.getByRole('navigation', { name: 'Admin area' }).getByText('Inbox');

async function solve(page: Page): Promise<string> {
  const label = await page.getByText(sumLabel).textContent();
  const [, left, right] = sumLabel.exec(label ?? '') ?? [];
  return String(Number(left) + Number(right));
}

async function write(page: Page, subject: string) {
  await page.getByLabel('Name').fill('Zqname');
  await page.getByLabel('Email', { exact: true }).fill('zqmail@example.com');
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message', { exact: true }).fill('Zqmessage\nsecond line');
}

test('a visitor sends a message by keyboard, without a mail server', async () => {
  const page = await product.openPage('/contact');
  await page.getByText('deleted after 90 days.').waitFor();
  expect(await page.getByText('They also get it by email.').count()).toBe(0);
  const answer = await solve(page);
  const details = page.getByRole('complementary');
  const place = await details.boundingBox();
  await page.getByLabel('Name').focus();
  for (const text of ['Zqname', 'zqmail@example.com', 'Zqfirst', 'Zqmessage', answer]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.getByText('Message sent!').first().waitFor();
  await page.getByText("Thank you for your message. We'll get back to you soon.").first().waitFor();
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('');
  expect(await details.boundingBox()).toMatchObject({ x: place?.x, width: place?.width });
});

test('without scripts on a phone, a wrong sum keeps the text, and the right one sends it', async () => {
  const page = await product.openPage('/contact', phone);
  await write(page, 'Zqsecond');
  await page.getByLabel(sumLabel).fill('99');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('The answer is wrong').waitFor();
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Zqmessage\nsecond line');
  await page.getByLabel(sumLabel).fill(await solve(page));
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Message sent!').waitFor();
});

test('the owner reads the messages, marks them and answers in a mail program, and no log line has a part of one', async () => {
  const page = await openAsOwner('/admin/account', { viewport: phone.viewport });
  expect(await inboxLink(page).textContent()).toContain('2 new messages');
  await inboxLink(page).click();
  expect(await page.locator('main li a bdi').allTextContents()).toEqual(['Zqname', 'Zqname']);
  await page.locator('main li').filter({ hasText: 'Zqsecond' }).getByRole('link').click();
  expect(await page.locator('article').textContent()).toBe('Zqmessage\nsecond line');
  const link = await page.getByRole('link', { name: 'Reply in your email app' }).getAttribute('href');
  expect(link).toMatch(/^mailto:zqmail%40example\.com\?subject=Re%3A%20Zqsecond&body=/);
  expect(await inboxLink(page).textContent()).toContain('2 new messages');
  await page.getByRole('button', { name: 'Mark as done' }).click();
  expect(await page.locator('main [role=status]').textContent()).toBe('Changes saved.');
  expect(await inboxLink(page).textContent()).toContain('1 new message');
  await page.getByRole('link', { name: /^Done 1$/ }).click();
  expect(await page.locator('main li a bdi').count()).toBe(1);
  await page.getByLabel('All on this page').check();
  await page.getByRole('group').locator('summary').click();
  await page.getByRole('button', { name: 'Yes, delete for good' }).click();
  await page.getByText('No message has this status.').waitFor();
  expect(product.app.output.join('\n')).not.toMatch(/zq(name|mail|message|first|second)/i);
});
