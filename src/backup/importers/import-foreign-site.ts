import { and, eq, inArray, ne } from 'drizzle-orm';
import type { FetchImage } from '#blog/images.ts';
import { isReservedSlug, normalizeSlug, numberedSlug, slugFromTitle } from '#blog/slug.ts';
import { plainText } from '#content/sanitize-content.ts';
import { post } from '#database/schema.ts';
import { detectLanguage, scoreLanguages } from '#i18n/detect-language.ts';
import type { Locale } from '#i18n/locales.ts';
import { contentArticleSchema } from '../content/content-schema.ts';
import { type ImportContext, importArticle, saveRedirects } from '../content/import-article.ts';
import { type ImportDeps, rejectInvalidArticle } from '../content/import-content.ts';
import { emptyImportReport, type ImportedPost, type ImportOptions, type ImportReport } from '../contract.ts';
import { ensureTaxonomy } from './ensure-taxonomy.ts';
import { decodeUrlPart, isTextTooLong } from './foreign-fields.ts';
import { createForeignImages, type ForeignImages, type ReadImage } from './foreign-images.ts';
import type { ForeignPost, ForeignSite } from './foreign-site.ts';
import { convertHtml, toAbsolute } from './html/convert-html.ts';
import { toArticle } from './to-article.ts';

export interface ForeignImportDeps extends ImportDeps {
  /** Used only if the import's owner asks for it. */
  fetchImage: FetchImage | null;
}

interface SiteImport {
  deps: ForeignImportDeps;
  site: ForeignSite;
  images: ForeignImages;
  usedSlugs: Set<string>;
  locale: Locale | null;
  signal: AbortSignal | undefined;
}

/** `readImage`: from the file, if it has images. */
export async function importForeignSite(
  deps: ForeignImportDeps,
  site: ForeignSite,
  readImage: ReadImage,
  { replace, locale, fetchImages = false, isDryRun = false, signal, onProgress }: ImportOptions,
): Promise<ImportReport> {
  const taxonomyIds = await ensureTaxonomy(deps.writer, site);
  const images = createForeignImages({
    writer: deps.writer,
    read: readImage,
    fetchImage: fetchImages ? deps.fetchImage : null,
    isDryRun,
  });
  const siteImport = { deps, site, images, usedSlugs: new Set<string>(), locale: locale ?? null, signal };
  const report: ImportReport = {
    ...emptyImportReport(site.format),
    categories: taxonomyIds.categories.size,
    tags: taxonomyIds.tags.size,
  };
  const authors = new Set<string>();
  for await (const foreignPost of site.posts()) {
    onProgress?.({ step: 'posts', done: report.posts.length, total: null });
    const imported = await importPost(siteImport, foreignPost, { replace, taxonomyIds });
    if (!imported) {
      report.isStopped = true;
      break;
    }
    const { result, redirects } = imported;
    report.posts.push(result);
    report.redirects += redirects;
    if (foreignPost.author) authors.add(foreignPost.author.slug);
  }
  return {
    ...report,
    authors: authors.size,
    pictures: images.stored(),
    missingPictures: images.missing(),
    losses: site.losses(),
  };
}

/** null if the import was stopped before anything but images was stored. */
async function importPost(
  siteImport: SiteImport,
  foreignPost: ForeignPost,
  options: Pick<ImportContext, 'replace' | 'taxonomyIds'>,
): Promise<{ result: ImportedPost; redirects: number } | null> {
  const { deps, site, images, signal } = siteImport;
  const { losses, html } = foreignPost;
  if (html === null || isTextTooLong(html)) return refuseLongText(siteImport, foreignPost);
  const converted = convertHtml(html, site, losses);
  const urls = new Map<string, string | null>();
  for (const url of converted.imageUrls) {
    if (signal?.aborted) return null;
    urls.set(url, await images.resolve(url));
  }
  const coverUrl = foreignPost.cover && toAbsolute(site.findOriginal(foreignPost.cover.url), site.url);
  const cover = coverUrl === null ? null : await images.resolve(coverUrl);
  if (signal?.aborted) return null;
  for (const url of new Set([...converted.imageUrls, ...(coverUrl === null ? [] : [coverUrl])]))
    if (images.isMissing(url)) losses.add('picture.missing', shorten(url));

  const content = converted.render((url) => urls.get(url) ?? null);
  const locale = siteImport.locale ?? detectTextLocale(foreignPost.title, content, site.language);
  const article = toArticle(foreignPost, { siteId: `${site.format} ${site.id}`, content, cover, locale });
  const [articlePost] = article.posts;
  if (articlePost) articlePost.slug = await chooseSlug(siteImport, foreignPost, { ...articlePost, locale });

  const parsed = contentArticleSchema.safeParse(article);
  const slug = articlePost?.slug ?? '';
  const refused: ImportedPost = { article: article.id, locale, slug, outcome: 'refused', code: 'post.unfit' };
  const results = parsed.success
    ? await importArticle(deps, parsed.data, { ...options, files: storedFiles, isForeign: true }).catch(
        (error) => rejectInvalidArticle(parsed.data, error),
      )
    : [refused];
  const { added, taken } = await saveRedirects(deps, article, results);
  for (const address of taken) losses.add('redirect.taken', address);
  return { result: { ...(results[0] ?? refused), losses: losses.list() }, redirects: added };
}

async function refuseLongText(
  siteImport: SiteImport,
  foreignPost: ForeignPost,
): Promise<{ result: ImportedPost; redirects: number }> {
  const { site } = siteImport;
  const locale = siteImport.locale ?? site.language ?? 'en';
  const siteId = `${site.format} ${site.id}`;
  const { id } = toArticle(foreignPost, { siteId, content: '', cover: null, locale });
  const slug = await chooseSlug(siteImport, foreignPost, { id, locale });
  return { result: { article: id, locale, slug, outcome: 'refused', code: 'text.too_long' }, redirects: 0 };
}

/** The images of the text are stored already. */
const storedFiles = {
  resolveImageUrl: async (id: string) => `/files/${id}/1.webp`,
  rewriteUrls: async (html: string) => html,
};

/** The slug of the other site, with a number if it is taken: posts and pages share their slugs here. */
async function chooseSlug(
  { deps, usedSlugs }: SiteImport,
  { kind, key, slug, title, losses }: ForeignPost,
  { id, locale }: { id: string; locale: Locale },
): Promise<string> {
  const base =
    normalizeSlug(decodeUrlPart(slug)) || slugFromTitle(locale, title) || `post-${normalizeSlug(key)}`;
  for (let first = 1; ; first += 50) {
    const candidates = Array.from({ length: 50 }, (_, index) => numberedSlug(base, first + index));
    const rows = await deps.database.query
      .select({ slug: post.slug })
      .from(post)
      .where(and(eq(post.locale, locale), inArray(post.slug, candidates), ne(post.id, id)));
    const taken = new Set(rows.map((row) => row.slug));
    const free = candidates.find(
      (candidate) =>
        !taken.has(candidate) && !usedSlugs.has(`${locale} ${candidate}`) && !isReservedSlug(kind, candidate),
    );
    if (free === undefined) continue;
    usedSlugs.add(`${locale} ${free}`);
    if (slug !== '' && free !== decodeUrlPart(slug).toLowerCase())
      losses.add('slug.changed', `${decodeUrlPart(slug)} → ${free}`);
    return free;
  }
}

function shorten(url: string): string {
  return /^data:/i.test(url) ? 'data:' : url;
}

const sampleLength = 20_000;
/** A shorter text doesn't differ from the language of its site. */
const wordsMin = 40;
const scoreRatioMin = 2;

/** `siteLocale`: as the site says. English is the default of both programs, so it says little. */
function detectTextLocale(title: string, html: string, siteLocale: Locale | null): Locale {
  // Code would count as English.
  const sample = html.slice(0, 4 * sampleLength).replace(/<pre[\s>][\s\S]*?<\/pre>/g, '');
  const text = `${title}\n${plainText(sample).slice(0, sampleLength)}`;
  const detected = detectLanguage(text);
  if (detected === null) return siteLocale ?? 'en';
  if (siteLocale === null || siteLocale === 'en' || detected === siteLocale) return detected;
  const { wordCount, scores } = scoreLanguages(text);
  const isClear = (scores.get(detected) ?? 0) >= scoreRatioMin * (scores.get(siteLocale) ?? 0);
  return wordCount >= wordsMin && isClear ? detected : siteLocale;
}
