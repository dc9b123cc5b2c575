/** A clip is a stored video or audio file. By the extension of its URL. */
export const clipTypes = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
} as const;
export type ClipFormat = keyof typeof clipTypes;

export const clipFormats = Object.keys(clipTypes) as ClipFormat[];
export const clipBytesMax = 50 * 1024 * 1024;

const clipUrlPattern =
  /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/clip\.(mp4|webm|mp3|m4a|ogg|wav)$/;

export interface ClipUrl {
  id: string;
  format: ClipFormat;
  element: 'video' | 'audio';
}

/** null for any other URL. */
export function parseClipUrl(url: string): ClipUrl | null {
  const [, id, extension] = clipUrlPattern.exec(url) ?? [];
  const format = clipFormats.find((candidate) => candidate === extension);
  if (id === undefined || format === undefined) return null;
  return { id, format, element: clipTypes[format].startsWith('video/') ? 'video' : 'audio' };
}

export interface StoredClip {
  src: string;
}
