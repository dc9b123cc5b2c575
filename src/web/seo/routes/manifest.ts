import type { LoaderFunctionArgs } from 'react-router';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { servicesContext } from '../../services.ts';
import { fileNotFoundResponse, fileResponse } from '../file-response.ts';
import { createManifest, manifestPath } from '../web-manifest.ts';

/** Each language is installed as its own app. */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const { pathname } = new URL(request.url);
  const { locale } = splitLocale(pathname);
  if (pathname !== localizedPath(locale, manifestPath)) {
    context.get(servicesContext).onMissingPath(pathname);
    return fileNotFoundResponse();
  }
  return fileResponse(request, {
    body: JSON.stringify(createManifest(serverTranslator(locale))),
    contentType: 'application/manifest+json; charset=utf-8',
    maxAgeSeconds: 3600,
  });
}
