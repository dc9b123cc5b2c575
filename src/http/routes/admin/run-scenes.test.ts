import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Locale } from '#i18n/locales.ts';
import type { SceneName } from '#test/fakes/language-model/scenes.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { outline, renderStructure } from '#test/support/outline.ts';
import { waitForRunEnd } from '#test/support/run-harness.ts';
import {
  type AdminTestServer,
  createSaveRequest,
  startAdminTestServer,
} from '#test/support/start-admin-server.ts';
import { stressRuns } from '#test/support/stress.ts';
import type { RunState, RunStep } from '#translation/contract.ts';
import { variedPosts } from '#translation/fixtures/varied-posts.ts';

let fake: FakeModel;
let server: AdminTestServer;
beforeAll(async () => {
  fake = await startFakeModel();
  server = await startAdminTestServer({
    environment: { ...fake.environment, AI_DAILY_BUDGET: '900000000', AI_RUN_BUDGET: '90000000' },
    overrides: {
      database: await emptyDatabase(),
      pollSeconds: 0.5,
      throttleBackground: async () => undefined,
      modelLimits: { pauseMs: 1, timeoutMs: 1500, longTimeoutMs: 1500, idleMs: 1500 },
    },
  });
  await server.services.start();
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await fake?.[Symbol.asyncDispose]();
});

async function write(title: string, content: string, locale: Locale = 'en') {
  const body = createSaveRequest({ title, content }, { locale });
  return (await server.request('editor', 'POST /posts', { body })).body;
}

const ended = (id: string): Promise<RunState> =>
  waitForRunEnd(async () => (await server.request('editor', `GET /runs/${id}`)).body);

const buildContent = (what: string) =>
  [
    `<h2>What a good ${what} needs</h2>`,
    `<p>This ${what} needs <strong>light</strong> and a little patience in the morning.</p>`,
    `<p>In the end we kept three of them and were happy with what there was of every ${what}.</p>`,
  ].join('');

/** What the model does at first and afterwards, and the expected outcome of the language. */
const scenes: { locale: Locale; first?: SceneName[]; afterwards?: SceneName; outcome: Partial<RunStep> }[] = [
  { locale: 'es', outcome: { status: 'published', code: null } },
  { locale: 'pt', first: ['busy', 'busy'], outcome: { status: 'published', code: null } },
  { locale: 'fr', afterwards: 'hang', outcome: { status: 'fallback', code: 'model.timeout' } },
  { locale: 'de', first: ['half-json'], outcome: { status: 'published', code: null } },
  { locale: 'it', afterwards: 'dropped-block', outcome: { status: 'saved', code: 'translation.review' } },
  { locale: 'zh', afterwards: 'dropped-tag', outcome: { status: 'saved', code: 'translation.review' } },
  { locale: 'vi', afterwards: 'wrong-language', outcome: { status: 'fallback', code: 'translation.unfit' } },
  { locale: 'id', afterwards: 'copied-source', outcome: { status: 'fallback', code: 'translation.unfit' } },
  { locale: 'th', afterwards: 'invented-link', outcome: { status: 'saved', code: 'translation.review' } },
];
const injectionScenes: typeof scenes = [
  { locale: 'es', afterwards: 'obeys', outcome: { status: 'fallback', code: 'translation.unfit' } },
  { locale: 'pt', afterwards: 'obeys-quietly', outcome: { status: 'fallback', code: 'translation.unfit' } },
  { locale: 'fr', afterwards: 'no-schema', outcome: { status: 'published', code: null } },
];

test.each([
  ['picture', scenes],
  ['letter', injectionScenes],
] as const)(
  'whatever the model does, each language gets its outcome and keeps its markup: %s',
  async (what, scripted) => {
    const post = await write(`A ${what} in the morning`, buildContent(what));
    for (const { locale, first = [], afterwards = 'good' } of scripted)
      fake.playFor(locale, first, afterwards);
    const body = { locales: scripted.map(({ locale }) => locale) };
    const { id } = (await server.request('editor', `POST /posts/${post.id}/translations`, { body })).body;
    const run = await ended(id);
    for (const { locale } of scripted) fake.playFor(locale, []);
    const steps = run.steps.slice(1);
    expect(steps.map(({ locale, status, code }) => ({ locale, outcome: { status, code } }))).toEqual(
      scripted.map(({ locale, outcome }) => ({ locale, outcome })),
    );
    for (const { locale, post: translatedPost, status } of steps) {
      const stored = (await server.request('editor', `GET /posts/${translatedPost?.id}`)).body;
      expect(outline(stored.fields.content), locale).toBe(outline(post.fields.content));
      expect(stored.status, locale).toBe(status === 'published' ? 'published' : 'draft');
      expect(JSON.stringify(stored), locale).not.toContain('evil.example');
      if (status === 'fallback') expect(stored.fields.title, locale).toBe(post.fields.title);
    }
    const languages = (await server.request('editor', `GET /posts/${post.id}`)).body.languages as {
      locale: string;
      translation?: string;
    }[];
    const untranslated = languages.filter(({ translation }) => translation === 'untranslated');
    const fallbackSteps = steps.filter(({ status }) => status === 'fallback');
    expect(untranslated.map(({ locale }) => locale)).toEqual(fallbackSteps.map(({ locale }) => locale));
  },
  90_000,
);

test('concurrent runs of varied posts all finish with the structure of the original', async () => {
  const all = variedPosts();
  const varied = all.slice(0, stressRuns(5, all.length));
  const targets = scenes.map(({ locale }) => locale);
  const started = [];
  for (const [index, { name, locale, html }] of varied.entries()) {
    const post = await write(`Post ${index}: ${name}`, html, locale);
    const to = targets.filter((target) => target !== locale)[index % (targets.length - 1)] as Locale;
    const body = { locales: [to] };
    const run = (await server.request('editor', `POST /posts/${post.id}/translations`, { body })).body;
    started.push({ name: `${name} into ${to}`, to, post, run });
  }
  for (const { name, to, post, run } of started) {
    const { status, steps } = await ended(run.id);
    const [, step] = steps;
    const stored = (await server.request('editor', `GET /posts/${step?.post?.id}`)).body;
    const [was, is] = [
      renderStructure(post.fields.content, post.locale),
      renderStructure(stored.fields.content, to),
    ];
    expect(is, name).toBe(was);
    expect({ name, status, code: step?.code }).toEqual({ name, status: 'done', code: null });
  }
}, 240_000);
