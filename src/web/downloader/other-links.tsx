import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../translation.tsx';
import { shortLink } from './short-link.ts';

/** What else stood in a text of which one link was read. Each leads to the form with that link in it. */
export function OtherLinks({ links }: { links: readonly string[] }) {
  const t = useTranslator();
  return (
    <section aria-labelledby="other-links" className="mb-6 rounded-2xl border border-line bg-sunken p-5">
      <h2 id="other-links" className="font-semibold">
        {t('several.others', { count: links.length })}
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
              {shortLink(link)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
