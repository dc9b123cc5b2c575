import type { LoaderFunctionArgs } from 'react-router';
import { servicesContext } from '../services.ts';
import { answerFile } from './answer-file.ts';
import { writeRobots } from './robots.ts';

/** `/robots.txt` */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  return answerFile(request, {
    body: writeRobots(context.get(servicesContext).publicOrigin),
    contentType: 'text/plain; charset=utf-8',
    maxAgeSeconds: 3600,
  });
}
