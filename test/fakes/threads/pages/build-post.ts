import { createHash } from 'node:crypto';
import { clips, images } from '../media-files.ts';
import {
  type Content,
  codeToPk,
  createPost,
  type FakeUser,
  inventNumber,
  mira,
  none,
  type PostPlan,
  photo,
  pkToTakenAt,
  type ScenePlan,
  strangers,
  video,
} from '../scene.ts';
import type { MediaUrls } from '../url-signer.ts';
import { buildMediaFields } from './build-media-fields.ts';

function buildUser(user: FakeUser, urls: MediaUrls): Record<string, unknown> {
  return {
    profile_pic_url: urls.avatar(),
    id: user.pk,
    pk: user.pk,
    friendship_status: null,
    username: user.username,
    interop_messaging_user_fbid: inventNumber(user.username, 17),
    full_name: user.name,
    transparency_label: null,
    transparency_product: null,
    transparency_product_enabled: false,
    is_verified: false,
    has_onboarded_to_text_post_app: true,
    text_post_app_is_private: false,
  };
}

function buildLinkPreview(post: PostPlan, urls: MediaUrls): Record<string, unknown> | null {
  if (!post.link) return null;
  const outbound = `https://l.threads.com/?u=${encodeURIComponent(post.link.url)}&e=AT0demo`;
  return {
    display_url: post.link.host,
    favicon_url: null,
    image_url: urls.preview(),
    title: post.link.title,
    description: null,
    should_center_crop_image: null,
    link_background_color: null,
    url: outbound,
    temporal_event_info: null,
  };
}

function buildTextInfo(post: PostPlan, urls: MediaUrls): Record<string, unknown> {
  const nested = (plan: PostPlan | undefined) => (plan ? buildPost(plan, urls) : null);
  const replyTo = post.replyTo && {
    profile_pic_url: urls.avatar(),
    username: post.replyTo.username,
    id: post.replyTo.pk,
  };
  return {
    ghost_post_exp_time_ms: null,
    is_ghost_post: false,
    reply_approval_info: { hidden_reply_reason: null, pending_reply_status: null, pending_reply_count: null },
    hush_info: null,
    id: `XDTTextPostAppInfo:${inventNumber(post.code, 22)}`,
    show_header_follow: false,
    self_thread_info: post.position
      ? { post_position_in_self_thread: post.position[0], self_thread_length: post.position[1] }
      : null,
    is_spoiler_media: post.hidesMedia ?? false,
    is_markup: false,
    ghost_post_approximate_like_count_str: null,
    ghost_post_reply_type: null,
    direct_reply_count: 3,
    repost_count: 1,
    quote_count: 0,
    reshare_count: null,
    attachment_tombstone_info: null,
    custom_feed_preview_info: null,
    platform_podcast_episode_info: null,
    link_preview_attachment: buildLinkPreview(post, urls),
    link_preview_response: null,
    linked_inline_media: nested(post.linked),
    snippet_attachment_info:
      post.longText === undefined
        ? null
        : {
            text_fragments: post.longText && {
              fragments: post.longText.map((part) => ({ ...plainFragment, ...part })),
            },
          },
    game_score_share_info: null,
    special_effects_enabled_str: '',
    text_fragments: {
      fragments: buildFragments(post, urls),
    },
    can_private_reply: false,
    can_reply: false,
    share_info: {
      quoted_attachment_author_attribution_allowed: true,
      quoted_attachment_post_unavailable: false,
      quoted_attachment_post: nested(post.attached),
      quoted_post: nested(post.quoted),
      reposted_post: nested(post.reposted),
    },
    is_reply: replyTo !== undefined,
    reply_to_author: replyTo ?? null,
    system_status_message: null,
    reply_control: 'everyone',
    private_reply_partner: null,
    self_thread_count: 0,
    tag_header: null,
    root_post_author: replyTo ?? null,
    is_liked_by_root_author: false,
    pinned_post_info: { is_pinned_to_parent_post: false, is_pinned_to_profile: false },
    related_trends_info: null,
    is_post_unavailable: false,
    post_unavailable_reason: null,
    post_tombstone_info: null,
  };
}

const plainFragment = {
  fragment_type: 'plaintext',
  link_fragment: null,
  mention_fragment: null,
  plaintext: '',
  inline_sticker_fragment: null,
  linkified_web_url: null,
  linkified_in_app_url: null,
  styling_info: null,
};

function buildFragments({ text, fragments }: PostPlan, urls: MediaUrls): Record<string, unknown>[] {
  const parts = fragments ?? (text ? [{ plaintext: text }] : []);
  return parts.map((part: Record<string, unknown>) => {
    const sticker = part.inline_sticker_fragment as Record<string, unknown> | undefined;
    return {
      ...plainFragment,
      ...part,
      ...(sticker && { inline_sticker_fragment: { sticker_url: urls.tenorGif().url, ...sticker } }),
    };
  });
}

const unavailable = {
  is_post_unavailable: true,
  post_unavailable_reason: 'deleted',
  is_reply: true,
  reply_to_author: null,
};

/** A post in the JSON format of the web (June 2026). */
export function buildPost(post: PostPlan, urls: MediaUrls): Record<string, unknown> {
  const pk = post.pk ?? codeToPk(post.code);
  const captionPk = inventNumber(`${post.code} caption`, 17);
  const alt = post.content.kind === 'photo' ? (post.content.alt ?? null) : null;
  return {
    pk,
    user: post.tombstone ? null : buildUser(post.author, urls),
    id: `${pk}_${post.author.pk}`,
    text_post_app_info: post.tombstone
      ? { ...unavailable, ...(post.ghost && { is_ghost_post: true, post_unavailable_reason: 'expired' }) }
      : buildTextInfo(post, urls),
    logging_info_token: null,
    is_paid_partnership: null,
    caption:
      post.text === null
        ? null
        : { text: post.text, has_translation: null, pk: captionPk, text_translation: null },
    caption_is_edited: false,
    transcription_data: null,
    code: post.code,
    ...buildMediaFields(post.content, pk, post.author.pk, urls),
    accessibility_caption: alt,
    usertags: null,
    caption_add_on: null,
    text_app_music_info: null,
    fbid: captionPk,
    like_count: 128,
    original_lang_for_translations: null,
    detected_language: null,
    media_overlay_info: null,
    meta_place: null,
    gen_ai_detection_method: { detection_method: 'NONE' },
    taken_at: pkToTakenAt(pk),
    organic_tracking_token: Buffer.from(`{"version":5,"payload":{"demo":"${pk}"}}`).toString('base64'),
    __token: null,
    triage_comments: null,
    canonical_url: null,
    seo_ocr_for_related_post: null,
    like_and_view_counts_disabled: false,
  };
}

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
  none,
  photo(images.stranger),
  video(clips.stranger),
  none,
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
    const author = strangers[at % strangers.length] ?? mira;
    const content = strangerContents[at % strangerContents.length] ?? none;
    return createPost(
      `Dd${tail}`,
      author,
      remarks[at % remarks.length] ?? null,
      content,
      replyTo && { replyTo: replyTo.author },
    );
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

/** Each post as a thread of its own. */
export function buildEdges(posts: PostPlan[], urls: MediaUrls): Record<string, unknown> {
  return { edges: posts.map((post) => buildEdge([post], urls)) };
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
export function buildStreamedParts(plan: ScenePlan, urls: MediaUrls): Record<string, unknown>[] {
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
