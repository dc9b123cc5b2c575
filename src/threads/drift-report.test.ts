import { expect, test } from 'vitest';
import { explainPost } from './drift-report.ts';
import { buildEmbed, buildEmbedBlock, soloVideo } from './fixtures/build-embed.ts';
import { buildPage, mediaBlock, relatedBlock } from './fixtures/build-page.ts';
import { bruno, buildPost, photo, video } from './fixtures/build-post.ts';
import { always, code, createHandler, type RequestHandler, startReader } from './fixtures/start-reader.ts';

async function explain(handler: RequestHandler) {
  const { options } = startReader(handler, { profiles: ['P1'] });
  return explainPost(options, { code, username: 'alma.demo' });
}

const secrets = /https?:|alma|bruno|DAsked|DOther|DSecret|secret|\d{6}/i;

test('each strategy is listed with what it read, and the fields with how they differ', async () => {
  const { accessibility_caption: _, ...post } = buildPost(code, { ...video('secret'), frames: [] });
  const embed = buildEmbed(buildEmbedBlock({ username: 'alma.demo', code, media: soloVideo('secret') }));
  const lines = await explain(
    createHandler({ page: always({ body: buildPage([mediaBlock(post)]) }), embed: always({ body: embed }) }),
  );
  expect(lines).toEqual(
    expect.arrayContaining([
      'page P1: found, 1 own video, text',
      '  2 JSON blocks, 1 with the code: post',
      '  missing: post.accessibility_caption in 1 of 1',
      '  unknown: post.frames (list)',
      '  preloader: BarcelonaPermalinkMobilePostColumnPageQuery',
      'embed: found, 1 own video, text',
      '  other classes: BodyContainer, TimestampLink',
    ]),
  );
  expect(lines.join('\n')).not.toMatch(secrets);
});

test('names that may be content are counted, not printed', async () => {
  const byName = { alma_secret: 1, secret: 2, 'a sentence': 3, DSecret0001: 4, [code]: 5, id_123456: 6 };
  const user = { ...bruno, username: 'alma_secret', full_name: 'secret', ...byName };
  const caption = { text: `["adp_SecretRelayPreloader_1" DSecret0001` };
  const post = buildPost(code, { ...photo('secret'), user, caption, tags: ['DSecret0001'], short: code });
  const lines = await explain(createHandler({ page: always({ body: buildPage([mediaBlock(post)]) }) }));
  expect(lines).toContain('  unknown: 6 more, whose names may be content');
  expect(lines.join('\n')).not.toMatch(/adp_|a sentence|DSecret|id_1/);
});

test('without the post, the fields around its code are listed, and nothing of other posts', async () => {
  const stranger = buildPost('DOther00001', { ...video('secret'), user: bruno });
  const changed = JSON.stringify({ screen: { short_code: code, assets: [], byline: 'secret' } });
  const lines = await explain(
    createHandler({ page: always({ body: buildPage([changed, relatedBlock(stranger)]) }) }),
  );
  expect(lines).toContain('  the code is in short_code, next to assets, byline');
  expect(lines.join('\n')).not.toMatch(secrets);
});
