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
