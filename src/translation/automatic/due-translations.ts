import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import type { Locale } from '#i18n/locales.ts';
import type { AutomaticRule, AutomaticTranslation } from '#settings/contract.ts';

/** After the last change of a published post: a person may still say that it was only a correction. */
const quietMs = 10 * 60_000;
/** After a run that failed, before the next one of the same text. */
const pausesMs = [5, 20, 60, 4 * 60, 12 * 60, 24 * 60].map((minutes) => minutes * 60_000);
const dayMs = 24 * 60 * 60_000;

interface DueTranslation {
  postId: string;
  version: number;
  locales: Locale[];
  /** The rule's run before this one. Each run has at most one successor. */
  previousRunId: string | null;
  attempt: number;
}

type Rule = AutomaticTranslation & { mode: AutomaticRule; since: string };

/** The latest start of the hour, which may have been yesterday. */
function findLastNight(now: number, hour: number): number {
  const today = new Date(now).setUTCHours(hour, 0, 0, 0);
  return today <= now ? today : today - dayMs;
}

/** The database's type for dates is text in raw SQL. */
const timestamp = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/**
 * Reads what the rule has to translate from the posts and runs alone, so it is the same on every node and after a crash.
 * `p`: the original, `t`: its translation, `r`: the rule's latest run of the article, `k`: the run's task.
 */
export async function listDueTranslations(
  queries: Queries,
  rule: Rule,
  now: number,
): Promise<DueTranslation[]> {
  const followsChanges = rule.mode !== 'publish';
  const published = rule.mode === 'nightly' ? findLastNight(now, rule.hour) : now;
  const changed = rule.mode === 'nightly' ? published : now - quietMs;
  const since = timestamp(Date.parse(rule.since));
  const targets = sql.join(
    rule.locales.map((locale) => sql`(${locale}::text)`),
    sql`, `,
  );
  // A translation that a person has unpublished stays as it is.
  const isOutdated = sql`(
    t.source_locale = p.locale and t.origin in ('machine', 'mixed')
    and coalesce(tw.made_from ->> 'digest', t.source_digest) <> p.text_digest
    and (t.status = 'published' or t.status = 'draft' and t.published_at is null and t.scheduled_at is null))`;
  // A draft in the source language that a person has deleted is not created again.
  const hasFailed = sql`(
    (r.status <> 'cancelled' and k.status in ('failed', 'fallback') or k.code = 'run.withdrawn')
    and (t.id is null and k.status <> 'fallback' or t.origin = 'untranslated' and t.status = 'draft' or ${isOutdated}))`;
  const wasFirstPublished = sql`(
    select v.kind = 'published' and v.created_at >= ${since} from revision v
    where v.post_id = p.id and v.kind in ('saved', 'published') and v.fields ->> 'status' = 'published'
    order by v.version limit 1)`;
  const pauses = sql.join(
    pausesMs.map((pause, attempt) => sql`when ${sql.raw(String(attempt))} then ${timestamp(now - pause)}`),
    sql` `,
  );
  const rows = await queries
    .select({
      postId: sql<string>`p.id`,
      version: sql<number>`p.version`,
      locale: sql<Locale>`l.locale`,
      previousRunId: sql<string | null>`r.id`,
      attempt: sql<number>`case when r.source_digest = p.text_digest then r.rule_attempt + 1 else 0 end`,
    })
    .from(
      sql`post p
        join article a on a.id = p.article_id and a.source_locale = p.locale
        join (values ${targets}) as l (locale) on l.locale <> p.locale
        left join post t on t.article_id = p.article_id and t.locale = l.locale
        left join working_copy tw on tw.post_id = t.id
        left join lateral (
          select id, status, source_digest, rule_attempt, ended_at from translation_run where article_id = p.article_id and rule is not null
          order by created_at desc limit 1) r on true
        left join translation_task k on k.run_id = r.id and k.locale = l.locale`,
    )
    .where(
      sql`p.kind = 'post' and p.status = 'published' and p.source_locale is null
        and p.text_digest is not null and p.updated_at >= ${since} and p.updated_at <= ${timestamp(published)}
        and not exists (select from working_copy w where w.post_id = p.id)
        and not exists (
          select from translation_run live
          where live.article_id = p.article_id and live.status in ('queued', 'running'))
        and case
          when r.id is null and ${wasFirstPublished} then t.id is null or ${isOutdated}
          when r.source_digest = p.text_digest
            then ${hasFailed} and r.ended_at <= case r.rule_attempt ${pauses} end
          else p.updated_at <= ${timestamp(changed)} and (${hasFailed} or ${followsChanges} and ${isOutdated})
        end`,
    )
    .orderBy(sql`p.updated_at, p.id`);
  return [...Map.groupBy(rows, ({ postId }) => postId).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, locales: [first, ...others].map(({ locale }) => locale) }] : [],
  );
}
