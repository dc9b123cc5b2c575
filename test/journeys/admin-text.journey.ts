import { afterAll, beforeAll, expect, test } from 'vitest';
import { sanitise } from '#blog/sanitise.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { openText } from '#test/support/text-editor.ts';

let product: Product;
let owner: string;

beforeAll(async () => {
  product = await openProduct();
  owner = await enterAsOwner(product.app);
});

afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

const picture = '/files/0199c7f0-7a11-8a2b-9c3d-1e2f3a4b5c6d/480.webp';

test('every kind of text that the server keeps comes through the editor as it was', async () => {
  const kinds = [
    '<p>One <strong>two <em>three</em></strong> <u>four</u> <s>five</s> H<sub>2</sub>O x<sup>2</sup> <code>c</code></p>',
    '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><hr><p>a<br>b</p>',
    '<ul><li>a<ul><li>b</li></ul></li></ul><ol start="3"><li>c</li></ol><ul><li><p>a</p><p>b</p></li></ul>',
    '<blockquote><p>a &amp; b &lt; c "d"</p></blockquote>',
    '<pre><code class="language-ts">if (a &lt; b) {\n  return;\n\n\t}</code></pre>',
    '<p><a href="https://example.org/a?b=c&amp;d" rel="noopener">a</a> <a href="/de/about">b</a> <a href="#c"><code>c</code></a></p>',
    '<table><caption>T</caption><thead><tr><td></td><th scope="col">b</th></tr></thead><tbody><tr><th scope="row">c</th><td rowspan="2"><p>d</p><p>e</p></td></tr><tr><td>f</td></tr></tbody></table>',
    '<p lang="de" dir="ltr">Guten <span lang="zh-Hans">早</span></p><p>中文 ไทย 😀 đ\u00a0: e</p>',
    `<p>in <img src="${picture}" alt="a sign" width="48" height="30"> line</p>`,
  ].join('');
  expect(sanitise(kinds)).toBe(kinds);
  const { text, page, stored } = await openText(product, owner, kinds.replace(/<img[^>]*>/, 'a'));
  await text.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('!');
  expect(await stored()).toBe(kinds.replace(/<img[^>]*>/, 'a').replace('<p>One', '<p>!One'));
});

test('an empty text says what to do; markdown becomes formats, and undo takes one back at once', async () => {
  const { text, page, stored, clear } = await openText(product, owner);
  expect(await text.locator('p').first().getAttribute('data-placeholder')).toBe(
    'Start writing your blog post...',
  );
  await expectAccessible(page, 'the text editor');
  await text.click();
  const typed: [string, string][] = [
    ['# a', '<h1>a</h1>'],
    ['## a', '<h2>a</h2>'],
    ['### a', '<h3>a</h3>'],
    ['- a', '<ul><li>a</li></ul>'],
    ['1. a', '<ol><li>a</li></ol>'],
    ['> a', '<blockquote><p>a</p></blockquote>'],
    ['``` a', '<pre><code>a</code></pre>'],
    ['**a** b', '<p><strong>a</strong> b</p>'],
    ['*a* b', '<p><em>a</em> b</p>'],
    ['`a` b', '<p><code>a</code> b</p>'],
    ['~~a~~ b', '<p><s>a</s> b</p>'],
    [
      'https://example.org/a b',
      '<p><a href="https://example.org/a" rel="noopener">https://example.org/a</a> b</p>',
    ],
    ['see README.md now', '<p>see README.md now</p>'],
  ];
  for (const [keys, html] of typed) {
    await clear();
    await page.keyboard.type(keys);
    expect(await stored(), keys).toBe(html);
  }
  await clear();
  await page.keyboard.type('# ');
  expect(await text.locator('h1').count()).toBe(1);
  await page.keyboard.press('Control+z');
  expect(await text.locator('h1').count()).toBe(0);
  expect(await text.textContent()).toBe('# ');
});

test('each tool of the toolbar does its work and says whether it is on; arrows go from one to the next', async () => {
  const { text, page, tool, stored, clear } = await openText(product, owner);
  const marked: [string, string][] = [
    ['Bold', 'strong'],
    ['Italic', 'em'],
    ['Strikethrough', 's'],
    ['Code', 'code'],
  ];
  for (const [name, element] of marked) {
    await clear();
    await page.keyboard.type('word');
    await page.keyboard.press('Control+a');
    expect(await tool(name).getAttribute('aria-pressed')).toBe('false');
    await tool(name).click();
    expect(await tool(name).getAttribute('aria-pressed')).toBe('true');
    expect(await stored(), name).toBe(`<p><${element}>word</${element}></p>`);
    await tool(name).click();
  }
  const blocks: [string, string][] = [
    ['Heading 1', '<h1>word</h1>'],
    ['Heading 2', '<h2>word</h2>'],
    ['Heading 3', '<h3>word</h3>'],
    ['Bullet list', '<ul><li>word</li></ul>'],
    ['Numbered list', '<ol><li>word</li></ol>'],
    ['Quote', '<blockquote><p>word</p></blockquote>'],
    ['Code block', '<pre><code>word</code></pre>'],
  ];
  for (const [name, html] of blocks) {
    await clear();
    await page.keyboard.type('word');
    await tool(name).click();
    expect(await tool(name).getAttribute('aria-pressed')).toBe('true');
    expect(await stored(), name).toBe(html);
    await tool(name).click();
  }
  await clear();
  await page.keyboard.type('kept');
  await tool('Divider').click();
  expect(await stored()).toBe('<p>kept</p><hr>');
  await tool('Undo').click();
  expect(await text.locator('hr').count()).toBe(0);
  await tool('Redo').click();
  expect(await text.locator('hr').count()).toBe(1);
  expect(await tool('Redo').getAttribute('aria-disabled')).toBe('true');

  await text.focus();
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('Home');
  expect(await tool('Bold').evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowRight');
  expect(await tool('Italic').evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await tool('Redo').evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  expect(await text.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('a link is asked for with its address; what would run is refused with words', async () => {
  const { text, page, tool, stored } = await openText(product, owner, '<p>a word here</p>');
  await text.locator('p').dblclick({ position: { x: 24, y: 12 } });
  await tool('Link').click();
  const dialog = page.getByRole('dialog', { name: 'Enter URL:' });
  await dialog.getByRole('textbox').fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  expect(await dialog.getByRole('alert').textContent()).toContain('cannot be a link');
  await expectAccessible(page, 'the question for a link');
  await dialog.getByRole('textbox').fill('example.org/a');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await stored()).toMatch(/^<p>.*<a href="http:\/\/example\.org\/a" rel="noopener">\w+<\/a>.*<\/p>$/);
  expect(await text.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+k');
  expect(await dialog.getByRole('textbox').inputValue()).toBe('http://example.org/a');
  await dialog.getByRole('button', { name: 'Remove link' }).click();
  expect(await stored()).toBe('<p>a word here</p>');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a slash opens the menu of blocks, by its names in the person’s language', async () => {
  const { text, page, stored, clear } = await openText(product, owner);
  const options = page.getByRole('listbox', { name: 'Insert a block' }).getByRole('option');
  await text.click();
  await page.keyboard.type('/');
  await options.first().waitFor();
  expect(await options.count()).toBe(10);
  await page.keyboard.press('ArrowDown');
  const chosen = await options.nth(1).getAttribute('id');
  expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
  expect(await text.getAttribute('aria-activedescendant')).toBe(chosen);
  await expectAccessible(page, 'the menu of blocks');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  expect(await stored()).toBe('<h2>two</h2>');

  await clear();
  await page.keyboard.type('/quo');
  await expect.poll(() => options.allTextContents()).toEqual(['Quote']);
  const [menu, line] = await Promise.all([
    options.boundingBox(),
    text.getByText('/quo').last().boundingBox(),
  ]);
  const [upper, lower] = [menu, line].sort((one, other) => (one?.y ?? 0) - (other?.y ?? 0));
  expect((lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0)).toBeLessThan(24);
  await page.keyboard.press('Escape');
  expect(await options.count()).toBe(0);
  expect(await text.getAttribute('aria-activedescendant')).toBeNull();
  await page.keyboard.press('Enter');
  expect(await stored()).toBe('<p>/quo</p>');

  await clear();
  await page.keyboard.type('and/or');
  expect(await options.count()).toBe(0);
});

test('a table is made, grows, shrinks and has heads', async () => {
  const { text, page, tool, stored } = await openText(product, owner);
  await text.click();
  await tool('Table').click();
  await page.keyboard.type('a');
  await page.keyboard.press('Tab');
  await page.keyboard.type('b');
  const bar = page.getByRole('toolbar', { name: 'Table' });
  for (const name of [
    'Column before',
    'Remove column',
    'Remove column',
    'Row below',
    'Remove row',
    'Remove row',
  ])
    await bar.getByRole('button', { name, exact: true }).click();
  expect(await text.locator('tr').count()).toBe(2);
  expect(await text.locator('tr').first().locator('td, th').count()).toBe(2);
  await bar.getByRole('button', { name: 'Remove table' }).click();
  expect(await text.locator('table').count()).toBe(0);
  await tool('Table').click();
  await page.keyboard.type('a');
  await bar.getByRole('button', { name: 'Header column' }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('c');
  expect(await stored()).toContain('<thead><tr><th scope="col">a</th>');
  expect(await stored()).toContain('<tr><th scope="row">c</th><td></td>');
});
