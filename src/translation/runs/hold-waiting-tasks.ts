import { and, eq, inArray } from 'drizzle-orm';
import { translationTask } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { readAssessments } from '../assessment/assessment-queries.ts';
import { findUneditedBlocks } from '../assessment/machine-blocks.ts';
import { isHeld, toPublicPolicy } from '../assessment/score-language.ts';
import { readTranslationOutput } from '../blocks/block-queries.ts';
import type { TaskCode } from '../contract.ts';
import { type RunDeps, type RunRow, readTasks, type TaskRow } from './run-queries.ts';

export const waitingCodes: TaskCode[] = ['translation.waits', 'translation.unpublished'];

export function isWaiting({ code }: Pick<TaskRow, 'code'>): boolean {
  return waitingCodes.includes(code as TaskCode);
}

/** The owner may have named a reviewer or raised the lowest score since a language was translated. */
export async function holdWaitingTasks(deps: RunDeps, run: RunRow): Promise<void> {
  const { query } = deps.database;
  for (const { locale } of (await readTasks(query, run.id)).filter(isWaiting)) {
    const code = await findHoldingCode(deps, run, locale);
    if (code === null) continue;
    const isOfTask = and(eq(translationTask.runId, run.id), eq(translationTask.locale, locale));
    await query
      .update(translationTask)
      .set({ code })
      .where(and(isOfTask, inArray(translationTask.code, waitingCodes)));
  }
}

async function findHoldingCode(
  { database: { query }, posts, reviewers, scorePolicy }: RunDeps,
  { articleId, sourceLocale: from }: RunRow,
  to: Locale,
): Promise<TaskCode | null> {
  if (reviewers.isRequired(to)) return 'translation.held';
  const existing = await posts.findPost(articleId, to);
  if (!existing) return null;
  const { translated } = findUneditedBlocks(await readTranslationOutput(query, existing.id), existing);
  const assessments = await readAssessments(query, translated, { from, to });
  const policy = scorePolicy(to);
  const held = translated.filter((block) => isHeld(assessments.get(block), policy));
  if (held.length === 0) return null;
  const isRead = held.some((block) => isHeld(assessments.get(block), toPublicPolicy(policy)));
  return isRead ? 'translation.review' : 'translation.unread';
}
