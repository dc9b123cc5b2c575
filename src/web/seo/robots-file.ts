import type { LoaderFunctionArgs } from 'react-router';
import { servicesContext } from '../services.ts';
import { answerFile } from './answer-file.ts';

/** `/robots.txt` */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const { publicOrigin } = context.get(servicesContext);
  const lines = [
    'User-agent: *',
    'Allow: /',
    'Disallow: /media/',
    'Disallow: /functions/',
    // A reading is counted there.
    'Disallow: /api/blog/posts/*/views',
    '',
    `Sitemap: ${publicOrigin}/sitemap.xml`,
    '',
  ];
  return answerFile(request, {
    body: lines.join('\n'),
    contentType: 'text/plain; charset=utf-8',
    maxAgeSeconds: 3600,
  });
}
