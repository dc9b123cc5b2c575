/**
 * Files that nginx sends after a node has judged them, against nginx as a plain proxy of the same media host, in
 * interleaved rounds over loopback. Believe the ratio. Skipped where there is no nginx.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '#test/support/postgres-server.ts';
import { hasNginx, startNginx } from '#test/support/start-nginx.ts';
import type { Load, LoadResult } from './relay-load.ts';

const size = 50 * 1024 * 1024;
/** How many files at once, and how often in turn: one is over in 50 ms. */
const loads = [
  { streams: 1, turns: 8 },
  // As many as nginx lets one network have at once, nearly.
  { streams: 30, turns: 2 },
];
const program = 'nginx';

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** nginx with nothing but a proxy in it, its buffers as large as in deploy/nginx/. */
async function startPlainNginx(mediaPort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-plain-nginx-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_processes auto; pid nginx.pid; events { worker_connections 8192; }
http { access_log off; error_log stderr crit; ${temporary.join(' ')}
proxy_buffer_size 16k; proxy_buffers 8 64k; proxy_busy_buffers_size 128k; proxy_max_temp_file_size 0;
server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${mediaPort}; } } }`,
  );
  const child = spawn(
    program,
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off; error_log stderr notice;'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  for await (const line of createInterface({ input: child.stderr }))
    if (/start worker process /.test(line)) break;
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function measureOffload(rounds: number): Promise<void> {
  if (!hasNginx()) return;
  console.log('Offload, 50 MB a file; ratio to nginx as a plain proxy, median over rounds');
  const started: ChildProcess[] = [];
  const start = async <T>(file: string, ...args: string[]): Promise<T> => {
    const child = fork(new URL(file, import.meta.url), args);
    started.push(child);
    return (await once(child, 'message'))[0] as T;
  };
  const mediaPort = await start<number>('./relay-upstream.ts', String(size));
  const target = new URL(await start<string>('./relay-target.ts', 'offload', String(mediaPort)));
  const load = fork(new URL('./relay-load.ts', import.meta.url));
  started.push(load);
  const nginx = await startNginx([target.host]);
  const plain = await startPlainNginx(mediaPort);
  const urls = { plain: `${plain.origin}/file.mp4`, offload: nginx.origin + target.pathname };
  const kinds = ['plain', 'offload'] as const;
  const rows: {
    kind: keyof typeof urls;
    streams: number;
    megabytesPerSecond: number;
    firstByteMs: number;
  }[] = [];

  async function measure(kind: keyof typeof urls, { streams, turns }: (typeof loads)[number]) {
    let seconds = 0;
    let firstByteMs = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      const answer = once(load, 'message');
      const wish: Load = { url: urls[kind], streams, size };
      load.send(wish);
      const result = (await answer)[0] as LoadResult;
      if (result.failed > 0) throw new Error(`${kind}: ${result.failed} of ${streams} files came short`);
      seconds += result.seconds;
      firstByteMs += result.firstByteMs / turns;
    }
    rows.push({ kind, streams, megabytesPerSecond: (size * streams * turns) / 1e6 / seconds, firstByteMs });
  }

  for (const kind of kinds) await measure(kind, { streams: 1, turns: 1 });
  rows.length = 0;
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? kinds : kinds.toReversed();
    for (const wanted of loads) for (const kind of order) await measure(kind, wanted);
  }
  await plain.stop();
  await nginx[Symbol.asyncDispose]();
  for (const child of started) child.disconnect();

  const of = (kind: string, streams: number) =>
    rows.filter((row) => row.kind === kind && row.streams === streams);
  console.table(
    loads.flatMap(({ streams }) =>
      kinds.map((kind) => {
        const base = of('plain', streams);
        const mine = of(kind, streams);
        const ratios = mine.map(
          (row, i) => row.megabytesPerSecond / (base[i]?.megabytesPerSecond ?? Number.NaN),
        );
        return {
          way: kind === 'plain' ? 'nginx alone' : 'judged, then nginx',
          files: streams,
          'MB/s': Math.round(median(mine.map((row) => row.megabytesPerSecond))),
          ratio: Number(median(ratios).toFixed(2)),
          'first byte ms': Number(median(mine.map((row) => row.firstByteMs)).toFixed(1)),
        };
      }),
    ),
  );
}
