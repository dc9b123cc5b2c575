import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parseReadBlocks } from '#test/fakes/language-model/reading-response.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { compileCache } from '#test/support/programs.ts';
import { corpus } from '#translation/fixtures/corpus.ts';

test('a model that names a fault counts as the product counts it, whatever its score', async () => {
  const lost = new Set(
    corpus.flatMap(({ planted }) => planted.flatMap(([kind, text]) => (kind === 'negation' ? [text] : []))),
  );
  await using fake = await startFakeModel();
  fake.answer(({ text }) =>
    JSON.stringify({
      blocks: parseReadBlocks(text).map(({ id, source, translation }) => ({
        id,
        score: 95,
        faults: lost.has(translation) ? [{ kind: 'language', source, translation }] : [],
        better: '',
      })),
    }),
  );
  const env = { ...process.env, ...compileCache, ...fake.environment, AI_REVIEW_MODEL: 'reader' };
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/measure-reading.ts'], { env });
  expect(stdout).toContain(`| negation | ${lost.size} of ${lost.size} | 100.0 % |`);
  expect(stdout).toContain('Model: reader. Threshold: 60. Unread: 0.');
}, 60_000);
