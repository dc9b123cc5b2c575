import { expect, test, vi } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderEditorPart } from '../fixtures/render-editor-part.tsx';
import { SettingsPanel } from './settings-panel.tsx';

type Options = Parameters<typeof renderEditorPart>[1];

async function openSettings(options: Options = {}) {
  const onCancelSchedule = vi.fn();
  const { screen, fields } = await renderEditorPart(
    (context) => <SettingsPanel context={context} onCancelSchedule={onCancelSchedule} />,
    options,
  );
  const status = screen.getByLabelText('Status', { exact: true });
  return {
    screen,
    fields,
    onCancelSchedule,
    status,
    category: screen.getByLabelText('Category', { exact: true }),
    statuses: () => [...status.element().querySelectorAll('option')].map(({ textContent }) => textContent),
  };
}

test('status, category and tags reach the form', async () => {
  const { screen, fields, status, category, statuses } = await openSettings();
  expect(statuses()).toEqual(['Draft', 'Published', 'Archived']);
  await expect.element(screen.getByRole('region', { name: 'Publish Settings' })).toBeVisible();
  await status.selectOptions('Archived');
  await category.selectOptions('Guides');
  await screen.getByRole('button', { name: 'Video' }).click();
  await screen.getByRole('button', { name: 'Privacy' }).click();
  await screen.getByRole('button', { name: 'Privacy' }).click();
  await expect.element(screen.getByRole('button', { name: 'Video' })).toHaveAttribute('aria-pressed', 'true');
  await expect
    .element(screen.getByRole('button', { name: 'Privacy' }))
    .toHaveAttribute('aria-pressed', 'false');
  expect(fields()).toMatchObject({ status: 'archived', category_id: 'guides', tag_ids: ['video'] });
  await category.selectOptions('No category');
  expect(fields().category_id).toBeNull();
  await expectAccessible();
});

test('a publication date in the past reaches the form, and one in the future is explained', async () => {
  const { screen, fields, status } = await openSettings();
  const date = screen.getByLabelText('Publication date', { exact: true });
  await date.fill('2020-02-03T04:05');
  expect(fields().publication_date).toBe(new Date('2020-02-03T04:05').toISOString());
  await date.fill('2999-01-01T00:00');
  (status.element() as HTMLElement).focus();
  await expect.element(date).toHaveAttribute('aria-invalid', 'true');
  await expect.element(screen.getByText(/^Choose a date in the past/)).toBeVisible();
  expect(fields().publication_date).toBe(new Date('2020-02-03T04:05').toISOString());
  await date.fill('');
  expect(fields().publication_date).toBeNull();
});

test('without tags, a message is shown', async () => {
  const { screen } = await openSettings({ data: { tags: [] } });
  await expect.element(screen.getByText('There are no tags yet.')).toBeVisible();
});

test('a user without publish rights cannot select the published status', async () => {
  const { statuses } = await openSettings({ data: { mayPublish: false } });
  expect(statuses()).toEqual(['Draft', 'Archived']);
});

test('a user without publish rights still sees that a post is published', async () => {
  const { status, statuses } = await openSettings({
    data: { mayPublish: false },
    fields: { status: 'published' },
  });
  expect(statuses()).toEqual(['Published', 'Draft', 'Archived']);
  await expect.element(status).toHaveValue('published');
});

test('a scheduled post shows when it goes live, and the schedule can be cancelled', async () => {
  const { screen, onCancelSchedule } = await openSettings({
    document: { scheduled_at: '2099-05-04T12:30:00.000Z' },
  });
  await expect.element(screen.getByText(/^Goes live on Monday, May 4, 2099 at \d+:30/)).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel schedule' }).click();
  expect(onCancelSchedule).toHaveBeenCalledOnce();
});

test('a user without publish rights sees the schedule but cannot cancel it', async () => {
  const { screen } = await openSettings({
    data: { mayPublish: false },
    document: { scheduled_at: '2099-05-04T12:30:00.000Z' },
  });
  await expect.element(screen.getByText(/^Goes live on/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Cancel schedule' })).not.toBeInTheDocument();
});

test('a page has a status, but no category, tags, author and publication date', async () => {
  const { screen, status } = await openSettings({ data: { kind: 'page' } });
  await expect.element(status).toBeVisible();
  expect(screen.getByRole('combobox').elements()).toHaveLength(1);
  expect(screen.getByLabelText('Publication date').elements()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Video' }).elements()).toEqual([]);
});
