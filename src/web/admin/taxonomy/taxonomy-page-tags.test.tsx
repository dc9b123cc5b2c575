import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { AdminTag } from '#blog/taxonomy-contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import TaxonomyPage from './taxonomy-page.tsx';

const wind: AdminTag = { id: 'wind', slug: 'wind', names: { en: 'Wind' }, articles: 1 };

async function show(tags = [wind]) {
  const loaderData = { kind: 'tags', taxa: tags, expiresAt: Date.now() + 3_600_000 };
  const { screen } = await renderAdminPage(TaxonomyPage, { path: '/admin/tags', loaderData });
  return screen;
}

const listTitles = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map((title) => title.textContent);

test('a tag has names and a slug but no color or description', async () => {
  await commands.stubResponses('POST /api/admin/tags', [
    { status: 201, body: { ...wind, id: 'air', slug: 'air', names: { en: 'Air' } } },
  ]);
  const screen = await show();
  await screen.getByRole('button', { name: 'New tag' }).click();
  expect(screen.getByLabelText('Color').elements()).toEqual([]);
  expect(screen.getByRole('textbox', { name: 'English' }).elements()).toHaveLength(1);
  await expect
    .element(screen.getByLabelText('Slug'))
    .toHaveAccessibleDescription(
      'Used in the URL. If you leave the slug empty, it’s created from the English name.',
    );
  await screen.getByRole('textbox', { name: 'English' }).fill('Air');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(listTitles).toEqual(['Air', 'Wind']);
  expect((await commands.listRequests()).map(({ body }) => body)).toEqual([
    { names: { en: 'Air' }, slug: '' },
  ]);
});

test('a duplicate slug is rejected in the form, which keeps the input', async () => {
  const rejection = { success: false, code: 'slug.taken', error: 'This slug is there already.' };
  const saved = { ...wind, id: 'again', slug: 'wind-again', names: { en: 'Wind again' } };
  await commands.stubResponses('POST /api/admin/tags', [
    { status: 409, body: rejection },
    { status: 201, body: saved },
  ]);
  const screen = await show();
  const form = screen.getByRole('dialog');
  await screen.getByRole('button', { name: 'New tag' }).click();
  await screen.getByRole('textbox', { name: 'English' }).fill('Wind again');
  await screen.getByLabelText('Slug').fill('wind');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('This slug is there already.');
  await expect.element(screen.getByRole('textbox', { name: 'English' })).toHaveValue('Wind again');
  await screen.getByLabelText('Slug').fill('wind-again');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(listTitles).toEqual(['Wind', 'Wind again']);
});

test('a tag is changed and deleted', async () => {
  await commands.stubResponses('PUT /api/admin/tags/wind', [{ body: { ...wind, names: { en: 'Storm' } } }]);
  await commands.stubResponses('DELETE /api/admin/tags/wind', [{ body: { success: true } }]);
  const screen = await show();
  await screen.getByRole('button', { name: 'Edit “Wind”' }).click();
  await screen.getByRole('textbox', { name: 'English' }).fill('Storm');
  await screen.getByRole('button', { name: 'Save' }).click();
  await screen.getByRole('button', { name: 'Delete “Storm”' }).click();
  await expect.element(screen.getByText('1 post will lose this tag.')).toBeVisible();
  await screen.getByRole('button', { name: 'Yes, delete' }).click();
  await expect.element(screen.getByText('There are no tags yet.')).toBeVisible();
  expect((await commands.listRequests()).map(({ method, body }) => [method, body])).toEqual([
    ['PUT', { names: { en: 'Storm' }, slug: 'wind' }],
    ['DELETE', null],
  ]);
});

test('the list and the form fit a small phone', async () => {
  await page.viewport(320, 640);
  const screen = await show([{ ...wind, slug: 'a-very-long-slug-of-a-tag-that-does-not-fit-into-one-line' }]);
  await expectAccessible({ isPage: true });
  await screen.getByRole('button', { name: 'Edit “Wind”' }).click();
  await expectAccessible({ isPage: true });
});
