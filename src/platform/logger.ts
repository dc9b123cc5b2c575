import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { redacted, soundFields, soundText } from './sound-fields.ts';

export type { Logger };

/** Characters of log lines held while they can't be written; beyond it they are dropped. */
const unwrittenLimit = 1_000_000;

/** JSON lines on standard output. What may never be logged is never handed in; `soundFields` holds to it besides. */
export function createLogger(level: string, output: DestinationStream = standardOutput()): Logger {
  const settings: LoggerOptions = {
    level,
    base: null,
    formatters: { log: soundFields },
    hooks: {
      // What is written is one set of fields and one sentence of ours: no text is formatted into another.
      logMethod([first, second], method) {
        const fields = first instanceof Error ? { error: first } : first;
        if (typeof fields === 'string') method.call(this, soundText(fields));
        else method.call(this, fields, typeof second === 'string' ? soundText(second) : '');
      },
    },
  };
  return pino(settings, output);
}

/** A log that can't be written must not hold up or end the service. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: unwrittenLimit });
  output.on('error', (error: NodeJS.ErrnoException) => {
    // It would try again for ever, and wait for it.
    output.flushSync = () => undefined;
    if (error.code === 'EPIPE' || error.code === 'ECONNRESET') output.write = () => true;
  });
  return output;
}

const linkWords =
  /threads|instagram|fbcdn|tenor|giphy|http|media|%|@|(^|\/)(t|p|post|share|video|reel)(\/|$)/i;
const plainWord = /^[a-z][a-z-]{0,23}(\.[a-z]{2,4})?$/;

/** A path as a log may hold it: plain words only. What could be a link, a code, a ticket, a name or an address goes. */
export function loggablePath(path: string): string {
  if (linkWords.test(path)) return redacted;
  const segments = path.slice(1).split('/', 8);
  return `/${segments.map((segment) => (segment === '' || plainWord.test(segment) ? segment : redacted)).join('/')}`;
}
