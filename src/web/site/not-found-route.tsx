import type { LoaderFunctionArgs } from 'react-router';
import { notFound } from '../requests/not-found.ts';
import { NotFoundPage } from './error-pages.tsx';

export const loader = (args: LoaderFunctionArgs) => notFound(args);
export const action = loader;

export default NotFoundPage;
