import type { RunState, RunStep } from '#assistant/contract.ts';
import { groupOf, percentOf } from './run-view.ts';

/** One piece for each step. */
export function ProgressBar({ run, label, text }: { run: RunState; label: string; text: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percentOf(run)}
      aria-valuetext={text}
      className="mt-4 flex gap-1"
    >
      {run.steps.map((step) => (
        <span key={step.locale} className="h-2.5 grow overflow-hidden rounded-full bg-sunken">
          <span
            className={`block h-full rounded-full motion-safe:transition-[width] ${groupOf(step) === 'attention' ? 'bg-thread' : 'bg-accent'}`}
            style={{ width: `${shareOf(step)}%` }}
          />
        </span>
      ))}
    </div>
  );
}

function shareOf(step: RunStep): number {
  if (groupOf(step) !== 'coming') return 100;
  return step.blocks.total === 0 ? 0 : (100 * step.blocks.done) / step.blocks.total;
}
