import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseImage, parseVideo, selectThumbnail, selectUncropped } from './media-content.ts';

function node(original: [number, number] | null, ...sizes: [number, number, string?][]) {
  return {
    ...(original === null ? {} : { original_width: original[0], original_height: original[1] }),
    image_versions2: {
      candidates: sizes.map(([width, height, stp = 'dst-jpg_e35'], index) => ({
        url: `https://cdn.example/v/t51.82787-15/${index}.jpg?stp=${stp}`,
        width,
        height,
      })),
    },
  };
}
const sizes = (value: ReturnType<typeof node>) =>
  selectUncropped(value).map((candidate) => `${candidate.width}x${candidate.height}`);

const crop = 'c0.60.390.390a_dst-jpg_e35_s1080x1080';

test.each<[string, ReturnType<typeof node>, string[]]>([
  [
    'uncropped sizes come in order, even if a square crop is larger',
    node([784, 391], [784, 391], [640, 319], [1080, 1080, crop], [640, 640, crop]),
    ['784x391', '640x319'],
  ],
  [
    'unmarked crops are detected by their aspect ratio',
    node([784, 391], [1080, 1080], [784, 391], [150, 150]),
    ['784x391'],
  ],
  [
    'a square original keeps its square candidates',
    node([1080, 1080], [1080, 1080], [640, 640], [150, 150, crop]),
    ['1080x1080', '640x640'],
  ],
  [
    'a nearly square original is not mistaken for its crop',
    node([1000, 990], [1000, 990], [1080, 1080, crop]),
    ['1000x990'],
  ],
  [
    'small sizes may be off by one pixel',
    node([464, 832], [480, 860], [150, 268], [480, 480]),
    ['480x860', '150x268'],
  ],
  [
    'every unmarked candidate counts if the original size is the placeholder',
    node([612, 612], [1080, 1350], [480, 480, crop]),
    ['1080x1350'],
  ],
  [
    'unmarked squares come before marked crops',
    node([784, 391], [1080, 1080, crop], [640, 640]),
    ['640x640'],
  ],
  ['crops are used if there is nothing else', node([784, 391], [1080, 1080, crop]), ['1080x1080']],
  ['crops are used without an original size', node(null, [1080, 1080, crop]), ['1080x1080']],
  ['a marked crop of the right ratio is used', node([784, 391], [640, 640], [784, 391, crop]), ['784x391']],
  [
    'without an original size, only the crop parameter decides',
    node(null, [784, 391], [1080, 1080, crop]),
    ['784x391'],
  ],
  [
    'an original size with only one dimension is ignored',
    { ...node(null, [784, 391], [640, 640], [1080, 1080, crop]), original_width: 784 },
    ['784x391'],
  ],
  [
    'sizes come from large to small, in whatever order they are listed',
    node([1080, 1350], [150, 150], [240, 300], [1080, 1350], [1080, 1080], [640, 800]),
    ['1080x1350', '640x800', '240x300'],
  ],
  [
    'a stated size comes before a missing one that may be as large',
    node([1080, 1350], [0, 0], [240, 300], [1080, 1350]),
    ['1080x1350', 'nullxnull', '240x300'],
  ],
  [
    'an original that is turned by its metadata has the sizes as shown',
    node([1350, 1080], [240, 300], [1080, 1350], [150, 150]),
    ['1080x1350', '240x300'],
  ],
  [
    'a panorama keeps its narrow sizes',
    node([4000, 500], [240, 30], [500, 500], [1080, 135], [4000, 500]),
    ['4000x500', '1080x135', '240x30'],
  ],
  [
    'a small square is no original only because the original size is the placeholder',
    node([612, 612], [150, 150], [240, 300], [1080, 1350]),
    ['1080x1350', '240x300'],
  ],
  [
    'a square whose copies are off by one pixel stays a square',
    node([1080, 1080], [480, 479], [1080, 1080]),
    ['1080x1080', '480x479'],
  ],
  [
    'without an original size, a square beside another ratio is a crop',
    node(null, [1440, 1440], [640, 800]),
    ['640x800'],
  ],
  ['another ratio comes before squares', node([784, 391], [640, 640], [600, 500]), ['600x500']],
  [
    'a square crop of a square original is the last resort',
    node([612, 612], [640, 640, crop], [480, 470, crop]),
    ['640x640'],
  ],
])('%s', (_, value, expected) => {
  expect(sizes(value)).toEqual(expected);
});

test('a candidate without a size counts as uncropped', () => {
  const bare = (...stps: string[]) => ({
    ...node([1080, 1350]),
    image_versions2: {
      candidates: stps.map((stp) => ({ url: `https://cdn.example/v/t51.82787-15/a.jpg?stp=${stp}` })),
    },
  });
  const selectedStps = (value: ReturnType<typeof bare>) =>
    selectUncropped(value).map((candidate) => URL.parse(candidate.url)?.searchParams.get('stp'));
  expect(selectedStps(bare('dst-jpg', crop))).toEqual(['dst-jpg']);
  expect(selectedStps(bare(crop))).toEqual([crop]);
});

test('candidates without a size are compared by the limit in their URL, and the file has the limited size', () => {
  const parse = (...stps: string[]) =>
    parseImage({
      original_width: 1080,
      original_height: 1350,
      image_versions2: { candidates: stps.map((stp) => ({ url: `https://cdn.example/v/a.jpg?stp=${stp}` })) },
    })?.renditions[0];
  const url = (stp: string) => `https://cdn.example/v/a.jpg?stp=${stp}`;
  expect(parse('dst-jpg_e35_s240x240_tt6', 'dst-jpg_e35', 'dst-jpg_e35_p720x720_tt6')).toMatchObject({
    url: url('dst-jpg_e35'),
    width: 1080,
    height: 1350,
  });
  expect(parse('dst-jpg_e35_s750x750_tt6', 'dst-jpg_e35_p720x720_tt6')).toMatchObject({
    url: url('dst-jpg_e35_p720x720_tt6'),
    width: 720,
    height: 900,
  });
});

const anySize = fc.option(fc.constantFrom(150, 240, 300, 640, 1080, 1350), { nil: undefined });
const anyFile = fc.record({
  url: fc
    .tuple(
      fc.constantFrom('a', 'b', 'c'),
      fc.constantFrom('dst-jpg_e35', 'dst-jpg_e35_s640x640_tt6', 'dst-jpg_p240x240', crop),
    )
    .map(([name, stp]) => `https://cdn.example/v/t51.82787-15/${name}.jpg?stp=${stp}`),
  width: anySize,
  height: anySize,
  type: fc.option(fc.constantFrom(101, 102, 103), { nil: undefined }),
});

test('no order of candidates or versions changes what is read', () => {
  fc.assert(
    fc.property(
      fc
        .array(anyFile, { minLength: 1, maxLength: 7 })
        .chain((files) =>
          fc.tuple(fc.constant(files), fc.shuffledSubarray(files, { minLength: files.length })),
        ),
      anySize,
      anySize,
      ([files, shuffled], original_width, original_height) => {
        const read = (list: typeof files) => {
          const fields = { original_width, original_height, image_versions2: { candidates: list } };
          return [parseImage(fields), parseVideo({ ...fields, video_versions: list })];
        };
        expect(read(shuffled)).toEqual(read(files));
      },
    ),
  );
});

test('the largest picture of the original ratio is the rendition, wherever it is listed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 200, max: 3000 }),
      fc.integer({ min: 200, max: 3000 }),
      fc.integer({ min: 0, max: 4 }),
      (width, height, position) => {
        const scaled = (factor: number): [number, number] => [
          Math.round(width * factor),
          Math.round(height * factor),
        ];
        const side = Math.min(width, height);
        const sizes: [number, number, string?][] = [
          scaled(0.75),
          scaled(0.5),
          [side, side, crop],
          [150, 150, crop],
        ];
        const value = node([width, height], ...sizes.toSpliced(position, 0, [width, height]));
        expect(parseImage(value)?.renditions[0]).toMatchObject({ width, height });
        expect(parseImage(value)?.renditions[0].url).toContain(`/${position}.jpg`);
      },
    ),
  );
});

test('of two pictures of one size, the JPG wins, which opens everywhere', () => {
  const files = ['a.heic', 'b.webp', 'c.jpg', 'd.jpg?stp=dst-heic_e35'];
  const candidates = files.map((file) => ({ url: `https://cdn.example/${file}`, width: 1080, height: 1350 }));
  for (const order of [candidates, candidates.toReversed()])
    expect(parseImage({ image_versions2: { candidates: order } })?.renditions[0]).toMatchObject({
      url: 'https://cdn.example/c.jpg',
      format: 'JPG',
    });
});

test('placeholders and avatars are not images', () => {
  const candidates = [
    'http://static.cdninstagram.com/rsrc.php/null.jpg',
    'https://static.xx.fbcdn.net/a.jpg',
    'https://cdn.example/v/t51.2885-19/me.jpg',
    'https://user:pass@cdn.example/a.jpg',
    'data:image/png;base64,AA',
    'javascript:alert(1)',
    '/relative.jpg',
    null,
    7,
  ].map((url) => ({ url, width: 612, height: 612 }));
  expect(selectUncropped({ image_versions2: { candidates } })).toEqual([]);
});

test('the thumbnail is the smallest size that is wide enough, or else the largest', () => {
  const url = (width: number) => ({ url: `${width}`, width, height: width });
  expect(selectThumbnail([1080, 640, 320, 240].map(url))).toBe('320');
  expect(selectThumbnail([240, 150].map(url))).toBe('240');
  expect(selectThumbnail([])).toBeNull();
});

const efgUrl = (name: string, fields: object) =>
  `https://cdn.example/${name}.mp4?efg=${Buffer.from(JSON.stringify(fields)).toString('base64url')}`;
const nameOf = (fields: object) => /(\w+)\.mp4/.exec(parseVideo({ ...fields })?.renditions[0].url ?? '')?.[1];

test('of two versions with different addresses, the larger wins, then the one with the higher bitrate', () => {
  const tag = (side: number) => ({
    vencode_tag: `xpv_progressive.INSTAGRAM.FEED.C3.${side}.dash_baseline_1_v1`,
  });
  const small = { type: 101, url: 'https://cdn.example/small.mp4', width: 480, height: 854 };
  expect(nameOf({ video_versions: [small, { type: 103, url: efgUrl('capped', tag(720)) }] })).toBe('capped');
  expect(nameOf({ video_versions: [{ type: 101, url: efgUrl('capped', tag(360)) }, small] })).toBe('small');
  const rated = (name: string, bitrate: number) => ({
    type: 103,
    url: efgUrl(name, { ...tag(720), bitrate }),
  });
  expect(
    nameOf({ video_versions: [{ ...rated('low', 900_000), type: 101 }, rated('high', 2_000_000)] }),
  ).toBe('high');
  const sized = { width: 720, height: 1280, type: 101 };
  const versions = [
    { ...sized, url: 'https://cdn.example/a.mp4', bandwidth: 800_000 },
    { ...sized, url: 'https://cdn.example/b.mp4', bandwidth: 1_600_000 },
  ];
  expect(nameOf({ video_versions: versions })).toBe('b');
});

const manifest = (codecs: string, width = 1080, height = 1920) =>
  `<MPD><Period><AdaptationSet mimeType="video/mp4"><Representation codecs="${codecs}" width="${width}" height="${height}"><BaseURL>https://cdn.example/dash.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>`;
const version = { type: 101, url: 'https://cdn.example/muxed.mp4', width: 720, height: 1280 };

test.each([
  ['with sound of its own', { video_dash_manifest: manifest('avc1.4d,mp4a.40.2') }, 'dash'],
  ['of a video without sound', { video_dash_manifest: manifest('vp09'), has_audio: false }, 'dash'],
  ['without its sound', { video_dash_manifest: manifest('avc1.4d'), has_audio: true }, 'muxed'],
  ['whose sound is unknown', { video_dash_manifest: manifest('avc1.4d') }, 'muxed'],
  ['of the same size', { video_dash_manifest: manifest('avc1,mp4a', 720, 1280) }, 'muxed'],
  ['that is larger by rounding only', { video_dash_manifest: manifest('avc1,mp4a', 722, 1282) }, 'muxed'],
])('a file of the manifest %s is compared with the versions', (_, fields, expected) => {
  expect(nameOf({ video_versions: [version], ...fields })).toBe(expected);
});

test('a version of unknown size is kept, and a manifest alone gives a complete file', () => {
  const unsized = { type: 101, url: 'https://cdn.example/muxed.mp4' };
  const video_dash_manifest = manifest('avc1,mp4a');
  expect(nameOf({ video_versions: [unsized], video_dash_manifest })).toBe('muxed');
  expect(nameOf({ video_dash_manifest })).toBe('dash');
  expect(parseVideo({ video_dash_manifest })?.renditions[0]).toMatchObject({ width: 1080, height: 1920 });
  expect(nameOf({ video_dash_manifest: manifest('avc1'), has_audio: true })).toBeUndefined();
});
