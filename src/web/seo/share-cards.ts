import { type LoaderFunctionArgs, redirect } from 'react-router';
import { isLocale } from '#i18n/locales.ts';
import { fileNotFoundResponse, imageResponse } from '../requests/file-response.ts';
import { servicesContext } from '../services.ts';
import { shareCardPath } from './share-image.ts';

/** Open Graph images: `/og/de.png` for a language, `/og/blog/de/ein-faden.png` and `/og/page/…` without a cover. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { blog, renderShareCard } = args.context.get(servicesContext);
  const { locale, slug, folder } = args.params;
  if (!isLocale(locale)) return fileNotFoundResponse(args);
  if (slug === undefined) return imageResponse(args.request, await renderShareCard(locale));
  if (folder !== 'blog' && folder !== 'page') return fileNotFoundResponse(args);
  const kind = folder === 'page' ? 'page' : 'post';
  const lookup = await (kind === 'page' ? blog.findPage(locale, slug) : blog.findPost(locale, slug));
  if (lookup.kind === 'missing') return fileNotFoundResponse(args);
  if (lookup.kind === 'moved') return redirect(shareCardPath(kind, locale, lookup.slug), 301);
  return imageResponse(args.request, await renderShareCard(locale, lookup.post.title));
}
