import { findJsonBlocks } from './find-json-blocks.ts';
import { findNodes } from './find-nodes.ts';
import { asList, asNode, asText, type JsonNode } from './json-node.ts';

export interface PageQuery {
  name: string;
  id: string;
  variables: JsonNode;
}

/** The anti-forgery token, which even empty pages have. Threads only compares the header with the form. */
export function parseLsdToken(html: string): string | null {
  return /"LSD",\[\],\{"token":"([A-Za-z0-9_-]{1,64})"/.exec(html)?.[1] ?? null;
}

const postQueries = [
  'BarcelonaPostPageDirectQuery',
  'BarcelonaPermalinkMobilePostColumnPageQuery',
  'BarcelonaPostPageContentQuery',
  'BarcelonaPostPageQuery',
];

export function parsePageQueries(html: string): PageQuery[] {
  const queries: PageQuery[] = [];
  for (const block of findJsonBlocks(html)) {
    if (!block.includes('"expectedPreloaders"')) continue;
    for (const holder of findNodes(parseBlock(block), (node) => 'expectedPreloaders' in node).nodes) {
      for (const value of asList(holder.expectedPreloaders)) queries.push(...parseQuery(asNode(value)));
    }
  }
  return queries.sort((a, b) => postQueries.indexOf(a.name) - postQueries.indexOf(b.name));
}

function parseQuery(node: JsonNode | null): PageQuery[] {
  const name = asText(node?.queryName) ?? '';
  const id = asText(node?.queryID) ?? '';
  const variables = asNode(node?.variables);
  if (!postQueries.includes(name) || !/^\d{5,24}$/.test(id) || variables === null) return [];
  return [{ name, id, variables }];
}

function parseBlock(block: string): unknown {
  try {
    return JSON.parse(block);
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
