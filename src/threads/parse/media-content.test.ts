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

test('the first uncropped size comes first even if a square crop is larger', () => {
  expect(sizes(node([784, 391], [784, 391], [640, 319], [1080, 1080, crop], [640, 640, crop]))).toEqual([
    '784x391',
    '640x319',
  ]);
});

test('unmarked crops are detected by their aspect ratio', () => {
  expect(sizes(node([784, 391], [1080, 1080], [784, 391], [150, 150]))).toEqual(['784x391']);
});

test('a square original keeps its square candidates', () => {
  expect(sizes(node([1080, 1080], [1080, 1080], [640, 640], [150, 150, crop]))).toEqual([
    '1080x1080',
    '640x640',
  ]);
});

test('a nearly square original is not mistaken for its crop', () => {
  expect(sizes(node([1000, 990], [1000, 990], [1080, 1080, crop]))).toEqual(['1000x990']);
});

test('small sizes may be off by one pixel', () => {
  expect(sizes(node([464, 832], [480, 860], [150, 268], [480, 480]))).toEqual(['480x860', '150x268']);
});

test('every unmarked candidate counts if the original size is the placeholder', () => {
  expect(sizes(node([612, 612], [1080, 1350], [480, 480, crop]))).toEqual(['1080x1350']);
});

test('crops are used if there is nothing else, unmarked ones first', () => {
  expect(sizes(node([784, 391], [1080, 1080, crop], [640, 640]))).toEqual(['640x640']);
  expect(sizes(node([784, 391], [1080, 1080, crop]))).toEqual(['1080x1080']);
  expect(sizes(node(null, [1080, 1080, crop]))).toEqual(['1080x1080']);
  expect(sizes(node([784, 391], [640, 640], [784, 391, crop]))).toEqual(['784x391']);
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

test('without an original size, only the crop parameter decides', () => {
  expect(sizes(node(null, [784, 391], [1080, 1080, crop]))).toEqual(['784x391']);
});

test('an original size with only one dimension is ignored', () => {
  const half = { ...node(null, [784, 391], [640, 640], [1080, 1080, crop]), original_width: 784 };
  expect(sizes(half)).toEqual(['784x391', '640x640']);
});

test('unmarked candidates with another ratio rank before squares, and squares are the last resort', () => {
  expect(sizes(node([784, 391], [640, 640], [600, 500]))).toEqual(['600x500']);
  expect(sizes(node([612, 612], [640, 640, crop], [480, 470, crop]))).toEqual(['640x640']);
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
