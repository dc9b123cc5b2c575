import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { defaultSiteSettings, type LanguageRules as Rules } from '#settings/contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import { LanguageRules } from './language-rules.tsx';
import type { SettingsFormProps } from './settings-form.tsx';

function renderRules(languageRules: Rules) {
  const form = {
    page: { site: { ...defaultSiteSettings, languageRules }, reviewers: [{ id: '1', name: 'Ada' }] },
    values: null,
    errors: [],
  } as unknown as SettingsFormProps;
  const path = '/admin/settings/translation';
  return renderAdminPage(() => <LanguageRules {...form} />, { path, loaderData: null });
}
const held = (heldFor: string) => ({ threshold: null, heldFor });
const reviewer = (language: string) =>
  page.getByRole('group', { name: language }).getByRole('combobox', { name: 'Reviewer' });
const notice = page.getByText(/^The reviewers for these languages/);

test('the rules of each language are in a group with its name', async () => {
  await renderRules({ de: held('1'), th: { threshold: 80, heldFor: null } });
  await expect.element(reviewer('Deutsch')).toHaveDisplayValue('Ada');
  await expect.element(reviewer('ไทย')).toHaveDisplayValue('Nobody');
  const score = page.getByRole('group', { name: 'ไทย' }).getByRole('spinbutton', { name: 'Lowest score' });
  await expect.element(score).toHaveValue(80);
  expect(notice.query()).toBeNull();
  await expectAccessible();
});

test('an owner is told which languages wait for someone who can’t publish anymore', async () => {
  await renderRules({ de: held('1'), it: held('2'), th: held('unknown') });
  await expect
    .element(notice)
    .toMatchTextContent('The reviewers for these languages can no longer publish: Italiano, ไทย.');
  await expect.element(reviewer('Italiano')).toHaveDisplayValue('Someone who can’t publish anymore');
  await expect.element(reviewer('Italiano')).toHaveValue('2');
  await expectAccessible();
});
