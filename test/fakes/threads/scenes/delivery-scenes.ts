import { kenji, mira } from '../authors.ts';
import type { Clip, ImageFiles } from '../media-files.ts';
import { clips, faulty } from '../media-files.ts';
import { mediaScene } from './compose-scene.ts';

function videoScene(code: string, title: string, clip: Clip, options: { expiresOnce?: true } = {}) {
  return mediaScene(
    title,
    { code, author: kenji, text: `${title}.`, content: { kind: 'video', clip } },
    undefined,
    options,
  );
}
function photoScene(code: string, title: string, image: ImageFiles) {
  return mediaScene(title, { code, author: mira, text: `${title}.`, content: { kind: 'photo', image } });
}

/** Posts that can be read, but whose files cause problems. */
export const deliveryScenes = {
  truncated: videoScene('DemoCutHalf', 'A video cut off in the middle', faulty.truncated),
  wrongType: videoScene('DemoNotAVid', 'A video URL that returns a web page', faulty.wrongType),
  svgMedia: photoScene('DemoSvgPict', 'A photo URL that returns an SVG', faulty.svg),
  emptyMedia: photoScene('DemoNothing', 'A photo URL that returns nothing', faulty.empty),
  huge: videoScene('DemoHuge2GB', 'A video of two gigabytes', faulty.huge),
  expiredLink: videoScene(
    'DemoExpired',
    'Expired URLs that are renewed by reading the post again',
    clips.portrait,
    {
      expiresOnce: true,
    },
  ),
  stalledMedia: videoScene('DemoStalled', 'A video that stops in the middle', faulty.stalled),
  overlongMedia: videoScene(
    'DemoTooLong',
    'A video cut off in the middle, whose rest is longer than declared',
    faulty.overlong,
  ),
  noRangeMedia: videoScene('DemoNoRange', 'A video host that ignores ranges', faulty.noRange),
};
