import Share2 from 'lucide-react/icons/share-2';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast-provider.tsx';
import { shareLink } from './share-link.ts';

export function SharePostButton({ title, text }: { title: string; text: string }) {
  const t = useTranslator();
  const toast = useToast();
  const share = async () => {
    const outcome = await shareLink(navigator, { title, text, url: location.href });
    if (outcome === 'copied') {
      toast({ title: t('blog.post.copied.title'), description: t('blog.post.copied.description') });
    }
    // biome-ignore lint/suspicious/noConsole: the page has no other log, and a link not shared is no fault of it.
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
