import type { ReactNode } from 'react';
import { type ActionFunction, createMemoryRouter, type LoaderFunction } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { RenderResult } from 'vitest-browser-react';
import { type IslandOptions, renderIsland } from './render-island.tsx';

interface ComponentOptions extends IslandOptions {
  path?: string;
  action?: ActionFunction;
  loader?: LoaderFunction;
}

/** The same for a page with the router. */
export async function renderComponent(
  element: ReactNode,
  { path = '/', action, loader, ...options }: ComponentOptions = {},
): Promise<RenderResult> {
  const { pathname } = new URL(path, 'http://component.test');
  const router = createMemoryRouter(
    [
      {
        path: pathname,
        element,
        hydrateFallbackElement: <p>loading</p>,
        ...(action && { action }),
        ...(loader && { loader }),
      },
      { path: '*', element: <p>another page</p> },
    ],
    { initialEntries: [path] },
  );
  return renderIsland(<RouterProvider router={router} />, options);
}
