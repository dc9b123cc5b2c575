import { spawnSync } from 'node:child_process';

export function hasProgram(name: 'openssl' | 'python3' | 'unzip'): boolean {
  return spawnSync(name, [name === 'unzip' ? '-v' : '--version']).error === undefined;
}
