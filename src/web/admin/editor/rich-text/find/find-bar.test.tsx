import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { openText, type } from '../fixtures/open-text.tsx';

const poem = '<h2>The Sea</h2><p>the <strong>se</strong>a is SEA</p><ul><li>see the sea</li></ul>';

async function openFind(content = poem, options: { pageLocale?: 'en' | 'de' } = {}) {
  const opened = await openText(content, options);
  (opened.text.element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}{Home}f{/Control}');
  const bar = opened.screen.getByRole('region', { name: /^(?:Find and replace|Suchen und ersetzen)$/ });
  return {
    ...opened,
    bar,
    field: bar.getByRole('textbox').first(),
    replacement: bar.getByRole('textbox').nth(1),
    button: (name: string) => bar.getByRole('button', { name, exact: true }),
    status: bar.getByRole('status'),
    matches: () => opened.find('.text-match').map(({ textContent }) => textContent),
    selected: () =>
      opened
        .find('.text-match-selected')
        .map(({ textContent }) => textContent)
        .join(''),
  };
}

test('Control+F finds words across formats and blocks in any case, and Enter goes through them', async () => {
  const { field, status, matches, selected, find } = await openFind();
  await expect.element(field).toHaveFocus();
  await type('sea');
  await expect.element(status).toMatchTextContent('1 of 4');
  expect(matches().join('|')).toBe('Sea|se|a|SEA|sea');
  expect(selected()).toBe('Sea');
  await userEvent.keyboard('{Enter}');
  await expect.element(status).toMatchTextContent('2 of 4');
  expect(selected()).toBe('sea');
  await userEvent.keyboard('{Shift>}{Enter}{Enter}{/Shift}');
  await expect.element(status).toMatchTextContent('4 of 4');
  await userEvent.keyboard('{Enter}');
  await expect.element(status).toMatchTextContent('1 of 4');
  await expect.element(field).toHaveFocus();
  await expectAccessible();
  await field.fill('ocean');
  await expect.element(status).toMatchTextContent('No matches');
  expect(find('.text-match')).toEqual([]);
});

test('Escape closes the bar and selects the match in the text', async () => {
  const { bar, text, content, find } = await openFind();
  await type('SEA');
  await userEvent.keyboard('{Enter}{Enter}{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(text).toHaveFocus();
  expect(find('.text-match')).toEqual([]);
  expect(getSelection()?.toString()).toBe('SEA');
  await type('lake');
  expect(content()).toContain('is lake</p>');
});

test('the case counts on request', async () => {
  const { bar, status } = await openFind();
  await type('SEA');
  await expect.element(status).toMatchTextContent('1 of 4');
  await bar.getByRole('checkbox', { name: 'Match case' }).click();
  await expect.element(status).toMatchTextContent('1 of 1');
});

test('a match is replaced in its format, and the next one is selected', async () => {
  const { replacement, status, content } = await openFind('<p>a <em>cat</em>, a cat</p>');
  await type('cat');
  await replacement.fill('dog');
  await userEvent.keyboard('{Enter}');
  await expect.element(status).toMatchTextContent('1 of 1');
  await expect.poll(content).toBe('<p>a <em>dog</em>, a cat</p>');
  await userEvent.keyboard('{Enter}');
  await expect.poll(content).toBe('<p>a <em>dog</em>, a dog</p>');
});

test('all matches are replaced in one undo step, also by a text that contains them', async () => {
  const { replacement, button, content, text } = await openFind();
  await type('sea');
  await replacement.fill('seaside');
  await button('Replace all').click();
  const replaced =
    '<h2>The seaside</h2><p>the <strong>seaside</strong> is seaside</p><ul><li>see the seaside</li></ul>';
  await expect.poll(content).toBe(replaced);
  await userEvent.keyboard('{Escape}');
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(content).toBe(poem);
});

test('an empty replacement removes the matches', async () => {
  const { button, content } = await openFind('<p>one two two</p>');
  await type(' two');
  await button('Replace all').click();
  await expect.poll(content).toBe('<p>one</p>');
});

test('selected words are searched for, and Control+F in the bar selects the field again', async () => {
  const { text, field, status } = await openFind('<p>a <strong>word</strong> and a word</p>');
  await text.getByText('word', { exact: true }).dblClick();
  await userEvent.keyboard('{Control>}f{/Control}');
  await expect.element(field).toHaveValue('word');
  await expect.element(field).toHaveFocus();
  await expect.element(status).toMatchTextContent('1 of 2');
  await userEvent.keyboard('{Tab}{Control>}f{/Control}');
  await expect.element(field).toHaveFocus();
});

test('matches follow the text while it changes', async () => {
  const { field, status, text } = await openFind('<p>one one</p>');
  await field.fill('one');
  await text.click();
  await userEvent.keyboard('{End}');
  await type(' one');
  await expect.element(status).toMatchTextContent('of 3');
});

test('a long post is searched without a delay', async () => {
  const { field, status } = await openFind(
    `<p>${'seven words are in this one line. '.repeat(10)}</p>`.repeat(75),
  );
  const start = performance.now();
  await field.fill('in this');
  await expect.element(status).toMatchTextContent('1 of 750');
  await field.fill('s');
  await expect.element(status).toMatchTextContent('of 2,000');
  expect(performance.now() - start).toBeLessThan(8000);
});

test('the bar fits a phone in German', async () => {
  await page.viewport(390, 800);
  const { bar } = await openFind(poem, { pageLocale: 'de' });
  await expect.element(bar.getByRole('button', { name: 'Alle ersetzen' })).toBeVisible();
  expect(bar.element().scrollWidth).toBeLessThanOrEqual(bar.element().clientWidth);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('on a phone, the bar leaves the selected match visible', async () => {
  await page.viewport(390, 700);
  const { bar, field, selected, find } = await openFind(
    `${'<p>line</p>'.repeat(40)}<p>goal</p>${'<p>line</p>'.repeat(40)}<p>goal</p>`,
  );
  await field.fill('goal');
  await userEvent.keyboard('{Enter}{Shift>}{Enter}{/Shift}');
  await expect.poll(selected).toBe('goal');
  const match = find('.text-match-selected')[0]?.getBoundingClientRect();
  expect(match?.top).toBeGreaterThanOrEqual(bar.element().getBoundingClientRect().bottom);
  expect(match?.bottom).toBeLessThanOrEqual(700);
});
