import { asNode, asPositive, type JsonNode, nodeAt } from './json-node.ts';
import { isMediaAddress, promisedFormat } from './media-address.ts';
import { type MediaContent, readAlt } from './read-video.ts';

/** Voice posts last seconds; a larger figure is milliseconds (unit never captured). */
const longestVoiceSeconds = 600;

/** The voice note of a node, or null. Shape known from app models only, never captured (June 2026). */
export function readAudio(node: JsonNode): MediaContent | null {
  const audio = asNode(node.audio);
  const url = [audio?.audio_src, nodeAt(audio, 'fallback')?.audio_src].find(isMediaAddress);
  if (url === undefined) return null;
  const duration = asPositive(audio?.duration);
  const format = promisedFormat(url, 'M4A');
  return {
    type: 'audio',
    renditions: [{ url, format: format === 'MP4' ? 'M4A' : format, width: null, height: null, bytes: null }],
    durationSeconds: duration !== null && duration > longestVoiceSeconds ? duration / 1000 : duration,
    hasAudio: true,
    alt: readAlt(node),
    thumbnailUrl: null,
  };
}
