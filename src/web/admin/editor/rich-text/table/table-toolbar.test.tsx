import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { openText, type } from '../fixtures/open-text.tsx';

async function openTable() {
  const opened = await openText();
  await opened.text.click();
  await opened.tool('Table').click();
  const bar = opened.screen.getByRole('toolbar', { name: 'Table' });
  return {
    ...opened,
    bar,
    press: (name: string) => bar.getByRole('button', { name, exact: true }).click(),
    size: () => {
      const rows = opened.find('tr');
      return [rows.length, rows[0]?.querySelectorAll('td, th').length ?? 0];
    },
  };
}

test('a new table has three rows and columns, and Tab moves between cells', async () => {
  const { tool, bar, content, size } = await openTable();
  expect(size()).toEqual([3, 3]);
  await expect.element(bar).toBeVisible();
  await expect.element(tool('Table')).toHaveAttribute('aria-disabled', 'true');
  await type('a');
  await userEvent.keyboard('{Tab}');
  await type('b');
  await userEvent.keyboard('{Tab}');
  await type('c');
  expect(content()).toContain(
    '<thead><tr><th scope="col">a</th><th scope="col">b</th><th scope="col">c</th></tr></thead>',
  );
  await expectAccessible();
});

test('rows and columns are added and removed around the current cell', async () => {
  const { press, size, content } = await openTable();
  await type('a');
  await press('Add column left');
  expect(size()).toEqual([3, 4]);
  await press('Add column right');
  expect(size()).toEqual([3, 5]);
  await press('Remove column');
  await press('Remove column');
  await press('Remove column');
  expect(size()).toEqual([3, 2]);
  await press('Add row below');
  expect(size()).toEqual([4, 2]);
  await press('Remove row');
  await press('Remove row');
  expect(size()).toEqual([2, 2]);
  await press('Add row above');
  expect(size()).toEqual([3, 2]);
  await type('x');
  expect(content()).toContain('x');
});

test('removing the table keeps the text and hides the toolbar', async () => {
  const { press, bar, text, tool, find } = await openTable();
  await press('Remove table');
  expect(find('table')).toEqual([]);
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(text).toHaveFocus();
  await expect.element(tool('Table')).toHaveAttribute('aria-disabled', 'false');
});

test('header rows and columns are saved with their scope and can be turned off', async () => {
  const { press, content } = await openTable();
  await type('a');
  await press('Header column');
  await userEvent.keyboard('{ArrowDown}');
  await type('c');
  expect(content()).toContain('<thead><tr><th scope="col">a</th>');
  expect(content()).toContain('<tr><th scope="row">c</th><td></td>');
  await press('Header column');
  await press('Header row');
  expect(content()).toMatch(/^<table><tbody><tr><td>a<\/td>/);
});

test('the toolbar is one tab stop, and arrow keys wrap around', async () => {
  const { bar } = await openTable();
  const buttons = bar.getByRole('button');
  expect(buttons.elements().map((button) => (button as HTMLElement).tabIndex)).toEqual([
    0,
    ...Array(8).fill(-1),
  ]);
  (buttons.first().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(buttons.nth(1)).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(buttons.last()).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(buttons.first()).toHaveFocus();
});
