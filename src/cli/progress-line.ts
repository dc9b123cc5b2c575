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
      // A line that is broken can't be taken away again. Some terminals say that they have no columns at all.
      const width = (stream.columns || 80) - 1;
      const lines = describe(label, bytes, totalBytes);
      const line = lines.find(({ length }) => length <= width) ?? lines.at(-1)?.slice(0, width) ?? '';
      stream.write(`\r\u001b[K${line}`);
    },
    clear() {
      if (isShown) stream.write('\r\u001b[K');
      isShown = false;
    },
  };
}

/** The same in fewer and fewer characters. */
function describe(label: string, bytes: number, totalBytes: number | null): string[] {
  if (totalBytes === null) return [`${label}  ${wordBytes(bytes)}`];
  const share = totalBytes === 0 ? 1 : Math.min(1, bytes / totalBytes);
  const filled = Math.round(share * barCells);
  const bar = '#'.repeat(filled) + '-'.repeat(barCells - filled);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  const amount = `${wordBytes(bytes)} of ${wordBytes(totalBytes)}`;
  return [
    `${label}  [${bar}] ${percent} %  ${amount}`,
    `${label}  [${bar}] ${percent} %`,
    `${label}  ${percent} %`,
  ];
}

function wordBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
