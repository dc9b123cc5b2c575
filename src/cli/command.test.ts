import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SceneName, sceneNames, scenes } from '#test/fakes/threads/scenes.ts';
import { stageCommand } from '#test/support/command-line.ts';
import { hasProgram } from '#test/support/has-program.ts';

/** A reader of its own, and what it makes of every entry; it fails where a checksum is wrong. */
const listArchive = `
import hashlib, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
print(json.dumps([{'name': e.filename, 'sha256': hashlib.sha256(archive.read(e)).hexdigest()} for e in archive.infolist()]))
`;

let stage: Awaited<ReturnType<typeof stageCommand>>;
beforeAll(async () => {
  stage = await stageCommand();
});
beforeEach(() => stage.begin());
afterAll(() => stage.end());

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const digestOf = (path: string) => digest(readFileSync(path));

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
  const { code, stdout, stderr } = await stage.save(
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
  expect(readdirSync(stage.out).filter((name) => name.includes('.part'))).toEqual([]);
});

test('paths go to the standard output, and without a terminal there is no progress', async () => {
  const { code, stdout, stderr } = await stage.start('-o', stage.out, scenes.carouselVideos.link).ended;
  expect(code).toBe(0);
  const paths = stdout.toString().trimEnd().split('\n');
  expect(paths).toHaveLength(5);
  for (const [at, path] of paths.entries())
    expect(path).toMatch(new RegExp(`^${stage.out}/threads-video-${at + 1}-\\d{13}\\.mp4$`));
  expect(stderr).toMatch(/^@lina\.fiktiv, 20\d\d-\d\d-\d\d: 5 files\n$/);
  expect((await stage.save('--quiet', '--force', scenes.carouselVideos.link)).stderr).toBe('');
});

test('a file that is there already is kept; another of its name is replaced only by force', async () => {
  const args = ['--name', 'one', scenes.photoJpg.link];
  await stage.save(...args);
  const path = join(stage.out, 'one.jpg');
  const again = await stage.save(...args);
  expect([again.code, again.stdout.toString()]).toEqual([0, `${path}\n`]);
  expect(again.stderr).toContain('is there already');
  writeFileSync(path, 'mine');
  const refused = await stage.save(...args);
  expect(refused.code).toBe(8);
  expect(refused.stderr).toContain('--force');
  expect(readFileSync(path, 'utf8')).toBe('mine');
  expect((await stage.save('--force', ...args)).code).toBe(0);
  expect(digestOf(path)).toBe(filesOf('photoJpg')[0]?.sha256);
  expect(readdirSync(stage.out)).toEqual(['one.jpg']);
});

test('a whole thread is saved with the names of its posts', async () => {
  const alone = await stage.save(scenes.chain.link);
  expect(alone.stderr).toContain('2 more posts of this thread with media');
  const { code, stdout } = await stage.save(
    '--thread',
    '--json',
    '--name',
    '{code}_{index}',
    scenes.chain.link,
  );
  expect(code).toBe(0);
  const [result] = reportOf(stdout).results;
  const whole = scenes.chain.whole?.items ?? [];
  expect(result?.files.map((file) => [digestOf(file.path), file.source.post?.code])).toEqual(
    whole.map((file) => [file.sha256, file.code]),
  );
  expect(result?.files.map((file) => file.path.slice(stage.out.length + 1, -4))).toEqual(
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
  const links = failures.map(([, , which]) => linkOf(which));
  const { stdout, stderr } = await stage.save('--json', '--wait', '0', ...links);
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
  expect(existsSync(stage.out) ? readdirSync(stage.out) : []).toEqual([]);
});

test.each(failures.filter(([exit], at) => failures.findIndex(([other]) => other === exit) === at))(
  'exit code %i for %s',
  async (exit, _, which) => {
    const args = ['-o', stage.out, '--quiet', '--wait', '0', linkOf(which)];
    expect((await stage.runWith(args, stage.fake.environment)).code).toBe(exit);
  },
);

test('a Threads that is not there is exit code 6', async () => {
  const closed = { ...stage.fake.environment, THREADS_ORIGIN: 'http://127.0.0.1:9' };
  const { code, stderr } = await stage.runWith(['-o', stage.out, scenes.photo.link], closed);
  expect(code).toBe(6);
  expect(stderr).toContain('could not be reached');
});

test('one link that fails does not keep the others from being saved; its code is the command’s', async () => {
  const { code, stdout, stderr } = await stage.save(
    scenes.photo.link,
    scenes.gone.link,
    scenes.gifFirstParty.link,
  );
  expect(code).toBe(4);
  expect(stdout.toString().trim().split('\n')).toHaveLength(2);
  expect(stderr).toContain(`${scenes.gone.link}: `);
});

test('one file goes into a pipe, and nothing else does', async () => {
  const { code, stdout } = await stage.start('-o', '-', scenes.video.link).ended;
  expect(code).toBe(0);
  expect(digest(stdout)).toBe(filesOf('video')[0]?.sha256);
  const several = await stage.run('-o', '-', scenes.carouselVideos.link);
  expect([several.code, several.stdout.length]).toEqual([2, 0]);
  expect(several.stderr).toContain('several files');
  const cut = await stage.run('-o', '-', scenes.truncated.link);
  expect(cut.code).toBe(7);
});

test('a reader who leaves ends the command', async () => {
  const running = stage.start('-o', '-', scenes.huge.link);
  await expect.poll(() => stage.fake.openMediaResponses()).toBe(1);
  running.closeOutput();
  expect((await running.ended).code).toBe(8);
  await expect.poll(() => stage.fake.openMediaResponses()).toBe(0);
});

test.skipIf(!hasProgram('python3'))(
  'a post is one ZIP: whole by its own programs, and the same when it is piped',
  async () => {
    const { code, stdout } = await stage.save('--zip', scenes.carouselMixed.link);
    expect(code).toBe(0);
    const path = stdout.toString().trim();
    expect(readdirSync(stage.out).map((name) => join(stage.out, name))).toEqual([path]);
    const listed = spawnSync('python3', ['-c', listArchive, path], { encoding: 'utf8' });
    const entries = JSON.parse(listed.stdout) as { name: string; sha256: string }[];
    const media = entries.filter(({ name }) => !name.startsWith('post.'));
    expect(media.map((entry) => entry.sha256)).toEqual(filesOf('carouselMixed').map((file) => file.sha256));
    expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(['post.json', 'post.txt']));
    const piped = await stage.start('--zip', '-o', '-', scenes.carouselMixed.link).ended;
    expect(piped.code).toBe(0);
    expect(digest(piped.stdout)).toBe(digestOf(path));
    expect((await stage.save('--zip', scenes.carouselMixed.link)).stderr).toContain('is there already');
  },
);

test('a ZIP whose file does not come whole has no name of a ZIP', async () => {
  const { code, stderr } = await stage.save('--zip', scenes.truncated.link);
  expect(code).toBe(7);
  expect(stderr).toContain('could not be reached');
  const [part, ...others] = readdirSync(stage.out).sort();
  expect(part).toMatch(/\.zip\.part$/);
  expect(others).toEqual([`${part}.json`]);
  expect(stderr).toContain(`kept in ${join(stage.out, part ?? '')}`);
  const whole = await stage.save('--zip', '--thread', '--json', scenes.chain.link);
  expect(JSON.parse(whole.stdout.toString())).toMatchObject({
    results: [{ ok: true, zip: expect.stringMatching(/DemoChain01-thread\.zip$/), files: [] }],
  });
});

test('what is not understood is exit code 2, with a sentence and nothing asked', async () => {
  const { code, stdout, stderr } = await stage.start('--frobnicate').ended;
  expect([code, stdout.toString()]).toEqual([2, '']);
  expect(stderr).toMatch(/--frobnicate[\s\S]*--help/);
  expect(stage.fake.requests).toEqual([]);
});

test('a setting that can’t be used is exit code 2; those of the server are no business of the command', async () => {
  const wrong = await stage.runWith([scenes.photo.link], { ...stage.fake.environment, MEDIA_HOSTS: '*' });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('MEDIA_HOSTS');
  const other = { ...stage.fake.environment, APP_SECRET: 'short', PORT: 'nowhere' };
  expect((await stage.runWith(['-o', stage.out, scenes.photo.link], other)).code).toBe(0);
});

test('the help names every option and every exit code', async () => {
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
