import { clips, images } from '../media-files.ts';
import { codeToPk, mira, type ScenePlan } from '../scene.ts';
import type { MediaUrls } from '../url-signer.ts';
import { buildPost, buildThreadData } from './build-post.ts';
import { preloaderName, queryIds } from './page-blocks.ts';

/** These queries return `data.media`; the other known ones return the thread. */
const permalinkIds: string[] = [
  queryIds.target,
  queryIds.permalink,
  '29510775798509348',
  '28483134274683819',
  '26742885138663415',
  '27457004880596634',
];
const threadIds: string[] = [
  queryIds.direct,
  '7448594591874178',
  '25460088156920903',
  '35009275178687016',
  '28220731654195055',
];

export function isKnownQuery(docId: string): boolean {
  return permalinkIds.includes(docId) || threadIds.includes(docId);
}

function resultFor(docId: string, plan: ScenePlan, urls: MediaUrls): Record<string, unknown> {
  return permalinkIds.includes(docId) && !plan.impostor
    ? { media: buildPost(plan.post, urls), viewer: { user: null } }
    : buildThreadData(plan, urls);
}

export function buildGraphqlResponse(docId: string, plan: ScenePlan, urls: MediaUrls): string {
  return JSON.stringify({ data: resultFor(docId, plan, urls), extensions: { is_final: true } });
}

/** The response to an id that is no longer served. */
export const deadQuery = JSON.stringify({ data: { data: null }, extensions: { is_final: true } });

export const graphqlNotFound = JSON.stringify({
  errors: [{ message: 'execution error', severity: 'CRITICAL', mids: ['0a1b2c3d'], path: ['data'] }],
  data: null,
});

/** Response to a form with wrong headers. */
export const rejectedForm = `for (;;);${JSON.stringify({
  error: 1357055,
  errorSummary: 'Sorry, something went wrong',
  errorDescription: "We're working on getting this fixed as soon as we can.",
  payload: null,
})}`;

export const unknownDocument = JSON.stringify({
  errors: [{ message: 'The GraphQL document with the given ID was not found.', severity: 'CRITICAL' }],
});

export function buildChangedGraphql(plan: ScenePlan, urls: MediaUrls): string {
  return JSON.stringify({ data: unknownShape(plan.post.code, urls), extensions: { is_final: true } });
}

function documents(parts: unknown[]): string {
  return parts.map((part) => `for (;;);${JSON.stringify(part)}`).join('\n');
}
const lastResponse = { __type: 'last_response', payload: null };

/** The route, one preloader per query, then the end marker. */
export function buildRouteDefinition(plan: ScenePlan, urls: MediaUrls): string {
  const { code } = plan.post;
  const preloader = (query: string, data: unknown) => ({
    __type: 'preloader',
    id: preloaderName(query, code),
    sequence_number: 0,
    result: { data, extensions: { is_final: true } },
  });
  return documents([
    {
      __type: 'first_response',
      payload: {
        error: false,
        result: {
          type: 'route_definition',
          exports: {
            canonicalUrl: `https://www.threads.com/@${plan.post.author.username}/post/${code}`,
            rootView: { resource: { __dr: 'BarcelonaPermalinkMobilePostColumnPage.react' } },
            meta: { title: `${plan.post.author.name} on Threads` },
          },
        },
      },
    },
    ...(plan.impostor
      ? []
      : [
          preloader('BarcelonaPermalinkMobilePostColumnPageQuery', {
            media: buildPost(plan.post, urls),
            viewer: { user: null },
          }),
        ]),
    preloader('BarcelonaPostPageDirectQuery', buildThreadData(plan, urls)),
    lastResponse,
  ]);
}

export function buildChangedRoute(plan: ScenePlan, urls: MediaUrls): string {
  return documents([
    { __type: 'first_response', payload: { result: { type: 'screen', exports: {} } } },
    { __type: 'screen_data', contents: unknownShape(plan.post.code, urls) },
    lastResponse,
  ]);
}

/** For a renamed user or a wrong user name. */
export function buildRouteRedirect(path: string): string {
  const result = { type: 'route_redirect', redirect_result: { url: path, status: 302 } };
  return documents([{ __type: 'first_response', payload: { error: false, result } }, lastResponse]);
}

export const routeNotFound = documents([
  { __type: 'first_response', payload: { error: true, result: { type: 'route_not_found' } } },
  lastResponse,
]);

/** A post in a format that no known page has, as after a redesign. */
export function unknownShape(code: string, urls: MediaUrls): Record<string, unknown> {
  const asset = (at: number) => ({
    kind: at % 2 ? 'MOTION' : 'STILL',
    handle: at % 2 ? urls.clip(clips.portrait, false) : urls.image(images.dusk, null),
    box: at % 2 ? [720, 1280] : [1080, 1350],
  });
  return {
    post_screen: {
      entity: {
        short_code: code,
        pk: codeToPk(code),
        byline: { handle: mira.username, label: mira.name },
        body: [{ t: 'p', v: 'The furniture was moved around here.' }],
        assets: Array.from({ length: 4 }, (_, at) => asset(at)),
      },
      siblings: Array.from({ length: 30 }, (_, at) => ({
        short_code: `De${code.slice(3, 9)}x${String(at).padStart(2, '0')}`,
        byline: { handle: 'some_passerby', label: 'Some Passerby' },
        assets: [asset(at)],
      })),
    },
  };
}
