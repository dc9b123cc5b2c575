import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { DataJob, RestoreProgress } from '#backup/data-job-contract.ts';
import { writeJsonLines } from '#backup/dump/json-lines-file.ts';
import { createRowHash } from '#backup/dump/write-backup.ts';
import { callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { type RunningApp, startApp, startAppIn } from '#test/support/start-app.ts';
import { ownerPassword } from '#test/support/start-data-server.ts';
import { createRandom, stressRuns } from '#test/support/stress.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const kills = stressRuns(1, 20);
/** Enough for a transaction of a second or more. */
const tags = 4000;
const seed = 20_261_127;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function waitForPhase(app: RunningApp, cookie: string, phase: DataJob['phase']): Promise<DataJob> {
  for (;;) {
    const { job } = await callAdminApi<{ job: DataJob }>(app, cookie, 'GET /data/jobs');
    expect(job.failure).toBeNull();
    if (job.phase === phase) return job;
    await pause(20);
  }
}

async function downloadBackup(app: RunningApp, cookie: string): Promise<Buffer> {
  await callAdminApi(app, cookie, 'POST /data/jobs', { body: { kind: 'backup', password: ownerPassword } });
  const { id } = await waitForPhase(app, cookie, 'done');
  const file = await fetch(`${app.origin}/api/admin/data/jobs/${id}/file`, { headers: { cookie } });
  return Buffer.from(await file.arrayBuffer());
}

/** Adds tags, so that a restore takes longer. */
async function enlarge(backup: Buffer): Promise<Buffer> {
  const path = join(temporaryFolder(), 'large.backup.gz');
  const lines = gunzipSync(backup).toString().trimEnd().split('\n').slice(0, -2);
  const hash = createRowHash();
  await writeJsonLines(path, async (writeLine) => {
    for (const text of lines) {
      const line = JSON.parse(text);
      const copies = line.table === 'tag' ? tags : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        if (copy > 0) Object.assign(line.row, { id: randomUUID(), slug: `tag-${copy}` });
        if (line.table) hash.add({ table: line.table, row: line.row });
        await writeLine(line);
      }
    }
    await writeLine({ rows: hash.result() });
  });
  return readFileSync(path);
}

async function checkBackup(app: RunningApp, cookie: string, backup: Buffer): Promise<string> {
  const { job } = await callAdminApi<{ job: DataJob }>(app, cookie, 'POST /data/jobs', {
    body: { kind: 'restore', size: backup.length },
  });
  const uploaded = await fetch(`${app.origin}/api/admin/data/jobs/${job.id}/upload?offset=0`, {
    method: 'PUT',
    headers: { origin: app.origin, cookie, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(backup),
  });
  expect(uploaded.status).toBe(200);
  await callAdminApi(app, cookie, `POST /data/jobs/${job.id}/check`, { body: { replace: false } });
  await waitForPhase(app, cookie, 'checked');
  return job.id;
}

async function applyRestore(app: RunningApp, cookie: string, id: string) {
  const applied = await callAdminApi<{ progressToken: string }>(app, cookie, `POST /data/jobs/${id}/apply`, {
    body: { password: ownerPassword },
  });
  const headers = { authorization: `Bearer ${applied.progressToken}` };
  return async () =>
    (await (await fetch(`${app.origin}/api/data/restore`, { headers })).json()) as RestoreProgress;
}

const readPosts = async ({ origin }: RunningApp) =>
  (await fetch(`${origin}/api/blog/posts?locale=en`)).text();

/** Backups of what a restore replaces, and what is written of them. */
const listReplaced = (dataDir: string) => readdirSync(dataDir).filter((name) => name.includes('-replaced'));

test(`after ${kills} kills (seed ${seed}) during a restore everything is as before`, {
  timeout: (kills + 3) * 60_000,
}, async () => {
  const first = await startApp();
  const cookie = await signInAsOwner(first);
  const publish = (title: string) =>
    callAdminApi(first, cookie, 'POST /posts', {
      body: createSaveRequest({ title, status: 'published' }, { mode: 'publish' }),
    });
  await publish('In the backup');
  await callAdminApi(first, cookie, 'POST /tags', { body: { slug: 'tag', names: { en: 'Tag' } } });
  const backup = await enlarge(await downloadBackup(first, cookie));
  await publish('Later');
  let app = first;
  const random = createRandom(seed);
  for (let round = 0; round < kills; round += 1) {
    const readProgress = await applyRestore(app, cookie, await checkBackup(app, cookie, backup));
    let progress = await readProgress();
    const steps = round % 2 === 0 ? ['rows'] : ['previous', 'rows'];
    while (progress.phase === 'running' && !steps.includes(progress.progress?.step ?? ''))
      progress = await readProgress();
    await pause(random() * 300);
    progress = await readProgress();
    expect(progress.phase, 'the kill came too late').toBe('running');
    process.kill(app.pid, 'SIGKILL');
    await app.stop();
    app = await startAppIn(first.dataDir);
    const posts = await readPosts(app);
    expect(posts).toContain('In the backup');
    expect(posts).toContain('Later');
    // The session is still valid, and the uploaded file is gone.
    expect(await callAdminApi(app, cookie, 'GET /data/jobs')).toEqual({ job: null });
    const folder = join(first.dataDir, 'archives', 'jobs');
    await expect.poll(() => (existsSync(folder) ? readdirSync(folder) : [])).toEqual([]);
    await expect.poll(() => listReplaced(first.dataDir)).toEqual([]);
  }
  const readProgress = await applyRestore(app, cookie, await checkBackup(app, cookie, backup));
  while ((await readProgress()).phase === 'running') await pause(20);
  expect(await readProgress()).toMatchObject({ phase: 'done', failure: null });
  const posts = await readPosts(app);
  expect(posts).toContain('In the backup');
  expect(posts).not.toContain('Later');
  expect(listReplaced(first.dataDir)).toEqual([expect.stringMatching(/-replaced\.backup\.gz$/)]);
  await app.stop();
});
