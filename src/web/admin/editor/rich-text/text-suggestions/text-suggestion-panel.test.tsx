import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import type { TextResponse } from '#ai/text-contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { openText, type } from '../fixtures/open-text.tsx';

const html =
  '<p>Before it.</p><p>It was <strong>quiet</strong> in the <a href="/blog/garden">garden</a>.</p><p>After it.</p>';
const path = 'POST /api/admin/suggestions/text';
const charge = { tokensIn: 300, tokensOut: 12, isEstimate: false, cost: null };
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const answer = (text: string, more: Partial<TextResponse> = {}) =>
  event('answer', { success: true, text, charge, ...more });

async function openPanel(content = html, { select = 'It was', models = { text: true, image: false } } = {}) {
  const opened = await openText(content, { data: { models } });
  const { text, screen } = opened;
  await expect.element(text).toMatchTextContent(select);
  const paragraph = opened.find('p, h2').find((block) => block.textContent?.includes(select));
  if (!paragraph) throw new Error(`no block has ${select}`);
  await userEvent.click(paragraph);
  const range = document.createRange();
  range.selectNodeContents(paragraph);
  document.getSelection()?.removeAllRanges();
  document.getSelection()?.addRange(range);
  await screen
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'Edit with AI' })
    .click();
  const panel = page.getByRole('dialog');
  await expect.element(panel).toBeVisible();
  return {
    ...opened,
    panel,
    action: (name: string) => panel.getByRole('menuitem', { name }),
    button: (name: string) => panel.getByRole('button', { name }),
  };
}

async function listBodies(): Promise<unknown[]> {
  return (await commands.listRequests())
    .filter(({ path: sent }) => path.endsWith(sent))
    .map(({ body }) => body);
}

test('a suggestion streams in, is shown as a diff, and is accepted as one undo step', async () => {
  const { panel, action, button, content, text } = await openPanel();
  await commands.stubResponses(path, [
    {
      chunks: [event('piece', { text: 'It was loud' }), answer('It was <1>loud</1> in the <2>garden</2>.')],
      isPending: true,
    },
  ]);
  await expect.element(action('Rewrite')).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  await expect.element(panel.getByText('It was loud', { exact: true })).toBeVisible();
  await commands.releaseResponses();
  await expect.element(button('Use suggestion')).toHaveFocus();
  expect(panel.element().querySelector('del')?.textContent).toContain('quiet');
  expect(panel.element().querySelector('ins')?.textContent).toContain('loud');
  await expect.element(panel.getByText('312 tokens')).toBeVisible();
  await expect.element(panel.getByText(/^Some formatting/)).not.toBeInTheDocument();
  await expectAccessible();
  expect(content()).toBe(html);
  await button('Use suggestion').click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.poll(content).toBe(html.replace('quiet', 'loud'));
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(content).toBe(html);
  expect(await listBodies()).toEqual([
    {
      action: 'rewrite',
      locale: 'en',
      text: 'It was <1>quiet</1> in the <2>garden</2>.',
      before: 'Before it.',
      after: 'After it.',
    },
  ]);
});

test('lost formatting is shown as removed and added words', async () => {
  const { panel, action, button, content } = await openPanel();
  await commands.stubResponses(path, [{ chunks: [answer('It was quiet in the <2>garden</2>.')] }]);
  await action('Fix spelling and grammar').click();
  await expect.element(button('Use suggestion')).toBeVisible();
  expect(panel.element().querySelector('del strong')?.textContent).toBe('quiet');
  expect(panel.element().querySelector('ins')?.textContent).toContain('quiet');
  expect(panel.element().querySelector('ins strong')).toBeNull();
  await expect.element(panel.getByText(/^Some formatting, links or images/)).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(content).toBe(html.replace('<strong>quiet</strong>', 'quiet'));
});

test('Escape discards a suggestion, and cancels one that is still being written', async () => {
  const { panel, action, button, content, text } = await openPanel();
  await commands.stubResponses(path, [{ chunks: [event('piece', { text: 'It' })], isPending: true }]);
  await action('Shorten').click();
  await expect.element(panel.getByText('It', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(text).toHaveFocus();
  await expect.poll(async () => (await commands.listRequests()).at(-1)?.isCancelled).toBe(true);
  expect(content()).toBe(html);
  // The words are still selected.
  await userEvent.keyboard('{Control>}j{/Control}');
  await commands.stubResponses(path, [{ chunks: [answer('Other.')] }]);
  await action('Rewrite').click();
  await expect.element(button('Use suggestion')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  expect(content()).toBe(html);
});

test('text typed elsewhere moves the selection, and text typed in it keeps the suggestion from replacing it', async () => {
  const { panel, action, button, content, text } = await openPanel();
  await commands.stubResponses(path, [{ chunks: [answer('It was loud.')] }]);
  await action('Rewrite').click();
  await expect.element(button('Use suggestion')).toBeVisible();
  await text.getByText('Before it.').click();
  await userEvent.keyboard('{Home}');
  await type('Long ');
  await button('Use suggestion').click();
  await expect.poll(content).toBe('<p>Long Before it.</p><p>It was loud.</p><p>After it.</p>');

  await text.getByText('It was loud.').click();
  await userEvent.keyboard('{Control>}j{/Control}');
  await commands.stubResponses(path, [{ chunks: [answer('It was late.')] }]);
  await action('Rewrite').click();
  await expect.element(button('Use suggestion')).toBeVisible();
  await text.getByText('It was loud.').click();
  await userEvent.keyboard('{End}{ArrowLeft}');
  await type('er');
  await expect.element(panel.getByText(/You changed the selected text in the meantime/)).toBeVisible();
  await expect.element(button('Use suggestion')).not.toBeInTheDocument();
  await expect.element(button('Copy suggestion')).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(content()).toContain('It was louder.');
});

test('a used-up budget, a failing model and a stream that breaks off have their message, the beginning can be copied, and another attempt works', async () => {
  const failures = [
    [
      event('answer', { success: false, code: 'model.budget', charge: null }),
      'Today’s AI budget is used up. Try again tomorrow.',
    ],
    [
      event('answer', { success: false, code: 'model.unreachable', charge: null }),
      'We couldn’t reach the AI. Try again in a minute.',
    ],
    ['', 'The server didn’t respond. Try again.'],
  ] as const;
  const { panel, action, button, content } = await openPanel();
  await commands.stubResponses(path, [
    ...failures.map(([end]) => ({ chunks: [event('piece', { text: 'It was lou' }), end] })),
    { chunks: [answer('It was loud.')] },
  ]);
  await action('Rewrite').click();
  for (const [at, [, message]] of failures.entries()) {
    await expect.element(panel.getByRole('alert')).toHaveTextContent(message);
    await expect.element(panel.getByText('It was lou', { exact: true })).toBeVisible();
    await expect.element(button('Copy suggestion')).toBeVisible();
    if (at === 0) await expectAccessible();
    expect(content()).toBe(html);
    await button('Try again').click();
  }
  await button('Use suggestion').click();
  await expect.poll(content).toContain('It was loud.');
});

test('the cost of an action is shown, as a maximum if the provider reported nothing', async () => {
  const { panel, action } = await openPanel();
  const cost = { amount: 0.001234, currency: 'USD' };
  await commands.stubResponses(path, [
    { chunks: [answer('It was loud.', { charge: { ...charge, isEstimate: true, cost } })] },
  ]);
  await action('Rewrite').click();
  await expect.element(panel.getByText('At most 312 tokens · $0.0013')).toBeVisible();
});

test('without a model, a list is made by rule, and a sentence says why there is nothing else', async () => {
  const { panel, action, button, content } = await openPanel('<p>bread, <em>milk</em> and tea, water</p>', {
    select: 'bread',
    models: { text: false, image: false },
  });
  await expect.element(panel.getByText(/^No AI is set up for text/)).toBeVisible();
  await expect.element(action('Rewrite')).not.toBeInTheDocument();
  await action('Turn into a list').click();
  await button('Use suggestion').click();
  await expect.poll(content).toBe('<ul><li>bread</li><li><em>milk</em> and tea</li><li>water</li></ul>');
  expect(await listBodies()).toEqual([]);
});

test('a heading cannot become a list, and the menu says so', async () => {
  const { panel, action } = await openPanel('<h2>bread, milk</h2>', { select: 'bread' });
  await expect.element(action('Turn into a list')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(panel.getByText('Only paragraphs can become a list.')).toBeVisible();
});

const linksPath = 'POST /api/admin/suggestions/links';
const target = { id: 'a', title: 'A quiet garden', slug: 'a-quiet-garden', phrase: 'quiet garden' };

test('phrases link to own posts that the writer selects, without a model', async () => {
  const { panel, action, button, content } = await openPanel(
    '<p>The <strong>quiet</strong> garden and its <a href="/x">birds</a>, birds and trees.</p>',
    { select: 'The', models: { text: false, image: false } },
  );
  await commands.stubResponses(linksPath, [
    {
      body: {
        links: [
          target,
          { id: 'b', title: 'Birds', slug: 'birds', phrase: 'birds' },
          { id: 'c', title: 'Trees', slug: 'trees', phrase: 'trees' },
          { id: 'd', title: 'Gone', slug: 'gone', phrase: 'not there' },
        ],
      },
    },
  ]);
  await action('Find internal links').click();
  const option = (name: string) => panel.getByRole('checkbox', { name: new RegExp(name) });
  await expect.element(option('quiet garden')).toHaveFocus();
  await expect.element(option('not there')).not.toBeInTheDocument();
  await expectAccessible();
  await option('trees').click();
  await button('Add selected links').click();
  await expect
    .poll(content)
    .toBe(
      '<p>The <a href="/blog/a-quiet-garden"><strong>quiet</strong> garden</a> and its <a href="/x">birds</a>, <a href="/blog/birds">birds</a> and trees.</p>',
    );
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(content).not.toContain('/blog/');
});

test('without matching posts, a sentence says so', async () => {
  const { panel, action } = await openPanel();
  await commands.stubResponses(linksPath, [{ body: { links: [] } }]);
  await action('Find internal links').click();
  await expect.element(panel.getByText(/^None of your published posts/)).toBeVisible();
});

test('on a phone, the panel stays inside the window', async () => {
  await page.viewport(390, 700);
  const { panel } = await openPanel();
  const { left, right, top, bottom } = panel.element().getBoundingClientRect();
  expect([left >= 0, right <= 390, top >= 0, bottom <= 700]).toEqual([true, true, true, true]);
});
