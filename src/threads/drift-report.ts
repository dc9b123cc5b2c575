import type { PageResponse, RequestProfile, ThreadsReaderOptions } from './contract.ts';
import { createNameFilter, findDrift } from './parse/field-drift.ts';
import { findJsonBlocks, isNode, parseJson, splitJsonDocuments, visitNodes } from './parse/json.ts';
import { createPostLocator } from './parse/locate-post.ts';
import { defaultReaderLimits } from './reader.ts';
import { otherPreloaders, postQueries } from './request/observed.ts';
import { type Outcome, outcomeLabel } from './request/outcome.ts';
import { createProfileRanking } from './request/profiles.ts';
import { openRequestSession, type PostTarget, type RequestSession } from './request/session.ts';
import { fetchRouteDefinition, queryGraphql } from './strategies/data-endpoints.ts';
import { embedClasses, fetchEmbed, isEmbedPage } from './strategies/embed.ts';
import { parseMetaTags, scanTags } from './strategies/meta-tags.ts';
import { fetchPostPage } from './strategies/post-page.ts';

/**
 * Reads a post with every strategy and says what each one read, and which fields differ from those that the parser
 * knows. Has names of fields, strategies and types, and counts, but no value of a post.
 */
export async function explainPost(options: ThreadsReaderOptions, target: PostTarget): Promise<string[]> {
  const ranking = createProfileRanking(options.profiles, options.now);
  const [firstProfile = 'P1'] = options.profiles;
  const pages: (PageResponse & { profile: RequestProfile })[] = [];
  const lines: string[] = [];

  async function explain(name: string, attempt: (session: RequestSession) => Promise<Outcome>) {
    const responses: PageResponse[] = [];
    const fetch: ThreadsReaderOptions['fetch'] = async (request) => {
      const response = await options.fetch(request);
      if (response.ok) responses.push(response.value);
      return response;
    };
    const endsAt = options.now() + defaultReaderLimits.totalMs;
    await using session = openRequestSession({ ...options, fetch }, defaultReaderLimits, ranking, endsAt);
    session.fetchedPages.push(...pages);
    const outcome = await attempt(session);
    lines.push(`${name}: ${describeOutcome(outcome)}`);
    return responses;
  }

  for (const profile of options.profiles) {
    const responses = await explain(`page ${profile}`, (session) => fetchPostPage(session, target, profile));
    const page = responses.findLast(({ status }) => status === 200);
    if (!page) continue;
    pages.push({ ...page, profile });
    lines.push(...describeText(page.text, target.code), ...describePreloaders(page.text));
  }
  const data = [
    await explain('graphql', (session) => queryGraphql(session, target)),
    await explain('route', (session) => fetchRouteDefinition(session, target, firstProfile)),
  ];
  for (const responses of data)
    lines.push(...responses.flatMap(({ text }) => describeText(text, target.code)));
  const embeds = await explain('embed', (session) => fetchEmbed(session, target, firstProfile));
  lines.push(...embeds.flatMap(({ text }) => describeClasses(text)));
  for (const { text, profile } of pages)
    lines.push(`og ${profile}: ${describeOutcome(parseMetaTags(text, target))}`);
  return lines;
}

function describeOutcome(outcome: Outcome): string {
  const label = outcomeLabel(outcome);
  if (outcome.kind !== 'found') return `${label} (${outcome.kind})`;
  const post = outcome.result.ok ? outcome.result.value : outcome.result.error.post;
  const items = Object.entries(
    Object.groupBy(post?.items ?? [], ({ source, type }) => `${source.kind} ${type}`),
  ).map(([kind, list]) => `${list?.length} ${kind}`);
  const others = [
    post?.text && 'text',
    post?.linksTo && 'link',
    post?.thread && 'thread',
    post?.incomplete && 'incomplete',
  ];
  return [label, ...items, ...others].filter(Boolean).join(', ');
}

function describeText(text: string, code: string): string[] {
  const blocks = /^\s*</.test(text) ? findJsonBlocks(text) : splitJsonDocuments(text);
  const withCode = blocks.filter((block) => block.includes(code));
  const located = createPostLocator(blocks)(code);
  const summary = `  ${blocks.length} JSON blocks, ${withCode.length} with the code: ${located.kind}`;
  if (located.kind !== 'post') return [summary, ...describeCodeFields(withCode, code)];
  const { counts, missing, unknown } = findDrift(located.node);
  const isPrintable = createNameFilter(located.node);
  const total = (field: string) => counts.get(field.split('.', 1)[0] as never);
  return [
    summary,
    ...[...missing].map(([field, count]) => `  missing: ${field} in ${count} of ${total(field)}`),
    ...describeNames(
      [...unknown].map(([field, types]) => [field, [...types].join(' or ')]),
      isPrintable,
    ),
  ];
}

function describeNames(
  fields: [name: string, type: string][],
  isPrintable: (name: string) => boolean,
): string[] {
  const printable = fields.filter(([name]) => isPrintable(name.slice(name.indexOf('.') + 1)));
  const withheld = fields.length - printable.length;
  return [
    ...printable.map(([name, type]) => `  unknown: ${name} (${type})`),
    ...(withheld > 0 ? [`  unknown: ${withheld} more, whose names may be content`] : []),
  ];
}

const maxCodeFields = 10;

/** The fields around the code, if no post was found there: after a change, the post has another form. */
function describeCodeFields(blocks: readonly string[], code: string): string[] {
  const roots = blocks.map(parseJson).filter(isNode);
  const isPrintable = createNameFilter(roots);
  const lines = new Set<string>();
  visitNodes(roots, (node) => {
    const names = Object.keys(node).filter((name) => isPrintable(name));
    const name = names.find((candidate) => node[candidate] === code);
    if (name && lines.size < maxCodeFields)
      lines.add(`  the code is in ${name}, next to ${listOthers(names, name)}`);
  });
  return [...lines];
}

function listOthers(names: readonly string[], name: string): string {
  return (
    names
      .filter((other) => other !== name)
      .slice(0, 30)
      .join(', ') || 'nothing'
  );
}

const maxPreloaders = 30;

function describePreloaders(html: string): string[] {
  const known = new Set([...postQueries, ...otherPreloaders].map(({ name }) => name));
  // In the words of a user, a quote has a backslash before it.
  const found = html.matchAll(/\["adp_([A-Za-z]{1,80}?)RelayPreloader_/g);
  const names = new Set([...found].map(([, name = '']) => name));
  return [...names]
    .slice(0, maxPreloaders)
    .map((name) => `  preloader: ${name}${known.has(name) ? '' : ' (unknown)'}`);
}

/** The classes of embeds are words; those of other pages are generated. */
function describeClasses(html: string): string[] {
  if (!isEmbedPage(html)) return [];
  const names = new Set<string>();
  scanTags(html, (_, attributes) => {
    for (const name of attributes.class?.split(/\s+/) ?? [])
      if (/^[A-Z][A-Za-z]{2,59}$/.test(name)) names.add(name);
    return true;
  });
  const isRead = (name: string) => embedClasses.includes(name);
  const list = (label: string, found: string[]) =>
    found.length > 0 ? [`  ${label}: ${found.join(', ')}`] : [];
  return [
    ...list('classes', [...names].filter(isRead)),
    ...list(
      'other classes',
      [...names].filter((name) => !isRead(name)),
    ),
  ];
}
