import { parseJson } from '#platform/json.ts';
import { articleBytesMax } from '../../contract.ts';
import { ForeignFileError } from '../foreign-site.ts';
import type { OpenSource } from '../source-file.ts';

export interface JsonRow {
  table: string;
  row: Record<string, unknown>;
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const colon = 0x3a;

interface Frame {
  isArray: boolean;
  /** Of the property that is being read. */
  key: string;
}

const depthMax = 500;
const keyBytesMax = 64;

/**
 * The rows of `{ "db": [{ "data": { "posts": [row, …] } }] }`, with or without `db`. Only one row at a time is in
 * memory, because `JSON.parse` can't read files of hundreds of megabytes.
 */
export async function* readJsonRows(open: OpenSource): AsyncGenerator<JsonRow> {
  const stack: Frame[] = [];
  let isString = false;
  let isEscaped = false;
  let text: number[] = [];
  let captureDepth = 0;
  let captured: Uint8Array[] = [];
  let capturedBytes = 0;
  let hasEnded = false;

  const table = () => {
    const [list, data] = [stack.at(-2), stack.at(-3)];
    const isRow = stack.at(-1)?.isArray && list?.isArray === false && data?.isArray === false;
    return isRow && data.key === 'data' && list.key !== '' ? list.key : null;
  };

  for await (const chunk of open()) {
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (isString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isString = false;
        if (isString && captureDepth === 0 && text.length < keyBytesMax) text.push(byte);
        continue;
      }
      if (byte === quote) {
        isString = true;
        text = [];
      } else if (captureDepth > 0) {
        if (byte === openBrace || byte === openBracket) captureDepth += 1;
        else if (byte === closeBrace || byte === closeBracket) {
          captureDepth -= 1;
          if (captureDepth > 0) continue;
          captured.push(chunk.subarray(start, index + 1));
          yield { table: table() ?? '', row: parseRow(captured) };
          captured = [];
          capturedBytes = 0;
        }
      } else if (byte === openBrace || byte === openBracket) {
        if (hasEnded) throw new ForeignFileError('archive.unreadable');
        if (byte === openBrace && table() !== null) {
          captureDepth = 1;
          start = index;
        } else {
          if (stack.length === depthMax) throw new ForeignFileError('archive.unfit');
          stack.push({ isArray: byte === openBracket, key: '' });
        }
      } else if (byte === closeBrace || byte === closeBracket) {
        const frame = stack.pop();
        if (frame?.isArray !== (byte === closeBracket)) throw new ForeignFileError('archive.unreadable');
        hasEnded = stack.length === 0;
      } else if (byte === colon) {
        const frame = stack.at(-1);
        if (!frame || frame.isArray) throw new ForeignFileError('archive.unreadable');
        frame.key = Buffer.from(text).toString();
      }
    }
    if (captureDepth === 0) continue;
    const part = chunk.subarray(start);
    capturedBytes += part.length;
    if (capturedBytes > articleBytesMax) throw new ForeignFileError('archive.too_large');
    captured.push(part);
  }
  if (!hasEnded || isString || captureDepth > 0) throw new ForeignFileError('archive.unreadable');
}

function parseRow(parts: readonly Uint8Array[]): Record<string, unknown> {
  const value = parseJson(Buffer.concat(parts).toString());
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new ForeignFileError('archive.unreadable');
}
