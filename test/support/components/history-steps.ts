import { expect } from 'vitest';

/** The page went back, and the browser, which does it later, has not told it yet. */
let isGoingBack = false;

const goBack = window.history.back.bind(window.history);
window.history.back = () => {
  isGoingBack = true;
  goBack();
};
window.addEventListener('popstate', () => {
  isGoingBack = false;
});

/** Resolves when the browser has left the entry of the history that the page is leaving. */
export const finishHistorySteps = () => expect.poll(() => isGoingBack).toBe(false);
