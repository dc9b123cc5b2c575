import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import type { Locale } from '#i18n/locales.ts';
import type { AutomaticRule, AutomaticTranslation } from '#settings/contract.ts';

/**
 * After the last change of a published post. Several changes become one run, and a person can still start a run of their
 * own, or say that it was only a correction.
 */
const quietMs = 10 * 60_000;
/** After a run that failed, before the next one of the same text. */
const pausesMs = [5, 20, 60, 4 * 60, 12 * 60, 24 * 60].map((minutes) => minutes * 60_000);
const dayMs = 24 * 60 * 60_000;

interface DueTranslation {
  postId: string;
  version: number;
  locales: Locale[];
  /** The article's latest run. The rule starts at most one run after it. */
  previousRunId: string | null;
  attempt: number;
}

type Rule = Pick<AutomaticTranslation, 'locales' | 'hour'> & { mode: AutomaticRule; since: string };

/** The latest start of the hour, which may have been yesterday. */
function findLastNight(now: number, hour: number): number {
  const today = new Date(now).setUTCHours(hour, 0, 0, 0);
  return today <= now ? today : today - dayMs;
}

/** The database's type for dates is text in raw SQL. */
const timestamp = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/**
 * Reads what the rule has to translate from the posts and runs alone, so it is the same on every node and after a
 * crash. Nothing is due while a run of the rule is live. `p`: the original, `t`: its translation, `r`: the latest run
 * that had the language, whoever started it, `k`: its task, `a`: the latest run of the article.
 */
export async function listDueTranslations(
  queries: Queries,
  rule: Rule,
  now: number,
): Promise<DueTranslation[]> {
  const quiet = now - quietMs;
  const changed = rule.mode === 'nightly' ? Math.min(findLastNight(now, rule.hour), quiet) : quiet;
  const since = timestamp(Date.parse(rule.since));
  const targets = sql.join(
    rule.locales.map((locale) => sql`(${locale}::text)`),
    sql`, `,
  );
  // No person has changed, published or unpublished it since a run saved it for its reviewer.
  const isHeld = sql`(
    t.status = 'draft' and t.scheduled_at is null and exists (
      select from translation_task o join translation_run h on h.id = o.run_id
      where h.article_id = p.article_id and o.locale = l.locale
        and o.code = 'translation.held' and o.post_id = t.id and o.post_version = t.version))`;
  // A person works on texts of another origin, on other drafts, and on what they have unpublished.
  const isOutdated = sql`(
    t.source_locale = p.locale and t.origin = 'machine' and (t.status = 'published' or ${isHeld})
    and coalesce(tw.made_from ->> 'digest', t.source_digest) <> p.text_digest)`;
  // A draft in the source language that a person has deleted is not created again.
  const hasFailed = sql`(
    r.rule is not null
    and (r.status <> 'cancelled' and k.status in ('failed', 'fallback') or k.code = 'run.withdrawn')
    and (t.id is null and k.status <> 'fallback' or t.origin = 'untranslated' and t.status = 'draft' and t.scheduled_at is null or ${isOutdated}))`;
  // The second model had no tokens left or was out of order. Nobody has touched the translation since.
  const isUnread = sql`(
    r.rule is not null and r.status <> 'cancelled' and k.code = 'translation.unread' and t.scheduled_at is null
    and k.post_id = t.id and k.post_version = t.version)`;
  const firstPublished = sql`(
    select case when v.kind = 'published' then v.created_at end from revision v
    where v.post_id = p.id and v.kind in ('saved', 'published') and v.fields ->> 'status' = 'published'
    order by v.version limit 1)`;
  // Once a run has had the language, a missing one was deleted. Any run since the publication was a decision.
  const isNew = sql`(
    t.id is null
    and not exists (
      select from translation_task o join translation_run h on h.id = o.run_id
      where h.article_id = p.article_id and o.locale = l.locale)
    and ${firstPublished} >= ${since} and (a.id is null or a.created_at < ${firstPublished}))`;
  const pauses = sql.join(
    pausesMs.map((pause, attempt) => sql`when ${sql.raw(String(attempt))} then ${timestamp(now - pause)}`),
    sql` `,
  );
  const rows = await queries
    .select({
      postId: sql<string>`p.id`,
      version: sql<number>`p.version`,
      locale: sql<Locale>`l.locale`,
      previousRunId: sql<string | null>`a.id`,
      attempt: sql<number>`case
        when r.rule is null or r.source_digest <> p.text_digest then 0
        when k.code in ('model.budget', 'model.unconfigured') then r.rule_attempt
        else r.rule_attempt + 1 end`,
    })
    .from(
      sql`post p
        join article g on g.id = p.article_id and g.source_locale = p.locale
        join (values ${targets}) as l (locale) on l.locale <> p.locale
        left join post t on t.article_id = p.article_id and t.locale = l.locale
        left join working_copy tw on tw.post_id = t.id
        left join lateral (
          select id, created_at from translation_run
          where article_id = p.article_id order by created_at desc limit 1) a on true
        left join lateral (
          select h.id, h.rule, h.status, h.source_digest, h.rule_attempt, h.ended_at
          from translation_run h join translation_task o on o.run_id = h.id and o.locale = l.locale
          where h.article_id = p.article_id order by h.created_at desc limit 1) r on true
        left join translation_task k on k.run_id = r.id and k.locale = l.locale`,
    )
    .where(
      sql`p.kind = 'post' and p.status = 'published' and p.source_locale is null
        and p.text_digest is not null and p.updated_at >= ${since} and p.updated_at <= ${timestamp(changed)}
        and not exists (select from working_copy w where w.post_id = p.id)
        and not exists (
          select from translation_run live
          where live.status in ('queued', 'running') and (live.article_id = p.article_id or live.rule is not null))
        and (${isNew}
          or ${rule.mode !== 'publish'} and r.source_digest is distinct from p.text_digest and ${isOutdated}
          or (${hasFailed} or ${isUnread})
            and (r.source_digest <> p.text_digest or r.ended_at <= case r.rule_attempt ${pauses} end))`,
    )
    .orderBy(sql`p.updated_at, p.id`);
  return [...Map.groupBy(rows, ({ postId }) => postId).values()].flatMap((ofPost) => {
    const [first] = ofPost;
    const attempt = Math.max(...ofPost.map((row) => row.attempt));
    return first ? [{ ...first, attempt, locales: ofPost.map(({ locale }) => locale) }] : [];
  });
}
