import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger };

/** Characters of log lines held while they can't be written; beyond it they are dropped. */
const unwrittenLimit = 1_000_000;

/** JSON lines on standard output. What may never be logged is never handed in; these names are masked besides. */
export function createLogger(level: string): Logger {
  const settings: LoggerOptions = {
    level,
    base: null,
    redact: {
      paths: [
        'url',
        'link',
        'ticket',
        'token',
        'ip',
        'address',
        'headers',
        '*.url',
        '*.link',
        '*.ticket',
        '*.token',
        '*.headers',
      ],
      censor: '[redacted]',
    },
    serializers: { error: describeError },
  };
  return pino(settings, standardOutput());
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

/** Name, code and stack of an error and its causes, without messages: those may quote an address. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > 3) return { name: typeof error };
  const code = (error as { code?: unknown }).code;
  return {
    name: error.name,
    ...(typeof code === 'string' && { code }),
    at: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8)
      .map((line) => line.trim()),
    ...(error.cause !== undefined && { cause: describeError(error.cause, depth + 1) }),
  };
}

const linkWords =
  /threads|instagram|fbcdn|tenor|giphy|http|media|%|@|(^|\/)(t|p|post|share|video|reel)(\/|$)/i;
const plainWord = /^[a-z][a-z-]{0,23}(\.[a-z]{2,4})?$/;

/** A path as a log may hold it: plain words only. What could be a link, a code, a ticket, a name or an address goes. */
export function loggablePath(path: string): string {
  if (linkWords.test(path)) return '[redacted]';
  const segments = path.slice(1).split('/', 8);
  return `/${segments.map((segment) => (segment === '' || plainWord.test(segment) ? segment : '[redacted]')).join('/')}`;
}
