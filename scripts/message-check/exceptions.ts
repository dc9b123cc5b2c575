import type { ArticleException } from './articles.ts';
import type { EqualTextException } from './equal-texts.ts';
import type { GlossaryException } from './glossary.ts';
import type { Exceptions } from './languages.ts';
import type { TypographyException } from './typography.ts';

export const mayEqualEnglish: Exceptions = {
  'form.placeholder': { in: 'all', because: 'the pattern of a URL' },
  'blog.list.title_page': { in: ['fr'], because: '“page” is also French' },
  'admin.editor.image_label': { in: ['fr'], because: '“image” is also French' },
};

export const glossaryExceptions: readonly GlossaryException[] = [
  {
    word: 'you are',
    languages: ['en'],
    keys: ['nav.breadcrumbs'],
    because: 'the usual name of a breadcrumb trail, “You are here”',
  },
  {
    word: 'versuch',
    languages: ['de'],
    keys: ['problem.retry_in', 'download.retries'],
    because: 'the noun',
  },
  {
    word: 'entrada',
    languages: ['es'],
    keys: ['tools.shortcut.open.encode', 'tools.shortcut.save.ask'],
    because: 'Apple’s name, “Entrada del atajo”',
  },
  {
    keys: ['download.retries'],
    languages: ['th'],
    word: 'ลองใหม่',
    because: 'ครั้ง would stand twice',
  },
];

export const typographyExceptions: readonly TypographyException[] = [
  {
    rule: 'half-width punctuation',
    keys: ['admin.keys.created_once'],
    languages: ['zh'],
    because: 'an HTTP header',
  },
  {
    rule: 'no narrow no-break space (U+202F) at ; : ! ? « »',
    keys: ['admin.keys.created_once'],
    languages: ['fr'],
    because: 'an HTTP header',
  },
  {
    rule: 'no no-break space before “…”',
    keys: ['admin.keys.created_once'],
    languages: ['de'],
    because: 'an HTTP header',
  },
];

export const equalTextExceptions: readonly EqualTextException[] = [
  {
    keys: ['admin.start.done', 'admin.settings.contact', 'admin.settings.mail'],
    languages: 'all',
    because: 'agrees with “step”; a part of the settings, not a page or a field',
  },
  {
    keys: ['inbox.status.new', 'admin.data.created'],
    languages: 'all',
    because: 'one agrees with “message”, the other with “posts”',
  },
  {
    keys: ['inbox.status.all', 'inbox.status.done'],
    languages: 'all',
    because: 'agrees with “message”',
  },
  {
    keys: ['viewer.previous', 'viewer.next'],
    languages: 'all',
    because: 'a file, not a page: another gender or classifier',
  },
  {
    keys: ['admin.draft.versions.saved', 'admin.draft.versions.published'],
    languages: 'all',
    because: 'agrees with “version”, or names what created it',
  },
  {
    keys: ['admin.run.status.published'],
    languages: ['es'],
    because: 'agrees with “idioma”, not with “publicación”',
  },
  { keys: ['admin.keys.name'], languages: ['zh'], because: 'the name of a key, not of a person' },
  {
    keys: ['admin.translation.label'],
    languages: 'all',
    because: 'one translated text, not the page about translating',
  },
  { keys: ['admin.sign_in.title'], languages: 'all', because: 'the title of the page, a noun' },
  { keys: ['action.cancel'], languages: ['id'], because: 'read aloud before the name of a file' },
  { keys: ['phone.handed_over'], languages: 'all', because: 'a status, not a button' },
  { keys: ['admin.glossary.source'], languages: ['zh', 'id', 'fr'], because: 'a term, not an original file' },
  {
    keys: ['admin.glossary.target'],
    languages: ['zh', 'th', 'vi'],
    because: 'a term, not the page about translating',
  },
  { keys: ['admin.preview.bar'], languages: 'all', because: 'a name, not a button' },
  { keys: ['admin.taxonomy.saved'], languages: ['pt'], because: 'names of categories and tags are feminine' },
  {
    keys: ['admin.side_by_side.state.missing'],
    languages: ['es', 'pt', 'th'],
    because: 'one block without a translation, not a post that does not exist',
  },
  { keys: ['counter.label'], languages: ['zh'], because: 'follows a large number on a line of its own' },
];

const code = 'code in a programming or query language';

export const articleExceptions: readonly ArticleException[] = [
  ...[
    "const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';",
    'function dateOf(code) {',
    'for (const digit of code) id = id * 64n + BigInt(digits.indexOf(digit));',
    'return new Date(Number(id >> 23n) + 1314220021721);',
  ].map(
    (text): ArticleException => ({
      article: 'anatomy-of-a-post-link',
      text,
      languages: 'all',
      because: code,
    }),
  ),
  {
    article: 'gifs-are-silent-videos',
    text: '<video autoplay muted loop playsinline src="loop.mp4"></video>',
    languages: 'all',
    because: code,
  },
  {
    article: 'research-notes-from-threads',
    text: '# Windows PowerShell',
    languages: 'all',
    because: 'the name of a program',
  },
  {
    article: 'streaming-without-storing',
    text: '206 Partial Content',
    languages: 'all',
    because: 'an HTTP status',
  },
  { article: 'voice-notes', text: 'iPhone, iPad, Mac', languages: 'all', because: 'names of devices' },
  {
    article: 'ten-languages-one-page',
    text: '"one": "Please shorten this: at most {count} character fits.",',
    languages: 'all',
    because: 'shows the English plural forms',
  },
  {
    article: 'ten-languages-one-page',
    text: '"other": "Please shorten this: at most {count} characters fit."',
    languages: 'all',
    because: 'shows the English plural forms',
  },
];
