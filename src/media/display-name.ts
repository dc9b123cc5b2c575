import type { MediaType } from '#threads/contract.ts';

const kinds = { video: 'Video', image: 'Image', gif: 'GIF', audio: 'Audio' } satisfies Record<
  MediaType,
  string
>;

export function mediaDisplayName(type: MediaType, index: number): string {
  return `${kinds[type]} ${index}`;
}
