import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../../translator.tsx';

export function displayLink(link: string): string {
  return link.replace(/^https?:\/\/(www\.)?/, '');
}

/** Without JavaScript, only the first link of a text is extracted. These links open the form with another. */
export function OtherLinks({ links }: { links: readonly string[] }) {
  const t = useTranslator();
  return (
    <section aria-labelledby="other-links" className="mb-6 rounded-2xl border border-line bg-sunken p-5">
      <h2 id="other-links" className="font-semibold">
        {t('batch.more_links', { count: links.length })}
      </h2>
      <ul className="mt-1">
        {links.map((link) => (
          <li key={link}>
            <a
              href={`${localizedPath(t.locale, '/')}?url=${encodeURIComponent(link)}#downloader`}
              rel="nofollow"
              dir="ltr"
              className="inline-block py-1.5 text-accent underline underline-offset-4 wrap-anywhere"
            >
              {displayLink(link)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
