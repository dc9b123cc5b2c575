import type { Quality } from '#extraction/contract.ts';

/** For tests: one file of a post, as the extract function returns it. */
export function buildQuality(overrides: Partial<Quality> = {}): Quality {
  const { itemId = 'item-1', format = 'MP4', index = 1 } = overrides;
  return {
    type: 'video',
    displayName: `Video ${index}`,
    format,
    resolution: '720x1280',
    quality: '720p',
    url: `/media/${itemId}-${format}`,
    itemId,
    index,
    width: 720,
    height: 1280,
    bytes: null,
    durationSeconds: null,
    hasAudio: null,
    alt: null,
    thumbnailUrl: null,
    previewUrl: `/media/${itemId}-${format}-preview`,
    source: { kind: 'own', username: 'maker' },
    ...overrides,
  };
}
