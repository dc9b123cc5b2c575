import type { MessageBundle } from '../src/web/rendering/client-messages.ts';

/** Texts that only the server renders, or of pages without scripts. */
const serverOnlyPatterns = [
  /^(howto|features|why|claims|faq|privacy|terms|about|machine|proof)\./,
  /^tools\.((bookmarklet|url_prefix|share|shortcut|api)\.|(title|description|intro)$)/,
  /^blog\.(still|author|taxon)\./,
  /^error\.(body|edit|key|method|function|request|server|proof|limit|conversion)\./,
  /^inbox\.(?!nav)/,
  /^admin\.(mail|settings|start|figures|keys|second_factor|profile|forgot|reset|invitation|access_denied)\./,
  /^admin\.(account\.(?!save$)|users\.(?!remove_yes$)|preview\.(notice|edit)$)/,
  /^admin\.sign_in\.(code_(title|lost)|restart)$/,
  /^admin\.confirm\.(?!text$)/,
  /^admin\.data\.(loss\.|error_(busy|unexpected|chunk|site)$)/,
];

/** Messages of one bundle only. All others are in every bundle except `later`. */
const bundlePatterns: Record<MessageBundle, RegExp> = {
  start: /^(home|hero|form|post|function|extraction|stage|problem|toast\.\w+)\./,
  // Takes precedence over `start`.
  later:
    /^(media|verification|thread|download|zip|source|processing|batch|stage|error|settings|formats|copy|phone|filter|viewer|toast\.(required|starting|complete|failed))\.|^post\.(by|incomplete|links_to|show_hidden_text|sticker|withheld_\w+)$|^function\.(relay|http|answer)$|^extraction\.empty$|^action\.(download|downloading|saved)$/,
  contact: /^contact\./,
  blog: /^blog\./,
  admin: /^(admin|inbox)\./,
  editor: /^$/,
  lists: /^$/,
  data: /^$/,
};

/** Of the bundle `admin`, what the editor shows before anything else is loaded. It gets the others later. */
const editorPatterns = [
  /^inbox\.nav/,
  /^admin\.(nav|status|suggestions|translation_status|key)\./,
  /^admin\.(sign_out|sign_in\.action|error\.(offline|no_answer)|blog\.unpublished_changes|ai\.(titles|alt))$/,
  /^admin\.(run\.(all_done|drafts_done|not_done)|threads\.(post|download))$/,
  /^admin\.draft\.(left\.|conflict\.|versions\.open$|sign_in\.(title|text)$)/,
  /^admin\.pages\.(create|edit|subtitle|back|view|confirm_publish|saved)$/,
  /^admin\.text\.(?!clip_(too_large|missing|prompt|hint|uploading)|(link|image|gallery|embed)_(prompt|hint|refused|text|new_tab)|alt_hint|remove_(link|row|column|table)|apply|cancel|row_|column_|header_|find_|replac|gallery_count)/,
  /^admin\.editor\.(?!seo_|keywords_|search_result|social_preview|canonical_|noindex|images|image(_(hint|upload|busy|remove|preview|alt|alt_hint|label))?$|check\.(?!images)|publish_now|save_(as_draft|archived)|when|zone|past|schedule$|cancel$|help\.(page|text|typed)|preview_(?!nothing)|leave\.(title|text|save|leave)$)/,
];

/** What the editor's own scripts never show. */
const publicPagePattern =
  /^(footer\.(?!disclaimer)|action\.another$|crash\.|brand\.tagline$|nav\.(menu|home|about|contact|breadcrumbs)$|(language|counter|missing|tools)\.)/;

/** Of the bundle `admin`, what the pages with lists of posts, categories, tags, translations and glossaries show. */
const listsPatterns = [
  /^inbox\.nav/,
  /^admin\.(account|action|blog|glossary|nav|pages|review|spend|status|taxonomy|translation_status|users)\./,
  /^admin\.(sign_out|sign_in\.action|error\.(no_answer|offline)|field\.language|role\.author)$/,
  /^admin\.(editor\.(category|languages|publish|title)|run\.(choice\..+|close|estimate_no_model|languages|leave|start)|side_by_side\.editor)$/,
];

/** Of the bundle `admin`, what the data page and the set-up page show. No other page gets their own texts. */
const dataPattern =
  /^admin\.(data|set_up|link_gone|nav|error|field|role)\.|^admin\.(sign_out|confirm\.text|sign_in\.(action|code_text)|editor\.cancel|run\.close)$|^inbox\.nav/;
const ownDataPattern = /^admin\.((data|set_up)\.|confirm\.text$)/;

/** Bundles with a part of the bundle `admin`. */
const adminParts: Partial<Record<MessageBundle, readonly RegExp[]>> = {
  editor: editorPatterns,
  lists: listsPatterns,
  data: [dataPattern],
};

export const messageBundles = Object.keys(bundlePatterns) as MessageBundle[];

export function isInBundle(bundle: MessageBundle, key: string): boolean {
  if (serverOnlyPatterns.some((pattern) => pattern.test(key))) return false;
  if (bundle === 'later') return bundlePatterns.later.test(key);
  if (bundle === 'editor' && publicPagePattern.test(key)) return false;
  if (ownDataPattern.test(key)) return bundle === 'data';
  const adminPart = adminParts[bundle];
  if (adminPart && bundlePatterns.admin.test(key)) return adminPart.some((pattern) => pattern.test(key));
  return messageBundles.every((other) => other === bundle || !bundlePatterns[other].test(key));
}
