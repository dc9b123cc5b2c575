import { createHash } from 'node:crypto';
import { cpSync, mkdtempDisposableSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { count, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cheapHashing } from '#accounts/fixtures/open-accounts.ts';
import { writeBackup } from '#backup/dump/write-backup.ts';
import { restoreBackup } from '#backup/restore-backup.ts';
import { readClip } from '#blog/clips.ts';
import { savePostSchema } from '#blog/editing-contract.ts';
import { drawPng } from '#blog/fixtures/draw-images.ts';
import { listImageFileKeys } from '#blog/images.ts';
import { type Database, openDatabase } from '#database/database.ts';
import { createEmbeddedDatabase } from '#database/embedded/open-embedded.ts';
import { listSnapshots } from '#database/embedded/snapshots.ts';
import { startPglite } from '#database/embedded/start-pglite.ts';
import { accountUser, clip, contactMessage, mediaFile, post } from '#database/schema.ts';
import type { Services } from '#http/context.ts';
import { readGzipLines } from '#platform/storage/atomic-file.ts';
import { createDiskFileStore } from '#platform/storage/file-store.ts';
import { sendAdminRequest } from '#test/support/admin-session.ts';
import { createDatabaseFolder } from '#test/support/databases.ts';
import { memoryFolder } from '#test/support/memory-folder.ts';
import { recordWrites } from '#test/support/record-writes.ts';
import { serveInProcess } from '#test/support/serve-in-process.ts';
import { createSimulatedDisk, type Loss } from '#test/support/simulated-disk.ts';
import { adminRoutes, createAdminPages } from '#test/support/start-admin-pages.ts';
import { createRandom, isStress, stressRuns } from '#test/support/stress.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const cuts = stressRuns(5, 1000);
const rounds = stressRuns(8, 150);
const roundsPerStart = stressRuns(4, 50);
const seed = 20_261_129;
/** Of processor time, which does not depend on other work of the machine. */
const startLimitSeconds = 5;

interface Acknowledged {
  /** Ids of posts. */
  published?: string;
  changed?: string;
  version?: { id: string; version: number };
  /** Sent, but not acknowledged. */
  deleting?: string;
  deleted?: string;
  clip?: string;
  image?: string;
  account?: string;
  /** Of the owner's session. */
  cookie?: string;
  /** Number of the round that saved them last. */
  settings?: number;
  /** Number of them. */
  messages?: number;
}

type Acknowledge = (done: Acknowledged) => void;

async function openFolder(folder: string) {
  const onError = (error: unknown) => {
    throw error;
  };
  const opened = await openDatabase({ kind: 'embedded', folder }, { now: Date.now, onError });
  if (!opened.ok) throw new Error(opened.error.hint, { cause: opened.error.cause });
  return opened.value;
}

const settingsPages = await createAdminPages(
  adminRoutes.map((route) => ({
    ...route,
    children: (route.children ?? []).filter(({ path }) => path === 'settings/:section'),
  })),
);

/** The services as a process starts them. A database that opens only from a snapshot is an error. */
async function startSite(folder: string) {
  const database = await openFolder(join(folder, 'database'));
  const server = await serveInProcess({
    environment: { DATA_DIR: folder },
    overrides: { database, passwordHashing: cheapHashing },
    createWeb: (services) => settingsPages(services, 'http://localhost'),
  });
  return {
    ...server,
    database,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await database.close();
    },
  };
}

const owner = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
const client = { headers: new Headers(), network: '192.0.2.7' };

async function createOwner({ accounts }: Services): Promise<void> {
  const created = await accounts.createFirstOwner((await accounts.firstOwnerToken()) ?? '', owner, client);
  expect(created).toMatchObject({ ok: true });
}

async function createUser({ accounts }: Services, email: string): Promise<void> {
  const [first] = await accounts.listUsers();
  if (!first) throw new Error('the owner is gone');
  const invited = await accounts.invite({ email, role: 'author' }, first);
  if (!invited.ok) throw new Error(invited.error.code);
  const token = new URL(invited.value.link).searchParams.get('token') ?? '';
  const accepted = await accounts.acceptInvitation(token, { ...owner, name: 'Ben' }, client);
  expect(accepted).toMatchObject({ ok: true });
}

async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/accounts/sign-in`, {
    method: 'POST',
    headers: { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ email: owner.email, password: owner.password }),
  });
  expect(response.status).toBe(200);
  await response.body?.cancel();
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function saveContactEmail(origin: string, cookie: string, email: string): Promise<void> {
  const response = await fetch(`${origin}/admin/settings/contact`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ intent: 'save', CONTACT_EMAIL: email, replyHours: '' }),
  });
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('done=saved'),
  ]);
  await response.body?.cancel();
}

interface Site {
  origin: string;
  services: Services;
  cookie: string;
  random: () => number;
}

/**
 * Publishes, edits, saves and deletes posts, changes a setting, uploads clips and images, creates accounts, and sends
 * messages. Each is acknowledged before the next begins.
 */
async function workOneRound(
  { origin, services, cookie, random }: Site,
  round: number,
  acknowledge: Acknowledge,
): Promise<void> {
  const sendRequest = async (call: string, options: Parameters<typeof sendAdminRequest>[3]) => {
    const response = await sendAdminRequest(origin, cookie, call, options);
    expect(response.ok, `${call}: ${response.status}`).toBe(true);
    return (await response.json()) as { id: string; version: number; fields: { slug: string } };
  };
  const toBody = (mode: 'save' | 'publish', slug: string, text: string) =>
    savePostSchema.parse({
      mode,
      fields: {
        title: `Post ${round}`,
        slug,
        content: `<p>${text}</p>`,
        status: mode === 'publish' ? 'published' : 'draft',
      },
    });
  const create = async (mode: 'save' | 'publish', text: string) => {
    const created = await sendRequest('POST /posts', { body: { ...toBody(mode, '', text), locale: 'en' } });
    const { id, version } = created;
    acknowledge({ version: { id, version }, ...(mode === 'publish' && { published: id }) });
    return created;
  };
  const change = async (mode: 'save' | 'publish', created: Awaited<ReturnType<typeof create>>) => {
    const { id, version, fields } = created;
    const body = toBody(mode, fields.slug, `${round} changed`);
    const changed = await sendRequest(`PUT /posts/${id}`, { body, version });
    acknowledge({ version: { id, version: changed.version }, changed: id });
    return changed.version;
  };
  await change('publish', await create('publish', 'some words '.repeat(Math.floor(random() * 2000))));
  const draft = await create('save', 'first');
  const { id } = draft;
  const version = await change('save', draft);
  if (round % 3 === 0) {
    acknowledge({ deleting: id });
    await sendRequest(`DELETE /posts/${id}`, { version });
    acknowledge({ deleted: id });
  }

  await saveContactEmail(origin, cookie, `hello${round + 1}@example.org`);
  acknowledge({ settings: round + 1 });

  const bytes = Buffer.concat([
    Buffer.from('ID3'),
    Buffer.from(`Post ${round}`.repeat(1 + random() * 20_000)),
  ]);
  const headers = { 'content-type': 'audio/mpeg' };
  await sendRequest('POST /clips', { body: new Uint8Array(bytes), headers });
  acknowledge({ clip: createHash('sha256').update(bytes).digest('hex') });
  if (round % 4 === 0) {
    const image = await sendRequest('POST /pictures', {
      body: new Uint8Array(await drawPng(20 + round, 20)),
      headers: { 'content-type': 'image/png' },
    });
    acknowledge({ image: image.id });
  }
  if (round % 5 === 1) {
    const email = `user${round}@example.org`;
    await createUser(services, email);
    acknowledge({ account: email });
  }
  const message = { name: 'Cleo', email: 'cleo@example.org', subject: 'A question', message: 'How?' };
  // Without the limit of 30 messages in ten minutes.
  expect(await services.inbox.store({ ...message, locale: 'en' })).toMatchObject({ ok: true });
  acknowledge({ messages: round + 1 });
}

/** With restarts. */
async function work(folder: string, acknowledge: Acknowledge): Promise<void> {
  const random = createRandom(seed);
  for (let round = 0; round < rounds; ) {
    await using site = await startSite(folder);
    const { origin, services, database } = site;
    if (round === 0) {
      await createOwner(services);
      acknowledge({ account: owner.email });
    }
    const cookie = await signIn(origin);
    acknowledge({ cookie });
    for (const end = Math.min(rounds, round + roundsPerStart); round < end; round += 1) {
      await workOneRound({ origin, services, cookie, random }, round, acknowledge);
      // So few rows never reach the limit of `limitLog`.
      if (round % 5 === 4) await database.executeSql('checkpoint');
    }
  }
}

/** What the database, without its snapshots, and the file store have after a start. */
async function readRemains(folder: string, cookie: string | undefined) {
  // It names this process, which lives on.
  rmSync(join(folder, 'database', 'lock'), { force: true });
  const before = process.cpuUsage();
  await using site = await startSite(folder);
  const used = process.cpuUsage(before);
  const { query } = site.database;
  const posts = await query
    .select({ id: post.id, version: post.version, status: post.status, content: post.content })
    .from(post);
  return {
    seconds: (used.user + used.system) / 1e6,
    versions: new Map(posts.map(({ id, version }) => [id, version])),
    published: new Set(posts.filter(({ status }) => status === 'published').map(({ id }) => id)),
    changed: new Set(posts.filter(({ content }) => content.endsWith(' changed</p>')).map(({ id }) => id)),
    accounts: new Set((await query.select().from(accountUser)).map(({ email }) => email)),
    messages: (await query.select({ messages: count() }).from(contactMessage))[0]?.messages ?? 0,
    settings: Number(/^hello(\d+)@/.exec(site.services.contactEmail() ?? '')?.[1] ?? 0),
    isSignedIn: cookie === undefined || (await sendAdminRequest(site.origin, cookie, 'GET /posts')).ok,
    clips: await query.select().from(clip),
    images: await query.select().from(mediaFile),
  };
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
  using folder = mkdtempDisposableSync(join(memoryFolder(), 'unspool-power-'));
  using target = mkdtempDisposableSync(join(memoryFolder(), 'unspool-power-'));
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
  const table = new Map<Loss, { cuts: number; lost: number; slowest: number }>();
  let snapshotsSeen = 0;
  for (const [cut, end] of ends.entries()) {
    disk.advance(end);
    const loss: Loss = (['all', 'some', 'some', 'none'] as const)[pick(4)] ?? 'all';
    disk.writeRemains(remains, loss, random);
    const snapshots = join(remains, 'database', 'snapshots');
    const lastLines = await readLastLines(snapshots);
    expect(lastLines).toEqual(Array(lastLines.length).fill('{"end":true}'));
    snapshotsSeen += lastLines.length;
    const acknowledged = operations
      .slice(0, end)
      .flatMap((operation) => (operation.type === 'acknowledge' ? [operation.value as Acknowledged] : []));
    const found = await readRemains(
      remains,
      acknowledged.findLast(({ cookie }) => cookie !== undefined)?.cookie,
    );
    const stored = {
      clips: new Set(found.clips.map(({ digest }) => digest)),
      images: new Set(found.images.map(({ id }) => id)),
    };
    const deleting = new Set(acknowledged.map((done) => done.deleting));
    const lost = acknowledged.filter(
      (done) =>
        (done.published !== undefined && !found.published.has(done.published)) ||
        (done.changed !== undefined && !deleting.has(done.changed) && !found.changed.has(done.changed)) ||
        (done.settings !== undefined && found.settings < done.settings) ||
        (done.clip !== undefined && !stored.clips.has(done.clip)) ||
        (done.image !== undefined && !stored.images.has(done.image)) ||
        (done.account !== undefined && !found.accounts.has(done.account)) ||
        (done.messages !== undefined && found.messages < done.messages) ||
        (done.version !== undefined &&
          !deleting.has(done.version.id) &&
          (found.versions.get(done.version.id) ?? 0) < done.version.version) ||
        (done.deleted !== undefined && found.versions.has(done.deleted)),
    );
    const counts = table.get(loss) ?? { cuts: 0, lost: 0, slowest: 0 };
    table.set(loss, {
      cuts: counts.cuts + 1,
      lost: counts.lost + lost.length,
      slowest: Math.max(counts.slowest, found.seconds),
    });
    expect(lost, `cut ${cut} after ${end} operations, losing ${loss}`).toEqual([]);
    expect(found.isSignedIn).toBe(true);
    expect(await findMissingFiles(folder.path, remains, found)).toEqual([]);
  }
  console.info(`${operations.length} operations, of which ${acknowledgements.length} are acknowledgments`);
  for (const [loss, counts] of table)
    console.info(
      `losing ${loss}: ${counts.cuts} cuts, ${counts.lost} lost, slowest start ${counts.slowest.toFixed(1)} s`,
    );
  expect(snapshotsSeen).toBeGreaterThan(0);
  for (const { slowest } of table.values()) expect(slowest).toBeLessThan(startLimitSeconds);
});

const logBytesMax = 16 * 1024 * 1024;

/** In rows that PostgreSQL can't compress much. */
function fill({ executeSql }: Pick<Database, 'executeSql'>, megabytes: number) {
  return executeSql(
    `insert into contact_message (received_at, delete_at, content)
      select now(), now() + interval '1 day', (select string_agg(md5(random()::text || n || m), '') from generate_series(1, 256) as m)
      from generate_series(1, ${megabytes * 128}) as n`,
  );
}

async function readLogBytes({ query }: Pick<Database, 'query'>): Promise<number> {
  const [log] = await query
    .select({ bytes: sql<string>`pg_current_wal_lsn() - redo_lsn` })
    .from(sql`pg_control_checkpoint()`);
  return Number(log?.bytes);
}

const listMessageIds = async ({ query }: Pick<Database, 'query'>) =>
  (await query.select({ id: contactMessage.id }).from(contactMessage)).map(({ id }) => id).sort();

/** Of wall-clock time, on a disk. A busy machine is several times slower than an idle one. */
const limitSeconds = (bytes: number) => 10 + bytes / 2e6;

async function openTimed(dataDir: string) {
  const startedAt = performance.now();
  const database = await createEmbeddedDatabase(await startPglite({ dataDir }));
  return { database, seconds: (performance.now() - startedAt) / 1000 };
}

test.runIf(isStress)('a start reads a log at its limit in a few seconds, from a disk', async () => {
  const dataDir = join(temporaryFolder(), 'postgres');
  createDatabaseFolder(dataDir);
  const database = await createEmbeddedDatabase(await startPglite({ dataDir }));
  while ((await readLogBytes(database)) < logBytesMax) await fill(database, 4);
  const bytes = await readLogBytes(database);
  const before = await listMessageIds(database);
  const remains = join(temporaryFolder(), 'postgres');
  cpSync(dataDir, remains, { recursive: true });
  await database.close();

  const { database: recovered, seconds } = await openTimed(remains);
  console.info(`a start after ${(bytes / 2 ** 20).toFixed(0)} MB of log: ${seconds.toFixed(1)} s`);
  expect(await listMessageIds(recovered)).toEqual(before);
  expect(seconds).toBeLessThan(limitSeconds(bytes));
  await recovered.close();
});

const restoredMegabytes = 200;

test.runIf(isStress)(
  `a restore of ${restoredMegabytes} MB in one transaction keeps the log short, also for a power failure at its end`,
  async () => {
    const folder = temporaryFolder();
    const dataDir = join(folder, 'database', 'postgres');
    createDatabaseFolder(dataDir);
    const database = await openFolder(join(folder, 'database'));
    const deps = { database, files: createDiskFileStore(join(folder, 'files')), now: Date.now };
    for (let megabytes = 0; megabytes < restoredMegabytes; megabytes += 8) await fill(database, 8);
    const path = join(folder, 'backup.gz');
    const { rowHash } = await writeBackup(deps, path);
    await database.executeSql("delete from contact_message where content < '8'");
    const before = await listMessageIds(database);

    const remains = join(folder, 'remains');
    const restored = await restoreBackup(deps, {
      path,
      replacedBackupPath: join(folder, 'replaced.gz'),
      onCommit: () => cpSync(dataDir, remains, { recursive: true }),
    });
    expect(restored).toMatchObject({ ok: true, value: { rowHash } });
    const bytes = await readLogBytes(database);
    // And what 100 rows write.
    expect(bytes).toBeLessThan(logBytesMax + 8 * 2 ** 20);
    await database.close();

    const { database: recovered, seconds } = await openTimed(remains);
    console.info(`a start after a restore of ${restoredMegabytes} MB: ${seconds.toFixed(1)} s`);
    expect(await listMessageIds(recovered)).toEqual(before);
    expect(seconds).toBeLessThan(limitSeconds(bytes));
    await recovered.close();
  },
);
