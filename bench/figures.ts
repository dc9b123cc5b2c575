export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** The value that `percent` of 100 do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}

/** What a check asks for and whether it was so; where not, the command ends with 1. */
export function checkRow(what: string, isHeld: boolean): string[] {
  if (!isHeld) process.exitCode = 1;
  return [what, isHeld ? 'held' : 'MISSED'];
}

/** The same for a figure that may be `least` at least, or `most` at most. */
export function checkFigure(what: string, figure: number, { least = -Infinity, most = Infinity }): string[] {
  const asked = least > -Infinity ? `at least ${least}` : `at most ${most}`;
  return checkRow(`${what} ${asked}`, figure >= least && figure <= most);
}

export function printTable(title: string, rows: string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const row of rows)
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`);
}

/** Seconds of processor that another process has used, to a hundredth; Linux only, NaN elsewhere. */
export async function cpuSeconds(pid: number): Promise<number> {
  const { readFile } = await import('node:fs/promises');
  try {
    // After the name, which may hold spaces: user and system time are the 12th and 13th.
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

/** Resident memory of another process in MB; Linux only, NaN elsewhere. */
export async function residentMB(pid: number): Promise<number> {
  const { readFile } = await import('node:fs/promises');
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
