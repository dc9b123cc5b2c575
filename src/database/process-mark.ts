import { readFileSync } from 'node:fs';

/** Start time in clock ticks on Linux, elsewhere `running`; empty if there is no such process. */
export function processStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'ESRCH')) throw error;
  }
  if (process.platform === 'linux') return '';
  try {
    process.kill(pid, 0);
    return 'running';
  } catch (error) {
    return isCode(error, 'EPERM') ? 'running' : '';
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
