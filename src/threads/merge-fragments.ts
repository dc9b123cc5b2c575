import { asList, asNode, isNode, type JsonNode, nodeAt } from './json-node.ts';

/** How much a copy of a post tells: its kind of media first, the pictures of a carousel, then its fields. */
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
  return nested.some((one) => typeof one === 'object' && one !== null) ? 2 : 1;
}

const maxDepth = 4;

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** Two objects of different identity are never mixed. */
function isSameThing(one: JsonNode, other: JsonNode): boolean {
  return ['pk', 'id', 'code'].every(
    (key) => isEmpty(one[key]) || isEmpty(other[key]) || String(one[key]) === String(other[key]),
  );
}

function fillGaps(base: JsonNode, extra: JsonNode, depth: number): JsonNode {
  const filled: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(extra)) {
    const own = filled[key];
    if (isEmpty(own)) filled[key] = value;
    else if (depth < maxDepth && isNode(own) && isNode(value) && isSameThing(own, value)) {
      filled[key] = fillGaps(own, value, depth + 1);
    }
  }
  return filled;
}

/** One object out of the copies of one post: the richest, its gaps filled from the others. */
export function mergeFragments(fragments: readonly [JsonNode, ...JsonNode[]]): JsonNode {
  const ranked = fragments
    .map((node) => ({ node, score: scoreFragment(node) }))
    .sort((one, other) => other.score - one.score);
  const [best, ...rest] = ranked;
  let merged = best?.node ?? fragments[0];
  for (const { node } of rest) merged = fillGaps(merged, node, 0);
  return merged;
}
