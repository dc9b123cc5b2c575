import type { MediaType } from '#threads/contract.ts';

const kinds = { video: 'Video', image: 'Image', gif: 'GIF', audio: 'Audio' } satisfies Record<
  MediaType,
  string
>;

/** `Video 1`: kind and place, in English; saved names are made from it. */
export function displayNameOf(type: MediaType, index: number): string {
  return `${kinds[type]} ${index}`;
}
