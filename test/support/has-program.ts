import { spawnSync } from 'node:child_process';

/** Whether a program that opens what we wrote is on this machine; what needs it is skipped where it is not. */
export function hasProgram(name: 'openssl' | 'python3' | 'unzip'): boolean {
  return spawnSync(name, [name === 'unzip' ? '-v' : '--version']).error === undefined;
}
