import { readFileSync } from 'node:fs';
import { checkPackageAge, type PackageException, type Releases } from './package-age.ts';

/** Production packages that decide who gets in, or that read what strangers send or a model answers. */
export const sensitivePackages = [
  // sign-in
  'better-auth',
  '@better-auth/utils',
  'altcha-lib',
  // HTTP in both directions, mail
  'hono',
  '@hono/node-server',
  'react-router',
  'undici',
  's3mini',
  'nodemailer',
  'content-disposition',
  'negotiator',
  'isbot',
  // answers of a model
  'ai',
  '@ai-sdk/openai-compatible',
  // HTML, Markdown, ZIP and JSON
  'sanitize-html',
  'htmlparser2',
  'domutils',
  'react-dom',
  'preact',
  'marked',
  'yauzl',
  'zod',
  // images, video
  'sharp',
  '@takumi-rs/core',
  'mediabunny',
  // databases
  '@electric-sql/pglite',
  'pg',
  'drizzle-orm',
  'ioredis',
];

const exceptions: readonly PackageException[] = [
  {
    name: 'react-router',
    version: '8.4.0',
    until: '2026-12-31',
    reason:
      'The registry has @react-router/dev up to 8.4.0, and it builds only for its own version of react-router.',
  },
];

interface SensitiveReleases {
  checkedOn: string;
  packages: Record<string, Releases>;
}

export const releasesFile = 'scripts/sensitive-packages.json';

export function readReleases(): SensitiveReleases {
  return JSON.parse(readFileSync(releasesFile, 'utf8'));
}

interface LockEntry {
  version?: string;
  dev?: boolean;
}

/** Every production copy of a sensitive package in the lock: `['undici', '8.13.1']`. */
export function listInstalled(lock: Readonly<Record<string, LockEntry>>): [string, string][] {
  return Object.entries(lock)
    .filter(([, { dev }]) => !dev)
    .map(([path, { version = '' }]): [string, string] => [path.replace(/^.*node_modules\//, ''), version])
    .filter(([name]) => sensitivePackages.includes(name));
}

export function findLatePackages(
  installed: readonly (readonly [string, string])[],
  { packages }: SensitiveReleases,
  today: string,
): string[] {
  return installed.flatMap(
    ([name, version]) =>
      checkPackageAge({ name, installed: version, releases: packages[name] ?? {}, today, exceptions }) ?? [],
  );
}
