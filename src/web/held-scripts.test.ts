import { expect, test } from 'vitest';
import { holdScripts } from './held-scripts.ts';

test('the scripts of a page are named and left inert, in the order in which they are loaded', () => {
  const page =
    '<head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/s.css"/>' +
    '<link rel="modulepreload" href="/assets/b.js"/></head>' +
    '<body><script>first();</script><script type="module" async="">import "/assets/a.js";</script></body>';
  expect(holdScripts(page)).toBe(
    '<head><link rel="stylesheet" href="/s.css"/></head>' +
      '<body><script>first();</script>' +
      '<script type="text/plain" data-preload="/assets/a.js /assets/b.js">import "/assets/a.js";</script></body>',
  );
});

test('a page without scripts is left as it is', () => {
  const page = '<body><script type="application/ld+json">{}</script></body>';
  expect(holdScripts(page)).toBe(page);
});
