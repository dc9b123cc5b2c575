/** Posts in ten languages with the words of the seed articles, inserted by few large statements. */
import { createHash } from 'node:crypto';
import { buildSearchColumns } from '#blog/search.ts';
import { htmlToSearchText } from '#content/html-text.ts';
import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import { createRandom } from '#test/support/stress.ts';
import { readSeedData } from '../src/database/seed.ts';

/** So few that each text also occurs among 1,000 posts. */
const textsPerLocale = 40;
const rareArticles = 5;
const postsPerStep = 5000;

/** Occur in the texts of a language: in most posts, in about one of twenty, in five, in none. */
export interface CorpusWords {
  common: string;
  medium: string;
  rare: string;
  none: string;
}

export type Corpus = Awaited<ReturnType<typeof createCorpus>>;

export interface ArticleCounts {
  /** With posts in all languages. */
  translated: number;
  /** With a post in one language. */
  single: number;
}

type RunSql = (text: string, values?: unknown[]) => Promise<unknown>;

interface Text {
  title: string;
  excerpt: string;
  text: string;
}

const unspacedWords: Partial<Record<Locale, Pick<CorpusWords, 'rare' | 'none'>>> = {
  zh: { rare: '袋鼯猫', none: '鲸鲷鲺' },
  th: { rare: 'จิงโจ้แคระ', none: 'ฏฬฆฌ' },
};

export async function createCorpus() {
  const { articles } = await readSeedData('demo', Date.now());
  // The same numbers in every run.
  const random = createRandom(12_345);
  const texts = {} as Record<Locale, Text[]>;
  const words = {} as Record<Locale, CorpusWords>;
  for (const locale of locales) {
    const contents = articles.flatMap(({ posts }) => posts.filter((post) => post.locale === locale));
    const sentences = contents.flatMap(({ content }) => splitSentences(locale, content));
    texts[locale] = Array.from({ length: textsPerLocale }, () => drawText(locale, sentences, random));
    const { common, medium } = findFrequentWords(locale, texts[locale]);
    words[locale] = { common, medium, ...(unspacedWords[locale] ?? { rare: 'quokkapond', none: 'xyzzyq' }) };
  }
  const pool = locales.flatMap((locale) => {
    const rareTexts = texts[locale]
      .slice(0, rareArticles)
      .map((text) => ({ ...text, title: `${text.title} ${words[locale].rare}` }));
    return [...texts[locale], ...rareTexts].map((text, index) => toPoolRow(locale, index, text));
  });
  const digest = createHash('sha256').update(JSON.stringify(pool)).digest('hex');
  return {
    /** Of the texts and their search columns. */
    digest,
    words,
    fill: (run: RunSql, articles: ArticleCounts) => fill(run, articles, pool),
  };
}

function toPoolRow(locale: Locale, index: number, { title, excerpt, text }: Text) {
  const columns = buildSearchColumns(locale, { title, excerpt, text });
  return { locale, index, title, excerpt, content: `<p>${text}</p>`, ...columns };
}

function splitSentences(locale: Locale, html: string): string[] {
  const segmenter = new Intl.Segmenter(localeTags[locale], { granularity: 'sentence' });
  const text = htmlToSearchText([html]).replace(/\s+/g, ' ');
  const sentences = [...segmenter.segment(text)].flatMap(({ segment }) =>
    // Thai has no full stop.
    locale === 'th' ? (segment.match(/.{1,80}(?: |$)/g) ?? []) : [segment.trim()],
  );
  return sentences.filter((part) => part.length > 10);
}

function splitWords(locale: Locale, text: string): string[] {
  const segmenter = new Intl.Segmenter(localeTags[locale], { granularity: 'word' });
  return [...segmenter.segment(text)].filter((word) => word.isWordLike).map(({ segment }) => segment);
}

function drawText(locale: Locale, sentences: string[], random: () => number): Text {
  const draw = () => sentences[Math.floor(random() * sentences.length)] ?? '';
  const separator = unspacedWords[locale] ? '' : ' ';
  return {
    title: splitWords(locale, `${draw()} ${draw()}`).slice(0, 7).join(separator),
    excerpt: draw().slice(0, 160),
    text: Array.from({ length: 8 }, draw).join(' '),
  };
}

function findFrequentWords(locale: Locale, texts: Text[]): Pick<CorpusWords, 'common' | 'medium'> {
  const counts = new Map<string, number>();
  for (const { title, excerpt, text } of texts) {
    for (const word of new Set(splitWords(locale, `${title} ${excerpt} ${text}`.toLowerCase()))) {
      if (word.length >= (locale === 'zh' ? 2 : 4)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const byCount = [...counts].sort((a, b) => b[1] - a[1]);
  const medium = byCount.find(([, count]) => count <= textsPerLocale / 20);
  return { common: byCount[0]?.[0] ?? '', medium: medium?.[0] ?? '' };
}

/** The articles with one post have it in English, Chinese or Thai. Of the translations, the German ones are out of date. */
async function fill(
  run: RunSql,
  { translated, single }: ArticleCounts,
  pool: ReturnType<typeof toPoolRow>[],
): Promise<void> {
  await run(`insert into category (slug, color, names) values
    ('large', '#123456', '{"en":"Large"}'), ('small', '#654321', '{"en":"Small"}'), ('other', '#654321', '{"en":"Other"}')`);
  await run(`insert into tag (slug, names) values ('many', '{"en":"Many"}'), ('few', '{"en":"Few"}')`);
  await run(`drop index post_search`);
  await run(`create table text_pool (locale text, index int, title text, excerpt text, content text, search_text text,
    search tsvector, primary key (locale, index))`);
  for (let from = 0; from < pool.length; from += 100) {
    await run(
      `insert into text_pool select * from jsonb_to_recordset($1::jsonb)
        as t(locale text, index int, title text, excerpt text, content text, search_text text, search tsvector)`,
      [JSON.stringify(pool.slice(from, from + 100))],
    );
  }

  const articles = translated + single;
  /** One article in so many is in all languages. */
  const step = Math.ceil(articles / translated);
  const rareStep = Math.floor(translated / rareArticles);
  for (let from = 0; from < articles; from += postsPerStep) {
    const to = Math.min(from + postsPerStep, articles) - 1;
    await run(`with numbers as (select n, gen_random_uuid() as id, n % ${step} = 0 and n / ${step} < ${translated} as everywhere
        from generate_series(${from}, ${to}) n),
      articles as (insert into article (id, category_id, source_locale)
        select id, (select c.id from category c where c.slug = case when n % 2 = 0 then 'large' when n % 51 = 0 then 'small' else 'other' end), 'en' from numbers),
      tagged as (insert into article_tag (article_id, tag_id)
        select numbers.id, t.id from numbers join tag t on (t.slug = 'many' and n % 3 = 0) or (t.slug = 'few' and n % ${Math.floor(articles / 20)} = 0)),
      languages as (select n, id, unnest(case when everywhere then array['${locales.join("','")}']
        else array[(array['en','en','en','zh','th'])[1 + n % 5]] end) as locale, everywhere from numbers)
      insert into post (article_id, locale, slug, status, title, excerpt, content, published_at, created_at, search_text, search,
        origin, source_locale, source_digest, text_digest)
      select l.id, l.locale, 'post-' || n, 'published', p.title, p.excerpt, p.content,
        timestamptz '2020-01-01' + n * interval '1 minute', timestamptz '2020-01-01' + n * interval '1 minute', p.search_text, p.search,
        case when everywhere and l.locale <> 'en' then 'machine' else 'human' end,
        case when everywhere and l.locale <> 'en' then 'en' end,
        case when everywhere and l.locale <> 'en' then case when l.locale = 'de' then 'earlier' else 'now' end end, 'now'
      from languages l join text_pool p on p.locale = l.locale and p.index =
        case when not everywhere then abs(hashint4(n)) % ${textsPerLocale}
          when (n / ${step}) % ${rareStep} = 0 and (n / ${step}) / ${rareStep} < ${rareArticles}
          then ${textsPerLocale} + (n / ${step}) / ${rareStep} else (n / ${step}) % ${textsPerLocale} end`);
  }
  await run('drop table text_pool');
  await run('create index post_search on post using gin (search)');
  await run('vacuum analyze');
}
