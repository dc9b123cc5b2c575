import { asList, asNode, isNode, type JsonNode, nodeAt } from './json-node.ts';

function scoreFragment(node: JsonNode): number {
  const children = asList(node.carousel_media).length;
  return kindScore(node) * 1_000_000 + children * 10_000 + Math.min(Object.keys(node).length, 9_999);
}

function kindScore(node: JsonNode): number {
  if (asList(node.carousel_media).length > 0) return 6;
  if (asList(node.video_versions).length > 0) return 5;
  if (asList(nodeAt(node, 'image_versions2')?.candidates).length > 0) return 4;
  if (isNode(node.giphy_media_info) || isNode(node.audio)) return 3;
  const info = asNode(node.text_post_app_info);
  const share = asNode(info?.share_info);
  const nested = [
    info?.linked_inline_media,
    share?.quoted_post,
    share?.quoted_attachment_post,
    share?.reposted_post,
  ];
  return nested.some((value) => typeof value === 'object' && value !== null) ? 2 : 1;
}

const maxDepth = 4;

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** Objects with different ids must never be merged. */
function isSameEntity(a: JsonNode, b: JsonNode): boolean {
  return ['pk', 'id', 'code'].every(
    (key) => isEmpty(a[key]) || isEmpty(b[key]) || String(a[key]) === String(b[key]),
  );
}

function fillGaps(base: JsonNode, extra: JsonNode, depth: number): JsonNode {
  const filled: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(extra)) {
    const existing = filled[key];
    if (isEmpty(existing)) filled[key] = value;
    else if (depth < maxDepth && isNode(existing) && isNode(value) && isSameEntity(existing, value)) {
      filled[key] = fillGaps(existing, value, depth + 1);
    }
  }
  return filled;
}

export function mergeFragments(fragments: readonly [JsonNode, ...JsonNode[]]): JsonNode {
  const ranked = fragments
    .map((node) => ({ node, score: scoreFragment(node) }))
    .sort((a, b) => b.score - a.score);
  const [best, ...others] = ranked;
  let merged = best?.node ?? fragments[0];
  for (const { node } of others) merged = fillGaps(merged, node, 0);
  return merged;
}
