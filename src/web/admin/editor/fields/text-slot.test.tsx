import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderEditorPart } from '../fixtures/render-editor-part.tsx';
import { openText } from '../rich-text/fixtures/open-text.tsx';
import { ContentField } from './content-field.tsx';

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
