import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountUser, article, post, translationWritten } from '#database/schema.ts';
import { locales } from '#i18n/locales.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { createSeeder, form, openBlogEditor, query } from '#test/support/open-blog-editor.ts';
import { adminPageSize } from '../editing-contract.ts';

describeDatabases('listing posts for the administration', (open) => {
  test('all posts of a language are listed, newest first, with their unpublished state', async () => {
    await using fixture = await openBlogEditor(open);
    const draft = await fixture.create({ mode: 'autosave', fields: form({ title: 'Draft' }) });
    fixture.clock.now += 1000;
    const status = 'published' as const;
    const publishedPost = await fixture.create({ mode: 'publish', fields: form({ title: 'Shown', status }) });
    const german = { mode: 'save', fields: form({ title: 'Deutsch' }), locale: 'de' } as const;
    const translation = await fixture.create({ ...german, article_id: publishedPost.article_id });
    await fixture.edit(publishedPost.id, 1, { mode: 'autosave', fields: form({ title: 'Typed' }) });
    const { posts, totalPosts } = await fixture.blogEditor.listPosts(query());
    expect(totalPosts).toBe(2);
    expect(posts).toMatchObject([
      {
        id: publishedPost.id,
        title: 'Shown',
        status,
        version: 2,
        has_working_copy: true,
        scheduled_at: null,
        languages: [
          { id: publishedPost.id, locale: 'en', slug: 'shown', title: 'Shown', status },
          { id: translation.id, locale: 'de', slug: 'deutsch', title: 'Deutsch', status: 'draft' },
        ],
      },
      { id: draft.id, title: 'Draft', status: 'draft', version: 1, has_working_copy: false },
    ]);
    const titles = async (filters: Parameters<typeof query>[0]) =>
      (await fixture.blogEditor.listPosts(query(filters))).posts.map((post) => post.title);
    expect(await titles({ locale: 'de' })).toEqual(['Deutsch']);
    expect(await titles({ status: 'draft' })).toEqual(['Draft']);
    expect(await titles({ status: 'archived' })).toEqual([]);
    expect(await titles({ search: 'RAF' })).toEqual(['Draft']);
    expect(await titles({ search: 'draft', status })).toEqual([]);
    expect(await titles({ search: '100% "nothing" \\' })).toEqual([]);
  });

  test('the list is paginated', async () => {
    await using fixture = await openBlogEditor(open);
    const seeder = createSeeder(fixture.database.query);
    for (let index = 0; index < adminPageSize + 2; index++) {
      await seeder.seedPost({
        title: `Post ${index}`,
        createdAt: new Date(fixture.clock.now - 1000 + index),
      });
    }
    const first = await fixture.blogEditor.listPosts(query());
    const second = await fixture.blogEditor.listPosts(query({ page: 2 }));
    expect(first.posts).toHaveLength(adminPageSize);
    expect(second.posts.map((post) => post.title)).toEqual(['Post 1', 'Post 0']);
    expect([first.totalPosts, second.totalPosts]).toEqual([adminPageSize + 2, adminPageSize + 2]);
    expect((await fixture.blogEditor.listPosts(query({ page: 1000 }))).posts).toEqual([]);
    await fixture.create({ mode: 'autosave', locale: 'en', fields: form({ title: 'New' }) });
    const updated = await fixture.blogEditor.listPosts(query());
    expect([updated.posts[0]?.title, updated.totalPosts]).toEqual(['New', adminPageSize + 3]);
  });
});

describeDatabases('sorting and filtering the list of the administration', (open) => {
  async function openWithPosts() {
    const fixture = await openBlogEditor(open);
    const { query: queries } = fixture.database;
    const titles = async (filters: Parameters<typeof query>[0]) =>
      (await fixture.blogEditor.listPosts(query(filters))).posts.map((post) => post.title);
    return { ...fixture, queries, seeder: createSeeder(queries), titles };
  }
  const day = (date: number) => new Date(Date.UTC(2026, 2, date));

  test('the newest publication comes first, and an unpublished post counts by its creation', async () => {
    await using fixture = await openWithPosts();
    const draft = { status: 'draft', publishedAt: null } as const;
    await fixture.seeder.seedPost({ title: 'Old, published late', createdAt: day(1), publishedAt: day(9) });
    await fixture.seeder.seedPost({ title: 'Draft', createdAt: day(5), ...draft });
    await fixture.seeder.seedPost({ title: 'New, dated early', createdAt: day(8), publishedAt: day(2) });
    const newest = ['Old, published late', 'Draft', 'New, dated early'];
    expect(await fixture.titles({})).toEqual(newest);
    expect(await fixture.titles({ sort: 'oldest' })).toEqual(newest.toReversed());
  });

  test('titles are sorted as in the language of the list, on every page', async () => {
    await using fixture = await openWithPosts();
    for (const title of ['Zebra', 'Äpfel', 'apfel 10', 'Apfel 9'])
      await fixture.seeder.seedPost({ title, locale: 'de' });
    const german = { locale: 'de', sort: 'title' } as const;
    expect(await fixture.titles(german)).toEqual(['Äpfel', 'Apfel 9', 'apfel 10', 'Zebra']);
    for (let index = 0; index < adminPageSize; index += 1)
      await fixture.seeder.seedPost({ title: `Birne ${index}`, locale: 'de' });
    fixture.blogEditor.invalidateLists();
    expect(await fixture.titles({ ...german, page: 2 })).toEqual([
      'Birne 47',
      'Birne 48',
      'Birne 49',
      'Zebra',
    ]);
    expect((await fixture.titles({ locale: 'de', sort: 'title_desc' }))[0]).toBe('Zebra');
  });

  test('views and status sort the list, newest first among equals', async () => {
    await using fixture = await openWithPosts();
    await fixture.seeder.seedPost({ title: 'Few', viewCount: 3, status: 'archived' });
    await fixture.seeder.seedPost({ title: 'Many', viewCount: 20 });
    await fixture.seeder.seedPost({ title: 'Few, newer', viewCount: 3, status: 'draft' });
    expect(await fixture.titles({ sort: 'views' })).toEqual(['Many', 'Few, newer', 'Few']);
    expect(await fixture.titles({ sort: 'views_asc' })).toEqual(['Few, newer', 'Few', 'Many']);
    expect(await fixture.titles({ sort: 'status' })).toEqual(['Few, newer', 'Many', 'Few']);
    expect(await fixture.titles({ sort: 'status_desc' })).toEqual(['Few', 'Many', 'Few, newer']);
    // A view is no change of the blog.
    await fixture.queries.update(post).set({ viewCount: 30 }).where(eq(post.title, 'Few'));
    expect(await fixture.titles({ sort: 'views' })).toEqual(['Few', 'Many', 'Few, newer']);
  });

  test('category, tag and author filter the list, and each row names its author', async () => {
    await using fixture = await openWithPosts();
    const users = [
      { id: 'u1', name: 'Zoe', email: 'z@example.org', role: 'author' },
      { id: 'u2', name: 'Bea', email: 'b@example.org', role: 'editor' },
      { id: 'u3', name: 'Writes nothing', email: 'n@example.org', role: 'owner' },
    ] as const;
    await fixture.queries.insert(accountUser).values([...users]);
    const first = await fixture.seeder.seedPost({
      title: 'First',
      category: 'news',
      tags: ['video', 'tips'],
    });
    await fixture.seeder.seedPost({ title: 'Second', category: 'news', tags: ['tips'] });
    const third = await fixture.seeder.seedPost({ title: 'Third', tags: ['video'] });
    const setAuthor = (id: string, authorId: string) =>
      fixture.queries.update(article).set({ authorId }).where(eq(article.id, id));
    await setAuthor(first.articleId, 'u1');
    await setAuthor(third.articleId, 'u2');
    expect(await fixture.titles({ category: 'news' })).toEqual(['Second', 'First']);
    expect(await fixture.titles({ tag: 'video' })).toEqual(['Third', 'First']);
    expect(await fixture.titles({ category: 'news', tag: 'video' })).toEqual(['First']);
    expect(await fixture.titles({ author: 'u2' })).toEqual(['Third']);
    expect(await fixture.titles({ author: 'nobody' })).toEqual([]);
    expect(await fixture.titles({ category: 'unknown' })).toEqual([]);
    const { posts } = await fixture.blogEditor.listPosts(query());
    expect(posts.map((post) => post.author_name)).toEqual(['Bea', null, 'Zoe']);
    expect(await fixture.blogEditor.listAuthors()).toEqual([
      { id: 'u2', name: 'Bea' },
      { id: 'u1', name: 'Zoe' },
    ]);
  });

  test('a language that is missing, has a status or is not translated filters the list', async () => {
    await using fixture = await openWithPosts();
    const kites = await fixture.seeder.seedPost({ title: 'Kites' });
    const wind = await fixture.seeder.seedPost({ title: 'Wind' });
    await fixture.seeder.seedPost({ articleId: kites.articleId, locale: 'th', status: 'draft' });
    await fixture.seeder.seedPost({ articleId: wind.articleId, locale: 'de', origin: 'untranslated' });
    expect(await fixture.titles({ state: 'missing', language: 'th' })).toEqual(['Wind']);
    expect(await fixture.titles({ state: 'draft', language: 'th' })).toEqual(['Kites']);
    expect(await fixture.titles({ state: 'published', language: 'th' })).toEqual([]);
    expect(await fixture.titles({ state: 'archived' })).toEqual([]);
    expect(await fixture.titles({ state: 'untranslated' })).toEqual(['Wind']);
    expect(await fixture.titles({ state: 'missing' })).toEqual(['Wind', 'Kites']);
    for (const locale of locales.filter((other) => !['en', 'th'].includes(other)))
      await fixture.seeder.seedPost({ articleId: kites.articleId, locale });
    fixture.blogEditor.invalidateLists();
    expect(await fixture.titles({ state: 'missing' })).toEqual(['Wind']);
  });

  test('the filters for outdated languages and languages to review match what the rows show', async () => {
    await using fixture = await openWithPosts();
    const fields = (title: string, content = '<p>One</p>') => form({ title, content, status: 'published' });
    const source = await fixture.create({ mode: 'publish', fields: fields('Kites') });
    const other = await fixture.create({ mode: 'publish', fields: fields('Wind') });
    const translate = (articleId: string, digest: string, review: string[] = []) =>
      fixture.seeder
        .seedPost({
          articleId,
          locale: 'de',
          content: '<p>One</p>',
          origin: 'machine',
          sourceLocale: 'en',
          sourceDigest: digest,
        })
        .then(({ id }) =>
          fixture.queries.insert(translationWritten).values({
            postId: id,
            version: 1,
            fields: {},
            blocks: [],
            review: review.map((text) => ({ hash: 'h', text, source: text })),
          }),
        );
    const readDigest = async (id: string) =>
      (await fixture.queries.select({ digest: post.textDigest }).from(post).where(eq(post.id, id)))[0]
        ?.digest ?? '';
    const before = await readDigest(source.id);
    await translate(source.article_id, before);
    await translate(other.article_id, await readDigest(other.id), ['One']);
    const expectMatches = async (outdated: string[], review: string[]) => {
      fixture.blogEditor.invalidateLists();
      for (const language of ['', 'de'] as const) {
        expect(await fixture.titles({ state: 'outdated', language })).toEqual(outdated);
        expect(await fixture.titles({ state: 'review', language })).toEqual(review);
      }
      const { posts } = await fixture.blogEditor.listPosts(query());
      const shown = posts.filter(({ languages }) => languages.some((row) => row.translation === 'outdated'));
      expect(shown.map(({ title }) => title)).toEqual(outdated);
    };
    await expectMatches([], ['Wind']);
    // An unpublished change of the source leaves its published translation up to date.
    const changed = await fixture.edit(source.id, 1, {
      mode: 'autosave',
      fields: fields('Kites', '<p>Two</p>'),
    });
    await expectMatches([], ['Wind']);
    const saved = await fixture.edit(source.id, changed.version, {
      mode: 'save',
      fields: fields('Kites', '<p>Two</p>'),
    });
    await expectMatches(['Kites'], ['Wind']);
    // The text of the translation's source is in the working copy again.
    await fixture.edit(source.id, saved.version, { mode: 'autosave', fields: fields('Kites') });
    await expectMatches([], ['Wind']);
    expect(await fixture.titles({ state: 'outdated', language: 'fr' })).toEqual([]);
  });
});

describeDatabases('what readers see', (open) => {
  test('drafts, archived posts and working copies are not visible anywhere', async () => {
    await using fixture = await openBlogEditor(open);
    const secret = (title: string, status: 'draft' | 'published' | 'archived') =>
      form({ title, excerpt: 'Secret', content: '<p>Secret</p>', seo_title: 'Secret', status });
    const plain = form({ title: 'Plain', slug: 'plain', status: 'published' });
    const publishedPost = await fixture.create({ mode: 'publish', fields: plain });
    const autosavedFields = { ...secret('Secret', 'published'), slug: 'secret-slug' };
    await fixture.edit(publishedPost.id, 1, { mode: 'autosave', fields: autosavedFields });
    const { article_id } = publishedPost;
    const german = { mode: 'autosave', fields: secret('Secret', 'draft'), locale: 'de', article_id } as const;
    await fixture.create(german);
    await fixture.create({ mode: 'save', fields: secret('Secret', 'archived') });
    const scheduleRequest = { mode: 'schedule', scheduled_at: '2027-01-01T00:00:00.000Z' } as const;
    await fixture.create({ ...scheduleRequest, fields: secret('Secret', 'draft') });

    const { reader } = fixture;
    const all = { locale: 'en', page: 1, pageSize: 10, search: '', category: '', tag: '' } as const;
    const [post] = (await reader.listPostsWithContent(all)).posts;
    if (!post) throw new Error('the published post is not listed');
    const results = [
      post,
      await reader.listPostsWithContent({ ...all, search: 'secret' }),
      await reader.listPosts({ ...all, locale: 'de' }),
      await reader.findPost('en', 'plain'),
      await reader.findPost('en', 'secret-slug'),
      await reader.findPost('de', 'secret'),
      await reader.findTranslationsBySlug('fr', 'secret'),
      await reader.listTranslations(article_id),
      await reader.findRelatedPosts(post),
      await reader.listTranslationGroups('en', 0, 10),
      await reader.listTranslationGroups('de', 0, 10),
    ];
    expect(post.title).toBe('Plain');
    expect(JSON.stringify(results)).not.toMatch(/secret/i);
    expect([await reader.countPosts('en'), await reader.countPosts('de')]).toEqual([1, 0]);
  });
});
