/** What a whole backup holds. */
export interface BackupReport {
  rows: number;
  /** The same rows have the same hash, in any database. */
  rowHash: string;
  files: number;
  /** Files that rows speak of and the store does not have. */
  missingFiles: number;
}

export const restoreErrorCodes = [
  'backup.damaged',
  'backup.newer',
  'database.in_use',
  'database.different',
] as const;
/** Why nothing was restored. */
export interface RestoreError {
  code: (typeof restoreErrorCodes)[number];
  cause?: unknown;
}

/** Who asks the running product to write an archive proves by this that it has the secret of the product. */
export const archiveProofLabel = 'archive-proof';
/** Milliseconds that such a proof is good for. */
export const archiveProofMs = 60_000;

export const importErrorCodes = [
  'archive.unreadable',
  'archive.names',
  'archive.too_large',
  'archive.unfit',
] as const;
/** Why nothing at all was taken in. */
export interface ImportError {
  code: (typeof importErrorCodes)[number];
  /** The entry it is about, and where in it. */
  entry?: string;
}

/** `kept`: it is there, is different, and was not to be replaced. */
export const importOutcomes = ['created', 'changed', 'unchanged', 'kept', 'refused'] as const;
export interface ImportedPost {
  article: string;
  locale: string;
  slug: string;
  outcome: (typeof importOutcomes)[number];
  /** Of a refusal, which is one of the whole article. */
  code?: string;
}

export interface ImportReport {
  posts: ImportedPost[];
  /** Pictures that texts or covers name and the archive does not have, or that are none. */
  missingPictures: number;
}

/** Unpacked: of one article, of all texts (which are read twice), and of everything. */
export const articleBytesMax = 64 * 1024 * 1024;
export const jsonBytesMax = 2 * 1024 * 1024 * 1024;
export const contentBytesMax = 64 * 1024 * 1024 * 1024;
/** Each is told of in the report. */
export const postsMax = 500_000;
