import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { type ContentRange, parseIfRange, parseRange, resolveRange, validateHead } from '#media/range.ts';
import type { FuzzTarget } from '../target.ts';

const maxDigits = 15;

function splitDigits(text: string): string {
  let end = 0;
  while (end < text.length && '0123456789'.includes(text.charAt(end))) end += 1;
  return text.slice(0, end);
}

const isBlank = (text: string) => [...text].every((sign) => sign === ' ' || sign === '\t');

/** RFC 9110, 14.1.2, read sign by sign: one range of bytes, or null. */
function readRange(header: string): { first: number | null; last: number | null } | null {
  const [unit = '', ...others] = header.split('=');
  if (unit.toLowerCase() !== 'bytes' || others.length !== 1) return null;
  const set = (others[0] ?? '').replace(/^[ \t]*/, '');
  const first = splitDigits(set);
  if (set.charAt(first.length) !== '-') return null;
  const last = splitDigits(set.slice(first.length + 1));
  if (!isBlank(set.slice(first.length + 1 + last.length))) return null;
  if (first.length > maxDigits || last.length > maxDigits || first + last === '') return null;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return null;
  return { first: first === '' ? null : Number(first), last: last === '' ? null : Number(last) };
}

/** The bytes themselves, of a file small enough to list them. */
function selectBytes({ first, last }: NonNullable<ReturnType<typeof readRange>>, total: number): number[] {
  const all = Array.from({ length: total }, (_, index) => index);
  if (first === null) return last === 0 ? [] : all.slice(-(last ?? 0));
  return all.filter((index) => index >= first && index <= (last ?? total));
}

function checkRange(header: string, total: number): void {
  const range = parseRange(header);
  const expected = readRange(header);
  // Longer headers may be answered with the whole file.
  if (range === null && header.length > 64) return;
  const text = (value: number | null) => (value === null ? '' : String(value));
  assert.equal(range, expected && `bytes=${text(expected.first)}-${text(expected.last)}`);
  if (range === null || expected === null) return;
  assert.equal(parseRange(range), range);
  const bytes = selectBytes(expected, total);
  const resolved = resolveRange(range, total);
  const [from, to] = [bytes[0], bytes.at(-1)];
  assert.deepEqual(resolved, from === undefined || to === undefined ? null : { from, to, totalBytes: total });
}

/** A response is accepted only if it is the requested part, and has its length. */
function checkHead(range: string | null, headers: IncomingMessage['headers'], statusCode: number): void {
  const head = validateHead({ statusCode, headers } as IncomingMessage, { range });
  if (!head.ok) return;
  const { range: part, length, totalBytes } = head.value;
  if (part === null) {
    assert.equal(statusCode, 200);
    assert.equal(length, totalBytes);
    return;
  }
  assert.equal(statusCode, 206);
  assert.ok(range !== null);
  assert.deepEqual(part, resolveRange(range, part.totalBytes) satisfies ContentRange | null);
  assert.equal(length, part.to - part.from + 1);
  assert.equal(totalBytes, part.totalBytes);
}

/** Lines: range, length of the file, validator, and content range, length and status of the response. */
export const target: FuzzTarget = {
  sources: ['media/range.ts'],
  maxBytes: 2_048,
  check(input) {
    const lines = input.toString('latin1').split('\n');
    const [header = '', total = '', validator = '', contentRange = '', length = '', status = ''] = lines;
    checkRange(header, Number.parseInt(total, 10) % 200 || 0);
    const resumes = parseIfRange({ method: 'GET', headers: { range: header, 'if-range': validator } });
    if (resumes !== null) {
      assert.equal(resumes, validator);
      assert.ok((readRange(header)?.first ?? 0) > 0);
      assert.match(validator, /^"[!#-~]+"$/);
    }
    const headers = { 'content-range': contentRange, 'content-length': length };
    checkHead(parseRange(header), headers, Number.parseInt(status, 10) || 206);
  },
};
