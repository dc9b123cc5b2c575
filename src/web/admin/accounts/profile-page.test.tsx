import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { recordSubmissions } from '#test/support/components/record-submissions.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import ProfilePage from './profile-page.tsx';

const image = {
  id: 'a',
  src: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  srcset: '',
  width: 1,
  height: 1,
};
const profile = {
  id: 'ada',
  slug: 'ada-l',
  name: 'Ada L',
  bios: { en: 'Writes.' },
  is_public: true,
  image: null,
};
const data = { profile, isOwn: true, isSaved: false, bioLengthLimit: 300 };

const show = (changes: object = {}, actionData?: object) =>
  renderAdminPage(ProfilePage, {
    path: '/admin/profile/ada',
    loaderData: { ...data, ...changes },
    actionData,
  });

test('name, consent and the bio of each language are sent', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  await expect.element(screen.getByLabelText('English')).toHaveValue('Writes.');
  await screen.getByLabelText('Name that readers see').fill('Ada Lovelace');
  await screen.getByText('Bio in other languages').click();
  await screen.getByLabelText('ไทย').fill('เขียน');
  await expectAccessible({ isPage: true });
  await screen.getByRole('button', { name: 'Save' }).click();
  expect(submissions).toEqual([
    {
      method: 'post',
      path: '/admin/profile/ada',
      fields: expect.objectContaining({
        intent: 'profile',
        name: 'Ada Lovelace',
        public: 'yes',
        'bio-en': 'Writes.',
        'bio-th': 'เขียน',
      }),
    },
  ]);
});

test('only a public profile links its page', async () => {
  const { screen } = await show();
  const link = screen.getByRole('link', { name: 'View author page' });
  await expect.element(link).toHaveAttribute('href', '/blog/author/ada-l');
});

test('a hidden profile has no link, and the checkbox is off', async () => {
  const { screen } = await show({ profile: { ...profile, is_public: false } });
  await expect.element(screen.getByRole('checkbox', { name: 'Show my name on my posts' })).not.toBeChecked();
  expect(screen.getByRole('link', { name: 'View author page' }).elements()).toEqual([]);
});

test('an image can be removed', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show({ profile: { ...profile, image } });
  await screen.getByRole('button', { name: 'Remove image' }).click();
  expect(submissions.map(({ fields }) => fields)).toEqual([{ intent: 'remove-image' }]);
});

test('a rejected form says why, and a saved one that it was saved', async () => {
  const { screen } = await show({ isSaved: true }, { message: 'A bio is too long.' });
  await expect.element(screen.getByRole('alert')).toMatchTextContent('A bio is too long.');
  expect(screen.getByRole('status').elements()).toEqual([]);
  await screen.unmount();
  const saved = await show({ isSaved: true });
  await expect
    .element(saved.screen.getByRole('status'))
    .toMatchTextContent('The author profile has been saved.');
});
