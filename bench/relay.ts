/**
 * The media relay against a plain `node:http` + `pipeline` relay, in interleaved rounds over loopback. Only
 * the ratios and the CPU time per GB are reliable: absolute speeds depend on other load on the machine.
 *   node bench/relay.ts [rounds]
 */
import { checkFigure, median, printTable } from './figures.ts';
import { callChild, forkChild, startChild } from './product-process.ts';
import type { Load, LoadResult } from './relay-load.ts';

const size = 50 * 1024 * 1024;
const concurrencies = [1, 50];
const kinds = ['bare', 'ours', 'upstream'] as const;
type Kind = (typeof kinds)[number];

interface Usage {
  cpuSeconds: number;
  rssMB: number;
  peakRssMB: number;
}
interface Row {
  kind: Kind;
  streams: number;
  round: number;
  megabytesPerSecond: number;
  firstByteMs: number;
  cpuPerGB: number | null;
}

/** Returns the ratio to the plain relay by concurrency. Rejects if a stream is incomplete. */
export async function measureRelay(rounds: number): Promise<Map<number, number>> {
  const [upstream, port] = await startChild<number>('./relay-upstream.ts', String(size));
  const [bare, bareUrl] = await startChild<string>('./relay-target.ts', 'bare', String(port));
  const [ours, oursUrl] = await startChild<string>('./relay-target.ts', 'ours', String(port));
  const load = forkChild('./relay-load.ts');
  const urls = { bare: bareUrl, ours: oursUrl, upstream: `http://127.0.0.1:${port}/file.mp4` };
  const children = { bare, ours };
  const idle = { bare: await callChild<Usage>(bare, {}), ours: await callChild<Usage>(ours, {}) };
  const rows: Row[] = [];

  async function measure(kind: Kind, streams: number, round: number): Promise<void> {
    const child = kind === 'upstream' ? null : children[kind];
    const before = child && (await callChild<Usage>(child, {}));
    // One stream takes only 50 ms: repeat it for a stable figure.
    const repeats = streams === 1 ? 8 : 1;
    let seconds = 0;
    let firstByteMs = 0;
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const options: Load = { url: urls[kind], streams, size };
      const result = await callChild<LoadResult>(load, options);
      if (result.failed > 0)
        throw new Error(`${kind}: ${result.failed} of ${streams} streams were incomplete`);
      seconds += result.seconds;
      firstByteMs += result.firstByteMs / repeats;
    }
    const after = child && (await callChild<Usage>(child, {}));
    const gigabytes = (size * streams * repeats) / 1e9;
    rows.push({
      kind,
      streams,
      round,
      megabytesPerSecond: (gigabytes * 1000) / seconds,
      firstByteMs,
      cpuPerGB: before && after && (after.cpuSeconds - before.cpuSeconds) / gigabytes,
    });
  }

  for (const kind of kinds) await measure(kind, 1, -1);
  rows.length = 0;
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? kinds : kinds.toReversed();
    for (const streams of concurrencies) for (const kind of order) await measure(kind, streams, round);
  }
  const usage = { bare: await callChild<Usage>(bare, {}), ours: await callChild<Usage>(ours, {}) };
  for (const child of [upstream, bare, ours, load]) child.disconnect();

  const ratios = new Map<number, number>();
  const table = concurrencies.flatMap((streams) =>
    kinds.map((kind) => {
      const selectRows = (targetKind: Kind) =>
        rows.filter((row) => row.kind === targetKind && row.streams === streams);
      const kindRows = selectRows(kind);
      const base = selectRows('bare');
      const ratio = median(
        kindRows.map((row, i) => row.megabytesPerSecond / (base[i]?.megabytesPerSecond ?? Number.NaN)),
      );
      if (kind === 'ours') ratios.set(streams, ratio);
      const cpu = kindRows.flatMap(({ cpuPerGB }) => (cpuPerGB === null ? [] : [cpuPerGB]));
      return {
        relay: kind,
        streams,
        'MB/s': Math.round(median(kindRows.map((row) => row.megabytesPerSecond))),
        ratio: Number(ratio.toFixed(2)),
        'first byte ms': Number(median(kindRows.map((row) => row.firstByteMs)).toFixed(1)),
        'CPU s/GB': cpu.length > 0 ? Number(median(cpu).toFixed(2)) : '-',
        'RSS growth MB': kind === 'upstream' ? '-' : Math.round(usage[kind].peakRssMB - idle[kind].rssMB),
      };
    }),
  );
  console.table(table);
  printTable(
    'relay targets',
    [...ratios].map(([streams, ratio]) => checkFigure(`${streams} streams: ratio`, ratio, { least: 1 })),
  );
  return ratios;
}

if (import.meta.main) {
  console.log(
    'Media relay, 50 MB per stream; ratio to a bare node:http + pipeline relay, median over rounds',
  );
  await measureRelay(Number(process.argv[2] ?? 5));
}
