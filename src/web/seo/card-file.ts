import type { LoaderFunctionArgs } from 'react-router';
import { isLocale } from '#i18n/locales.ts';
import { servicesContext } from '../services.ts';
import { answerCard, answerMissingFile } from './answer-file.ts';

/** `/og/de.png`: the picture that links to us are shown with. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { drawCard, onMissingPath } = context.get(servicesContext);
  if (!isLocale(params.locale)) {
    onMissingPath(new URL(request.url).pathname);
    return answerMissingFile();
  }
  return answerCard(request, await drawCard(params.locale));
}
