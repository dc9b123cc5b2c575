import { data, type LoaderFunctionArgs } from 'react-router';
import { defaultLocale, isLocale } from '#i18n/locales.ts';
import { servicesContext } from '../services.ts';

/** Throws 404 for an unknown locale and for `/en`, because English has no prefix. */
export function requireKnownLocale({ request, params, context }: LoaderFunctionArgs): void {
  if (params.locale === undefined) return;
  if (isLocale(params.locale) && params.locale !== defaultLocale) return;
  context.get(servicesContext).onMissingPath(new URL(request.url).pathname);
  throw data(null, { status: 404 });
}
