import { expect, test } from 'vitest';
import type { Locale } from '#i18n/locales.ts';
import { describeDatabases } from '#test/support/databases.ts';
import {
  author,
  createSeeder,
  dataUrl,
  editor,
  form,
  openBlogEditor,
} from '#test/support/open-blog-editor.ts';
import type { PostFields } from '../editing-contract.ts';

describeDatabases('autosaving', (open) => {
  test('autosaving a draft changes no public language until it is saved', async () => {
    await using fixture = await openBlogEditor(open);
    const category_id = await createSeeder(fixture.database.query).seedCategory('new');
    const cover = await dataUrl(9, 9);
    const status = 'published' as const;
    const publishedPost = await fixture.create({ mode: 'publish', fields: form({ title: 'Shown', status }) });
    const { article_id } = publishedPost;
    const german = { mode: 'autosave', fields: form({ title: 'Eins' }), locale: 'de', article_id } as const;
    const draft = await fixture.create(german);
    fixture.changes.length = 0;
    const fields = form({ title: 'Zwei', category_id, featured_image_url: cover });
    const autosaved = await fixture.edit(draft.id, 1, { mode: 'autosave', fields });
    expect(autosaved).toMatchObject({
      has_working_copy: true,
      fields: {
        title: 'Zwei',
        category_id,
        featured_image_url: expect.stringMatching(/^\/files\/.*\.webp$/),
      },
    });
    expect(fixture.changes).toEqual([{ articleId: article_id, locales: [] }]);
    expect(await fixture.blogEditor.readPost(publishedPost.id)).toMatchObject({
      fields: { category_id: null, featured_image_url: null },
    });
    expect(await fixture.blogEditor.previewPost(draft.id)).toMatchObject({
      title: 'Zwei',
      category: { slug: 'new' },
      featured_image_width: 9,
    });

    await fixture.edit(draft.id, 2, { mode: 'save', fields: autosaved.fields });
    expect(fixture.changes.at(-1)?.locales).toEqual(['en']);
    expect((await fixture.blogEditor.readPost(publishedPost.id))?.fields).toMatchObject({
      category_id,
      featured_image_url: autosaved.fields.featured_image_url,
    });
  });

  test('a new language keeps the fields of its article that its form leaves empty', async () => {
    await using fixture = await openBlogEditor(open);
    const seeder = createSeeder(fixture.database.query);
    const { articleId, id } = await seeder.seedPost({
      title: 'One',
      category: 'c',
      tags: ['t'],
      cover: { width: 9, height: 9 },
    });
    const before = (await fixture.blogEditor.readPost(id))?.fields;
    const save = {
      mode: 'save',
      fields: form({ title: 'Eins' }),
      locale: 'de',
      article_id: articleId,
    } as const;
    const { fields } = await fixture.create(save);
    const { category_id, tag_ids, featured_image_url } = fields;
    expect(before).toMatchObject({ category_id, tag_ids, featured_image_url });
    expect(tag_ids).toHaveLength(1);
    expect(await fixture.blogEditor.createPost(save, editor)).toEqual({
      ok: false,
      error: { code: 'language.taken' },
    });
  });

  test('an autosave with a taken slug is stored, including the slug', async () => {
    await using fixture = await openBlogEditor(open);
    await createSeeder(fixture.database.query).seedPost({ slug: 'taken' });
    const fields = form({ title: 'Mine', slug: 'taken', content: '<p>Typed</p>' });
    const created = await fixture.create({ mode: 'autosave', fields });
    expect(created.fields).toMatchObject({ slug: 'taken', content: '<p>Typed</p>' });
    const more = { ...fields, content: '<p>More</p>' };
    const saved = await fixture.edit(created.id, 1, { mode: 'autosave', fields: more });
    expect(saved.fields).toMatchObject({ slug: 'taken', content: '<p>More</p>' });
    expect(saved.languages[0]?.slug).toBe('mine');
    const slugTaken = { ok: false, error: { code: 'slug.taken' } };
    expect(await fixture.blogEditor.savePost(created.id, 2, { mode: 'save', fields: more }, editor)).toEqual(
      slugTaken,
    );
    const free = { mode: 'autosave', fields: { ...more, slug: 'free' } } as const;
    expect(await fixture.edit(created.id, 2, free)).toMatchObject({
      has_working_copy: false,
      languages: [{ slug: 'free' }],
    });
  });

  test('a cover URL is fetched only by an explicit save, and kept if that fails', async () => {
    await using fixture = await openBlogEditor(open);
    const url = 'https://pictures.example/a.png';
    const fields = form({ title: 'One', featured_image_url: url });
    const created = await fixture.create({ mode: 'autosave', fields });
    expect(created.fields.featured_image_url).toBe(url);
    const status = 'published' as const;
    const published = await fixture.edit(created.id, 1, { mode: 'publish', fields: { ...fields, status } });
    expect(published).toMatchObject({
      status,
      has_working_copy: true,
      fields: { title: 'One', featured_image_url: url },
    });
    const save = { mode: 'save', fields: { ...fields, status } } as const;
    fixture.remoteImages.set(url, Buffer.from((await dataUrl(9, 9)).split(',')[1] ?? '', 'base64'));
    const saved = await fixture.edit(created.id, 2, save);
    expect(saved.fields.featured_image_url).toMatch(/^\/files\//);
    expect(saved.has_working_copy).toBe(false);
  });

  test('a working copy has no inline images and no characters that the database rejects', async () => {
    await using fixture = await openBlogEditor(open);
    const status = 'published' as const;
    const created = await fixture.create({ mode: 'publish', fields: form({ title: 'One', status }) });
    const content = `<p>A<img src="${await dataUrl(9, 9)}" alt="x"></p>`;
    const fields = form({ title: 'Nul\0 and half \ud800', content, status });
    const autosaved = await fixture.edit(created.id, 1, { mode: 'autosave', fields });
    expect(autosaved.fields.title).toBe('Nul and half \ufffd');
    expect(autosaved.fields.content).toMatch(
      /^<p>A<img src="\/files\/[^"]*" alt="x" width="9" height="9"><\/p>$/,
    );
  });

  test('reverting to the published fields deletes the working copy', async () => {
    await using fixture = await openBlogEditor(open);
    const status = 'published' as const;
    const fields = form({ title: 'One', slug: 'one', status });
    const created = await fixture.create({ mode: 'publish', fields });
    const other = { ...fields, title: 'Two' };
    await fixture.edit(created.id, 1, { mode: 'autosave', fields: other });
    const back = await fixture.edit(created.id, 2, { mode: 'autosave', fields });
    expect(back).toMatchObject({ has_working_copy: false, version: 3 });
  });

  test('twenty concurrent writers lose no edit if each retries with the current version', async () => {
    await using fixture = await openBlogEditor(open);
    const created = await fixture.create({ mode: 'save', fields: form({ title: 'One' }) });
    let attempts = 0;
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        let base = created;
        for (;;) {
          const content = `${base.fields.content}<p>Line ${index}</p>`;
          const save = { mode: 'autosave', fields: { ...base.fields, content } } as const;
          const saved = await fixture.blogEditor.savePost(base.id, base.version, save, editor);
          attempts += 1;
          if (saved.ok) return;
          if (!saved.error.current) throw new Error(saved.error.code);
          base = saved.error.current;
        }
      }),
    );
    const after = await fixture.blogEditor.readPost(created.id);
    expect(after?.version).toBe(21);
    const lines = Array.from({ length: 20 }, (_, index) => `<p>Line ${index}</p>`);
    expect((after?.fields.content.match(/<p>Line \d+<\/p>/g) ?? []).toSorted()).toEqual(lines.toSorted());
    expect(attempts).toBeGreaterThan(20);
  }, 60_000);
});

describeDatabases('an actor who may not publish', (open) => {
  const forbidden = { ok: false, error: { code: 'role.forbids' } };

  test('authors can edit only their own posts that are not public', async () => {
    await using fixture = await openBlogEditor(open);
    const authorPost = await fixture.create({ mode: 'save', fields: form({ title: 'A' }) }, author);
    const others = await fixture.create({ mode: 'save', fields: form({ title: 'B' }) });
    const status = 'published' as const;
    const publishing = form({ title: 'A', status });
    for (const save of [
      { mode: 'publish', fields: form() },
      { mode: 'schedule', fields: form(), scheduled_at: '2027-01-01T00:00:00.000Z' },
      { mode: 'save', fields: publishing },
    ] as const) {
      expect(await fixture.blogEditor.createPost(save, author)).toEqual(forbidden);
      expect(await fixture.blogEditor.savePost(authorPost.id, 1, save, author)).toEqual(forbidden);
    }
    expect(await fixture.blogEditor.setStatus(authorPost.id, 1, 'published', author)).toEqual(forbidden);
    const autosave = { mode: 'autosave', fields: publishing } as const;
    expect((await fixture.edit(authorPost.id, 1, autosave, author)).status).toBe('draft');
    expect(await fixture.blogEditor.savePost(others.id, 1, autosave, author)).toEqual(forbidden);
    expect(await fixture.blogEditor.setStatus(others.id, 1, 'archived', author)).toEqual(forbidden);
    const joining = { mode: 'save', fields: form(), locale: 'de', article_id: others.article_id } as const;
    expect(await fixture.blogEditor.createPost(joining, author)).toEqual(forbidden);

    await fixture.setStatus(authorPost.id, 2, 'published');
    expect(await fixture.blogEditor.savePost(authorPost.id, 3, autosave, author)).toEqual(forbidden);
    expect(await fixture.blogEditor.setStatus(authorPost.id, 3, 'archived', author)).toEqual(forbidden);
    expect(await fixture.blogEditor.discardWorkingCopy(authorPost.id, 3, author)).toEqual(forbidden);
    const [revision] = await fixture.blogEditor.listRevisions(authorPost.id);
    expect(await fixture.blogEditor.restoreRevision(authorPost.id, revision?.id ?? '', 3, author)).toEqual(
      forbidden,
    );
  });

  test.each(['scheduled', 'published'] as const)(
    'authors cannot change fields shared with a %s language',
    async (state) => {
      await using fixture = await openBlogEditor(open);
      const category_id = await createSeeder(fixture.database.query).seedCategory('new');
      const english = await fixture.create({ mode: 'save', fields: form({ title: 'A' }) }, author);
      const { article_id } = english;
      const create = (locale: Locale, fields: Partial<PostFields>) =>
        fixture.create({ mode: 'save', fields: form(fields), locale, article_id }, author);
      const german = await create('de', { title: 'Eins' });
      const scheduled_at = new Date(fixture.clock.now + 60_000).toISOString();
      if (state === 'published') await fixture.setStatus(english.id, 1, 'published');
      else await fixture.edit(english.id, 1, { mode: 'schedule', fields: english.fields, scheduled_at });
      const expectUnchanged = async () =>
        expect((await fixture.blogEditor.readPost(english.id))?.fields.category_id).toBeNull();
      for (const [version, mode] of (['autosave', 'save'] as const).entries()) {
        const fields = { ...german.fields, category_id };
        const saved = await fixture.edit(german.id, version + 1, { mode, fields }, author);
        expect(saved.fields.category_id).toBe(category_id);
        await expectUnchanged();
      }
      const french = await create('fr', { category_id });
      expect(french.fields.category_id).toBe(category_id);
      await expectUnchanged();
    },
  );
});
