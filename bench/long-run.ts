/** A post of 60,000 words on its way into two languages: whether it ends, what it holds in memory, what it spends. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { RunState } from '#assistant/contract.ts';
import { deskSaveSchema } from '#desk/contract.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { askDesk } from '#test/support/admin-session.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { startApp } from '#test/support/start-app.ts';
import { printTable } from './figures.ts';

const words = 60_000;
const locales = ['es', 'th'];

export async function measureLongRun(): Promise<void> {
  const rows = [];
  for (const cap of [100_000, 90_000_000]) rows.push(await measureWith(cap));
  printTable(`a post of ${words} words into ${locales.join(' and ')}, a model that answers at once`, rows);
}

async function measureWith(cap: number): Promise<string[]> {
  await using fake = await startFakeModel();
  const budget = { AI_DAILY_BUDGET: '900000000', AI_RUN_BUDGET: String(cap) };
  await using app = await startApp({ ...fake.environment, ...budget, LOG_LEVEL: 'info' });
  const cookie = await enterAsOwner(app);
  const line = 'was written in the garden of a friend and ';
  const paragraphs = Array.from(
    { length: words / 120 },
    (_, place) => `<p>Page ${place} of <b>the journal</b> ${line.repeat(13)}read.</p>`,
  );
  const fields = { title: 'A long journal', content: paragraphs.join('') };
  const body = deskSaveSchema.parse({ mode: 'save', locale: 'en', fields });
  const { id } = await askDesk<{ id: string }>(app, cookie, 'POST /posts', { body });
  const before = residentMb(app.pid, 'VmRSS');
  // From here on the highest is counted anew.
  writeFileSync(`/proc/${app.pid}/clear_refs`, '5');
  const begun = performance.now();
  const started = await askDesk<RunState>(app, cookie, `POST /posts/${id}/translations`, {
    body: { locales },
  });
  for (;;) {
    const run = await askDesk<RunState>(app, cookie, `GET /runs/${started.id}`);
    if (run.ended_at !== null) {
      const outcome = run.steps.slice(1).map(({ status, code }) => `${status}${code ? ` (${code})` : ''}`);
      return [
        `cap of ${cap} tokens`,
        outcome.join(', '),
        `${run.tokens.spent} tokens`,
        `${((performance.now() - begun) / 1000).toFixed(1)} s`,
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
