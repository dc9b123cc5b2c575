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

test('reports by its exit code whether pages are understood, and prints nothing of a post', async () => {
  await using threads = await startFakeThreads();
  const run = (...names: SceneName[]) =>
    runCanary(
      names.map((name) => scenes[name].link),
      threads.environment,
    );
  const [understood, unknown, fallback, both] = await Promise.all([
    run('photo'),
    run('shell'),
    run('pageOnlyByOg', 'shell'),
    run('photo', 'changedMarkup'),
  ]);
  expect([understood.code, unknown.code, fallback.code, both.code]).toEqual([0, 2, 3, 1]);
  expect(understood.output).toContain('1  Understood: image.');
  expect(both.output).toContain('2  No longer understood');
  for (const { output } of [understood, unknown, fallback, both])
    expect(output).not.toMatch(/https?:|@|Demo\w+/);
});

test('prints its usage without a link', async () => {
  const { code, output } = await runCanary([], {});
  expect(code).toBe(64);
  expect(output).toContain('npm run canary -- https://');
});
