import { asId, asNode, asText, type JsonNode } from './json-node.ts';
import { nodeId } from './read-own-media.ts';

export function isSameAccount(a: unknown, b: unknown): boolean {
  const [first, second] = [asNode(a), asNode(b)];
  const ids = [asId(first?.pk), asId(second?.pk)];
  const names = [asText(first?.username)?.toLowerCase(), asText(second?.username)?.toLowerCase()];
  if (ids[0] !== null && ids[1] !== null) return ids[0] === ids[1];
  return names[0] !== undefined && names[0] === names[1];
}

export function replyAuthor(post: JsonNode): JsonNode | null {
  return asNode(asNode(post.text_post_app_info)?.reply_to_author);
}

/** Whether `reply` answers the author of `post`. */
export function isSelfReply(reply: JsonNode, post: JsonNode): boolean {
  return isSameAccount(replyAuthor(reply), post.user);
}

export function isSameAuthorPost(candidate: JsonNode, post: JsonNode): boolean {
  return (
    isSameAccount(candidate.user, post.user) &&
    (replyAuthor(candidate) === null || isSelfReply(candidate, post))
  );
}

/** Also true if an id is missing. */
export function isNewerPost(candidate: JsonNode, post: JsonNode): boolean {
  const [candidateId, postId] = [nodeId(candidate), nodeId(post)];
  return candidateId === null || postId === null || BigInt(candidateId) > BigInt(postId);
}
