import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { commands } from 'vitest/browser';
import type { OpenOffer, TranslationNote } from '#assistant/contract.ts';
import type { DeskDocument } from '#desk/contract.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { listedPost, postDocument } from '../../fixtures/admin-posts.ts';
import type { SaveResult } from '../draft/draft-contract.ts';
import type { Draft } from '../draft/use-draft.ts';
import { editorData } from '../fixtures/render-editor-part.tsx';
import { TranslationPanel } from './translation-panel.tsx';

const note: TranslationNote = { made_by: 'both', review: [], offers: [] };
const offer: OpenOffer = {
  ...{ hash: 'abc', source: 'The garden was very quiet.', yours: 'Im Garten war es still.' },
  ...{ offered: 'Der Garten war sehr still.', hasPlace: true },
};
const post = { slug: 'garden', title: 'A garden', status: 'published' } as const;
const english = { ...post, id: 'post-en', locale: 'en' } as const;
const german = { ...post, id: 'post-de', locale: 'de', from: 'en' } as const;

const translation = (part: Partial<DeskDocument> = {}, mark: object = {}) =>
  postDocument(listedPost({ id: 'post-de', locale: 'de' }), {
    languages: [english, { ...german, ...mark }],
    ...part,
  });

interface Situation {
  note?: Partial<TranslationNote>;
  document?: DeskDocument;
  mayEdit?: boolean;
  /** What saving the typed text gives; by default the document as it is. */
  flushed?: SaveResult;
}

interface PanelHostProps extends Required<Pick<Situation, 'document' | 'mayEdit'>> {
  note: TranslationNote;
  flushed: SaveResult | undefined;
  onReplace: (document: DeskDocument) => void;
  onFlush: () => void;
}

/** The panel over a draft in memory. */
function PanelHost({ note: loaded, document, mayEdit, flushed, onReplace, onFlush }: PanelHostProps) {
  const [shown, setShown] = useState(document);
  const draft: Pick<Draft, 'document' | 'flush' | 'replace'> = {
    document: shown,
    flush: async () => flushed ?? { ok: true, value: shown },
    replace(next) {
      onReplace(next);
      setShown(next);
    },
  };
  const data = { ...editorData, mayEdit };
  return (
    <TranslationPanel
      parts={{ data, draft: draft as Draft, locale: 'de', text: { current: null } }}
      note={loaded}
      flush={onFlush}
    />
  );
}

async function show({ note: part, document = translation(), mayEdit = true, flushed }: Situation = {}) {
  const onReplace = vi.fn<(document: DeskDocument) => void>();
  const onFlush = vi.fn();
  const screen = await renderComponent(
    <PanelHost note={{ ...note, ...part }} {...{ document, mayEdit, flushed, onReplace, onFlush }} />,
  );
  return {
    screen,
    panel: screen.getByRole('region', { name: 'Translation', exact: true }),
    offer: screen.getByRole('listitem').filter({ hasText: offer.source }),
    /** Documents that were put into the draft. */
    replaced: () => onReplace.mock.calls.map(([replacement]) => replacement),
    onFlush,
  };
}

const sent = async () => (await commands.listRequests()).map(({ method, path }) => `${method} ${path}`);
/** After every decision, done or rejected, the note is read again. */
const expectNoteRead = () => expect.poll(sent).toContain('GET /api/admin/posts/post-de/translation');
const noteAfter = (after: Partial<TranslationNote> = {}) =>
  commands.stubResponses('GET /api/admin/posts/post-de/translation', [{ body: { ...note, ...after } }]);

test.each([
  ['machine', 'Translated by machine. Original: English.'],
  ['both', 'Translated by machine, edited by people. Original: English.'],
] as const)('a translation made by %s says so and leads to the original', async (made_by, text) => {
  const { panel } = await show({ note: { made_by } });
  await expect.element(panel.getByText(text)).toBeVisible();
  await expect
    .element(panel.getByRole('link', { name: 'Open the original' }))
    .toHaveAttribute('href', '/admin/blog/post-en');
  expect(panel.getByText(/^Out of date/).elements()).toEqual([]);
});

test('of a translation by people nothing is said about machines', async () => {
  const { panel } = await show({ note: { made_by: 'people' } });
  await expect.element(panel.getByRole('link', { name: 'Open the original' })).toBeVisible();
  expect(panel.getByText(/machine/).elements()).toEqual([]);
});

test('an outdated translation says that the original has changed', async () => {
  const { panel } = await show({ document: translation({}, { translation: 'outdated' }) });
  await expect
    .element(panel.getByText('Out of date: the original has changed since this was made from it.'))
    .toBeVisible();
  await expectAccessible();
});

test('an original has no panel', async () => {
  const { panel } = await show({
    document: postDocument(listedPost({ id: 'post-en' }), { languages: [english, german] }),
  });
  expect(panel.elements()).toEqual([]);
});

test('a post in the original’s words can be marked as translated', async () => {
  await commands.stubResponses('POST /api/admin/posts/post-de/translation/approve', [
    { body: { success: true } },
  ]);
  await commands.stubResponses('GET /api/admin/posts/post-de', [{ body: translation() }]);
  await noteAfter({ made_by: 'people' });
  const { screen, panel, replaced } = await show({
    note: { made_by: 'nobody' },
    document: translation({}, { translation: 'untranslated' }),
  });
  await expect.element(panel.getByText(/^Not translated: no translation could be had/)).toBeVisible();
  await expect.element(panel.getByText(/As soon as the text is plainly in German/)).toBeVisible();
  await panel.getByRole('button', { name: 'This is translated now' }).click();
  await expect.element(screen.getByText('Noted: this is a translation now.')).toBeVisible();
  expect(panel.getByText(/^Not translated/).elements()).toEqual([]);
  expect(replaced()).toHaveLength(1);
  await expect.element(panel).toHaveFocus();
});

test('what was written since made it a translation by both', async () => {
  const { panel } = await show({ note: { made_by: 'nobody' } });
  await expect.element(panel.getByText(/^Translated by machine, edited by people\./)).toBeVisible();
});

test('a published post with unpublished changes is not marked as translated', async () => {
  const { panel } = await show({
    note: { made_by: 'nobody' },
    document: translation({ has_working_copy: true }, { translation: 'untranslated' }),
  });
  await expect.element(panel.getByText(/^Not translated/)).toBeVisible();
  expect(panel.getByRole('button').elements()).toEqual([]);
});

test('words of the original that are right are said to be so', async () => {
  await commands.stubResponses('POST /api/admin/posts/post-de/translation/approve', [
    { body: { success: true } },
  ]);
  await commands.stubResponses('GET /api/admin/posts/post-de', [{ body: translation({ version: 5 }) }]);
  await noteAfter();
  const { screen, panel, replaced, onFlush } = await show({ note: { review: ['24 birds'] } });
  await expect.element(panel.getByText('Needs review: 1 part still has the original’s words.')).toBeVisible();
  await expect.element(panel.getByText('24 birds')).toBeVisible();
  await panel.getByRole('button', { name: 'They are right like this' }).click();
  await expect.element(screen.getByText('Noted: these words stay.')).toBeVisible();
  await expect.poll(() => panel.getByText(/^Needs review/).elements()).toEqual([]);
  expect(replaced().map(({ version }) => version)).toEqual([5]);
  expect(onFlush).toHaveBeenCalledOnce();
});

test('parts with the same words are listed once and counted each', async () => {
  const { panel } = await show({ note: { review: ['birds', 'birds', 'trees'] } });
  await expect
    .element(panel.getByText('Needs review: 3 parts still have the original’s words.'))
    .toBeVisible();
  expect(
    panel
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['birds', 'trees']);
});

test('a new translation stands beside what a person wrote, and is taken into the text', async () => {
  const taken = translation({ version: 5, has_working_copy: true });
  await commands.stubResponses('POST /api/admin/posts/post-de/offers/abc/take', [{ body: taken }]);
  await noteAfter();
  const { screen, panel, offer: item, replaced } = await show({ note: { offers: [offer] } });
  await expect.element(panel.getByText('1 new translation for a part that people wrote')).toBeVisible();
  await expect.element(item.getByText('Im Garten war es still.', { exact: true })).toBeVisible();
  await expect.element(item.getByText('The garden was very quiet.')).toHaveAttribute('lang', 'en');
  await expectAccessible();
  await item.getByRole('button', { name: 'Take' }).click();
  await expect.element(screen.getByText('The new translation is in the text.')).toBeVisible();
  await expect.poll(() => item.elements()).toEqual([]);
  expect(replaced()).toEqual([taken]);
  await expect.element(panel).toHaveFocus();
  const [request] = await commands.listRequests();
  expect([request?.path, request?.headers['if-match']]).toEqual([
    '/api/admin/posts/post-de/offers/abc/take',
    '"4"',
  ]);
});

test('what a person wrote can stay', async () => {
  await commands.stubResponses('POST /api/admin/posts/post-de/offers/abc/keep', [
    { body: { success: true } },
  ]);
  await noteAfter();
  const { screen, offer: item, replaced } = await show({ note: { offers: [offer] } });
  await item.getByRole('button', { name: 'Keep mine' }).click();
  await expect.element(screen.getByText(/^Yours stays\./)).toBeVisible();
  await expect.poll(() => item.elements()).toEqual([]);
  expect(replaced()).toEqual([]);
});

test('a part whose place is not known is copied by hand', async () => {
  const { offer: item } = await show({ note: { offers: [{ ...offer, hasPlace: false }] } });
  await expect.element(item.getByText(/its place is not known\. Copy it by hand\./)).toBeVisible();
  expect(item.getByRole('button', { name: 'Take' }).elements()).toEqual([]);
  await expect.element(item.getByRole('button', { name: 'Keep mine' })).toBeVisible();
});

test('who may not edit sees what is to be done and no buttons', async () => {
  const { panel, offer: item } = await show({
    note: { review: ['24 birds'], offers: [offer] },
    mayEdit: false,
  });
  await expect.element(item).toBeVisible();
  await expect.element(panel.getByText(/^Needs review/)).toBeVisible();
  expect(panel.getByRole('button').elements()).toEqual([]);
});

test.each([
  ['Take', 'take'],
  ['Keep mine', 'keep'],
])('where %s is rejected a notice says why', async (name, path) => {
  await commands.stubResponses(`POST /api/admin/posts/post-de/offers/abc/${path}`, [
    { status: 409, body: { success: false, code: 'post.conflict', error: 'It was changed.' } },
  ]);
  await noteAfter({ offers: [offer] });
  const { screen, offer: item, replaced } = await show({ note: { offers: [offer] } });
  await item.getByRole('button', { name }).click();
  await expect.element(screen.getByText('It was changed.')).toBeVisible();
  await expectNoteRead();
  await expect.element(item).toBeVisible();
  expect(replaced()).toEqual([]);
});

test.each([
  ['They are right like this', { review: ['24 birds'] }, {}],
  ['This is translated now', { made_by: 'nobody' }, { translation: 'untranslated' }],
] as const)('where “%s” is rejected a notice says why', async (name, part, mark) => {
  await commands.stubResponses('POST /api/admin/posts/post-de/translation/approve', [{ isOffline: true }]);
  await noteAfter(part as Partial<TranslationNote>);
  const { screen, panel } = await show({
    note: part as Partial<TranslationNote>,
    document: translation({}, mark),
  });
  await panel.getByRole('button', { name }).click();
  await expect.element(screen.getByText(/^No connection\./)).toBeVisible();
  await expectNoteRead();
  await expect.element(panel.getByRole('button', { name })).toBeVisible();
});

test('where the typed text cannot be saved nothing is decided', async () => {
  const { screen, offer: item } = await show({
    note: { offers: [offer] },
    flushed: { ok: false, error: { code: 'post.conflict', error: 'Save first.' } },
  });
  await item.getByRole('button', { name: 'Take' }).click();
  await expect.element(screen.getByText('Save first.')).toBeVisible();
  expect(await sent()).toEqual([]);
});

test('one decision is made at a time', async () => {
  await commands.stubResponses('POST /api/admin/posts/post-de/offers/abc/take', [
    { isHeld: true, body: translation() },
  ]);
  await noteAfter();
  const { offer: item } = await show({ note: { offers: [offer] } });
  const [take, keep] = [
    item.getByRole('button', { name: 'Take' }),
    item.getByRole('button', { name: 'Keep mine' }),
  ];
  await take.click();
  await expect.element(keep).toHaveAttribute('aria-disabled', 'true');
  (keep.element() as HTMLElement).click();
  (take.element() as HTMLElement).click();
  await commands.releaseResponses();
  await expect.poll(() => item.elements()).toEqual([]);
  expect(await sent()).toEqual([
    'POST /api/admin/posts/post-de/offers/abc/take',
    'GET /api/admin/posts/post-de/translation',
  ]);
});
