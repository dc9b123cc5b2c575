import { join } from 'node:path';
import type { Database } from '#database/database.ts';
import { parseJson } from '#platform/json.ts';
import type { Logger } from '#platform/logger.ts';
import { fail, type Result } from '#platform/result.ts';
import type { FileStore } from '#platform/storage/file-store.ts';
import type { ListedFile } from '#platform/storage/list-files.ts';
import {
  clockToleranceMs,
  type DiskInfo,
  findNewestBackup,
  isUnchanged,
  readDisk,
  requiredBytes,
} from './rehearsal/newest-backup.ts';
import { toRehearsalError } from './rehearsal/rehearsal-failure.ts';
import { removeScratchFolder, runRehearsal } from './rehearsal/run-rehearsal.ts';
import {
  type RehearsalError,
  type RehearsalState,
  type RehearsalStatus,
  type RestoredBackup,
  recentBackupMs,
  rehearsalStateSchema,
} from './rehearsal-contract.ts';

export type RestoreRehearsal = ReturnType<typeof createRestoreRehearsal>;

interface RehearsalDeps {
  database: Pick<Database, 'tryLock'>;
  /** Of all nodes. */
  files: Pick<FileStore, 'get' | 'put'>;
  dataDir: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  now(): number;
  rehearse?: typeof runRehearsal;
  diskOf?(folder: string): Promise<DiskInfo>;
}

const checkIntervalMs = 600_000;
/** In the time zone of the process. */
const rehearsalHour = 3;
const stateKey = 'rehearsal/state.json';
const initialState: RehearsalState = { startedAt: 0, isRunning: false, proven: null, failure: null };

/** Once a night, one of the nodes restores the newest backup of its folder on trial. */
export function createRestoreRehearsal(deps: RehearsalDeps) {
  const { database, files, dataDir, log, now, rehearse = runRehearsal, diskOf = readDisk } = deps;
  const folder = join(dataDir, 'backups');
  const scratchFolder = join(dataDir, 'rehearsal');
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let lastCheck = Promise.resolve();

  async function readState(): Promise<RehearsalState> {
    const text = Buffer.from((await files.get(stateKey)) ?? []).toString();
    return rehearsalStateSchema.safeParse(parseJson(text)).data ?? { ...initialState };
  }

  const writeState = (state: RehearsalState) => files.put(stateKey, Buffer.from(JSON.stringify(state)));

  /** Whether 3 o'clock has passed since the last rehearsal. The clock may have been ahead then. */
  const isDue = ({ startedAt }: RehearsalState) =>
    startedAt < findLastNight(now()) || startedAt > now() + clockToleranceMs;

  /** Does nothing while another node or process rehearses. Removes what a killed one has left. */
  async function withLock(run: (state: RehearsalState) => Promise<void>): Promise<void> {
    const release = await database.tryLock('rehearsal');
    if (!release) return;
    try {
      await removeScratchFolder(scratchFolder);
      const state = await readState();
      if (state.isRunning) {
        const failure = { at: now(), code: 'rehearsal.interrupted', affected: 0 } as const;
        Object.assign(state, { isRunning: false, failure });
        await writeState(state);
      }
      await run(state);
    } finally {
      await release();
    }
  }

  async function run(before: RehearsalState): Promise<void> {
    const startedAt = now();
    const attempt = await tryNewestBackup(() => writeState({ ...before, startedAt, isRunning: true }));
    if (attempt === null) return;
    const { backup, outcome } = attempt;
    // After a shutdown, or with another file in its place, the next check tries again.
    if (stopping.signal.aborted || !(outcome.ok || backup === null || (await isUnchanged(backup)))) {
      await writeState(before);
      return;
    }
    const at = now();
    const milliseconds = at - startedAt;
    if (outcome.ok) {
      const { rows, files, createdAt } = outcome.value;
      const backupAt = Math.min(backup?.modifiedAt ?? at, createdAt ?? at);
      const proven = { at, backupAt: Math.max(0, Math.floor(backupAt)), rows, files };
      await writeState({ startedAt, isRunning: false, proven, failure: null });
      log.info({ rows, files, milliseconds }, 'restore of the newest backup proven');
      return;
    }
    const { code, affected = 0, reason = null } = outcome.error;
    await writeState({ ...before, startedAt, isRunning: false, failure: { at, code, affected } });
    log.warn({ code, reason, milliseconds }, 'restore of the newest backup not proven');
  }

  /** null if there is none. */
  async function tryNewestBackup(
    onStart: () => Promise<void>,
  ): Promise<{ backup: ListedFile | null; outcome: Result<RestoredBackup, RehearsalError> } | null> {
    let backup: ListedFile | null = null;
    try {
      backup = await findNewestBackup(folder, now());
      if (backup === null) return null;
    } catch (error) {
      return { backup, outcome: fail(toRehearsalError(error, folder)) };
    }
    if ((await diskOf(dataDir)).freeBytes < requiredBytes(backup.bytes))
      return { backup, outcome: fail({ code: 'storage.full' }) };
    await onStart();
    const { path } = backup;
    const outcome = await rehearse({ path, folder: scratchFolder, signal: stopping.signal }).catch(
      (error: unknown) => fail(toRehearsalError(error, path)),
    );
    return { backup, outcome };
  }

  /** Rehearses if it is due. Never rejects. */
  function check(): Promise<void> {
    lastCheck = lastCheck
      .then(async () => {
        const isPossible = !stopping.signal.aborted && (await findBackups()) === 'found';
        if (!isPossible || !isDue(await readState())) return;
        await withLock(async (state) => {
          if (isDue(state)) await run(state);
        });
      })
      .catch((error: unknown) => log.error({ error }, 'the newest backup could not be rehearsed'));
    return lastCheck;
  }

  /** A folder that can't be read has backups, presumably: the next rehearsal says so. */
  async function findBackups(): Promise<RehearsalStatus['backups']> {
    if ((await diskOf(dataDir)).isInMemory) return 'memory';
    const newest = await findNewestBackup(folder, now()).catch(() => undefined);
    return newest === null ? 'none' : 'found';
  }

  return {
    check,
    /** null if the file store can't be read. */
    async readStatus(): Promise<RehearsalStatus | null> {
      const state = await readState().catch((error: unknown) =>
        log.error({ error }, 'the result of the last rehearsal could not be read'),
      );
      if (!state) return null;
      const { proven, failure, isRunning } = state;
      const age = now() - (proven?.backupAt ?? 0);
      const isRecent = age >= -clockToleranceMs && age < recentBackupMs;
      return { proven, failure, isRunning, isRecent, backups: await findBackups(), folder };
    },
    start(): void {
      timer ??= setInterval(() => void check(), checkIntervalMs).unref();
      lastCheck = withLock(async () => undefined).catch((error: unknown) =>
        log.error({ error }, 'the leftovers of a rehearsal could not be removed'),
      );
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      stopping.abort();
      await lastCheck;
    },
  };
}

function findLastNight(time: number): number {
  const night = new Date(time);
  night.setHours(rehearsalHour, 0, 0, 0);
  if (night.getTime() > time) night.setDate(night.getDate() - 1);
  return night.getTime();
}
