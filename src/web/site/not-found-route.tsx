import type { LoaderFunctionArgs } from 'react-router';
import { NotFoundPage } from './error-pages.tsx';
import { notFound } from './not-found.ts';

export const loader = (args: LoaderFunctionArgs) => notFound(args);
export const action = loader;

export default NotFoundPage;
