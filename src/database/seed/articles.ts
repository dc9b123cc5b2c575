/** Texts are in `articles/<key>/<locale>.html`, covers in `covers/<key>.svg`. */
export interface SeedArticleEntry {
  key: string;
  category: string;
  tags: readonly string[];
  daysAgo: number;
  welcome?: true;
}

export const seedArticles: readonly SeedArticleEntry[] = [
  {
    key: 'save-a-threads-video',
    category: 'guides',
    tags: ['video', 'first-steps'],
    daysAgo: 1,
    welcome: true,
  },
  {
    key: 'what-we-do-not-store',
    category: 'privacy',
    tags: ['privacy', 'how-it-works'],
    daysAgo: 3,
    welcome: true,
  },
  {
    key: 'ask-before-you-repost',
    category: 'creators',
    tags: ['copyright', 'etiquette'],
    daysAgo: 5,
    welcome: true,
  },
  { key: 'save-on-a-phone', category: 'guides', tags: ['phone', 'first-steps'], daysAgo: 8 },
  { key: 'video-quality-explained', category: 'formats', tags: ['video', 'quality'], daysAgo: 11 },
  { key: 'when-a-post-cannot-be-saved', category: 'guides', tags: ['troubleshooting', 'links'], daysAgo: 14 },
  { key: 'gifs-are-silent-videos', category: 'formats', tags: ['gif', 'video'], daysAgo: 17 },
  { key: 'jpg-png-webp-heic', category: 'formats', tags: ['pictures', 'quality'], daysAgo: 21 },
  { key: 'every-picture-of-a-carousel', category: 'guides', tags: ['pictures', 'carousel'], daysAgo: 25 },
  { key: 'voice-notes', category: 'guides', tags: ['audio', 'how-it-works'], daysAgo: 29 },
  { key: 'anatomy-of-a-post-link', category: 'engineering', tags: ['links', 'how-it-works'], daysAgo: 33 },
  { key: 'why-a-sum', category: 'engineering', tags: ['verification', 'how-it-works'], daysAgo: 38 },
  {
    key: 'streaming-without-storing',
    category: 'engineering',
    tags: ['privacy', 'how-it-works'],
    daysAgo: 44,
  },
  { key: 'file-names-that-last', category: 'archive', tags: ['files', 'organising'], daysAgo: 50 },
  { key: 'a-personal-archive', category: 'archive', tags: ['organising', 'files'], daysAgo: 57 },
  { key: 'alt-text-travels', category: 'accessibility', tags: ['alt-text', 'pictures'], daysAgo: 64 },
  { key: 'captions-and-transcripts', category: 'accessibility', tags: ['video', 'audio'], daysAgo: 71 },
  { key: 'credit-a-creator', category: 'creators', tags: ['etiquette', 'copyright'], daysAgo: 79 },
  { key: 'metadata-in-pictures', category: 'privacy', tags: ['pictures', 'privacy'], daysAgo: 88 },
  { key: 'spot-a-bad-downloader', category: 'privacy', tags: ['safety', 'first-steps'], daysAgo: 97 },
  { key: 'slow-connections', category: 'guides', tags: ['troubleshooting', 'quality'], daysAgo: 107 },
  {
    key: 'ten-languages-one-page',
    category: 'engineering',
    tags: ['languages', 'accessibility'],
    daysAgo: 118,
  },
  { key: 'teaching-with-public-posts', category: 'creators', tags: ['education', 'copyright'], daysAgo: 130 },
  {
    key: 'research-notes-from-threads',
    category: 'archive',
    tags: ['education', 'organising'],
    daysAgo: 143,
  },
];
