import { expect, test } from 'vitest';
import { type Toast, toastReducer } from './toast-reducer.ts';

const toast = (id: number): Toast => ({ id, isOpen: true, title: `Title ${id}`, description: '' });

test('only the newest toast is shown', () => {
  expect(toastReducer([toast(1)], { type: 'added', toast: toast(2) })).toEqual([toast(2)]);
});

test('a toast can be dismissed and removed', () => {
  const dismissed = toastReducer([toast(1)], { type: 'dismissed', id: 1 });
  expect(dismissed).toMatchObject([{ id: 1, isOpen: false }]);
  expect(toastReducer(dismissed, { type: 'removed', id: 1 })).toEqual([]);
});

test('events for a replaced toast have no effect', () => {
  expect(toastReducer([toast(2)], { type: 'dismissed', id: 1 })).toEqual([toast(2)]);
});
