import { expect, test } from 'vitest';
import { selectThumbnail, selectUncropped } from './media-content.ts';

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
    ['784x391', '640x640'],
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
