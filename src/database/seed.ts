import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { installation, type LocalizedText } from './schema.ts';
import { type SeedArticleEntry, seedArticles } from './seed/articles.ts';
import { seedAuthor } from './seed/author.ts';
import categories from './seed/categories.json' with { type: 'json' };
import tagNames from './seed/tags.json' with { type: 'json' };

export const seedCategories: readonly {
  slug: string;
  color: string;
  names: LocalizedText;
  descriptions: LocalizedText;
}[] = categories;

export const seedTags: readonly { slug: string; names: LocalizedText }[] = Object.entries(tagNames).map(
  ([slug, names]) => ({ slug, names }),
);

/** Other nodes wait. An interrupted `run` is repeated at the next start. */
export function runOnFirstStart(
  database: Database,
  now: () => number,
  run: () => Promise<void>,
): Promise<void> {
  return database.withExclusiveLock(async () => {
    const [row] = await database.query.select().from(installation);
    if (row?.seededAt) return;
    await run();
    await database.query
      .insert(installation)
      .values({ seededAt: new Date(now()) })
      .onConflictDoUpdate({ target: installation.id, set: { seededAt: new Date(now()) } });
  });
}

export interface SeedPost {
  locale: string;
  title: string;
  slug: string;
  former_slug?: string;
  excerpt: string;
  seo_title: string;
  seo_description: string;
  seo_keywords: string[];
  cover_alt: string;
  content: string;
}

/** Widths and formats of a cover. */
interface EncodedCover {
  width: number;
  height: number;
  files: Map<string, Uint8Array>;
}

export interface SeedArticle extends SeedArticleEntry {
  published_at: string;
  cover: string;
  /** Null without a build. */
  encodedCover?: EncodedCover | null;
  posts: SeedPost[];
}

export interface SeedData {
  categories: typeof seedCategories;
  tags: typeof seedTags;
  /** The author of all articles. */
  author: typeof seedAuthor | null;
  articles: SeedArticle[];
}

const dayMs = 86_400_000;

const seedFolder = join(import.meta.dirname, 'seed');
/** The build puts it next to the server bundle (scripts/prebuild.ts). */
const encodedCoversFolder = join(seedFolder, 'encoded-covers');
const headerPattern = /^<!--\n([\s\S]*?)\n-->\n/;

/** Newest first. `welcome` has only the articles of a new installation, without an author. */
export async function readSeedData(kind: 'welcome' | 'demo', now: number): Promise<SeedData> {
  const selected = kind === 'demo' ? seedArticles : seedArticles.filter((article) => article.welcome);
  const articles = await Promise.all(selected.map((article) => readArticle(article, now)));
  return {
    categories: seedCategories,
    tags: seedTags,
    author: kind === 'demo' ? seedAuthor : null,
    articles,
  };
}

async function readArticle(article: SeedArticleEntry, now: number): Promise<SeedArticle> {
  const folder = join(seedFolder, 'articles', article.key);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.html')).sort();
  const posts = await Promise.all(
    files.map(async (file) =>
      parseSeedFile(file.slice(0, -'.html'.length), await readFile(join(folder, file), 'utf8')),
    ),
  );
  const cover = await readFile(join(seedFolder, 'covers', `${article.key}.svg`), 'utf8');
  const encodedCover = await readEncodedCover(article.key);
  posts.sort((a, b) => Number(b.locale === 'en') - Number(a.locale === 'en'));
  const published_at = new Date(now - article.daysAgo * dayMs).toISOString();
  return { ...article, published_at, cover, encodedCover, posts };
}

export async function writeEncodedCover(
  folder: string,
  key: string,
  { width, height, files }: EncodedCover,
): Promise<void> {
  const encoded = [...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]);
  await writeFile(join(folder, `${key}.json`), JSON.stringify({ width, height, files: encoded }));
}

export async function readEncodedCover(
  key: string,
  folder = encodedCoversFolder,
): Promise<EncodedCover | null> {
  const path = join(folder, `${key}.json`);
  if (!existsSync(path)) return null;
  const { width, height, files } = JSON.parse(await readFile(path, 'utf8')) as {
    width: number;
    height: number;
    files: [string, string][];
  };
  return { width, height, files: new Map(files.map(([name, text]) => [name, Buffer.from(text, 'base64')])) };
}

/** A seed file starts with a comment of `name: value` lines, followed by HTML. */
export function parseSeedFile(locale: string, file: string): SeedPost {
  const lines = headerPattern.exec(file)?.[1]?.split('\n') ?? [];
  const values = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const getValue = (name: string) => {
    const text = values.get(name);
    if (!text) throw new Error(`seed article in ${locale}: missing ${name}`);
    return text;
  };
  return {
    locale,
    title: getValue('title'),
    slug: getValue('slug'),
    ...(values.has('former_slug') && { former_slug: getValue('former_slug') }),
    excerpt: getValue('excerpt'),
    seo_title: getValue('seo_title'),
    seo_description: getValue('seo_description'),
    seo_keywords: getValue('seo_keywords')
      .split(',')
      .map((keyword) => keyword.trim()),
    cover_alt: getValue('cover_alt'),
    content: file.replace(headerPattern, '').trim(),
  };
}
