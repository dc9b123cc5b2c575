import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SeedArticle, seedArticles } from './seed/articles.ts';

/** One language of a seed article, as its file has it. */
export interface SeedText {
  locale: string;
  title: string;
  slug: string;
  excerpt: string;
  seo_title: string;
  seo_description: string;
  seo_keywords: string[];
  cover_alt: string;
  /** HTML. */
  content: string;
}

export interface SeedContent extends SeedArticle {
  /** SVG. */
  cover: string;
  texts: SeedText[];
}

/** The build puts a copy of the folder beside the server's file. */
const seedFolder = join(import.meta.dirname, 'seed');
const head = /^<!--\n([\s\S]*?)\n-->\n/;

/** The articles a database starts with, newest first: all of them, or the few of a new installation. */
export function readSeed(kind: 'welcome' | 'demo'): Promise<SeedContent[]> {
  const chosen = kind === 'demo' ? seedArticles : seedArticles.filter((article) => article.welcome);
  return Promise.all(chosen.map(readArticle));
}

async function readArticle(article: SeedArticle): Promise<SeedContent> {
  const folder = join(seedFolder, 'articles', article.key);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.html')).sort();
  const texts = await Promise.all(
    files.map(async (file) =>
      readText(file.slice(0, -'.html'.length), await readFile(join(folder, file), 'utf8')),
    ),
  );
  const cover = await readFile(join(seedFolder, 'covers', `${article.key}.svg`), 'utf8');
  return { ...article, cover, texts };
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
