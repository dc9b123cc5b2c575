import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { english } from '../english.ts';
import { faqQuestions } from '../pages/faq-questions.ts';
import { homeData, subPageData, writeStructuredData } from './structured-data.ts';

const origin = 'https://unspool.example';

test.each(locales)(
  'the start page in %s tells of the application and of the questions in sight',
  (locale) => {
    const t = serverTranslator(locale);
    const { '@context': context, '@graph': things } = JSON.parse(writeStructuredData(homeData(t, origin)));
    expect(context).toBe('https://schema.org');
    expect(things.map((thing: { '@type': string }) => thing['@type'])).toEqual(['WebApplication', 'FAQPage']);
    const [application, questions] = things;
    expect(application).toMatchObject({ name: 'Unspool', offers: { price: 0 } });
    expect(new URL(application.url).origin).toBe(origin);
    const told = questions.mainEntity.map((entry: { name: string; acceptedAnswer: { text: string } }) => [
      entry.name,
      entry.acceptedAnswer.text,
    ]);
    expect(told).toEqual(faqQuestions.map(({ question, answer }) => [t(question), t(answer)]));
  },
);

test('nothing is rated that nobody could rate', () => {
  expect(writeStructuredData(homeData(english, origin))).not.toMatch(/aggregateRating|ratingValue|review/i);
});

test('a page below the start page tells the way to it', () => {
  const graph = subPageData(serverTranslator('de'), origin, {
    kind: 'AboutPage',
    page: '/about',
    title: 'Über uns',
    description: 'Wer wir sind.',
    trail: [
      { name: 'Start', page: '/' },
      { name: 'Über uns', page: '/about' },
    ],
  });
  const [page, breadcrumbs] = JSON.parse(writeStructuredData(graph))['@graph'];
  expect(page).toMatchObject({ '@type': 'AboutPage', url: `${origin}/de/about`, inLanguage: 'de' });
  expect(page.breadcrumb['@id']).toBe(breadcrumbs['@id']);
  expect(breadcrumbs.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Start', item: `${origin}/de` },
    { '@type': 'ListItem', position: 2, name: 'Über uns', item: `${origin}/de/about` },
  ]);
});

test('a page of the list stands for itself, within the blog of its language', () => {
  const graph = subPageData(serverTranslator('th'), origin, {
    ...{ kind: 'CollectionPage', page: '/blog', title: 'Blog 2', description: 'Posts.', query: '?page=2' },
    trail: [{ name: 'Blog', page: '/blog' }],
  });
  const [page, breadcrumbs, blog] = JSON.parse(writeStructuredData(graph))['@graph'];
  expect(page.url).toBe(`${origin}/th/blog?page=2`);
  expect(page.breadcrumb['@id']).toBe(breadcrumbs['@id']);
  expect(blog).toMatchObject({
    '@type': 'Blog',
    url: `${origin}/th/blog`,
    inLanguage: 'th',
    publisher: { name: 'Unspool', logo: { url: `${origin}/icon-512.png` } },
  });
});

test('no text ends the script it stands in, and none is changed', () => {
  const hostile = '</script><script>alert(1)</script><!-- <SCRIPT & "';
  const written = writeStructuredData({
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'WebPage', name: hostile }],
  });
  expect(written).not.toContain('<');
  expect(JSON.parse(written)['@graph'][0].name).toBe(hostile);
});
