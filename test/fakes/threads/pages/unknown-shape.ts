import { mira } from '../authors.ts';
import { clips, images } from '../media-files.ts';
import { codeToPk } from '../shortcode.ts';
import type { MediaUrls } from '../url-signer.ts';

/** A post in a format that no known page has, as after a redesign. */
export function unknownShape(code: string, urls: MediaUrls): Record<string, unknown> {
  const asset = (at: number) => ({
    kind: at % 2 ? 'MOTION' : 'STILL',
    handle: at % 2 ? urls.clip(clips.portrait, false) : urls.image(images.dusk, null),
    box: at % 2 ? [720, 1280] : [1080, 1350],
  });
  return {
    post_screen: {
      entity: {
        short_code: code,
        pk: codeToPk(code),
        byline: { handle: mira.username, label: mira.name },
        body: [{ t: 'p', v: 'The furniture was moved around here.' }],
        assets: Array.from({ length: 4 }, (_, at) => asset(at)),
      },
      siblings: Array.from({ length: 30 }, (_, at) => ({
        short_code: `De${code.slice(3, 9)}x${String(at).padStart(2, '0')}`,
        byline: { handle: 'some_passerby', label: 'Some Passerby' },
        assets: [asset(at)],
      })),
    },
  };
}
