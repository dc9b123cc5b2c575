import { expect, onTestFinished, test } from 'vitest';
import { cdp, userEvent } from 'vitest/browser';
import { postWith } from '../fixtures/editor-data.ts';
import {
  button,
  dialog,
  expectList,
  expectStoredToast,
  listSaves,
  renderEditor,
} from '../fixtures/render-editor.tsx';

const publishDialog = dialog('Publish this post?');

async function openDialog(document = postWith()) {
  await renderEditor({ document });
  await button('Publish').click();
  await expect.element(publishDialog).toBeVisible();
}

async function setTimezone(timezoneId: string): Promise<void> {
  const session = cdp() as unknown as { send(method: string, params: object): Promise<void> };
  await session.send('Emulation.setTimezoneOverride', { timezoneId });
  onTestFinished(() => session.send('Emulation.setTimezoneOverride', { timezoneId: '' }));
}

test('Escape and Cancel close the dialog, save nothing and return the focus to the button', async () => {
  await openDialog();
  await userEvent.keyboard('{Escape}');
  await expect.element(publishDialog).not.toBeInTheDocument();
  await expect.element(button('Publish')).toHaveFocus();
  await button('Publish').click();
  await publishDialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.element(publishDialog).not.toBeInTheDocument();
  await expect.element(button('Publish')).toHaveFocus();
  expect(await listSaves()).toEqual([]);
});

test('the checklist names what is missing, and its lack does not prevent publishing', async () => {
  await openDialog(postWith({ excerpt: '' }));
  await expect.element(publishDialog.getByRole('heading', { name: 'Before you publish' })).toBeVisible();
  await expect.element(publishDialog.getByText('There is no excerpt.')).toBeVisible();
  await expect.element(publishDialog.getByRole('button', { name: 'Publish now' })).toBeEnabled();
});

test('"Publish now" publishes the draft and opens the list', async () => {
  await openDialog();
  await publishDialog.getByRole('button', { name: 'Publish now' }).click();
  await expectList();
  expectStoredToast('Post updated successfully');
  expect(await listSaves()).toMatchObject([{ mode: 'publish', fields: { status: 'published' } }]);
});

test.each([
  ['draft', 'Save as draft'],
  ['archived', 'Save as archived'],
] as const)('a post with the status %s can be saved with that status', async (status, name) => {
  await openDialog(postWith({ status }));
  await publishDialog.getByRole('button', { name }).click();
  await expectList();
  expect(await listSaves()).toMatchObject([{ mode: 'save', fields: { status } }]);
});

test('a past or missing time is rejected, and a later one is scheduled in the user’s time zone', async () => {
  await setTimezone('Asia/Bangkok');
  await openDialog();
  await expect
    .element(publishDialog.getByText('Your time zone: Indochina Time (Asia/Bangkok)'))
    .toBeVisible();
  const when = publishDialog.getByLabelText('Date and time');
  expect((when.element() as HTMLInputElement).value).toMatch(/T09:00$/);
  await when.fill('2020-01-01T09:00');
  await publishDialog.getByRole('button', { name: 'Schedule' }).click();
  await expect.element(publishDialog.getByRole('alert')).toHaveTextContent('Choose a time in the future.');
  await expect.element(when).toHaveAttribute('aria-invalid', 'true');
  await when.clear();
  await publishDialog.getByRole('button', { name: 'Schedule' }).click();
  await expect.element(publishDialog.getByRole('alert')).toHaveTextContent('Choose a time in the future.');
  expect(await listSaves()).toEqual([]);
  await when.fill('2099-05-04T09:30');
  await expect.element(publishDialog.getByRole('alert')).toBeEmptyDOMElement();
  await expect.element(when).not.toHaveAttribute('aria-invalid');
  await expect.element(publishDialog.getByText(/Goes live on Monday, May 4, 2099 at 9:30 AM/)).toBeVisible();
  await publishDialog.getByRole('button', { name: 'Schedule' }).click();
  await expectList();
  expect(await listSaves()).toMatchObject([
    { mode: 'schedule', scheduled_at: '2099-05-04T02:30:00.000Z', fields: { status: 'draft' } },
  ]);
});
