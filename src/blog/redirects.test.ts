import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { openWriter } from './fixtures/open-writer.ts';
import { createBlogReader } from './read.ts';
import { findRedirect, formatFormerAddress, listRedirects, parseFormerAddress } from './redirects.ts';

test('an address has one form, however it is spelled', () => {
  for (const [address, path] of [
    ['/2014/05/01/One/', '/2014/05/01/one'],
    ['//2014\\05/one?utm_source=x#top', '/2014/05/one'],
    ['/en/one', '/one'],
    ['/%E4%BA%8C', '/二'],
    ['/cafe%CC%81', '/café'],
  ] as const)
    expect(parseFormerAddress(address)).toEqual({ path, query: '' });
  expect(parseFormerAddress('/?a=b&p=12')).toEqual({ path: '/', query: 'p=12' });
  expect(parseFormerAddress('/blog/?page_id=7')).toEqual({ path: '/blog', query: 'page_id=7' });
  expect(formatFormerAddress({ path: '/二/a b', query: 'p=1' })).toBe('/%E4%BA%8C/a%20b?p=1');
});

test('only paths of this site are addresses', () => {
  const addresses = [
    'https://a.example/x',
    'x',
    '',
    '/',
    '/?p=x',
    '/%',
    '/%00',
    '/%FF',
    `/${'x'.repeat(501)}`,
  ];
  expect(addresses.filter((address) => parseFormerAddress(address) !== null)).toEqual([]);
});

describeDatabases('redirects', (open) => {
  test('lead to a published post under its current slug, and to the first post that had the address', async () => {
    await using fixture = await openWriter(open);
    const one = await fixture.save({ locale: 'de', title: 'Eins', status: 'published' });
    const two = await fixture.save({ locale: 'en', title: 'Two', status: 'draft' });
    const { writer, database, reader } = fixture;
    expect(await writer.addRedirects(one.id, ['/Eins/', '/?p=1', 'javascript:1'])).toEqual([
      '/Eins/',
      '/?p=1',
    ]);
    expect(await writer.addRedirects(one.id, ['/eins'])).toEqual(['/eins']);
    expect(await writer.createDryRun().addRedirects(two.id, ['/eins', '/two', '/'])).toEqual(['/two']);
    expect(await reader.findRedirect('/two')).toBeNull();
    expect(await writer.addRedirects(two.id, ['/eins', '/two'])).toEqual(['/two']);
    expect(await listRedirects(database.query, one.id)).toEqual(['/?p=1', '/eins']);

    await fixture.save({ id: one.id, locale: 'de', title: 'Eins', slug: 'neu', status: 'published' });
    expect(await reader.findRedirect('/EINS')).toEqual({ kind: 'post', locale: 'de', slug: 'neu' });
    expect(await findRedirect(database.query, '/?p=1')).toMatchObject({ slug: 'neu' });
    for (const address of ['/two', '/?p=2', '/eins?p=1', '//a.example/%2f%2f'])
      expect(await reader.findRedirect(address)).toBeNull();
  });

  test('without redirects, an address needs no query until a change of the blog, or for a minute', async () => {
    await using fixture = await openWriter(open);
    const { database, writer } = fixture;
    const post = await fixture.save({ locale: 'de', title: 'Eins', status: 'published' });
    let queries = 0;
    const query = new Proxy(database.query, {
      get(target, name) {
        if (name === 'select') queries += 1;
        return Reflect.get(target, name, target);
      },
    });
    const clock = { now: Date.UTC(2026, 10, 27) };
    const reader = createBlogReader({ database: { query }, now: () => clock.now });
    for (const address of ['/one', '/two', '/three']) expect(await reader.findRedirect(address)).toBeNull();
    expect(queries).toBe(1);
    reader.invalidate({ locales: ['fr'] });
    await reader.findRedirect('/eins');
    expect(queries).toBe(2);
    await writer.addRedirects(post.id, ['/eins']);
    clock.now += 60_001;
    expect(await reader.findRedirect('/eins')).toMatchObject({ locale: 'de' });
  });
});
