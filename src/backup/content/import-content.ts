import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { normalizeSlug } from '#blog/slug.ts';
import { runTextTask } from '#blog/text-tasks.ts';
import { categoryTextColumns, mapNames } from '#blog/texts-contract.ts';
import type { BlogWriter } from '#blog/write.ts';
import type { Database } from '#database/database.ts';
import { isDataOrConstraintError } from '#database/database-errors.ts';
import type { JsonLimits } from '#platform/json.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import {
  articleBytesMax,
  contentBytesMax,
  emptyImportReport,
  type ImportError,
  type ImportedPost,
  type ImportOptions,
  type ImportReport,
  importedPostsMax,
  jsonBytesMax,
} from '../contract.ts';
import { createArchiveFiles } from './archive-files.ts';
import {
  type ContentArticle,
  contentArticleSchema,
  contentCategoriesSchema,
  contentTagsSchema,
  manifestSchema,
} from './content-schema.ts';
import { importArticle, rejectedPosts, saveRedirects, type TaxonomyIds } from './import-article.ts';
import { openZip, type ZipReader } from './zip-reader.ts';

export interface ImportDeps {
  database: Pick<Database, 'query'>;
  /** Must not fetch images: an archive must not make this server send requests. */
  writer: Pick<
    BlogWriter,
    | 'preparePost'
    | 'transaction'
    | 'storeImage'
    | 'storeClip'
    | 'ensureCategory'
    | 'ensureAuthor'
    | 'ensureTag'
    | 'addFormerSlug'
    | 'addRedirects'
  >;
  now(): number;
}

/** Validates the whole archive first. Posts are matched by id; differing ones stay unless `replace`. */
export async function importContent(
  deps: ImportDeps,
  path: string,
  { replace, signal, onProgress }: Pick<ImportOptions, 'replace' | 'signal' | 'onProgress'>,
): Promise<Result<ImportReport, ImportError>> {
  const opened = await openZip(path);
  if (!opened.ok) return { ok: false, error: { code: opened.error } };
  await using zip = opened.value;
  const content = await readContentArchive(zip, onProgress);
  if (!content.ok) return content;
  const { categories, tags, articles, total, readFile } = content.value;

  const taxonomyIds: TaxonomyIds = { categories: new Map(), tags: new Map() };
  const normalizeTexts = (names: Partial<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(names)
        .map(([locale, name]) => [locale, normalizeLine(name ?? '')])
        .filter(([, name]) => name !== ''),
    );
  for (const { slug, color, names, ...texts } of categories) {
    const normalizedSlug = normalizeSlug(slug);
    if (normalizedSlug === '') continue;
    const category = {
      slug: normalizedSlug,
      color,
      names: { en: normalizedSlug, ...normalizeTexts(names) },
      ...mapNames(categoryTextColumns, (column) => normalizeTexts(texts[column] ?? {})),
    };
    taxonomyIds.categories.set(slug, await deps.writer.ensureCategory(category));
  }
  for (const { slug, names } of tags) {
    const normalizedSlug = normalizeSlug(slug);
    if (normalizedSlug === '') continue;
    const tag = { slug: normalizedSlug, names: { en: normalizedSlug, ...normalizeTexts(names) } };
    taxonomyIds.tags.set(slug, await deps.writer.ensureTag(tag));
  }

  const files = createArchiveFiles(deps, readFile);
  const report: ImportReport = {
    ...emptyImportReport('unspool'),
    categories: categories.length,
    tags: tags.length,
  };
  const authors = new Set<string>();
  let done = 0;
  for await (const article of articles()) {
    if (signal?.aborted) {
      report.isStopped = true;
      break;
    }
    onProgress?.({ step: 'posts', done, total });
    done += 1;
    const outcome = importArticle(deps, article, { taxonomyIds, files, replace });
    const results = await outcome.catch((error) => rejectInvalidArticle(article, error));
    report.posts.push(...results);
    report.redirects += (await saveRedirects(deps, article, results)).added;
    if (article.author) authors.add(article.author.slug);
  }
  return ok({
    ...report,
    authors: authors.size,
    pictures: files.storedImages(),
    missingPictures: files.missing(),
  });
}

/** A value that the schemas allow and the database rejects: skip only this article. */
export function rejectInvalidArticle(article: ContentArticle, error: unknown): ImportedPost[] {
  if (!isDataOrConstraintError(error)) throw error;
  return rejectedPosts(article, 'post.unfit');
}

interface ContentArchive {
  categories: z.infer<typeof contentCategoriesSchema>;
  tags: z.infer<typeof contentTagsSchema>;
  articles(): AsyncGenerator<ContentArticle>;
  /** Of articles. */
  total: number;
  /** null if it is missing or too large. */
  readFile(name: string, maxBytes: number): Promise<Uint8Array | null>;
}

interface EntrySpec<Schema extends z.ZodType> {
  schema: Schema;
  bytes: number;
  limits: JsonLimits;
}

const manifest = { schema: manifestSchema, bytes: 10_000, limits: { depth: 2, names: 20, values: 20 } };
const taxonomyLimits = { bytes: articleBytesMax, limits: { depth: 4, names: 250_000, values: 300_000 } };
const categories = { schema: contentCategoriesSchema, ...taxonomyLimits };
const tags = { schema: contentTagsSchema, ...taxonomyLimits };
const article = {
  schema: contentArticleSchema,
  bytes: articleBytesMax,
  limits: { depth: 5, names: 500, values: 20_000 },
};

const articleName = /^articles\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/;

async function readContentArchive(
  zip: ZipReader,
  onProgress: ImportOptions['onProgress'],
): Promise<Result<ContentArchive, ImportError>> {
  const { entries } = zip;
  const names = [...entries.keys()].filter((name) => articleName.test(name)).sort();
  const getSize = (name: string) => entries.get(name)?.bytes ?? 0;
  const jsonBytes = ['unspool.json', 'categories.json', 'tags.json', ...names].map(getSize).reduce(add, 0);
  const totalBytes = [...entries.keys()].map(getSize).reduce(add, 0);
  if (jsonBytes > jsonBytesMax || totalBytes > contentBytesMax) return fail({ code: 'archive.too_large' });

  async function read<Schema extends z.ZodType>(
    name: string,
    { schema, bytes: maxBytes, limits }: EntrySpec<Schema>,
  ): Promise<Result<z.output<Schema>, ImportError>> {
    const entry = entries.get(name);
    const bytes = entry && (await zip.read(entry, maxBytes));
    if (!bytes) return fail({ code: 'archive.unreadable', entry: name });
    const parsed = schema.safeParse(await decodeJson(bytes, limits));
    return parsed.success ? ok(parsed.data) : invalidEntry(name, parsed.error.issues[0]?.path);
  }

  const found = {
    manifest: await read('unspool.json', manifest),
    categories: await read('categories.json', categories),
    tags: await read('tags.json', tags),
  };
  if (!found.manifest.ok) return found.manifest;
  if (!found.categories.ok) return found.categories;
  if (!found.tags.ok) return found.tags;
  if (names.length !== found.manifest.value.articles) return invalidEntry('unspool.json', ['articles']);
  const posts = new Set<string>();
  for (const [done, name] of names.entries()) {
    onProgress?.({ step: 'check', done, total: names.length });
    const result = await read(name, article);
    if (!result.ok) return result;
    if (articleName.exec(name)?.[1] !== result.value.id) return invalidEntry(name, ['id']);
    for (const [index, { id }] of result.value.posts.entries()) {
      if (posts.has(id)) return invalidEntry(name, ['posts', index, 'id']);
      if (posts.size === importedPostsMax) return fail({ code: 'archive.too_large' });
      posts.add(id);
    }
  }
  return ok({
    categories: found.categories.value,
    tags: found.tags.value,
    total: names.length,
    async *articles() {
      for (const name of names) {
        const result = await read(name, article);
        if (!result.ok) throw new Error(`${name} changed during the import`);
        yield result.value;
      }
    },
    async readFile(name, maxBytes) {
      const entry = entries.get(`files/${name}`);
      return entry ? zip.read(entry, maxBytes) : null;
    },
  });
}

function add(sum: number, bytes: number): number {
  return sum + bytes;
}

/** undefined if it isn't valid JSON; every schema rejects that. */
async function decodeJson(bytes: Buffer, limits: JsonLimits): Promise<unknown> {
  if (!isUtf8(bytes)) return undefined;
  return runTextTask('parseJson', { bytes, limits, isUnicodeChecked: true }, bytes.length);
}

/** Reports only field names of our schemas: names from the archive could contain anything. */
function invalidEntry(name: string, path: readonly PropertyKey[] = []) {
  const fieldPath = path.filter((part) => /^(?:[a-z_]{1,30}|\d{1,6})$/.test(String(part))).join('.');
  return fail<ImportError>({
    code: 'archive.unfit',
    entry: fieldPath === '' ? name : `${name}: ${fieldPath}`,
  });
}
