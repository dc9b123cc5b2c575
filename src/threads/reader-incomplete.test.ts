import { expect, test } from 'vitest';
import { always, answers, code, link, ogUrl } from './fixtures/asked-post.ts';
import { buildCard, buildEmbed, carousel } from './fixtures/build-embed.ts';
import { buildPage, mediaBlock } from './fixtures/build-page.ts';
import { buildPost, cdn, child, photo, video } from './fixtures/build-post.ts';
import { startReader } from './fixtures/start-reader.ts';

const ogImage = `${cdn}/v/t51.82787-15/cover.jpg?oh=1`;
const head = { ogUrl, ogImage, ogTitle: 'Alma (@alma.demo) on Threads' };
const media = (overrides: object) =>
  always({ body: buildPage([mediaBlock(buildPost(code, { ...overrides }))], head) });
const unreadVideo = { ...child('12', video('clip')), media_type: 2, video_versions: [] };
const mixed = media({ media_type: 8, carousel_media: [child('11', photo('hill')), unreadVideo] });

test('a video of which only the cover is left is told as a change, never given as a picture', async () => {
  await using stage = await startReader(answers({ page: media({ ...video('clip'), video_versions: null }) }));
  expect(await stage.reader.extract(link)).toMatchObject({ ok: false, error: { code: 'upstream.changed' } });
  expect(stage.attempts.map((one) => one.strategy)).toEqual(['page', 'graphql', 'route', 'embed']);
});

test('what the page shows in part is looked for in the other ways', async () => {
  const card = buildCard({ username: 'alma.demo', code, media: carousel('hill', 'clip') });
  await using stage = await startReader(answers({ page: mixed, embed: always({ body: buildEmbed(card) }) }));
  const result = await stage.reader.extract(link);
  expect(result).toMatchObject({ ok: true, value: { items: [{ type: 'image' }, { type: 'video' }] } });
  expect(result).not.toHaveProperty('value.incomplete');
});

test('where no way shows more the part is given, and said to be one', async () => {
  await using stage = await startReader(answers({ page: mixed }));
  const result = await stage.reader.extract(link);
  expect(result).toMatchObject({
    ok: true,
    value: { incomplete: true, items: [{ id: '11', type: 'image' }] },
  });
  expect(result.ok && result.value.items).toHaveLength(1);
  expect(stage.attempts.map((one) => `${one.strategy} ${one.outcome}`)[0]).toBe('page found');
  expect(stage.attempts.map((one) => one.strategy)).toEqual(['page', 'graphql', 'route', 'embed']);
});
