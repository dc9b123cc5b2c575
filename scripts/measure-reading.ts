// `npm run measure:reading`: what the second model finds in the corpus of good and bad translations.
import { createLanguageModel } from '#ai/language-model.ts';
import type { ModelDeps } from '#ai/token-budget.ts';
import { parseOwnerConfig } from '#app/config/owner-settings.ts';
import { serverSettingNames } from '#settings/contract.ts';
import { scoreBlock } from '#translation/assessment/assess-blocks.ts';
import { batchTranslations, readBatch } from '#translation/assessment/read-blocks.ts';
import { type CorpusBlock, corpus } from '#translation/fixtures/corpus.ts';
import {
  createRuleReader,
  formatCorpusFigures,
  measureCorpus,
} from '#translation/fixtures/measure-corpus.ts';

const environment = Object.fromEntries(
  serverSettingNames.flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value]] : [];
  }),
);
const config = parseOwnerConfig(
  { ...environment, AI_REVIEW_MODEL: environment.AI_REVIEW_MODEL ?? environment.AI_MODEL ?? '' },
  undefined,
);
const secondReader = config.ok ? config.value.ai?.secondReader : null;
if (!config.ok || !secondReader || !config.value.ai) {
  process.stderr.write(
    'Set AI_BASE_URL, AI_MODEL and, if needed, AI_API_KEY and the AI_REVIEW_ variables.\n',
  );
  process.exit(1);
}
const threshold = config.value.ai.threshold || 60;

let tokens = 0;
let unread = 0;
const model = createLanguageModel(secondReader, { random: Math.random, now: Date.now });
const deps: ModelDeps & { random: () => number } = {
  model: () => model,
  provider: () => secondReader,
  random: Math.random,
  async meter(_, call) {
    const { usage, unmeteredAttempts: _unmetered, ...outcome } = await call();
    tokens += usage ? usage.tokensIn + usage.tokensOut : 0;
    return outcome;
  },
};

interface CorpusText {
  entry: CorpusBlock;
  /** 0: the good one. */
  variant: number;
  block: CorpusBlock['block'];
  text: string;
}

const toKey = ({ block, to }: CorpusBlock, text: string) => `${to}/${block.hash}/${text}`;
const texts = corpus.flatMap((entry) =>
  [entry.text, ...entry.planted.map(([, text]) => text)].map(
    (text, variant): CorpusText => ({ entry, variant, block: entry.block, text }),
  ),
);
const scores = new Map<string, number>();
// Of the texts of one source, each is read in a call of its own: side by side, one would give the other away.
const groups = Map.groupBy(texts, ({ entry: { from, to }, variant }) => `${from}/${to}/${variant}`);
for (const group of groups.values()) {
  const [first] = group;
  if (!first) continue;
  const { from, to } = first.entry;
  for (const batch of batchTranslations(group)) {
    const request = { from, to, glossary: [], style: '', contextBlocks: [] };
    const readings = await readBatch(deps, batch, request, new AbortController().signal);
    for (const { entry, block, text } of batch) {
      const reading = readings.ok ? readings.value.get(block.id) : undefined;
      const score = scoreBlock([], reading);
      if (score !== null) scores.set(toKey(entry, text), score);
      else unread += 1;
    }
    process.stderr.write(readings.ok ? '.' : `\n${to}: ${readings.error.code}\n`);
  }
}

const isFoundByRules = createRuleReader();
const figures = await measureCorpus(
  (entry, text) => isFoundByRules(entry, text) || (scores.get(toKey(entry, text)) ?? 100) < threshold,
);
process.stdout.write(
  `\n${formatCorpusFigures(figures)}\n\nModel: ${secondReader.textModel}. Threshold: ${threshold}. Unread: ${unread}. Tokens: ${tokens}.\n`,
);
