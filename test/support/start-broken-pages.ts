import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WebServices } from '#web/services.ts';

/** The built pages on services of which one breaks: what the handler answers, and the errors it told of. */
export async function startBrokenPages(broken: Partial<WebServices>) {
  const errors: unknown[] = [];
  const services: WebServices = {
    isUnwritable: () => false,
    accounts: {} as WebServices['accounts'],
    blog: {} as WebServices['blog'],
    desk: {} as WebServices['desk'],
    previews: {} as WebServices['previews'],
    shelves: {} as WebServices['shelves'],
    runs: {} as WebServices['runs'],
    translationNotes: {} as WebServices['translationNotes'],
    translationBooks: {} as WebServices['translationBooks'],
    assistant: { models: { text: false, image: false } },
    extractMedia: async () => ({ success: false, qualities: [], code: 'link.empty', error: '' }),
    verification: { issue: () => ({ challenge: { left: 1, right: 1 }, token: '' }), verify: () => false },
    asksForProofs: false,
    now: Date.now,
    random: () => 0.5,
    contactEmail: null,
    contactDelivery: 'screen',
    sendMessage: async () => ({ ok: true, value: null }),
    publicOrigin: 'http://own.example',
    drawCard: async () => new Uint8Array(),
    onMissingPath: () => undefined,
    onRenderError: (error) => errors.push(error),
    ...broken,
  };
  const { createWebHandler } = await import(pathToFileURL(resolve('build/server/handler.js')).href);
  const answer: (request: Request) => Promise<Response> = createWebHandler(services);
  return { errors, ask: (path: string) => answer(new Request(`http://own.example${path}`)) };
}
