import { expect, test } from 'vitest';
import { reduceToasts, type Toast } from './toast-state.ts';

const toast = (id: number): Toast => ({ id, isOpen: true, title: `Title ${id}`, description: '' });

test('one toast is shown at a time: the newest', () => {
  expect(reduceToasts([toast(1)], { type: 'added', toast: toast(2) })).toEqual([toast(2)]);
});

test('a toast is updated, dismissed and later removed', () => {
  const updated = reduceToasts([toast(1)], {
    type: 'updated',
    id: 1,
    content: { title: 'New', description: 'text' },
  });
  expect(updated).toEqual([{ id: 1, isOpen: true, title: 'New', description: 'text' }]);
  const dismissed = reduceToasts(updated, { type: 'dismissed', id: 1 });
  expect(dismissed).toMatchObject([{ id: 1, isOpen: false }]);
  expect(reduceToasts(dismissed, { type: 'removed', id: 1 })).toEqual([]);
});

test('events of a toast that was replaced change nothing', () => {
  expect(reduceToasts([toast(2)], { type: 'dismissed', id: 1 })).toEqual([toast(2)]);
});
