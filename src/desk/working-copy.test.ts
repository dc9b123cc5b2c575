import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { author, createSower, dataUrl, editor, form, openDesk, unwrap } from '#test/support/open-desk.ts';

describeDatabases('what is typed', (open) => {
  test('into a draft changes no other language that readers see, until it is saved', async () => {
    await using database = await open();
    using at = openDesk(database);
    const category_id = await createSower(database.query).sowCategory('new');
    const cover = await dataUrl(9, 9);
    const status = 'published' as const;
    const shown = unwrap(
      await at.desk.createPost({ mode: 'publish', fields: form({ title: 'Shown', status }) }, editor),
    );
    const { article_id } = shown;
    const german = { mode: 'autosave', fields: form({ title: 'Eins' }), locale: 'de', article_id } as const;
    const draft = unwrap(await at.desk.createPost(german, editor));
    at.changes.length = 0;
    const fields = form({ title: 'Zwei', category_id, featured_image_url: cover });
    const typed = unwrap(await at.desk.savePost(draft.id, 1, { mode: 'autosave', fields }, editor));
    expect(typed).toMatchObject({
      has_working_copy: true,
      fields: {
        title: 'Zwei',
        category_id,
        featured_image_url: expect.stringMatching(/^\/files\/.*\.webp$/),
      },
    });
    expect(at.changes).toEqual([{ articleId: article_id, locales: [] }]);
    expect(await at.desk.openPost(shown.id)).toMatchObject({
      fields: { category_id: null, featured_image_url: null },
    });
    expect(await at.desk.previewPost(draft.id)).toMatchObject({
      ...{ title: 'Zwei', category: { slug: 'new' }, featured_image_width: 9 },
    });

    unwrap(await at.desk.savePost(draft.id, 2, { mode: 'save', fields: typed.fields }, editor));
    expect(at.changes.at(-1)?.locales).toEqual(['en']);
    expect((await at.desk.openPost(shown.id))?.fields).toMatchObject({
      ...{ category_id, featured_image_url: typed.fields.featured_image_url },
    });
  });

  test('in one more language leaves what the article has, where its own form says nothing of it', async () => {
    await using database = await open();
    using at = openDesk(database);
    const sower = createSower(database.query);
    const { articleId, id } = await sower.sowPost({
      ...{ title: 'One', category: 'c', tags: ['t'], cover: { width: 9, height: 9 } },
    });
    const before = (await at.desk.openPost(id))?.fields;
    const save = {
      mode: 'save',
      fields: form({ title: 'Eins' }),
      locale: 'de',
      article_id: articleId,
    } as const;
    const { fields } = unwrap(await at.desk.createPost(save, editor));
    const { category_id, tag_ids, featured_image_url } = fields;
    expect(before).toMatchObject({ category_id, tag_ids, featured_image_url });
    expect(tag_ids).toHaveLength(1);
    expect(await at.desk.createPost(save, editor)).toEqual({ ok: false, error: { code: 'language.taken' } });
  });

  test('is kept though its address is taken, and the address too', async () => {
    await using database = await open();
    using at = openDesk(database);
    await createSower(database.query).sowPost({ slug: 'taken' });
    const fields = form({ title: 'Mine', slug: 'taken', content: '<p>Typed</p>' });
    const made = unwrap(await at.desk.createPost({ mode: 'autosave', fields }, editor));
    expect(made.fields).toMatchObject({ slug: 'taken', content: '<p>Typed</p>' });
    const more = { ...fields, content: '<p>More</p>' };
    const saved = unwrap(await at.desk.savePost(made.id, 1, { mode: 'autosave', fields: more }, editor));
    expect(saved.fields).toMatchObject({ slug: 'taken', content: '<p>More</p>' });
    expect(saved.languages[0]?.slug).toBe('mine');
    const refused = { ok: false, error: { code: 'slug.taken' } };
    expect(await at.desk.savePost(made.id, 2, { mode: 'save', fields: more }, editor)).toEqual(refused);
    const free = { mode: 'autosave', fields: { ...more, slug: 'free' } } as const;
    expect(unwrap(await at.desk.savePost(made.id, 2, free, editor))).toMatchObject({
      ...{ has_working_copy: false, languages: [{ slug: 'free' }] },
    });
  });

  test('as the address of a cover is fetched from there only when it is saved', async () => {
    await using database = await open();
    using at = openDesk(database);
    const address = 'https://pictures.example/a.png';
    const fields = form({ title: 'One', featured_image_url: address });
    const made = unwrap(await at.desk.createPost({ mode: 'autosave', fields }, editor));
    expect(made.fields.featured_image_url).toBe(address);
    const save = { mode: 'save', fields } as const;
    expect(await at.desk.savePost(made.id, 1, save, editor)).toMatchObject({
      error: { code: 'picture.foreign' },
    });
    at.pictures.set(address, Buffer.from((await dataUrl(9, 9)).split(',')[1] ?? '', 'base64'));
    const saved = unwrap(await at.desk.savePost(made.id, 1, save, editor));
    expect(saved.fields.featured_image_url).toMatch(/^\/files\//);
    expect(saved.has_working_copy).toBe(false);
  });

  test('holds no picture inside, and nothing that the database refuses', async () => {
    await using database = await open();
    using at = openDesk(database);
    const status = 'published' as const;
    const made = unwrap(
      await at.desk.createPost({ mode: 'publish', fields: form({ title: 'One', status }) }, editor),
    );
    const content = `<p>A<img src="${await dataUrl(9, 9)}" alt="x"></p>`;
    const fields = form({ title: 'Nul\0 and half \ud800', content, status });
    const typed = unwrap(await at.desk.savePost(made.id, 1, { mode: 'autosave', fields }, editor));
    expect(typed.fields.title).toBe('Nul and half \ufffd');
    expect(typed.fields.content).toMatch(
      /^<p>A<img src="\/files\/[^"]*" alt="x" width="9" height="9"><\/p>$/,
    );
  });

  test('back to what readers see leaves nothing that waits', async () => {
    await using database = await open();
    using at = openDesk(database);
    const status = 'published' as const;
    const fields = form({ title: 'One', slug: 'one', status });
    const made = unwrap(await at.desk.createPost({ mode: 'publish', fields }, editor));
    const other = { ...fields, title: 'Two' };
    unwrap(await at.desk.savePost(made.id, 1, { mode: 'autosave', fields: other }, editor));
    const back = unwrap(await at.desk.savePost(made.id, 2, { mode: 'autosave', fields }, editor));
    expect(back).toMatchObject({ has_working_copy: false, version: 3 });
  });

  test('by twenty at once is all there, where each bases a change on the one before', async () => {
    await using database = await open();
    using at = openDesk(database);
    const made = unwrap(await at.desk.createPost({ mode: 'save', fields: form({ title: 'One' }) }, editor));
    let answers = 0;
    await Promise.all(
      Array.from({ length: 20 }, async (_, each) => {
        let base = made;
        for (;;) {
          const content = `${base.fields.content}<p>Line ${each}</p>`;
          const save = { mode: 'autosave', fields: { ...base.fields, content } } as const;
          const saved = await at.desk.savePost(base.id, base.version, save, editor);
          answers += 1;
          if (saved.ok) return;
          if (!saved.error.current) throw new Error(saved.error.code);
          base = saved.error.current;
        }
      }),
    );
    const after = await at.desk.openPost(made.id);
    expect(after?.version).toBe(21);
    const lines = Array.from({ length: 20 }, (_, each) => `<p>Line ${each}</p>`);
    expect((after?.fields.content.match(/<p>Line \d+<\/p>/g) ?? []).toSorted()).toEqual(lines.toSorted());
    expect(answers).toBeGreaterThan(20);
  }, 60_000);
});

describeDatabases('who may not publish', (open) => {
  const forbidden = { ok: false, error: { code: 'role.forbids' } };

  test('writes what is theirs, as long as no reader sees it', async () => {
    await using database = await open();
    using at = openDesk(database);
    const theirs = unwrap(await at.desk.createPost({ mode: 'save', fields: form({ title: 'A' }) }, author));
    const others = unwrap(await at.desk.createPost({ mode: 'save', fields: form({ title: 'B' }) }, editor));
    const status = 'published' as const;
    const publishing = form({ title: 'A', status });
    for (const save of [
      { mode: 'publish', fields: form() },
      { mode: 'schedule', fields: form(), scheduled_at: '2027-01-01T00:00:00.000Z' },
      { mode: 'save', fields: publishing },
    ] as const) {
      expect(await at.desk.createPost(save, author)).toEqual(forbidden);
      expect(await at.desk.savePost(theirs.id, 1, save, author)).toEqual(forbidden);
    }
    expect(await at.desk.setStatus(theirs.id, 1, 'published', author)).toEqual(forbidden);
    const typing = { mode: 'autosave', fields: publishing } as const;
    expect(unwrap(await at.desk.savePost(theirs.id, 1, typing, author)).status).toBe('draft');
    expect(await at.desk.savePost(others.id, 1, typing, author)).toEqual(forbidden);
    expect(await at.desk.setStatus(others.id, 1, 'archived', author)).toEqual(forbidden);
    const joining = { mode: 'save', fields: form(), locale: 'de', article_id: others.article_id } as const;
    expect(await at.desk.createPost(joining, author)).toEqual(forbidden);

    unwrap(await at.desk.setStatus(theirs.id, 2, 'published', editor));
    expect(await at.desk.savePost(theirs.id, 3, typing, author)).toEqual(forbidden);
    expect(await at.desk.setStatus(theirs.id, 3, 'archived', author)).toEqual(forbidden);
    expect(await at.desk.discardWorkingCopy(theirs.id, 3, author)).toEqual(forbidden);
    const [revision] = await at.desk.listRevisions(theirs.id);
    expect(await at.desk.restoreRevision(theirs.id, revision?.id ?? '', 3, author)).toEqual(forbidden);
  });

  test('changes nothing of another language that readers will see by itself', async () => {
    await using database = await open();
    using at = openDesk(database);
    const category_id = await createSower(database.query).sowCategory('new');
    const english = unwrap(await at.desk.createPost({ mode: 'save', fields: form({ title: 'A' }) }, author));
    const { article_id } = english;
    const german = { mode: 'save', fields: form({ title: 'Eins' }), locale: 'de', article_id } as const;
    const made = unwrap(await at.desk.createPost(german, author));
    const scheduled_at = new Date(at.clock.now + 60_000).toISOString();
    const later = { mode: 'schedule', fields: english.fields, scheduled_at } as const;
    unwrap(await at.desk.savePost(english.id, 1, later, editor));
    const fields = { ...made.fields, category_id };
    for (const [version, mode] of (['autosave', 'save'] as const).entries()) {
      unwrap(await at.desk.savePost(made.id, version + 1, { mode, fields }, author));
      expect((await at.desk.openPost(english.id))?.fields.category_id).toBeNull();
    }
    const french = { mode: 'save', fields: form({ category_id }), locale: 'fr', article_id } as const;
    unwrap(await at.desk.createPost(french, author));
    expect((await at.desk.openPost(english.id))?.fields.category_id).toBeNull();
  });

  test('changes nothing of another language that readers see, even on purpose', async () => {
    await using database = await open();
    using at = openDesk(database);
    const category_id = await createSower(database.query).sowCategory('new');
    const english = unwrap(await at.desk.createPost({ mode: 'save', fields: form({ title: 'A' }) }, author));
    unwrap(await at.desk.setStatus(english.id, 1, 'published', editor));
    const { article_id } = english;
    const german = {
      mode: 'save',
      fields: form({ title: 'Eins', category_id }),
      locale: 'de',
      article_id,
    } as const;
    const made = unwrap(await at.desk.createPost(german, author));
    const again = unwrap(await at.desk.savePost(made.id, 1, { mode: 'save', fields: made.fields }, author));
    expect(again.fields.category_id).toBe(category_id);
    expect((await at.desk.openPost(english.id))?.fields.category_id).toBeNull();
  });
});
