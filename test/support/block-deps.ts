import { type AiProvider, createLanguageModel, type ModelLimits, noProvider } from '#ai/language-model.ts';
import { createTokenBudget } from '#ai/token-budget.ts';
import { splitFields } from '#translation/blocks/post-text.ts';
import { splitHtml } from '#translation/blocks/split-html.ts';
import type { BlockOutcome, TranslateBlocksOptions } from '#translation/blocks/translate-blocks.ts';
import { seedText } from '#translation/fixtures/varied-posts.ts';
import type { FakeModel } from '../fakes/language-model/start-fake-model.ts';
import { emptyDatabase } from './databases.ts';

export const shortText = [
  '<h2>What a good picture needs</h2>',
  '<p>It needs <strong>light</strong> and a little <a href="/blog/patience">patience</a> in the morning.</p>',
  '<ul><li>We took 24 pictures of the garden</li><li>Ask @ann about them, with <code>npm i</code> at hand</li></ul>',
  '<p>In the end we kept three of them and were happy with what there was to see.</p>',
].join('');
export const shortSplit = splitHtml(shortText, 'en');
export const shortBlocks = [...splitFields({ title: 'A picture in the morning' }), ...shortSplit.blocks];
/** Three articles: too long for one call. */
export const longText = ['a-personal-archive', 'voice-notes', 'why-a-sum']
  .map((key) => seedText(key, 'en'))
  .join('');

const limits: Partial<ModelLimits> = { pauseMs: 1, timeoutMs: 15_000, longTimeoutMs: 15_000, idleMs: 15_000 };

export async function createModelDeps(
  fake: FakeModel,
  overrides: { limits?: Partial<ModelLimits>; dailyTokens?: number } = {},
) {
  const database = await emptyDatabase();
  const { AI_BASE_URL, AI_API_KEY, AI_MODEL } = fake.environment;
  const dailyTokens = overrides.dailyTokens ?? 1_000_000;
  const provider: AiProvider = {
    ...noProvider,
    baseUrl: AI_BASE_URL,
    apiKey: AI_API_KEY,
    textModel: AI_MODEL,
    dailyTokens,
  };
  const model = createLanguageModel(provider, {
    random: () => 0.5,
    now: Date.now,
    limits: { ...limits, ...overrides.limits },
  });
  return {
    database,
    model: () => model,
    provider: () => provider,
    meter: createTokenBudget({
      database,
      dailyTokens: () => dailyTokens,
      now: () => Date.parse('2026-11-21T12:00:00Z'),
      onFailure: () => undefined,
    }),
    random: () => 0.5,
  };
}

export const options = (overrides: Partial<TranslateBlocksOptions> = {}): TranslateBlocksOptions => ({
  from: 'en',
  to: 'de',
  signal: new AbortController().signal,
  ...overrides,
});
export const getStates = (outcomes: BlockOutcome[]) => outcomes.map(({ state }) => state);
export const listRequestedIds = (fake: FakeModel) =>
  fake.calls.map(({ body }) => [...body.matchAll(/\{\\"id\\":\\"(\w+)\\"/g)].map(([, id]) => id));

export const getInstructions = (fake: FakeModel, call: number): string =>
  JSON.parse(fake.calls[call]?.body ?? '{}').messages[0].content;
