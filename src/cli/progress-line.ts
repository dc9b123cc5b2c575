import type { WriteStream } from 'node:tty';

/** One line that is written over and over; nothing at all where nobody watches. */
export interface ProgressLine {
  show(label: string, bytes: number, totalBytes: number | null): void;
  /** Takes the line away, for whatever is written next. */
  clear(): void;
}

export const noProgress: ProgressLine = { show: () => undefined, clear: () => undefined };

const barCells = 20;
const betweenMs = 100;

/** @param now milliseconds since 1970 */
export function createProgressLine(
  stream: Pick<WriteStream, 'write' | 'columns'>,
  now: () => number,
): ProgressLine {
  let shownAt = 0;
  let isShown = false;
  return {
    show(label, bytes, totalBytes) {
      const isDone = bytes === totalBytes;
      if (now() - shownAt < betweenMs && !isDone) return;
      shownAt = now();
      isShown = true;
      const line = describe(label, bytes, totalBytes).slice(0, Math.max(20, (stream.columns ?? 80) - 1));
      stream.write(`\r\u001b[K${line}`);
    },
    clear() {
      if (isShown) stream.write('\r\u001b[K');
      isShown = false;
    },
  };
}

function describe(label: string, bytes: number, totalBytes: number | null): string {
  if (totalBytes === null) return `${label}  ${wordBytes(bytes)}`;
  const share = totalBytes === 0 ? 1 : Math.min(1, bytes / totalBytes);
  const filled = Math.round(share * barCells);
  const bar = '#'.repeat(filled) + '-'.repeat(barCells - filled);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  return `${label}  [${bar}] ${percent} %  ${wordBytes(bytes)} of ${wordBytes(totalBytes)}`;
}

function wordBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
