import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { servicesContext, type WebServices } from './services.ts';
import { tellUnwritable } from './tell-unwritable.ts';

export type { WebServices } from './services.ts';

/** Answers page requests: one function from Request to a complete Response. */
export function createWebHandler(services: WebServices): (request: Request) => Promise<Response> {
  const told = tellUnwritable(services);
  const answer = createRequestHandler(build, import.meta.env.DEV ? 'development' : 'production');
  return (request) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, told);
    return answer(request, context);
  };
}
