import type { LoaderFunctionArgs } from 'react-router';
import { fileNotFoundResponse, fileResponse } from '../requests/file-response.ts';
import { type SiteIconVariant, servicesContext } from '../services.ts';

const variants: readonly SiteIconVariant[] = ['180', '192', '512', 'maskable'];

/** PNG variants, because neither every browser nor every phone accepts WebP as an icon. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { settings, renderSiteIcon } = args.context.get(servicesContext);
  const { icon } = settings.site();
  const variant = variants.find((name) => name === args.params.variant);
  if (icon === null || variant === undefined || icon.split('/')[2] !== args.params.id)
    return fileNotFoundResponse(args);
  const png = await renderSiteIcon(icon, variant);
  return png ? fileResponse(args.request, png, 'image/png', 86_400) : fileNotFoundResponse(args);
}
