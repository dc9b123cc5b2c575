import { readFile } from 'node:fs/promises';

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}

/** Sets exit code 1 if the check failed. */
export function checkRow(label: string, isMet: boolean): string[] {
  if (!isMet) process.exitCode = 1;
  return [label, isMet ? 'met' : 'MISSED'];
}

export function checkFigure(label: string, figure: number, { least = -Infinity, most = Infinity }): string[] {
  const bound = least > -Infinity ? `at least ${least}` : `at most ${most}`;
  return checkRow(`${label} ${bound}`, figure >= least && figure <= most);
}

export function printTable(title: string, rows: string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const row of rows)
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`);
}

/** In milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** CPU time of another process, to a hundredth of a second. Linux only, NaN elsewhere. */
export async function cpuSeconds(pid: number): Promise<number> {
  try {
    // The name may contain spaces. User and system time are the 12th and 13th field after it.
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

/** Resident memory of another process, now or at most. Linux only, NaN elsewhere. */
export async function residentMB(pid: number, name: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
