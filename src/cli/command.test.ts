import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SceneName, sceneNames, scenes } from '#test/fakes/threads/scenes.ts';
import { type FakeThreads, startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { type BuiltCommand, buildCommand } from '#test/support/command-line.ts';

/** A reader of its own, and what it makes of every entry; it fails where a checksum is wrong. */
const listArchive = `
import hashlib, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
print(json.dumps([{'name': e.filename, 'sha256': hashlib.sha256(archive.read(e)).hexdigest()} for e in archive.infolist()]))
`;

let fake: FakeThreads;
let command: BuiltCommand;
let folder: string;
let count = 0;
let out: string;

beforeAll(async () => {
  [fake, command] = await Promise.all([startFakeThreads(), buildCommand()]);
  folder = await mkdtemp(join(tmpdir(), 'unspool-saved-'));
});
beforeEach(() => {
  fake.reset();
  count += 1;
  out = join(folder, `case-${count}`);
});
afterAll(async () => {
  await Promise.all([
    fake[Symbol.asyncDispose](),
    command[Symbol.asyncDispose](),
    rm(folder, { recursive: true }),
  ]);
});

const run = (...args: string[]) => command.run(args, fake.environment);
const save = (...args: string[]) => run('-o', out, ...args);
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const digestOf = (path: string) => digest(readFileSync(path));
const mediaRequests = () => fake.requests.filter((request) => request.host === 'media');

function filesOf(name: SceneName) {
  const { expected } = scenes[name];
  return 'items' in expected ? expected.items : [];
}

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
const reportOf = (stdout: Buffer) => JSON.parse(stdout.toString()) as Report;

const readable = sceneNames.filter((name) => {
  const files = filesOf(name);
  return files.length > 0 && files.every((file) => file.sha256 !== null);
});

test('every kind of media is saved byte by byte, in order, and told as one document', async () => {
  expect(new Set(readable.flatMap(filesOf).map((file) => file.type))).toEqual(
    new Set(['video', 'image', 'gif', 'audio']),
  );
  const names = ['--name', '{code}-{index}'];
  const { code, stdout, stderr } = await save(
    '--json',
    '--quiet',
    ...names,
    ...readable.map((name) => scenes[name].link),
  );
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const { results } = reportOf(stdout);
  expect(results.map((one) => [one.ok, one.link])).toEqual(readable.map((name) => [true, scenes[name].link]));
  for (const [at, name] of readable.entries()) {
    const saved = results[at]?.files ?? [];
    expect(saved.map((file) => digestOf(file.path))).toEqual(filesOf(name).map((file) => file.sha256));
    expect(saved.map(({ type, outcome }) => `${type} ${outcome}`)).toEqual(
      filesOf(name).map((file) => `${file.type} saved`),
    );
  }
  expect(readdirSync(out).filter((name) => name.includes('.part'))).toEqual([]);
});

test('paths go to the standard output, and without a terminal there is no progress', async () => {
  const { code, stdout, stderr } = await save(scenes.carouselVideos.link);
  expect(code).toBe(0);
  const paths = stdout.toString().trimEnd().split('\n');
  expect(paths).toHaveLength(5);
  for (const [at, path] of paths.entries())
    expect(path).toMatch(new RegExp(`^${out}/threads-video-${at + 1}-\\d{13}\\.mp4$`));
  expect(stderr).toMatch(/^@lina\.fiktiv, 20\d\d-\d\d-\d\d: 5 files\n$/);
  expect((await save('--quiet', '--force', scenes.carouselVideos.link)).stderr).toBe('');
});

test('a file that is there already is kept; another of its name is replaced only by force', async () => {
  const args = ['--name', 'one', scenes.photoJpg.link];
  await save(...args);
  const path = join(out, 'one.jpg');
  const again = await save(...args);
  expect([again.code, again.stdout.toString()]).toEqual([0, `${path}\n`]);
  expect(again.stderr).toContain('is there already');
  writeFileSync(path, 'mine');
  const refused = await save(...args);
  expect(refused.code).toBe(8);
  expect(refused.stderr).toContain('--force');
  expect(readFileSync(path, 'utf8')).toBe('mine');
  expect((await save('--force', ...args)).code).toBe(0);
  expect(digestOf(path)).toBe(filesOf('photoJpg')[0]?.sha256);
  expect(readdirSync(out)).toEqual(['one.jpg']);
});

test('a whole thread is saved with the names of its posts', async () => {
  const alone = await save(scenes.chain.link);
  expect(alone.stderr).toContain('2 more posts of this thread with media');
  const { code, stdout } = await save('--thread', '--json', '--name', '{code}_{index}', scenes.chain.link);
  expect(code).toBe(0);
  const [result] = reportOf(stdout).results;
  const whole = scenes.chain.whole?.items ?? [];
  expect(result?.files.map((file) => [digestOf(file.path), file.source.post?.code])).toEqual(
    whole.map((file) => [file.sha256, file.code]),
  );
  expect(result?.files.map((file) => file.path.slice(out.length + 1, -4))).toEqual(
    ['DemoChain01_01.', 'DemoChain02_02', 'DemoChain04_03.', 'DemoChain04_04', 'DemoChain04_05'].map((name) =>
      expect.stringMatching(new RegExp(`^${name.replace('.', '\\.?')}`)),
    ),
  );
});

const failures: [exit: number, code: string, which: SceneName | string, sentence: RegExp][] = [
  [3, 'link.not_threads', 'https://example.org/x', /not a Threads link/],
  [3, 'link.not_a_post', 'https://www.threads.com/@somebody', /not to a post/],
  [3, 'link.empty', ' ', /no link/],
  [4, 'post.gone', 'gone', /does not show this post/],
  [4, 'post.private', 'private', /private/],
  [4, 'post.restricted', 'restricted', /only to some people/],
  [5, 'post.no_media', 'text', /No downloadable media/],
  [5, 'post.media_elsewhere', 'linkPreview', /not on Threads/],
  [6, 'upstream.busy', 'busy', /try again|seconds/],
  [6, 'upstream.changed', 'changedMarkup', /changed its pages/],
  [7, 'media.wrong_type', 'wrongType', /something other than the file/],
  [7, 'media.wrong_type', 'svgMedia', /something other/],
  [7, 'media.wrong_type', 'emptyMedia', /something other/],
];
const linkOf = (which: string) => (which in scenes ? scenes[which as SceneName].link : which);

test('every failure has its code and its sentence, and leaves nothing behind', async () => {
  const { stdout, stderr } = await save('--json', ...failures.map(([, , which]) => linkOf(which)));
  const { results } = reportOf(stdout);
  for (const [at, [, code, which, sentence]] of failures.entries()) {
    expect(results[at]).toMatchObject({
      ...{ link: linkOf(which), ok: false },
      error: { code, message: expect.stringMatching(sentence) },
    });
    expect(stderr).toMatch(sentence);
    if (code.startsWith('media.'))
      expect(results[at]?.files).toMatchObject([{ outcome: 'failed', path: null, error: { code } }]);
  }
  expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
});

test.each(failures.filter(([exit], at) => failures.findIndex(([other]) => other === exit) === at))(
  'exit code %i for %s',
  async (exit, _, which) => {
    expect((await save('--quiet', linkOf(which))).code).toBe(exit);
  },
);

test('a Threads that is not there is exit code 6', async () => {
  const closed = { ...fake.environment, THREADS_ORIGIN: 'http://127.0.0.1:9' };
  const { code, stderr } = await command.run(['-o', out, scenes.photo.link], closed);
  expect(code).toBe(6);
  expect(stderr).toContain('could not be reached');
});

test('one link that fails does not keep the others from being saved; its code is the command’s', async () => {
  const { code, stdout, stderr } = await save(scenes.photo.link, scenes.gone.link, scenes.gifFirstParty.link);
  expect(code).toBe(4);
  expect(stdout.toString().trim().split('\n')).toHaveLength(2);
  expect(stderr).toContain(`${scenes.gone.link}: `);
});

test('a file that is cut off keeps what came, and exits with 7', async () => {
  const { code, stderr } = await save('--name', 'cut', scenes.truncated.link);
  expect(code).toBe(7);
  const whole = filesOf('video')[0]?.bytes ?? 0;
  expect(readdirSync(out).sort()).toEqual(['cut.part', 'cut.part.json']);
  expect(statSync(join(out, 'cut.part')).size).toBe(Math.floor(whole / 2));
  expect(stderr).toContain(`kept in ${join(out, 'cut.part')}`);
  // After the cut it went on from there, and no further.
  expect(mediaRequests().some(({ headers }) => headers.range === `bytes=${Math.floor(whole / 2)}-`)).toBe(
    true,
  );
});

test('an interrupted command keeps what came, says how to go on, and goes on', async () => {
  const running = command.start(['-o', out, '--name', 'walk', scenes.stalledMedia.link], fake.environment);
  const file = filesOf('video')[0];
  const half = Math.floor((file?.bytes ?? 0) / 2);
  const part = join(out, 'walk.part');
  await expect.poll(() => existsSync(part) && statSync(part).size).toBe(half);
  running.interrupt();
  const { code, stderr, stdout } = await running.ended;
  expect([code, stdout.toString()]).toEqual([130, '']);
  expect(stderr).toContain('run the same command again');
  expect(readdirSync(out).sort()).toEqual(['walk.part', 'walk.part.json']);

  // The same file, from a host that does not stall.
  fake.reset();
  const resumed = await save('--name', 'walk', scenes.video.link);
  expect(resumed.code).toBe(0);
  expect(digestOf(join(out, 'walk.mp4'))).toBe(file?.sha256);
  expect(readdirSync(out)).toEqual(['walk.mp4']);
  const [asked, ...others] = mediaRequests();
  expect(asked?.headers).toMatchObject({
    range: `bytes=${half}-`,
    'if-range': expect.stringMatching(/GMT$/),
  });
  expect(others).toEqual([]);
});

test.each([
  ['another file than it was', { validator: 'Mon, 01 Jun 2026 00:00:00 GMT' }, 'video'],
  ['of another length', { totalBytes: 999_999 }, 'video'],
  ['at a host that knows no ranges', {}, 'noRangeMedia'],
] as const)('what is %s is begun anew', async (_, changed, name) => {
  await save('--name', 'x', scenes.truncated.link);
  const [part, note] = [join(out, 'x.part'), join(out, 'x.part.json')];
  writeFileSync(part, Buffer.alloc(statSync(part).size, 1));
  writeFileSync(note, JSON.stringify({ ...JSON.parse(readFileSync(note, 'utf8')), ...changed }));
  expect((await save('--name', 'x', scenes[name].link)).code).toBe(0);
  expect(digestOf(join(out, 'x.mp4'))).toBe(filesOf('video')[0]?.sha256);
});

test('a part without a readable note, or that is a link to elsewhere, is not gone on with', async () => {
  await save('--name', 'x', scenes.truncated.link);
  writeFileSync(join(out, 'x.part.json'), '{"validator":');
  expect((await save('--name', 'x', scenes.video.link)).code).toBe(0);
  expect(digestOf(join(out, 'x.mp4'))).toBe(filesOf('video')[0]?.sha256);
  const elsewhere = join(folder, 'elsewhere');
  writeFileSync(elsewhere, 'untouched');
  symlinkSync(elsewhere, join(out, 'y.part'));
  expect((await save('--name', 'y', scenes.video.link)).code).toBe(8);
  expect(readFileSync(elsewhere, 'utf8')).toBe('untouched');
});

test('an address that has expired is renewed', async () => {
  expect((await save('--name', 'late', scenes.expiredLink.link)).code).toBe(0);
  expect(digestOf(join(out, 'late.mp4'))).toBe(filesOf('expiredLink')[0]?.sha256);
});

test('a folder that can’t be one is exit code 8, and nothing is asked of the media host', async () => {
  const file = join(folder, `file-${count}`);
  writeFileSync(file, '');
  const { code, stderr } = await run('-o', join(file, 'below'), scenes.carouselVideos.link);
  expect(code).toBe(8);
  expect(stderr).toContain('could not be written');
  expect(mediaRequests()).toEqual([]);
});

test('one file goes into a pipe, and nothing else does', async () => {
  const { code, stdout } = await run('-o', '-', scenes.video.link);
  expect(code).toBe(0);
  expect(digest(stdout)).toBe(filesOf('video')[0]?.sha256);
  const several = await run('-o', '-', scenes.carouselVideos.link);
  expect([several.code, several.stdout.length]).toEqual([2, 0]);
  expect(several.stderr).toContain('several files');
  const cut = await run('-o', '-', scenes.truncated.link);
  expect(cut.code).toBe(7);
});

test('a reader who leaves ends the command', async () => {
  const running = command.start(['-o', '-', scenes.huge.link], fake.environment);
  await expect.poll(() => fake.openMediaResponses()).toBe(1);
  running.closeOutput();
  expect((await running.ended).code).toBe(8);
  await expect.poll(() => fake.openMediaResponses()).toBe(0);
});

test('a post is one ZIP: whole by its own programs, and the same when it is piped', async () => {
  const { code, stdout } = await save('--zip', scenes.carouselMixed.link);
  expect(code).toBe(0);
  const path = stdout.toString().trim();
  expect(readdirSync(out).map((name) => join(out, name))).toEqual([path]);
  const listed = spawnSync('python3', ['-c', listArchive, path], { encoding: 'utf8' });
  const entries = JSON.parse(listed.stdout) as { name: string; sha256: string }[];
  const media = entries.filter(({ name }) => !name.startsWith('post.'));
  expect(media.map((entry) => entry.sha256)).toEqual(filesOf('carouselMixed').map((file) => file.sha256));
  expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(['post.json', 'post.txt']));
  const piped = await run('--zip', '-o', '-', scenes.carouselMixed.link);
  expect(piped.code).toBe(0);
  expect(digest(piped.stdout)).toBe(digestOf(path));
  expect((await save('--zip', scenes.carouselMixed.link)).stderr).toContain('is there already');
});

test('a ZIP whose file does not come whole is not kept', async () => {
  const { code, stderr } = await save('--zip', scenes.truncated.link);
  expect(code).toBe(7);
  expect(stderr).toContain('could not be reached');
  expect(readdirSync(out)).toEqual([]);
  const whole = await save('--zip', '--thread', '--json', scenes.chain.link);
  expect(JSON.parse(whole.stdout.toString())).toMatchObject({
    results: [{ ok: true, zip: expect.stringMatching(/DemoChain01-thread\.zip$/), files: [] }],
  });
});

test('what is not understood is exit code 2, with a sentence and nothing asked', async () => {
  const { code, stdout, stderr } = await run('--frobnicate');
  expect([code, stdout.toString()]).toEqual([2, '']);
  expect(stderr).toMatch(/--frobnicate[\s\S]*--help/);
  expect(fake.requests).toEqual([]);
});

test('a setting that can’t be used is exit code 2; those of the server are no business of the command', async () => {
  const wrong = await command.run([scenes.photo.link], { ...fake.environment, MEDIA_HOSTS: '*' });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('MEDIA_HOSTS');
  const other = { ...fake.environment, APP_SECRET: 'short', PORT: 'nowhere' };
  expect((await command.run(['-o', out, scenes.photo.link], other)).code).toBe(0);
});

test('the help names every option and every exit code', async () => {
  const { code, stdout } = await run('--help');
  expect(code).toBe(0);
  const help = stdout.toString();
  for (const exit of [0, 2, 3, 4, 5, 6, 7, 8, 130]) expect(help).toMatch(new RegExp(`^ {2}${exit} `, 'm'));
  for (const option of ['--output', '--zip', '--thread', '--name', '--force', '--json', '--quiet'])
    expect(help).toContain(option);
  expect(help.split('\n').every((line) => line.length <= 100)).toBe(true);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect((await run('--version')).stdout.toString()).toBe(`${version}\n`);
});
