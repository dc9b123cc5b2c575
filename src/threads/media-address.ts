const maxUrlLength = 8_192;
const avatarPath = /\/t\d+\.\d+-19\//;

/** Rejects placeholders (`static.*`, `rsrc.php`) and avatars (`-19`). The fetcher checks the host. */
export function isMediaUrl(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > maxUrlLength) return false;
  const url = URL.parse(value);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  if (url.username !== '' || url.password !== '') return false;
  if (url.hostname.startsWith('static.') || url.pathname.includes('/rsrc.php/')) return false;
  return !avatarPath.test(url.pathname);
}

const formats = new Map([
  ['jpg', 'JPG'],
  ['jpeg', 'JPG'],
  ['png', 'PNG'],
  ['webp', 'WEBP'],
  ['heic', 'HEIC'],
  ['gif', 'GIF'],
  ['mp4', 'MP4'],
  ['webm', 'WEBM'],
  ['mov', 'MOV'],
  ['m4a', 'M4A'],
  ['aac', 'AAC'],
  ['mp3', 'MP3'],
  ['ogg', 'OGG'],
  ['opus', 'OPUS'],
  ['wav', 'WAV'],
]);

export function formatFromUrl(mediaUrl: string, fallback: string): string {
  const url = new URL(mediaUrl);
  const converted = /(?:^|_)dst-([a-z0-9]+)/.exec(url.searchParams.get('stp') ?? '')?.[1];
  const extension = /\.([A-Za-z0-9]{2,5})$/.exec(url.pathname)?.[1]?.toLowerCase();
  return formats.get(converted ?? '') ?? formats.get(extension ?? '') ?? fallback;
}
