import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { englishTranslator } from '#test/support/english-translator.ts';
import { PostHtml } from '../../ui/post/post-html.tsx';
import '../../ui/post/prose.css';
import { startCodeCopy } from './start-code-copy.ts';

async function openCode(clipboard: object | undefined) {
  vi.stubGlobal('navigator', { ...(clipboard && { clipboard }) });
  const screen = await renderComponent(
    <article>
      <PostHtml
        html={
          '<p>a</p><pre><code>one &lt;b&gt;\n  two\n</code></pre><ul><li><pre><code>three</code></pre></li></ul>'
        }
      />
    </article>,
  );
  const heights = () => [...document.querySelectorAll('pre')].map((code) => code.getBoundingClientRect().top);
  const before = heights();
  startCodeCopy(englishTranslator);
  expect(heights()).toEqual(before);
  return screen.getByRole('button', { name: 'Copy code' });
}

test('a button copies its code block and says so, and the code moves nowhere', async () => {
  await page.viewport(320, 700);
  const writeText = vi.fn().mockResolvedValue(undefined);
  const buttons = await openCode({ writeText });
  await expect.element(buttons).toHaveLength(2);
  (buttons.first().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('status').first()).toHaveTextContent('Copied');
  await buttons.nth(1).click();
  expect(writeText.mock.calls).toEqual([['one <b>\n  two'], ['three']]);
  await expectAccessible();
});

test('without a clipboard, the code is selected to be copied by hand', async () => {
  const buttons = await openCode(undefined);
  await buttons.nth(1).click();
  await expect
    .poll(() => document.querySelectorAll('[role=status]')[1]?.textContent)
    .toMatch(/^The code couldn’t be copied/);
  expect(String(getSelection()).trim()).toBe('three');
});

test('selected text has no part of the button', async () => {
  await openCode(undefined);
  getSelection()?.selectAllChildren(document.querySelector('article') as HTMLElement);
  expect(String(getSelection())).not.toContain('Copy');
});
