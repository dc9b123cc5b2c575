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
  rehearsalMsMax,
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

interface Attempt {
  backup: ListedFile | null;
  outcome: Result<RestoredBackup, RehearsalError>;
}

const checkIntervalMs = 600_000;
const newBackupMs = 3_600_000;
/** In the time zone of the process. */
const rehearsalHour = 3;
const stateKey = 'rehearsal/state.json';
const initialState: RehearsalState = { startedAt: 0, isRunning: false, proven: null, failure: null };

/** Once a night, one of the nodes restores the newest backup of its folder on trial. */
export function createRestoreRehearsal(deps: RehearsalDeps) {
  const { database, files, dataDir, log, now, rehearse = runRehearsal, diskOf = readDisk } = deps;
  const folder = join(dataDir, 'backups');
  const scratchFolder = join(dataDir, 'archives', 'rehearsal');
  const openedAt = now();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let lastCheck = Promise.resolve();
  let backups: RehearsalStatus['backups'] = 'none';

  async function readState(): Promise<RehearsalState> {
    const text = Buffer.from((await files.get(stateKey)) ?? []).toString();
    return rehearsalStateSchema.safeParse(parseJson(text)).data ?? { ...initialState };
  }

  const writeState = (state: RehearsalState) => files.put(stateKey, Buffer.from(JSON.stringify(state)));

  /** Whether 3 o'clock has passed since the last rehearsal, or the first backup is new, or older than this process. */
  function isDue({ startedAt }: RehearsalState, backup: ListedFile | null): boolean {
    const wasAhead = startedAt > now() + clockToleranceMs;
    // A server that is off every night would wait forever.
    const isUntried = ({ modifiedAt }: ListedFile) =>
      modifiedAt < openedAt || now() - modifiedAt < newBackupMs;
    const isFirst = startedAt === 0 && backup !== null && isUntried(backup);
    return wasAhead || isFirst || (startedAt || openedAt) < findLastNight(now());
  }

  /** Does nothing while another node or process rehearses. */
  async function withLock(run: (state: RehearsalState) => Promise<void>): Promise<void> {
    const release = await database.tryLock('rehearsal');
    if (!release) return;
    try {
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
    const result = await toState(attempt, before, startedAt);
    await writeState(result).catch(() => writeState(result));
    await removeScratchFolder(scratchFolder);
  }

  async function toState(
    { backup, outcome }: Attempt,
    before: RehearsalState,
    startedAt: number,
  ): Promise<RehearsalState> {
    const isOther = async () => backup !== null && !(await isUnchanged(backup).catch(() => true));
    // After a shutdown, or with another file in its place, the next check tries again.
    if (stopping.signal.aborted || (!outcome.ok && (await isOther()))) return before;
    const at = now();
    const milliseconds = at - startedAt;
    if (outcome.ok) {
      const { rows, files, createdAt } = outcome.value;
      const backupAt = Math.min(backup?.modifiedAt ?? at, createdAt ?? at);
      const proven = { at, backupAt: Math.max(0, Math.floor(backupAt)), rows, files };
      log.info({ rows, files, milliseconds }, 'restore of the newest backup proven');
      return { startedAt, isRunning: false, proven, failure: null };
    }
    const { code, affected = 0, reason = null } = outcome.error;
    log.warn({ code, reason, milliseconds }, 'restore of the newest backup not proven');
    return { ...before, startedAt, isRunning: false, failure: { at, code, affected } };
  }

  /** null if there is none. */
  async function tryNewestBackup(onStart: () => Promise<void>): Promise<Attempt | null> {
    let backup: ListedFile | null = null;
    try {
      backup = await findNewestBackup(folder, now());
      if (backup === null) return null;
      // Of a process that was killed.
      await removeScratchFolder(scratchFolder);
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
        const backup = await lookForBackups();
        if (stopping.signal.aborted || backups !== 'found' || !isDue(await readState(), backup)) return;
        await withLock(async (state) => {
          if (isDue(state, backup)) await run(state);
        });
      })
      .catch((error: unknown) => log.error({ error }, 'the newest backup could not be rehearsed'));
    return lastCheck;
  }

  /** A folder that can't be read has backups, presumably: the next rehearsal says why it isn't one. */
  async function lookForBackups(): Promise<ListedFile | null> {
    const { isInMemory } = await diskOf(dataDir);
    const newest = isInMemory ? null : await findNewestBackup(folder, now()).catch(() => undefined);
    backups = isInMemory ? 'memory' : newest === null ? 'none' : 'found';
    return newest ?? null;
  }

  return {
    check,
    /** null if the file store can't be read. */
    async readStatus(): Promise<RehearsalStatus | null> {
      const state = await readState().catch((error: unknown) =>
        log.error({ error }, 'the result of the last rehearsal could not be read'),
      );
      if (!state) return null;
      const { proven, failure, startedAt } = state;
      const age = now() - (proven?.backupAt ?? 0);
      return {
        proven,
        failure,
        isRunning: state.isRunning && now() - startedAt < rehearsalMsMax,
        isRecent: age >= -clockToleranceMs && age < recentBackupMs,
        isOver: backups === 'none' && startedAt > 0 && now() - startedAt > recentBackupMs,
        backups,
        folder,
      };
    },
    start(): void {
      timer ??= setInterval(() => void check(), checkIntervalMs).unref();
      const cleanUp = async () => {
        await lookForBackups();
        await withLock(() => removeScratchFolder(scratchFolder));
      };
      lastCheck = cleanUp().catch((error: unknown) =>
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
