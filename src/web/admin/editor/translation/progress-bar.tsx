import type { RunState, RunStep } from '#assistant/contract.ts';
import { runPercent, stepGroup } from './run-view.ts';

/** One segment per step. */
export function RunProgressBar({ run, label, text }: { run: RunState; label: string; text: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={runPercent(run)}
      aria-valuetext={text}
      className="mt-4 flex gap-1"
    >
      {run.steps.map((step) => (
        <span key={step.locale} className="h-2.5 grow overflow-hidden rounded-full bg-sunken">
          <span
            className={`block h-full rounded-full motion-safe:transition-[width] ${stepGroup(step) === 'attention' ? 'bg-thread' : 'bg-accent'}`}
            style={{ width: `${getProgress(step)}%` }}
          />
        </span>
      ))}
    </div>
  );
}

function getProgress(step: RunStep): number {
  if (stepGroup(step) !== 'coming') return 100;
  return step.blocks.total === 0 ? 0 : (100 * step.blocks.done) / step.blocks.total;
}
