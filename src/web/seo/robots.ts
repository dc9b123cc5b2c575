import type { LoaderFunctionArgs } from 'react-router';
import { sharedLinkParams } from '../contract.ts';
import { fileResponse } from '../requests/file-response.ts';
import { servicesContext } from '../services.ts';

export function loader({ request, context }: LoaderFunctionArgs): Response {
  const body = renderRobotsTxt(context.get(servicesContext).publicOrigin);
  return fileResponse(request, body, 'text/plain; charset=utf-8', 3600);
}

/** URLs with a link parameter: a crawler that runs scripts would extract each post. */
const linkPatterns = sharedLinkParams.flatMap((field) => [`/*?${field}=`, `/*&${field}=`]);

/** RFC 9309. No Allow rules, because some crawlers use the first matching rule. */
export function renderRobotsTxt(publicOrigin: string): string {
  const disallowed = [
    '/media/',
    '/functions/',
    // Counts a page view.
    '/api/blog/posts/*/views',
    ...linkPatterns,
  ];
  const rules = disallowed.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...rules, '', `Sitemap: ${publicOrigin}/sitemap.xml`, ''].join('\n');
}
