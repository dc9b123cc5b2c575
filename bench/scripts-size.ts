/** Size of the JavaScript of the home page, the blog and the administration, with gzip. */
import { gzipSync } from 'node:zlib';
import { signInAsOwner } from '#test/support/admin-session.ts';
import { homeScriptBytes } from '#test/support/home-scripts.ts';
import { routesIn } from '#test/support/public-routes.ts';
import { startApp } from '#test/support/start-app.ts';
import { checkFigure, printTable } from './figures.ts';

export async function measureScripts(): Promise<void> {
  await using app = await startApp({ LOG_LEVEL: 'info', SEED: 'demo' });
  const rows: string[][] = [];
  const checks: string[][] = [];
  const routes = (['en', 'de', 'th'] as const).flatMap(routesIn);
  for (const { path, pattern } of routes) {
    if (pattern !== '/:locale?' && !pattern.includes('/blog')) continue;
    const page = await (await fetch(app.origin + path)).text();
    const scripts = await homeScriptBytes(app.origin, path);
    checks.push(
      checkFigure(`${decodeURI(path)}: KB`, scripts / 1000, { most: pattern === '/:locale?' ? 115 : 140 }),
    );
    rows.push([
      decodeURI(path),
      `${(scripts / 1000).toFixed(1)} KB JavaScript`,
      `${(gzipSync(page).length / 1000).toFixed(1)} KB HTML`,
    ]);
  }
  const cookie = await signInAsOwner(app);
  for (const path of ['/admin/blog', '/admin/blog/new']) {
    const scripts = await homeScriptBytes(app.origin, path, cookie);
    checks.push(checkFigure(`${path}: KB`, scripts / 1000, { most: 250 }));
    rows.push([path, `${(scripts / 1000).toFixed(1)} KB JavaScript`, '']);
  }
  printTable('first visit, gzip', rows);
  printTable('script targets', checks);
}
