import type { LoaderFunctionArgs } from 'react-router';
import { isLocale } from '#i18n/locales.ts';
import { servicesContext } from '../../services.ts';
import { fileNotFoundResponse, imageResponse } from '../file-response.ts';

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { renderShareCard, onMissingPath } = context.get(servicesContext);
  if (!isLocale(params.locale)) {
    onMissingPath(new URL(request.url).pathname);
    return fileNotFoundResponse();
  }
  return imageResponse(request, await renderShareCard(params.locale));
}
