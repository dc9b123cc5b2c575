import type { Translator } from '#i18n/translator.ts';
import { whenVisible } from '../../browser/page-visibility.ts';
import { toastDurationMs } from '../../contract.ts';

/** The page of a post runs without React: the server renders it, and this makes its parts work. */

export const viewCountId = 'view-count';
export const shareButtonId = 'share-post';
export const copiedNoticeId = 'link-copied';

/** The new count; null if the view was not counted. `keepalive` sends the request even if the page is closed. */
async function recordPageView(postId: string): Promise<number | null> {
  try {
    const response = await fetch(`/api/blog/posts/${postId}/views`, { method: 'POST', keepalive: true });
    // 204: the server does not count crawlers and prefetched pages.
    if (response.status === 204 || !response.ok) return null;
    const { view_count }: { view_count: number } = await response.json();
    return view_count;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

export function startViewCount(t: Translator): void {
  const element = document.getElementById(viewCountId);
  const { post } = element?.dataset ?? {};
  if (!element || post === undefined) return;
  whenVisible(document, async () => {
    const count = await recordPageView(post);
    if (count !== null) element.textContent = t('blog.views', { count });
  });
}

/** Browsers have these APIs only in secure contexts. */
type ShareNavigator = Partial<Pick<Navigator, 'share' | 'canShare'>> & {
  clipboard?: Pick<Clipboard, 'writeText'>;
};

/** `cause` is undefined if the device has no share and clipboard APIs. */
type ShareOutcome = 'shared' | 'copied' | 'cancelled' | { cause: unknown };

export async function shareLink(
  device: ShareNavigator,
  link: Required<Pick<ShareData, 'title' | 'text' | 'url'>>,
): Promise<ShareOutcome> {
  try {
    if (device.share && device.canShare?.(link) !== false) {
      await device.share(link);
      return 'shared';
    }
    if (!device.clipboard) return { cause: undefined };
    await device.clipboard.writeText(link.url);
    return 'copied';
  } catch (cause) {
    // Both APIs reject with DOMException, or with TypeError for data they can't share.
    if (!(cause instanceof DOMException || cause instanceof TypeError)) throw cause;
    return cause.name === 'AbortError' ? 'cancelled' : { cause };
  }
}

export function startShareButton(): void {
  const button = document.getElementById(shareButtonId);
  const notice = document.getElementById(copiedNoticeId);
  if (!button || !notice) return;
  let timer: ReturnType<typeof setTimeout>;
  button.addEventListener('click', async () => {
    const { title = '', text = '' } = button.dataset;
    const outcome = await shareLink(navigator, { title, text, url: location.href });
    if (outcome === 'copied') {
      clearTimeout(timer);
      notice.classList.remove('hidden');
      timer = setTimeout(() => {
        notice.classList.add('hidden');
      }, toastDurationMs);
    }
    // biome-ignore lint/suspicious/noConsole: the page has no other log, and a failed share is not its error.
    if (typeof outcome === 'object') console.info('not shared:', outcome.cause);
  });
}
