/**
 * Files that nginx sends after a node has judged them, against nginx as a plain proxy of the same media host, in
 * interleaved rounds over loopback. Believe the ratio. Skipped where there is no nginx.
 */
import { hasNginx, startNginx } from '#test/support/start-nginx.ts';
import { checkFigure, median, printTable } from './figures.ts';
import { askPart, forkPart, startPart } from './own-process.ts';
import { startPlainNginx } from './plain-nginx.ts';
import type { Load, LoadResult } from './relay-load.ts';

const size = 50 * 1024 * 1024;
/** How many files at once, and how often in turn: one is over in 50 ms. */
const loads = [
  { streams: 1, turns: 8 },
  // As many as nginx lets one network have at once, nearly.
  { streams: 30, turns: 2 },
];

export async function measureOffload(rounds: number): Promise<void> {
  if (!hasNginx()) return;
  console.log('Offload, 50 MB a file; ratio to nginx as a plain proxy, median over rounds');
  const [upstream, mediaPort] = await startPart<number>('./relay-upstream.ts', String(size));
  const [node, address] = await startPart<string>('./relay-target.ts', 'offload', String(mediaPort));
  const load = forkPart('./relay-load.ts');
  const target = new URL(address);
  await using nginx = await startNginx([target.host]);
  await using plain = await startPlainNginx(`proxy_pass http://127.0.0.1:${mediaPort};`);
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
      const wish: Load = { url: urls[kind], streams, size };
      const result = await askPart<LoadResult>(load, wish);
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
  for (const child of [upstream, node, load]) child.disconnect();

  const of = (kind: string, streams: number) =>
    rows.filter((row) => row.kind === kind && row.streams === streams);
  const checks: string[][] = [];
  console.table(
    loads.flatMap(({ streams }) =>
      kinds.map((kind) => {
        const base = of('plain', streams);
        const mine = of(kind, streams);
        const ratios = mine.map(
          (row, i) => row.megabytesPerSecond / (base[i]?.megabytesPerSecond ?? Number.NaN),
        );
        if (kind === 'offload')
          checks.push(checkFigure(`${streams} files: ratio`, median(ratios), { least: 0.9 }));
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
  printTable('offload is asked for', checks);
}
