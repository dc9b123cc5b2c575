import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { openText } from '../fixtures/open-text.tsx';

const path = 'POST /api/admin/suggestions/alt';
const src = '/files/11111111-1111-4111-8111-111111111111/480.webp';
const withCaption = (caption: string, alt = '') =>
  `<p>The garden.</p><figure><img src="${src}" alt="${alt}" width="480" height="320">${caption && `<figcaption>${caption}</figcaption>`}</figure><p>It was quiet.</p>`;
const charge = { tokensIn: 900, tokensOut: 20, isEstimate: false, cost: null };
const suggestion = { success: true, alt: 'A bird on a branch', sawImage: false, charge };

async function openPanel(html: string, hasModel = true) {
  await commands.stubResponses('GET /files/*', [
    { headers: { 'content-type': 'image/svg+xml' }, body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  ]);
  const opened = await openText(html, { data: { models: { text: hasModel, image: false } } });
  const suggest = opened.screen.getByRole('button', { name: 'Suggest alt text' });
  const panel = page.getByRole('dialog', { name: 'Suggest alt text' });
  return { ...opened, suggest, panel, use: panel.getByRole('button', { name: 'Use suggestion' }) };
}

test('an alt text is suggested from the caption and the text around the image, and accepted as one undo step', async () => {
  const { suggest, panel, use, content } = await openPanel(withCaption('A visitor'));
  await commands.stubResponses(path, [{ body: suggestion }]);
  await suggest.click();
  await expect.element(panel.getByText(/^The AI hasn’t seen the image/)).toBeVisible();
  await expect.element(panel.getByText('920 tokens')).toBeVisible();
  await expectAccessible();
  await use.click();
  await expect.poll(content).toContain('alt="A bird on a branch"');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(content).toContain('alt=""');
  const [request] = (await commands.listRequests()).filter(({ path: sent }) => path.endsWith(sent));
  expect(request?.body).toEqual({
    locale: 'en',
    src,
    title: '',
    caption: 'A visitor',
    before: 'The garden.',
    after: 'It was quiet.',
  });
});

test('the panel says whether the model has seen the image', async () => {
  const { suggest, panel } = await openPanel(withCaption(''));
  await commands.stubResponses(path, [{ body: { ...suggestion, sawImage: true } }]);
  await suggest.click();
  await expect.element(panel.getByText(/^The AI has seen the image/)).toBeVisible();
});

test('an alt text typed meanwhile stays', async () => {
  const { suggest, panel, use, screen, content } = await openPanel(withCaption(''));
  await commands.stubResponses(path, [{ body: suggestion, isPending: true }]);
  await suggest.click();
  await screen.getByRole('textbox', { name: /alt/i }).fill('My own');
  await commands.releaseResponses();
  await expect.element(panel.getByText(/so the suggestion can only be copied\.$/)).toBeVisible();
  await expect.element(use).not.toBeInTheDocument();
  expect(content()).toContain('alt="My own"');
});

test('without a model, the caption is suggested; without a caption, a sentence says why there is nothing', async () => {
  const { suggest, panel, use, content, replace } = await openPanel(withCaption('A visitor'), false);
  await suggest.click();
  await expect.element(panel.getByText(/^The suggestion is the caption/)).toBeVisible();
  await use.click();
  await expect.poll(content).toContain('alt="A visitor"');
  replace(withCaption(''));
  await suggest.click();
  await expect.element(panel.getByRole('alert')).toMatchTextContent(/^No AI is set up for text/);
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});
