import { fail, ok, type Result } from '#platform/result.ts';
import { importContent } from '../content/import-content.ts';
import { openZip, type ZipReader } from '../content/zip-reader.ts';
import {
  contentBytesMax,
  type ImportError,
  type ImportOptions,
  type ImportReport,
  zippedExportBytesMax,
} from '../contract.ts';
import { decodeUrlPart, toSitePath } from './foreign-fields.ts';
import type { ReadImage } from './foreign-images.ts';
import { createLosses, ForeignFileError } from './foreign-site.ts';
import { openGhostSite } from './ghost/ghost-site.ts';
import { type ForeignImportDeps, importForeignSite } from './import-foreign-site.ts';
import { detectText, openSourceFile, type SourceFile } from './source-file.ts';
import { openWordPressSite } from './wordpress/wordpress-site.ts';

/** A ZIP of our own export, or an export of Ghost or WordPress, whatever the name of the file is. */
export async function importFile(
  deps: ForeignImportDeps,
  path: string,
  options: ImportOptions,
): Promise<Result<ImportReport, ImportError>> {
  try {
    const source = await openSourceFile(path);
    if (!source) return fail({ code: 'archive.unreadable' });
    if (source.kind === 'zip') return await importZip(deps, path, options);
    return ok(await importSource(deps, { ...source, kind: source.kind }, options, async () => null));
  } catch (error) {
    if (error instanceof ForeignFileError) return fail({ code: error.code });
    throw error;
  }
}

async function importZip(
  deps: ForeignImportDeps,
  path: string,
  options: ImportOptions,
): Promise<Result<ImportReport, ImportError>> {
  const opened = await openZip(path);
  if (!opened.ok) return fail({ code: opened.error });
  await using zip = opened.value;
  // An empty or damaged ZIP is reported like one of our own.
  if (zip.entries.has('unspool.json')) return await importContent(deps, path, options);
  const source = await findSource(zip);
  if (!source) return await importContent(deps, path, options);
  const bytes = [...zip.entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
  if (bytes > contentBytesMax) return fail({ code: 'archive.too_large' });
  return ok(await importSource(deps, source, options, createImageReader(zip, options)));
}

interface Source extends SourceFile {
  kind: 'json' | 'xml';
  /** Files of a ZIP that are not read. */
  unread?: string[];
}

async function importSource(
  deps: ForeignImportDeps,
  { kind, open, unread = [] }: Source,
  options: ImportOptions,
  readImage: ReadImage,
): Promise<ImportReport> {
  options.onProgress?.({ step: 'check', done: 0, total: null });
  const losses = createLosses();
  for (const name of unread) losses.add('redirects.file', name);
  const siteOptions = { siteUrl: options.siteUrl ?? null, losses };
  const site =
    kind === 'json' ? await openGhostSite(open, siteOptions) : await openWordPressSite(open, siteOptions);
  return importForeignSite(deps, site, readImage, options);
}

/** The JSON of a Ghost ZIP, or the XML files of a large WordPress.com site. */
async function findSource(zip: ZipReader): Promise<Source | null> {
  const names = [...zip.entries.keys()].filter((name) => !/(?:^|\/)(?:__MACOSX|\.)/.test(name)).sort();
  const unread = names.filter((name) => /(?:^|\/)(?:redirects|routes)\.(?:json|ya?ml)$/.test(name));
  const texts = names.filter((name) => !unread.includes(name));
  const json = texts
    .filter((name) => /\.json$/i.test(name))
    .sort((a, b) => a.split('/').length - b.split('/').length);
  for (const name of json) {
    const bytes = await readText(zip, name);
    if (bytes && detectText(bytes) === 'json' && bytes.includes('"posts"'))
      return { kind: 'json', open: () => asStream(bytes), unread };
  }
  const xml = texts.filter((name) => /\.xml$/i.test(name));
  const total = xml.reduce((sum, name) => sum + (zip.entries.get(name)?.bytes ?? 0), 0);
  if (total > zippedExportBytesMax) throw new ForeignFileError('archive.too_large');
  return xml.length === 0 ? null : { kind: 'xml', open: () => readEntries(zip, xml), unread };
}

async function readText(zip: ZipReader, name: string): Promise<Buffer | null> {
  const entry = zip.entries.get(name);
  if (entry && entry.bytes > zippedExportBytesMax) throw new ForeignFileError('archive.too_large');
  return entry ? zip.read(entry, zippedExportBytesMax) : null;
}

async function* asStream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const step = 256 * 1024;
  for (let start = 0; start < bytes.length; start += step) yield bytes.subarray(start, start + step);
}

async function* readEntries(zip: ZipReader, names: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const name of names) {
    const bytes = await readText(zip, name);
    if (!bytes) throw new ForeignFileError('archive.unreadable');
    yield* asStream(bytes);
  }
}

/** By the end of the path, because ZIPs differ in what is above `content/images` and `wp-content/uploads`. */
function createImageReader(zip: ZipReader, { siteUrl }: ImportOptions): ReadImage {
  const byPath = new Map<string, string>();
  for (const name of zip.entries.keys()) {
    const path = /(?:^|\/)((?:content\/(?:images|media|files)|wp-content\/uploads)\/.+)$/s.exec(name)?.[1];
    if (path) byPath.set(path, name);
  }
  return async (url, maxBytes) => {
    const path = toSitePath(url, siteUrl ?? null) ?? URL.parse(url)?.pathname ?? '';
    const key = /(?:content\/(?:images|media|files)|wp-content\/uploads)\/.+$/s.exec(
      decodeUrlPart(path.split('?', 1)[0] ?? ''),
    )?.[0];
    const entry = key === undefined ? undefined : zip.entries.get(byPath.get(key) ?? '');
    return entry ? zip.read(entry, maxBytes) : null;
  };
}
