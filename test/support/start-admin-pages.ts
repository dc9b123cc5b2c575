import type { RouteConfigEntry } from '@react-router/dev/routes';
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { Services, WebHandler } from '#http/context.ts';
import routes from '#web/routes.ts';
import { servicesContext, type WebServices } from '#web/services.ts';
import { type AdminTestServer, startAdminTestServer } from './start-admin-server.ts';
import type { TestServerOptions } from './start-server.ts';

const modules = import.meta.glob<object>(['/src/web/{admin,preview}/**/*.{ts,tsx}', '!**/*.test.*']);

type AdminRoute = Pick<RouteConfigEntry, 'id' | 'file' | 'path' | 'index' | 'caseSensitive' | 'children'>;

export const adminRoutes: AdminRoute[] = routes.filter(({ path }) => path === '/admin');

export interface AdminPageData {
  loaderData: Record<string, unknown>;
  actionData: Record<string, unknown> | null;
}

function respondWithData(_request: Request, status: number, headers: Headers, entry: EntryContext): Response {
  const { loaderData, actionData } = entry.staticHandlerContext;
  return Response.json({ loaderData, actionData }, { status, headers });
}

/** A page is the data of its loaders and action as JSON. */
export async function createAdminPages(
  routesOfPages = adminRoutes,
): Promise<(services: Services, publicOrigin: string) => WebHandler> {
  const built: Record<string, unknown> = { root: { id: 'root', path: '', module: { default: () => null } } };
  async function addRoute(
    { file, id = file.replace(/\.tsx?$/, ''), children = [], ...routeOptions }: AdminRoute,
    parentId: string,
  ): Promise<void> {
    const module = await modules[`/src/web/${file}`]?.();
    if (!module) throw new Error(`no route module ${file}`);
    built[id] = { ...routeOptions, id, parentId, module };
    for (const child of children) await addRoute(child, id);
  }
  for (const route of routesOfPages) await addRoute(route, 'root');

  const handleRequest = createRequestHandler({
    routes: built as ServerBuild['routes'],
    entry: {
      module: {
        default: respondWithData,
        handleError: () => undefined,
      },
    },
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
    future: {},
  } as unknown as ServerBuild);
  return (services, publicOrigin) => (request) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, { ...services, publicOrigin, now: Date.now } as unknown as WebServices);
    return handleRequest(request, context);
  };
}

/** The real server without a build. */
export async function startAdminPages(options: TestServerOptions = {}): Promise<AdminTestServer> {
  const createPages = await createAdminPages();
  const web: WebHandler = (request) => createPages(server.services, server.origin)(request);
  const server = await startAdminTestServer({ ...options, web });
  return server;
}
