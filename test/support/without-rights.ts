import { execFileSync } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rights = ['dac_override', 'dac_read_search', 'fowner'].map((right) => `-${right}`).join(',');

/** Arguments before a command that remove root's capability to bypass file permissions. */
export function unprivilegedPrefix(): string[] {
  return arePermissionsEnforced() ? [] : ['setpriv', `--bounding-set=${rights}`, `--inh-caps=${rights}`];
}

function arePermissionsEnforced(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-rights-'));
  try {
    chmodSync(folder, 0o555);
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    return true;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Forbids or allows a running process to write to files, by its file size limit. Linux only. */
export function setFileWritesAllowed(pid: number, may: boolean): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${may ? 'unlimited' : '0'}:unlimited`]);
}
