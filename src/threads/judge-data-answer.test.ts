import { expect, test } from 'vitest';
import { judgeDataAnswer, parseDocuments } from './judge-data-answer.ts';

const kindOf = (answer: unknown) => judgeDataAnswer(JSON.stringify(answer)).kind;

test('an empty answer is a shell, one without an object is refused', () => {
  expect(judgeDataAnswer('').kind).toBe('shell');
  expect(judgeDataAnswer(' \n ').kind).toBe('shell');
  expect(judgeDataAnswer('<html>')).toEqual({ kind: 'refused', cause: new Error('no data in the answer') });
  expect(judgeDataAnswer('[1]').kind).toBe('refused');
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
])('%j is told as %s', (answer, kind) => {
  expect(kindOf(answer)).toBe(kind);
});

test('a block is busy without a time, and any document of an answer may say so', () => {
  expect(judgeDataAnswer('{"data":null}\n{"error":368}')).toEqual({
    ...{ kind: 'busy', retryAfterSeconds: null, cause: new Error('limit exceeded') },
  });
  expect(judgeDataAnswer('{"error":1357055}')).toEqual({
    ...{ kind: 'refused', cause: new Error('form rejected') },
  });
});

test('of several documents those that are no JSON are left out', () => {
  expect(parseDocuments('{"a":1}\n{broken}\n{"b":2}')).toEqual([{ a: 1 }, { b: 2 }]);
});
