/**
 * Downloads through the built product, its HTTP server included, from a media host with TLS as the real ones have,
 * against a bare relay from `node:https` to `node:http`, in interleaved rounds over loopback; then files that it offloads
 * to nginx, against nginx as a plain proxy, both without TLS.
 */
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificate } from '#test/support/create-certificate.ts';
import { hasNginx, launchNginx, startNginx } from '#test/support/start-nginx.ts';
import { type Child, startServer } from './child-process.ts';
import { forkClients, type Load, type LoadResult } from './clients.ts';
import { addFigure, check, cpuSeconds, resetPeakMB, residentMB } from './figures.ts';
import { importFrom, interleave, type Product, startProducts, type Trees } from './trees.ts';

const rounds = 5;
const secret = 'k7Qz2vXw9Lr4Tn6Yb1Mc8Hd3Jf5Gp0Sa';

interface Downloads {
  connections: number;
  megabytes: number;
  repeats: number;
}

/** One file takes only 50 ms, so it is repeated. */
const one: Downloads = { connections: 1, megabytes: 50, repeats: 4 };
const many: Downloads = { connections: 50, megabytes: 10, repeats: 1 };
const crowd: Downloads = { connections: 500, megabytes: 4, repeats: 1 };
/** Just below nginx's limit for one network. */
const manyByNginx: Downloads = { connections: 30, megabytes: 20, repeats: 1 };

export type MediaHost = Awaited<ReturnType<typeof startMediaHost>>;

/** `settings` let the product relay its files. */
export async function startMediaHost(protocol: 'http' | 'https') {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'unspool-bench-'));
  const { key, certificate } = createCertificate(folder.path);
  const server = await startServer('./media-host.ts', ...(protocol === 'https' ? [key, certificate] : []));
  const origin = `${protocol}://127.0.0.1:${server.port}`;
  return {
    ...server,
    origin,
    certificate,
    settings: {
      APP_SECRET: secret,
      THREADS_ORIGIN: origin,
      MEDIA_HOSTS: toAllowedHost(origin),
      UPSTREAM_LOOPBACK: 'allow',
      NODE_EXTRA_CA_CERTS: certificate,
    },
    [Symbol.dispose]() {
      server[Symbol.dispose]();
      folder.remove();
    },
  };
}

/** As `MEDIA_HOSTS` names it. */
const toAllowedHost = (origin: string) => origin.replace('http://', '');

/** A function for the URLs of files of the media host, as the product gives them to browsers. */
export async function issueUrls(
  { origin, tree }: Product,
  mediaHost: MediaHost,
): Promise<(megabytes: number) => string> {
  const module = await importFrom<typeof import('../src/media/serve.ts')>(tree, 'src/media/serve.ts');
  const { issueTicket } = module.createMediaService({
    secret,
    allowedHosts: [toAllowedHost(mediaHost.origin)],
    loopback: true,
    now: Date.now,
    renewMediaUrl: async () => null,
  });
  return (megabytes) =>
    origin +
    issueTicket({
      url: `${mediaHost.origin}/${megabytes}.mp4`,
      name: 'threads-video-1',
      format: 'MP4',
      purpose: 'attachment',
      item: { postUrl: 'https://www.threads.com/', itemId: '1', format: 'MP4', part: 'file' },
    });
}

/** Returns the duration in seconds. */
async function download(clients: Child, url: string, { connections, megabytes, repeats }: Downloads) {
  let seconds = 0;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const load: Load = { url, connections, bytes: megabytes * 1024 * 1024 };
    const result = await clients.call<LoadResult>(load);
    check(
      `${connections} downloads at once from ${new URL(url).host} are whole: ${result.failed} are not`,
      result.failed === 0,
    );
    seconds += result.seconds;
  }
  return seconds;
}

async function digest(clients: Child, url: string): Promise<string> {
  const load: Load = { url, connections: 1, bytes: 50 * 1024 * 1024, isDigested: true };
  return (await clients.call<LoadResult>(load)).digest;
}

export async function measureRelay(trees: Trees): Promise<void> {
  using mediaHost = await startMediaHost('https');
  using bare = await startServer('./baseline.ts', 'relay', mediaHost.origin, mediaHost.certificate);
  using clients = forkClients();
  await using started = await startProducts(trees, mediaHost.settings);
  const bareUrl = (megabytes: number) => `http://127.0.0.1:${bare.port}/${megabytes}.mp4`;
  const sides = await Promise.all(
    started.products.map(async (product) => ({
      pid: product.pid,
      url: await issueUrls(product, mediaHost),
    })),
  );
  const expected = await digest(clients, bareUrl(50));
  for (const { url } of sides)
    check('a download has the bytes of the media host', (await digest(clients, url(50))) === expected);

  const idle = sides.map(({ pid }) => resetPeakMB(pid));
  await measureDownloads(one);
  await measureDownloads(many);
  const growth = sides.map(({ pid }, index) => residentMB(pid, 'VmHWM') - (idle[index] ?? Number.NaN));
  addFigure(`${many.connections} downloads at once: peak memory, MB more`, growth, { most: 60 });
  await measureDownloads(crowd);

  async function measureDownloads(downloads: Downloads): Promise<void> {
    const { connections, megabytes } = downloads;
    const measure = async (pid: number, url: string) => {
      const before = cpuSeconds(pid);
      const seconds = await download(clients, url, downloads);
      return { seconds, cpu: cpuSeconds(pid) - before };
    };
    const medians = await interleave(rounds, sides, async ({ pid, url }) => {
      const baseline = await measure(bare.pid, bareUrl(megabytes));
      const ours = await measure(pid, url(megabytes));
      return { speed: baseline.seconds / ours.seconds, cpu: ours.cpu / baseline.cpu };
    });
    addFigure(`download, c=${connections}: MB/s of bare node:https`, medians('speed'), { least: 1.5 });
    addFigure(`download, c=${connections}: CPU of bare node:https`, medians('cpu'), { most: 1 });
  }
}

export async function measureOffload(trees: Trees): Promise<void> {
  if (!hasNginx()) return;
  using mediaHost = await startMediaHost('http');
  using clients = forkClients();
  const settings = { MEDIA_OFFLOAD: 'nginx', TRUSTED_PROXIES: '127.0.0.1' };
  await using started = await startProducts(trees, { ...mediaHost.settings, ...settings });
  await using plain = await startPlainNginx(mediaHost.port);
  await using stack = new AsyncDisposableStack();
  const sides: ((megabytes: number) => string)[] = [];
  for (const product of started.products) {
    const nginx = stack.use(await startNginx([new URL(product.origin).host]));
    sides.push(await issueUrls({ ...product, origin: nginx.origin }, mediaHost));
  }
  for (const downloads of [one, manyByNginx]) {
    const { connections, megabytes } = downloads;
    const medians = await interleave(rounds, sides, async (url) => {
      const baseline = await download(clients, `${plain.origin}/${megabytes}.mp4`, downloads);
      return { ratio: baseline / (await download(clients, url(megabytes), downloads)) };
    });
    addFigure(`download by nginx, c=${connections}: MB/s of nginx alone`, medians('ratio'), { least: 0.95 });
  }
}

/** A baseline: nginx with a single `location`, and the buffer sizes of deploy/nginx/. */
function startPlainNginx(upstreamPort: number) {
  return launchNginx((folder, port) => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${name};`,
    );
    writeFileSync(
      join(folder, 'nginx.conf'),
      `worker_processes auto; pid nginx.pid; events { worker_connections 8192; }
http { access_log off; error_log stderr crit; sendfile on; types { text/html html; } ${temporary.join(' ')}
proxy_buffer_size 16k; proxy_buffers 8 64k; proxy_busy_buffers_size 128k; proxy_max_temp_file_size 0;
server { listen 127.0.0.1:${port}; root ${folder}; location / { proxy_pass http://127.0.0.1:${upstreamPort}; } } }`,
    );
  });
}
