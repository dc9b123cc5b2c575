import '#web/styles.css';
import { beforeEach } from 'vitest';
import { commands, page } from 'vitest/browser';
// Unmounts the components of the test before, earlier than the hook below.
import 'vitest-browser-react';

const storages = [localStorage, sessionStorage];

beforeEach(async () => {
  // Requests arrive in order: after this one, none of the test before is still to come.
  await fetch('/favicon.svg', { method: 'HEAD' });
  await commands.resetNetwork();
  await page.viewport(1280, 900);
  for (const storage of storages) storage.clear();
  document.documentElement.lang = 'en';
  // The words of later steps are in every test's translator already.
  document.documentElement.dataset.later = 'data:text/javascript,export default {}';
});
