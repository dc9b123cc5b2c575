import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BlogWriter } from '#blog/write.ts';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import type { Result } from '#platform/result.ts';
import { writeAtomically } from '#platform/storage/atomic-file.ts';
import { type ExportCounts, exportContent } from './content/export-content.ts';
import {
  backupProofLabel,
  backupProofMaxAgeMs,
  type ImportError,
  type ImportOptions,
  type ImportReport,
} from './contract.ts';
import type { ReportProgress } from './data-job-contract.ts';
import { type BackupDeps, writeBackup } from './dump/write-backup.ts';
import { importFile } from './importers/import-file.ts';
import type { ForeignImportDeps } from './importers/import-foreign-site.ts';

export type BackupService = ReturnType<typeof createBackupService>;

type BackupServiceOptions = BackupDeps &
  ForeignImportDeps & {
    writer: Pick<BlogWriter, 'createDryRun'>;
    folder: string;
    secret: string;
  };

const tempFileMaxAgeMs = 24 * 3_600_000;
const tempFilePattern = /^[0-9a-f-]{36}\./;

export function createBackupService(options: BackupServiceOptions) {
  const { folder, secret, now } = options;
  const sealer = createSealer(secret, backupProofLabel);
  const usedProofs = new Map<string, number>();
  let lastImport: Promise<unknown> = Promise.resolve();

  return {
    /** Temporary files. Those of crashed processes are deleted after a day. */
    folder,
    /** Accepts each proof once, within a minute of sealing. */
    authorize(proof: string): boolean {
      for (const [usedProof, sealedAt] of usedProofs)
        if (now() - sealedAt > backupProofMaxAgeMs) usedProofs.delete(usedProof);
      const opened = sealer.open(proof);
      if (!opened.ok || typeof opened.value !== 'number' || usedProofs.has(proof)) return false;
      if (Math.abs(now() - opened.value) > backupProofMaxAgeMs) return false;
      usedProofs.set(proof, opened.value);
      return true;
    },
    createBackup: (path: string, onProgress?: ReportProgress) => writeBackup(options, path, onProgress),
    exportContent: () => exportContent(options),
    async exportToFile(path: string, onProgress?: ReportProgress): Promise<ExportCounts> {
      const { bytes, counts } = await exportContent(options, onProgress);
      const tempPath = `${path}.unfinished`;
      await writeAtomically(path, tempPath, () =>
        pipeline(bytes, createWriteStream(tempPath, { mode: 0o600, flush: true })),
      );
      return counts;
    },
    importFromFile(path: string, importOptions: ImportOptions): Promise<Result<ImportReport, ImportError>> {
      // Concurrent imports of the same archive would conflict on its new articles.
      const deps = importOptions.isDryRun ? { ...options, writer: options.writer.createDryRun() } : options;
      const next = lastImport.then(() => importFile(deps, path, importOptions));
      lastImport = next.catch(() => undefined);
      return next;
    },
    async createTempPath(extension: string): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of await readdir(folder)) {
        const found = tempFilePattern.test(name) ? await stat(join(folder, name)).catch(() => null) : null;
        if (found && now() - found.mtimeMs > tempFileMaxAgeMs) await rm(join(folder, name), { force: true });
      }
      return join(folder, `${randomUUID()}${extension}`);
    },
  };
}
