import type { ScenePlan } from '../scene.ts';
import { codeToPk } from '../shortcode.ts';
import type { MediaUrls } from '../url-signer.ts';
import { buildPostHead, buildRootHead } from './build-head.ts';
import { buildPost } from './build-post.ts';
import { buildFragments, buildRelatedData, buildThreadData, inventStrangers } from './build-thread.ts';
import { buildEmptyPageBlocks, buildPageBlocks, relayJson, type SessionTokens } from './page-blocks.ts';
import { serverMarkup } from './page-filler.ts';
import { unknownShape } from './unknown-shape.ts';

export interface PageContext {
  plan: ScenePlan;
  urls: MediaUrls;
  tokens: SessionTokens;
  /** The request has the user agent of a search engine. */
  crawler: boolean;
}

const permalinkQuery = 'BarcelonaPermalinkMobilePostColumnPageQuery';
const final = { extensions: { is_final: true } };

function wrap(head: string, blocks: string, markupLength: number): string {
  return (
    `<!DOCTYPE html><html lang="en" dir="ltr"><head>${head}` +
    '<script type="application/json" id="envjson" nonce="dem0Nonce">{"routing_namespace":"barcelona_web"}</script>' +
    '<style nonce="dem0Nonce">:root{--barcelona-primary:#000}</style></head><body>' +
    `<div id="mount_0_0_dm">${serverMarkup('body', markupLength)}</div>\n${blocks}` +
    "<div id='has-finished-comet-page' hidden style='display: none;'></div></body></html>\n"
  );
}

function fullPage(context: PageContext, main: string[], late: string[]): string {
  const { plan, urls, tokens, crawler } = context;
  const { code } = plan.post;
  const head = buildPostHead(plan.post, urls, plan.hasOgImage);
  return wrap(head, buildPageBlocks({ code, pk: codeToPk(code), tokens, crawler, main, late }), 60_000);
}

function relatedJson({ plan, urls }: PageContext): string {
  const { code } = plan.post;
  return relayJson('BarcelonaLoggedOutRelatedPostsQuery', code, {
    data: buildRelatedData(code, urls),
    ...final,
  });
}

/** About 870 KB and 50 blocks, most of them unrelated to the post. */
export function buildPostPage(context: PageContext): string {
  const { plan, urls } = context;
  const { code } = plan.post;
  const media = buildPost(plan.post, urls);
  const thread = buildThreadData(plan, urls);
  return fullPage(
    context,
    [relayJson(permalinkQuery, code, { data: { media, viewer: { user: null } }, ...final })],
    [relatedJson(context), relayJson('BarcelonaPostPageDirectQuery', code, { data: thread, ...final })],
  );
}

/** Autumn 2026: the post is split over three blocks, without a thread list. */
export function buildFragmentedPage(context: PageContext): string {
  const { plan, urls } = context;
  const { code } = plan.post;
  const [main, ownMedia, below] = buildFragments(plan, urls);
  const piece = (label: string, data: unknown) =>
    relayJson(permalinkQuery, code, {
      label: `${permalinkQuery}$defer$${label}`,
      path: ['media'],
      data,
      extensions: { is_final: label === 'BarcelonaThreadBelow' },
    });
  return fullPage(
    context,
    [
      relayJson(permalinkQuery, code, {
        data: { media: main, viewer: { user: null } },
        extensions: { is_final: false },
      }),
    ],
    [relatedJson(context), piece('BarcelonaOwnMedia', ownMedia), piece('BarcelonaThreadBelow', below)],
  );
}

/** The page of an unknown code: posts by others, and the site root as its URL. */
export function buildStrangersPage(context: PageContext): string {
  const { plan, urls, tokens, crawler } = context;
  const { code } = plan.post;
  const blocks = buildPageBlocks({
    code: 'DdNoSuchOne',
    pk: codeToPk('DdNoSuchOne'),
    tokens,
    crawler,
    main: [
      relayJson('BarcelonaLoggedOutFeedQuery', code, {
        data: {
          feedData: {
            edges: inventStrangers(`feed ${code}`, 14).map((post) => ({
              text_post_app_thread: {
                thread_items: [{ post: buildPost(post, urls) }],
                id: codeToPk(post.code),
              },
            })),
          },
        },
        ...final,
      }),
    ],
    late: [relatedJson(context)],
  });
  return wrap(buildRootHead(), blocks, 60_000);
}

/** Status 200 with head and tokens, but without the post. About 280 KB. */
export function buildEmptyPage({ plan, urls, tokens }: PageContext): string {
  const { code } = plan.post;
  const head = buildPostHead(plan.post, urls, plan.hasOgImage);
  return wrap(head, buildEmptyPageBlocks(code, codeToPk(code), tokens), 30_000);
}

/** A redesigned page, full of data in an unknown format. */
export function buildChangedPage(context: PageContext): string {
  const { plan, urls } = context;
  const { code } = plan.post;
  return fullPage(
    context,
    [relayJson('BarcelonaNextPostScreenQuery', code, { data: unknownShape(code, urls), ...final })],
    [
      relayJson('BarcelonaNextRepliesQuery', code, {
        data: unknownShape(`Dd${code.slice(2)}`, urls),
        ...final,
      }),
    ],
  );
}

export function buildRestrictedPage({ tokens, plan }: PageContext): string {
  const notice =
    '<div role="main"><h2><span dir="auto">This content isn&#039;t available to everyone</span></h2>' +
    '<p><span dir="auto">The owner has limited who can see it.</span></p></div>';
  return wrap(
    buildRootHead(),
    `${notice}\n${buildEmptyPageBlocks('DdNoSuchOne', codeToPk(plan.post.code), tokens)}`,
    20_000,
  );
}
