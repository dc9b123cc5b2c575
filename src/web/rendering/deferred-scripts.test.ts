import { expect, test } from 'vitest';
import { deferScripts } from './deferred-scripts.tsx';

const nonce = 'n-1';

test('deferScripts lists the preloads in order and makes the module script inert', () => {
  const page =
    '<head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/s.css"/>' +
    '<link rel="modulepreload" href="/assets/b.js" nonce="n-1"/></head>' +
    '<body><script>first();</script><script nonce="n-1" type="module" async="">import "/assets/a.js";</script></body>';
  expect(deferScripts(page, nonce)).toBe(
    '<head><link rel="stylesheet" href="/s.css"/></head>' +
      '<body><script>first();</script>' +
      '<script nonce="n-1" type="text/plain" data-preload="/assets/a.js /assets/b.js">import "/assets/a.js";</script></body>',
  );
});

test('deferScripts leaves a page without scripts of ours unchanged', () => {
  const page =
    '<body><script type="application/ld+json">{}</script><script type="module" async="">stored();</script></body>';
  expect(deferScripts(page, nonce)).toBe(page);
});
