import { and, count, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { plainBlockText } from '#ai/block-text-contract.ts';
import { pickPostTexts } from '#blog/texts-contract.ts';
import { htmlToSearchText } from '#content/html-text.ts';
import type { Database, Queries } from '#database/database.ts';
import { post, translationWritten, workingCopy } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { createEventLoopYield } from '#platform/limits/event-loop.ts';
import { readAssessments, type TranslatedText } from './assessment/assessment-queries.ts';
import { isDoubtful, toPublicPolicy } from './assessment/score-language.ts';
import type { ScorePolicy } from './assessment-contract.ts';
import type { ReviewQueue } from './contract.ts';

/** A longer queue shows its first posts, and the others once those are done. */
const queueLimit = 100;

const source = alias(post, 'source');
const ofTranslation = eq(workingCopy.postId, post.id);
const ofSource = and(eq(source.articleId, post.articleId), eq(source.locale, post.sourceLocale));
/** A translation in the working copy counts, since the editor shows that one. */
const isOutdated = sql<boolean>`coalesce(${source.textDigest} <> coalesce(${workingCopy.sourceRevision} ->> 'digest', ${post.sourceDigest}), false)`;
/** The text of the other origins was written or accepted by people. */
const hasMachineText = inArray(post.origin, ['machine', 'untranslated']);
const needsReview = and(
  eq(post.kind, 'post'),
  ne(post.origin, 'human'),
  ne(post.status, 'archived'),
  or(hasMachineText, isOutdated),
);

export function createReviewQueue({
  database: { query },
  scorePolicy,
}: {
  database: Pick<Database, 'query'>;
  scorePolicy(to: Locale): ScorePolicy;
}): ReviewQueue {
  return {
    async countPosts() {
      const rows = await query
        .select({ locale: post.locale, posts: count() })
        .from(post)
        .innerJoin(source, ofSource)
        .leftJoin(workingCopy, ofTranslation)
        .where(needsReview)
        .groupBy(post.locale);
      const posts = new Map(rows.map((row) => [row.locale, row.posts]));
      return locales.map((locale) => ({ locale, posts: posts.get(locale) ?? 0 }));
    },
    async listPosts(locale) {
      const rows = await query
        .select({
          id: post.id,
          title: sql<string>`coalesce(nullif(${post.title}, ''), ${source.title})`,
          status: post.status,
          isUntranslated: sql<boolean>`${post.origin} = 'untranslated'`,
          isOutdated,
          isPublic: sql<boolean>`${post.status} = 'published' and ${workingCopy.postId} is null`,
        })
        .from(post)
        .innerJoin(source, ofSource)
        .leftJoin(workingCopy, ofTranslation)
        .where(and(eq(post.locale, locale), needsReview))
        // Readers see the published ones now.
        .orderBy(sql`${post.status} = 'published' desc`, desc(post.updatedAt), post.id)
        .limit(queueLimit);
      const blocks = await listOpenBlocks(
        query,
        rows.map(({ id }) => id),
      );
      const policy = scorePolicy(locale);
      const listDoubtful = (isPublic: boolean) => {
        const listed = rows
          .filter((row) => row.isPublic === isPublic)
          .flatMap(({ id }) => blocks.get(id) ?? []);
        return findDoubtful(query, listed, locale, isPublic ? toPublicPolicy(policy) : policy);
      };
      const doubtful = new Set([...(await listDoubtful(true)), ...(await listDoubtful(false))]);
      return rows.map(({ isPublic: _, ...row }) => {
        const open = blocks.get(row.id) ?? [];
        return {
          ...row,
          blocks: open.length,
          doubtful: open.filter((block) => doubtful.has(block)).length,
        };
      });
    },
  };
}

interface QueuedBlock extends TranslatedText {
  from: Locale;
}

/** By post id: the blocks that no person has accepted and whose text is still in the post. */
async function listOpenBlocks(queries: Queries, ids: readonly string[]): Promise<Map<string, QueuedBlock[]>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .select({ post, copy: workingCopy.fields, blocks: translationWritten.blocks })
    .from(translationWritten)
    .innerJoin(post, eq(post.id, translationWritten.postId))
    .leftJoin(workingCopy, ofTranslation)
    .where(inArray(post.id, [...ids]));
  const found = new Map<string, QueuedBlock[]>();
  const yieldToEventLoop = createEventLoopYield();
  for (const { post: row, copy, blocks } of rows) {
    await yieldToEventLoop();
    const values: unknown[] = Object.values({ ...pickPostTexts(row), ...copy }).flat();
    const text = withoutSpaces(htmlToSearchText(values.filter((value) => typeof value === 'string')));
    const isStillThere = (block: string) =>
      splitAtBreaks(block).every((part) => text.includes(withoutSpaces(plainBlockText(part))));
    const open = blocks.filter((block) => block.human_for === undefined && isStillThere(block.text));
    found.set(
      row.id,
      open.map(({ hash, text }) => ({ hash, text, from: row.sourceLocale as Locale })),
    );
  }
  return found;
}

async function findDoubtful(
  queries: Queries,
  blocks: readonly QueuedBlock[],
  to: Locale,
  policy: ScorePolicy,
): Promise<Set<QueuedBlock>> {
  const doubtful = new Set<QueuedBlock>();
  for (const [from, ofLocale] of Map.groupBy(blocks, (block) => block.from)) {
    const assessments = await readAssessments(queries, ofLocale, { from, to });
    for (const block of ofLocale) if (isDoubtful(assessments.get(block), policy)) doubtful.add(block);
  }
  return doubtful;
}

/** A line break or an image, whose alt text is a block of its own. */
const splitAtBreaks = (block: string) => block.split(/<\d+\/>/);
const withoutSpaces = (text: string) => text.replace(/\s+/g, '');
