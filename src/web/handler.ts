import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { servicesContext, type WebServices } from './services.ts';
import { withStorageErrors } from './tell-unwritable.ts';

export type { WebServices } from './services.ts';

export function createWebHandler(services: WebServices): (request: Request) => Promise<Response> {
  const guardedServices = withStorageErrors(services);
  const handleRequest = createRequestHandler(build, import.meta.env.DEV ? 'development' : 'production');
  return (request) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, guardedServices);
    return handleRequest(request, context);
  };
}
