import { codeToPk, type FakeUser, type PostPlan, type ScenePlan } from '../scene.ts';
import type { MediaUrls } from '../url-signer.ts';
import { unknownShape } from './api-responses.ts';
import {
  buildEdges,
  buildPost,
  buildRelatedData,
  buildStreamedParts,
  buildThreadData,
  inventStrangers,
} from './build-post.ts';
import {
  buildEmptyPageBlocks,
  buildPageBlocks,
  escapeHtml,
  type PageAge,
  relayJson,
  type SessionTokens,
  serverMarkup,
} from './page-blocks.ts';

interface OgImage {
  url: string;
  width?: number;
  height?: number;
  isAvatar: boolean;
}

function selectOgImage(post: PostPlan, urls: MediaUrls, hasImage: boolean): OgImage {
  const { content } = post;
  const first = content.kind === 'carousel' ? content.items[0] : undefined;
  const image = content.kind === 'photo' ? content.image : first && 'square' in first ? first : undefined;
  const clip = content.kind === 'video' ? content.clip : first && 'cover' in first ? first : undefined;
  if (hasImage && image) {
    const { width, height, format } = image.file;
    const url = urls.image(image, format === 'JPG' ? 'dst-jpg_e35_tt6' : null);
    return { url, ...(width && height ? { width, height } : {}), isAvatar: false };
  }
  if (hasImage && clip) return { url: urls.cover(clip, 'dst-jpg_e15_tt6'), isAvatar: false };
  return { url: urls.avatar(), isAvatar: true };
}

const appTags =
  '<meta name="bingbot" content="noarchive" />' +
  '<meta id="viewport" name="viewport" content="width=device-width, viewport-fit=cover, initial-scale=1" />' +
  '<meta property="al:android:app_name" content="Threads" />' +
  '<meta property="al:android:package" content="com.instagram.barcelona" />';

function buildPostHead(post: PostPlan, urls: MediaUrls, hasImage: boolean): string {
  const link = escapeHtml(`https://www.threads.com/@${post.author.username}/post/${post.code}`);
  const name = escapeHtml(`${post.author.name} (@${post.author.username}) on Threads`);
  const text = escapeHtml(post.text ?? `Photo posted by ${post.author.name}`);
  const image = selectOgImage(post, urls, hasImage);
  const imageUrl = escapeHtml(image.url);
  const size = image.width
    ? `<meta property="og:image:width" content="${image.width}" />` +
      `<meta property="og:image:height" content="${image.height}" />`
    : '';
  const twitterCard = image.isAvatar ? 'summary' : 'summary_large_image';
  return (
    `${appTags}<meta property="al:android:url" content="${link}" />` +
    `<meta property="al:ios:url" content="barcelona://media?shortcode=${post.code}" />` +
    '<meta property="og:site_name" content="Threads" /><meta property="og:type" content="article" />' +
    `<meta property="og:title" content="${name}" /><meta property="og:description" content="${text}" />` +
    `<meta property="og:url" content="${link}" /><meta property="og:image" content="${imageUrl}" />${size}` +
    `<meta name="referrer" content="origin-when-crossorigin" id="meta_referrer" />` +
    `<link rel="canonical" href="${link}" /><meta name="description" content="${text}" />` +
    `<meta name="twitter:card" content="${twitterCard}" /><meta name="twitter:title" content="${name}" />` +
    `<meta name="twitter:description" content="${text}" /><meta name="twitter:image" content="${imageUrl}" />`
  );
}

function buildRootHead(): string {
  return (
    `${appTags}<meta property="og:site_name" content="Threads" /><meta property="og:title" content="Threads" />` +
    '<meta property="og:url" content="https://www.threads.com/" />' +
    '<link rel="canonical" href="https://www.threads.com/" />'
  );
}

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

function fullPage(context: PageContext, main: string[], late: string[], age: PageAge = 'june'): string {
  const { plan, urls, tokens, crawler } = context;
  const { code } = plan.post;
  const head = buildPostHead(plan.post, urls, plan.hasOgImage);
  return wrap(head, buildPageBlocks({ code, pk: codeToPk(code), tokens, crawler, age, main, late }), 60_000);
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

/** Autumn 2026: one query each for the post, the posts before it and the replies. */
export function buildAutumnPage(context: PageContext): string {
  const { plan, urls } = context;
  const { code } = plan.post;
  const media = buildPost(plan.post, urls);
  const part = (query: string, posts: PostPlan[]) =>
    relayJson(query, code, { data: { data: buildEdges(posts, urls) }, ...final });
  return fullPage(
    context,
    [
      relayJson('BarcelonaPostPageTargetQuery', code, { data: { media, viewer: { user: null } }, ...final }),
      part('BarcelonaPostPageUpwardQuery', plan.before ?? []),
    ],
    [relatedJson(context), part('BarcelonaPostPageDownwardQuery', inventStrangers(code, 18, plan.post))],
    'autumn',
  );
}

/** Autumn 2026: the post is split over three blocks, without a thread list. */
export function buildFragmentedPage(context: PageContext): string {
  const { plan, urls } = context;
  const { code } = plan.post;
  const [main, ownMedia, below] = buildStreamedParts(plan, urls);
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
      relayJson('BarcelonaLoggedOutFeedContainerQuery', code, {
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

/** Blocked for a region or an audience, in a language other than English. */
export function buildGeoBlockedPage({ tokens, plan }: PageContext): string {
  const route = {
    canonicalRouteName: 'comet.barcelonawebloggedout.BarcelonaGeoBlockRoute',
    rootView: { resource: { __dr: 'BarcelonaGeoBlockedErrorRoot.react' } },
  };
  const script = `<script type="application/json" data-sjs>${JSON.stringify({ route })}</script>`;
  const notice =
    '<div role="main"><h2><span dir="auto">Dieser Inhalt ist nicht für alle verfügbar</span></h2></div>';
  return wrap(
    buildRootHead(),
    `${notice}\n${script}\n${buildEmptyPageBlocks('DdNoSuchOne', codeToPk(plan.post.code), tokens)}`,
    20_000,
  );
}

/** In place of a sensitive post. */
export function buildSignInPage({ tokens, plan }: PageContext): string {
  const blocks = buildEmptyPageBlocks('DdNoSuchOne', codeToPk(plan.post.code), tokens);
  return wrap('<title>Threads • Log in</title>', blocks, 20_000);
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

/** Without a user, the generic page. */
export function buildProfilePage(username: string, user: FakeUser | null): string {
  const title = user ? `${user.name} (@${user.username}) • Threads, Say more` : 'Threads';
  const link = user ? `https://www.threads.com/@${username}` : 'https://www.threads.com/';
  return (
    `<!DOCTYPE html><html lang="en"><head><title>${escapeHtml(title)}</title>` +
    `<meta property="og:title" content="${escapeHtml(title)}" />` +
    `<meta property="og:url" content="${escapeHtml(link)}" /></head>` +
    `<body><div id="mount_0_0_dm">${serverMarkup('profile', 20_000)}</div></body></html>`
  );
}
