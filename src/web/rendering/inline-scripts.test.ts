import { expect, test } from 'vitest';
import { collectInlineScripts } from './inline-scripts.tsx';

test('only the scripts with the nonce are collected, and the page is sent without it', () => {
  const page = (nonce: string) =>
    `<script${nonce}>a("<b>");</script><link href="/a.js"${nonce}/>` +
    '<script>stored();</script><script nonce="">stored();</script><script nonce="n-2">stored();</script>' +
    `<script type="application/ld+json">{}</script><script${nonce} type="module" async="">b();</script>`;
  expect(collectInlineScripts(page(' nonce="n-1"'), 'n-1')).toEqual({
    html: page(''),
    scripts: ['a("<b>");', 'b();'],
  });
});

test('an unclosed script in content adds nothing to the scripts of the page', () => {
  const page = '<div><script>stored();</div><script nonce="n-1">a();</script>';
  expect(collectInlineScripts(page, 'n-1').scripts).toEqual(['a();']);
});
