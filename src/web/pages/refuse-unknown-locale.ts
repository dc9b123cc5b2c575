import { data, type LoaderFunctionArgs } from 'react-router';
import { defaultLocale, isLocale } from '#i18n/locales.ts';
import { servicesContext } from '../services.ts';

/** English has no prefix, and a first segment that is no language is no page of ours. Throws 404. */
export function refuseUnknownLocale({ request, params, context }: LoaderFunctionArgs): void {
  if (params.locale === undefined) return;
  if (isLocale(params.locale) && params.locale !== defaultLocale) return;
  context.get(servicesContext).onMissingPath(new URL(request.url).pathname);
  throw data(null, { status: 404 });
}
