import { expect, test } from 'vitest';
import { parseManifestDuration, parseManifestFiles } from './dash-manifest.ts';

const mpd = (duration: string) =>
  `<?xml version="1.0"?>\n<MPD type="static" mediaPresentationDuration="${duration}">`;

test.each([
  [mpd('PT58.3S'), 58.3],
  [mpd('PT1M2S'), 62],
  [mpd('PT1H0M0.5S'), 3600.5],
  [mpd('PT0S'), null],
  [mpd('P1D'), null],
  [mpd('PT'), null],
  [`${' '.repeat(5_000)}${mpd('PT5S')}`, null],
  ['', null],
  [null, null],
])('the duration of the manifest %j is %j', (manifest, seconds) => {
  expect(parseManifestDuration(manifest)).toBe(seconds);
});

const cdn = 'https://scontent.cdninstagram.com';
const withSets = (...sets: string[]) => `<MPD><Period>${sets.join('')}</Period></MPD>`;
const file = (attributes: string, url: string) =>
  `<Representation ${attributes}><BaseURL>${url}</BaseURL></Representation>`;

test('the files of a manifest have size, bitrate and address, and what their set says', () => {
  const manifest = withSets(
    `<AdaptationSet contentType="video" mimeType="video/mp4" codecs="vp09.00.31.08.00">${[
      file('width="1080" height="1920" bandwidth="2100000"', `${cdn}/a.mp4?x=1&amp;y=2`),
      file('width="720" height="1280" codecs="avc1.64001F,mp4a.40.2"', ` ${cdn}/b.mp4 `),
      file('width="480"', `${cdn}/no-height.mp4`),
      file('width="480" height="854"', 'https://user:word@scontent.cdninstagram.com/c.mp4'),
    ].join('')}</AdaptationSet>`,
    `<AdaptationSet mimeType="audio/mp4">${file('codecs="mp4a.40.5"', `${cdn}/sound.mp4`)}</AdaptationSet>`,
  );
  expect(parseManifestFiles(manifest)).toEqual([
    { url: `${cdn}/a.mp4?x=1&y=2`, width: 1080, height: 1920, bitrate: 2_100_000, hasAudio: false },
    { url: `${cdn}/b.mp4`, width: 720, height: 1280, bitrate: null, hasAudio: true },
  ]);
});

test.each([
  ['no text', 7],
  ['no XML', 'a < b & c'],
  ['cut off', '<MPD><AdaptationSet mimeType="video/mp4"><Representation width="9" height="9"><BaseURL>https'],
  ['too long', withSets(' '.repeat(200_001))],
  ['entities', '<!DOCTYPE x [<!ENTITY a "aaaa">]><MPD><BaseURL>&a;</BaseURL></MPD>'],
])('a manifest that is %s has no files', (_, manifest) => {
  expect(parseManifestFiles(manifest)).toEqual([]);
});

test('a manifest of ten thousand files is read up to a limit', () => {
  const many = file('mimeType="video/mp4" width="9" height="9"', `${cdn}/a.mp4`).repeat(1_500);
  expect(parseManifestFiles(withSets(many))).toHaveLength(100);
});
