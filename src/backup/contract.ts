import type { Locale } from '#i18n/locales.ts';

export interface BackupReport {
  rows: number;
  /** Equal rows have equal hashes, in any database. */
  rowHash: string;
  files: number;
  missingFiles: number;
}

export interface RestoreError {
  /** `restore.unknown`: the connection was lost during the commit. */
  code:
    | 'backup.damaged'
    | 'backup.newer'
    | 'database.in_use'
    | 'database.different'
    | 'restore.forbidden'
    | 'restore.unknown';
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
  losses?: ImportLoss[];
}

/** `unspool`: a ZIP of our own export. Files are told apart by their content. */
export type ImportFormat = 'unspool' | 'ghost' | 'wordpress';

export interface ImportOptions {
  /** Overwrites posts that differ from the import. */
  replace: boolean;
  /** Reports what an import would do, and writes nothing. */
  isDryRun?: boolean | undefined;
  /** The language of all posts of another program; otherwise that of each text. */
  locale?: Locale | undefined;
  /** Where the site of another program was: a Ghost export doesn't say it. */
  siteUrl?: string | undefined;
  /** Requests images that the file lacks from other sites. */
  fetchImages?: boolean | undefined;
  /** Ends the import before the next post. Posts are imported with all languages or not at all. */
  signal?: AbortSignal | undefined;
  /** Throws to cancel the import. */
  onProgress?(progress: { step: 'check' | 'posts'; done: number; total: number | null }): void;
}

export type ImportLossCode =
  | 'author.details'
  | 'author.further'
  | 'block.unknown'
  | 'category.as_tag'
  | 'category.parent'
  | 'code.injected'
  | 'comments'
  | 'custom_fields'
  | 'date.draft'
  | 'date.scheduled'
  | 'embed.link'
  | 'form'
  | 'media.link'
  | 'members'
  | 'menus'
  | 'page.taxonomy'
  | 'picture.missing'
  | 'post.access'
  | 'post.email'
  | 'post.empty'
  | 'post.featured'
  | 'post.password'
  | 'post.private'
  | 'post.trash'
  | 'post.type'
  | 'redirect.hidden'
  | 'redirect.taken'
  | 'redirects.file'
  | 'script'
  | 'shortcode.unknown'
  | 'slug.changed'
  | 'tag.details'
  | 'tag.internal'
  | 'tag.too_many'
  | 'taxonomy.unknown'
  | 'text.shortened'
  | 'title.missing';

/** Something that an import can't take or has to change. `details`: names from the file, as plain lines. */
export interface ImportLoss {
  code: ImportLossCode;
  count: number;
  details: string[];
}

export interface ImportReport {
  format: ImportFormat;
  /** Before its end, by the owner. */
  isStopped: boolean;
  posts: ImportedPost[];
  /** Distinct images that are stored now. */
  pictures: number;
  /** Missing or invalid in the archive, or not fetched. */
  missingPictures: number;
  categories: number;
  tags: number;
  authors: number;
  /** Addresses of the former site that lead to the posts now. */
  redirects: number;
  /** Of the whole file; those of a post are with the post. */
  losses: ImportLoss[];
}

/** An import that took nothing yet. */
export function emptyImportReport(format: ImportFormat): ImportReport {
  return {
    format,
    isStopped: false,
    posts: [],
    pictures: 0,
    missingPictures: 0,
    categories: 0,
    tags: 0,
    authors: 0,
    redirects: 0,
    losses: [],
  };
}

/** Uncompressed: one article, all JSON entries (which are read twice), and the whole archive. */
export const articleBytesMax = 64 * 1024 * 1024;
export const jsonBytesMax = 2 * 1024 * 1024 * 1024;
export const contentBytesMax = 64 * 1024 * 1024 * 1024;
export const importedPostsMax = 500_000;

/** Of one import that fetches images from other sites. */
export const fetchedPicturesMax = 20_000;
export const fetchedBytesMax = 8 * 1024 * 1024 * 1024;
/** An export of another program inside a ZIP is read into memory. */
export const zippedExportBytesMax = 512 * 1024 * 1024;
