import { readFileSync, writeFileSync } from 'node:fs';

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}

/** In milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** CPU time of another process, to a hundredth of a second. Linux only. */
export function cpuSeconds(pid: number): number {
  // The name may contain spaces. User and system time are the 12th and 13th field after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resident memory of another process, now or at most. Linux only, NaN elsewhere. */
export function residentMB(pid: number, name: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

/** Starts a new peak, `VmHWM`. Returns the memory now. */
export function resetPeakMB(pid: number): number {
  if (process.platform === 'linux') writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return residentMB(pid);
}

export interface Goal {
  least?: number;
  most?: number;
}

interface Figure {
  name: string;
  /** Of this tree, then of the one to compare with. */
  values: readonly number[];
  goal: Goal;
}

const figures: Figure[] = [];
const failedChecks: string[] = [];

/** A row of the table at the end. A goal that isn't met is reported, and fails only a strict run. */
export function addFigure(name: string, values: readonly number[], goal: Goal): void {
  figures.push({ name, values, goal });
  console.error(`  ${name}: ${values.map(formatNumber).join(', before ')}`);
}

/** Fails the run: the product did something wrong, or wasn't measured as intended. */
export function check(what: string, isRight: boolean): void {
  if (isRight || failedChecks.includes(what)) return;
  failedChecks.push(what);
  console.error(`  CHECK FAILED: ${what}`);
}

/** Prints the table of all figures. Returns the exit code. */
export function printFigures({ isStrict, hasBefore }: { isStrict: boolean; hasBefore: boolean }): number {
  const header = ['', 'figure', 'goal', '', ...(hasBefore ? ['before', 'of before'] : [])];
  const rows = figures.map(({ name, values: [value = Number.NaN, before], goal }) => [
    name,
    formatNumber(value),
    formatGoal(goal),
    isMet(value, goal) ? 'met' : 'NOT MET',
    ...(before === undefined ? [] : [formatNumber(before), (value / before).toFixed(2)]),
  ]);
  printTable('', [header, ...rows]);
  const missed = figures.filter(({ values, goal }) => !isMet(values[0] ?? Number.NaN, goal)).length;
  console.log(`\n${figures.length - missed} of ${figures.length} goals met`);
  for (const what of failedChecks) console.log(`CHECK FAILED: ${what}`);
  return failedChecks.length > 0 || (isStrict && missed > 0) ? 1 : 0;
}

const isMet = (value: number, { least = -Infinity, most = Infinity }: Goal) =>
  value >= least && value <= most;

const formatGoal = ({ least, most }: Goal) =>
  [least !== undefined && `at least ${least}`, most !== undefined && `at most ${most}`]
    .filter(Boolean)
    .join(', ');

const formatNumber = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

export function printTable(title: string, rows: string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const row of rows)
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`);
}
