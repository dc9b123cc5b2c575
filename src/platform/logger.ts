import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

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

const redactedPlaceholder = '[redacted]';

const secretNames =
  /(url|uri|href|link|ticket|token|secret|password|passphrase|cookie|authorization|apikey|key|session|address|email|mail|host|remote|client|useragent|agent|referer|referrer|header|headers|body|query|search|user|username|filename|caption|text|title|html|(?:^|client|remote|visitor|peer|source|real)ip)$/;

const plainValue = /^[\p{L}\p{N} _.,:/()[\]+-]{0,120}$/u;
const sensitivePattern =
  /:\/\/|www\.|@|%[0-9a-f]{2}|(?:\d{1,3}\.){3}\d{1,3}|(?:[0-9a-f]{0,4}:){2,}[0-9a-f]{0,4}|[\w-]{33,}|\b(?=[\w-]{10,}\b)(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]+|\/(?:t|p|post|media|share)\//i;

/** A post's shortcode has mixed case and at least nine characters; our values don't. */
const shortcode = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]+[A-Z])[\w-]{9,}(?![\w-])/;
const fieldName = /^(?=.{1,40}$)(?:[a-z]+(?:[A-Z][a-z]+|[_.-][a-z]+)*|[A-Z]+(?:[_-][A-Z]+)*)$/;
const errorName = /^[a-z]{0,40}(?:error|exception)$/i;
const depthLimit = 4;
const entryLimit = 32;

function redactFields(fields: object, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, entryLimit)
      .map(([name, value]) =>
        secretNames.test(name.replace(/[^a-z]/gi, '').toLowerCase())
          ? [redactName(name), redactedPlaceholder]
          : [redactName(name), redactValue(value, depth)],
      ),
  );
}

function redactName(name: string): string {
  return fieldName.test(name) ? name : redactedPlaceholder;
}

function redactValue(value: unknown, depth: number): unknown {
  if (value instanceof Error) return describeError(value);
  if (typeof value === 'string') return redactText(value);
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (depth >= depthLimit || typeof value !== 'object') return redactedPlaceholder;
  if (Array.isArray(value)) return value.slice(0, entryLimit).map((item) => redactValue(item, depth + 1));
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null
    ? redactFields(value, depth + 1)
    : redactedPlaceholder;
}

function redactText(text: string): string {
  return plainValue.test(text) && !sensitivePattern.test(text) && !shortcode.test(text)
    ? text
    : redactedPlaceholder;
}

/** Name, code and stack of an error and its causes, without messages, which may contain URLs. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > 3) return { name: typeof error };
  const code = (error as { code?: unknown }).code;
  return {
    name: errorName.test(error.name) ? error.name : redactedPlaceholder,
    ...(typeof code === 'string' && { code: redactText(code) }),
    at: stackFrames(error),
    ...(error.cause !== undefined && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Messages may contain lines that look like stack frames, so use only what follows the message. */
function stackFrames({ stack = '', message }: Error): string[] {
  // With the colon before it: a short message may also be a part of a path.
  const head = message === '' ? '' : `: ${message}`;
  const headStart = stack.indexOf(head);
  if (headStart < 0) return [];
  return stack
    .slice(headStart + head.length)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => framePattern.test(line))
    .slice(0, 8);
}

const framePattern =
  /^at [\w$.<>[\] #*]{0,120} ?\(?(?:node:|file:\/\/|\/|[A-Z]:\\)?[\w\\/ .@+%-]{1,300}:\d+:\d+\)?$/;
