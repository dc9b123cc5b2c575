import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import type { TitlesResponse } from '#ai/text-contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { PostCanvas } from '../fields/post-canvas.tsx';
import { renderEditorPart } from '../fixtures/render-editor-part.tsx';

const path = 'POST /api/admin/suggestions/titles';
const charge = { tokensIn: 900, tokensOut: 60, isEstimate: false, cost: { amount: 0.01, currency: 'EUR' } };
const titles: TitlesResponse = { success: true, titles: ['A quiet garden', 'Morning in the garden'], charge };

async function openIdeas({ content = '<p>It was quiet.</p>', hasModel = true } = {}) {
  const opened = await renderEditorPart((context) => <PostCanvas context={context} />, {
    fields: { title: 'A garden', content },
    data: { models: { text: hasModel, image: false } },
  });
  const { screen } = opened;
  const open = screen.getByRole('button', { name: 'Title ideas' });
  return { ...opened, open, panel: screen.getByRole('region', { name: 'Title ideas' }) };
}

test('a title is picked from the ideas, and can be undone', async () => {
  const { open, panel, fields } = await openIdeas();
  await commands.stubResponses(path, [{ body: titles }]);
  await open.click();
  const idea = panel.getByRole('button', { name: 'Morning in the garden' });
  await expect.element(panel.getByText('960 tokens · €0.01')).toBeVisible();
  await expect.element(panel.getByRole('button', { name: 'A quiet garden' })).toHaveFocus();
  await expectAccessible();
  expect(fields().title).toBe('A garden');
  await idea.click();
  await expect.poll(() => fields().title).toBe('Morning in the garden');
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => fields().title).toBe('A garden');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();
  const [request] = (await commands.listRequests()).filter(({ path: sent }) => path.endsWith(sent));
  expect(request?.body).toEqual({ locale: 'en', title: 'A garden', content: 'It was quiet.' });
});

test('an error can be retried, and Escape closes the ideas', async () => {
  const { open, panel } = await openIdeas();
  await commands.stubResponses(path, [
    { body: { success: false, code: 'model.busy', charge: null } },
    { body: titles },
  ]);
  await open.click();
  await expect.element(panel.getByText(/^The AI is overloaded/)).toBeVisible();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect.element(panel.getByRole('button', { name: 'A quiet garden' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});

test.each<[string, object, string]>([
  ['without a model', { hasModel: false }, 'No AI is set up for text, so there are no title ideas.'],
  ['without text', { content: '' }, 'Please add some content first'],
])('%s, a sentence says why there are no ideas', async (_name, options, message) => {
  const { open, panel } = await openIdeas(options);
  await open.click();
  await expect.element(panel.getByText(message)).toBeVisible();
  expect((await commands.listRequests()).filter(({ path: sent }) => path.endsWith(sent))).toEqual([]);
});
