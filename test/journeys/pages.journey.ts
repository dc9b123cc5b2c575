import { expect, test } from 'vitest';
import { locales, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { suggestions } from '#i18n/suggestions.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { words } from '#test/support/downloader-page.ts';
import { hydrated } from '#test/support/hydrated.ts';
import { openProduct } from '#test/support/open-product.ts';
import { startBrokenPages } from '#test/support/start-broken-pages.ts';
import { startMailServer } from '#test/support/start-mail-server.ts';

const phone = { width: 320, height: 700 };
const email = 'desk@example.org';

test('About says what it is, shows the notice and leads to Contact', async () => {
  await using product = await openProduct({ CONTACT_EMAIL: email });
  const page = await product.visit('/about', { javaScriptEnabled: false });
  await page.getByRole('heading', { level: 1, name: 'About Unspool' }).waitFor();
  const notice = page.getByRole('region', { name: 'Important notice' });
  expect(await notice.textContent()).toMatch(/not affiliated.*Nothing is stored/s);
  expect(await page.getByRole('link', { name: email }).getAttribute('href')).toBe(`mailto:${email}`);
  const steps = page.getByRole('navigation', { name: 'You are here' }).getByRole('listitem');
  expect(await steps.count()).toBe(2);
  expect(await steps.last().getAttribute('aria-current')).toBe('page');
  await page.getByRole('link', { name: 'Contact us' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor();
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Home' }).click();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('the header keeps one line at 320 px in every language, and stands with its menu open', async () => {
  await using product = await openProduct({ CONTACT_EMAIL: email });
  for (const locale of locales) {
    const page = await product.visit(localizedPath(locale, '/contact'), { viewport: phone });
    const [pages, languages] = [page.locator('header nav'), page.locator('header button[popovertarget]')];
    expect((await languages.boundingBox())?.y, locale).toBe((await pages.boundingBox())?.y);
    await languages.click();
    if (locale === 'de' || locale === 'th') await expectAccessible(page, `${locale}, the menu open`);
    await page.context().close();
  }
});

test('Contact names every field that is missing or wrong, and goes to the first', async () => {
  await using product = await openProduct();
  const page = await product.visit('/contact');
  const send = page.getByRole('button', { name: 'Send message' });
  const fields = ['Name', 'Email', 'Subject', 'Message'];
  const faults = [
    'Please enter your name.',
    'Please enter your email address.',
    'Please enter a subject.',
    'Please enter your message.',
  ];
  await send.click();
  for (const [index, label] of fields.entries()) {
    const field = page.getByLabel(label, { exact: true });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const fault = page.locator(`#${await field.getAttribute('aria-describedby')}`);
    expect(await fault.textContent()).toBe(faults[index]);
  }
  await expectAccessible(page, 'with faults');
  expect(await page.locator(':focus').getAttribute('name')).toBe('name');

  await page.keyboard.type('Ada');
  await page.getByText('Please enter your name.').waitFor({ state: 'detached' });
  await page.getByLabel('Email').fill('nobody');
  await send.click();
  expect(await page.locator(':focus').getAttribute('name')).toBe('email');
  await page.getByText('This is not an email address.').waitFor();
});

test('a message that stays on screen takes its second, clears the fields and thanks', async () => {
  await using product = await openProduct();
  const page = await product.visit('/contact');
  await page.getByText('your message stays on this screen only').waitFor();
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  for (const label of ['Name', 'Subject', 'Message']) await page.getByLabel(label, { exact: true }).fill('x');
  await page.getByLabel('Email').fill('ada@example.com');
  const start = performance.now();
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('button', { name: 'Sending...' }).waitFor();
  await page.getByText('Message sent!', { exact: true }).waitFor();
  expect(performance.now() - start).toBeGreaterThanOrEqual(950);
  await page.getByText("Thank you for your message. We'll get back to you soon.", { exact: true }).waitFor();
  for (const label of ['Name', 'Email', 'Subject', 'Message'])
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe('');
  expect(posts).toEqual([]);
});

test('with a mail server the message is delivered, and the page says so', async () => {
  await using mail = await startMailServer();
  await using product = await openProduct({ CONTACT_EMAIL: email, SMTP_URL: mail.url });
  for (const javaScriptEnabled of [true, false]) {
    const page = await product.visit('/contact', { javaScriptEnabled });
    await page.getByText('Your message is delivered to the mailbox').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Subject').fill(`Hello ${javaScriptEnabled}`);
    await page.getByLabel('Message').fill('One\nTwo');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Message sent!', { exact: true }).waitFor();
    expect(mail.received.at(-1)?.to).toEqual([email]);
    expect(mail.received.at(-1)?.data).toContain(`Subject: [Unspool] Hello ${javaScriptEnabled}\r\n`);
    expect(mail.received.at(-1)?.data).toContain('One\r\nTwo');
  }
  expect(mail.received).toHaveLength(2);

  mail.refuse();
  for (const javaScriptEnabled of [true, false]) {
    const page = await product.visit('/contact', { javaScriptEnabled });
    for (const label of ['Name', 'Subject', 'Message'])
      await page.getByLabel(label, { exact: true }).fill('x');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('alert').getByText('Your message could not be delivered right now.').waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('x');
    if (javaScriptEnabled) await expectAccessible(page, 'with a failed delivery');
  }
});

test('Contact works without JavaScript: faults with the text kept, then the thanks', async () => {
  await using product = await openProduct();
  const page = await product.visit('/contact', { javaScriptEnabled: false });
  await page.getByLabel('Name', { exact: true }).fill('Ada');
  await page.getByLabel('Email').fill('nobody');
  const send = page.getByRole('button', { name: 'Send message' });
  await send.click();
  await page.getByText('This is not an email address.').waitFor();
  await page.getByText('Please enter a subject.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Subject').fill('Hello');
  await page.getByLabel('Message').fill('<b>Hi</b>');
  await send.click();
  await page.getByRole('status').getByText('Message sent!').waitFor();
  await page.getByText('your message stays on this screen only').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
});

test('the switcher keeps the page, with and without JavaScript', async () => {
  await using product = await openProduct();
  for (const javaScriptEnabled of [true, false]) {
    const page = await product.visit('/contact', { javaScriptEnabled, locale: 'de-DE' });
    for (const locale of ['de', 'th', 'en'] as const) {
      await page.locator('header button[popovertarget]').click();
      const link = page.locator(`#language-menu a[hreflang="${localeTags[locale]}"]`);
      expect(await link.locator('[lang]').getAttribute('lang')).toBe(localeTags[locale]);
      await link.click();
      await page.getByRole('heading', { level: 1, name: words[locale]['contact.heading'] }).waitFor();
      expect(new URL(page.url()).pathname).toBe(localizedPath(locale, '/contact'));
    }
  }
});

test('the switcher closes on Escape and on a click beside it, on a page without scripts too', async () => {
  await using product = await openProduct();
  for (const path of ['/about', '/']) {
    const page = await product.visit(path, { viewport: phone });
    const button = page.getByRole('button', { name: 'Language: English', exact: true });
    const menu = page.locator('#language-menu');
    expect(await menu.isVisible()).toBe(false);

    await button.focus();
    await page.keyboard.press('Enter');
    await menu.waitFor();
    const [from, to] = [await button.boundingBox(), await menu.boundingBox()];
    expect(to?.y).toBeCloseTo((from?.y ?? 0) + (from?.height ?? 0), 0);
    expect((to?.x ?? 0) + (to?.width ?? 0)).toBeCloseTo((from?.x ?? 0) + (from?.width ?? 0), 0);
    await page.keyboard.press('Tab');
    expect(await menu.locator(':focus').textContent()).toBe('English');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);

    await button.click();
    await menu.waitFor();
    await page.mouse.click(20, 600);
    await menu.waitFor({ state: 'hidden' });
  }
});

test('a browser that prefers another language is offered it, once, and never sent there', async () => {
  await using product = await openProduct();
  const page = await product.visit('/', { locale: 'de-AT', viewport: phone });
  expect(new URL(page.url()).pathname).toBe('/');
  const { text, action, dismiss } = suggestions.de;
  const bar = page.getByRole('complementary', { name: text });
  await bar.waitFor();
  await expectAccessible(page, 'with the suggestion');
  expect(await bar.getByRole('link', { name: action }).getAttribute('href')).toBe('/de');
  await bar.getByRole('button', { name: dismiss }).click();
  await bar.waitFor({ state: 'detached' });
  await page.goto(`${product.app.origin}/contact`);
  await hydrated(page);
  await page.getByText('Send message').waitFor();
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Please enter your name.').waitFor();
  expect(await bar.count()).toBe(0);
});

test('the offer leads to the same page, and nobody is offered the page they read', async () => {
  await using product = await openProduct();
  const page = await product.visit('/contact', { locale: 'de-DE' });
  await page.getByRole('link', { name: suggestions.de.action }).click();
  await page.getByRole('heading', { level: 1, name: words.de['contact.heading'] }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/de/contact');
  await page.getByRole('button', { name: words.de['contact.send'] }).click();
  await page.getByText(words.de['contact.name.missing']).waitFor();
  expect(await page.getByRole('complementary', { name: /Diese Seite|This page/ }).count()).toBe(0);
  // The page itself is the same for everybody.
  const html = await (
    await fetch(`${product.app.origin}/contact`, { headers: { 'accept-language': 'de' } })
  ).text();
  expect(html).toContain('lang="en"');
  expect(html).not.toContain(suggestions.de.text);
});

test('every spelling of an address leads to the one page', async () => {
  await using product = await openProduct();
  for (const [path, place] of [
    ['/en', '/'],
    ['/en/contact?x=1', '/contact?x=1'],
    ['/contact/', '/contact'],
    ['/DE/about', '/de/about'],
    ['//de//about', '/de/about'],
  ] as const) {
    const answer = await fetch(product.app.origin + path, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')], path).toEqual([308, place]);
    expect((await fetch(product.app.origin + path)).status, path).toBe(200);
  }
  for (const path of ['/xx/about', '/en/de', '/about/more', '/About', '/xx']) {
    const answer = await fetch(product.app.origin + path);
    expect(answer.status, path).toBe(404);
    expect(await answer.text(), path).toContain('Oops! Page not found');
  }
});

test('a fault of ours is a page with status 500 that tells nothing of its inside', async () => {
  const secret = 'the secret inside of a fault';
  const { ask, errors } = await startBrokenPages({
    random() {
      throw new Error(secret);
    },
  });
  const answer = await ask('/');
  expect(answer.status).toBe(500);
  const html = await answer.text();
  expect(html).toContain('Unexpected Application Error!');
  expect(html).toContain('Unexpected Server Error');
  expect(html).toContain('Back to Home');
  expect(html).not.toContain(secret);
  expect(html).not.toMatch(/file:|node_modules|\bat \S+ \(/);
  expect(errors).toEqual([expect.objectContaining({ message: secret })]);
});
