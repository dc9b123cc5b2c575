import '#web/styles.css';
import { afterEach, beforeEach } from 'vitest';
import { commands, page } from 'vitest/browser';

const storages = [localStorage, sessionStorage];

beforeEach(async () => {
  await page.viewport(1280, 900);
  for (const storage of storages) storage.clear();
  document.documentElement.lang = 'en';
  // The words of later steps are in every test's translator already.
  document.documentElement.dataset.later = 'data:text/javascript,export default {}';
});

afterEach(async () => {
  await commands.resetNetwork();
});
