import { expect, test } from 'vitest';
import { parseVideoLink } from './embed-contract.ts';

const youTube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1';
const vimeo = 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1';

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=x', youTube],
  ['https://m.youtube.com/watch?list=x&v=dQw4w9WgXcQ', youTube],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', youTube],
  ['https://youtu.be/dQw4w9WgXcQ?t=1m30s', `${youTube}&start=90`],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', youTube],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=5', `${youTube}&start=5`],
  ['https://vimeo.com/76979871', vimeo],
  ['https://vimeo.com/76979871/abcdef0123', `${vimeo}&h=abcdef0123`],
  ['https://player.vimeo.com/video/76979871?h=abcdef0123', `${vimeo}&h=abcdef0123`],
])('%s plays in %s', (link, playerUrl) => {
  expect(parseVideoLink(link)?.playerUrl).toBe(playerUrl);
});

test.each([
  'https://www.youtube.com/@someone',
  'https://www.youtube.com/watch/dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ"onload=',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/?u=youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/',
  'https://vimeo.com/channels/staffpicks',
  'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
  'ftp://vimeo.com/76979871',
  '',
])('%s is no video', (link) => {
  expect(parseVideoLink(link)).toBeNull();
});
