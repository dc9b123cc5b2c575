import { execFileSync } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What root may and others may not. */
const rights = ['dac_override', 'dac_read_search', 'fowner'].map((right) => `-${right}`).join(',');

/**
 * What stands before a command so that the rights of files hold for it. They do for everybody but root, who may write
 * whatever the rights say; root without these capabilities is the same user, and may still read what is root's own.
 */
export function holdingToRights(): string[] {
  return rightsHold() ? [] : ['setpriv', `--bounding-set=${rights}`, `--inh-caps=${rights}`];
}

function rightsHold(): boolean {
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

/** Takes away from a process that runs what it needs to write into any file, or gives it back. Linux only. */
export function letWrite(pid: number, may: boolean): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${may ? 'unlimited' : '0'}:unlimited`]);
}
