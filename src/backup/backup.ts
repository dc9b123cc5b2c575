import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import type { Result } from '#platform/result.ts';
import { writeAtomically } from '#platform/storage/atomic-file.ts';
import { type ContentExport, type ExportDeps, exportContent } from './content/export-content.ts';
import { type ImportDeps, importContent } from './content/import-content.ts';
import {
  type BackupReport,
  backupProofLabel,
  backupProofMaxAgeMs,
  type ImportError,
  type ImportReport,
} from './contract.ts';
import { type BackupDeps, writeBackup } from './dump/write-backup.ts';

export interface BackupService {
  /** Temporary files. Those of crashed processes are deleted after a day. */
  folder: string;
  /** Accepts each proof once, within a minute of sealing. */
  authorize(proof: string): boolean;
  createBackup(path: string): Promise<BackupReport>;
  exportContent(): Promise<ContentExport>;
  exportToFile(path: string): Promise<Omit<ContentExport, 'bytes'>>;
  importFromFile(path: string, options: { replace: boolean }): Promise<Result<ImportReport, ImportError>>;
  createTempPath(extension: string): Promise<string>;
}

interface BackupServiceOptions extends BackupDeps, ExportDeps, ImportDeps {
  database: BackupDeps['database'];
  files: BackupDeps['files'];
  folder: string;
  secret: string;
}

const tempFileMaxAgeMs = 24 * 3_600_000;
const tempFilePattern = /^[0-9a-f-]{36}\./;

export function createBackupService(options: BackupServiceOptions): BackupService {
  const { folder, secret, now } = options;
  const sealer = createSealer(secret, backupProofLabel);
  const usedProofs = new Map<string, number>();
  let lastImport: Promise<unknown> = Promise.resolve();

  return {
    folder,
    authorize(proof) {
      for (const [usedProof, sealedAt] of usedProofs)
        if (now() - sealedAt > backupProofMaxAgeMs) usedProofs.delete(usedProof);
      const opened = sealer.open(proof);
      if (!opened.ok || typeof opened.value !== 'number' || usedProofs.has(proof)) return false;
      if (Math.abs(now() - opened.value) > backupProofMaxAgeMs) return false;
      usedProofs.set(proof, opened.value);
      return true;
    },
    createBackup: (path) => writeBackup(options, path),
    exportContent: () => exportContent(options),
    async exportToFile(path) {
      const { bytes, ...counts } = await exportContent(options);
      const tempPath = `${path}.unfinished`;
      await writeAtomically(path, tempPath, () =>
        pipeline(bytes, createWriteStream(tempPath, { mode: 0o600, flush: true })),
      );
      return counts;
    },
    importFromFile(path, importOptions) {
      // Concurrent imports of the same archive would conflict on its new articles.
      const next = lastImport.then(() => importContent(options, path, importOptions));
      lastImport = next.catch(() => undefined);
      return next;
    },
    async createTempPath(extension) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of await readdir(folder)) {
        const found = tempFilePattern.test(name) ? await stat(join(folder, name)).catch(() => null) : null;
        if (found && now() - found.mtimeMs > tempFileMaxAgeMs) await rm(join(folder, name), { force: true });
      }
      return join(folder, `${randomUUID()}${extension}`);
    },
  };
}
