// Run after every `npm install`. If a registry lacks a package for another platform, npm leaves it out of
// package-lock.json, and `npm ci` then rejects the lock. This script adds the missing optional entries.
import { readFileSync, writeFileSync } from 'node:fs';

const lockFile = 'package-lock.json';
const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
const added = [];

for (const [packagePath, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (packagePath === '' || !/^\d/.test(version)) continue;
    const nestedPath = `${packagePath}/node_modules/${name}`;
    const hoistedPath = `node_modules/${name}`;
    if (lock.packages[nestedPath] || lock.packages[hoistedPath]) continue;
    lock.packages[hoistedPath] = {
      version,
      optional: true,
      ...(entry.dev && { dev: true }),
      ...parsePlatform(name),
    };
    added.push(name);
  }
}

/** Parses the platform from the package name. npm skips optional packages for other platforms. */
function parsePlatform(name) {
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
writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
console.log(
  added.length === 0 ? 'package-lock.json is complete.' : `Added to package-lock.json: ${added.join(', ')}`,
);
