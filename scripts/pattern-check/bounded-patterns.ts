interface BoundedPattern {
  file: string;
  /** `/source/flags` */
  pattern: string;
  reason: string;
}

/** Patterns that take more than linear time, or of which the check can't tell, and why that does no harm. */
export const boundedPatterns: BoundedPattern[] = [
  {
    file: 'src/platform/logger.ts',
    pattern: String.raw`/^at [\w$.<>[\] #*]{0,120} ?\(?(?:node:|file:\/\/|\/|[A-Z]:\\)?[\w\\/ .@+%-]{1,300}:\d+:\d+\)?$/`,
    reason:
      "One line of a stack trace, written by V8 after the error's message; both repetitions have a maximum.",
  },
  {
    file: 'src/backup/importers/import-foreign-site.ts',
    pattern: String.raw`/<pre[\s>][\s\S]*?<\/pre>/g`,
    reason: 'The first 80,000 characters of a post, in sanitized HTML.',
  },
  {
    file: 'src/translation/review/human-edits.ts',
    pattern: String.raw`/<pre[\s>][\s\S]*?<\/pre>/g`,
    reason: 'Sanitized HTML, in which each pre is closed.',
  },
  {
    file: 'src/web/downloader/home/service-worker.ts',
    pattern: String.raw`/\/assets\/[\w./-]+\.(?:js|css|woff2)/g`,
    reason: 'In the browser, over the start page of this site.',
  },
  {
    file: 'src/web/downloader/save/download-file.ts',
    pattern: String.raw`/filename="?[^";]*\.([a-z0-9]{2,5})"?(?:;|$)/i`,
    reason: 'In the browser, over a header of this site.',
  },
  {
    file: 'src/backup/importers/wordpress/shortcodes.ts',
    pattern: String.raw`/\[((?:wp_)?caption)((?:\s[^\]]{0,2000})?)\]/gi`,
    reason: 'From each bracket at most 2,000 steps.',
  },
  {
    file: 'src/backup/importers/wordpress/shortcodes.ts',
    pattern: String.raw`/\[(embed|youtube|vimeo)(?:\s[^\]]{0,500})?\]/gi`,
    reason: 'From each bracket at most 500 steps.',
  },
  {
    file: 'src/backup/importers/wordpress/shortcodes.ts',
    pattern: String.raw`/\[(audio|video)((?:\s[^\]]{0,2000})?)\]/gi`,
    reason: 'From each bracket at most 2,000 steps.',
  },
  {
    file: 'src/web/admin/editor/rich-text/paste/detect-markdown.ts',
    pattern: String.raw`/!?\[[^\]\n]{0,300}\]\(<?(?:[a-z]+:|[/.#]|www\.|[\w-]+\/|[\w-]+\.\w)[^)\n]{0,2000}\)/i`,
    reason:
      'In the browser; every repetition has a maximum, or ends at the next bracket, and the text has one.',
  },
  {
    file: 'src/web/admin/editor/rich-text/paste/detect-markdown.ts',
    pattern: String.raw`/^ {0,3}\[[^\]\n]{1,100}\]: +(?:https?:|\/|#)\S/m`,
    reason: 'Starts only at the beginning of a line; the spaces are tried once for each.',
  },
];

export const isBounded = (file: string, name: string) =>
  isValidatedElsewhere(file) ||
  boundedPatterns.some((bounded) => bounded.file === file && bounded.pattern === name);

/** What the language model writes has limits of its own: 1 MB a call, for signed-in users, within a budget. */
export const isValidatedElsewhere = (file: string) =>
  file.startsWith('src/ai/') || file === 'src/translation/blocks/check-block.ts';

/** Files that build patterns at run time, which no tool checks, and what goes into them. */
export const builtPatterns: Record<string, string> = {
  'src/accounts/auth/api-keys.ts': 'Constants; anchored, one repetition of a fixed length.',
  'src/backup/importers/wordpress/autop.ts': 'Constants; anchored, one repetition.',
  'src/backup/importers/wordpress/replace-pairs.ts': 'A copy of a literal.',
  'src/backup/importers/wordpress/shortcodes.ts': 'Constants; each repetition has a maximum.',
  'src/content/html/inline-content.ts': 'Constants; anchored, each repetition has a maximum.',
  'src/filenames/sanitize.ts': 'Constants; no repetition.',
  'src/http/routes/functions.ts': 'Constants; no repetition.',
  'src/media/tickets.ts': 'Constants; no repetition.',
  'src/threads/parse/cdn-url.ts':
    'The name of a parameter, from constants; anchored, and nothing follows the second repetition.',
  'src/threads/post-links.ts': 'Constants; over at most 16,384 characters.',
  'src/translation/assessment/rules/find-negation.ts':
    'Lists of words, from constants; a match begins at a word, and a repetition ends with it.',
  'src/web/admin/editor/rich-text/paste/markdown-to-html.ts':
    'A number; anchored at lines, one repetition with a maximum.',
  'src/web/rendering/deferred-scripts.tsx': 'The nonce; over a page that React rendered.',
  'src/web/rendering/inline-scripts.tsx': 'The nonce; over a page that React rendered.',
};
