import { localizedPath } from '#i18n/localized-path.ts';
import type { PostSummary } from '#media/contract.ts';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';

/** Asks for the author's whole thread, where there is more of it. A plain form: the next page has all of it. */
export function WholeThread({ post: { url, thread } }: { post: PostSummary }) {
  const t = useTranslator();
  if (!thread || !('more' in thread)) return null;
  return (
    <form
      method="post"
      action={`${localizedPath(t.locale, '/')}#downloader`}
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <input type="hidden" name="link" value={url} />
      <input type="hidden" name="thread" value="whole" />
      <p className="text-muted">
        {thread.more === true ? t('thread.may_be_more') : t('thread.more', { count: thread.more })}
      </p>
      <Button variant="quiet" type="submit" name="intent" value="extract">
        {t('thread.show')}
      </Button>
    </form>
  );
}
