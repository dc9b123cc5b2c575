import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { type SceneName, scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';

function runCanary(links: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/canary.ts', ...links], {
    env: { PATH: process.env.PATH, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text;
    });
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
}

test('the exit code says whether pages can be parsed, and no content of a post is printed', async () => {
  await using threads = await startFakeThreads();
  const run = (...names: SceneName[]) =>
    runCanary(
      names.map((name) => scenes[name].link),
      threads.environment,
    );
  const [readable, unknown, fallback, mixed] = await Promise.all([
    run('photo'),
    run('emptyPage'),
    run('pageOnlyByOg', 'emptyPage'),
    run('photo', 'changedMarkup'),
  ]);
  expect([readable.code, unknown.code, fallback.code, mixed.code]).toEqual([0, 2, 3, 1]);
  expect(readable.output).toContain('1  Read: image.');
  expect(mixed.output).toContain('2  Cannot parse the page');
  for (const { output } of [readable, unknown, fallback, mixed])
    expect(output).not.toMatch(/https?:|@|Demo\w+/);
});

test('prints its usage without a link', async () => {
  const { code, output } = await runCanary([], {});
  expect(code).toBe(64);
  expect(output).toContain('npm run canary -- https://');
});
