import { expect, test } from 'vitest';
import { classifyDataResponse, parseJsonDocuments } from './data-response.ts';

const getKind = (body: unknown) => classifyDataResponse(JSON.stringify(body)).kind;

test('an empty response is a shell, and one without an object is refused', () => {
  expect(classifyDataResponse('').kind).toBe('shell');
  expect(classifyDataResponse(' \n ').kind).toBe('shell');
  expect(classifyDataResponse('<html>')).toEqual({
    kind: 'refused',
    cause: new Error('no data in the answer'),
  });
  expect(classifyDataResponse('[1]').kind).toBe('refused');
});

test.each([
  [{ errors: [{ message: 'x' }, { message: 'Rate limit exceeded' }] }, 'busy'],
  [{ errors: [{ message: 'execution limit exceeded' }] }, 'busy'],
  [{ errorSummary: 'Temporarily Blocked' }, 'busy'],
  [{ summary: 'rate limit' }, 'busy'],
  [{ error: { message: 'Rate limit' } }, 'busy'],
  [{ api_error_code: 368 }, 'busy'],
  [{ error: 368 }, 'busy'],
  [{ error: 1357055 }, 'refused'],
  [{ errorSummary: 'Not Logged In' }, 'refused'],
  [{ errorSummary: 'Sorry, something went wrong' }, 'refused'],
  [{ api_error_code: 369, error: 369, errors: [null, { message: 7 }] }, 'absent'],
  [{ data: { summary: 'limit exceeded' } }, 'absent'],
  [{}, 'absent'],
])('%j is classified as %s', (body, kind) => {
  expect(getKind(body)).toBe(kind);
});

test('any document of a response can report a block, without a retry delay', () => {
  expect(classifyDataResponse('{"data":null}\n{"error":368}')).toEqual({
    ...{ kind: 'busy', retryAfterSeconds: null, cause: new Error('limit exceeded') },
  });
  expect(classifyDataResponse('{"error":1357055}')).toEqual({
    ...{ kind: 'refused', cause: new Error('form rejected') },
  });
});

test('documents that are not JSON are skipped', () => {
  expect(parseJsonDocuments('{"a":1}\n{broken}\n{"b":2}')).toEqual([{ a: 1 }, { b: 2 }]);
});
