import { statfsSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { openScratchDatabase } from '#database/scratch-database.ts';
import { fail, type Result } from '#platform/result.ts';
import { assertFileKey, createDiskFileStore } from '#platform/storage/file-store.ts';
import type { BackupDeps } from '../dump/write-backup.ts';
import type { RehearsalError, RestoredBackup } from '../rehearsal-contract.ts';
import { reservedBytes } from './newest-backup.ts';
import { toRehearsalError } from './rehearsal-failure.ts';
import { rehearseRestore } from './rehearse-restore.ts';

// A process of its own: its memory goes when it ends, and the server has priority. The server deletes the folder.

export type RehearsalReply = Result<RestoredBackup, RehearsalError>;

// The server was killed, perhaps before this line.
process.on('disconnect', () => process.exit(1));
if (!process.connected) process.exit(1);

const [path = '', folder = '', priority = '', emptyDatabase] = process.argv.slice(2);
const reply = await rehearse().catch((error: unknown): RehearsalReply => fail(toRehearsalError(error, path)));
process.send?.(reply, () => process.exit(0));

async function rehearse(): Promise<RehearsalReply> {
  yieldToServer();
  const database = await openScratchDatabase(folder, emptyDatabase);
  const deps = { database, files: createScratchFiles(join(folder, 'files')), now: Date.now };
  return rehearseRestore(deps, path, requireFreeSpace);
}

/** Linux then also ends this process first if memory runs out. */
function yieldToServer(): void {
  for (const request of [
    () => setPriority(Number(priority)),
    () => writeFileSync('/proc/self/oom_score_adj', '1000'),
  ])
    try {
      request();
    } catch {
      // Another system, or a sandbox: it rehearses all the same.
    }
}

function requireFreeSpace(): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < reservedBytes)
    throw Object.assign(new Error('too little free space for a rehearsal'), { code: 'ENOSPC' });
}

/** The file store of a site, but thousands of flushes would slow the server down. */
function createScratchFiles(filesFolder: string): BackupDeps['files'] {
  const { get } = createDiskFileStore(filesFolder);
  return {
    get,
    async put(key, bytes) {
      assertFileKey(key);
      const filePath = join(filesFolder, key);
      await mkdir(dirname(filePath), { recursive: true });
      await writeFile(filePath, bytes);
    },
  };
}
