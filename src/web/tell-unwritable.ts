import { data } from 'react-router';
import type { WebServices } from './services.ts';

/** Pages whose loader or action can't keep what it has to are answered with 503, whichever call of theirs found it out. */
export function tellUnwritable(services: WebServices): WebServices {
  const tell = (error: unknown) => {
    throw services.isUnwritable(error) ? data(null, { status: 503 }) : error;
  };
  const telling = <T extends object>(group: T): T =>
    new Proxy(group, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (isGroup(member)) return telling(member);
        if (typeof member !== 'function') return member;
        return (...asked: unknown[]) => {
          const answer: unknown = Reflect.apply(member, target, asked);
          return answer instanceof Promise ? answer.catch(tell) : answer;
        };
      },
    });
  return telling(services);
}

function isGroup(member: unknown): member is object {
  return typeof member === 'object' && member !== null && Object.getPrototypeOf(member) === Object.prototype;
}
