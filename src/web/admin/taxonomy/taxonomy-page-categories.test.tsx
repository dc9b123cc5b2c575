import { expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import type { AdminCategory } from '#blog/taxonomy-contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import TaxonomyPage from './taxonomy-page.tsx';

const kites: AdminCategory = {
  id: 'kites',
  slug: 'kites',
  color: '#2f7d5b',
  articles: 2,
  names: { en: 'Kites', de: 'Drachen' },
  descriptions: { en: 'All that flies.' },
};
const wind: AdminCategory = { ...kites, id: 'wind', slug: 'wind', names: { en: 'Wind' }, descriptions: {} };

async function show(
  categories: AdminCategory[] = [kites],
  options: { locale?: 'de'; lifetime?: number } = {},
) {
  const { locale = 'en', lifetime = 3_600_000 } = options;
  const loaderData = { kind: 'categories', taxa: categories, expiresAt: Date.now() + lifetime };
  const { screen } = await renderAdminPage(TaxonomyPage, { path: '/admin/categories', loaderData, locale });
  return {
    screen,
    dialog: screen.getByRole('dialog'),
    alert: screen.getByRole('dialog').getByRole('alert'),
    name: (language: string) => screen.getByRole('textbox', { name: language }).first(),
    description: (language: string) => screen.getByRole('textbox', { name: language }).last(),
    save: screen.getByRole('button', { name: 'Save' }),
  };
}

const listTitles = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map((title) => title.textContent);

test('a card has a name, description, slug, post count and the languages without a name', async () => {
  const { screen } = await show([kites, { ...wind, articles: 1 }]);
  const cards = screen.getByRole('article');
  await expect.element(cards.nth(0).getByRole('heading', { level: 2 })).toHaveTextContent('Kites');
  for (const text of [
    'All that flies.',
    'kites',
    '2 posts',
    'No name yet in: ES, PT, FR, IT, ZH, VI, ID, TH',
  ])
    await expect.element(cards.nth(0).getByText(text, { exact: true })).toBeVisible();
  await expect.element(cards.nth(1).getByText('1 post', { exact: true })).toBeVisible();
  await expectAccessible({ isPage: true });
});

test('a new category is saved with names, color and descriptions, and sorted into the list', async () => {
  const saved = { ...kites, articles: 0 };
  await commands.stubResponses('POST /api/admin/categories', [{ status: 201, body: saved }]);
  const { screen, dialog, name, description, save } = await show([wind]);
  await screen.getByRole('button', { name: 'New category' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'New category' })).toBeVisible();
  await expectAccessible({ isPage: true });
  await name('English').fill('  Kites ');
  await name('Deutsch').fill('Drachen');
  await screen.getByLabelText('Color').fill('#2f7d5b');
  await description('English').fill('All that flies.');
  await save.click();
  await expect.poll(listTitles).toEqual(['Kites', 'Wind']);
  expect(dialog.elements()).toEqual([]);
  await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'New category' })).toHaveFocus();
  expect((await commands.listRequests()).map(({ body }) => body)).toEqual([
    {
      names: { en: 'Kites', de: 'Drachen' },
      descriptions: { en: 'All that flies.' },
      slug: '',
      color: '#2f7d5b',
    },
  ]);
});

test('the badge is previewed on both backgrounds, with a warning if its contrast is low', async () => {
  const { screen, name } = await show();
  await screen.getByRole('button', { name: 'New category' }).click();
  await expect.element(screen.getByText('Example').first()).toBeVisible();
  const warning = screen.getByText('This color is hard to see on this background.');
  expect(warning.elements()).toEqual([]);
  await name('English').fill('Gliders');
  await screen.getByLabelText('Color').fill('#ffee88');
  await expect.element(warning).toBeVisible();
  expect(screen.getByText('Gliders').elements()).toHaveLength(2);
  await screen.getByLabelText('Color').fill('#2f7d5b');
  await expect.poll(() => warning.elements()).toEqual([]);
  await screen.getByLabelText('Color').fill('#1f1b18');
  await expect.element(warning).toBeVisible();
});

test('a category without an English name is not sent', async () => {
  const { screen, name, save } = await show();
  await screen.getByRole('button', { name: 'New category' }).click();
  await name('Deutsch').fill('Drachen');
  await save.click();
  await expect.element(name('English')).toHaveFocus();
  expect(await commands.listRequests()).toEqual([]);
});

test('the form to edit a category starts with its values', async () => {
  const changed = { ...kites, names: { en: 'Kites and gliders', de: 'Drachen' } };
  await commands.stubResponses('PUT /api/admin/categories/kites', [{ body: changed }]);
  const { screen, dialog, name, description, save } = await show([kites, wind]);
  const edit = screen.getByRole('button', { name: 'Edit “Kites”' });
  await edit.click();
  await expect.element(dialog).toHaveAccessibleName('Edit “Kites”');
  await expect.element(screen.getByLabelText('Slug')).toHaveValue('kites');
  await expect.element(screen.getByLabelText('Color')).toHaveValue('#2f7d5b');
  await expect.element(name('Deutsch')).toHaveValue('Drachen');
  await expect.element(description('English')).toHaveValue('All that flies.');
  await name('English').fill('Kites and gliders');
  await save.click();
  await expect.poll(listTitles).toEqual(['Kites and gliders', 'Wind']);
  const { names, descriptions, slug, color } = changed;
  expect((await commands.listRequests()).map(({ body }) => body)).toEqual([
    { names, descriptions, slug, color },
  ]);
});

test('Escape with unsaved input closes the form only the second time', async () => {
  const { screen, dialog, alert, name } = await show();
  const edit = screen.getByRole('button', { name: 'Edit “Kites”' });
  await edit.click();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => dialog.elements()).toEqual([]);
  await expect.element(edit).toHaveFocus();
  await edit.click();
  await name('English').fill('Gliders');
  await userEvent.keyboard('{Escape}');
  await expect.element(alert).toMatchTextContent('You have unsaved changes.');
  await expect.element(name('English')).toHaveValue('Gliders');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect(listTitles()).toEqual(['Kites']);
});

test('Cancel discards the input', async () => {
  const { screen, dialog, name } = await show();
  await screen.getByRole('button', { name: 'Edit “Kites”' }).click();
  await name('English').fill('Gliders');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect(await commands.listRequests()).toEqual([]);
});

test('while saving, the form ignores clicks and Escape', async () => {
  await commands.stubResponses('PUT /api/admin/categories/kites', [{ isPending: true, body: kites }]);
  const { screen, dialog, save } = await show();
  await screen.getByRole('button', { name: 'Edit “Kites”' }).click();
  await save.click();
  const saving = screen.getByRole('button', { name: 'Saving...' });
  await expect.element(saving).toHaveAttribute('aria-disabled', 'true');
  (saving.element() as HTMLElement).click();
  (screen.getByRole('button', { name: 'Cancel' }).element() as HTMLElement).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await commands.releaseResponses();
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect(await commands.listRequests()).toHaveLength(1);
});

test('deleting a category needs confirmation, which shows the effect on its posts', async () => {
  await commands.stubResponses('DELETE /api/admin/categories/kites', [{ body: { success: true } }]);
  const { screen, dialog } = await show([kites, { ...wind, articles: 1 }]);
  await screen.getByRole('button', { name: 'Delete “Wind”' }).click();
  await expect.element(screen.getByText('1 post will be left without a category.')).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  const remove = screen.getByRole('button', { name: 'Delete “Kites”' });
  await remove.click();
  await expect.element(dialog).toHaveAccessibleName('Delete “Kites”?');
  await expect.element(screen.getByText('2 posts will be left without a category.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible({ isPage: true });
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => dialog.elements()).toEqual([]);
  await expect.element(remove).toHaveFocus();
  expect(await commands.listRequests()).toEqual([]);
  await remove.click();
  await screen.getByRole('button', { name: 'Yes, delete' }).click();
  await expect.poll(listTitles).toEqual(['Wind']);
  await expect.element(screen.getByRole('region', { name: 'Categories' })).toHaveFocus();
  await expect.element(screen.getByText('Deleted', { exact: true })).toBeVisible();
});

test('a failed deletion shows the error and can be retried', async () => {
  await commands.stubResponses('DELETE /api/admin/categories/kites', [
    { status: 404, body: { success: false, code: 'category.missing', error: 'It is gone.' } },
    { isOffline: true },
    { isPending: true, body: { success: true } },
  ]);
  const { screen, alert, dialog } = await show();
  await screen.getByRole('button', { name: 'Delete “Kites”' }).click();
  const confirm = screen.getByRole('button', { name: 'Yes, delete' });
  await confirm.click();
  await expect.element(alert).toHaveTextContent('It is gone.');
  await confirm.click();
  await expect.element(alert).toMatchTextContent('You seem to be offline.');
  await confirm.click();
  await expect.element(confirm).toHaveAttribute('aria-disabled', 'true');
  (confirm.element() as HTMLElement).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await commands.releaseResponses();
  await expect.element(screen.getByText('There are no categories yet.')).toBeVisible();
  await expectAccessible({ isPage: true });
  expect(await commands.listRequests()).toHaveLength(3);
});

test("names and sort order follow the user's language", async () => {
  const { screen } = await show([kites, wind], { locale: 'de' });
  await expect.poll(listTitles).toEqual(['Drachen', 'Wind']);
  await expect.element(screen.getByText('All that flies.')).toBeVisible();
});

test('an open page renews the session before it expires', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const renewal = 'POST /api/accounts/session/renew';
  await commands.stubResponses(renewal, [{ body: { expiresAt: Date.now() + 3_600_000 } }]);
  await show([kites], { lifetime: 120_000 });
  vi.advanceTimersByTime(30_000);
  await expect.poll(async () => (await commands.listRequests()).length).toBe(1);
});
