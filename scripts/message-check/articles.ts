import { findAll, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import type { Locale } from '#i18n/locales.ts';
import { appliesTo, type ExceptionLanguages, trackExceptions } from './track-exceptions.ts';

/** The fields of a seed article in one language. `content` is HTML. */
export interface ArticleText {
  locale: Locale;
  title: string;
  excerpt: string;
  seo_title: string;
  seo_description: string;
  cover_alt: string;
  content: string;
}

/** A text of an article that is the same in these languages as in English. */
export interface ArticleException {
  article: string;
  text: string;
  languages: ExceptionLanguages;
  because: string;
}

const blocks = /^(p|li|h[1-6]|td|th|caption|blockquote|figcaption|summary|dt|dd)$/;

/** Finds code samples, alt texts and sentences of translated articles that are still English. */
export function findEnglishInArticles(
  articles: Readonly<Record<string, readonly ArticleText[]>>,
  exceptions: readonly ArticleException[],
): string[] {
  const tracked = trackExceptions(exceptions, ({ article, text }) => `for “${text}” in ${article}`);
  const errors = Object.entries(articles).flatMap(([article, posts]) => {
    const english = posts.find(({ locale }) => locale === 'en');
    if (!english) return [`${article}: has no English text`];
    const originals = new Set(listTexts(english));
    return posts.flatMap((post) => {
      if (post === english) return [];
      const equal = [...new Set(listTexts(post))].filter((text) => originals.has(text));
      const isAllowed = (text: string) =>
        tracked.find(
          (exception) =>
            exception.article === article &&
            exception.text === text &&
            appliesTo(exception.languages, post.locale),
        );
      return equal
        .filter((text) => !isAllowed(text))
        .map((text) => `${article}/${post.locale}.html: still English: ${text}`);
    });
  });
  return [...errors, ...tracked.listUnused()];
}

/** The texts that have words: lines of code, alt texts, and sentences. */
function listTexts(post: ArticleText): string[] {
  const document = parseDocument(post.content);
  const codes = findAll(({ name }) => name === 'pre' || name === 'code', document.children);
  const alts = findAll(({ attribs }) => Boolean(attribs.alt), document.children).map(
    ({ attribs }) => attribs.alt ?? '',
  );
  const texts = findAll(({ name }) => blocks.test(name), document.children).map((element) =>
    textContent(element),
  );
  const headers = [post.title, post.excerpt, post.seo_title, post.seo_description, post.cover_alt];
  return [
    ...codes.flatMap((code) => textContent(code).split('\n')).filter((line) => countWords(line) >= 2),
    ...alts.filter((alt) => countWords(alt) >= 2),
    ...[...texts, ...headers].flatMap(splitSentences).filter((text) => countWords(text) >= 3),
  ].map((text) => text.replace(/\s+/g, ' ').trim());
}

function splitSentences(text: string): string[] {
  return text.split(/(?<=[.!?]["”’)]?)\s+/);
}

/** Counts words of three letters and more outside of URLs, file names, tags and names with a sign. */
function countWords(text: string): number {
  const prose = text.replace(/https?:\S+|\S*[/@#=<>_{}\\]\S*|\S+\.\w{2,4}\b/g, ' ');
  return (prose.match(/(?<![\p{L}\d-])\p{L}{3,}(?![\p{L}\d-])/gu) ?? []).length;
}
