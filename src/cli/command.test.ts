import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type SceneName, sceneNames, scenes } from '#test/fakes/threads/scenes.ts';
import { stageCommand } from '#test/support/command-line.ts';
import { hasProgram } from '#test/support/programs.ts';
import { digestOriginal } from '#test/support/remove-metadata.ts';

/** An independent ZIP reader, which fails on a wrong checksum. */
const listZipScript = `
import hashlib, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
print(json.dumps([{'name': e.filename, 'sha256': hashlib.sha256(archive.read(e)).hexdigest()} for e in archive.infolist()]))
`;

import { digestFile, expectedFiles } from './fixtures/saved-files.ts';

const stage = await stageCommand();
beforeEach(() => stage.reset());
afterAll(() => stage.dispose());

interface Report {
  results: {
    link: string;
    ok: boolean;
    post?: { code: string };
    files: {
      path: string;
      type: string;
      outcome: string;
      bytes: number;
      source: { post?: { code: string } };
    }[];
    error?: { code: string; message: string };
  }[];
}
const parseReport = (stdout: Buffer) => JSON.parse(stdout.toString()) as Report;

const readable = sceneNames.filter((name) => {
  const files = expectedFiles(name);
  return files.length > 0 && files.every((file) => file.sha256 !== null);
});

test('saves every media type byte for byte, in order, and reports it as one JSON document', async () => {
  expect(new Set(readable.flatMap(expectedFiles).map((file) => file.type))).toEqual(
    new Set(['video', 'image', 'gif', 'audio']),
  );
  const names = ['--name', '{code}-{index}'];
  const { code, stdout, stderr } = await stage.save(
    '--json',
    '--quiet',
    ...names,
    ...readable.map((name) => scenes[name].link),
  );
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const { results } = parseReport(stdout);
  expect(results.map((result) => [result.ok, result.link])).toEqual(
    readable.map((name) => [true, scenes[name].link]),
  );
  for (const [at, name] of readable.entries()) {
    const saved = results[at]?.files ?? [];
    expect(saved.map((file) => digestFile(file.path))).toEqual(
      expectedFiles(name).map((file) => file.sha256),
    );
    expect(saved.map(({ type, outcome }) => `${type} ${outcome}`)).toEqual(
      expectedFiles(name).map((file) => `${file.type} saved`),
    );
  }
  expect(readdirSync(stage.out).filter((name) => name.includes('.part'))).toEqual([]);
});

test('prints paths to standard output, and no progress without a terminal', async () => {
  const { code, stdout, stderr } = await stage.start('-o', stage.out, scenes.carouselVideos.link).ended;
  expect(code).toBe(0);
  const paths = stdout.toString().trimEnd().split('\n');
  expect(paths).toHaveLength(5);
  for (const [at, path] of paths.entries())
    expect(path).toMatch(new RegExp(`^${stage.out}/threads-video-${at + 1}-\\d{13}\\.mp4$`));
  expect(stderr).toMatch(/^@lina\.fiktiv, 20\d\d-\d\d-\d\d: 5 files\n$/);
  expect((await stage.save('--quiet', '--force', scenes.carouselVideos.link)).stderr).toBe('');
});

test('keeps a file that is saved already, and replaces a different one only with --force', async () => {
  const args = ['--name', 'one', scenes.photoJpg.link];
  await stage.save(...args);
  const path = join(stage.out, 'one.jpg');
  const repeated = await stage.save(...args);
  expect([repeated.code, repeated.stdout.toString()]).toEqual([0, `${path}\n`]);
  expect(repeated.stderr).toContain('already exists');
  writeFileSync(path, 'mine');
  const rejected = await stage.save(...args);
  expect(rejected.code).toBe(8);
  expect(rejected.stderr).toContain('--force');
  expect(readFileSync(path, 'utf8')).toBe('mine');
  expect((await stage.save('--force', ...args)).code).toBe(0);
  expect(digestFile(path)).toBe(expectedFiles('photoJpg')[0]?.sha256);
  expect(readdirSync(stage.out)).toEqual(['one.jpg']);
});

test('gives files and ZIPs the time of their post', async () => {
  const { stdout } = await stage.save(scenes.video.link);
  const path = stdout.toString().trim();
  const time = Number(/(\d{13})\.mp4$/.exec(path)?.[1]);
  expect(statSync(path).mtimeMs).toBe(time);
  const zip = (await stage.save('--zip', scenes.video.link)).stdout.toString().trim();
  expect(statSync(zip).mtimeMs).toBe(time);
});

test('saves a whole thread, with each file named after its post', async () => {
  const single = await stage.save(scenes.thread.link);
  expect(single.stderr).toContain('2 more posts with media');
  const { code, stdout } = await stage.save(
    '--thread',
    '--json',
    '--name',
    '{code}_{index}',
    scenes.thread.link,
  );
  expect(code).toBe(0);
  const [result] = parseReport(stdout).results;
  const expectedItems = scenes.thread.expectedThread?.items ?? [];
  expect(result?.files.map((file) => [digestFile(file.path), file.source.post?.code])).toEqual(
    expectedItems.map((file) => [file.sha256, file.code]),
  );
  expect(result?.files.map((file) => file.path.slice(stage.out.length + 1, -4))).toEqual(
    ['DemoChain01_01.', 'DemoChain02_02', 'DemoChain04_03.', 'DemoChain04_04', 'DemoChain04_05'].map((name) =>
      expect.stringMatching(new RegExp(`^${name.replace('.', '\\.?')}`)),
    ),
  );
});

// Three that are refused in a row would end the command.
const failures: [exit: number, code: string, which: SceneName | string, sentence: RegExp][] = [
  [3, 'link.not_threads', 'https://example.org/x', /isn’t a Threads link/],
  [3, 'link.not_a_post', 'https://www.threads.com/@somebody', /doesn’t lead to a post/],
  [3, 'link.live_chat', 'https://www.threads.com/live_chat/demo', /live chat/],
  [3, 'link.empty', ' ', /no link/],
  [3, 'link.cut_off', 'https://www.threads.com/@somebody/post/DAb…', /end of this link is missing/],
  [4, 'post.gone', 'gone', /can’t see this post/],
  [6, 'upstream.busy', 'pleaseWait', /Try again in/],
  [4, 'post.private', 'private', /private/],
  [6, 'upstream.login', 'loginWall', /asking us to sign in/],
  [4, 'post.restricted', 'restricted', /limits who can see this post/],
  [4, 'post.restricted', 'geoBlocked', /limits who can see this post/],
  [4, 'post.sign_in', 'sensitive', /only to people who are signed in/],
  [6, 'upstream.empty', 'emptyPage', /empty page/],
  [4, 'post.expired', 'ghost', /ghost post/],
  [6, 'upstream.checkpoint', 'checkpoint', /not a robot/],
  [5, 'post.no_media', 'text', /No downloadable media/],
  [5, 'post.media_elsewhere', 'linkPreview', /isn’t on Threads/],
  [6, 'upstream.busy', 'busy', /try repeated|seconds/],
  [6, 'upstream.changed', 'changedMarkup', /changed its pages/],
  [7, 'media.wrong_type', 'wrongType', /something other than the file/],
  [7, 'media.wrong_type', 'svgMedia', /something other/],
  [7, 'media.wrong_type', 'emptyMedia', /something other/],
];
const resolveLink = (target: string) => (target in scenes ? scenes[target as SceneName].link : target);

test('reports every failure with its code and message, and leaves no file behind', async () => {
  const links = failures.map(([, , target]) => resolveLink(target));
  const { stdout, stderr } = await stage.save('--json', '--wait', '0', ...links);
  const { results } = parseReport(stdout);
  for (const [at, [, code, target, sentence]] of failures.entries()) {
    expect(results[at]).toMatchObject({
      link: resolveLink(target),
      ok: false,
      error: { code, message: expect.stringMatching(sentence) },
    });
    expect(stderr).toMatch(sentence);
    if (code.startsWith('media.'))
      expect(results[at]?.files).toMatchObject([{ outcome: 'failed', path: null, error: { code } }]);
  }
  expect(existsSync(stage.out) ? readdirSync(stage.out) : []).toEqual([]);
});

test.each(failures.filter(([exit], at) => failures.findIndex(([other]) => other === exit) === at))(
  'exits with %i for %s',
  async (exit, _, target) => {
    expect((await stage.save('--quiet', '--wait', '0', resolveLink(target))).code).toBe(exit);
  },
);

test('says that it uses no proxy, unless it is quiet', async () => {
  const environment = { ...stage.fake.environment, HTTPS_PROXY: 'http://127.0.0.1:9' };
  const args = ['-o', stage.out, scenes.video.link];
  const { code, stderr } = await stage.runWith(args, environment);
  expect([code, stderr.split('\n')[0]]).toEqual([
    0,
    'HTTPS_PROXY is set, but Unspool connects directly and uses no proxy.',
  ]);
  expect((await stage.runWith([...args, '--quiet'], environment)).stderr).toBe('');
});

test('exits with 6 if Threads is unreachable', async () => {
  const closed = { ...stage.fake.environment, THREADS_ORIGIN: 'http://127.0.0.1:9' };
  const { code, stderr } = await stage.runWith(['-o', stage.out, scenes.photo.link], closed);
  expect(code).toBe(6);
  expect(stderr).toContain('couldn’t reach Threads');
});

test('saves the other links if one fails, and exits with the code of the failed one', async () => {
  const { code, stdout, stderr } = await stage.save(
    scenes.photo.link,
    scenes.gone.link,
    scenes.gifFirstParty.link,
  );
  expect(code).toBe(4);
  expect(stdout.toString().trim().split('\n')).toHaveLength(2);
  expect(stderr).toContain(`${scenes.gone.link}: `);
});

test('a saved file says who made it and where it is from, unless --no-metadata is given', async () => {
  const { link, username } = scenes.photoJpg;
  const withMetadata = (await stage.start('-o', '-', link).ended).stdout;
  expect(withMetadata.toString()).toContain(`@${username}`);
  expect(withMetadata.toString()).toContain(scenes.photoJpg.code);
  const original = (await stage.start('-o', '-', '--no-metadata', link).ended).stdout;
  expect(original.toString()).not.toContain(username);
  expect(digestOriginal(withMetadata)).toBe(expectedFiles('photoJpg')[0]?.sha256);
  expect(digestOriginal(original)).toBe(expectedFiles('photoJpg')[0]?.sha256);
  expect(withMetadata.length).toBeGreaterThan(original.length);
});

test('writes a single file to a pipe, and rejects a post with several files', async () => {
  const { code, stdout } = await stage.start('-o', '-', scenes.video.link).ended;
  expect(code).toBe(0);
  expect(digestOriginal(stdout)).toBe(expectedFiles('video')[0]?.sha256);
  const multiFile = await stage.run('-o', '-', scenes.carouselVideos.link);
  expect([multiFile.code, multiFile.stdout.length]).toEqual([2, 0]);
  expect(multiFile.stderr).toContain('several files');
  const truncated = await stage.run('-o', '-', scenes.truncated.link);
  expect(truncated.code).toBe(7);
});

test('stops when the reader of its output is gone', async () => {
  const running = stage.start('-o', '-', scenes.huge.link);
  await expect.poll(() => stage.fake.openMediaResponses()).toBe(1);
  running.closeOutput();
  expect((await running.ended).code).toBe(8);
  await expect.poll(() => stage.fake.openMediaResponses()).toBe(0);
});

test.skipIf(!hasProgram('python3'))(
  'saves a post as a valid ZIP, with the same bytes when it is piped',
  async () => {
    const { code, stdout } = await stage.save('--zip', '--no-metadata', scenes.carouselMixed.link);
    expect(code).toBe(0);
    const path = stdout.toString().trim();
    expect(readdirSync(stage.out).map((name) => join(stage.out, name))).toEqual([path]);
    const listed = spawnSync('python3', ['-c', listZipScript, path], { encoding: 'utf8' });
    const entries = JSON.parse(listed.stdout) as { name: string; sha256: string }[];
    const media = entries.filter(({ name }) => !name.startsWith('post.'));
    expect(media.map((entry) => entry.sha256)).toEqual(
      expectedFiles('carouselMixed').map((file) => file.sha256),
    );
    expect(entries.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['post.json', 'post.txt', 'post.md', 'post.html']),
    );
    const piped = await stage.start('--zip', '--no-metadata', '-o', '-', scenes.carouselMixed.link).ended;
    expect(piped.code).toBe(0);
    expect(piped.stdout.equals(readFileSync(path))).toBe(true);
    const again = await stage.save('--zip', '--no-metadata', scenes.carouselMixed.link);
    expect(again.stderr).toContain('already exists');
  },
);

test('keeps an incomplete ZIP as a part file', async () => {
  const { code, stderr } = await stage.save('--zip', scenes.truncated.link);
  expect(code).toBe(7);
  expect(stderr).toContain('couldn’t get this file from Threads');
  const [part, ...others] = readdirSync(stage.out).sort();
  expect(part).toMatch(/\.zip\.part$/);
  expect(others).toEqual([`${part}.json`]);
  expect(stderr).toContain(`partial download is in ${join(stage.out, part ?? '')}`);
  const saved = await stage.save('--zip', '--thread', '--json', scenes.thread.link);
  expect(JSON.parse(saved.stdout.toString())).toMatchObject({
    results: [{ ok: true, zip: expect.stringMatching(/DemoChain01-thread\.zip$/), files: [] }],
  });
});

test('exits with 2 on an unknown option, with a message and without a request', async () => {
  const { code, stdout, stderr } = await stage.start('--frobnicate').ended;
  expect([code, stdout.toString()]).toEqual([2, '']);
  expect(stderr).toMatch(/--frobnicate[\s\S]*--help/);
  expect(stage.fake.requests).toEqual([]);
});

test('exits with 2 on an invalid variable, and ignores the variables of the server', async () => {
  const wrong = await stage.runWith([scenes.photo.link], { ...stage.fake.environment, MEDIA_HOSTS: '*' });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('MEDIA_HOSTS');
  const other = { ...stage.fake.environment, APP_SECRET: 'short', PORT: 'nowhere' };
  expect((await stage.runWith(['-o', stage.out, scenes.photo.link], other)).code).toBe(0);
});

test('lists every option and exit code in the help', async () => {
  const { code, stdout } = await stage.start('--help').ended;
  expect(code).toBe(0);
  const help = stdout.toString();
  for (const exit of [0, 2, 3, 4, 5, 6, 7, 8, 130]) expect(help).toMatch(new RegExp(`^ {2}${exit} `, 'm'));
  for (const option of ['--output', '--zip', '--thread', '--name', '--force', '--json', '--quiet', '--wait'])
    expect(help).toContain(option);
  expect(help.split('\n').every((line) => line.length <= 100)).toBe(true);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect((await stage.start('--version').ended).stdout.toString()).toBe(`${version}\n`);
});
