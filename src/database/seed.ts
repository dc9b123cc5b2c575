import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { installation } from './schema.ts';
import { type SeedArticleEntry, seedArticles } from './seed/articles.ts';
import { seedCategories, seedTags } from './seed/categories.ts';

/** Runs on one node while the others wait. `run` is repeated at the next start if it is interrupted. */
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
  /** Redirects to the current slug. */
  former_slug?: string;
  excerpt: string;
  seo_title: string;
  seo_description: string;
  seo_keywords: string[];
  cover_alt: string;
  content: string;
}

export interface SeedArticle extends SeedArticleEntry {
  published_at: string;
  cover: string;
  posts: SeedPost[];
}

export interface SeedData {
  categories: typeof seedCategories;
  tags: typeof seedTags;
  articles: SeedArticle[];
}

const dayMs = 86_400_000;

/** The build copies the folder next to the server bundle. */
const seedFolder = join(import.meta.dirname, 'seed');
const head = /^<!--\n([\s\S]*?)\n-->\n/;

/** Newest first. `welcome`: only the few articles of a new installation. */
export async function readSeedData(kind: 'welcome' | 'demo', now: number): Promise<SeedData> {
  const selected = kind === 'demo' ? seedArticles : seedArticles.filter((article) => article.welcome);
  const articles = await Promise.all(selected.map((article) => readArticle(article, now)));
  return { categories: seedCategories, tags: seedTags, articles };
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
  posts.sort((a, b) => Number(b.locale === 'en') - Number(a.locale === 'en'));
  const published_at = new Date(now - article.daysAgo * dayMs).toISOString();
  return { ...article, published_at, cover, posts };
}

/** A seed file starts with a comment of `name: value` lines, followed by HTML. */
export function parseSeedFile(locale: string, file: string): SeedPost {
  const lines = head.exec(file)?.[1]?.split('\n') ?? [];
  const values = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const value = (name: string) => {
    const text = values.get(name);
    if (!text) throw new Error(`a seed article in ${locale} has no ${name}`);
    return text;
  };
  return {
    locale,
    title: value('title'),
    slug: value('slug'),
    ...(values.has('former_slug') && { former_slug: value('former_slug') }),
    excerpt: value('excerpt'),
    seo_title: value('seo_title'),
    seo_description: value('seo_description'),
    seo_keywords: value('seo_keywords')
      .split(',')
      .map((keyword) => keyword.trim()),
    cover_alt: value('cover_alt'),
    content: file.replace(head, '').trim(),
  };
}
