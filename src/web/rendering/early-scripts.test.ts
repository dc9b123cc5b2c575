import { expect, test } from 'vitest';
import { addEarlyScripts } from './early-scripts.ts';

const scripts = { everyPage: '{theme()}', scriptedPage: '{suggest()}' };
const page = (attributes: string) =>
  `<!DOCTYPE html><html lang="en"${attributes}><head></head><body data-scripts="x"></body></html>`;

test('every page gets its script at the end of its head', () => {
  const html = addEarlyScripts(page(''), 'n-1', scripts);
  expect(html).toContain('<head><script nonce="n-1">{theme()}</script></head>');
});

test('a page that is hydrated gets both in one script', () => {
  const html = addEarlyScripts(page(' data-scripts="router"'), 'n-1', scripts);
  expect(html).toContain('<head><script nonce="n-1">{theme()}{suggest()}</script></head>');
});
