// Run after every `npm install`. If a registry lacks a package for another platform, npm leaves it out of
// package-lock.json, and `npm ci` then rejects the lock. This script adds the missing optional entries.
import { readFileSync, writeFileSync } from 'node:fs';

const path = 'package-lock.json';
const lock = JSON.parse(readFileSync(path, 'utf8'));
const added = [];

for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (place === '' || !/^\d/.test(version)) continue;
    const own = `${place}/node_modules/${name}`;
    const hoisted = `node_modules/${name}`;
    if (lock.packages[own] || lock.packages[hoisted]) continue;
    lock.packages[hoisted] = {
      version,
      optional: true,
      ...(entry.dev && { dev: true }),
      ...platformOf(name),
    };
    added.push(name);
  }
}

/** npm skips an optional package if these fields don't match the platform. */
function platformOf(name) {
  const os = /(android|darwin|freebsd|linux|netbsd|openbsd|win32|openharmony|wasm32)/.exec(name)?.[1];
  const cpu = /(arm64|armhf|arm|x64|ia32|ppc64|riscv64|s390x|loong64|wasm32)(?![a-z0-9])/.exec(name)?.[1];
  const libc = /(gnu|musl)/.exec(name)?.[1];
  return {
    ...(os && os !== 'wasm32' && { os: [os] }),
    ...(cpu && { cpu: [cpu] }),
    ...(libc && { libc: [libc === 'gnu' ? 'glibc' : 'musl'] }),
  };
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length === 0 ? 'The lock is complete.' : `Added to the lock: ${added.join(', ')}`);
