import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { englishTranslator } from '#test/support/english-translator.ts';
import { PostHtml } from '../../ui/post/post-html.tsx';
import { renderFigures } from '../post-figures.ts';
import { startVideoCards } from './start-video-cards.ts';
import '../../ui/post/prose.css';

const stored =
  '<figure class="embed"><a href="https://vimeo.com/76979871" rel="noopener">A film</a></figure>' +
  '<figure class="embed"><a href="#elsewhere">Elsewhere</a></figure>';
const player = 'https://player.vimeo.com/video/76979871?autoplay=1&amp;dnt=1';

beforeEach(async () => {
  // The test must not load the real player.
  const html = renderFigures(stored, englishTranslator).replace(player, 'about:blank#player');
  await renderComponent(<PostHtml html={html} />);
  startVideoCards();
});

test('a click replaces the card with the player, which has the title and is sandboxed', async () => {
  expect(document.querySelector('iframe')).toBeNull();
  await expectAccessible();
  (page.getByRole('link', { name: 'A film' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const frame = document.querySelector('iframe');
  expect(frame?.src).toBe('about:blank#player');
  expect(frame?.title).toBe('A film');
  expect(frame?.getAttribute('sandbox')).toBe(
    'allow-scripts allow-same-origin allow-presentation allow-popups',
  );
  expect(frame?.referrerPolicy).toBe('strict-origin');
  expect(document.activeElement).toBe(frame);
  await expect.element(page.getByRole('link', { name: 'A film' })).not.toBeInTheDocument();
});

test('a click with a modifier key and a card of another site open the link', async () => {
  const opened = vi.fn();
  const listening = new AbortController();
  onTestFinished(() => listening.abort());
  const stay = (event: Event) => {
    opened(event.defaultPrevented);
    event.preventDefault();
  };
  document.addEventListener('click', stay, { signal: listening.signal });
  await page.getByRole('link', { name: 'A film' }).click({ modifiers: ['Control'] });
  await page.getByRole('link', { name: 'Elsewhere' }).click();
  expect(opened.mock.calls).toEqual([[false], [false]]);
  expect(document.querySelector('iframe')).toBeNull();
});
