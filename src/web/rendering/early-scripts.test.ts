import { expect, test } from 'vitest';
import { addEarlyScripts } from './early-scripts.ts';

const page = (attributes: string) =>
  `<!DOCTYPE html><html lang="en"${attributes}><head></head><body data-scripts="x"></body></html>`;

test('every page gets the script of the theme at the end of its head', () => {
  const html = addEarlyScripts(page(''), 'n-1');
  expect(html).toMatch(/<head><script nonce="n-1">[^<]*unspool\.settings[\s\S]*<\/script><\/head>/);
  expect(html).not.toContain('unspool.language-suggestion');
});

test('a page that is hydrated also reserves the space of the language suggestion', () => {
  const html = addEarlyScripts(page(' data-scripts="router"'), 'n-1');
  expect(html.match(/<script /g)).toHaveLength(1);
  expect(html).toMatch(/unspool\.settings[\s\S]*unspool\.language-suggestion[\s\S]*<\/head>/);
});
