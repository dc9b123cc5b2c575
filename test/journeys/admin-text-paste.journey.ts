import { readFileSync } from 'node:fs';
import type { CDPSession } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '#test/support/accessibility.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { type OpenText, openText } from '#test/support/text-editor.ts';

let product: Product;
let owner: string;

beforeAll(async () => {
  product = await openProduct();
  owner = await enterAsOwner(product.app);
});

afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

const fixture = (name: string) => readFileSync(`src/web/admin/editor/text/fixtures/${name}.txt`, 'utf8');

interface Given {
  html?: string;
  text?: string;
  /** Pictures in base64. */
  files?: string[];
}

/** A clipboard or a drag, as the browser hands it to the page. */
async function give({ text }: OpenText, kind: 'paste' | 'drop', { html, text: words, files = [] }: Given) {
  await text.evaluate(
    (element, given) => {
      const data = new DataTransfer();
      if (given.html) data.setData('text/html', given.html);
      if (given.words) data.setData('text/plain', given.words);
      for (const base64 of given.files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], 'picture.png', { type: 'image/png' }));
      }
      const { left, top } = element.getBoundingClientRect();
      const event =
        given.kind === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', {
              dataTransfer: data,
              clientX: left + 80,
              clientY: top + 40,
              bubbles: true,
              cancelable: true,
            });
      element.dispatchEvent(event);
    },
    { kind, html, words, files },
  );
}

const png = async (color: string) =>
  (
    await sharp({ create: { width: 640, height: 360, channels: 3, background: color } })
      .png()
      .toBuffer()
  ).toString('base64');

test('what is pasted from other programs is stored clean', async () => {
  const opened = await openText(product, owner);
  await opened.text.click();
  await give(opened, 'paste', { html: fixture('notes'), text: 'x' });
  await opened.text.getByRole('alert').waitFor();
  expect(await opened.text.getByRole('alert').textContent()).toContain(
    'could not be fetched from files.example.org',
  );
  expect(await opened.stored()).toBe(
    '<h3>Notes</h3><p>With <code>code</code>, <strong>bold</strong> and <a href="https://example.org/a" rel="noopener">a link</a></p>' +
      '<ul><li>Done</li></ul><ol><li>first</li><li>second</li></ol><blockquote><p>quoted</p></blockquote>' +
      '<p><a href="https://files.example.org/p.png?sig=1" rel="noopener">https://files.example.org/p.png?sig=1</a></p>' +
      '<p>Seen</p><p>Watch out</p>',
  );
  await opened.text.getByRole('button', { name: 'Remove' }).click();
  expect(await opened.stored()).not.toContain('files.example.org');

  await opened.clear();
  await give(opened, 'paste', {
    html: fixture('word').replace(/<p class=MsoNormal><!--\[if gte vml[\s\S]*?<\/p>/, ''),
  });
  const word = await opened.stored();
  expect(word).toContain('<ul><li>Apples<ul><li>Red ones</li></ul></li><li><strong>Pears</strong></li></ul>');
  expect(word).toContain('<ol start="3"><li>Third<ol><li>Its part</li></ol></li><li>Fourth</li></ol>');
  expect(word).not.toMatch(/mso|style=|class=/i);

  await opened.clear();
  await opened.page.keyboard.type('ab');
  await opened.page.keyboard.press('ArrowLeft');
  await give(opened, 'paste', {
    html: '<b style="font-weight:normal"><span style="font-weight:700">X</span></b>',
  });
  expect(await opened.stored()).toBe('<p>a<strong>X</strong>b</p>');
});

test('pictures that are dropped, pasted or carried inside become ours, and their alternative text is asked for', async () => {
  const opened = await openText(product, owner, '<p>first</p><p>last</p>');
  const { text, page, stored } = opened;
  await give(opened, 'drop', { files: [await png('#336699')] });
  await text.locator('figure img').waitFor();
  const alt = text.getByLabel('Alternative text');
  expect(await text.getByText('Alternative text is missing').isVisible()).toBe(true);
  await alt.fill('A blue field');
  expect(await text.getByText('Alternative text is missing').isVisible()).toBe(false);
  await text.locator('figcaption').click();
  await page.keyboard.type('Blue');
  const own = String.raw`/files/[0-9a-f-]{36}/640\.webp`;
  const figure = (words: string, caption = '') =>
    `<figure><img src="${own}" alt="${words}" width="640" height="360">${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
  expect(await stored()).toMatch(new RegExp(`^<p>first</p>${figure('A blue field', 'Blue')}<p>last</p>$`));
  await expectAccessible(page, 'a picture in the text');

  await opened.clear();
  await give(opened, 'paste', {
    html: `<p>a</p><img alt="inside" src="data:image/png;base64,${await png('#996633')}"><p>b</p>`,
  });
  await text.locator('figure img').waitFor();
  expect(await stored()).toMatch(new RegExp(`^<p>a</p>${figure('inside')}<p>b</p>$`));

  await opened.clear();
  await give(opened, 'paste', { files: [btoa('this is no picture')] });
  await text.getByRole('alert').waitFor();
  expect(await text.getByRole('alert').textContent()).toContain('could not be added');
  await expectAccessible(page, 'a picture that could not be added');
  expect(await stored()).toBe('');

  await opened.clear();
  await opened.tool('Picture').click();
  const dialog = page.getByRole('dialog', { name: 'Enter image URL:' });
  await expectAccessible(page, 'the question for a picture');
  await dialog.getByRole('textbox', { name: 'Enter image URL:' }).fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  expect(await dialog.getByRole('alert').textContent()).toContain('not the address of a picture');
  const buffer = Buffer.from(await png('#669933'), 'base64');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await dialog.getByLabel('Alternative text').fill('Green');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await text.locator('figure img').waitFor();
  expect(await stored()).toMatch(new RegExp(`^${figure('Green')}$`));
});

test('words that are composed arrive whole, and neither menu nor formats come between', async () => {
  const opened = await openText(product, owner);
  const { text, page, stored, clear } = opened;
  const keyboard = await page.context().newCDPSession(page);
  const telex = ['d', 'đ', 'đu', 'đươ', 'đươc', 'được'];
  const pinyin = ['n', 'ni', 'nih', 'niha', 'nihao', '你好'];
  const options = page.getByRole('listbox', { name: 'Insert a block' }).getByRole('option');
  await text.click();
  await compose(keyboard, telex);
  expect(await stored()).toBe('<p>được</p>');
  await clear();
  await compose(keyboard, pinyin);
  expect(await stored()).toBe('<p>你好</p>');

  for (const [steps, word] of [
    [telex, 'được'],
    [pinyin, '你好'],
  ] as const) {
    await clear();
    await page.keyboard.type('**x**');
    await compose(keyboard, steps);
    expect(await stored()).toBe(`<p><strong>x</strong>${word}</p>`);
    await clear();
    await page.keyboard.press('Control+b');
    await compose(keyboard, steps);
    expect(await stored()).toBe(`<p><strong>${word}</strong></p>`);
    await page.keyboard.press('Control+b');

    await clear();
    await page.keyboard.type('/');
    await options.first().waitFor();
    await compose(keyboard, steps);
    expect(await options.count()).toBe(0);
    await page.keyboard.press('Enter');
    expect(await stored()).toBe(`<p>/${word}</p>`);
    await clear();
    await page.keyboard.type('a/');
    await compose(keyboard, steps);
    expect(await options.count()).toBe(0);
    expect(await stored()).toBe(`<p>a/${word}</p>`);
  }

  await clear();
  await page.keyboard.type('#');
  await compose(keyboard, pinyin.slice(0, 3), false);
  expect(await text.locator('h1').count()).toBe(0);
  await keyboard.send('Input.insertText', { text: '你' });
  expect(await stored()).toBe('<p>#你</p>');
});

async function compose(keyboard: CDPSession, steps: readonly string[], isEnded = true): Promise<void> {
  for (const text of steps) {
    const at = { selectionStart: text.length, selectionEnd: text.length };
    await keyboard.send('Input.imeSetComposition', { text, ...at });
  }
  if (isEnded) await keyboard.send('Input.insertText', { text: steps.at(-1) ?? '' });
}
