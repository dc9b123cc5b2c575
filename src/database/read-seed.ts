import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SeedArticle, seedArticles } from './seed/articles.ts';
import { seedCategories, seedTags } from './seed/categories.ts';

/** One language of a seed article, as its file has it. */
export interface SeedText {
  locale: string;
  title: string;
  slug: string;
  /** Where it was at first: that address leads to the one of now. */
  former_slug?: string;
  excerpt: string;
  seo_title: string;
  seo_description: string;
  seo_keywords: string[];
  cover_alt: string;
  /** HTML. */
  content: string;
}

export interface SeedContent extends SeedArticle {
  /** ISO 8601. */
  published_at: string;
  /** SVG. */
  cover: string;
  /** English first. */
  posts: SeedText[];
}

export interface Seed {
  categories: typeof seedCategories;
  tags: typeof seedTags;
  articles: SeedContent[];
}

const dayMs = 86_400_000;

/** The build puts a copy of the folder beside the server's file. */
const seedFolder = join(import.meta.dirname, 'seed');
const head = /^<!--\n([\s\S]*?)\n-->\n/;

/** The articles a database starts with, newest first: all of them, or the few of a new installation. */
export async function readSeed(kind: 'welcome' | 'demo', now: number): Promise<Seed> {
  const chosen = kind === 'demo' ? seedArticles : seedArticles.filter((article) => article.welcome);
  const articles = await Promise.all(chosen.map((article) => readArticle(article, now)));
  return { categories: seedCategories, tags: seedTags, articles };
}

async function readArticle(article: SeedArticle, now: number): Promise<SeedContent> {
  const folder = join(seedFolder, 'articles', article.key);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.html')).sort();
  const posts = await Promise.all(
    files.map(async (file) =>
      readText(file.slice(0, -'.html'.length), await readFile(join(folder, file), 'utf8')),
    ),
  );
  const cover = await readFile(join(seedFolder, 'covers', `${article.key}.svg`), 'utf8');
  posts.sort((a, b) => Number(b.locale === 'en') - Number(a.locale === 'en'));
  const published_at = new Date(now - article.daysAgo * dayMs).toISOString();
  return { ...article, published_at, cover, posts };
}

/** A file is a comment of `name: value` lines, then HTML. */
export function readText(locale: string, file: string): SeedText {
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
      .map((word) => word.trim()),
    cover_alt: value('cover_alt'),
    content: file.replace(head, '').trim(),
  };
}
