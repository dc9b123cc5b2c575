const formatsByType: Partial<Record<string, string>> = {
  'video/mp4': 'MP4',
  'video/webm': 'WEBM',
  'video/quicktime': 'MOV',
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/webp': 'WEBP',
  'image/gif': 'GIF',
  'image/heic': 'HEIC',
  'image/avif': 'AVIF',
  'audio/mp4': 'M4A',
  'audio/mpeg': 'MP3',
  'audio/aac': 'AAC',
};

/** The actual format, from the response's file name or content type; null if neither tells it. */
export function responseFormat(headers: Headers): string | null {
  const disposition = headers.get('content-disposition') ?? '';
  const extension = /filename="?[^";]*\.([a-z0-9]{2,5})"?(?:;|$)/i.exec(disposition)?.[1];
  if (extension) return extension.toUpperCase();
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  return formatsByType[type] ?? null;
}
