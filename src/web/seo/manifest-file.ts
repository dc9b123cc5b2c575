import type { LoaderFunctionArgs } from 'react-router';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { servicesContext } from '../services.ts';
import { answerFile, answerMissingFile } from './answer-file.ts';
import { manifestPath, writeManifest } from './manifest.ts';

/** `/manifest.webmanifest`, `/de/manifest.webmanifest` and their like: each language is an app of its own. */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const { pathname } = new URL(request.url);
  const { locale } = splitLocale(pathname);
  if (pathname !== localizedPath(locale, manifestPath)) {
    context.get(servicesContext).onMissingPath(pathname);
    return answerMissingFile();
  }
  return answerFile(request, {
    body: JSON.stringify(writeManifest(serverTranslator(locale))),
    contentType: 'application/manifest+json; charset=utf-8',
    maxAgeSeconds: 3600,
  });
}
