import { asNode, asPositive, type JsonNode, nodeAt } from '../json/json-node.ts';
import { formatFromUrl, isMediaUrl } from './cdn-url.ts';
import { type MediaContent, parseAltText } from './video.ts';

/** A larger duration must be in milliseconds. The unit was never captured. */
const longestVoiceSeconds = 600;

/** The format is known only from the app's models; a voice post was never captured (June 2026). */
export function parseAudio(node: JsonNode): MediaContent | null {
  const audio = asNode(node.audio);
  const url = [audio?.audio_src, nodeAt(audio, 'fallback')?.audio_src].find(isMediaUrl);
  if (url === undefined) return null;
  const duration = asPositive(audio?.duration);
  const format = formatFromUrl(url, 'M4A');
  return {
    type: 'audio',
    renditions: [{ url, format: format === 'MP4' ? 'M4A' : format, width: null, height: null, bytes: null }],
    durationSeconds: duration !== null && duration > longestVoiceSeconds ? duration / 1000 : duration,
    hasAudio: true,
    alt: parseAltText(node),
    thumbnailUrl: null,
  };
}
