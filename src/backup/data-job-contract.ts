import type { ImportError, ImportOptions, ImportReport, RestoreError } from './contract.ts';

export const dataJobKinds = ['export', 'backup', 'import', 'restore'] as const;
export type DataJobKind = (typeof dataJobKinds)[number];

/**
 * `uploading` and `checked` wait for the owner. `checking` is the dry run. `export` and `backup` start as
 * `running`.
 */
export type DataJobPhase = 'uploading' | 'checking' | 'checked' | 'running' | 'done' | 'failed';

export const dataJobSteps = ['upload', 'check', 'posts', 'images', 'rows', 'files', 'previous'] as const;
export type DataJobStep = (typeof dataJobSteps)[number];

export interface DataJobProgress {
  step: DataJobStep;
  done: number;
  /** null while it is unknown. */
  total: number | null;
}

/** Throws to cancel the job. */
export type ReportProgress = (progress: DataJobProgress) => void;

export const restoreKinds = [
  'posts',
  'post_details',
  'categories',
  'tags',
  'files',
  'authors',
  'users',
  'sign_in',
  'settings',
  'messages',
  'versions',
  'figures',
  'other',
] as const;
/** What rows are for users. */
export type RestoreKind = (typeof restoreKinds)[number];

export const restoreChanges = ['added', 'changed', 'removed'] as const;
export type RestoreChange = (typeof restoreChanges)[number];

/** What a restore would change. Lists are cut after `listedChangesMax` of each change. */
export interface RestorePreview {
  /** ISO 8601. */
  createdAt: string | null;
  migration: string;
  /** False if an earlier version wrote the backup; its rows are converted. */
  isCurrentVersion: boolean;
  /** Files of its rows that it lacks. */
  missingFiles: number;
  /** Numbers of rows, without kinds that have none. */
  kinds: ({ kind: RestoreKind; unchanged: number } & Record<RestoreChange, number>)[];
  posts: { change: RestoreChange; title: string; locale: string }[];
  /** A role is null where the user is missing. */
  users: {
    change: RestoreChange;
    name: string;
    email: string;
    currentRole: string | null;
    backupRole: string | null;
  }[];
  settings: { change: RestoreChange; name: string }[];
  /** What stops working. */
  sessions: number;
  links: number;
  apiKeys: { count: number; names: string[] };
  /** Those of the backup that work again. None if an owner restores it, who may have revoked them since. */
  returningApiKeys: { count: number; names: string[] };
  /** Whether the owner who restores it is an owner in the backup. */
  hasActor: boolean;
  /** Encrypted settings that the app secret of this server can't read. */
  unreadableSecrets: string[];
  /** Users with a second factor can't sign in with the app secret of this server. */
  hasUnreadableFactors: boolean;
}

/** For exports of other programs. */
export type ForeignImportOptions = Pick<ImportOptions, 'locale' | 'siteUrl' | 'fetchImages'>;

export interface ImportSummary extends Omit<ImportReport, 'posts'> {
  counts: Record<ImportReport['posts'][number]['outcome'], number>;
  /** Of the file and of all its posts, also of those that aren't listed. */
  losses: ImportReport['losses'];
  /** Refused posts first, then those with losses; cut after `listedPostsMax`. */
  posts: ImportReport['posts'];
}

export type DataJobFailure =
  | ImportError['code']
  | RestoreError['code']
  /** Nobody could sign in after the restore. */
  | 'backup.ownerless'
  | 'storage.full'
  | 'job.stopped'
  | 'job.failed';

/** Who starts a job, or asks for it. */
export interface JobActor {
  id: string;
  name: string;
  email: string;
  /** Empty for a set-up link, whose `id` is its own. */
  sessionId: string;
}

export function createSetupActor(linkId: string): JobActor {
  return { id: linkId, name: '', email: '', sessionId: '' };
}

/** Once there is a user, the set-up links are gone, and so is whoever could continue their jobs. */
export function isLeftFromSetup(jobActor: JobActor, viewer: JobActor): boolean {
  return jobActor.sessionId === '' && viewer.sessionId !== '';
}

export interface DataJob {
  id: string;
  kind: DataJobKind;
  phase: DataJobPhase;
  userName: string;
  /** Whether the requesting user started it. */
  isOwn: boolean;
  /** ISO 8601. */
  startedAt: string;
  progress: DataJobProgress | null;
  upload: { receivedBytes: number; totalBytes: number } | null;
  /** Of a finished export or backup; only the session that started a backup can download it. */
  file: { name: string; bytes: number; isTemporary: boolean; isDownloadable: boolean } | null;
  /** Files that a finished backup lacks. */
  missingFiles: number;
  /** Of a running import or restore; null if it can't be stopped. */
  stop: 'possible' | 'requested' | null;
  replacesPosts: boolean;
  import: ImportSummary | null;
  restore: RestorePreview | null;
  /** `previousBackup`: file name in the data folder. */
  restored: { rows: number; files: number; previousBackup: string | null } | null;
  failure: { code: DataJobFailure; entry: string | null } | null;
}

/** The data before a restore, in the data folder. */
export interface PreviousBackup {
  name: string;
  /** ISO 8601. */
  createdAt: string;
  bytes: number;
}

/** Read without a session: a restore ends them all. */
export type RestoreProgress = Pick<DataJob, 'phase' | 'progress' | 'stop' | 'restored' | 'failure'>;

export const dataJobErrorCodes = [
  'data.busy',
  'data.gone',
  'data.unexpected',
  'data.too_large',
  'data.chunk',
  'data.other_session',
  'data.site_url',
] as const;
export type DataJobErrorCode = (typeof dataJobErrorCodes)[number];

/** Of whoever has a set-up link. With several nodes, what runs below `/api/data/` is on one of them. */
export const setupDataPath = '/api/data/set-up';

export const uploadBytesMax = 2 * 1024 * 1024 * 1024;
/** A proxy may limit a body, and one request may take at most five minutes. */
export const uploadChunkBytes = 8 * 1024 * 1024;
export const listedPostsMax = 200;
/** Names from the file: of one kind of loss, of one kind in a post, and in all listed posts. */
export const listedDetailsMax = { loss: 10, postLoss: 5, posts: 1000 } as const;
export const listedChangesMax = 20;
export const siteUrlLengthMax = 2000;
/** How long an upload may pause, a dry run wait for a decision, and a result stay. */
export const dataJobLifetimeMs = { upload: 120_000, decision: 1_800_000, result: 3_600_000 } as const;
