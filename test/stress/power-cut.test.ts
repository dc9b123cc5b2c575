import { createHash } from 'node:crypto';
import { existsSync, mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readClip } from '#blog/clips.ts';
import { drawPng } from '#blog/fixtures/draw-images.ts';
import { listImageFileKeys } from '#blog/images.ts';
import { createBlogWriter } from '#blog/write.ts';
import { openDatabase } from '#database/database.ts';
import { createEmbeddedDatabase, startPglite } from '#database/embedded/open-embedded.ts';
import { listNewerSnapshots, listSnapshots } from '#database/embedded/snapshots.ts';
import { clip, mediaFile, post, setting } from '#database/schema.ts';
import { readGzipLines } from '#platform/storage/atomic-file.ts';
import { createDiskFileStore } from '#platform/storage/file-store.ts';
import { createDatabaseFolder } from '#test/support/databases.ts';
import { recordWrites } from '#test/support/record-writes.ts';
import { createSimulatedDisk, type Loss } from '#test/support/simulated-disk.ts';
import { createRandom, stressRuns } from '#test/support/stress.ts';

const cuts = stressRuns(8, 1000);
const rounds = stressRuns(12, 150);
const roundsPerStart = stressRuns(6, 50);
const seed = 20_261_129;
/** Of processor time, which does not depend on other work of the machine. */
const startLimitSeconds = 5;

/** In memory if the system has such a folder: a start after a failure flushes each file. */
const scratch = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

interface Acknowledged {
  title?: string;
  counter?: number;
  clip?: string;
  image?: string;
}

async function openFolder(folder: string) {
  const onError = (error: unknown) => {
    throw error;
  };
  const opened = await openDatabase({ kind: 'embedded', folder }, { now: Date.now, onError });
  if (!opened.ok) throw new Error(opened.error.hint, { cause: opened.error.cause });
  return opened.value;
}

/** Publishes, edits and deletes posts, changes a setting, and uploads clips and images, with restarts between. */
async function work(folder: string, acknowledge: (done: Acknowledged) => void): Promise<void> {
  const files = createDiskFileStore(join(folder, 'files'));
  const random = createRandom(seed);
  for (let round = 0, counter = 0; round < rounds; ) {
    const database = await openFolder(join(folder, 'database'));
    const { query } = database;
    const writer = createBlogWriter({ database, files, now: Date.now, emitChange: () => undefined });
    for (const end = Math.min(rounds, round + roundsPerStart); round < end; round += 1) {
      const title = `Post ${round}`;
      const content = `<p>${'some words '.repeat(Math.floor(random() * 2000))}</p>`;
      const published = await writer.publishArticle(
        (['en', 'de'] as const).map((locale) => ({ locale, title, content })),
      );
      expect(published).toMatchObject({ ok: true });
      acknowledge({ title });

      counter += 1;
      const value = String(counter);
      await query
        .insert(setting)
        .values({ name: 'counter', value })
        .onConflictDoUpdate({ target: setting.name, set: { value } });
      acknowledge({ counter });

      const bytes = Buffer.concat([Buffer.from('ID3'), Buffer.from(title.repeat(1 + random() * 20_000))]);
      const clipStored = await writer.storeClip(bytes);
      if (!clipStored.ok) throw new Error(clipStored.error.code);
      acknowledge({ clip: createHash('sha256').update(bytes).digest('hex') });

      if (round % 4 === 0) {
        const image = await writer.storeImage(await drawPng(20 + round, 20));
        if (!image.ok) throw new Error(image.error.code);
        acknowledge({ image: image.value.id });
      }
      // Rows that are replaced, so that recovery also meets changed and empty pages.
      await query
        .update(post)
        .set({ content: `<p>${title} changed</p>` })
        .where(eq(post.title, title));
      // As `limitLog` does after 32 MB.
      if (round % 5 === 4) await database.executeSql('checkpoint');
    }
    await database.close();
  }
}

/** What the files of the database, without its snapshots, and the file store have after a start. */
async function readRemains(folder: string) {
  const before = process.cpuUsage();
  const database = await createEmbeddedDatabase(
    await startPglite({ dataDir: join(folder, 'database', 'postgres') }),
  );
  const used = process.cpuUsage(before);
  const seconds = (used.user + used.system) / 1e6;
  const { query } = database;
  const rows = {
    titles: new Set((await query.select({ title: post.title }).from(post)).map(({ title }) => title)),
    counter: Number((await query.select().from(setting).where(eq(setting.name, 'counter')))[0]?.value ?? 0),
    clips: await query.select().from(clip),
    images: await query.select().from(mediaFile),
  };
  await database.close();
  return { ...rows, seconds };
}

async function findMissingFiles(
  original: string,
  folder: string,
  { clips, images }: Awaited<ReturnType<typeof readRemains>>,
): Promise<string[]> {
  const files = createDiskFileStore(join(folder, 'files'));
  const missing: string[] = [];
  for (const row of clips) {
    const bytes = await readClip(files, row);
    if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== row.digest)
      missing.push(`clip ${row.id}`);
  }
  for (const key of images.flatMap(listImageFileKeys)) {
    const bytes = await files.get(key);
    if (bytes === null || !readFileSync(join(original, 'files', key)).equals(bytes)) missing.push(key);
  }
  return missing;
}

/** Of each snapshot. */
async function readLastLines(folder: string): Promise<string[]> {
  const lines: string[] = [];
  for (const name of await listSnapshots(folder)) {
    let last = '';
    for await (const line of readGzipLines(join(folder, name))) last = line;
    lines.push(last);
  }
  return lines;
}

test(`after ${cuts} power failures (seed ${seed}) nothing acknowledged is lost, and each start takes at most ${startLimitSeconds} s`, {
  timeout: 60_000 + cuts * 15_000,
}, async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'unspool-power-'));
  using target = mkdtempDisposableSync(join(scratch, 'unspool-power-'));
  const remains = join(target.path, 'remains');
  createDatabaseFolder(join(folder.path, 'database', 'postgres'));

  const recording = recordWrites(folder.path);
  const disk = createSimulatedDisk(recording);
  try {
    await work(folder.path, recording.acknowledge);
  } finally {
    recording.stop();
  }
  const { operations } = recording;
  const acknowledgements = operations.flatMap((operation, index) =>
    operation.type === 'acknowledge' ? [index] : [],
  );
  expect(acknowledgements.length).toBeGreaterThan(rounds * 3);

  const random = createRandom(seed);
  const pick = (count: number) => Math.floor(random() * count);
  const ends = Array.from({ length: cuts }, (_, cut) =>
    // Every other one at once after an acknowledgment.
    cut % 2 === 0 ? (acknowledgements[pick(acknowledgements.length)] ?? 0) + 1 : pick(operations.length) + 1,
  ).sort((a, b) => a - b);
  let slowest = 0;
  let snapshotsSeen = 0;
  for (const [cut, end] of ends.entries()) {
    disk.advance(end);
    const loss: Loss = (['all', 'some', 'some', 'none'] as const)[pick(4)] ?? 'all';
    disk.writeRemains(remains, loss, random);
    const found = await readRemains(remains);
    slowest = Math.max(slowest, found.seconds);
    const acknowledged = operations
      .slice(0, end)
      .flatMap((operation) => (operation.type === 'acknowledge' ? [operation.value as Acknowledged] : []));
    const stored = {
      clips: new Set(found.clips.map(({ digest }) => digest)),
      images: new Set(found.images.map(({ id }) => id)),
    };
    const lost = acknowledged.filter(
      (done) =>
        (done.title !== undefined && !found.titles.has(done.title)) ||
        (done.counter !== undefined && found.counter < done.counter) ||
        (done.clip !== undefined && !stored.clips.has(done.clip)) ||
        (done.image !== undefined && !stored.images.has(done.image)),
    );
    expect(lost, `cut ${cut} after ${end} operations, losing ${loss}`).toEqual([]);
    expect(await findMissingFiles(folder.path, remains, found)).toEqual([]);
    const snapshots = join(remains, 'database', 'snapshots');
    const lastLines = await readLastLines(snapshots);
    expect(lastLines).toEqual(Array(lastLines.length).fill('{"end":true}'));
    snapshotsSeen += lastLines.length;
    expect(await listNewerSnapshots(join(remains, 'database', 'postgres'), snapshots)).toEqual([]);
  }
  console.info(`${cuts} cuts of ${operations.length} operations: slowest start ${slowest.toFixed(1)} s`);
  expect(snapshotsSeen).toBeGreaterThan(0);
  expect(slowest).toBeLessThan(startLimitSeconds);
});
