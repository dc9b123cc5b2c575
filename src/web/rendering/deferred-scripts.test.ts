import { expect, test } from 'vitest';
import { deferScripts } from './deferred-scripts.tsx';

test('deferScripts lists the preloads in order and makes the module script inert', () => {
  const page =
    '<head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/s.css"/>' +
    '<link rel="modulepreload" href="/assets/b.js"/></head>' +
    '<body><script>first();</script><script type="module" async="">import "/assets/a.js";</script></body>';
  expect(deferScripts(page)).toBe(
    '<head><link rel="stylesheet" href="/s.css"/></head>' +
      '<body><script>first();</script>' +
      '<script type="text/plain" data-preload="/assets/a.js /assets/b.js">import "/assets/a.js";</script></body>',
  );
});

test('deferScripts leaves a page without scripts unchanged', () => {
  const page = '<body><script type="application/ld+json">{}</script></body>';
  expect(deferScripts(page)).toBe(page);
});
