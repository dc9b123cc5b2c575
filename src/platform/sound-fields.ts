/** What a field holds that a log may not. */
export const redacted = '[redacted]';

/** Under these names nothing is written, whatever it looks like; letters only, in lower case. */
const secretNames =
  /(url|uri|href|link|ticket|token|secret|password|passphrase|cookie|authorization|apikey|key|session|address|email|mail|host|remote|client|useragent|agent|referer|referrer|header|headers|body|query|search|user|username|filename|caption|text|title|html|(?:^|client|remote|visitor|peer|source|real)ip)$/;
/** Values that are ours: codes, names of settings, words. No address, no long random text, no line of its own. */
const plainValue = /^[\p{L}\p{N} _.,:/()[\]+-]{0,120}$/u;
const suspect =
  /:\/\/|www\.|@|%[0-9a-f]{2}|(?:\d{1,3}\.){3}\d{1,3}|(?:[0-9a-f]{0,4}:){2,}[0-9a-f]{0,4}|[\w-]{33,}|\b(?=[\w-]{10,}\b)(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]+|\/(?:t|p|post|media|share)\//i;
/** A shortcode of a post: a capital in the middle of small letters, and long enough. Our own values are of one case, or short. */
const shortcode = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]+[A-Z])[\w-]{9,}(?![\w-])/;
const fieldName = /^(?=.{1,40}$)(?:[a-z]+(?:[A-Z][a-z]+|[_.-][a-z]+)*|[A-Z]+(?:[_-][A-Z]+)*)$/;
const errorName = /^[a-z]{0,40}(?:error|exception)$/i;
const depthLimit = 4;
const entryLimit = 32;

/** Fields of a line of the log, each judged by its name and by what it looks like: what may be a trace of a person is masked. */
export function soundFields(fields: Record<string, unknown>): Record<string, unknown> {
  return soundEntries(fields, 0);
}

function soundEntries(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, entryLimit)
      .map(([name, value]) =>
        secretNames.test(name.replace(/[^a-z]/gi, '').toLowerCase())
          ? [soundName(name), redacted]
          : [soundName(name), soundValue(value, depth)],
      ),
  );
}

function soundName(name: string): string {
  return fieldName.test(name) ? name : redacted;
}

function soundValue(value: unknown, depth: number): unknown {
  if (value instanceof Error) return describeError(value);
  if (typeof value === 'string') return soundText(value);
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (depth >= depthLimit || typeof value !== 'object') return redacted;
  if (Array.isArray(value)) return value.slice(0, entryLimit).map((one) => soundValue(one, depth + 1));
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? soundEntries(value, depth + 1) : redacted;
}

/** A text as a log may hold it, or the mark that one was there. */
export function soundText(text: string): string {
  return plainValue.test(text) && !suspect.test(text) && !shortcode.test(text) ? text : redacted;
}

/** Name, code and stack of an error and its causes, without messages: those may quote an address. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > 3) return { name: typeof error };
  const code = (error as { code?: unknown }).code;
  return {
    name: errorName.test(error.name) ? error.name : redacted,
    ...(typeof code === 'string' && { code: soundText(code) }),
    at: placesOf(error),
    ...(error.cause !== undefined && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** A message may have lines that look like places: only what follows all of it is one. */
function placesOf({ stack = '', message }: Error): string[] {
  const begin = stack.lastIndexOf(message);
  if (begin < 0) return [];
  return stack
    .slice(message === '' ? 0 : begin + message.length)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => place.test(line))
    .slice(0, 8);
}

const place =
  /^at [\w$.<>[\] #*]{0,120} ?\(?(?:node:|file:\/\/|\/|[A-Z]:\\)?[\w\\/ .@+%-]{1,300}:\d+:\d+\)?$/;
