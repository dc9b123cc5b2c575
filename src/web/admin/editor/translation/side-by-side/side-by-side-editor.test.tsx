import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import type { StubResponse } from '#test/support/components/network.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import type { BlockEdit, SideBySide } from '#translation/side-by-side-contract.ts';
import { button } from '../../fixtures/render-editor.tsx';
import { blockWith, sideBySideWith } from '../fixtures/side-by-side.ts';
import { SideBySideEditor } from './side-by-side-editor.tsx';

const blocks = [
  blockWith({ id: 'title', kind: 'title', source: 'A quiet garden', text: 'Ein Garten', state: 'edited' }),
  blockWith({
    id: 'b1',
    source: 'It needs <1>light</1>.',
    text: 'Er braucht <1>Licht</1>.',
    state: 'machine',
  }),
  blockWith({ id: 'b2', source: 'The birds sang.', text: 'Die Vögel.', state: 'outdated' }),
  blockWith({ id: 'b3', source: 'The end.' }),
];
const opened = sideBySideWith(blocks);
const withBlock = (id: string, part: Partial<(typeof blocks)[number]>, version = 4): SideBySide =>
  sideBySideWith(
    blocks.map((block) => (block.id === id ? { ...block, ...part } : block)),
    { post: { id: 'german', version, status: 'draft', has_working_copy: false } },
  );

async function render(
  saves: StubResponse[] = [],
  data: SideBySide = opened,
  locale: 'en' | 'de' | 'th' = 'en',
) {
  await commands.stubResponses('GET /api/accounts/session', [{ body: { user: {} } }]);
  await commands.stubResponses('PUT /api/admin/posts/*/side-by-side/de', saves);
  const editor = (
    <SideBySideEditor page={data} hasModel={true} userId="ada" expiresAt={Date.now() + 9_000_000} />
  );
  return renderComponent(editor, { path: '/admin/blog/x/translate?to=de', locale });
}

const rowTexts = { title: 'Title', b1: 'It needs', b2: 'The birds sang.', b3: 'The end.' };
const row = (id: keyof typeof rowTexts) =>
  page.getByRole('listitem').filter({ hasText: rowTexts[id], has: page.getByRole('textbox') });
const field = (id: keyof typeof rowTexts) => row(id).getByRole('textbox');

async function listEdits(): Promise<{ version: string | undefined; blocks: BlockEdit[] }[]> {
  const requests = await commands.listRequests();
  return requests
    .filter(({ method }) => method === 'PUT')
    .map(({ headers, body }) => ({
      version: headers['if-match'],
      blocks: (body as { blocks: BlockEdit[] }).blocks,
    }));
}

test('the heading names the language and the post, and each block shows its state', async () => {
  await render();
  await expect.element(page.getByRole('heading', { name: 'German: A quiet garden' })).toBeVisible();
  await expect.element(row('b1')).toMatchTextContent('By AI, not checked');
  await expect.element(row('b2')).toMatchTextContent('Out of date');
  await expect.element(row('b3')).toMatchTextContent('Missing');
  await expect.element(field('b1')).toHaveValue('Er braucht <1>Licht</1>.');
  await expect.element(field('b1')).toHaveAttribute('lang', 'de');
  await expectAccessible();
});

test('what a second reading doubts is said at the field, until the person types', async () => {
  const span = { start: 0, end: 2 };
  const doubts = [{ kind: 'meaning', source: span, translation: span, found_by: 'rule' }] as const;
  await render([], withBlock('b1', { doubt: { score: 50, doubts: [...doubts] } }));
  await expect.element(row('b1').getByText('The meaning may differ')).toBeVisible();
  await expect.element(field('b1')).toHaveAccessibleDescription(/The meaning may differ Score: 50$/);
  await expectAccessible();
  await field('b1').fill('Er braucht viel <1>Licht</1>.');
  await expect.element(row('b1').getByText('The meaning may differ')).not.toBeInTheDocument();
});

test('a typed text is saved by itself, with the version it is based on', async () => {
  await render([{ body: withBlock('b3', { text: 'Das Ende.', state: 'edited' }) }]);
  await field('b3').fill('Das Ende.');
  await expect
    .poll(listEdits)
    .toMatchObject([{ version: '"3"', blocks: [{ id: 'b3', text: 'Das Ende.', accepted: false }] }]);
  await expect.element(row('b3')).toMatchTextContent('Edited or accepted');
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
});

test('a text that was not saved before the page closed is recovered and saved', async () => {
  const draft = { id: 'b3', hash: blocks[3]?.hash, text: 'Das Ende.', accepted: false };
  const copy = { drafts: [draft], before: [{ id: 'b3', text: null }] };
  const key = `unspool.draft:ada:blocks-${opened.original.id}-de:closed`;
  localStorage.setItem(key, JSON.stringify({ at: Date.now(), copy }));
  await render([{ body: withBlock('b3', { text: 'Das Ende.', state: 'edited' }) }]);
  await expect.element(field('b3')).toHaveValue('Das Ende.');
  await expect.poll(listEdits).toMatchObject([{ blocks: [{ id: 'b3', text: 'Das Ende.' }] }]);
  await expect.element(row('b3')).toMatchTextContent('Edited or accepted');
  await expect.poll(() => Object.keys(localStorage).filter((name) => name.includes('blocks-'))).toEqual([]);
});

test('a text that cannot be saved stays in the browser', async () => {
  await render([]);
  await field('b1').fill('Ohne Tags');
  const stored = () => Object.entries(localStorage).find(([name]) => name.includes('blocks-'))?.[1] ?? '';
  await expect.poll(stored).toContain('Ohne Tags');
  await field('b1').fill('Er braucht <1>Licht</1>.');
});

test('signing out deletes unsaved texts, and closing the page does not store them again', async () => {
  await render([]);
  await field('b1').fill('Ohne Tags');
  const stored = () => Object.keys(localStorage).filter((name) => name.includes('blocks-'));
  await expect.poll(stored).toHaveLength(1);
  const form = document.querySelector('form[action="/admin/sign-out"]');
  form?.addEventListener('submit', (event) => event.preventDefault());
  form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(stored()).toEqual([]);
  await field('b1').fill('Er braucht <1>Licht</1>.');
});

test('a text without its tags is refused with a sentence, and a button inserts them', async () => {
  await render([{ body: withBlock('b1', { text: '<1>Licht</1> braucht er', state: 'edited' }) }]);
  await field('b1').fill('Licht braucht er');
  await expect.element(row('b1').getByText(/^The numbered tags must be the same/)).toBeVisible();
  const area = field('b1').element() as HTMLTextAreaElement;
  area.setSelectionRange(0, 5);
  await row('b1').getByRole('button', { name: 'Insert <1>…</1>' }).click();
  await expect.element(field('b1')).toHaveValue('<1>Licht</1> braucht er');
  await expect.poll(listEdits).toMatchObject([{ blocks: [{ text: '<1>Licht</1> braucht er' }] }]);
});

test('Alt+Down goes through the open blocks, and Ctrl+Enter accepts one', async () => {
  await render([{ body: withBlock('b1', { state: 'edited' }) }]);
  await button('Next unfinished block (3)').click();
  await expect.element(field('b1')).toHaveFocus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(field('b2')).toHaveFocus();
  await field('b1').click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(field('b2')).toHaveFocus();
  await expect
    .poll(listEdits)
    .toMatchObject([{ blocks: [{ id: 'b1', text: 'Er braucht <1>Licht</1>.', accepted: true }] }]);
  await expect.element(button('Next unfinished block (2)')).toBeVisible();
});

test('after a conflict both texts are shown, and the chosen one is saved', async () => {
  const theirs = withBlock('b2', { text: 'Ihre Vögel.' }, 7);
  await render([
    { status: 409, body: { code: 'post.conflict', error: 'This post has been changed.' } },
    { body: withBlock('b2', { text: 'Meine Vögel.', state: 'edited' }, 8) },
  ]);
  await commands.stubResponses('GET /api/admin/posts/*/side-by-side/de', [{ body: theirs }]);
  await field('b2').fill('Meine Vögel.');
  await expect.element(page.getByText(/^Someone else has changed the same blocks/)).toBeVisible();
  await expect.element(field('b2')).toHaveValue('Meine Vögel.');
  await expect.element(row('b2')).toMatchTextContent('Ihre Vögel.');
  await button('Keep my text').click();
  await expect
    .poll(async () => (await listEdits()).at(-1))
    .toMatchObject({
      version: '"7"',
      blocks: [{ id: 'b2', text: 'Meine Vögel.' }],
    });
});

test('offline, the text stays and can be saved again', async () => {
  await render([{ isOffline: true }, { body: withBlock('b3', { text: 'Ende', state: 'edited' }) }]);
  await field('b3').fill('Ende');
  await expect.element(page.getByText(/^You seem to be offline/)).toBeVisible();
  await expect.element(field('b3')).toHaveValue('Ende');
  await button('Try again').click();
  await expect.element(row('b3')).toMatchTextContent('Edited or accepted');
});

test('all missing blocks are translated and saved as the machine’s', async () => {
  await render([{ body: withBlock('b3', { text: 'Das Ende.', state: 'machine' }) }]);
  const { id, hash } = blocks[3] ?? { id: '', hash: '' };
  await commands.stubResponses('POST /api/admin/posts/*/side-by-side/de/translate', [
    { body: { blocks: [{ id, hash, text: 'Das Ende.' }], failure: null } },
  ]);
  await button('Translate missing blocks (1)').click();
  await expect.element(row('b3')).toMatchTextContent('By AI, not checked');
  expect(await listEdits()).toMatchObject([{ blocks: [{ id: 'b3', accepted: false }] }]);
});

test('a failure of the model says why, and changes nothing', async () => {
  await render();
  await commands.stubResponses('POST /api/admin/posts/*/side-by-side/de/translate', [
    { body: { blocks: [], failure: 'model.refused' } },
  ]);
  await row('b3').getByRole('button', { name: 'Translate this block' }).click();
  await expect.element(page.getByText('The AI provider refused the request.')).toBeVisible();
  await expect.element(field('b3')).toHaveValue('');
});

test('who may not change the translation can only read it', async () => {
  await render([], { ...opened, mayEdit: false });
  await expect.element(field('b1')).toHaveAttribute('readonly');
  expect(page.getByRole('button', { name: 'Accept' }).elements()).toEqual([]);
});

test.each(['de', 'th'] as const)('the page fits a phone in the language %s', async (locale) => {
  await page.viewport(390, 800);
  await render([], opened, locale);
  await expect.element(field('b1')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible();
});

test('on a phone, the row of languages shows the current one', async () => {
  await page.viewport(390, 800);
  await render([], { ...opened, locale: 'th' });
  const current = page.getByRole('navigation', { name: 'Post languages' }).getByRole('link', { name: 'ไทย' });
  await expect.element(current).toHaveAttribute('aria-current', 'page');
  await expect.element(current).toBeInViewport({ ratio: 1 });
  expect(scrollX).toBe(0);
});
