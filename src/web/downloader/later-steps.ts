import { loadWords } from '../load-words.ts';

/** What is needed only once there is a link, code and words: loaded when a visitor turns to the field, not with the page. */
export async function loadLaterSteps() {
  const steps = import('./after-link.ts');
  // The server has every word.
  const [loaded] = await Promise.all([steps, import.meta.env.SSR || loadWords('later')]);
  return loaded;
}

/** What a visitor may set on this device. */
export async function loadSettings() {
  return (await loadLaterSteps()).loadSettings();
}
