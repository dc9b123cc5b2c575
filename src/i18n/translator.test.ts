import { expect, test } from 'vitest';
import { serverTranslator } from './server-translator.ts';

test.each([
  ['fr', 'Unspool', 'À propos d’Unspool', 'Le blog d’Unspool'],
  ['fr', 'Été', 'À propos d’Été', 'Le blog d’Été'],
  ['fr', 'Ginas', 'À propos de Ginas', 'Le blog de Ginas'],
  ['zh', 'Ginas', '关于 Ginas', 'Ginas 博客'],
  ['zh', '小明', '关于小明', '小明博客'],
  ['zh', '小明 App', '关于小明 App', '小明 App 博客'],
  ['de', 'Ginas', 'Über Ginas', 'Der Blog von Ginas'],
] as const)('%s fits its grammar and spacing to the name %s', (locale, site, about, blog) => {
  const t = serverTranslator(locale, site);
  expect(t('about.heading')).toBe(about);
  expect(t('machine.blog')).toBe(blog);
  expect(t('missing.title')).toMatch(new RegExp(` \\| ${site}$`));
});

test('a name is text, whatever it contains', () => {
  const site = '{name} $& $1 {site}';
  expect(serverTranslator('zh', site)('blog.author.title', { name: 'Mira' })).toBe(`Mira 的文章 | ${site}`);
  expect(serverTranslator('en')('brand.name')).toBe('Unspool');
});
