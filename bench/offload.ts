/**
 * Files that a node offloads to nginx, against nginx as a plain proxy of the same media host, in interleaved
 * rounds over loopback. Only the ratio is reliable. Skipped without nginx.
 */
import { hasNginx, startNginx } from '#test/support/start-nginx.ts';
import { forkChild, measureLoad, startChild } from './child-process.ts';
import { checkFigure, median, printTable } from './figures.ts';
import { startPlainNginx } from './plain-nginx.ts';

const size = 50 * 1024 * 1024;
/** Repeated because one file takes only 50 ms. */
const loads = [
  { streams: 1, repeats: 8 },
  // Just below nginx's limit for one network.
  { streams: 30, repeats: 2 },
];

export async function measureOffload(rounds: number): Promise<void> {
  if (!hasNginx()) return;
  console.log('Offload, 50 MB per file; ratio to nginx as a plain proxy, median over rounds');
  const [upstream, mediaPort] = await startChild<number>('./relay-upstream.ts', String(size));
  const [node, nodeUrl] = await startChild<string>('./relay-target.ts', 'offload', String(mediaPort));
  const load = forkChild('./relay-load.ts');
  const target = new URL(nodeUrl);
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

  async function measure(kind: keyof typeof urls, { streams, repeats }: (typeof loads)[number]) {
    const result = await measureLoad(load, { url: urls[kind], streams, size }, repeats);
    rows.push({ kind, streams, ...result });
  }

  for (const kind of kinds) await measure(kind, { streams: 1, repeats: 1 });
  rows.length = 0;
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? kinds : kinds.toReversed();
    for (const loadOptions of loads) for (const kind of order) await measure(kind, loadOptions);
  }
  for (const child of [upstream, node, load]) child.disconnect();

  const selectRows = (kind: string, streams: number) =>
    rows.filter((row) => row.kind === kind && row.streams === streams);
  const checks: string[][] = [];
  console.table(
    loads.flatMap(({ streams }) =>
      kinds.map((kind) => {
        const base = selectRows('plain', streams);
        const kindRows = selectRows(kind, streams);
        const ratios = kindRows.map(
          (row, i) => row.megabytesPerSecond / (base[i]?.megabytesPerSecond ?? Number.NaN),
        );
        if (kind === 'offload')
          checks.push(checkFigure(`${streams} files: ratio`, median(ratios), { least: 0.9 }));
        return {
          setup: kind === 'plain' ? 'nginx only' : 'offloaded to nginx',
          files: streams,
          'MB/s': Math.round(median(kindRows.map((row) => row.megabytesPerSecond))),
          ratio: Number(median(ratios).toFixed(2)),
          'first byte ms': Number(median(kindRows.map((row) => row.firstByteMs)).toFixed(1)),
        };
      }),
    ),
  );
  printTable('offload targets', checks);
}
