export interface BackupReport {
  rows: number;
  /** Equal rows have equal hashes, in any database. */
  rowHash: string;
  files: number;
  missingFiles: number;
}

export interface RestoreError {
  code: 'backup.damaged' | 'backup.newer' | 'database.in_use' | 'database.different';
  cause?: unknown;
}

export const backupProofLabel = 'archive-proof';
export const backupProofMaxAgeMs = 60_000;

export interface ImportError {
  code: 'archive.unreadable' | 'archive.names' | 'archive.too_large' | 'archive.unfit';
  entry?: string;
}

export interface ImportedPost {
  article: string;
  locale: string;
  slug: string;
  /** `kept`: a differing post that was not replaced. */
  outcome: 'created' | 'changed' | 'unchanged' | 'kept' | 'refused';
  code?: string;
}

export interface ImportReport {
  posts: ImportedPost[];
  /** Missing or invalid in the archive. */
  missingPictures: number;
}

/** Uncompressed: one article, all JSON entries (which are read twice), and the whole archive. */
export const articleBytesMax = 64 * 1024 * 1024;
export const jsonBytesMax = 2 * 1024 * 1024 * 1024;
export const contentBytesMax = 64 * 1024 * 1024 * 1024;
export const importedPostsMax = 500_000;
