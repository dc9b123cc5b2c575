import { type RouteConfig, route } from '@react-router/dev/routes';

/** Every address of the product. English has no prefix. */
export default [
  route('/:locale?', 'pages/home.tsx'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig;
