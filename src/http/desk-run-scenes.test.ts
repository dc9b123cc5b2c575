import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunState, RunStep } from '#assistant/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { SceneName } from '#test/fakes/language-model/scenes.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { outline } from '#test/support/outline.ts';
import { frameOf, variedTexts } from '#test/support/run-texts.ts';
import { type DeskEdge, deskSave, startDeskEdge } from '#test/support/start-desk-edge.ts';
import { stressRuns } from '#test/support/stress.ts';
import { waitForRunEnd } from '#test/support/wait-for-run.ts';

let fake: FakeModel;
let edge: DeskEdge;
beforeAll(async () => {
  fake = await startFakeModel();
  edge = await startDeskEdge({
    environment: { ...fake.environment, AI_DAILY_BUDGET: '900000000', AI_RUN_BUDGET: '90000000' },
    overrides: {
      database: await emptyDatabase(),
      ...{ pollSeconds: 0.5, rest: async () => undefined },
      modelLimits: { pauseMs: 1, wholeMs: 1500, longMs: 1500, idleMs: 100 },
    },
  });
  await edge.services.startWork();
});
afterAll(async () => {
  await edge?.[Symbol.asyncDispose]();
  await fake?.[Symbol.asyncDispose]();
});

async function write(title: string, content: string, locale: Locale = 'en') {
  const body = deskSave({ title, content }, { locale });
  return (await edge.ask('editor', 'POST /posts', { body })).body;
}

const ended = (id: string): Promise<RunState> =>
  waitForRunEnd(async () => (await edge.ask('editor', `GET /runs/${id}`)).body);

const contentOf = (what: string) =>
  [
    `<h2>What a good ${what} needs</h2>`,
    `<p>This ${what} needs <strong>light</strong> and a little patience in the morning.</p>`,
    `<p>In the end we kept three of them and were happy with what there was of every ${what}.</p>`,
  ].join('');

/** How the model answers everything, or at first, and what becomes of the language. */
const scenes: { locale: Locale; first?: SceneName[]; later?: SceneName; outcome: Partial<RunStep> }[] = [
  { locale: 'es', outcome: { status: 'published', code: null } },
  { locale: 'pt', first: ['busy', 'busy'], outcome: { status: 'published', code: null } },
  { locale: 'fr', later: 'hang', outcome: { status: 'fallback', code: 'model.timeout' } },
  { locale: 'de', first: ['half-json'], outcome: { status: 'published', code: null } },
  { locale: 'it', later: 'dropped-block', outcome: { status: 'saved', code: 'translation.review' } },
  { locale: 'zh', later: 'dropped-tag', outcome: { status: 'saved', code: 'translation.review' } },
  { locale: 'vi', later: 'wrong-language', outcome: { status: 'fallback', code: 'translation.unfit' } },
  { locale: 'id', later: 'copied-source', outcome: { status: 'fallback', code: 'translation.unfit' } },
  { locale: 'th', later: 'invented-link', outcome: { status: 'saved', code: 'translation.review' } },
];
const obedient: typeof scenes = [
  { locale: 'es', later: 'obeys', outcome: { status: 'fallback', code: 'translation.unfit' } },
  { locale: 'pt', later: 'obeys-quietly', outcome: { status: 'fallback', code: 'translation.unfit' } },
  { locale: 'fr', later: 'no-schema', outcome: { status: 'published', code: null } },
];

test.each([
  ['picture', scenes],
  ['letter', obedient],
] as const)(
  'whatever the model does, each language has its outcome, and no markup is lost: %s',
  async (what, played) => {
    const post = await write(`A ${what} in the morning`, contentOf(what));
    for (const { locale, first = [], later = 'good' } of played) fake.playFor(locale, first, later);
    const body = { locales: played.map(({ locale }) => locale) };
    const { id } = (await edge.ask('editor', `POST /posts/${post.id}/translations`, { body })).body;
    const run = await ended(id);
    for (const { locale } of played) fake.playFor(locale, []);
    const steps = run.steps.slice(1);
    expect(steps.map(({ locale, status, code }) => ({ locale, outcome: { status, code } }))).toEqual(
      played.map(({ locale, outcome }) => ({ locale, outcome })),
    );
    for (const { locale, post: made, status } of steps) {
      const kept = (await edge.ask('editor', `GET /posts/${made?.id}`)).body;
      expect(outline(kept.fields.content), locale).toBe(outline(post.fields.content));
      expect(kept.status, locale).toBe(status === 'published' ? 'published' : 'draft');
      expect(JSON.stringify(kept), locale).not.toContain('evil.example');
      if (status === 'fallback') expect(kept.fields.title, locale).toBe(post.fields.title);
    }
    const languages = (await edge.ask('editor', `GET /posts/${post.id}`)).body.languages as {
      locale: string;
      translation?: string;
    }[];
    const untranslated = languages.filter(({ translation }) => translation === 'untranslated');
    const fallen = steps.filter(({ status }) => status === 'fallback');
    expect(untranslated.map(({ locale }) => locale)).toEqual(fallen.map(({ locale }) => locale));
  },
  90_000,
);

test('varied posts in runs at once all end, each translated whole and with the structure of its original', async () => {
  const all = variedTexts();
  const varied = all.slice(0, stressRuns(5, all.length));
  const targets = scenes.map(({ locale }) => locale);
  const started = [];
  for (const [place, { name, locale, html }] of varied.entries()) {
    const post = await write(`Post ${place}: ${name}`, html, locale);
    const to = targets.filter((each) => each !== locale)[place % (targets.length - 1)] as Locale;
    const body = { locales: [to] };
    const run = (await edge.ask('editor', `POST /posts/${post.id}/translations`, { body })).body;
    started.push({ name: `${name} into ${to}`, to, post, run });
  }
  for (const { name, to, post, run } of started) {
    const { status, steps } = await ended(run.id);
    const [, step] = steps;
    const kept = (await edge.ask('editor', `GET /posts/${step?.post?.id}`)).body;
    const [was, is] = [frameOf(post.fields.content, post.locale), frameOf(kept.fields.content, to)];
    expect(is, name).toBe(was);
    expect({ name, status, code: step?.code }).toEqual({ name, status: 'done', code: null });
  }
}, 240_000);
