import { feedFormats, feedInfo, feedPath } from '../seo/feed-addresses.ts';
import { useTranslator } from '../translation.tsx';

export function FeedLinks() {
  const t = useTranslator();
  return (
    <p className="mt-10 flex flex-wrap items-center gap-x-4 border-t border-line pt-4 text-sm text-muted">
      {t('blog.list.follow')}
      {feedFormats.map((format) => (
        <a
          key={format}
          href={feedPath(t.locale, format)}
          type={feedInfo[format].type}
          className="inline-block rounded py-1.5 underline underline-offset-4 hover:text-accent"
        >
          {feedInfo[format].name}
        </a>
      ))}
    </p>
  );
}
