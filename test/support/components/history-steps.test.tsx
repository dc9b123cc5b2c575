import { expect, test } from 'vitest';
import { finishHistorySteps } from './history-steps.ts';

test('a test begins when the browser has made the last step back of the one before', async () => {
  window.history.pushState({ entry: 'of the test before' }, '');
  window.history.back();
  await finishHistorySteps();
  expect(window.history.state).toBeNull();
});
