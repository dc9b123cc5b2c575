import { expect, test } from 'vitest';
import { buildEmbed, buildEmbedBlock, carousel } from './fixtures/build-embed.ts';
import { buildPage, mediaBlock } from './fixtures/build-page.ts';
import { buildPost, cdn, child, photo, video } from './fixtures/build-post.ts';
import { always, code, createHandler, link, ogUrl } from './fixtures/requested-post.ts';
import { startReader } from './fixtures/start-reader.ts';

const ogImage = `${cdn}/v/t51.82787-15/cover.jpg?oh=1`;
const head = { ogUrl, ogImage, ogTitle: 'Alma (@alma.demo) on Threads' };
const media = (overrides: object) =>
  always({ body: buildPage([mediaBlock(buildPost(code, { ...overrides }))], head) });
const unparsedVideo = { ...child('12', video('clip')), media_type: 2, video_versions: [] };
const partialPage = media({ media_type: 8, carousel_media: [child('11', photo('hill')), unparsedVideo] });

test('a video with only a cover is reported as a change, never returned as an image', async () => {
  await using fixture = await startReader(
    createHandler({ page: media({ ...video('clip'), video_versions: null }) }),
  );
  expect(await fixture.reader.extract(link)).toMatchObject({
    ok: false,
    error: { code: 'upstream.changed' },
  });
  expect(fixture.attempts.map((attempt) => attempt.strategy)).toEqual(['page', 'graphql', 'route', 'embed']);
});

test('other strategies complete what the page shows only in part', async () => {
  const block = buildEmbedBlock({ username: 'alma.demo', code, media: carousel('hill', 'clip') });
  await using fixture = await startReader(
    createHandler({ page: partialPage, embed: always({ body: buildEmbed(block) }) }),
  );
  const result = await fixture.reader.extract(link);
  expect(result).toMatchObject({ ok: true, value: { items: [{ type: 'image' }, { type: 'video' }] } });
  expect(result).not.toHaveProperty('value.incomplete');
});

test('if no strategy finds more, the partial result is marked as incomplete', async () => {
  await using fixture = await startReader(createHandler({ page: partialPage }));
  const result = await fixture.reader.extract(link);
  expect(result).toMatchObject({
    ok: true,
    value: { incomplete: true, items: [{ id: '11', type: 'image' }] },
  });
  expect(result.ok && result.value.items).toHaveLength(1);
  expect(fixture.attempts.map((attempt) => `${attempt.strategy} ${attempt.outcome}`)[0]).toBe('page found');
  expect(fixture.attempts.map((attempt) => attempt.strategy)).toEqual(['page', 'graphql', 'route', 'embed']);
});
