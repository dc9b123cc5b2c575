import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright';

/** The headless shell comes first: it needs a fifth less CPU time than headless Chromium. */
const installPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export const lanHost = 'unspool.test';

/** For Debian's Chromium, without background requests. Throws if no browser is installed. */
export function browserLaunchOptions(): LaunchOptions {
  const executablePath = process.env.CHROMIUM_PATH ?? installPaths.find((path) => existsSync(path));
  if (!executablePath) throw new Error('No Chromium found. Install it, or set CHROMIUM_PATH.');
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
      // A name whose pages are no secure context over HTTP, unlike those of localhost.
      `--host-resolver-rules=MAP ${lanHost} 127.0.0.1`,
    ],
  };
}

/** A separate browser process, for measurements and screenshots. Tests share one: `connectBrowser`. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(browserLaunchOptions());
}
