import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderEditorPart } from '../fixtures/render-editor-part.tsx';
import { openText } from '../rich-text/fixtures/open-text.tsx';
import { ContentField } from './content-field.tsx';

test.each([
  ['words that only blocks separate', '<p>a</p>'.repeat(201), '2 minutes'],
  ['one word with many marks', `<p>${'<strong>a</strong>'.repeat(201)}</p>`, '1 minute'],
])('the reading time of %s matches the server’s rule', async (_name, html, time) => {
  const { screen } = await openText(html);
  await expect.element(screen.getByText(`Estimated read time: ${time}`, { exact: true })).toBeVisible();
});

test('the reading time updates after a pause in typing', async () => {
  const { screen, replace } = await openText('<p>a</p>');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  replace(`<p>${'word '.repeat(401)}</p>`);
  await vi.advanceTimersByTimeAsync(100);
  expect(screen.getByText('Estimated read time: 1 minute').query()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(400);
  await expect.element(screen.getByText('Estimated read time: 3 minutes')).toBeVisible();
});

test('text replaced from outside is not overwritten by pending typed text', async () => {
  const { text, content, replace } = await openText('<p>old</p>');
  await text.click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.keyboard('{End}er');
  replace('<p>restored</p>');
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  await expect.element(text).toHaveTextContent('restored');
  expect(content()).toBe('<p>restored</p>');
});

test('a user without edit rights sees the text but no toolbar', async () => {
  const { screen } = await renderEditorPart((context) => <ContentField context={context} />, {
    data: { mayEdit: false },
    fields: { content: '<p>Only <strong>to</strong> read</p>' },
  });
  await expect.element(screen.getByText('Only to read')).toBeVisible();
  await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('toolbar')).not.toBeInTheDocument();
  await expect.element(screen.getByText('Estimated read time: 1 minute', { exact: true })).toBeVisible();
});
