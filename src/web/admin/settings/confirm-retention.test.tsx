import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import { ConfirmRetention } from './confirm-retention.tsx';

test('says how many messages are deleted, and sends the form again with the number of days', async () => {
  const fields: [string, string][] = [
    ['messageDays', '14'],
    ['CONTACT_EMAIL', '"a"@example.org'],
  ];
  const { screen } = await renderAdminPage(
    () => <ConfirmRetention shortened={{ days: 14, count: 1200, fields }} />,
    { path: '/admin/settings/contact', loaderData: null },
  );
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('1,200 messages in the inbox are older than the new time allows.');
  const button = screen.getByRole('button', { name: 'Save and delete' }).element() as HTMLButtonElement;
  const sent = new FormData(button.form ?? undefined, button);
  expect([...sent]).toEqual([...fields, ['confirm-retention', '14']]);
  await expect
    .element(screen.getByRole('link', { name: 'Cancel' }))
    .toHaveAttribute('href', '/admin/settings/contact');
  await expectAccessible();
});
