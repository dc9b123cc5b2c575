import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Stored } from './send-stored.ts';

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** Code that runs beside the page: under its own policy, which its file brings along. */
const workerFile = /^\/assets\/[\w-]+-worker-[\w-]+\.js$/;
const workerPolicy = "default-src 'none'; frame-ancestors 'none'";
/** This one asks for the files that it keeps. Browsers look for a newer one by themselves, past any cache. */
const serviceWorker = '/service-worker.js';
const serviceWorkerHeaders = {
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
};

/**
 * The built files of the browser by their path. The list is made once, so no path of a request ever reaches the
 * disk; a file is read when it is first asked for, with the compressed forms that the build left beside it.
 */
export function createStaticFiles(folder: string): (path: string) => Stored | null {
  const places = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && contentTypes[extname(entry.name)] !== undefined)
      .filter((entry) => !entry.parentPath.split(sep).includes('.vite'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((place) => [`/${relative(folder, place).split(sep).join('/')}`, place]),
  );
  const loaded = new Map<string, Stored>();
  return (path) => {
    const place = places.get(path);
    if (!place) return null;
    let file = loaded.get(path);
    if (!file) {
      file = load(path, place);
      loaded.set(path, file);
    }
    return file;
  };
}

/** Whether the file of this name becomes smaller when it is compressed. */
export function isText(name: string): boolean {
  return contentTypes[extname(name)]?.includes('utf-8') ?? false;
}

function load(path: string, place: string): Stored {
  const body = readFileSync(place);
  return {
    body,
    encodings: {
      ...(existsSync(`${place}.br`) && { br: readFileSync(`${place}.br`) }),
      ...(existsSync(`${place}.gz`) && { gzip: readFileSync(`${place}.gz`) }),
    },
    headers: {
      'content-type': contentTypes[extname(place)] ?? '',
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      'cache-control': path.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      ...(path === serviceWorker && serviceWorkerHeaders),
      // In a sandbox it would be of no origin, and browsers calculate nothing for such. Without one it may load no more.
      ...(workerFile.test(path) && { 'content-security-policy': workerPolicy }),
    },
  };
}
