import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { Tabs } from './tabs.tsx';

const tabs = ['Content', 'SEO', 'Media'].map((label) => ({
  name: label.toLowerCase(),
  label,
  content: (
    <label>
      {label} field <input />
    </label>
  ),
}));

test('arrow keys, Home and End move through the tabs, and only one panel is visible', async () => {
  const screen = await renderComponent(<Tabs label="Parts" tabs={tabs} />);
  const tab = (name: string) => screen.getByRole('tab', { name });
  (tab('Content').element() as HTMLElement).focus();
  for (const [key, name] of [
    ['ArrowRight', 'SEO'],
    ['End', 'Media'],
    ['ArrowRight', 'Content'],
    ['ArrowLeft', 'Media'],
    ['Home', 'Content'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
    await expect.element(tab(name)).toHaveFocus();
    await expect.element(screen.getByRole('tabpanel', { name })).toBeVisible();
    expect(screen.getByRole('tabpanel').elements()).toHaveLength(1);
    const stops = screen.getByRole('tab').elements() as HTMLElement[];
    expect(stops.filter(({ tabIndex }) => tabIndex === 0)).toEqual([tab(name).element()]);
  }
  await expectAccessible();
});

test('a panel keeps what was typed while it was hidden', async () => {
  const screen = await renderComponent(<Tabs label="Parts" tabs={tabs} />);
  await screen.getByLabelText('Content field').fill('a');
  await screen.getByRole('tab', { name: 'Media' }).click();
  await expect.element(screen.getByLabelText('Content field')).not.toBeVisible();
  await screen.getByRole('tab', { name: 'Content' }).click();
  await expect.element(screen.getByLabelText('Content field')).toHaveValue('a');
});

test('other keys do nothing', async () => {
  const screen = await renderComponent(<Tabs label="Parts" tabs={tabs} />);
  (screen.getByRole('tab', { name: 'Content' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}x');
  await expect.element(screen.getByRole('tab', { name: 'Content' })).toHaveAttribute('aria-selected', 'true');
});
