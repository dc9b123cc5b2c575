import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { PostLookup } from '#blog/contract.ts';
import { isLocale } from '#i18n/locales.ts';
import { servicesContext } from '../../services.ts';
import { fileNotFoundResponse, imageResponse } from '../file-response.ts';
import { postShareCardPath } from '../share-image.ts';

/** `/og/blog/de/ein-faden.png`: the Open Graph image of a post without a cover. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { blog, renderShareCard, onMissingPath } = context.get(servicesContext);
  const { locale, slug = '' } = params;
  const lookup: PostLookup = isLocale(locale) ? await blog.findPost(locale, slug) : { kind: 'missing' };
  if (!isLocale(locale) || lookup.kind === 'missing') {
    onMissingPath(new URL(request.url).pathname);
    return fileNotFoundResponse();
  }
  if (lookup.kind === 'moved') return redirect(postShareCardPath(locale, lookup.slug), 301);
  return imageResponse(request, await renderShareCard(locale, lookup.post.title));
}
