import type { LoaderFunctionArgs } from 'react-router';
import { servicesContext } from '../../services.ts';
import { fileResponse } from '../file-response.ts';
import { renderRobotsTxt } from '../robots.ts';

export function loader({ request, context }: LoaderFunctionArgs): Response {
  return fileResponse(request, {
    body: renderRobotsTxt(context.get(servicesContext).publicOrigin),
    contentType: 'text/plain; charset=utf-8',
    maxAgeSeconds: 3600,
  });
}
