import type { refusalReasons } from './refusal-reasons.ts';

type ObjectKind =
  | 'groups'
  | 'group'
  | 'thread'
  | 'threadItem'
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
  | 'sticker'
  | 'snippet'
  | 'selfThread'
  | 'selfThreadInfo'
  | 'connection'
  | 'edge'
  | 'pageInfo'
  | 'replyAuthor';

interface ObjectFields {
  /** Read by the parser and seen in every recorded post; with the kind of the objects in them. */
  required: Readonly<Record<string, ObjectKind | null>>;
  /** Read by the parser, but not seen in every post. */
  optional: Readonly<Record<string, ObjectKind | null>>;
  /** Known to this or to another program that reads Threads (2023 to October 2026), and not read. */
  refused: Readonly<Partial<Record<keyof typeof refusalReasons, readonly string[]>>>;
}

const words = (text: string) => text.split(' ');
const plain = (text: string): Record<string, null> =>
  Object.fromEntries(words(text).map((name) => [name, null]));

const typeName = { id: words('__typename strong_id__') };
const anyId = { id: words('id __typename strong_id__') };
const media = {
  ...plain('pk id original_width original_height has_audio accessibility_caption'),
  image_versions2: 'images',
  video_versions: 'video',
} as const;
const optionalMedia = {
  ...plain('media_type video_duration video_dash_manifest is_spoiler_media'),
  giphy_media_info: 'gif',
  text_post_app_info: 'info',
} as const;
const mobileMedia = words('is_dash_eligible number_of_qualities video_codec video_subtitles_uri');

/** The fields of posts and of what is around them. known-fields.test.ts compares them with what the parser reads. */
export const knownFields: Readonly<Record<ObjectKind, ObjectFields>> = {
  groups: {
    required: { edges: 'group' },
    optional: { containing_thread: 'thread', reply_threads: 'thread' },
    refused: { replies: words('page_info sibling_threads paging_tokens downwards_thread_will_continue') },
  },
  group: { required: { node: 'thread' }, optional: {}, refused: { ...typeName, replies: ['cursor'] } },
  thread: {
    required: { thread_items: 'threadItem' },
    optional: { ...plain('code'), text_post_app_thread: 'thread' },
    refused: {
      id: words('id __typename strong_id__'),
      display: words('header thread_type show_create_reply_cta thread_context_items posts'),
    },
  },
  threadItem: {
    required: { post: 'post' },
    optional: plain('parent_post_unavailable_reason'),
    refused: {
      ...typeName,
      display: words('line_type view_replies_cta_string can_inline_expand_below inline_expansion_info'),
      replies: words(
        'reply_facepile_users should_show_replies_cta reply_to_author has_unavailable_replies show_unavailable_replies_disclaimer',
      ),
    },
  },
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
    optional: { ...plain('video_duration video_dash_manifest is_spoiler_media'), media: 'post' },
    refused: {
      card: words(
        'caption_add_on text_app_music_info text_app_glimmer_post_info prototyping_only_glimmer_post_info media_overlay_info meta_place metaPlace',
      ),
      count: words('like_count view_count play_count comment_count triage_comments'),
      display: words(
        'caption_is_edited carousel_media_count carousel_parent_id filter_type like_and_view_counts_disabled pinned_replies product_type tappable_elements ultra_carousel_card_type',
      ),
      duplicate: [...mobileMedia, ...words('canonical_url device_timestamp')],
      empty: words('is_fb_only is_internal_only transcription_data'),
      id: words('fbid strong_id__ __typename __token'),
      person: words('usertags coauthor_producers is_paid_partnership gen_ai_detection_method'),
      tracking: words(
        'logging_info_token organic_tracking_token client_cache_key seo_ocr_for_related_post seo_transcript_for_related_post',
      ),
      translation: words('detected_language original_lang_for_translations'),
      visitor: words(
        'has_liked can_viewer_reshare has_viewer_saved can_save commerciality_status integrity_review_decision',
      ),
    },
  },
  child: {
    required: media,
    optional: optionalMedia,
    refused: {
      ...typeName,
      display: words('ultra_carousel_card_type carousel_parent_id product_type'),
      duplicate: [...mobileMedia, 'code', 'share_info'],
      person: ['usertags'],
    },
  },
  user: {
    required: plain('pk username full_name text_post_app_is_private'),
    optional: {},
    refused: {
      count: ['follower_count'],
      display: words(
        'profile_pic_url hd_profile_pic_versions is_verified biography bio_links text_app_biography',
      ),
      id: words('id strong_id__ __typename pk_id interop_messaging_user_fbid'),
      visitor: words('friendship_status has_onboarded_to_text_post_app is_active_on_text_post_app'),
      empty: words('transparency_label transparency_product transparency_product_enabled'),
    },
  },
  replyAuthor: {
    required: plain('username'),
    optional: plain('pk'),
    refused: { id: words('id strong_id__ __typename'), display: ['profile_pic_url'] },
  },
  caption: {
    required: plain('text'),
    optional: {},
    refused: {
      id: words('pk strong_id__ __typename'),
      translation: words('has_translation text_translation'),
    },
  },
  images: { required: { candidates: 'candidate' }, optional: {}, refused: typeName },
  candidate: {
    required: plain('url width height'),
    optional: {},
    refused: { ...typeName, duplicate: ['scans_profile'] },
  },
  video: {
    required: plain('url type'),
    optional: plain('width height bandwidth'),
    refused: anyId,
  },
  gif: {
    required: { images: 'gifSizes' },
    optional: { first_party_cdn_proxied_images: 'gifSizes' },
    refused: anyId,
  },
  gifSizes: { required: { fixed_height: 'gifFile' }, optional: {}, refused: typeName },
  gifFile: {
    required: plain('url'),
    optional: plain('webp mp4 width height size webp_size mp4_size'),
    refused: typeName,
  },
  audio: {
    required: plain('audio_src duration'),
    optional: { fallback: 'audioFallback' },
    refused: {
      ...typeName,
      display: words('waveform_data waveform_sampling_frequency_hz'),
      duplicate: words('audio_src_expiration_timestamp_us codec file_format'),
    },
  },
  audioFallback: { required: plain('audio_src'), optional: {}, refused: typeName },
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
      ...plain('is_spoiler_media is_ghost_post ghost_post_exp_time_ms'),
      self_thread: 'selfThread',
      self_thread_info: 'selfThreadInfo',
      snippet_attachment_info: 'snippet',
    },
    refused: {
      card: words(
        'attachment_tombstone_info community_emoji_update_attachment_info community_entity_card_info custom_feed_preview_info game_score_share_info link_preview_response platform_podcast_episode_info platform_podcast_info public_view_count_card_attachment_info related_trends_info scorecard_share_info text_app_glimmer_post_info',
      ),
      count: words(
        'direct_reply_count ghost_post_approximate_like_count_str ghost_post_approximate_reply_count_str impression_count quote_count repost_count reshare_count',
      ),
      display: words(
        'algo_tweaks_info fediverse_info is_markup pinned_post_info show_header_follow special_effects_enabled_str system_status_message tag_header',
      ),
      empty: words('hush_info author_notif_control'),
      id: words('id strong_id__ __typename'),
      replies: words(
        'direct_replies has_unavailable_replies is_liked_by_root_author is_reply pinned_replies reply_approval_info reply_control reply_level root_post_author show_unavailable_replies_disclaimer ghost_post_reply_type',
      ),
      visitor: words('can_private_reply can_reply private_reply_partner'),
    },
  },
  share: {
    required: { quoted_post: 'post', quoted_attachment_post: 'post', reposted_post: 'post' },
    optional: {},
    refused: {
      ...typeName,
      display: words('quoted_attachment_author_attribution_allowed quoted_attachment_post_unavailable'),
      duplicate: ['quoted_post_caption'],
      visitor: words('can_quote_post can_repost is_reposted_by_viewer repost_restricted_reason'),
    },
  },
  preview: {
    required: plain('url'),
    optional: {},
    refused: {
      ...typeName,
      display: words(
        'description display_url favicon_url image_url link_background_color should_center_crop_image title',
      ),
      empty: ['temporal_event_info'],
    },
  },
  fragments: { required: { fragments: 'fragment' }, optional: {}, refused: typeName },
  fragment: {
    required: plain('plaintext'),
    optional: {
      ...plain('linkified_web_url'),
      inline_sticker_fragment: 'sticker',
      link_fragment: 'link',
      mention_fragment: 'mention',
      styling_info: 'styling',
    },
    refused: {
      ...typeName,
      duplicate: words('fragment_type linkified_in_app_url'),
      display: words('is_markup tag_fragment'),
    },
  },
  link: { required: plain('uri'), optional: {}, refused: { ...typeName, duplicate: ['display_text'] } },
  styling: { required: {}, optional: plain('is_spoiler is_bold is_italic is_underline'), refused: typeName },
  mention: { required: { mentioned_user: 'mentionedUser' }, optional: {}, refused: typeName },
  mentionedUser: {
    required: plain('username'),
    optional: {},
    refused: { id: words('id pk strong_id__ __typename'), visitor: ['is_active_on_text_post_app'] },
  },
  sticker: { required: plain('sticker_url'), optional: plain('sticker_id'), refused: typeName },
  snippet: {
    required: { text_fragments: 'fragments' },
    optional: {},
    refused: anyId,
  },
  selfThread: { required: { posts: 'connection' }, optional: {}, refused: anyId },
  selfThreadInfo: {
    required: plain('self_thread_length post_position_in_self_thread'),
    optional: {},
    refused: anyId,
  },
  connection: { required: { edges: 'edge' }, optional: { page_info: 'pageInfo' }, refused: typeName },
  edge: { required: { node: 'post' }, optional: {}, refused: { ...typeName, replies: ['cursor'] } },
  pageInfo: {
    required: plain('has_next_page'),
    optional: {},
    refused: { ...typeName, replies: words('end_cursor has_previous_page start_cursor') },
  },
};
