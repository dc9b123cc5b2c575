import { localizedPath } from '#i18n/localized-path.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { useAppearance } from '../appearance/appearance-context.ts';
import { customPagePath, type PublicPage } from '../paths.ts';
import { feedInfo, feedPath } from '../seo/feed-formats.ts';
import { getPageUrls, type PageLocation } from '../seo/page-urls.ts';
import { useTranslator } from '../translator.tsx';
import { BrandMark } from '../ui/logo.tsx';
import { useCustomPages } from './custom-pages.ts';
import { LanguageLinks } from './language/language-menu.tsx';

const anchors = [
  { id: 'features', label: 'footer.features' },
  { id: 'faq', label: 'footer.faq' },
  { id: 'contact', label: 'footer.contact' },
  { id: 'privacy', label: 'footer.privacy' },
  { id: 'terms', label: 'footer.terms' },
] as const satisfies readonly { id: string; label: MessageKey }[];

const link = 'inline-block rounded py-1.5 text-muted underline-offset-4 hover:text-accent hover:underline';
const currentLink = `${link} aria-[current]:font-semibold aria-[current]:text-ink`;

const pages = [
  { page: '/blog', label: 'nav.blog' },
  { page: '/about', label: 'nav.about' },
  { page: '/tools', label: 'tools.heading' },
] as const satisfies readonly { page: PublicPage; label: MessageKey }[];

/** `page` is null on an error page. */
export function SiteFooter({ page }: { page: PageLocation | null }) {
  const t = useTranslator();
  const { logo, socialLinks } = useAppearance();
  const home = page === '/' ? '' : localizedPath(t.locale, '/');
  const customPages = useCustomPages().map(({ slug, title }) => ({
    slug,
    title,
    href: localizedPath(t.locale, customPagePath(slug)),
  }));
  const currentPath = page && getPageUrls(page, t.locale, '').current.path;
  return (
    <footer className="border-t border-line bg-sunken">
      <div className="mx-auto grid max-w-5xl gap-10 px-5 py-12 sm:px-8 md:grid-cols-[2fr_3fr]">
        <nav aria-labelledby="unspool">
          <h2 id="unspool" className="font-semibold">
            {t('brand.name')}
          </h2>
          <ul className="mt-2 columns-2 gap-x-6">
            {anchors.map(({ id, label }) => {
              const href = customPages.find(({ slug }) => slug === id)?.href ?? `${home}#${id}`;
              return (
                <li key={id}>
                  <a
                    href={href}
                    aria-current={href === currentPath ? 'page' : undefined}
                    className={currentLink}
                  >
                    {t(label)}
                  </a>
                </li>
              );
            })}
            {customPages
              .filter(({ slug }) => !anchors.some(({ id }) => id === slug))
              .map(({ slug, title, href }) => (
                <li key={slug} className="break-inside-avoid">
                  <a
                    href={href}
                    aria-current={href === currentPath ? 'page' : undefined}
                    className={`${currentLink} wrap-anywhere`}
                  >
                    {title}
                  </a>
                </li>
              ))}
            {pages.map((entry) => (
              <li key={entry.page} className="break-inside-avoid">
                <a
                  href={localizedPath(t.locale, entry.page)}
                  aria-current={page === entry.page ? 'page' : undefined}
                  className={currentLink}
                >
                  {t(entry.label)}
                </a>
              </li>
            ))}
            <li>
              <a href="/api" className={link}>
                {t('footer.api')}
              </a>
            </li>
            <li>
              <a href={feedPath(t.locale, 'rss')} type={feedInfo.rss.type} className={link}>
                {feedInfo.rss.name}
              </a>
            </li>
          </ul>
        </nav>
        <nav aria-labelledby="languages">
          <h2 id="languages" className="font-semibold">
            {t('footer.languages')}
          </h2>
          <LanguageLinks
            page={page}
            className="mt-2 grid grid-cols-2 gap-x-6 sm:grid-cols-3"
            linkClassName={currentLink}
          />
        </nav>
        {socialLinks.length > 0 && (
          <ul className="flex flex-wrap gap-x-6 md:col-span-2">
            {socialLinks.map(({ label, url }) => (
              <li key={url}>
                <a href={url} rel="me noopener" className={`${link} wrap-anywhere`}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        )}
        <div className="flex items-start gap-4 md:col-span-2">
          {logo === null && <BrandMark className="size-8 shrink-0" />}
          <p className="max-w-prose text-sm text-pretty text-muted">{t('footer.disclaimer')}</p>
        </div>
      </div>
    </footer>
  );
}
