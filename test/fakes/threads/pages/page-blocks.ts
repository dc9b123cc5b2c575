import { createHash } from 'node:crypto';
import { inventNumber } from '../scene.ts';

/** Pages escape slashes, percent signs, angle brackets and non-ASCII characters in JSON. */
export function pageJson(value: unknown): string {
  return JSON.stringify(value).replace(/[/%<>\u007f-\uffff]/g, (character) =>
    character === '/' ? '\\/' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
  '@': '&#064;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'@]/g, (character) => entities[character] ?? character);
}

/** The bulk of a real page: module tables and script URLs. Deterministic. */

const cache = new Map<string, string>();

function memoize(name: string, make: () => string): string {
  const found = cache.get(name);
  if (found !== undefined) return found;
  const text = make();
  cache.set(name, text);
  return text;
}

function hashes(seed: string): (length: number) => string {
  let state = seed;
  return (length) => {
    state = createHash('sha256').update(state).digest('base64url').replaceAll(/[-_]/g, 'x');
    return state.slice(0, length);
  };
}

/** `["cr:123",["Module"],{"__rc":["Module",null]},-1],…` with about `length` characters. */
function moduleTable(seed: string, length: number): string {
  return memoize(`modules ${seed} ${length}`, () => {
    const next = hashes(seed);
    let text = '';
    for (let at = 310; text.length < length; at += 7) {
      const name = `Barcelona${next(14)}`;
      text += `${text && ','}["cr:${at}",["${name}"],{"__rc":["${name}",null]},-1]`;
    }
    return text;
  });
}

/** `"hash":{"type":"js","src":"https:\/\/static…"},…` with about `length` characters. */
function resourceMap(seed: string, length: number): string {
  return memoize(`resources ${seed} ${length}`, () => {
    const next = hashes(seed);
    let text = '';
    for (let at = 0; text.length < length; at++) {
      const source = `https:\\/\\/static.cdninstagram.com\\/rsrc.php\\/v4\\/y${next(1)}\\/r\\/${next(11)}.js`;
      text += `${text && ','}"${next(7)}":{"type":"js","src":"${source}","p":":${at}","m":"${at}","tsrc":null}`;
    }
    return text;
  });
}

/** The markup before any script runs: containers and class names, but no post. */
export function serverMarkup(seed: string, length: number): string {
  return memoize(`markup ${seed} ${length}`, () => {
    const next = hashes(seed);
    let text = '';
    while (text.length < length) {
      const names = Array.from({ length: 9 }, () => `x${next(6).toLowerCase()}`).join(' ');
      text += `<div class="${names}"><span dir="auto">&nbsp;</span></div>`;
    }
    return text;
  });
}

/** Tokens for requests after the page load. */
export interface SessionTokens {
  lsd: string;
  csrfToken: string;
}

export const queryIds = {
  direct: '29310000000000211',
  permalink: '29310000000000212',
  target: '29310000000000213',
} as const;

export function preloaderName(query: string, code: string): string {
  return `adp_${query}RelayPreloader_${inventNumber(code + query, 22)}`;
}

/** Every ninth block has line breaks between its attributes, like the streamed blocks of real pages. */
function block(json: string, at: number): string {
  const length = Buffer.byteLength(json);
  const attributes =
    at % 9 === 8
      ? `\n    type="application/json"\n    \n    data-content-len="${length}"\n    data-sjs`
      : ` type="application/json"  data-content-len="${length}" data-sjs`;
  return `<script${attributes}>${json}</script>\n`;
}

export function relayJson(query: string, code: string, result: unknown): string {
  const stream = [
    'RelayPrefetchedStreamCache',
    'next',
    [],
    [preloaderName(query, code), { __bbox: { complete: true, result, sequence_number: 0 } }],
  ];
  const hashes = ['CometResourceScheduler', 'registerHighPriHashes', null, [['tQ+dem1', 'uH9dem2']]];
  return pageJson({
    require: [
      ['ScheduledServerJS', 'handle', null, [{ __bbox: { require: [stream, hashes] } }, { __bbox: null }]],
    ],
  });
}

const timing = (page: string, event: string) =>
  pageJson({ require: [['qplTimingsServerJS', null, null, [page, event]]] });

const flags = [
  'BarcelonaIsLoggedIn',
  'BarcelonaHasInlineReplyComposer',
  'BarcelonaHasEventBadge',
  'BarcelonaIsSearchDiscoveryEnabled',
  'BarcelonaOptionalCookiesEnabled',
  'BarcelonaHasCommunities',
  'BarcelonaHasMusic',
  'BarcelonaIsCrawler',
  'BarcelonaIsInternalUser',
];

/** The queries of pages of June 2026, and of those of autumn 2026. */
export type PageAge = 'june' | 'autumn';

function expectedPreloaders(code: string, pk: string, age: PageAge): unknown[] {
  const provided = Object.fromEntries(
    flags.map((name, at) => [`__relay_internal__pv__${name}relayprovider`, at > 3 && at < 7]),
  );
  const entry = (queryName: string, queryID: string, variables: object) => ({
    actorID: '0',
    preloaderID: preloaderName(queryName, code),
    queryID,
    variables: { ...variables, ...provided },
    queryName,
  });
  if (age === 'autumn') return [entry('BarcelonaPostPageTargetQuery', queryIds.target, { postID: pk })];
  return [
    entry('BarcelonaPostPageDirectQuery', queryIds.direct, { postID: pk, sort_order: 'TOP' }),
    entry('BarcelonaPermalinkMobilePostColumnPageQuery', queryIds.permalink, { postID: pk }),
  ];
}

function configJson(
  tokens: SessionTokens,
  preloaders: unknown[],
  crawler: boolean,
  fillerLength: number,
): string {
  const config =
    `["LSD",[],{"token":${pageJson(tokens.lsd)}},323],["DTSGInitialData",[],{},258],` +
    `["InstagramSecurityConfig",[],{"csrf_token":${pageJson(tokens.csrfToken)}},7467],` +
    '["CurrentUserInitialData",[],{"ACCOUNT_ID":"0","USER_ID":"0","APP_ID":"238260118697367"},270],' +
    `["BarcelonaWebConfig",[],{"is_crawler_request":${crawler},"use_lookaside":false},7172]`;
  const root = pageJson([
    'CometPlatformRootClient',
    'initialize',
    ['BarcelonaLoggedOutCometRootConfig', 'RequireDeferredReference'],
    [{ rootElementID: 'mount_0_0_dm', expectedPreloaders: preloaders }],
  ]);
  return (
    `{"require":[["ScheduledServerJS","handle",null,[{"__bbox":{"define":[${moduleTable('config', fillerLength)},` +
    `${config}],"require":[["CometPrelude"],["JSScheduler"],${root}]}}]]]}`
  );
}

const resourcesJson = (seed: string, length: number) =>
  `{"require":[["Bootloader","handlePayload",null,[{"consistency":{"rev":1041300001},"rsrcMap":{${resourceMap(seed, length)}}}]]]}`;
const modulesJson = (seed: string, length: number) =>
  `{"require":[["ScheduledServerJS","handle",null,[{"__bbox":{"define":[${moduleTable(seed, length)}]}}]]]}`;

export interface BlockOptions {
  code: string;
  pk: string;
  tokens: SessionTokens;
  crawler: boolean;
  age?: PageAge;
  /** Blocks of the post itself, early in the page. */
  main: string[];
  /** Streamed late: related posts, the thread, fragments. */
  late: string[];
}

export function buildPageBlocks(options: BlockOptions): string {
  const { code, pk, tokens, crawler, age = 'june', main, late } = options;
  const page = inventNumber(code, 19);
  const early = [
    timing(page, 'htmlStart'),
    resourcesJson('first', 10_800),
    ...['maybeDisableAnimations', 'replaceNativeTimer', 'bootstrapWebSession'].map((name) =>
      pageJson({ require: [[name, null, null, []]] }),
    ),
    timing(page, 'tierOne'),
    configJson(tokens, expectedPreloaders(code, pk, age), crawler, 62_000),
    timing(page, 'tierOneEnd'),
    resourcesJson('second', 68_000),
  ];
  const middle = [
    timing(page, 'tierTwo'),
    resourcesJson('third', 18_000),
    modulesJson('tier two', 180_000),
    timing(page, 'tierTwoEnd'),
    ...Array.from({ length: 20 }, (_, at) => timing(page, `ssr_render_pass_${at}`)),
    relayJson('BarcelonaPostPageContainerViewerDirectQuery', code, {
      data: { viewer: { user: null } },
      extensions: { is_final: true },
    }),
    resourcesJson('fourth', 60_000),
    modulesJson('tier three', 85_000),
  ];
  const end = [
    ...Array.from({ length: 7 }, (_, at) => timing(`${page}-server`, `flush_${at}`)),
    pageJson({ require: [['qplTagServerJS', null, null, [['lastServerTagFlushed']]]] }),
    pageJson({
      require: [
        ['qplAnnotationsIntServerJS', null, null, [`${page}-server`, 'is_crawler_ssr_html_only_mode', 0]],
      ],
    }),
  ];
  const lateWithTimings = late.flatMap((json, at) => [timing(page, `late_${at}Start`), json]);
  const mainWithTimings = main.flatMap((json, at) => [timing(page, `main_${at}Start`), json]);
  return [...early, ...mainWithTimings, ...middle, ...lateWithTimings, ...end].map(block).join('');
}

export function buildEmptyPageBlocks(code: string, pk: string, tokens: SessionTokens): string {
  const page = inventNumber(`${code} shell`, 19);
  return [
    timing(page, 'htmlStart'),
    timing(page, 'tierOne'),
    configJson(tokens, expectedPreloaders(code, pk, 'june'), false, 60_000),
    timing(page, 'tierOneEnd'),
    resourcesJson('second', 68_000),
    modulesJson('shell', 110_000),
    ...Array.from({ length: 14 }, (_, at) => timing(`${page}-server`, `flush_${at}`)),
    pageJson({
      require: [['qplAnnotationsStringServerJS', null, null, [page, 'ssr_query', 'fail_ssr_disabled']]],
    }),
  ]
    .map(block)
    .join('');
}
