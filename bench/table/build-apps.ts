/** Builds the pages of the comparison below `.cache/table/`, once for each state of their sources. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const sources = import.meta.dirname;
const cache = '.cache/table';
const stamp = '.bench-built';

/**
 * The product with one page more: a copy of its sources, built with its own configuration. Only the pages' own
 * bundle differs from `build/`, so the rest is copied from there. Returns a checkout as `startApp` wants it.
 */
export function buildOurs(): string {
  const productBuild = readFileSync('build/.unspool-built', 'utf8');
  return buildOnce('ours', productBuild + hashFiles(['table-page.tsx', 'rows.ts']), (folder) => {
    for (const name of ['src', 'scripts', 'public', 'package.json', 'tsconfig.json'])
      cpSync(name, join(folder, name), { recursive: true });
    for (const name of ['vite.config.ts', 'react-router.config.ts']) cpSync(name, join(folder, name));
    const web = join(folder, 'src/web');
    cpSync(join(web, 'routes.ts'), join(web, 'product-routes.ts'));
    writeFileSync(
      join(web, 'routes.ts'),
      `import { route } from '@react-router/dev/routes';
import routes from './product-routes.ts';
export default [...routes, route('/table', 'table-page.tsx')];
`,
    );
    for (const name of ['table-page.tsx', 'rows.ts']) cpSync(join(sources, name), join(web, name));
    run(folder, resolve('node_modules/.bin/react-router'), ['build', '--logLevel', 'error']);
    cpSync('build/server', join(folder, 'build/server'), { recursive: true, force: false });
    cpSync('build/.unspool-built', join(folder, 'build/.unspool-built'));
  });
}

/** Installs the exact versions of the app's `package.json`. Null if that isn't possible, as without a network. */
export function buildOther(name: 'astro' | 'sveltekit', program: 'astro' | 'vite'): string | null {
  const files = listFiles(name).map((file) => join(name, file));
  try {
    return buildOnce(name, hashFiles([...files, 'rows.ts']), (folder) => {
      cpSync(join(sources, name), folder, { recursive: true });
      cpSync(join(sources, 'rows.ts'), join(folder, 'src/rows.ts'));
      // No package needs its install script.
      run(folder, 'npm', [
        'install',
        '--ignore-scripts',
        '--no-package-lock',
        '--no-audit',
        '--no-fund',
        '--fetch-retries=1',
      ]);
      run(folder, resolve(folder, 'node_modules/.bin', program), ['build']);
    });
  } catch (error) {
    console.error(`  ${name} could not be installed or built, so its rows are missing: ${String(error)}`);
    return null;
  }
}

function buildOnce(name: string, state: string, build: (folder: string) => void): string {
  const folder = join(cache, name);
  const stampFile = join(folder, stamp);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === state) return folder;
  console.error(`  building ${name} (once after each change) …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  build(folder);
  writeFileSync(stampFile, state);
  return folder;
}

function run(cwd: string, program: string, args: string[]): void {
  const env = { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' };
  execFileSync(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 });
}

function listFiles(folder: string): string[] {
  return readdirSync(join(sources, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(sources, folder).length + 1))
    .sort();
}

function hashFiles(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(sources, file)));
  return hash.digest('hex');
}
