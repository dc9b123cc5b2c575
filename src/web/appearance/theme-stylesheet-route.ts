import type { LoaderFunctionArgs } from 'react-router';
import { fileNotFoundResponse } from '../requests/file-response.ts';
import { renderThemeStylesheet, themeStylesheetPath } from '../theme-stylesheet.ts';

export function loader({ request, context, params }: LoaderFunctionArgs): Response {
  const hex = /^([0-9a-f]{6})-[0-9a-f]{8}$/.exec(params.name ?? '')?.[1];
  if (hex === undefined) return fileNotFoundResponse({ request, context });
  const isCurrent = new URL(request.url).pathname === themeStylesheetPath(`#${hex}`);
  return new Response(renderThemeStylesheet(`#${hex}`), {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      // A page of another version may link to other shades of this color.
      'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
    },
  });
}
