import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { FoundPost } from '#blog/contract.ts';
import { isLocale } from '#i18n/locales.ts';
import { servicesContext } from '../services.ts';
import { answerCard, answerMissingFile } from './answer-file.ts';
import { postCardPath } from './share-image.ts';

/** `/og/blog/de/ein-faden.png`: what links to a post without a cover are shown with. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { blog, drawCard, onMissingPath } = context.get(servicesContext);
  const { locale, slug = '' } = params;
  const found: FoundPost = isLocale(locale) ? await blog.findPost(locale, slug) : { kind: 'missing' };
  if (!isLocale(locale) || found.kind === 'missing') {
    onMissingPath(new URL(request.url).pathname);
    return answerMissingFile();
  }
  if (found.kind === 'moved') return redirect(postCardPath(locale, found.slug), 301);
  return answerCard(request, await drawCard(locale, found.post.title));
}
