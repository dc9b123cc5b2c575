import type { LoaderFunctionArgs } from 'react-router';
import { localeTags } from '#i18n/locales.ts';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { Translator } from '#i18n/translator.ts';
import { fileNotFoundResponse, fileResponse } from '../requests/file-response.ts';
import { servicesContext } from '../services.ts';
import { getSiteIcons } from '../site-icons.ts';
import { manifestPath } from './page-urls.ts';

/** Each language is installed as its own app. */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const { pathname } = new URL(request.url);
  const { locale } = splitLocale(pathname);
  if (pathname !== localizedPath(locale, manifestPath)) return fileNotFoundResponse({ request, context });
  const { siteName, icon } = context.get(servicesContext).settings.site();
  const body = JSON.stringify(createManifest(serverTranslator(locale, siteName), icon));
  return fileResponse(request, body, 'application/manifest+json; charset=utf-8', 3600);
}

/** The page background in styles.css. A manifest has one color for light and dark mode. */
const paper = '#fbfaf8';

function listIcons(icon: string | null) {
  const { favicon, small, large, maskable } = getSiteIcons(icon);
  return [
    ...(icon === null ? [{ src: favicon.href, type: favicon.type, sizes: 'any' }] : []),
    { src: small, type: 'image/png', sizes: '192x192' },
    { src: large, type: 'image/png', sizes: '512x512' },
    { src: maskable, type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ];
}

/** Apps put a shared link in any of the three fields. */
export function createManifest(t: Translator, icon: string | null = null) {
  const start = localizedPath(t.locale, '/');
  return {
    id: start,
    name: t('brand.name'),
    short_name: t('brand.name'),
    description: t('home.description'),
    lang: localeTags[t.locale],
    dir: 'ltr',
    start_url: start,
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    icons: listIcons(icon),
    share_target: {
      action: start,
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  };
}
