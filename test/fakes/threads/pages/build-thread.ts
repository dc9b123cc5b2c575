import { createHash } from 'node:crypto';
import { mira, strangers } from '../authors.ts';
import { clips, images } from '../media-files.ts';
import type { Content, PostPlan } from '../post-plan.ts';
import type { ScenePlan } from '../scene.ts';
import { codeToPk } from '../shortcode.ts';
import type { MediaUrls } from '../url-signer.ts';
import { buildPost } from './build-post.ts';

const remarks = [
  'Lovely! 😍',
  'Where was this taken? Nowhere, I suppose.',
  'สวยมากเลยค่ะ',
  'جميل جدا 🌅',
  '这座山我好像在梦里见过。',
  'Second this.',
  'My cat disagrees 🐈 & that is fine </3',
  'Mehr davon, bitte!',
];

const strangerContents: Content[] = [
  { kind: 'none' },
  { kind: 'photo', image: images.stranger },
  { kind: 'video', clip: clips.stranger },
  { kind: 'none' },
  { kind: 'carousel', items: [images.stranger, clips.stranger] },
  { kind: 'gif', firstParty: false },
];

/** `around` makes the codes differ from page to page. */
export function inventStrangers(around: string, count: number, replyTo?: PostPlan): PostPlan[] {
  return Array.from({ length: count }, (_, at) => {
    const tail = createHash('sha256')
      .update(`${around} ${at} ${replyTo?.code}`)
      .digest('base64url')
      .slice(0, 9);
    return {
      code: `Dd${tail}`,
      author: strangers[at % strangers.length] ?? mira,
      text: remarks[at % remarks.length] ?? null,
      content: strangerContents[at % strangerContents.length] ?? { kind: 'none' },
      ...(replyTo && { replyTo: replyTo.author }),
    };
  });
}

function threadItem(post: PostPlan, urls: MediaUrls): Record<string, unknown> {
  return {
    view_replies_cta_string: 'Show replies',
    reply_facepile_users: [],
    post: buildPost(post, urls),
    can_inline_expand_below: false,
    inline_expansion_info: null,
    parent_post_unavailable_reason: null,
  };
}

function buildEdge(posts: PostPlan[], urls: MediaUrls): Record<string, unknown> {
  return {
    node: {
      header: null,
      thread_items: posts.map((post) => threadItem(post, urls)),
      thread_type: 'thread',
      id: codeToPk(posts[0]?.code ?? 'A'),
      __typename: 'XDTThread',
    },
    cursor: '',
  };
}

/** Edge 0 ends with the requested post. The author's next posts follow, then replies by others. */
export function buildThreadData(plan: ScenePlan, urls: MediaUrls): Record<string, unknown> {
  const { post } = plan;
  const behind = plan.thread ?? [];
  const postIndex = behind.findIndex((candidate) => candidate.code === post.code);
  const next = plan.nextEdge ?? behind.slice(postIndex + 1);
  const edges = [
    buildEdge([...(plan.before ?? behind.slice(0, postIndex)), post], urls),
    ...(plan.impostor ? [buildEdge([plan.impostor], urls)] : []),
    ...(next.length > 0 ? [buildEdge(next, urls)] : []),
    ...inventStrangers(post.code, 18, post).map((reply) => buildEdge([reply], urls)),
  ];
  const page_info = { has_next_page: true, has_previous_page: false, end_cursor: null, start_cursor: null };
  return { data: { edges, page_info } };
}

export function buildRelatedData(code: string, urls: MediaUrls): Record<string, unknown> {
  const threads = inventStrangers(code, 12).map((post) => ({
    id: codeToPk(post.code),
    header: null,
    thread_items: [threadItem(post, urls)],
    thread_type: 'thread',
  }));
  return { relatedPosts: { threads } };
}

/** Autumn 2026: three fragments with the post's id. The second has the media, the third the threads below. */
export function buildFragments(plan: ScenePlan, urls: MediaUrls): Record<string, unknown>[] {
  const { post } = plan;
  const fullPost = buildPost(post, urls);
  const { image_versions2, video_versions, carousel_media, audio, giphy_media_info, has_audio, ...main } =
    fullPost;
  const { media_type, original_width, original_height } = fullPost;
  const ownMedia = {
    id: fullPost.id,
    image_versions2,
    video_versions,
    carousel_media,
    audio,
    giphy_media_info,
    has_audio,
    media_type,
    original_width,
    original_height,
  };
  const node = (plan: PostPlan) => ({ node: buildPost(plan, urls), cursor: null });
  const replies = inventStrangers(post.code, 6, post).map((reply) => ({
    node: { id: codeToPk(reply.code), posts: { edges: [node(reply)] } },
  }));
  const below = {
    id: fullPost.id,
    text_post_app_info: {
      self_thread: { posts: { edges: (plan.nextEdge ?? []).map(node) } },
      direct_replies: { edges: replies },
    },
  };
  return [main, ownMedia, below];
}
