import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WebServices } from '#web/services.ts';

/** The built pages, with services that fail as in `broken`. `errors` has the reported errors. */
export async function startBrokenPages(broken: Partial<WebServices>) {
  const errors: unknown[] = [];
  const services: WebServices = {
    isStorageUnavailable: () => false,
    accounts: {} as WebServices['accounts'],
    blog: {} as WebServices['blog'],
    editor: {} as WebServices['editor'],
    previews: {} as WebServices['previews'],
    taxonomy: {} as WebServices['taxonomy'],
    runs: {} as WebServices['runs'],
    translationReview: {} as WebServices['translationReview'],
    glossaryStore: {} as WebServices['glossaryStore'],
    suggestions: { models: { text: false, image: false } },
    extractMedia: async () => ({ success: false, qualities: [], code: 'link.empty', error: '' }),
    verification: { issue: () => ({ challenge: { left: 1, right: 1 }, token: '' }), verify: () => false },
    requiresProofOfWork: false,
    now: Date.now,
    random: () => 0.5,
    contactEmail: null,
    contactDelivery: 'screen',
    sendMessage: async () => ({ ok: true, value: null }),
    publicOrigin: 'http://own.example',
    renderShareCard: async () => new Uint8Array(),
    onMissingPath: () => undefined,
    onRenderError: (error) => errors.push(error),
    ...broken,
  };
  const { createWebHandler } = await import(pathToFileURL(resolve('build/server/handler.js')).href);
  const handler: (request: Request) => Promise<Response> = createWebHandler(services);
  return { errors, request: (path: string) => handler(new Request(`http://own.example${path}`)) };
}
