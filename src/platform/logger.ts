import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { redactedPlaceholder, redactFields, redactText } from './redact.ts';

export type { Logger };

const maxBufferedBytes = 1_000_000;

export function createLogger(level: string, output: DestinationStream = standardOutput()): Logger {
  const settings: LoggerOptions = {
    level,
    base: null,
    formatters: { log: redactFields },
    hooks: {
      // Log one object and one constant sentence: no interpolation.
      logMethod([first, second], method) {
        const fields = first instanceof Error ? { error: first } : first;
        if (typeof fields === 'string') method.call(this, redactText(fields));
        else method.call(this, fields, typeof second === 'string' ? redactText(second) : '');
      },
    },
  };
  return pino(settings, output);
}

/** A log that can't be written must not block or end the process. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: maxBufferedBytes });
  output.on('error', (error: NodeJS.ErrnoException) => {
    output.flushSync = () => undefined;
    if (error.code === 'EPIPE' || error.code === 'ECONNRESET') output.write = () => true;
  });
  return output;
}

const linkPattern =
  /threads|instagram|fbcdn|tenor|giphy|http|media|%|@|(^|\/)(t|p|post|share|video|reel)(\/|$)/i;
const plainSegment = /^[a-z][a-z-]{0,23}(\.[a-z]{2,4})?$/;

/** Keeps only plain words: other segments could be links, shortcodes, tickets, names or IP addresses. */
export function redactPath(path: string): string {
  if (linkPattern.test(path)) return redactedPlaceholder;
  const segments = path.slice(1).split('/', 8);
  return `/${segments.map((segment) => (segment === '' || plainSegment.test(segment) ? segment : redactedPlaceholder)).join('/')}`;
}
