import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, data, RouterContextProvider } from 'react-router';
import { servicesContext, type WebServices } from './services.ts';

/** Wraps every service so that a call makes the page respond 503 if the storage is full or read-only or the database
 * unreachable. */
function withAvailabilityErrors(services: WebServices): WebServices {
  const rethrow = (error: unknown) => {
    throw services.isUnavailable(error) ? data(null, { status: 503 }) : error;
  };
  const wrapGroup = <T extends object>(group: T): T =>
    new Proxy(group, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (isPlainObject(member)) return wrapGroup(member);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          const result: unknown = Reflect.apply(member, target, args);
          return result instanceof Promise ? result.catch(rethrow) : result;
        };
      },
    });
  return wrapGroup(services);
}

function isPlainObject(member: unknown): member is object {
  return typeof member === 'object' && member !== null && Object.getPrototypeOf(member) === Object.prototype;
}

export type { WebServices } from './services.ts';

export function createWebHandler(services: WebServices): (request: Request) => Promise<Response> {
  const guardedServices = withAvailabilityErrors(services);
  const handleRequest = createRequestHandler(build, import.meta.env.DEV ? 'development' : 'production');
  return (request) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, guardedServices);
    return handleRequest(request, context);
  };
}
