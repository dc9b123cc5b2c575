import '#web/styles.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { defaultSettings } from '#web/downloader/settings/settings-schema.ts';
import { settingsStore } from '#web/downloader/settings/settings-store.ts';
import { visitVerification } from '#web/downloader/verification/visit-verification.ts';
import { finishHistorySteps } from './history-steps.ts';

const storages = [localStorage, sessionStorage];

afterEach(() => {
  // Restore mocks first: a mock of a faked timer would bring the faked one back.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

beforeEach(async () => {
  // It would arrive in this test and close what is open there.
  await finishHistorySteps();
  // Before the network is reset: an open editor keeps saving.
  await cleanup();
  // Requests arrive in order, so after this one nothing of the previous test is still to come.
  await fetch('/favicon.svg', { method: 'HEAD' });
  await commands.resetNetwork();
  await page.viewport(1280, 900);
  await commands.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' });
  settingsStore.updateSettings({ ...defaultSettings, theme: undefined });
  for (const storage of storages) storage.clear();
  visitVerification.forget();
  // The address of a result would open it in the next test.
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  document.documentElement.lang = 'en';
  // Every test's translator already has the lazily loaded messages.
  document.documentElement.dataset.later = 'data:text/javascript,export default {}';
});
