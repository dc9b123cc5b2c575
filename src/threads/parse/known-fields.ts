import { isNode, type JsonNode } from './json.ts';

interface ObjectFields {
  /** Read by the parser and seen in every recorded post; with the kind of the objects in them. */
  required: Readonly<Record<string, ObjectKind | null>>;
  /** Read by the parser, but not seen in every post. */
  optional: Readonly<Record<string, ObjectKind | null>>;
  /** Not read, but seen in recorded posts (2023 to June 2026). */
  others: readonly string[];
}

type ObjectKind =
  | 'post'
  | 'child'
  | 'user'
  | 'caption'
  | 'images'
  | 'candidate'
  | 'video'
  | 'gif'
  | 'gifSizes'
  | 'gifFile'
  | 'audio'
  | 'audioFallback'
  | 'info'
  | 'share'
  | 'preview'
  | 'fragments'
  | 'fragment'
  | 'link'
  | 'styling'
  | 'mention'
  | 'mentionedUser'
  | 'snippet'
  | 'selfThread'
  | 'selfThreadInfo'
  | 'connection'
  | 'edge'
  | 'pageInfo'
  | 'replyAuthor';

const words = (text: string) => text.split(' ');
const plain = (text: string): Record<string, null> =>
  Object.fromEntries(words(text).map((name) => [name, null]));

const media = {
  ...plain('pk id original_width original_height has_audio accessibility_caption'),
  image_versions2: 'images',
  video_versions: 'video',
} as const;
const optionalMedia = {
  ...plain('media_type video_duration video_dash_manifest'),
  giphy_media_info: 'gif',
} as const;

/** The fields of a post. known-fields.test.ts compares them with what the parser actually reads. */
export const knownFields: Readonly<Record<ObjectKind, ObjectFields>> = {
  post: {
    required: {
      ...media,
      ...plain('code taken_at media_type'),
      user: 'user',
      caption: 'caption',
      carousel_media: 'child',
      giphy_media_info: 'gif',
      audio: 'audio',
      text_post_app_info: 'info',
    },
    optional: { ...plain('video_duration video_dash_manifest'), media: 'post' },
    others: words(
      '__token canonical_url caption_add_on caption_is_edited carousel_media_count detected_language fbid gen_ai_detection_method is_fb_only is_internal_only is_paid_partnership like_and_view_counts_disabled like_count logging_info_token media_overlay_info meta_place metaPlace organic_tracking_token original_lang_for_translations prototyping_only_glimmer_post_info seo_ocr_for_related_post seo_transcript_for_related_post text_app_music_info transcription_data triage_comments usertags',
    ),
  },
  child: { required: media, optional: optionalMedia, others: words('code usertags') },
  user: {
    required: plain('pk username full_name text_post_app_is_private'),
    optional: {},
    others: words(
      'friendship_status has_onboarded_to_text_post_app id interop_messaging_user_fbid is_verified profile_pic_url transparency_label transparency_product transparency_product_enabled',
    ),
  },
  replyAuthor: { required: plain('username'), optional: plain('pk'), others: words('id profile_pic_url') },
  caption: {
    required: plain('text'),
    optional: {},
    others: words('has_translation pk text_translation'),
  },
  images: { required: { candidates: 'candidate' }, optional: {}, others: [] },
  candidate: { required: plain('url width height'), optional: {}, others: ['__typename'] },
  video: { required: plain('url type'), optional: plain('width height bandwidth'), others: ['__typename'] },
  gif: {
    required: { images: 'gifSizes' },
    optional: { first_party_cdn_proxied_images: 'gifSizes' },
    others: ['id'],
  },
  gifSizes: { required: { fixed_height: 'gifFile' }, optional: {}, others: [] },
  gifFile: {
    required: plain('url'),
    optional: plain('webp mp4 width height size webp_size mp4_size'),
    others: [],
  },
  audio: {
    required: plain('audio_src duration'),
    optional: { fallback: 'audioFallback' },
    others: words(
      'audio_src_expiration_timestamp_us codec file_format waveform_data waveform_sampling_frequency_hz',
    ),
  },
  audioFallback: { required: plain('audio_src'), optional: {}, others: [] },
  info: {
    required: {
      ...plain('is_post_unavailable post_unavailable_reason post_tombstone_info self_thread_count'),
      reply_to_author: 'replyAuthor',
      link_preview_attachment: 'preview',
      linked_inline_media: 'post',
      share_info: 'share',
      text_fragments: 'fragments',
    },
    optional: {
      ...plain('is_spoiler_media is_ghost_post'),
      self_thread: 'selfThread',
      self_thread_info: 'selfThreadInfo',
      snippet_attachment_info: 'snippet',
    },
    others: words(
      'algo_tweaks_info attachment_tombstone_info author_notif_control can_private_reply can_reply custom_feed_preview_info direct_replies direct_reply_count game_score_share_info ghost_post_approximate_like_count_str ghost_post_approximate_reply_count_str ghost_post_exp_time_ms ghost_post_reply_type hush_info id impression_count is_liked_by_root_author is_markup is_reply link_preview_response pinned_post_info platform_podcast_episode_info platform_podcast_info private_reply_partner public_view_count_card_attachment_info quote_count related_trends_info reply_approval_info reply_control repost_count reshare_count root_post_author show_header_follow special_effects_enabled_str system_status_message tag_header',
    ),
  },
  share: {
    required: { quoted_post: 'post', quoted_attachment_post: 'post', reposted_post: 'post' },
    optional: {},
    others: words(
      'quoted_attachment_author_attribution_allowed quoted_attachment_post_unavailable quoted_post_caption',
    ),
  },
  preview: {
    required: plain('url'),
    optional: {},
    others: words(
      'description display_url favicon_url image_url link_background_color should_center_crop_image temporal_event_info title',
    ),
  },
  fragments: { required: { fragments: 'fragment' }, optional: {}, others: [] },
  fragment: {
    required: plain('plaintext'),
    optional: {
      ...plain('linkified_web_url inline_sticker_fragment'),
      link_fragment: 'link',
      mention_fragment: 'mention',
      styling_info: 'styling',
    },
    others: words('fragment_type linkified_in_app_url tag_fragment'),
  },
  link: { required: plain('uri'), optional: {}, others: ['display_text'] },
  styling: { required: {}, optional: plain('is_spoiler is_bold is_italic is_underline'), others: [] },
  mention: { required: { mentioned_user: 'mentionedUser' }, optional: {}, others: [] },
  mentionedUser: {
    required: plain('username'),
    optional: {},
    others: words('id is_active_on_text_post_app'),
  },
  snippet: { required: { text_fragments: 'fragments' }, optional: {}, others: [] },
  selfThread: { required: { posts: 'connection' }, optional: {}, others: [] },
  selfThreadInfo: {
    required: plain('self_thread_length post_position_in_self_thread'),
    optional: {},
    others: [],
  },
  connection: { required: { edges: 'edge' }, optional: { page_info: 'pageInfo' }, others: [] },
  edge: { required: { node: 'post' }, optional: {}, others: ['cursor'] },
  pageInfo: {
    required: plain('has_next_page'),
    optional: {},
    others: words('end_cursor has_previous_page start_cursor'),
  },
};

export interface FieldDrift {
  /** Number of objects of each kind. */
  counts: Map<ObjectKind, number>;
  /** `kind.field` with the number of objects without it. */
  missing: Map<string, number>;
  /** `kind.field` with the types of its values. */
  unknown: Map<string, Set<string>>;
}

const maxObjects = 2_000;

export function findDrift(post: JsonNode): FieldDrift {
  const drift: FieldDrift = { counts: new Map(), missing: new Map(), unknown: new Map() };
  const pending: [unknown, ObjectKind][] = [[post, 'post']];
  for (let count = 0; pending.length > 0 && count < maxObjects; count += 1) {
    const [value, kind] = pending.pop() ?? [];
    if (kind === undefined) break;
    if (Array.isArray(value)) for (const element of value) pending.push([element, kind]);
    if (!isNode(value)) continue;
    drift.counts.set(kind, (drift.counts.get(kind) ?? 0) + 1);
    const { required, optional, others } = knownFields[kind];
    const read = new Map([...Object.entries(required), ...Object.entries(optional)]);
    for (const field of Object.keys(required)) {
      if (!Object.hasOwn(value, field)) addTo(drift.missing, `${kind}.${field}`);
    }
    for (const [field, child] of Object.entries(value)) {
      const childKind = read.get(field);
      if (childKind) pending.push([child, childKind]);
      else if (!read.has(field) && !others.includes(field)) {
        const types = drift.unknown.get(`${kind}.${field}`) ?? new Set();
        drift.unknown.set(`${kind}.${field}`, types.add(typeOf(child)));
      }
    }
  }
  return drift;
}

function addTo(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
