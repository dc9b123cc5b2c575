import Share2 from 'lucide-react/icons/share-2';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';

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

export function SharePostButton({ title, text }: { title: string; text: string }) {
  const t = useTranslator();
  const toast = useToast();
  const share = async () => {
    const outcome = await shareLink(navigator, { title, text, url: location.href });
    if (outcome === 'copied') {
      toast({ title: t('blog.post.copied.title'), description: t('blog.post.copied.description') });
    }
    // biome-ignore lint/suspicious/noConsole: the page has no other log, and a failed share is not its error.
    if (typeof outcome === 'object') console.info('not shared:', outcome.cause);
  };
  return (
    <Button
      variant="quiet"
      className="min-h-11 shrink-0 px-4 text-sm noscript:hidden"
      onClick={() => void share()}
    >
      <Share2 aria-hidden="true" className="size-4.5" />
      {t('blog.post.share')}
    </Button>
  );
}
