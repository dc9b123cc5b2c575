import type { RouteConfigEntry } from '@react-router/dev/routes';
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { WebHandler } from '#http/pages.ts';
import routes from '#web/routes.ts';
import { servicesContext, type WebServices } from '#web/services.ts';
import { type DeskEdge, startDeskEdge } from './start-desk-edge.ts';
import type { EdgeOptions } from './start-edge.ts';

const modules = import.meta.glob<object>(['/src/web/admin/**/*.{ts,tsx}', '!**/*.test.*']);

type AdminRoute = Pick<RouteConfigEntry, 'file' | 'path' | 'index' | 'caseSensitive' | 'children'>;

/** The routes below `/admin` as the router has them. */
export const adminRoutes: AdminRoute[] = routes.filter(({ path }) => path === '/admin');

/** What a page of `startAdminPages` consists of. */
export interface AdminPageData {
  /** By the id of the route. */
  loaderData: Record<string, unknown>;
  actionData: Record<string, unknown> | null;
}

function answerData(_request: Request, status: number, headers: Headers, entry: EntryContext): Response {
  const { loaderData, actionData } = entry.staticHandlerContext;
  return Response.json({ loaderData, actionData }, { status, headers });
}

/**
 * The real server with the loaders, actions and middleware of the administration, without a build: a page is its data
 * as JSON. An owner, an editor and an author are signed in.
 */
export async function startAdminPages(options: EdgeOptions = {}): Promise<DeskEdge> {
  const built: Record<string, unknown> = { root: { id: 'root', path: '', module: { default: () => null } } };
  async function addRoute({ file, children = [], ...place }: AdminRoute, parentId: string): Promise<void> {
    const id = file.replace(/\.tsx?$/, '');
    const module = await modules[`/src/web/${file}`]?.();
    if (!module) throw new Error(`there is no ${file}`);
    built[id] = { ...place, id, parentId, module };
    for (const child of children) await addRoute(child, id);
  }
  for (const route of adminRoutes) await addRoute(route, 'root');

  const answer = createRequestHandler({
    routes: built as ServerBuild['routes'],
    entry: {
      module: {
        default: answerData,
        handleError: () => undefined,
      },
    },
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '' },
    ...{ publicPath: '/', assetsBuildDirectory: '', ssr: true, isSpaMode: false, prerender: [] },
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
    future: {},
  } as unknown as ServerBuild);
  const web: WebHandler = (request) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, { ...edge.services, now: Date.now } as unknown as WebServices);
    return answer(request, context);
  };
  const edge = await startDeskEdge({ ...options, web });
  return edge;
}
