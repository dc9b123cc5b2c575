/**
 * The media relay against a plain `node:http` + `pipeline` relay, in interleaved rounds over loopback. Only
 * the ratios and the CPU time per GB are reliable: absolute speeds depend on other load on the machine.
 */

import { callChild, forkChild, measureLoad, startChild } from './child-process.ts';
import { checkFigure, median, printTable } from './figures.ts';

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
  megabytesPerSecond: number;
  firstByteMs: number;
  cpuPerGB: number | null;
}

export async function measureRelay(rounds: number): Promise<void> {
  const [upstream, port] = await startChild<number>('./relay-upstream.ts', String(size));
  const [bare, bareUrl] = await startChild<string>('./relay-target.ts', 'bare', String(port));
  const [ours, oursUrl] = await startChild<string>('./relay-target.ts', 'ours', String(port));
  const load = forkChild('./relay-load.ts');
  const urls = { bare: bareUrl, ours: oursUrl, upstream: `http://127.0.0.1:${port}/file.mp4` };
  const children = { bare, ours };
  const idle = { bare: await callChild<Usage>(bare, {}), ours: await callChild<Usage>(ours, {}) };
  const rows: Row[] = [];

  async function measure(kind: Kind, streams: number): Promise<void> {
    const child = kind === 'upstream' ? null : children[kind];
    const before = child && (await callChild<Usage>(child, {}));
    // One stream takes only 50 ms: repeat it for a stable figure.
    const repeats = streams === 1 ? 8 : 1;
    const result = await measureLoad(load, { url: urls[kind], streams, size }, repeats);
    const after = child && (await callChild<Usage>(child, {}));
    rows.push({
      kind,
      streams,
      megabytesPerSecond: result.megabytesPerSecond,
      firstByteMs: result.firstByteMs,
      cpuPerGB: before && after && (after.cpuSeconds - before.cpuSeconds) / result.gigabytes,
    });
  }

  for (const kind of kinds) await measure(kind, 1);
  rows.length = 0;
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? kinds : kinds.toReversed();
    for (const streams of concurrencies) for (const kind of order) await measure(kind, streams);
  }
  const usage = { bare: await callChild<Usage>(bare, {}), ours: await callChild<Usage>(ours, {}) };
  for (const child of [upstream, bare, ours, load]) child.disconnect();

  const checks: string[][] = [];
  const table = concurrencies.flatMap((streams) =>
    kinds.map((kind) => {
      const selectRows = (targetKind: Kind) =>
        rows.filter((row) => row.kind === targetKind && row.streams === streams);
      const kindRows = selectRows(kind);
      const base = selectRows('bare');
      const ratio = median(
        kindRows.map((row, i) => row.megabytesPerSecond / (base[i]?.megabytesPerSecond ?? Number.NaN)),
      );
      if (kind === 'ours') checks.push(checkFigure(`${streams} streams: ratio`, ratio, { least: 1 }));
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
  printTable('relay targets', checks);
}
