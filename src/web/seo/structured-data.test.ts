import { expect, test } from 'vitest';
import { locales } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { toListedPage } from './page-urls.ts';
import {
  faqQuestions,
  homeStructuredData,
  serializeStructuredData,
  webPageStructuredData,
} from './structured-data.ts';

const origin = 'https://unspool.example';

test.each(locales)('the start page in %s has an application and its visible FAQ', (locale) => {
  const t = serverTranslator(locale);
  const serialized = serializeStructuredData(homeStructuredData(t, origin));
  const { '@context': context, '@graph': nodes } = JSON.parse(serialized);
  // Users can't rate here.
  expect(serialized).not.toMatch(/aggregateRating|ratingValue|"review/i);
  expect(context).toBe('https://schema.org');
  expect(nodes.map((node: { '@type': string }) => node['@type'])).toEqual(['WebApplication', 'FAQPage']);
  const [application, questions] = nodes;
  expect(application).toMatchObject({ name: 'Unspool', offers: { price: 0 } });
  expect(new URL(application.url).origin).toBe(origin);
  const questionTexts = questions.mainEntity.map(
    (entry: { name: string; acceptedAnswer: { text: string } }) => [entry.name, entry.acceptedAnswer.text],
  );
  expect(questionTexts).toEqual(faqQuestions.map(({ question, answer }) => [t(question), t(answer)]));
});

test('a page below the start page has breadcrumbs', () => {
  const graph = webPageStructuredData(serverTranslator('de'), origin, {
    kind: 'AboutPage',
    page: '/about',
    title: 'Über uns',
    description: 'Wer wir sind.',
    trail: [
      { name: 'Start', page: '/' },
      { name: 'Über uns', page: '/about' },
    ],
  });
  const [page, breadcrumbs] = JSON.parse(serializeStructuredData(graph))['@graph'];
  expect(page).toMatchObject({ '@type': 'AboutPage', url: `${origin}/de/about`, inLanguage: 'de' });
  expect(page.breadcrumb['@id']).toBe(breadcrumbs['@id']);
  expect(breadcrumbs.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Start', item: `${origin}/de` },
    { '@type': 'ListItem', position: 2, name: 'Über uns', item: `${origin}/de/about` },
  ]);
});

test('a list page has its own URL and belongs to the blog of its language', () => {
  const graph = webPageStructuredData(serverTranslator('th'), origin, {
    kind: 'CollectionPage',
    page: '/blog',
    title: 'Blog 2',
    description: 'Posts.',
    query: '?page=2',
    trail: [{ name: 'Blog', page: '/blog' }],
  });
  const [page, breadcrumbs, blog] = JSON.parse(serializeStructuredData(graph))['@graph'];
  expect(page.url).toBe(`${origin}/th/blog?page=2`);
  expect(page.breadcrumb['@id']).toBe(breadcrumbs['@id']);
  expect(blog).toMatchObject({
    '@type': 'Blog',
    url: `${origin}/th/blog`,
    inLanguage: 'th',
    publisher: { name: 'Unspool', logo: { url: `${origin}/icon-512.png` } },
  });
});

test("hostile text can't end the script element and is preserved", () => {
  const hostile = '</script><script>alert(1)</script><!-- <SCRIPT & "';
  const written = serializeStructuredData({
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'WebPage', name: hostile }],
  });
  expect(written).not.toContain('<');
  expect(JSON.parse(written)['@graph'][0].name).toBe(hostile);
});

test('the page of an author is a profile page of a person', () => {
  const page = toListedPage('/blog/author/mira', ['de', 'th'], 'de');
  const [node] = JSON.parse(
    serializeStructuredData(
      webPageStructuredData(serverTranslator('de'), origin, {
        kind: 'ProfilePage',
        person: { name: 'Mira', bio: 'Schreibt.', image: '/files/a/600.webp' },
        page,
        title: 'Mira',
        description: 'Schreibt.',
        trail: [{ name: 'Mira', page }],
        query: '?page=2',
      }),
    ),
  )['@graph'];
  const url = `${origin}/de/blog/author/mira`;
  expect(node).toMatchObject({
    '@type': 'ProfilePage',
    url: `${url}?page=2`,
    mainEntity: {
      '@type': 'Person',
      '@id': `${url}#person`,
      name: 'Mira',
      url,
      description: 'Schreibt.',
      image: `${origin}/files/a/600.webp`,
    },
  });
});
