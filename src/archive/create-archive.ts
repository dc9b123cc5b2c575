import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Result } from '#platform/result.ts';
import { createSealer } from '#platform/sealed-token.ts';
import {
  archiveProofLabel,
  archiveProofMs,
  type BackupReport,
  type ImportError,
  type ImportReport,
} from './contract.ts';
import { type ContentExport, type ExportTools, exportContent } from './export-content.ts';
import { type ImportTools, importContent } from './import-content.ts';
import { type BackupTools, writeBackup } from './write-backup.ts';

/** What leaves this installation as one file, and comes back. */
export interface Archive {
  /** Where archives are put together; what is left there by a process that ended is deleted after a day. */
  folder: string;
  /** Whether who sends this has the product's secret: sealed within the last minute, and not sent before. */
  admits(proof: string): boolean;
  backUp(path: string): Promise<BackupReport>;
  exportContent(): Promise<ContentExport>;
  /** The same into a file, which has its name only when it is whole. */
  exportTo(path: string): Promise<Omit<ContentExport, 'bytes'>>;
  importFrom(path: string, options: { replace: boolean }): Promise<Result<ImportReport, ImportError>>;
  /** A path below `folder` that nothing has yet. */
  newPath(ending: string): Promise<string>;
}

interface ArchiveOptions extends BackupTools, ExportTools, ImportTools {
  database: BackupTools['database'];
  files: BackupTools['files'];
  folder: string;
  secret: string;
}

const leftoverMs = 24 * 3_600_000;
const leftover = /^[0-9a-f-]{36}\./;

export function createArchive(options: ArchiveOptions): Archive {
  const { folder, secret, now } = options;
  const sealer = createSealer(secret, archiveProofLabel);
  const used = new Map<string, number>();
  let importing: Promise<unknown> = Promise.resolve();

  return {
    folder,
    admits(proof) {
      for (const [old, at] of used) if (now() - at > archiveProofMs) used.delete(old);
      const opened = sealer.open(proof);
      if (!opened.ok || typeof opened.value !== 'number' || used.has(proof)) return false;
      if (Math.abs(now() - opened.value) > archiveProofMs) return false;
      used.set(proof, opened.value);
      return true;
    },
    backUp: (path) => writeBackup(options, path),
    exportContent: () => exportContent(options),
    async exportTo(path) {
      const { bytes, ...counts } = await exportContent(options);
      const unfinished = `${path}.unfinished`;
      try {
        await pipeline(bytes, createWriteStream(unfinished, { mode: 0o600, flush: true }));
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await using parent = await open(dirname(path), 'r');
      await parent.sync();
      return counts;
    },
    importFrom(path, choice) {
      // One after the other: two of the same archive would each take the other's articles for somebody else's.
      const next = importing.then(() => importContent(options, path, choice));
      importing = next.catch(() => undefined);
      return next;
    },
    async newPath(ending) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of await readdir(folder)) {
        const found = leftover.test(name) ? await stat(join(folder, name)).catch(() => null) : null;
        if (found && now() - found.mtimeMs > leftoverMs) await rm(join(folder, name), { force: true });
      }
      return join(folder, `${randomUUID()}${ending}`);
    },
  };
}
