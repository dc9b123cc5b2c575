export interface VideoEmbed {
  provider: 'YouTube' | 'Vimeo';
  /** Of the player, which starts at once. */
  playerUrl: string;
}

/** Origins of the players; only pages of posts with such a video may frame them. */
export const playerOrigins: Record<VideoEmbed['provider'], string> = {
  YouTube: 'https://www.youtube-nocookie.com',
  Vimeo: 'https://player.vimeo.com',
};

/** null for other pages, which get a card with a link. */
export function parseVideoLink(href: string): VideoEmbed | null {
  const url = URL.parse(href);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/^(?:www|m|music)\./, '');
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  if (host === 'youtu.be') return createYouTube(segments[0], url);
  if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const isPath = /^(?:shorts|embed|live)$/.test(segments[0] ?? '');
    const isWatch = segments[0] === 'watch' && segments.length === 1;
    return isPath || isWatch
      ? createYouTube(isPath ? segments[1] : (url.searchParams.get('v') ?? ''), url)
      : null;
  }
  if (host === 'vimeo.com') return createVimeo(segments[0], segments[1]);
  if (host === 'player.vimeo.com' && segments[0] === 'video')
    return createVimeo(segments[1], url.searchParams.get('h') ?? undefined);
  return null;
}

function createYouTube(id = '', { searchParams }: URL): VideoEmbed | null {
  if (!/^[\w-]{11}$/.test(id)) return null;
  const start = parseSeconds(searchParams.get('t') ?? searchParams.get('start') ?? '');
  const query = `autoplay=1${start > 0 ? `&start=${start}` : ''}`;
  return { provider: 'YouTube', playerUrl: `${playerOrigins.YouTube}/embed/${id}?${query}` };
}

/** An unlisted video has a hash. `dnt`: Vimeo sets no cookies for statistics. */
function createVimeo(id = '', hash = ''): VideoEmbed | null {
  if (!/^\d{1,12}$/.test(id)) return null;
  const query = `autoplay=1&dnt=1${/^[0-9a-f]{6,20}$/.test(hash) ? `&h=${hash}` : ''}`;
  return { provider: 'Vimeo', playerUrl: `${playerOrigins.Vimeo}/video/${id}?${query}` };
}

/** `90`, `90s`, `1m30s` or `1h2m3s`. */
function parseSeconds(text: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(text) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
