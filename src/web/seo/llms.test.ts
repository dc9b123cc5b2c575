import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { publicPages } from '../paths.ts';
import { examplePost } from './fixtures/example-post.ts';
import { renderLlmsTxt } from './llms.ts';

const origin = 'https://unspool.example';

test('the file lists the pages, posts and feeds of its language, and the API reference', () => {
  const text = renderLlmsTxt(
    serverTranslator('de'),
    origin,
    [
      examplePost({
        locale: 'de',
        slug: 'ein-(faden)',
        title: 'Ein [Faden]\n<neu>',
        excerpt: 'Kurz *gesagt*.',
      }),
    ],
    24,
  );
  expect(text.startsWith('# Unspool\n\n> ')).toBe(true);
  expect(text).toContain(`](${origin}/de)`);
  expect(text).toContain(`](${origin}/de/blog): `);
  expect(text).toContain(
    `- [Ein &#91;Faden&#93; &lt;neu&gt;](${origin}/de/blog/ein-%28faden%29): Kurz \\*gesagt\\*.\n`,
  );
  expect(text).toContain(`- [Atom](${origin}/de/atom.xml)`);
  expect(text).toContain(`](${origin}/openapi.json)`);
});

test('every public page is listed', () => {
  const text = renderLlmsTxt(serverTranslator('th'), origin, [], 24);
  for (const page of publicPages) expect(text).toContain(`](${origin}${localizedPath('th', page)}): `);
});

test.each(locales)('in %s the file has four sections, or three without posts', (locale) => {
  const headings = (posts: Parameters<typeof renderLlmsTxt>[2]) =>
    renderLlmsTxt(serverTranslator(locale), origin, posts, 24).match(/^## .+$/gm)?.length;
  expect(headings([examplePost({ locale })])).toBe(4);
  expect(headings([])).toBe(3);
});
