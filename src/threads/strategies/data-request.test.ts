import { expect, test } from 'vitest';
import { classifyDataResponse, parseJsonDocuments } from './data-request.ts';

const getKind = (body: unknown) => classifyDataResponse(JSON.stringify(body)).kind;

test('an empty response is an empty page, and one without an object is blocked', () => {
  expect(classifyDataResponse('').kind).toBe('empty_page');
  expect(classifyDataResponse(' \n ').kind).toBe('empty_page');
  expect(classifyDataResponse('<html>')).toEqual({
    kind: 'blocked',
    cause: new Error('no data in the response'),
  });
  expect(classifyDataResponse('[1]').kind).toBe('blocked');
});

test.each([
  [{ errors: [{ message: 'x' }, { message: 'Rate limit exceeded' }] }, 'busy'],
  [{ errors: [{ message: 'execution limit exceeded' }] }, 'busy'],
  [{ errorSummary: 'Temporarily Blocked' }, 'busy'],
  [{ summary: 'rate limit' }, 'busy'],
  [{ error: { message: 'Rate limit' } }, 'busy'],
  [{ api_error_code: 368 }, 'busy'],
  [{ error: 368 }, 'busy'],
  [{ error: 1357055 }, 'blocked'],
  [{ errorSummary: 'Not Logged In' }, 'blocked'],
  [{ errorSummary: 'Sorry, something went wrong' }, 'blocked'],
  [{ api_error_code: 369, error: 369, errors: [null, { message: 7 }] }, 'not_found'],
  [{ data: { summary: 'limit exceeded' } }, 'not_found'],
  [{}, 'not_found'],
])('%j is classified as %s', (body, kind) => {
  expect(getKind(body)).toBe(kind);
});

test('any document of a response can report a block, without a retry delay', () => {
  expect(classifyDataResponse('{"data":null}\n{"error":368}')).toEqual({
    kind: 'busy',
    retryAfterSeconds: null,
    cause: new Error('limit exceeded'),
  });
  expect(classifyDataResponse('{"error":1357055}')).toEqual({
    kind: 'blocked',
    cause: new Error('form rejected'),
  });
});

test('documents that are not JSON are skipped', () => {
  expect(parseJsonDocuments('{"a":1}\n{broken}\n{"b":2}')).toEqual([{ a: 1 }, { b: 2 }]);
});
