import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { stageCommand } from '#test/support/command-line.ts';

const stage = await stageCommand();
beforeEach(() => stage.reset());
afterAll(() => stage.dispose());

interface Result {
  link: string;
  ok: boolean;
  post?: { code: string };
  error?: { code: string };
}
const parseResults = (stdout: Buffer) => (JSON.parse(stdout.toString()) as { results: Result[] }).results;

test('saves all links of an argument, each post once, and reads standard input without one', async () => {
  const text = `Look: ${scenes.photo.link}?xmt=1, and ${scenes.gifFirstParty.link} (${scenes.photo.link})`;
  const { code, stdout } = await stage.save('--json', text, scenes.gifFirstParty.link);
  expect(code).toBe(0);
  expect(parseResults(stdout).map(({ link, ok, post }) => [link, ok, post?.code])).toEqual(
    [scenes.photo, scenes.gifFirstParty].map((scene) => [scene.link, true, scene.code]),
  );
  const path = join(stage.folder, 'links.txt');
  writeFileSync(path, text);
  const repeated = await stage.runRedirected(`<${path}`, '-o', stage.out);
  expect(repeated.code).toBe(0);
  expect(repeated.stderr.match(/already exists/g)).toHaveLength(2);
  const nothing = await stage.run('-o', stage.out);
  expect(nothing.code).toBe(2);
  expect(nothing.stderr).toContain('no link');
});

test('retries once after a wait if Threads is busy, and gives up after three busy responses', async () => {
  const { busy, loginWall, emptyPage, photo } = scenes;
  const wasRequested = (link: string) =>
    stage.fake.requests.some(({ path }) => decodeURIComponent(path).includes(new URL(link).pathname));
  const single = await stage.save('--wait', '1', busy.link);
  expect(single.code).toBe(6);
  expect(single.stderr).toContain('Trying again in 1 second.');
  stage.fake.reset();
  const { code, stdout, stderr } = await stage.save(
    ...['--wait', '0', '--json'],
    ...[busy, loginWall, emptyPage, photo].map(({ link }) => link),
  );
  expect(code).toBe(6);
  expect(parseResults(stdout).map(({ error }) => error?.code)).toEqual([
    'upstream.busy',
    'upstream.login',
    'upstream.busy',
    'upstream.busy',
  ]);
  expect(stderr).toContain('so 2 links were skipped');
  expect([busy, loginWall, emptyPage, photo].map(({ link }) => wasRequested(link))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
