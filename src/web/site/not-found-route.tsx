import { data, type LoaderFunctionArgs } from 'react-router';
import { servicesContext } from '../services.ts';
import { NotFoundPage } from './error-pages.tsx';

export function loader({ request, context }: LoaderFunctionArgs) {
  context.get(servicesContext).onMissingPath(new URL(request.url).pathname);
  return data(null, { status: 404 });
}

export const action = loader;

export default NotFoundPage;
