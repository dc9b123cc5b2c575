import { type LoaderFunctionArgs, redirect } from 'react-router';
import { isLocale } from '#i18n/locales.ts';
import { servicesContext } from '../services.ts';
import { fileNotFoundResponse, imageResponse } from './file-response.ts';
import { postShareCardPath } from './share-image.ts';

/** Open Graph images: `/og/de.png` for a language, `/og/blog/de/ein-faden.png` for a post without a cover. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { blog, renderShareCard } = args.context.get(servicesContext);
  const { locale, slug } = args.params;
  if (!isLocale(locale)) return fileNotFoundResponse(args);
  if (slug === undefined) return imageResponse(args.request, await renderShareCard(locale));
  const lookup = await blog.findPost(locale, slug);
  if (lookup.kind === 'missing') return fileNotFoundResponse(args);
  if (lookup.kind === 'moved') return redirect(postShareCardPath(locale, lookup.slug), 301);
  return imageResponse(args.request, await renderShareCard(locale, lookup.post.title));
}
