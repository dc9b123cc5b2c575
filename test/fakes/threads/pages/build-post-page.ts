import type { Addresses } from '../address-book.ts';
import type { ScenePlan } from '../scene.ts';
import { pkOfCode } from '../shortcode.ts';
import { buildPostHead, buildRootHead } from './build-head.ts';
import { buildPost } from './build-post.ts';
import { buildFragments, buildRelatedData, buildThreadData, inventStrangers } from './build-thread.ts';
import { buildPageBlocks, buildShellBlocks, relayJson, type Visit } from './page-blocks.ts';
import { serverMarkup } from './page-filler.ts';
import { unknownShape } from './unknown-shape.ts';

export interface PageContext {
  plan: ScenePlan;
  addresses: Addresses;
  visit: Visit;
  /** The request called itself a search engine's. */
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
  const { plan, addresses, visit, crawler } = context;
  const { code } = plan.post;
  const head = buildPostHead(plan.post, addresses, plan.ogPicture);
  return wrap(head, buildPageBlocks({ code, pk: pkOfCode(code), visit, crawler, main, late }), 60_000);
}

function relatedJson({ plan, addresses }: PageContext): string {
  const { code } = plan.post;
  return relayJson('BarcelonaLoggedOutRelatedPostsQuery', code, {
    data: buildRelatedData(code, addresses),
    ...final,
  });
}

/** The whole page of a post: about 870 KB and fifty blocks, most of them about other things. */
export function buildPostPage(context: PageContext): string {
  const { plan, addresses } = context;
  const { code } = plan.post;
  const media = buildPost(plan.post, addresses);
  const thread = buildThreadData(plan, addresses);
  return fullPage(
    context,
    [relayJson(permalinkQuery, code, { data: { media, viewer: { user: null } }, ...final })],
    [relatedJson(context), relayJson('BarcelonaPostPageDirectQuery', code, { data: thread, ...final })],
  );
}

/** Autumn 2026: the post in pieces over three blocks, no thread list. */
export function buildFragmentedPage(context: PageContext): string {
  const { plan, addresses } = context;
  const { code } = plan.post;
  const [main, own, below] = buildFragments(plan, addresses);
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
    [relatedJson(context), piece('BarcelonaOwnMedia', own), piece('BarcelonaThreadBelow', below)],
  );
}

/** What an unknown code gives: strangers, and the address of the root. */
export function buildStrangersPage(context: PageContext): string {
  const { plan, addresses, visit, crawler } = context;
  const { code } = plan.post;
  const blocks = buildPageBlocks({
    code: 'DdNoSuchOne',
    pk: pkOfCode('DdNoSuchOne'),
    visit,
    crawler,
    main: [
      relayJson('BarcelonaLoggedOutFeedQuery', code, {
        data: {
          feedData: {
            edges: inventStrangers(`feed ${code}`, 14).map((post) => ({
              text_post_app_thread: {
                thread_items: [{ post: buildPost(post, addresses) }],
                id: pkOfCode(post.code),
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

/** HTTP 200 without the post: head and tokens only. About 280 KB. */
export function buildShellPage({ plan, addresses, visit }: PageContext): string {
  const { code } = plan.post;
  const head = buildPostHead(plan.post, addresses, plan.ogPicture);
  return wrap(head, buildShellBlocks(code, pkOfCode(code), visit), 30_000);
}

/** A page that was redesigned: full of data, in words we do not know. */
export function buildChangedPage(context: PageContext): string {
  const { plan, addresses } = context;
  const { code } = plan.post;
  return fullPage(
    context,
    [relayJson('BarcelonaNextPostScreenQuery', code, { data: unknownShape(code, addresses), ...final })],
    [
      relayJson('BarcelonaNextRepliesQuery', code, {
        data: unknownShape(`Dd${code.slice(2)}`, addresses),
        ...final,
      }),
    ],
  );
}

export function buildRestrictedPage({ visit, plan }: PageContext): string {
  const notice =
    '<div role="main"><h2><span dir="auto">This content isn&#039;t available to everyone</span></h2>' +
    '<p><span dir="auto">The owner has limited who can see it.</span></p></div>';
  return wrap(
    buildRootHead(),
    `${notice}\n${buildShellBlocks('DdNoSuchOne', pkOfCode(plan.post.code), visit)}`,
    20_000,
  );
}
