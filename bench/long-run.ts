/** Translating a post of 60,000 words into two languages: duration, memory and tokens. */
import { readFileSync, writeFileSync } from 'node:fs';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { callAdminApi } from '#test/support/admin-session.ts';
import { signInAsOwner } from '#test/support/enter-admin.ts';
import { startApp } from '#test/support/start-app.ts';
import { savePostSchema } from '../src/blog/editing-contract.ts';
import type { RunState } from '../src/translation/contract.ts';
import { printTable } from './figures.ts';

const wordCount = 60_000;
const locales = ['es', 'th'];

export async function measureLongRun(): Promise<void> {
  const rows = [];
  for (const cap of [100_000, 90_000_000]) rows.push(await measureWith(cap));
  printTable(
    `a post of ${wordCount} words into ${locales.join(' and ')}, with a model that responds at once`,
    rows,
  );
}

async function measureWith(cap: number): Promise<string[]> {
  await using fake = await startFakeModel();
  const budget = { AI_DAILY_BUDGET: '900000000', AI_RUN_BUDGET: String(cap) };
  await using app = await startApp({ ...fake.environment, ...budget, LOG_LEVEL: 'info' });
  const cookie = await signInAsOwner(app);
  const line = 'was written in the garden of a friend and ';
  const paragraphs = Array.from(
    { length: wordCount / 120 },
    (_, index) => `<p>Page ${index} of <b>the journal</b> ${line.repeat(13)}read.</p>`,
  );
  const fields = { title: 'A long journal', content: paragraphs.join('') };
  const body = savePostSchema.parse({ mode: 'save', locale: 'en', fields });
  const { id } = await callAdminApi<{ id: string }>(app, cookie, 'POST /posts', { body });
  const before = residentMb(app.pid, 'VmRSS');
  // Resets the peak, VmHWM.
  writeFileSync(`/proc/${app.pid}/clear_refs`, '5');
  const startedAt = performance.now();
  const started = await callAdminApi<RunState>(app, cookie, `POST /posts/${id}/translations`, {
    body: { locales },
  });
  for (;;) {
    const run = await callAdminApi<RunState>(app, cookie, `GET /runs/${started.id}`);
    if (run.ended_at !== null) {
      const outcome = run.steps.slice(1).map(({ status, code }) => `${status}${code ? ` (${code})` : ''}`);
      return [
        `budget of ${cap} tokens`,
        outcome.join(', '),
        `${run.tokens.spent} tokens`,
        `${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
        `memory ${before} MB before, ${residentMb(app.pid, 'VmHWM')} MB at most`,
      ];
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

function residentMb(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const kb = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb) / 1024);
}
