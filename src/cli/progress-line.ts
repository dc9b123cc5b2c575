import type { WriteStream } from 'node:tty';

export interface ProgressLine {
  show(label: string, bytes: number, totalBytes: number | null): void;
  clear(): void;
}

export const noProgress: ProgressLine = { show: () => undefined, clear: () => undefined };

const barCells = 20;
const minIntervalMs = 100;

/** @param now milliseconds since 1970 */
export function createProgressLine(
  stream: Pick<WriteStream, 'write' | 'columns'>,
  now: () => number,
): ProgressLine {
  let lastShownAt = 0;
  let isVisible = false;
  return {
    show(label, bytes, totalBytes) {
      const isDone = bytes === totalBytes;
      if (now() - lastShownAt < minIntervalMs && !isDone) return;
      lastShownAt = now();
      isVisible = true;
      // A wrapped line can't be erased. Some terminals report 0 columns.
      const width = (stream.columns || 80) - 1;
      const lines = progressVariants(label, bytes, totalBytes);
      const line = lines.find(({ length }) => length <= width) ?? lines.at(-1)?.slice(0, width) ?? '';
      stream.write(`\r\u001b[K${line}`);
    },
    clear() {
      if (isVisible) stream.write('\r\u001b[K');
      isVisible = false;
    },
  };
}

function progressVariants(label: string, bytes: number, totalBytes: number | null): string[] {
  if (totalBytes === null) return [`${label}  ${formatBytes(bytes)}`];
  const share = totalBytes === 0 ? 1 : Math.min(1, bytes / totalBytes);
  const filled = Math.round(share * barCells);
  const bar = '#'.repeat(filled) + '-'.repeat(barCells - filled);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  const amount = `${formatBytes(bytes)} of ${formatBytes(totalBytes)}`;
  return [
    `${label}  [${bar}] ${percent} %  ${amount}`,
    `${label}  [${bar}] ${percent} %`,
    `${label}  ${percent} %`,
  ];
}

function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
