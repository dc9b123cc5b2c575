import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { type CachedResponse, createEtag } from './responses/cached-response.ts';

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

const workerFile = /^\/assets\/(?=\S*-worker-)[\w-]+\.js$/;
const workerPolicy = "default-src 'none'; frame-ancestors 'none'";
/** The service worker fetches the files that it caches, so it may connect to the site. */
const serviceWorker = '/service-worker.js';
const serviceWorkerHeaders = {
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
};

/** Reads the list once, so request paths never reach the disk. */
export function createStaticFiles(folder: string): (path: string) => CachedResponse | null {
  const filePaths = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && contentTypes[extname(entry.name)] !== undefined)
      .filter((entry) => !entry.parentPath.split(sep).includes('.vite'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((filePath) => [`/${relative(folder, filePath).split(sep).join('/')}`, filePath]),
  );
  const loaded = new Map<string, CachedResponse>();
  return (path) => {
    const filePath = filePaths.get(path);
    if (!filePath) return null;
    let file = loaded.get(path);
    if (!file) {
      file = load(path, filePath);
      loaded.set(path, file);
    }
    return file;
  };
}

export function isCompressible(name: string): boolean {
  return contentTypes[extname(name)]?.includes('utf-8') ?? false;
}

function load(path: string, filePath: string): CachedResponse {
  const body = readFileSync(filePath);
  return {
    body,
    encodings: {
      ...(existsSync(`${filePath}.br`) && { br: readFileSync(`${filePath}.br`) }),
      ...(existsSync(`${filePath}.gz`) && { gzip: readFileSync(`${filePath}.gz`) }),
    },
    headers: {
      'content-type': contentTypes[extname(filePath)] ?? '',
      etag: createEtag(body),
      'cache-control': path.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      ...(path === serviceWorker && serviceWorkerHeaders),
      // No `sandbox`: it would give the worker an opaque origin, where it can't do its work.
      ...(workerFile.test(path) && { 'content-security-policy': workerPolicy }),
    },
  };
}
