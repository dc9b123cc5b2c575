// Runs before `npm start`, `npm test` and other npm scripts. Installs and builds what is missing or stale.
// Needs only Node 20.20 and no packages: the scripts that follow run on the Node of the `node` package.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const installStamp = 'node_modules/.unspool-installed';
const buildStamp = 'build/.unspool-built';
const browserPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function isCurrent(stamp, hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

function run(command, args) {
  const isWindows = process.platform === 'win32';
  execFileSync(command, args, { stdio: ['ignore', 2, 2], shell: isWindows });
}

function install() {
  const hash = hashFiles(['package.json', 'package-lock.json']);
  if (isCurrent(installStamp, hash)) return;
  console.error('Installing packages (once, about a minute) …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(installStamp, hash);
}

function build() {
  const sources = ['src', 'public', 'scripts']
    .flatMap(listFiles)
    .filter((path) => !/\.test\.tsx?$/.test(path));
  const configFiles = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
    'vite.server.config.ts',
    'vite.cli.config.ts',
    'react-router.config.ts',
  ];
  const hash = hashFiles([...sources, ...configFiles]);
  if (isCurrent(buildStamp, hash)) return;
  console.error('Building (once after each change) …');
  run('npm', ['run', '--silent', 'build']);
  mkdirSync('build', { recursive: true });
  writeFileSync(buildStamp, hash);
}

function installBrowser() {
  if (process.env.CHROMIUM_PATH || browserPaths.some(existsSync)) return;
  const command =
    'apt-get -o Acquire::Retries=5 update && apt-get -o Acquire::Retries=5 install -y --no-install-recommends chromium-headless-shell fonts-noto-core fonts-noto-cjk';
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      `The browser journeys need Chromium. On Debian: sudo sh -c "${command}"; elsewhere set CHROMIUM_PATH.`,
    );
    process.exit(1);
  }
  console.error('Installing Chromium for the browser journeys (once) …');
  run('sh', ['-c', `export DEBIAN_FRONTEND=noninteractive; ${command} >&2`]);
}

install();
if (process.argv.includes('--browser')) installBrowser();
if (!process.argv.includes('--no-build')) build();
